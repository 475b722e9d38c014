"""What a printer gets: the book's inside with bleed, and its cover in one piece around a spine."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pikepdf

from generator.model.editions import Black, Profile
from generator.model.problems import Problem, ProblemsError
from generator.press import Job, Proof, press
from generator.press.inks import Inks, separate
from generator.press.trim import Trim, trimmed
from generator.press.unlinked import unlinked
from generator.prints.jobs import sheet, title, toned
from generator.prints.maker import Made, Maker, Order
from generator.render.print import Sheet, printed, printed_cover


def _profile(order: Order) -> Profile:
    assert order.print.profile, "validated: what is made for a press names a printer"
    return order.print.profile


def _sheet(order: Order, proof: Proof) -> Sheet:
    profile = _profile(order)
    return replace(sheet(order, proof), bleed=profile.bleed, safe=profile.safe)


def _job(order: Order, what: str, markup: str | None = None) -> Job:
    one = order.print

    def inside(proof: Proof) -> str:
        return printed(_sheet(order, proof), order.project.root / "theme")

    return Job(
        name=one.name,
        markup=inside if markup is None else lambda _: markup,
        fonts=order.project.packages,
        sizes=(one.setting.size,),
        title=title(order.book.game, what),
        count=None if markup is None else 1,
        safe=_profile(order).safe,
    )


def _finished(order: Order, pdf: bytes, width: float) -> bytes:
    """The pressed pages in the printer's inks, with boxes and marks."""
    profile, paper = _profile(order), order.print.paper
    if profile.black is not Black.RGB:
        try:
            pdf = separate(pdf, _inks(order, profile))
        except ValueError as error:
            tip = "Draw it in flat colours, or take a profile that prints in rgb."
            raise _problem(order, "press.colour", *_told(error), tip) from None
    return trimmed(pdf, Trim(width, paper.height, profile.bleed, profile.marks))


def _told(error: ValueError) -> tuple[str, str]:
    """What was expected and what came, of an error that says both."""
    expected, _, came = str(error).removeprefix("expected ").partition(", came ")
    return expected, came


def _problem(order: Order, code: str, expected: str, came: str, tip: str) -> ProblemsError:
    return ProblemsError([Problem(order.print.name, 0, 0, code, expected, came, tip)])


def _inks(order: Order, profile: Profile) -> Inks:
    color = order.tone.color.removeprefix("#")
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return Inks((red, green, blue), order.tone.name, profile.black, profile.tone)


def _inside_facts(order: Order) -> Sequence[str]:
    made = _job(order, "inside")
    return [made.markup(Proof({}, made.sizes[0])), repr(_profile(order)), repr(order.tone)]


def _make_inside(order: Order) -> Made:
    pressed = press(_job(order, "inside"), order.memo)
    if pressed.count % (pages := _profile(order).pages):
        tip = "End its parts in content/editions.yml with notes, which fill up to four."
        expected = f"a page count that {pages} divides"
        raise _problem(order, "press.page-count", expected, f"{pressed.count} pages", tip)
    unmarked = unlinked(toned(pressed.pdf, order))
    pdf = _finished(order, unmarked, order.print.paper.width)
    return Made(pdf, pressed.proof.memo())


def spine_width(pages: int, profile: Profile) -> float:
    """How thick a book of so many pages is with its cover, in millimetres."""
    return round(pages * profile.spine_page + profile.spine_cover, 2)


def _cover_markup(order: Order, pages: int) -> str:
    proof = Proof({}, order.print.setting.size)
    spine = spine_width(pages, _profile(order))
    return printed_cover(_sheet(order, proof), spine, order.project.root / "theme")


def _cover_facts(order: Order) -> Sequence[str]:
    return [_cover_markup(order, 0), repr(_profile(order)), repr(order.tone)]


def _make_cover(order: Order) -> Made:
    assert order.base is not None
    with pikepdf.open(io.BytesIO(order.base)) as inside:
        pages = len(inside.pages)
    spine = spine_width(pages, _profile(order))
    pressed = press(_job(order, "cover", _cover_markup(order, pages)))
    pdf = _finished(order, toned(pressed.pdf, order), 2 * order.print.paper.width + spine)
    return Made(pdf, {})


INSIDES = Maker(_inside_facts, _make_inside)
COVERS = Maker(_cover_facts, _make_cover)

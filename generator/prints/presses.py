"""What a printer gets: the book's inside with bleed, and its cover in one piece around a spine."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pikepdf

from generator.model.editions import Black, Profile
from generator.model.problems import Problem, ProblemsError
from generator.press import Job, press
from generator.press.inks import Inks, separate
from generator.press.trim import Trim, trimmed
from generator.press.unlinked import unlinked
from generator.prints.jobs import sheet, title, toned
from generator.prints.maker import Made, Maker, Order
from generator.render.print import MILLIMETRES, NOTES, SIGNATURE, Sheet, printed, printed_cover

_SPINE_LEAST = 6.0  # points that a spine's title must have to be read
_SPINE_MOST = 1.1  # times the text's size that it may have


def _profile(order: Order) -> Profile:
    assert order.print.profile, "validated: what is made for a press names a printer"
    return order.print.profile


def _sheet(order: Order, size: float) -> Sheet:
    profile = _profile(order)
    return replace(sheet(order, size), bleed=profile.bleed, safe=profile.safe)


def _job(order: Order, what: str, markup: str | None = None) -> Job:
    one = order.print

    def inside(size: float) -> str:
        return printed(_sheet(order, size), order.project.root / "theme")

    return Job(
        name=one.name,
        markup=inside if markup is None else lambda _: markup,
        fonts=order.project.packages,
        sizes=(one.setting.size,),
        title=title(order.book.game, what),
        count=None if markup is None else 1,
        safe=_profile(order).safe,
        spare=NOTES,
        signature=SIGNATURE,
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
    return [made.markup(made.sizes[0]), repr(_profile(order)), repr(order.tone)]


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


def spine_lettering(spine: float, profile: Profile, size: float) -> float:
    """The size in points of the title on a spine, at most a little more than the text's.

    0 where what is left between the edges' safe strips is too thin to read.
    """
    room = (spine - 2 * profile.spine_safe) / MILLIMETRES
    return round(min(room, _SPINE_MOST * size), 2) if room >= _SPINE_LEAST else 0.0


def _cover_markup(order: Order, pages: int) -> str:
    size = order.print.setting.size
    spine, lettering = _spine(order, pages)
    return printed_cover(_sheet(order, size), spine, lettering, order.project.root / "theme")


def _spine(order: Order, pages: int) -> tuple[float, float]:
    """The spine's width in millimetres, and its title's size in points."""
    spine = spine_width(pages, _profile(order))
    return spine, spine_lettering(spine, _profile(order), order.print.setting.size)


def _spine_note(order: Order, pages: int) -> str:
    spine, lettering = _spine(order, pages)
    if lettering:
        return f"{order.print.name}: a spine of {spine:g} mm, its title at {lettering:g} pt"
    least = _SPINE_LEAST * MILLIMETRES + 2 * _profile(order).spine_safe
    return (
        f"{order.print.name}: a spine of {spine:g} mm, without a title, which takes {least:.1f} mm"
    )


def _cover_facts(order: Order) -> Sequence[str]:
    return [_cover_markup(order, 0), repr(_profile(order)), repr(order.tone)]


def _make_cover(order: Order) -> Made:
    assert order.base is not None
    with pikepdf.open(io.BytesIO(order.base)) as inside:
        pages = len(inside.pages)
    spine, _ = _spine(order, pages)
    pressed = press(_job(order, "cover", _cover_markup(order, pages)))
    pdf = _finished(order, toned(pressed.pdf, order), 2 * order.print.paper.width + spine)
    return Made(pdf, {"note": _spine_note(order, pages)})


INSIDES = Maker(_inside_facts, _make_inside)
COVERS = Maker(_cover_facts, _make_cover)

"""What a printer gets: the book's inside with bleed, and its cover in one piece around a spine."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf

from generator.model.editions import Black, Profile, Tone
from generator.press import Job, Proof, press
from generator.press.inks import Inks, Rgb, separate
from generator.press.title import Title
from generator.press.trim import Trim, trimmed
from generator.prints.maker import Made, Maker, Order
from generator.render.print import Sheet, printed, printed_cover


def _profile(order: Order) -> Profile:
    assert order.print.profile, "validated: what is made for a press names a printer"
    return order.print.profile


def _job(order: Order, title: str, markup: str | None = None) -> Job:
    one, game = order.print, order.book.game
    profile = _profile(order)

    def inside(proof: Proof) -> str:
        sheet = Sheet(
            order.book,
            one.edition,
            one.paper,
            proof.pages,
            proof.size,
            proof.count,
            profile.bleed,
        )
        return printed(sheet, order.project.root / "theme")

    return Job(
        name=one.name,
        markup=inside if markup is None else lambda _: markup,
        fonts=order.project.packages,
        sizes=(one.setting.size,),
        title=Title(f"{game.title}: {title}", game.author, game.language),
        count=None if markup is None else 1,
    )


def _finished(order: Order, pdf: bytes, width: float) -> bytes:
    """The pressed pages in the printer's inks, with boxes and marks."""
    profile, paper = _profile(order), order.print.paper
    if profile.black is not Black.RGB or profile.tone is not Tone.RGB:
        pdf = separate(pdf, _inks(order, profile))
    return trimmed(pdf, Trim(width, paper.height, profile.bleed, profile.marks))


def _inks(order: Order, profile: Profile) -> Inks:
    color = order.tone.color.removeprefix("#")
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (0, 2, 4))
    tone: Rgb = (red, green, blue)
    return Inks(tone, order.tone.name, profile.tone is Tone.SPOT)


def _inside_facts(order: Order) -> Sequence[str]:
    made = _job(order, "inside")
    return [made.markup(Proof({}, made.sizes[0])), repr(_profile(order)), repr(order.tone)]


def _make_inside(order: Order) -> Made:
    pressed = press(_job(order, "inside"), order.memo)
    pdf = _finished(order, pressed.pdf, order.print.paper.width)
    return Made(pdf, pressed.proof.memo())


def spine_width(pages: int, profile: Profile) -> float:
    """How thick a book of so many pages is, in millimetres."""
    return round(max(pages * profile.spine_page, profile.spine_least), 2)


def _cover_markup(order: Order, pages: int) -> str:
    one, profile = order.print, _profile(order)
    sheet = Sheet(order.book, one.edition, one.paper, {}, one.setting.size, 0, profile.bleed)
    theme = order.project.root / "theme"
    return printed_cover(sheet, spine_width(pages, profile), theme)


def _cover_facts(order: Order) -> Sequence[str]:
    return [_cover_markup(order, 0), repr(_profile(order)), repr(order.tone)]


def _make_cover(order: Order) -> Made:
    assert order.base is not None
    with pikepdf.open(io.BytesIO(order.base)) as inside:
        pages = len(inside.pages)
    spine = spine_width(pages, _profile(order))
    pressed = press(_job(order, "cover", _cover_markup(order, pages)))
    pdf = _finished(order, pressed.pdf, 2 * order.print.paper.width + spine)
    return Made(pdf, {})


INSIDES = Maker(_inside_facts, _make_inside)
COVERS = Maker(_cover_facts, _make_cover)

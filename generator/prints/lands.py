"""Lands: the blank to fill in, and the gazetteer of a Land that the engine draws from a seed."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from generator.model.book import Book
from generator.model.editions import Edition, Ink, Layout, Paper
from generator.model.problems import Problem, ProblemsError
from generator.press import Job, press
from generator.press.tones import retoned
from generator.prints.jobs import facts, made, sheet, sizes, title
from generator.prints.maker import Maker, Order
from generator.project import Project
from generator.render.print import Sheet
from generator.render.print_land import Gazetteer, printed_blank, printed_gazetteer
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.lands import Land, draw_land
from nightsong.throws import Throws

_SIDES = 2  # of the sheet that the blank is
_HINTS = 2  # creatures rolled for each Region
_LONG = 40  # letters of a seed that are shown and stand in a file's name
_DIGEST = 8  # letters that tell apart what looks alike in a file's name
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class LandOrder:
    """A gazetteer to print."""

    seed: str
    paper_id: str
    paper: Paper
    tone: Ink
    drawn_in: Ink


def draw(ruleset: Ruleset, seed: str) -> Land:
    """The Land of a seed, the very one that the engine draws at the command line."""
    return draw_land(ruleset, Chance(seed))


def gazetteer_of(land: Land, ruleset: Ruleset, seed: str) -> Gazetteer:
    """The Land with what is only in its gazetteer: creatures rolled for each Region."""
    throws = Throws(Chance(seed), "gazetteer")
    creatures = {}
    for region in land.regions:
        found = []
        for number in range(1, _HINTS + 1):
            key = f"region-{region.number}/creature-{number}"
            row = throws.table(ruleset.tables["creatures/any"], key).parts[0].row
            found.append((row.name, row.text or ""))
        creatures[region.number] = tuple(dict.fromkeys(found))
    return Gazetteer(land, shown_seed(seed), creatures)


def checked_seed(seed: str) -> str:
    """The seed; ``ProblemsError`` for one that is empty or no text."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise _problem("land.seed", "a seed of letters and signs", repr(seed)) from None
    if not seed.strip():
        raise _problem("land.seed", "a seed, such as 7 or moonrise", f"“{seed}”")
    return seed


def shown_seed(seed: str) -> str:
    """The seed with signs that our fonts lack spelled out, and a long one cut."""
    text = "".join(c if _has_glyph(c) else f"[{ord(c):x}]" for c in seed)
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


def _has_glyph(letter: str) -> bool:
    return letter.isprintable() and ord(letter) < 0x180


def file_name(slug: str, what: str, seed: str, paper_id: str) -> str:
    """The PDF's name: a plain seed as it is, any other one made safe and told apart by a digest."""
    safe = seed
    if not _PLAIN.fullmatch(seed) or len(seed) > _LONG:
        stem = re.sub(r"[^A-Za-z0-9]+", "-", seed).strip("-")[: _LONG // 2].strip("-")
        digest = hashlib.sha256(seed.encode()).hexdigest()[:_DIGEST]
        safe = f"{stem}-{digest}" if stem else digest
    return f"{slug}-{what}-{safe}-{paper_id}.pdf"


def print_gazetteer(
    order: LandOrder, book: Book, ruleset: Ruleset, project: Project
) -> tuple[Land, bytes]:
    """The Land and its gazetteer as PDF; ``ProblemsError`` where it can't be printed."""
    if Layout.LAND not in order.paper.settings:
        raise _problem("print.unknown", "a paper with a setting for a land", order.paper_id)
    land = draw(ruleset, checked_seed(order.seed))
    gazetteer = gazetteer_of(land, ruleset, order.seed)
    edition = Edition(f"Gazetteer of the Land {gazetteer.seed}", Layout.LAND, (order.paper_id,))

    def markup(size: float) -> str:
        sheet = Sheet(book, edition, order.paper, size)
        return printed_gazetteer(sheet, gazetteer, project.root / "theme")

    job = Job(
        name=file_name(book.game.slug, "land", order.seed, order.paper_id),
        markup=markup,
        fonts=project.packages,
        sizes=(order.paper.settings[Layout.LAND].size,),
        title=title(book.game, edition.title),
    )
    return land, retoned(press(job).pdf, order.drawn_in, order.tone)


def _job(order: Order) -> Job:
    one = order.print

    def markup(size: float) -> str:
        return printed_blank(sheet(order, size), order.project.root / "theme")

    return Job(
        name=one.name,
        markup=markup,
        fonts=order.project.packages,
        sizes=sizes(one.setting),
        title=title(order.book.game, one.edition.title),
        count=_SIDES,
    )


def _problem(code: str, expected: str, came: str) -> ProblemsError:
    return ProblemsError([Problem("land", 0, 0, code, expected, came)])


LANDS = Maker(lambda order: facts(_job(order), order), lambda order: made(_job(order), order))

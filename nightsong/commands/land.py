"""``land``: a whole Land, with its map, its Regions and their Factions."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.commands import shared
from nightsong.factions import Faction
from nightsong.hexes import label, letters, rows
from nightsong.lands import Land, Region, between_sessions, draw_land, thrown_again
from nightsong.landviews import about, mark

MOST_SESSIONS = 100


def add(commands: shared.Commands) -> None:
    """Register the command."""
    about = "draw a Land: its map, Regions and Factions"
    parser = shared.command(commands, "land", run, about=about)
    parser.add_argument(
        "--sessions",
        type=int,
        default=0,
        metavar="N",
        help="advance the Factions' clocks as between N sessions",
    )
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="PATH",
        help="throw a part again, such as land/region-2/name; may be given several times",
    )
    parser.add_argument("--trace", action="store_true", help="show how each die fell, by its path")


def run(options: argparse.Namespace) -> None:
    """Draw and show."""
    if not 0 <= options.sessions <= MOST_SESSIONS:
        raise shared.UsageError(f"expected 0 to {MOST_SESSIONS} sessions, came {options.sessions}")
    chance, ruleset = shared.chance(options), shared.ruleset(options)
    land = _played(ruleset, chance, options.sessions)
    for path in options.again:
        try:
            chance = thrown_again(land, chance, path)
        except LookupError as error:
            raise shared.UsageError(f"{error.args[0]} (--trace shows them)") from None
        land = _played(ruleset, chance, options.sessions)
    data = {
        "seed": chance.seed,
        "tries": dict(chance.tries),
        "ruleset": ruleset.fingerprint,
        "land": encode(land),
    }
    lines = [*land_lines(land), *(trace_lines(land) if options.trace else ())]
    shared.show(data, [*lines, f"seed {chance.seed}"], options)


def _played(ruleset: Ruleset, chance: Chance, sessions: int) -> Land:
    """A Land after that many sessions."""
    land = draw_land(ruleset, chance)
    for _ in range(sessions):
        land = between_sessions(land, ruleset, chance)
    return land


def land_lines(land: Land) -> Iterator[str]:
    """A Land for a reader: the map, then each Region with its Factions."""
    yield from about(land)
    yield ""
    yield from map_lines(land)
    for region in land.regions:
        yield ""
        yield from _region_lines(region, land)
    yield ""


def map_lines(land: Land) -> Iterator[str]:
    """The map in text: in each hex its Region's number and the letter of the Faction it obeys."""
    cells = {h: _cell(land.region_at(h), land.faction_at(h)) for h in land.hexes}
    width = max(map(len, cells.values()))
    width += width % 2  # half a cell is how far each row is shifted
    gap = "  "
    for row in rows(land.radius):
        shift = " " * (abs(row[0].r) * (width + len(gap)) // 2)
        name = letters(row[0].r + land.radius + 1)
        yield f"  {name}   {shift}{gap.join(cells[h].ljust(width) for h in row)}".rstrip()


def trace_lines(land: Land) -> Iterator[str]:
    """How everything came about, with the chance key of each throw."""
    parts = [
        ("The Land", land.trace),
        *((f"Region {r.number}, {r.name}", r.trace) for r in land.regions),
        *((f"Faction {mark(f)}, {f.name}", f.trace) for f in land.factions),
    ]
    for title, trace in parts:
        yield title
        for line in trace:
            yield f"  {line.text}" + (f"  [{line.key}]" if line.key else "")
    yield ""


def _cell(region: Region, faction: Faction | None) -> str:
    return f"{region.number}{mark(faction) if faction else '.'}"


def _region_lines(region: Region, land: Land) -> Iterator[str]:
    places = ", ".join(label(h, land.radius) for h in region.claim.hexes)
    yield f"{region.number}  {region.name}: {region.type}, {region.vegetation}; {places}"
    yield f"   {region.descriptor} {region.feature}. Spark: {region.theme}, {region.action}"
    for faction in land.factions:
        if faction.region == region.number:
            yield from _faction_lines(faction, land)


def _faction_lines(faction: Faction, land: Land) -> Iterator[str]:
    places = ", ".join(label(h, land.radius) for h in faction.claim.hexes) or "no territory"
    yield f"   {mark(faction)}  {faction.name}: {faction.type}; {places}"
    yield (
        f"      wants {faction.wants} through {faction.method}, has {faction.asset}, "
        f"is {faction.activity}; Goal {faction.goal}"
    )

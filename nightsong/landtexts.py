"""A Land as text to take along: Markdown, and what Text Mapper draws."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from nightsong.hexes import Hex
from nightsong.landparts import Part
from nightsong.lands import Land
from nightsong.landviews import FactionView, LandView, RegionView, view

_HEAD = (
    'text font-family="monospace" font-size="10pt"',
    'label font-family="sans-serif" font-size="14pt" text-anchor="middle"',
    'glow fill="none" stroke="white" stroke-width="4pt"',
    'default attributes fill="none" stroke="black" stroke-width="1px"',
)
_FILLS: Mapping[str, str] = MappingProxyType(
    {
        "waters": "#bcd4ea",
        "wetlands": "#c2ddd0",
        "plains": "#e9e8b8",
        "forests": "#bdd6ae",
        "peaks": "#d6d2dc",
        "barrens": "#edd7b5",
    }
)  # what Text Mapper paints a type's hexes with; white for others
_WORD = re.compile(r"[^a-z]+")
_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})


def markdown(land: Land, title: str) -> str:
    """The Land for a reader: a table of its hexes, then each Region with its Factions."""
    seen = view(land)
    lines = [f"# {_plain(title)}", "", *(f"{line}.  " for line in seen.about), ""]
    lines += ["| Hex | Region | Type | Faction |", "|---|---|---|---|"]
    regions = {region.number: region for region in seen.regions}
    factions = {faction.number: faction for faction in seen.factions}
    for place in seen.hexes:
        region, faction = regions.get(place.region or 0), factions.get(place.faction or 0)
        cells = (
            place.name,
            f"{region.number} {region.name}" if region else "",
            region.type if region else "",
            f"{faction.mark} {faction.name}" if faction else "",
        )
        lines.append(f"| {' | '.join(map(_plain, cells))} |")
    for region in seen.regions:
        lines += ["", *_region(region, seen)]
    return "\n".join(lines) + "\n"


def text_mapper(land: Land) -> str:
    """The Land for Text Mapper: the types' colors, then a line a hex, by column and row.

    Its hexes have a side up, ours a point: the map is turned, and the same hexes touch.
    """
    seen = view(land)
    regions = {region.number: region for region in seen.regions}
    factions = {faction.number: faction for faction in seen.factions}
    kinds = dict.fromkeys(_kind(region.type) for region in seen.regions)
    fills = (f'{kind} attributes fill="{_FILLS.get(kind, "#ffffff")}"' for kind in kinds)
    hexes = []
    for place in seen.hexes:
        region, faction = regions.get(place.region or 0), factions.get(place.faction or 0)
        first = region and region.hexes[0] == place.name
        words = (
            f"{region.number} {region.name}" if region and first else "",
            f"({faction.mark})" if faction else "",
        )
        text = " ".join(filter(None, words))
        line = f"{column_row(Hex(place.q, place.r), land.radius)} "
        line += _kind(region.type) if region else "empty"
        hexes.append(f'{line} "{_quoted(text)}"' if text else line)
    return "\n".join((*_HEAD, 'empty attributes fill="#ffffff"', *fills, *sorted(hexes))) + "\n"


def column_row(place: Hex, radius: int) -> str:
    """A hex as Text Mapper counts: its column and row, odd columns half a hex higher."""
    column = place.q + radius + 1
    row = place.r + radius + radius % 2 + (place.q + 1 + (radius + 1) % 2) // 2
    return f"{column:02}{row:02}"


def _kind(name: str) -> str:
    """A type as Text Mapper's word for it."""
    return _WORD.sub("-", name.casefold()).strip("-") or "land"


def _region(region: RegionView, seen: LandView) -> Iterator[str]:
    yield f"## {region.number} {_plain(region.name)}"
    yield ""
    yield f"{_plain(region.type)}: {', '.join(region.hexes) or 'no hex'}"
    yield ""
    yield from _listed(region.parts)
    for faction in seen.factions:
        if faction.region == region.number:
            yield from _faction(faction)


def _faction(faction: FactionView) -> Iterator[str]:
    yield ""
    yield f"### {faction.mark} {_plain(faction.name)}"
    yield ""
    yield f"{_plain(faction.type)}: {', '.join(faction.hexes) or 'no territory'}"
    yield ""
    yield from _listed(faction.parts)
    yield f"- **Goal:** {faction.goal}"


def _listed(parts: Iterable[Part]) -> Iterator[str]:
    return (
        f"- **{part.title}:** {_plain(part.text)}"
        for part in parts
        if part.path.rpartition("/")[2] not in ("name", "type")
    )


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return " ".join(text.translate(_ESCAPED).split())


def _quoted(text: str) -> str:
    return " ".join(text.replace('"', "”").split())

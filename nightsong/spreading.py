"""Claiming hexes: a die dropped onto the map says where and how many, and the claim spreads out.

Regions and Factions do it alike (the ruling ``rulings/spreading``): each next hex is picked at
random among the free hexes that touch the ones already taken; boxed in, the rest goes on from the
free hex nearest to the start, ties at random.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nightsong.hexes import Hex, distance, label, reading_order, touching
from nightsong.throws import Throws, fell
from nightsong.trace import Line, Trace

SPREADING = "rulings/spreading"


@dataclass(frozen=True, slots=True)
class Claim:
    """Hexes claimed by a dropped die.

    ``die`` fell on the hex ``landed`` and showed ``shown``, the number of hexes to claim.
    ``hexes`` are those claimed, in order, the start hex first: fewer than shown only where no more
    were free. ``jumps`` are the hexes from which it went on when boxed in: the claim lies on the
    map in one piece more than there are jumps.
    """

    die: str
    shown: int
    landed: Hex
    hexes: tuple[Hex, ...] = ()
    jumps: tuple[Hex, ...] = ()

    @property
    def start(self) -> Hex | None:
        """The start hex; ``None`` where nothing was free."""
        return self.hexes[0] if self.hexes else None

    @property
    def short(self) -> int:
        """How many hexes it lacks of the number shown, as no more were free."""
        return self.shown - len(self.hexes)


@dataclass(frozen=True, slots=True)
class Ground:
    """The map that dice are dropped on: all its hexes, and those that are still free."""

    radius: int
    hexes: tuple[Hex, ...]
    free: frozenset[Hex]

    def name(self, place: Hex) -> str:
        """What a hex of this map is called."""
        return label(place, self.radius)

    def without(self, taken: Collection[Hex]) -> Ground:
        """The same map with those hexes taken."""
        return Ground(self.radius, self.hexes, self.free.difference(taken))


def claim(die: str, ground: Ground, throws: Throws, rule: str) -> tuple[Claim, Trace]:
    """Drop a die onto the map and claim as many hexes as it shows, by the rule of that id.

    At the table a die that misses the map is rolled again; here each hex is as likely. Where none
    is free, nothing is claimed and the trace says so.
    """
    landed = throws.one_of(ground.hexes, "drop")
    rolled = throws.dice(die, "size")
    lines = [
        Line(
            f"The {die} is dropped onto the map and lands on {ground.name(landed)}",
            rule,
            throws.key("drop"),
        ),
        Line(f"It shows {fell(rolled)}", rule, throws.key("size")),
    ]
    if not ground.free:
        lines.append(Line("The map has no free hex left: nothing is claimed", rule))
        return Claim(die, rolled.total, landed), tuple(lines)
    start = landed
    if landed not in ground.free:
        options = closest(landed, ground.free)
        start = throws.one_of(options, "moved")
        text = "That hex is taken: it starts at the nearest free one"
        key = throws.choice_key(options, "moved")
        lines.append(Line(f"{text}, {ground.name(start)}{_ties(options)}", rule, key))
    hexes, jumps, steps = spread(start, rolled.total, ground, throws.within("spread"))
    lines += steps
    if len(hexes) < rolled.total:
        lines.append(Line(f"Only {len(hexes)} of {rolled.total} hexes were free", SPREADING))
    return Claim(die, rolled.total, landed, hexes, jumps), tuple(lines)


def closest(to: Hex, free: Collection[Hex]) -> tuple[Hex, ...]:
    """The free hexes nearest to another: more than one where they tie, none where none is free."""
    least = min((distance(to, place) for place in free), default=0)
    return tuple(sorted((h for h in free if distance(to, h) == least), key=reading_order))


def spread(
    start: Hex, wanted: int, ground: Ground, throws: Throws
) -> tuple[tuple[Hex, ...], tuple[Hex, ...], Trace]:
    """Spread outward from a free hex over at most ``wanted`` free hexes.

    Returns the hexes in the order taken (the start first), those among them from which it went on
    when boxed in, and the trace. The throw for the second hex has the key ``…/2``, and so on.
    ``ValueError`` where the start is not free or fewer than one hex is wanted.
    """
    if start not in ground.free or wanted < 1:
        raise ValueError(f"expected a free start and 1 hex or more, came {start} and {wanted}")
    taken, jumps, lines = [start], list[Hex](), list[Line]()
    while len(taken) < wanted and (free := ground.free.difference(taken)):
        edge = touching(taken, free)
        options = edge or closest(start, free)
        name = str(len(taken) + 1)
        place = throws.one_of(options, name)
        if not edge:
            jumps.append(place)
        taken.append(place)
        how = "It spreads to" if edge else "Boxed in, it goes on from the nearest free hex,"
        text = f"{how} {ground.name(place)}{_ties(options)}"
        lines.append(Line(text, SPREADING, throws.choice_key(options, name)))
    return tuple(taken), tuple(jumps), tuple(lines)


def _ties(options: Sequence[Hex]) -> str:
    """How many hexes chance chose from, in words; nothing where there was one."""
    return f", one of {len(options)} in reach" if len(options) > 1 else ""

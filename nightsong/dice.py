"""Dice and their notation.

A *die* is one thing to read a number from: D6, D66 (two six-siders, tens and units), D% (a
ten-sider read 10, 20 … 100). *Dice* are several. A *formula* is what notation spells out:
``3d6``, ``2d20kh1``, ``1d66``, ``3d6 x 10``, ``d8 + 2``. Throwing a formula needs chance
(``nightsong.chance``); this module only knows what the faces mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

MOST_DICE = 100
MOST_SIDES = 1000
LONGEST_NOTATION = 60
MOST_OUTCOMES = 100_000


class DiceError(ValueError):
    """Notation that can't be read; the message says where, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die. ``physical`` holds the sides of the real dice that show its value."""

    name: str
    physical: tuple[int, ...]

    def value(self, faces: Sequence[int]) -> int:
        """What the faces mean: their digits for D66, tens for D%, the face itself otherwise."""
        if self.name == "D66":
            return faces[0] * 10 + faces[1]
        if self.name == "D%":
            return faces[0] * 10
        return faces[0]

    def values(self) -> tuple[int, ...]:
        """Every value the die can show, lowest first; all are equally likely."""
        return tuple(
            self.value(faces) for faces in product(*(range(1, s + 1) for s in self.physical))
        )


def die(name: str) -> Die:
    """The die of that name: ``D6``, ``D66``, ``D%``; ``DiceError`` for any other text."""
    sides = name.upper().removeprefix("D")
    if sides == "66":
        return Die("D66", (6, 6))
    if sides == "%":
        return Die("D%", (10,))
    if not sides.isascii() or not sides.isdigit() or not 2 <= int(sides) <= MOST_SIDES:
        raise DiceError(f"expected a die of 2 to {MOST_SIDES} sides, D66 or D%, came “{name}”")
    return Die(f"D{int(sides)}", (int(sides),))


class Keep(NamedTuple):
    """Which dice of a group count: that number of the highest or lowest."""

    highest: bool
    number: int


@dataclass(frozen=True, slots=True)
class Group:
    """Some dice of one kind, as ``2D20kh1`` in a formula."""

    count: int
    die: Die
    keep: Keep | None = None

    def __str__(self) -> str:
        kept = (
            "" if self.keep is None else f"k{'h' if self.keep.highest else 'l'}{self.keep.number}"
        )
        return f"{self.count}{self.die.name}{kept}"

    def kept(self, values: Sequence[int]) -> tuple[int, ...]:
        """The positions of the values that count, in the order thrown."""
        if self.keep is None:
            return tuple(range(len(values)))
        order = sorted(range(len(values)), key=lambda i: values[i], reverse=self.keep.highest)
        return tuple(sorted(order[: self.keep.number]))


@dataclass(frozen=True, slots=True)
class Term:
    """A product in a formula's sum: ``sign`` × ``factor`` × its group's total, or 1 without."""

    sign: int
    factor: int
    group: Group | None = None

    def __str__(self) -> str:
        if self.group is None:
            return str(self.factor)
        return str(self.group) if self.factor == 1 else f"{self.group} × {self.factor}"


class Thrown(NamedTuple):
    """One group as it fell: values of its dice, positions kept."""

    group: Group
    faces: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    kept: tuple[int, ...]


class Rolled(NamedTuple):
    """A formula as it fell: the total and each group's dice."""

    total: int
    groups: tuple[Thrown, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all real dice, in the order thrown."""
        return tuple(f for group in self.groups for die_faces in group.faces for f in die_faces)


@dataclass(frozen=True, slots=True)
class Formula:
    """A sum of terms, such as ``3D6 × 10`` or ``1D8 + 2``."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        first, *rest = self.terms
        text = f"−{first}" if first.sign < 0 else str(first)
        return text + "".join(f" {'+' if t.sign > 0 else '−'} {t}" for t in rest)

    @property
    def physical(self) -> tuple[int, ...]:
        """The sides of every real die to throw, in order."""
        return tuple(
            sides
            for term in self.terms
            if term.group
            for _ in range(term.group.count)
            for sides in term.group.die.physical
        )

    def read(self, faces: Sequence[int]) -> Rolled:
        """What the faces of the real dice make; ``DiceError`` where the dice can't show them."""
        wanted = self.physical
        if len(faces) != len(wanted):
            raise DiceError(f"expected {len(wanted)} dice for {self}, came {len(faces)}")
        for face, sides in zip(faces, wanted, strict=True):
            if not 1 <= face <= sides:
                raise DiceError(f"expected 1 to {sides} on a D{sides}, came {face}")
        rest = list(faces)
        groups: list[Thrown] = []
        total = 0
        for term in self.terms:
            amount = 1
            if term.group is not None:
                thrown = _read_group(term.group, rest)
                groups.append(thrown)
                amount = sum(thrown.values[i] for i in thrown.kept)
            total += term.sign * term.factor * amount
        return Rolled(total, tuple(groups))

    def totals(self) -> dict[int, Fraction]:
        """Every total and its exact chance, lowest first.

        Counts every fall of the dice; ``DiceError`` past 100,000 of them.
        """
        sides = self.physical
        if prod(sides) > MOST_OUTCOMES:
            raise DiceError(f"{self} has too many outcomes to list")
        found: dict[int, int] = {}
        for faces in product(*(range(1, s + 1) for s in sides)):
            total = self.read(faces).total
            found[total] = found.get(total, 0) + 1
        return {total: Fraction(found[total], prod(sides)) for total in sorted(found)}


def _read_group(group: Group, rest: list[int]) -> Thrown:
    """Take the group's faces off the front of ``rest``."""
    faces: list[tuple[int, ...]] = []
    for _ in range(group.count):
        width = len(group.die.physical)
        faces.append(tuple(rest[:width]))
        del rest[:width]
    values = tuple(group.die.value(f) for f in faces)
    return Thrown(group, tuple(faces), values, group.kept(values))


_TOKEN = re.compile(
    r"\s*(?:(?P<dice>(?P<count>\d*)[dD](?P<sides>\d+|%)(?:(?P<keep>[kKdD][hHlL])(?P<kept>\d*))?)"
    r"|(?P<number>\d+)|(?P<sign>[+\-−–])|(?P<times>[xX×*]))",
    re.ASCII,
)


@lru_cache(maxsize=1024)
def parse(notation: str) -> Formula:
    """Read dice notation into a formula.

    >>> str(parse("3d6x10")), parse("2d20kh1").read((4, 17)).total
    ('3D6 × 10', 17)

    Sums of dice and numbers, ``x`` to multiply, ``kh``/``kl`` to keep and ``dh``/``dl`` to drop
    the highest or lowest. Raises ``DiceError``.
    """
    text = notation.strip()
    if not text:
        raise DiceError("expected dice such as 2d6, came nothing")
    if len(text) > LONGEST_NOTATION:
        raise DiceError(f"expected at most {LONGEST_NOTATION} characters of dice, came {len(text)}")
    terms: list[Term] = []
    position, sign = 0, 1
    position, sign = _sign(text, position, first=True)
    while True:
        position, term = _product(text, position, sign)
        terms.append(term)
        if not text[position:].strip():
            break
        position, sign = _sign(text, position, first=False)
    if sum(term.group.count for term in terms if term.group) > MOST_DICE:
        raise DiceError(f"expected at most {MOST_DICE} dice, came more in “{text}”")
    return Formula(tuple(terms))


def _expected(what: str, text: str, position: int) -> DiceError:
    came = text[position:].strip()
    return DiceError(
        f"expected {what} at character {position + 1} of “{text}”, came "
        + (f"“{came}”" if came else "the end")
    )


def _sign(text: str, position: int, *, first: bool) -> tuple[int, int]:
    match = _TOKEN.match(text, position)
    if match and match["sign"]:
        return match.end(), 1 if match["sign"] == "+" else -1
    if first:
        return position, 1
    raise _expected("+ or −", text, position)


def _product(text: str, position: int, sign: int) -> tuple[int, Term]:
    factor, group = 1, None
    while True:
        match = _TOKEN.match(text, position)
        if not match or not (match["dice"] or match["number"]):
            raise _expected("dice such as 2d6 or a number", text, position)
        if match["number"]:
            factor *= _small(match["number"], text)
        elif group is None:
            group = _group(match, text)
        else:
            raise _expected("a number (dice are not multiplied with dice)", text, position)
        position = match.end()
        match = _TOKEN.match(text, position)
        if not match or not match["times"]:
            return position, Term(sign, factor, group)
        position = match.end()


def _small(digits: str, text: str) -> int:
    if len(digits) > 6:
        raise DiceError(f"expected a number of at most six digits in “{text}”, came {digits[:12]}")
    return int(digits)


def _group(match: re.Match[str], text: str) -> Group:
    count = _small(match["count"] or "1", text)
    if not 1 <= count <= MOST_DICE:
        raise DiceError(f"expected 1 to {MOST_DICE} dice in “{text}”, came {count}")
    return Group(count, die(f"D{match['sides']}"), _keep(match, count, text))


def _keep(match: re.Match[str], count: int, text: str) -> Keep | None:
    if not match["keep"]:
        return None
    how, which = tuple(match["keep"].lower())
    number = _small(match["kept"] or "1", text)
    most = count if how == "k" else count - 1
    if not 1 <= number <= most:
        raise DiceError(
            f"expected to keep or drop 1 to {most} of {count} dice in “{text}”, came {number}"
        )
    # Dropping the lowest is keeping the highest of the rest.
    return Keep(which == "h", number) if how == "k" else Keep(which == "l", count - number)

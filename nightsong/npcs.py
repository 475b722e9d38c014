"""NPCs and creatures as the rules see them (rule ``conversions/nightsong-npcs``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.dice import parse
from nightsong.model import Source


@dataclass(frozen=True, slots=True)
class Attack:
    """What an NPC deals Damage with.

    ``dice`` holds a roll of Damage each, in notation that ``nightsong.dice.parse`` reads: mostly a
    die (``D6``), for converted NPCs also dice added together (``2D4``) or a bonus (``D6 + 1``).
    Several are all rolled and the highest kept (rule ``combat/other-situations/multiple-attacks``).
    A ``blast`` strikes everyone in its radius (rule ``combat/other-situations/blast-damage``).
    Raises ``DiceError`` for notation that can't be read and ``ValueError`` without dice.
    """

    name: str
    dice: tuple[str, ...]
    blast: bool = False

    def __post_init__(self) -> None:
        if not self.dice:
            raise ValueError(f"expected dice for the attack “{self.name}”, came none")
        for notation in self.dice:
            parse(notation)

    def __str__(self) -> str:
        dice = " + ".join(map(_enclosed if self._several else str, self.dice))
        return f"{self.name} {dice}{' Blast' * self.blast}"

    @property
    def _several(self) -> bool:
        return len(self.dice) > 1


def _enclosed(notation: str) -> str:
    """A sum in brackets, where a plus sign before or after it means something else."""
    return f"({notation})" if " " in notation else notation


@dataclass(frozen=True, slots=True)
class Npc:
    """An NPC or creature, unhurt.

    ``hp`` is in Hit Points and above 0; ``resolve`` in percent, the highest D% on which the NPC
    holds; ``armor`` and ``shield`` are the names of their dice, ``None`` without. An NPC without
    attacks fights unarmed (rule ``combat/other-situations/unarmed-combat``). A ``force`` ignores
    what individuals do to it (rule ``adventuring/npcs-and-creatures/forces``).
    """

    name: str
    hp: int
    resolve: int
    drive: str = ""
    attacks: tuple[Attack, ...] = ()
    armor: str | None = None
    shield: str | None = None
    specials: tuple[str, ...] = ()
    force: bool = False


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature of the book: an NPC with an id, and the words that introduce it.

    ``kind`` is the title of the section that lists it. Each of the NPC's specials is its name, a
    colon and what it does.
    """

    id: str
    kind: str
    text: str
    npc: Npc
    source: Source
    supplement: bool = False


def npc_lines(npc: Npc) -> tuple[str, ...]:
    """The NPC as the book would print it: the name, then a line for each thing that it has."""
    lines = [npc.name]
    if npc.drive:
        lines.append(f"Drive: {npc.drive}")
    lines.append(f"{npc.hp} HP, Resolve {npc.resolve}%{', a Force' * npc.force}")
    if npc.attacks:
        lines.append("Attacks: " + ", ".join(map(str, npc.attacks)))
    worn = [f"{word} {die}" for word, die in (("Armor", npc.armor), ("Shield", npc.shield)) if die]
    if worn:
        lines.append(", ".join(worn))
    lines += [f"Special: {special}" for special in npc.specials]
    return tuple(lines)

"""The creatures of the book: what must hold of them, and how one is found and shown.

The laws are those of ``adventuring/npcs-and-creatures``. They hold for YAML and for a bundle alike;
each broken one is a flaw, as with tables (``nightsong.invariants``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nightsong.codec import encode
from nightsong.dice import DiceError, parse
from nightsong.invariants import Flaw, Path
from nightsong.npcs import Creature

ALL = 100  # percent


class AttackValues(Protocol):
    """An attack's name, and its dice in notation that may not be sound yet."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def dice(self) -> tuple[str, ...]:
        """A die for each blow."""


class Values(Protocol):
    """A creature's values as an author or a bundle gives them, sound or not."""

    @property
    def hp(self) -> int:
        """Hit Points."""

    @property
    def resolve(self) -> int:
        """Resolve in percent."""

    @property
    def attacks(self) -> Sequence[AttackValues]:
        """What it attacks with."""

    @property
    def armor(self) -> str | None:
        """The die of its Armor."""

    @property
    def shield(self) -> str | None:
        """The die of its Shield."""


class CreatureError(ValueError):
    """A creature that the book doesn't have; the message is one line."""


@dataclass(frozen=True, slots=True)
class CreatureRules:
    """The bounds of values: dice of Armor, most HP, and the step of Resolve in percent."""

    dice: tuple[str, ...]
    hp_limit: int
    step: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> CreatureRules:
        """From the ruleset's numbers; a spent Step Die protects nobody."""
        ladder, spent = numbers["step_die"]["ladder"], numbers["step_die"]["spent"]
        dice = tuple(die for die in ladder if die != spent)
        return cls(dice, numbers["npcs"]["hp"]["limit"], numbers["fate"]["step"])


def creature_flaws(values: Values, rules: CreatureRules) -> Iterator[Flaw]:
    """Every flaw of a creature by itself; paths begin at its values."""
    if not 1 <= values.hp <= rules.hp_limit:
        tip = "Nothing is tougher; what is as large as that can be a Force."
        expected = f"1 to {rules.hp_limit} HP"
        yield Flaw("creature.hp", ("hp",), expected, str(values.hp), tip)
    if not rules.step <= values.resolve <= ALL or values.resolve % rules.step:
        expected = f"Resolve from {rules.step} to {ALL} in steps of {rules.step}"
        tip = "The Die of Fate shows no other results."
        yield Flaw("creature.resolve", ("resolve",), expected, str(values.resolve), tip)
    for field, name in (("armor", values.armor), ("shield", values.shield)):
        if name is not None and name not in rules.dice:
            expected = f"one of {', '.join(rules.dice)}"
            tip = "Leave it out where there is none."
            yield Flaw(f"creature.{field}", (field,), expected, f"“{name}”", tip)
    for index, attack in enumerate(values.attacks):
        yield from _dice_flaws(attack, index)


def _dice_flaws(attack: AttackValues, index: int) -> Iterator[Flaw]:
    tip = "A list has a die for each blow, of which the highest counts."
    if not attack.dice:
        yield Flaw(
            "creature.dice", ("attacks", index, "dice"), f"dice for {attack.name}", "none", tip
        )
    for number, notation in enumerate(attack.dice):
        try:
            parse(notation)
        except DiceError:
            path: Path = ("attacks", index, "dice", number)
            yield Flaw("creature.dice", path, "a die such as D6", f"“{notation}”", tip)


def bestiary_flaws(creatures: Sequence[Creature], numbers: Mapping[str, Any]) -> Iterator[Flaw]:
    """Every flaw of a bundle's creatures; paths begin with a creature's position."""
    if not creatures:
        return
    try:
        rules = CreatureRules.of(numbers)
    except (KeyError, TypeError):
        yield Flaw("creature.bounds", (0,), "bounds among the numbers", "none", "")
        return
    names: set[str] = set()
    for index, creature in enumerate(creatures):
        for flaw in creature_flaws(creature.npc, rules):
            yield flaw._replace(path=(index, *flaw.path))
        name = creature.npc.name
        if name.casefold() in names:
            yield Flaw("creature.name", (index, "name"), "a name of its own", f"“{name}” again", "")
        names.add(name.casefold())


def find_creature(creatures: Sequence[Creature], wanted: str) -> Creature:
    """The creature of that id, or of that name in any case, or of the last part of the id.

    Raises ``CreatureError``, which names the nearest.
    """
    known = {key: creature for creature in creatures for key in _keys(creature)}
    key = wanted.strip().casefold()
    if key in known:
        return known[key]
    import difflib  # only a slip needs it

    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    tip = f"; did you mean {known[near[0]].npc.name}?" if near else ""
    raise CreatureError(f"expected a creature’s id or name, came “{wanted}”{tip}")


def creature_report(creature: Creature) -> dict[str, Any]:
    """A creature as plain JSON data, every value by its name. The shape is public."""
    npc = creature.npc
    specials = (special.partition(": ") for special in npc.specials)
    return {
        "id": creature.id,
        "name": npc.name,
        "kind": creature.kind,
        "text": creature.text,
        "drive": npc.drive,
        "hp": npc.hp,
        "attacks": [
            {"name": attack.name, "dice": list(attack.dice), "blast": attack.blast}
            for attack in npc.attacks
        ],
        "armor": npc.armor,
        "shield": npc.shield,
        "resolve": npc.resolve,
        "force": npc.force,
        "specials": [{"name": name, "text": text} for name, _, text in specials],
        "source": encode(creature.source),
        "supplement": creature.supplement,
    }


def _keys(creature: Creature) -> tuple[str, ...]:
    return (creature.id, creature.id.rpartition("/")[2], creature.npc.name.casefold())

"""Every number of ``content/numbers.yml`` matters: change it, and words and play change with it.

Each value is changed to another of its form. The prose that names it must then read otherwise,
and some procedure must give something else with the same dice, or refuse in one clear line.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

import pytest

from generator.load.manuscript import load
from generator.model.authored import ExampleForm
from generator.model.manuscript import Manuscript, all_prose, placed_sections
from generator.model.numbers import FilterError, Value, leaves, number, show
from generator.model.prose import fill, number_uses
from generator.project import HERE
from nightsong.bestiary import bestiary_flaws
from nightsong.bundle import BundleError, Ruleset, dump_ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.examples import Given
from nightsong.fate import QUESTIONS
from nightsong.procedures import ProcedureError, play

LOADING = "loading"  # not a procedure: what is refused before anything is played
SEEDS = ("1", "2", "3")
DICE = ("D4", "D6", "D8", "D10", "D12")

EXAMPLES = ("herbs", "arrows", "rations", "pursuer", "faction_goal")

# Numbers that only words use, and why no die ever falls by them.
_FICTION = "how long it lasts in the story; the rules count it, whole"
_EXAMPLE = "a die or a count of an example in words"
_BOUND = "a bound or a choice named for the Referee; whoever asks hands in the value"
_FOLLOWS = "it follows from another number, and words alone say it"
_TABLE = "the tables have their own dice, which are the ones rolled"
WORDS_ONLY: Mapping[str, str] = {
    **dict.fromkeys(("time.round_minutes", "time.turn_minutes", "time.watch_hours"), _FICTION),
    **dict.fromkeys((f"step_die.examples.{name}" for name in EXAMPLES), _EXAMPLE),
    **dict.fromkeys(("resolve.odd.whole", "resolve.odd.lost"), _EXAMPLE),
    **dict.fromkeys((f"remedies.{grade}" for grade in ("common", "crafted", "rare")), _BOUND),
    "gear.shield_most": _BOUND,
    **dict.fromkeys((f"npcs.hp.{band}" for band in ("most", "tough", "colossal")), _BOUND),
    **dict.fromkeys((f"npcs.damage.{b}" for b in ("weak", "light", "medium", "heavy")), _BOUND),
    **dict.fromkeys(("npcs.armor.some", "npcs.armor.hardy"), _BOUND),
    "conversions.save_dr": _BOUND,
    **dict.fromkeys(("nuanced.failure", "fate.even_no", "fate.results"), _FOLLOWS),
    **dict.fromkeys(("land.across", "land.hexes"), _FOLLOWS),
    **dict.fromkeys(("backgrounds.die", "land.type_die"), _TABLE),
}


@dataclass(frozen=True, slots=True)
class Try:
    """A procedure with what goes in; without dice of its own, all fall by the seed."""

    name: str
    using: Mapping[str, Any]
    seed: str
    dice: Mapping[str, tuple[int, ...]]

    def outcome(self, ruleset: Ruleset) -> str:
        """What comes of it, as text; or how it is refused, which must be one clear line."""
        if self.name == LOADING:
            return _loaded(ruleset)
        chance = Given(self.seed, real=self.dice) if self.dice else Chance(self.seed)
        try:
            played = play(ruleset, self.name, self.using, chance)
        except ProcedureError as error:
            return _refusal(str(error))
        result = json.dumps(played.result, sort_keys=True, ensure_ascii=False)
        return "\n".join([result, *(line.text for line in played.trace)])


def _loaded(ruleset: Ruleset) -> str:
    """Whether a bundle's laws hold, as far as they know numbers: creatures are within bounds."""
    for flaw in bestiary_flaws(ruleset.creatures, ruleset.numbers):
        return _refusal(f"expected {flaw.expected}, came {flaw.came}")
    return "loaded"


def _refusal(said: str) -> str:
    """How something is refused, which must be one clear line."""
    assert "expected" in said, said
    assert "\n" not in said, said
    return f"refused: {said}"


class Watched(Mapping[str, Any]):
    """Numbers that note which of them were read."""

    def __init__(self, data: Mapping[str, Any], read: set[str], path: str = "") -> None:
        self._data, self._read, self._path = data, read, path

    def __getitem__(self, key: str) -> Any:
        value = self._data[key]
        if isinstance(value, Mapping):
            return Watched(value, self._read, f"{self._path}{key}.")
        self._read.add(f"{self._path}{key}")
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


@dataclass(frozen=True, slots=True)
class Played:
    """A try with the numbers as they are: what came of it, what it read, and how long it took."""

    tried: Try
    outcome: str
    read: frozenset[str]
    seconds: float


@pytest.fixture(scope="module")
def manuscript() -> Manuscript:
    """The manuscript itself."""
    return load(HERE.root, HERE.workshop / "cache" / "documents")[0]


@pytest.fixture(scope="module")
def numbers(manuscript: Manuscript) -> Mapping[str, Value]:
    """Every number by its name."""
    assert manuscript.numbers
    found = (number(path, data) for path, data in leaves(manuscript.numbers.data))
    return {n.name: n.value for n in found}


@pytest.fixture(scope="module")
def played(manuscript: Manuscript, ruleset: Ruleset) -> tuple[Played, ...]:
    """Everything tried with the numbers as they are, the quickest first."""
    done = [_played(tried, ruleset) for tried in dict.fromkeys(map(_hashable, _tries(manuscript)))]
    return tuple(sorted(done, key=lambda one: one.seconds))


def _hashable(tried: Try) -> Any:
    return json.dumps([tried.name, tried.using, tried.seed, tried.dice], sort_keys=True)


def _played(written: str, ruleset: Ruleset) -> Played:
    name, using, seed, dice = json.loads(written)
    tried = Try(name, using, seed, {key: tuple(faces) for key, faces in dice.items()})
    read: set[str] = set()
    began = time.perf_counter()
    outcome = tried.outcome(replace(ruleset, numbers=Watched(ruleset.numbers, read)))
    return Played(tried, outcome, frozenset(read), time.perf_counter() - began)


# What is tried: the book's own examples, with their dice and by seeds, and more where they leave
# something out.


def _tries(manuscript: Manuscript) -> Iterator[Try]:
    yield Try(LOADING, {}, SEEDS[0], {})
    for form in _examples(manuscript):
        using = dict(form.using)
        yield Try(form.play, using, form.seed or SEEDS[0], form.dice)
        for seed in SEEDS:
            yield Try(form.play, using, seed, {})
    for question, kind in QUESTIONS.items():
        for situation in kind.situations:
            using = {"question": question, "situation": situation}
            yield from (Try("fate", using, seed, {}) for seed in SEEDS)
    for name, using in (*CHECKS, *CHARACTERS, *ADVENTURES, *SIEGES):
        yield from (Try(name, using, seed, {}) for seed in SEEDS)
    for name, using in (*CONVERSIONS, *ODDS, *REFUSED):
        yield Try(name, using, SEEDS[0], {})


def _examples(manuscript: Manuscript) -> Iterator[ExampleForm]:
    for chapter_id, chapter in manuscript.chapters.items():
        for placed in placed_sections(chapter_id, chapter):
            yield from placed.form.examples


def _sheet(**changed: Any) -> dict[str, Any]:
    """A character who is hurt and burdened, and carries one thing of each kind."""
    sheet = {
        "name": "Uma",
        "abilities": {"strength": 1, "dexterity": 2, "presence": 2, "constitution": 0},
        "highest": "dexterity",
        "backgrounds": [],
        "hp": 1,
        "max_hp": 9,
        "focus": 2,
        "coins": 0,
        "carried": [
            {"item": {"name": "Old Light", "kind": "spell-shard"}, "die": "D4"},
            {"item": {"name": "salve", "uses": "D6"}, "die": "D6", "remedy": True},
            {"item": {"name": "ladder", "bulky": True}},
            {"item": {"name": "ring", "petty": True}},
            {"item": {"name": "shovel"}},
        ],
        "conditions": [{"name": "fatigued", "slots": 1}],
    }
    return sheet | changed


def _with(**scores: int) -> dict[str, Any]:
    return _sheet(abilities={**_sheet()["abilities"], **scores})


ABILITIES = ("strength", "dexterity", "presence", "constitution")
FAVORS = ("advantage", "disadvantage")
CHECKS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("check", {"ability": 1, "dr": dr}) for dr in ("routine", "easy", "difficult", "extreme")),
    ("check", {"ability": 0}),
    *(("nuanced-check", {"ability": 1, "favor": favor}) for favor in FAVORS),
    *(("attack", {"dice": ["D6"], "favor": favor}) for favor in FAVORS),
    *(("feat", {"harm": harm}) for harm in ("limited", "serious", "devastating")),
    *(("step-die", {"die": die}) for die in DICE),
)
CHARACTERS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("character", {"method": method}) for method in ("array", "rolled")),
    *(("abilities", {"method": method}) for method in ("array", "rolled")),
    ("odds-abilities", {}),
    *(("character", {"order": [*ABILITIES[n:], *ABILITIES[:n]]}) for n in range(4)),
    ("advancement", {"character": _with(strength=6, dexterity=5)}),
    ("advancement", {"character": _sheet()}),
    *((name, {"character": _sheet()}) for name in ("slots", "short-rest", "full-rest")),
    ("long-rest", {"character": _sheet()}),
    ("dying", {"character": _sheet(hp=0)}),
    ("long-rest", {"character": _with(presence=-1)}),
    ("remedy", {"healer": _sheet(), "position": 1}),
    *(("refresh-focus", {"character": _with(dexterity=score)}) for score in (-1, 2, 5)),
    ("spend-focus", {"character": _sheet(), "ability": "strength"}),
    *(("take-damage", {"character": _sheet(), "damage": damage}) for damage in (0, 1, 2)),
    ("condition", {"character": _sheet(), "name": "poisoned"}),
    ("cast", {"character": _sheet(), "position": 0}),
)
HUNGRY = _sheet(
    name="Bram",
    carried=[
        {"item": {"name": "pack rations", "uses": "D6", "petty": True}, "die": "D6"},
        {"item": {"name": "bundle of torches", "uses": "D6"}, "die": "D6"},
        {"item": {"name": "oil", "uses": "D6"}, "die": "D6"},
    ],
)
GUARDS = {"name": "Guards", "hp": 5, "attacks": [{"name": "spear", "dice": ["D8"]}], "resolve": 50}
SERVING = {"npc": GUARDS, "hp": 5, "resolve": 50, "number": 4, "force": True}
ADVENTURES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("travel", {"carriage": carriage}) for carriage in ("foot", "horse", "ship")),
    *(("travel", way) for way in ({"path": True}, {"terrain": "difficult"}, {"bad_weather": True})),
    ("foraging", {"party": [HUNGRY | {"carried": [HUNGRY["carried"][0] | {"die": "D4"}]}]}),
    ("rations", {"party": [HUNGRY]}),
    ("watch", {"state": {"watch": 3, "party": [HUNGRY]}, "plan": {"press_on": True}}),
    ("watch", {"state": {"watch": 2, "party": [HUNGRY]}, "plan": {"rest": True}}),
    *(("light", {"source": source, "fuel": "D6"}) for source in ("torch", "lantern")),
    *(("turn", {"state": {"party": [HUNGRY]}, "plan": {"light": s}}) for s in ("torch", "lantern")),
    ("turn", {"state": {"party": [HUNGRY]}, "plan": {"actions": ["dig"]}}),
    ("looming", {"name": "the flood"}),
    *(("resolve", {"resolve": "average", "lost": lost, "whole": 6}) for lost in (2, 3)),
    ("recruit", {"npc": GUARDS, "number": 5}),
    ("recruit-needs", {"recruits": SERVING, "lacking": ["food"]}),
    ("recruit-needs", {"recruits": SERVING | {"resolve": 30}}),
    ("fight", {"foes": [{"npc": GUARDS, "number": 3}], "made": 2}),
    ("fight-start", {"foes": [{"npc": GUARDS}], "made": 1}),
)
REFUSED: tuple[tuple[str, Mapping[str, Any]], ...] = (  # as the numbers are
    ("turn", {"state": {"party": [HUNGRY]}, "plan": {"actions": ["dig", "listen"]}}),
    (
        "ordnance",
        {"size": "small", "targets": [{"name": "hut", "kind": "light structure", "hp": 2}] * 2},
    ),
)
SIZES = ("small", "medium", "large")
WALLS = tuple({"name": "wall", "kind": "fortification", "size": size} for size in SIZES)
SHIPS = tuple({"name": "ship", "kind": "mount or flyer", "size": size} for size in SIZES)
SHED = {"name": "shed", "kind": "light structure", "hp": 6}
BLOW = {"name": "blow", "dice": ["D10"]}
SIEGES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("structure", {"structure": one}) for one in (*WALLS, *SHIPS, SHED)),
    *(("repair", {"structure": one | {"hp": 1}, "days": 2}) for one in (*WALLS, *SHIPS)),
    *(
        ("structure-damage", {"structure": one, "attack": BLOW, "means": "fire"})
        for one in (SHED, SHED | {"hp": 1}, WALLS[0])
    ),
    ("collision", {"first": SHIPS[1], "second": SHIPS[1]}),
    ("collision", {"first": SHIPS[2], "second": SHIPS[0], "larger": "first"}),
    *(("ordnance", {"size": size, "targets": [WALLS[2]]}) for size in SIZES),
    *(("ordnance", {"size": size, "targets": list(WALLS)}) for size in SIZES[1:]),
)
ODD = (
    "Rat, AC 7 [12], HD 9, Att 1 × bite (1d6), ML never",
    "Rat, AC [12], HD 1, Att 1 × bite (1d6), ML 7, shield",
)
MORALE = (f"Rat, HP 3, Morale {morale}, bite D2" for morale in range(2, 13))
TIERS = (
    f"Rat, HP 3, Morale 6, bite D6, {armor} armor" for armor in ("tier 1", "tier 2", "-D2", "-D4")
)
WILL = (
    f"Rat, 3 HP, {armor} Armor, {will} WIL, bite (d6)"
    for armor in (1, 2, 3)
    for will in range(3, 19)
)
POINTS = (f"Rat, HD 1, AC {ac}, bite (d6), morale 7" for ac in range(10, 16))
FALLING = (f"Rat, AC {ac}, HD 1, Att 1 × bite (1d6), ML 7" for ac in range(2, 10))
RISING = (f"Rat, AC [{ac}], HD 1, Att 1 × bite (1d6), ML 7" for ac in range(10, 18))
CHAPEL = (f"Rat: Atk bite +2 melee (1d6); AC {ac}; HD 1d8" for ac in range(10, 18))
CONVERSIONS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("convert", {"game": "mork-borg", "text": text}) for text in (*MORALE, *TIERS)),
    *(("convert", {"game": "cairn", "text": text}) for text in WILL),
    *(("convert", {"game": "ose", "text": text}) for text in ODD),
    *(("convert", {"game": "knave", "text": text}) for text in POINTS),
    *(("convert", {"game": "ose", "text": text}) for text in (*FALLING, *RISING)),
    *(("convert", {"game": "dcc", "text": text}) for text in CHAPEL),
    *(
        (
            "convert",
            {
                "game": "dcc",
                "text": "Rat: Atk bite +2 melee (1d6); AC 10; HD 1d8",
                "temperament": temper,
            },
        )
        for temper in ("cowardly", "average", "steadfast", "fearless")
    ),
)
ODDS: tuple[tuple[str, Mapping[str, Any]], ...] = (("odds-book", {"parts": ["damage"]}),)


# How a value is changed


def _others(value: Value) -> Iterator[Value]:
    """Other values of the same form, the likeliest first."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in _others(inner))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value * 2, value + 10)
    elif match := re.fullmatch(r"(\d*)D(\d+|%)", value):
        count, die = match[1], f"D{match[2]}"
        yield from (f"{count}{other}" for other in DICE if other != die)
        if count:
            yield f"{int(count) + 1}{die}"
    elif match := re.fullmatch(r"(\d+)-(\d+)", value):
        low, high = int(match[1]), int(match[2])
        yield from (f"{low}-{high - 1}", f"{low + 1}-{high}", f"{low}-{high + 1}")
    elif match := re.fullmatch(r"(\d+)(\+?)", value):
        yield from (f"{int(match[1]) + 1}{match[2]}", f"{int(match[1]) - 1}{match[2]}")
    elif "/" in value:
        yield from ("1/3", "1/4")
    else:
        yield "odds and ends"


def _changed(data: Mapping[str, Any], path: list[str], value: Value) -> dict[str, Any]:
    """The numbers with one of them changed."""
    name, *rest = path
    return {**data, name: _changed(data[name], rest, value) if rest else value}


def _prose_changes(
    name: str, value: Value, numbers: Mapping[str, Value], texts: tuple[str, ...]
) -> bool:
    """Whether what is printed of the number reads otherwise; not where a filter can't show it."""
    changed = {**numbers, name: value}

    def shown(values: Mapping[str, Value], used: str, how: str | None) -> str:
        return show(values[used], how)

    try:
        return any(
            fill(text, partial(shown, changed)) != fill(text, partial(shown, numbers))
            for text in texts
        )
    except FilterError:
        return False


def _play_changes(name: str, value: Value, ruleset: Ruleset, played: tuple[Played, ...]) -> bool:
    """Whether anything that reads the number comes out otherwise, or is refused."""
    overlay = replace(ruleset, numbers=_changed(ruleset.numbers, name.split("."), value))
    return any(one.tried.outcome(overlay) != one.outcome for one in played if name in one.read)


def test_what_is_tried_can_be_played(played: tuple[Played, ...]) -> None:
    """With the numbers as they are, nothing is refused but what goes past a limit."""
    refused = [one.tried.name for one in played if one.outcome.startswith("refused")]
    assert sorted(refused) == sorted(name for name, _ in REFUSED)


def test_every_number_is_printed_as_it_is(
    manuscript: Manuscript, numbers: Mapping[str, Value]
) -> None:
    """With any number changed, the prose that names it reads otherwise."""
    texts: dict[str, list[str]] = {name: [] for name in numbers}
    for prose in all_prose(manuscript):
        for use in number_uses(prose.text):
            texts[use.name].append(prose.text)
    dull = [
        name
        for name, value in numbers.items()
        if not any(
            _prose_changes(name, other, numbers, tuple(texts[name])) for other in _others(value)
        )
    ]
    assert dull == []


def test_every_number_is_played_by(
    numbers: Mapping[str, Value], ruleset: Ruleset, played: tuple[Played, ...]
) -> None:
    """With any number changed, play goes otherwise; the few that only words use are listed."""
    unseen = {
        name
        for name, value in numbers.items()
        if not any(_play_changes(name, other, ruleset, played) for other in _others(value))
    }
    assert unseen - WORDS_ONLY.keys() == set()
    assert WORDS_ONLY.keys() - unseen == set()


def test_a_ruleset_that_breaks_a_law_isnt_loaded(ruleset: Ruleset) -> None:
    """What the laws refuse is refused when a bundle is read, in one clear line."""
    overlay = replace(ruleset, numbers=_changed(ruleset.numbers, ["fate", "step"], 11))
    with pytest.raises(BundleError) as refused:
        load_ruleset(dump_ruleset(overlay))
    _refusal(str(refused.value))


def test_what_only_words_say_agrees_with_what_is_played(ruleset: Ruleset) -> None:
    """Numbers that follow from others, or from a table's own die, say the same as those do."""
    numbers = ruleset.numbers
    land, fate, lost = numbers["land"], numbers["fate"], numbers["resolve"]
    rings = range(1, land["radius"] + 1)
    assert land["hexes"] == 1 + sum(6 * ring for ring in rings)
    assert land["across"] == 2 * land["radius"] + 1
    assert fate["even_no"] == fate["even"] + fate["step"]
    assert fate["results"] == 100 // fate["step"]
    assert numbers["nuanced"]["failure"] == numbers["nuanced"]["weak"] - 1
    assert lost["odd"]["lost"] == ceil(Fraction(lost["share_lost"]) * lost["odd"]["whole"])
    backgrounds = [
        table for name, table in ruleset.tables.items() if name.startswith("backgrounds/")
    ]
    types = [ruleset.table(f"{kind}/type") for kind in ("regions", "factions")]
    assert {t.rolls[0].die for t in backgrounds} == {numbers["backgrounds"]["die"]}
    assert {t.rolls[0].die for t in types} == {land["type_die"]}

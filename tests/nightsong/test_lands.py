"""Lands and their Factions, whole and part by part."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest

from generator.model.book import Book
from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.cli import main
from nightsong.codec import decode, encode
from nightsong.dice import parse
from nightsong.factions import with_goal
from nightsong.hexes import Hex, distance, neighbours, pieces
from nightsong.lands import Land, between_sessions, draw_land, thrown_again
from nightsong.model import Row
from nightsong.spreading import Claim
from nightsong.steps import StepError, StepRules
from nightsong.trace import Line

SEEDS = range(50)


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path_factory.mktemp("lands") / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path)]


@pytest.fixture(scope="module")
def lands(ruleset: Ruleset) -> list[Land]:
    """Many Lands."""
    return [draw_land(ruleset, Chance(str(seed))) for seed in SEEDS]


def rows_of(ruleset: Ruleset, table: str) -> dict[str, Row]:
    """A table's rows by their names."""
    return {row.name: row for row in ruleset.table(table).rolls[0].rows}


def lines(land: Land) -> Iterator[Line]:
    """Every line of every trace."""
    for trace in (land.trace, *(part.trace for part in (*land.regions, *land.factions))):
        yield from trace


def test_every_hex_has_exactly_one_region(lands: list[Land]) -> None:
    """The Regions' hexes are the map, without gap or overlap, and each Region has some."""
    for land in lands:
        taken = [h for region in land.regions for h in region.claim.hexes]
        assert Counter(taken) == Counter(land.hexes)
        assert all(region.claim.hexes for region in land.regions)
        assert all(h in land.region_at(h).claim.hexes for h in land.hexes)


def test_no_hex_has_two_factions(lands: list[Land]) -> None:
    """Territories lie on the map and don't overlap."""
    for land in lands:
        taken = [h for faction in land.factions for h in faction.claim.hexes]
        assert len(taken) == len(set(taken)) and set(taken) <= set(land.hexes)


def claims(land: Land) -> tuple[list[Claim], list[Claim]]:
    """The Regions' claims and the Factions'."""
    return [r.claim for r in land.regions], [f.claim for f in land.factions]


def test_claims_are_as_large_as_their_dice_say_unless_the_map_was_full(lands: list[Land]) -> None:
    """Whoever has less than the die showed took the last free hex or came after."""
    shorts = 0
    for land in lands:
        for sort in claims(land):
            left = len(land.hexes)
            for claim in sort:
                assert len(claim.hexes) == min(claim.shown, left)
                left -= len(claim.hexes)
                shorts += claim.short > 0
    assert shorts


def follows(claim: Claim, free: Collection[Hex]) -> bool:
    """Whether a claim could have come about by the rules, hex by hex."""
    left, jumps = set(free), []
    if not left:
        return not claim.hexes
    start = claim.hexes[0]
    if distance(claim.landed, start) != min(distance(claim.landed, h) for h in left):
        return False
    left.remove(start)
    for index, place in enumerate(claim.hexes[1:], 1):
        edge = {n for h in claim.hexes[:index] for n in neighbours(h)} & left
        if not edge:
            least = min(distance(start, h) for h in left)
            edge = {h for h in left if distance(start, h) == least}
            jumps.append(place)
        if place not in edge:
            return False
        left.remove(place)
    return tuple(jumps) == claim.jumps


def test_claims_spread_outward_and_jump_only_when_boxed_in(lands: list[Land]) -> None:
    """Played again hex by hex; a claim is in one piece, and one more for each jump."""
    jumps = 0
    for land in lands:
        for sort in claims(land):
            free = set(land.hexes)
            for claim in sort:
                assert follows(claim, free)
                assert len(pieces(claim.hexes)) == len(claim.jumps) + bool(claim.hexes)
                free -= set(claim.hexes)
                jumps += len(claim.jumps)
    assert jumps


def test_types_bring_their_dice_names_and_allowed_vegetation(
    lands: list[Land], ruleset: Ruleset
) -> None:
    """Each type's own die and table of names; every sort of vegetation that it allows comes up."""
    types, vegetation = rows_of(ruleset, "regions/type"), rows_of(ruleset, "regions/vegetation")
    sorts = rows_of(ruleset, "factions/type")
    seen = set()
    for land in lands:
        for region in land.regions:
            row = types[region.type]
            assert region.claim.die == row.die
            assert region.claim.shown in parse(row.die).totals()
            assert region.type not in (vegetation[region.vegetation].not_for or ())
            seen.add((region.type, region.vegetation))
            prefixes = [r.name[:-1] for r in ruleset.table(row.names or "").rolls[0].rows]
            assert region.name.startswith(tuple(prefixes))
        for faction in land.factions:
            assert faction.claim.die == sorts[faction.type].die
            names = ruleset.table(sorts[faction.type].names or "").rolls
            assert any(faction.name.startswith(r.name[:-1]) for r in names[0].rows)
            assert any(faction.name.endswith(r.name[1:]) for r in names[1].rows)
    allowed = {(t, v.name) for t in types for v in vegetation.values() if t not in v.not_for}
    assert seen == allowed


def test_every_region_holds_as_many_factions_as_its_die_shows(
    lands: list[Land], ruleset: Ruleset
) -> None:
    """One to four, numbered through the Land; all counts come up."""
    outcomes = set(parse(ruleset.numbers["land"]["factions"]).totals())
    seen = set()
    for land in lands:
        assert [f.number for f in land.factions] == list(range(1, len(land.factions) + 1))
        held = Counter(f.region for f in land.factions)
        assert set(held) == {region.number for region in land.regions}
        seen |= set(held.values())
    assert seen == outcomes


def test_factions_without_territory_say_so(lands: list[Land]) -> None:
    """Where the map has run out, the trace tells; nobody else says it."""
    landless = 0
    for land in lands:
        for faction in land.factions:
            told = any("no free hex left" in line.text for line in faction.trace)
            assert told == (not faction.claim.hexes)
            landless += told
            assert all((f := land.faction_at(h)) and f == faction for h in faction.claim.hexes)
    assert landless


def test_the_same_seed_gives_the_same_land_and_json_keeps_it(
    lands: list[Land], ruleset: Ruleset
) -> None:
    """Another seed gives another; a saved Land is loaded as it was."""
    assert draw_land(ruleset, Chance("0")) == lands[0] != lands[1]
    for land in lands[:8]:
        assert decode(Land, json.loads(json.dumps(encode(land)))) == land


def test_no_chance_key_is_used_twice(lands: list[Land], ruleset: Ruleset) -> None:
    """Not within a Land, and not between its sessions."""
    for land in lands[:8]:
        for _ in range(3):
            land = between_sessions(land, ruleset, Chance("x"))
        keys = [line.key for line in lines(land) if line.key]
        assert len(keys) == len(set(keys))
        assert all(key.startswith("land/") for key in keys)


def test_every_line_names_a_rule_of_the_book(lands: list[Land], book: Book) -> None:
    """Rules and rulings are ids of the book."""
    assert {line.rule for land in lands for line in lines(land)} <= set(book.targets)


def changed(before: Land, after: Land) -> set[str]:
    """The paths of the fields that differ between two Lands, traces aside."""

    def walk(one: object, other: object, path: str) -> Iterator[str]:
        if isinstance(one, dict) and isinstance(other, dict):
            for key in (one.keys() | other.keys()) - {"trace"}:
                yield from walk(one.get(key), other.get(key), f"{path}/{key}")
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            for index, (a, b) in enumerate(zip(one, other, strict=True), 1):
                yield from walk(a, b, f"{path}/{index}")
        elif one != other:
            yield path

    return set(walk(encode(before), encode(after), ""))


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("region-2/name:prefix", "/regions/2/name"),
        ("region-2/name:suffix", "/regions/2/name"),
        ("region-1/features", "/regions/1/feature"),
        ("region-1/descriptor", "/regions/1/descriptor"),
        ("region-3/spark-theme", "/regions/3/theme"),
        ("region-3/spark-action", "/regions/3/action"),
        ("region-1/faction-1/name:suffix", "/factions/1/name"),
        ("region-1/faction-1/aims:wants", "/factions/1/wants"),
        ("region-1/faction-1/aims:through", "/factions/1/method"),
        ("region-1/faction-1/has", "/factions/1/asset"),
        ("region-1/faction-1/is", "/factions/1/activity"),
    ],
)
def test_one_part_thrown_again_leaves_the_rest(ruleset: Ruleset, key: str, field: str) -> None:
    """Only the part itself changes; traces apart."""
    seen: set[str] = set()
    for seed in range(2):
        chance = Chance(str(seed))
        before = draw_land(ruleset, chance)
        assert any(line.key == f"land/{key}" for line in lines(before))
        seen |= changed(before, draw_land(ruleset, chance.again(f"land/{key}")))
    assert seen == {field}


def test_a_type_thrown_again_leaves_features_sparks_and_the_land_before_it(
    ruleset: Ruleset,
) -> None:
    """The map follows from the dice on it; what doesn't follow from them stays."""
    for seed in range(5):
        chance = Chance(str(seed))
        before = draw_land(ruleset, chance)
        after = draw_land(ruleset, chance.again("land/region-3/type"))
        assert before.regions[:2] == after.regions[:2]
        for one, other in zip(before.regions, after.regions, strict=False):
            assert (one.feature, one.descriptor) == (other.feature, other.descriptor)
            assert (one.theme, one.action) == (other.theme, other.action)
            assert one.number == 3 or one.name == other.name


def test_a_whole_part_is_thrown_again_by_its_path(ruleset: Ruleset) -> None:
    """A name with both halves, or a Faction: no Region and no Faction before it changes."""
    renamed, redrawn = 0, 0
    for seed in range(3):
        chance = Chance(str(seed))
        before = draw_land(ruleset, chance)
        after = draw_land(ruleset, thrown_again(before, chance, "land/region-2/name"))
        assert changed(before, after) <= {"/regions/2/name"}
        renamed += before.regions[1].name != after.regions[1].name
        last = before.factions[-1]
        after = draw_land(ruleset, thrown_again(before, chance, last.path))
        assert after.regions == before.regions and after.factions[:-1] == before.factions[:-1]
        redrawn += after.factions[-1] != last
        for path in ("land/region-2/nam", "land/region-99", "", "/"):
            with pytest.raises(LookupError, match="path of a part"):
                thrown_again(before, chance, path)
    assert renamed == redrawn == 3


def test_vegetation_that_the_type_forbids_is_rolled_again(ruleset: Ruleset) -> None:
    """Bare Waters and Wetlands don't exist: the next die counts, and the trace says why."""
    chance = Chance("1").given("land/region-1/type", (1,))
    chance = chance.given("land/region-1/vegetation/1", (1,))
    chance = chance.given("land/region-1/vegetation/2", (1,))
    region = draw_land(ruleset, chance.given("land/region-1/vegetation/3", (5,))).regions[0]
    assert (region.type, region.vegetation) == ("Waters", "Dense")
    told = [line.text for line in region.trace if line.rule == "rulings/vegetation-reroll"]
    assert told == ["Waters doesn’t allow Bare: it is rolled again"] * 2


def test_goal_clocks_run_down_between_sessions(ruleset: Ruleset) -> None:
    """A 1 drops two steps, 2-3 one, more none; a goal that is reached is rolled no more."""
    usual = ruleset.numbers["land"]["faction_goal"]
    land = draw_land(ruleset, Chance("1"))
    assert {faction.goal for faction in land.factions} == {usual} == {"D6"}
    path = land.factions[0].path
    fell = {1: "D0", 2: "D4", 3: "D4", 4: "D6", 6: "D6"}
    for face, left in fell.items():
        chance = Chance("1").given(f"{path}/goal/session-1", (face,))
        assert between_sessions(land, ruleset, chance).factions[0].goal == left
    done = between_sessions(land, ruleset, Chance("1").given(f"{path}/goal/session-1", (1,)))
    first = done.factions[0]
    told = f"{first.name} reaches its goal, {first.wants} through {first.method}"
    assert any(line.text.startswith(told) for line in done.trace)
    later = between_sessions(done, ruleset, Chance("1"))
    assert later.sessions == 2 and later.factions[0].goal == "D0"
    assert f"{path}/goal/session-2" not in {line.key for line in later.trace}
    assert later.regions == land.regions


def test_all_goals_are_reached_in_the_end(ruleset: Ruleset) -> None:
    """Each exactly once."""
    land = draw_land(ruleset, Chance("2"))
    while any(faction.goal != "D0" for faction in land.factions):
        land = between_sessions(land, ruleset, Chance("2"))
    assert sum("reaches its goal" in line.text for line in land.trace) == len(land.factions)


def test_a_goal_can_be_set_to_another_die(ruleset: Ruleset) -> None:
    """Any die of the ladder but the spent one."""
    steps = StepRules.of(ruleset.numbers)
    faction = draw_land(ruleset, Chance("1")).factions[0]
    assert with_goal(faction, "D12", steps).goal == "D12"
    for wrong in ("D0", "D7", ""):
        with pytest.raises(StepError):
            with_goal(faction, wrong, steps)


def changed_numbers(ruleset: Ruleset, **values: object) -> Ruleset:
    """The ruleset with other numbers for Lands."""
    land = {**ruleset.numbers["land"], **values}
    return replace(ruleset, numbers=MappingProxyType({**ruleset.numbers, "land": land}))


def test_the_numbers_are_the_rulesets(ruleset: Ruleset) -> None:
    """Another radius, width, count and goal are played as given."""
    land = draw_land(
        changed_numbers(ruleset, radius=3, hex_miles=5, factions="1D2 + 6", faction_goal="D10"),
        Chance("1"),
    )
    assert len(land.hexes) == 37 and land.hex_miles == 5
    assert set(Counter(f.region for f in land.factions).values()) <= {7, 8}
    assert {faction.goal for faction in land.factions} == {"D10"}


def test_vegetation_that_can_never_be_is_an_error(ruleset: Ruleset) -> None:
    """A remix whose table allows a type nothing doesn't roll for ever."""
    table = ruleset.table("regions/vegetation")
    types = tuple(rows_of(ruleset, "regions/type"))
    rolls = tuple(
        replace(roll, rows=tuple(replace(row, not_for=types) for row in roll.rows))
        for roll in table.rolls
    )
    tables = {**ruleset.tables, table.id: replace(table, rolls=rolls)}
    with pytest.raises(BundleError, match="vegetation"):
        draw_land(replace(ruleset, tables=MappingProxyType(tables)), Chance("1"))


def test_the_command_shows_a_map_and_repeats_it(
    packaged: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Five rows of the flower, each Region and Faction by name; JSON holds the whole Land."""
    assert main([*packaged, "land", "--seed", "7", "--json", "--sessions", "2"]) == 0
    report = json.loads(capsys.readouterr().out)
    land = decode(Land, report["land"])
    assert report["seed"] == "7" and land.sessions == 2
    assert main([*packaged, "land", "--seed", "7", "--sessions", "2"]) == 0
    text = capsys.readouterr().out
    assert text.endswith("\nseed 7\n")
    assert all(part.name in text for part in (*land.regions, *land.factions))
    drawn = [line.split() for line in text.split("\n\n")[1].splitlines()]
    told = f"Without territory: {len(land.landless)} of {len(land.factions)} Factions ("
    assert told in text and text.count("; no territory\n") == len(land.landless) > 0
    assert [(row[0], len(row) - 1) for row in drawn] == [
        *zip("abcde", (3, 4, 5, 4, 3), strict=True)
    ]
    shown = [int(cell.rstrip(".ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for row in drawn for cell in row[1:]]
    assert shown == [land.region_at(h).number for h in land.hexes]


def test_the_command_shows_how_it_came_about(
    packaged: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every die with its key; a senseless number of sessions is one line and exit code 2."""
    assert main([*packaged, "land", "--seed", "7", "--trace"]) == 0
    assert "[land/region-1/drop]" in capsys.readouterr().out
    assert main([*packaged, "land", "--sessions", "-1"]) == 2
    assert capsys.readouterr().err == "nightsong: expected 0 to 100 sessions, came -1\n"


def test_the_command_throws_parts_again(
    packaged: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The tries are reported, and an unknown path is one line and exit code 2."""
    again = ["--again", "land/region-1/name", "--again", "land/region-1/name"]
    assert main([*packaged, "land", "--seed", "7", "--json", *again]) == 0
    tries = json.loads(capsys.readouterr().out)["tries"]
    assert tries == {"land/region-1/name:prefix": 2, "land/region-1/name:suffix": 2}
    assert main([*packaged, "land", "--seed", "7", "--again", "region-1"]) == 2
    error = capsys.readouterr().err
    assert "came “region-1”" in error and error.count("\n") == 1

"""The page's Python plays what CPython plays, and the bundle what the YAML says.

What the site ships is run as it is: its own Python, the trimmed and compiled library, the wheel
and the ruleset. A module that is missing there shows here.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from generator.bundle.node import run_in_page
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.ruleset import ruleset_of
from generator.pipeline import Copy, load_copy
from generator.project import Project
from generator.render.data import ruleset_json
from nightsong.bundle import Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.characters import Character
from nightsong.fights import Fight
from nightsong.invariants import reference_flaws, table_flaws
from nightsong.lands import Land
from nightsong.procedures import PROCEDURES, ProcedureError, play

SCRIPT = Path(__file__).parent / "played.py"
SEEDS = ("moth", "ember", "Orla’s, ÿ")

# What is asked of procedures beside what the book's examples ask.
MORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("land", {"sessions": 2, "again": ["land/region-1/name"]}),
    ("land-edit", {"hexes": ["a1"]}),
    ("odds-check", {"ability": 1}),
    ("odds-nuanced-check", {"ability": 1, "favor": "advantage"}),
    ("odds-opposed-check", {"first": 1, "second": 0}),
    ("odds-attack", {"damage": ["D8", "D8"], "armor": "D6", "hp": 4}),
    ("odds-step-die", {"die": "D12"}),
    ("odds-abilities", {}),
    ("odds-fate", {"question": "foraging"}),
    ("odds-table", {"table": "regions/vegetation", "given": "Waters"}),
    ("odds-book", {"parts": ["steps", "fate", "scores"]}),
    ("check", {"ability": "two"}),
    ("chess", {}),
)


@pytest.fixture(scope="module")
def copy(project: Project) -> Copy:
    """The manuscript with its book."""
    return load_copy(project)


@pytest.fixture(scope="module")
def asked(copy: Copy) -> dict[str, Any]:
    """All that is played: the book's examples, and every procedure with some seeds."""
    examples = list(written(copy.manuscript))
    plays = [(one["play"], one["using"]) for one in examples]
    asked_already = {name for name, _ in (*plays, *MORE)}
    plays += [one for one in samples(ruleset_of(copy.book)) if one[0] not in asked_already]
    distinct = [play for index, play in enumerate(plays) if play not in plays[:index]]
    requests: list[dict[str, Any]] = [
        {"do": "play", "play": name, "using": using, "seed": seed}
        for sort, seeds in ((distinct, SEEDS), (MORE, SEEDS[:1]))
        for name, using in sort
        for seed in seeds
    ]
    tables = ({"do": "table", "id": name, "seed": "moth"} for name in copy.book.tables)
    dice = {"do": "dice", "notation": "4D6kh3 + 2", "seed": "moth"}
    requests += [*tables, dice, {"do": "sing", "seed": ""}, {}]
    return {"bundle": ruleset_json(copy.book), "examples": examples, "requests": requests}


def written(manuscript: Manuscript) -> list[dict[str, Any]]:
    """The examples of all sections, as plain data."""
    return [
        {
            "play": form.play,
            "using": dict(form.using),
            "dice": {key: list(faces) for key, faces in form.dice.items()},
            "seed": form.seed,
            "gives": dict(form.gives),
        }
        for chapter_id, chapter in manuscript.chapters.items()
        for placed in placed_sections(chapter_id, chapter)
        for form in placed.form.examples
    ]


def samples(ruleset: Ruleset) -> list[tuple[str, dict[str, Any]]]:
    """Something to ask of every procedure, by the types of what it must be told."""
    known: dict[Any, Any] = {str: "D6", int: 1, bool: True}
    made = play(ruleset, "character", {}, Chance("moth")).result
    known[Character] = dict(made)["character"]
    known[Land] = dict(play(ruleset, "land-region", {}, Chance("moth")).result)["land"]
    sides = {"foes": [{"creature": ruleset.creatures[0].id}]}
    sides["party"] = [{"character": known[Character]}]
    known[Fight] = dict(play(ruleset, "fight-start", sides, Chance("moth")).result)["fight"]
    found = {name: sample(procedure.asks, known) for name, procedure in PROCEDURES.items()}
    return list((found | {"creature": sides["foes"][0]}).items())


def sample(kind: Any, known: dict[Any, Any]) -> Any:
    """Plain data for a type: what is known of it, else the least that must be said."""
    if kind in known:
        return known[kind]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind)).value
    if get_origin(kind) is tuple:
        return [sample(get_args(kind)[0], known)]
    if isinstance(kind, UnionType):
        return sample(get_args(kind)[0], known)
    types = get_type_hints(kind)
    must = (f for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    return {field.name: sample(types[field.name], known) for field in must}


@pytest.fixture(scope="module")
def here(asked: dict[str, Any]) -> dict[str, Any]:
    """All of it, played in this Python."""
    played: dict[str, Any] = json.loads(runpy.run_path(str(SCRIPT))["run"](json.dumps(asked)))
    return played


def test_everything_that_can_be_played_is_played(
    asked: dict[str, Any], here: dict[str, Any]
) -> None:
    """No procedure is left out, and few only refuse what they are asked."""
    answers = zip(asked["requests"], map(json.loads, here["requests"]), strict=True)
    played = {request.get("play") for request, answer in answers if answer["ok"]}
    assert len(set(PROCEDURES) - played) <= len(PROCEDURES) / 5, set(PROCEDURES) - played


def test_every_example_goes_as_it_is_written(asked: dict[str, Any], here: dict[str, Any]) -> None:
    """The dice that are given fall, and what is written comes out."""
    assert len(here["examples"]) == len(asked["examples"]) > 0
    assert [one["flaw"] for one in here["examples"] if one["flaw"]] == []


def test_the_pages_python_plays_what_cpython_plays(
    asked: dict[str, Any], here: dict[str, Any], dist: Path
) -> None:
    """Every result and every trace, in the Python and with the rules that the site ships."""
    runtime = dist / "site" / "assets" / "nightsong" / "runtime"
    manifest = json.loads((runtime / "manifest.json").read_text("utf-8"))
    shipped = (runtime / manifest["ruleset"]).read_text("utf-8")
    assert shipped == asked["bundle"], "dist/ was built from other content"
    there = json.loads(run_in_page(runtime, SCRIPT, json.dumps(asked)))
    for kind in ("examples", "requests"):
        pairs = zip(asked[kind], here[kind], there[kind], strict=True)
        assert [(one, a, b) for one, a, b in pairs if a != b][:1] == []


def test_two_hundred_characters_are_the_same_here_and_in_the_page(
    asked: dict[str, Any], dist: Path
) -> None:
    """The same seed gives the same somebody, to the last detail and trace."""
    requests = [
        {"do": "play", "play": "character", "using": {"method": method}, "seed": f"{seed}"}
        for seed in range(200)
        for method in (("array", "rolled")[seed % 2],)
    ]
    both = json.dumps({"bundle": asked["bundle"], "examples": [], "requests": requests})
    here = json.loads(runpy.run_path(str(SCRIPT))["run"](both))["requests"]
    runtime = dist / "site" / "assets" / "nightsong" / "runtime"
    there = json.loads(run_in_page(runtime, SCRIPT, both))["requests"]
    assert all(json.loads(answer)["ok"] for answer in here)
    assert len(set(here)) > 190
    assert here == there


def test_the_bundle_plays_what_the_yaml_says(copy: Copy, asked: dict[str, Any]) -> None:
    """The ruleset straight from the authors' files and the one read from JSON: the same play."""
    loaded = load_ruleset(asked["bundle"])
    yaml = replace(ruleset_of(copy.book), fingerprint=loaded.fingerprint)
    assert plainly(yaml.numbers) == plainly(loaded.numbers)
    assert dict(yaml.tables) == dict(loaded.tables) and yaml.creatures == loaded.creatures
    for ruleset in (yaml, loaded):
        for table in ruleset.tables.values():
            assert [*table_flaws(table), *reference_flaws(table, ruleset.tables)] == []
    for request in asked["requests"]:
        if request.get("play") in PROCEDURES:
            assert outcome(yaml, request) == outcome(loaded, request), request


def plainly(numbers: Mapping[str, Any]) -> Any:
    """Numbers as plain data, whatever they lie in."""
    if isinstance(numbers, Mapping):
        return {key: plainly(value) for key, value in numbers.items()}
    return list(numbers) if isinstance(numbers, list | tuple) else numbers


def outcome(ruleset: Ruleset, request: dict[str, Any]) -> Any:
    """What comes of a request: what was played, or why it can't be."""
    try:
        return play(ruleset, request["play"], request["using"], Chance(request["seed"]))
    except ProcedureError as error:
        return str(error)


def test_a_module_that_is_missing_there_is_named(dist: Path, tmp_path: Path) -> None:
    """The trimmed library lacks what the rules don't use, and says so in one line."""
    script = tmp_path / "asks.py"
    script.write_text("def run(text):\n    import tkinter\n", encoding="utf-8")
    runtime = dist / "site" / "assets" / "nightsong" / "runtime"
    with pytest.raises(RuntimeError, match=r"asks.py.*tkinter"):
        run_in_page(runtime, script, "")

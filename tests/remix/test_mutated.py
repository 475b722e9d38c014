"""The example with slips at random, always the same ones: a book or problems, nothing else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML
from written import Remix, Write

from generator.model.problems import ProblemsError
from generator.project import HERE

EXAMPLE = HERE.root / "examples" / "lanternfolk"
SLIPS: tuple[Any, ...] = (
    *(None, "", [], {}, 0, -1, 10_000, True, 1.5, "1D6", "D0", "1D66", "100D1000", "1/2", "5-2"),
    *("basics", "details/hair", "glossary/blast", "[[nowhere]]", "{{ n.focus.limit | Word }}"),
    *("{first} {second}", "a\nb", "|", ["x"], {"x": "y"}, "all", "creatures/humanoid/road-reeve"),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value."""
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data if isinstance(data, list) else ())
    )
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def slip(data: Any, chance: random.Random) -> None:
    """Put something else in the place of a value, or take it away."""
    path = chance.choice(list(places(data)))
    home = data
    for step in path[:-1]:
        home = home[step]
    if chance.random() < 0.2:
        del home[path[-1]]
    else:
        home[path[-1]] = copy.deepcopy(chance.choice(SLIPS))


@pytest.mark.parametrize("seed", range(14))
def test_a_slip_makes_problems_or_a_book(remix: Write, seed: int) -> None:
    """Never an error of another kind; each problem says where it is."""
    chance = random.Random(seed)
    files: dict[str, bytes] = {
        path.relative_to(EXAMPLE).as_posix(): path.read_bytes()
        for path in sorted(EXAMPLE.rglob("*"))
        if path.suffix in (".yml", ".svg") and "dist" not in path.relative_to(EXAMPLE).parts
    }
    for name in chance.sample([one for one in files if one.endswith(".yml")], 2):
        data = json.loads(json.dumps(YAML(typ="safe").load(files[name])))
        slip(data, chance)
        files[name] = json.dumps(data, indent=1).encode()
    made: Remix = remix(files)
    for name, content in files.items():
        (made.folder / name).write_bytes(content)
    try:
        assert made.copy().book.chapters
    except ProblemsError as error:
        for problem in error.problems:
            assert problem.file.startswith(("ember/", "content/", "tables/")), problem
            assert problem.expected, problem

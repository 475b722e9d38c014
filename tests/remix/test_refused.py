"""A pack from a stranger: what it may not hold is one problem each, with file, line and tip."""

from __future__ import annotations

import os
import pickle
import socket
import time
from pathlib import Path

import pytest
from written import REMIX, Write

from generator.copydesk import load_copy
from generator.model.problems import ProblemsError

TABLE = "title: Omens\nrolls:\n- die: 1D2\n  header: [Omen]\n  rows:\n    1: {one}\n    2: A crow\n"
SECTION = "sections:\n- id: omens\n  title: {title}\n  text: |\n    {text}\n"
OMENS = "tables/omens.yml"
RULES = "content/rules/details.yml"
TURNED = "\u202egnp.exe"


def text(words: str) -> dict[str, str]:
    """A remix's files with a section of that text, in line 5."""
    return {RULES: SECTION.format(title="Omens", text=words)}


def row(words: str) -> dict[str, str]:
    """A remix's files with a table in which a row is that text, in line 6."""
    return {OMENS: TABLE.format(one=words)}


@pytest.mark.parametrize(
    ("files", "code", "line"),
    [
        ({OMENS: "title: !!python/object/apply:os.system [ls]\n"}, "yaml.tag", 1),
        ({OMENS: "a: &a [1]\nb: *a\n"}, "yaml.alias", 1),
        ({OMENS: "title: A\n---\ntitle: B\n"}, "yaml.documents", 2),
        ({OMENS: "title: " + "[" * 30 + "]" * 30 + "\n"}, "yaml.too-deep", 1),
        ({OMENS: "title: " + "[" * 20_000 + "]" * 20_000 + "\n"}, "yaml.too-deep", 0),
        ({OMENS: "# " + "x" * 1_000_001}, "file.too-large", 0),
        ({OMENS: b"title: caf\xe9\n"}, "file.encoding", 1),
        ({OMENS: "title: a\x00b\n"}, "yaml.character", 1),
        (text("Say <script>alert()</script>."), "prose.html", 5),
        (text("Say <!-- nothing -->."), "prose.html", 5),
        (text("[Look](javascript:alert)"), "link.address", 5),
        (text("[Look](data:text/html,hm)"), "link.address", 5),
        (text("[Look](file:///etc/passwd)"), "link.address", 5),
        (text("![A spy](http://elsewhere.example/spy.png)"), "prose.image", 5),
        (text(f"Open {TURNED} now."), "text.turned", 5),
        (text("x" * 20_001), "text.too-long", 4),
        ({RULES: SECTION.format(title="<b>Omens</b>", text="Hm.")}, "prose.html", 3),
        ({RULES: SECTION.format(title=f"Omens {TURNED}", text="Hm.")}, "text.turned", 3),
        (row('"<img src=x onerror=alert()>"'), "prose.html", 6),
        (row(f"A {TURNED}"), "text.turned", 6),
        ({OMENS: TABLE.format(one="A") .replace("1D2", "1D1000000")}, "dice.notation", 3),
        ({OMENS: TABLE.format(one="A").replace("1D2", "999D999")}, "dice.notation", 3),
        ({OMENS: TABLE.format(one="A").replace("1D2", "5D10")}, "dice.too-many", 3),
        ({OMENS: "title: A\nrolls:\n- die: 1D6\n  header: [A]\n  rows:\n" + "".join(f"    {n}: A\n" for n in range(2001))}, "table.too-long", 6),
        ({"content/numbers.yml": "focus:\n  limit: 999999999999\n"}, "number.size", 2),
        ({"content/numbers.yml": "focus:\n  limit: 99999999999999999999999\n"}, "yaml.ambiguous", 2),
        ({"content/numbers.yml": "abilities:\n  dice: 1D1000000\n"}, "number.size", 2),
        ({"content/numbers.yml": "abilities:\n  dice: 999999D6\n"}, "number.size", 2),
        ({"content/glossary.yml": "terms:\n- id: omen\n  term: <i>Omen</i>\n  meaning: A sign.\n  rule: basics\n"}, "prose.html", 3),
        ({"content/editions.yml": 'editions:\n  tiny:\n    title: "<b>Tiny</b>"\n    layout: book\n    papers: [a5]\n'}, "prose.html", 3),
        ({"content/editions.yml": "editions:\n  tiny:\n    title: T\n    layout: sheet\n    papers: [a4]\n    up: 100000\n"}, "edition.size", 6),
        ({"content/editions.yml": "editions:\n  tiny:\n    title: T\n    layout: sheet\n    papers: [a4]\n    sides:\n    - {title: A, columns: 99999, panels: []}\n"}, "edition.size", 7),
        ({"content/editions.yml": "editions:\n  tiny:\n    title: T\n    layout: sheet\n    papers: [" + "a4, " * 99 + "a4]\n"}, "edition.size", 5),
        ({"content/game.yml": "title: Mine\n"}, "file.stray", 0),
        ({"content/other.yml": "title: Mine\n"}, "file.stray", 0),
    ],
)  # fmt: skip
def test_what_a_game_does_without_is_refused(
    remix: Write, files: dict[str, str | bytes], code: str, line: int
) -> None:
    """The problem names the file and the line, and has a tip where there is something to do."""
    problems = remix(files).problems()
    found = [one for one in problems if one.code == code]
    assert found, "\n".join(map(str, problems))
    assert found[0].file == f"ember/{next(iter(files))}"
    assert found[0].line == line
    assert len({(one.line, one.code) for one in found}) == len(found) <= 2


@pytest.mark.parametrize(
    "name",
    ["tables/Omens.yml", "tables/o mens.yml", "tables/-.yml", "tables/o\u202em.yml", "tables/ø.yml", "tables/o\nm.yml", "content/rules/Oh no.yml"],
)  # fmt: skip
def test_a_file_whose_name_is_no_id_is_refused(remix: Write, name: str) -> None:
    """Ids are small letters, digits and hyphens; nothing can climb with one."""
    problems = remix({name: TABLE.format(one="A")}).problems()
    assert all(one.file.startswith("ember/") for one in problems)
    assert {one.code for one in problems} & {"id.form", "file.name", "file.stray", "yaml.missing-key", "yaml.unknown-key"}, problems  # fmt: skip


@pytest.mark.parametrize("id_", ["../up", "a/b", "A", "a b", ".", "-", "a--b", "..", "ø"])
def test_an_id_that_climbs_or_carries_signs_is_refused(remix: Write, id_: str) -> None:
    """A section’s id can’t lead anywhere but to the section."""
    made = remix({RULES: f'sections:\n- id: "{id_}"\n  title: Omens\n  text: Hm.\n'})
    assert (made.problem().code, made.problem().line) == ("id.form", 2)


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("slug", "../../x", "id.form"),
        ("slug", "a/b", "id.form"),
        ("slug", '""', "game.slug"),
        ("slug", "x" * 200, "id.form"),
        ("title", '"Em\\nber"', "text.line"),
        ("title", '"Em\\u0007ber"', "text.control"),
        ("title", '"Em\u202eber"', "text.turned"),
        ("title", '"  "', "remix.title"),
        ("title", '"<b>Ember</b>"', "prose.html"),
        ("title", "x" * 500, "text.too-long"),
        ("subtitle", '"a\\nb"', "text.line"),
        ("publisher", '"a\\nb"', "text.line"),
        ("authors", "[]", "remix.authors"),
        ("authors", '[""]', "remix.authors"),
        ("authors", '["a\\nb"]', "text.line"),
        ("version", '"1"', "game.version"),
        ("version", '"1.0.0/../.."', "game.version"),
        ("date", '"2026-13-01"', "game.date"),
        ("date", '"yesterday"', "game.date"),
        ("language", "../en", "remix.language"),
        ("home", "javascript:alert(1)", "link.address"),
        ("home", "ftp://example.org", "link.address"),
    ],
)
def test_the_game_s_own_facts_are_held_to_a_form(
    remix: Write, key: str, value: str, code: str
) -> None:
    """They go into names of files, titles of PDFs and heads of pages: nothing odd gets there."""
    lines = [f"{key}: {value}" if one.startswith(f"{key}:") else one for one in REMIX.splitlines()]
    problems = remix(head="\n".join(lines) + "\n").problems()
    line = 1 + next(n for n, one in enumerate(lines) if one.startswith(f"{key}:"))
    assert [(one.code, one.file, one.line) for one in problems] == [(code, "ember/remix.yml", line)]


def test_upstream_lies_inside_or_nowhere(remix: Write) -> None:
    """What a remix stands on is the folder upstream/ in it; no path leads out."""
    problem = remix(more="upstream: ../other\n").problem()
    assert (problem.code, problem.line) == ("remix.upstream", 14)


def linked(folder: Path, name: str) -> None:
    """A symbolic link of that name to a file outside, or to a folder."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    outside = folder.parent / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "secret.yml").write_text(TABLE.format(one="A"), encoding="utf-8")
    if path.exists():
        path.unlink()
    path.symlink_to(outside / "secret.yml" if name.endswith((".yml", ".svg")) else outside)


@pytest.mark.parametrize(
    "name",
    ["tables/omens.yml", "tables", "content", "content/rules", "content/numbers.yml", "remix.yml", "theme/looks.yml", "theme/logo.svg", "upstream", "remix.lock"],
)  # fmt: skip
def test_a_link_is_refused(remix: Write, name: str) -> None:
    """Nothing outside the folder is read through a symbolic link."""
    made = remix()
    linked(made.folder, name)
    problem = made.problem()
    assert (problem.code, problem.file) == ("file.link", f"ember/{name}")
    assert problem.tip


@pytest.mark.parametrize("name", ["dist", "build", "schemas"])
def test_nothing_is_written_through_a_link(remix: Write, name: str) -> None:
    """The folders that a build writes to aren't links either."""
    made = remix()
    linked(made.folder, name)
    assert made.problem().code == "file.link"


def test_pipes_and_sockets_are_refused(remix: Write) -> None:
    """Reading one would wait for ever."""
    made = remix({OMENS: TABLE.format(one="A")})
    os.mkfifo(made.folder / "tables" / "pipe.yml")
    with socket.socket(socket.AF_UNIX) as plug:
        here = Path.cwd()
        os.chdir(made.folder)
        try:
            plug.bind("plug")
        finally:
            os.chdir(here)
        assert {(one.code, one.file) for one in made.problems()} == {
            ("file.special", "ember/plug"),
            ("file.special", "ember/tables/pipe.yml"),
        }


def test_a_folder_of_too_many_files_is_refused(remix: Write) -> None:
    """A game needs hundreds, not thousands."""
    made = remix({f"tables/t{n}.yml": "x" for n in range(2001)})
    assert made.problem().code == "remix.too-large"


def test_a_folder_that_is_too_heavy_is_refused(remix: Write) -> None:
    """Holes in a file count as bytes, too."""
    made = remix({"theme/art.svg": ""})
    with (made.folder / "theme" / "art.svg").open("wb") as file:
        file.truncate(60_000_000)
    assert made.problem().code == "remix.too-large"


def test_folders_too_deep_are_refused(remix: Write) -> None:
    """Neither folders inside folders nor remixes on remixes go on without end."""
    deep = remix({f"tables/{'a/' * 12}omens.yml": "x"}).problem()
    assert (deep.code, deep.file[:13]) == ("remix.too-deep", "ember/tables/")


@pytest.mark.parametrize(
    "files",
    [
        {"content/book.yml": 'groups:\n- id: "../../up"\n  title: A\n  tables: [details/hair]\n'},
        {"content/editions.yml": 'editions:\n  ../../up:\n    title: A\n    layout: book\n    papers: [a5]\n'},
        {"content/glossary.yml": 'terms:\n- id: "../up"\n  term: Up\n  meaning: A way.\n  rule: basics\n'},
    ],
)  # fmt: skip
def test_what_gives_a_file_its_name_can_t_climb(remix: Write, files: dict[str, str]) -> None:
    """Groups, editions and terms have ids that are no paths either."""
    problem = remix(files).problem()
    assert (problem.code, problem.line) == ("id.form", 2)


def test_remixes_on_remixes_end_somewhere(remix: Write) -> None:
    """At most five."""
    made = remix({f"{'upstream/' * n}remix.yml": REMIX for n in range(1, 6)})
    assert made.problem().code in ("remix.too-deep", "remix.chain")


class Planted:
    """What runs when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("planted",)


def test_nothing_made_before_is_read_from_a_pack(
    remix: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A cache that comes with a pack is left alone: nothing in it runs."""
    monkeypatch.chdir(tmp_path)
    trap = pickle.dumps(Planted())
    names = ("documents", "documents/documents.pickle", "docs.pickle", "cache/documents")
    made = remix({OMENS.replace("tables/", f"build/{name}/"): trap for name in names})
    load_copy(made.project())
    assert not (tmp_path / "planted").exists()
    assert made.copy().changes == ()


@pytest.mark.parametrize(
    "source",
    ["Some Game", "{title: A, authors: [B]}", '{title: A, authors: [B], licence: ""}', "{title: A, authors: [B], licence: CC-BY-SA-4.0}", "{title: A, authors: [B], licence: OGL}", "{title: A, authors: [B], licence: orc}"],
)  # fmt: skip
def test_a_source_under_no_or_another_licence_is_refused(remix: Write, source: str) -> None:
    """Whether the whole game draws on it or a table."""
    whole = remix(more=f"sources:\n- {source}\n").problems()
    assert {one.code for one in whole} <= {"licence.other", "yaml.missing-key", "yaml.type"}
    assert all(one.line == 15 for one in whole)
    table = remix({OMENS: TABLE.format(one="A") + f"source: {source}\n"}).problems()
    assert any(one.line == 8 and one.file == f"ember/{OMENS}" for one in table)


def test_refusing_takes_no_time(remix: Write) -> None:
    """Dice, rows and loops that would take long are refused before they are reckoned with."""
    files = {
        f"tables/t{n}.yml": TABLE.format(one="A").replace("1D2", f"{1 + n % 5}D{10 + n % 9}")
        for n in range(200)
    }
    start = time.process_time()
    with pytest.raises(ProblemsError):
        load_copy(remix(files).project())
    assert time.process_time() - start < 10

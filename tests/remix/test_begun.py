"""Beginning a remix, and keeping up with what it stands on."""

from __future__ import annotations

import datetime
import json
import shutil
from pathlib import Path

import fastjsonschema
import pytest
from ruamel.yaml import YAML
from written import REMIX, Remix, Write, write

from generator import copydesk
from generator.cli import main
from generator.copydesk import load_copy
from generator.load.manuscript import load
from generator.model.problems import ProblemsError
from generator.project import HERE, Project
from generator.remixing.begin import Beginning, begin, slug_of
from generator.remixing.upstream import LOCK, accept, compared

TODAY = datetime.date(2026, 12, 1)
LANTERNFOLK = HERE.root / "examples" / "lanternfolk"
HAIR = "replaces: details/hair\ntitle: Moss\nrolls:\n- die: 1D2\n  header: [Moss]\n  rows: {1: A, 2: B}\n"


def new(tmp_path: Path, **others: object) -> Beginning:
    """What an author says of a new remix."""
    said: dict[str, object] = {
        "folder": tmp_path / "moths",
        "title": "Moths & Lamps: “A Game”",
        "authors": ("Ida", "Bo"),
        "reserved": (),
    }
    return Beginning(**(said | others))  # type: ignore[arg-type]


def test_a_new_remix_passes_at_once(tmp_path: Path) -> None:
    """Its folder mirrors the game’s, explains itself, and has no problems and no changes."""
    folder = begin(HERE, new(tmp_path, reserved=("Old Moth",)), TODAY)
    copy = load_copy(Project(HERE.root, folder))
    assert copy.changes == copy.notes == ()
    assert copy.book.game.title == "Moths & Lamps: “A Game”"
    assert copy.book.game.slug == "moths-lamps-a-game"
    assert copy.book.game.reserved == "Old Moth"
    assert copy.book.game.edition_by == ("Ida", "Bo")
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    assert {
        "README.md",
        "remix.yml",
        LOCK,
        "content/rules",
        "tables",
        "theme",
        "schemas/remix.json",
    } <= names
    assert list(compared(Project(HERE.root, folder)))[1:] == ["Nothing to do."]


def test_the_readme_s_examples_work(tmp_path: Path) -> None:
    """What the README of a new remix has one write passes, put into the files that it names."""
    folder = begin(HERE, new(tmp_path), TODAY)
    text = (folder / "README.md").read_text(encoding="utf-8")
    table = text.split("```yaml\n")[1].split("```")[0]
    rules = text.split("```yaml\n")[2].split("```")[0]
    write(
        folder,
        {"tables/backgrounds/hearth.yml": table, "content/rules/character-creation.yml": rules},
    )
    copy = Remix(folder).copy()
    assert {one.id for one in copy.changes} == {"backgrounds/hearth", "character-creation/hearth"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"title": " "}, "a title"),
        ({"title": "…"}, "a title with letters"),
        ({"authors": ()}, "an author"),
        ({"authors": (" ",)}, "an author"),
        ({"reserved": None}, "what you hold back, or none"),
    ],
)  # fmt: skip
def test_a_remix_begins_with_an_answer_to_each_question(
    tmp_path: Path, said: dict[str, object], expected: str
) -> None:
    """Silence is no answer, and then no folder is made."""
    with pytest.raises(ProblemsError) as raised:
        begin(HERE, new(tmp_path, **said), TODAY)
    assert [one.expected for one in raised.value.problems] == [expected]
    assert not (tmp_path / "moths").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    """Nothing is written over."""
    write(tmp_path / "moths", {"mine.txt": "Mine."})
    with pytest.raises(ProblemsError):
        begin(HERE, new(tmp_path), TODAY)
    assert [path.name for path in (tmp_path / "moths").iterdir()] == ["mine.txt"]


def test_a_title_that_can_t_be_one_leaves_no_folder(tmp_path: Path) -> None:
    """What is refused in remix.yml is refused when it begins."""
    with pytest.raises(ProblemsError):
        begin(HERE, new(tmp_path, title="Moths\nand\u202e Lamps"), TODAY)
    assert not (tmp_path / "moths").exists()


@pytest.mark.parametrize(
    ("title", "slug"),
    [("Émber & Ash", "ember-ash"), ("../../x", "x"), ("a/b\\c", "a-b-c"), ("x" * 99, "x" * 40), ("夜", "")],
)  # fmt: skip
def test_a_title_makes_a_name_for_files(title: str, slug: str) -> None:
    """Small letters, digits and hyphens, and not too many."""
    assert slug_of(title) == slug


def test_the_command_asks_and_needs_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at once; with answers it says where to go on."""
    monkeypatch.setenv("CALLED_FROM", str(tmp_path))
    assert main(["new-remix", "moths"]) == 1
    told = capsys.readouterr().err
    assert "--title" in told
    assert "--authors" in told
    assert "--reserved" in told
    assert (
        main(
            ["new-remix", "moths", "--title", "Moths", "--authors", "Ida, Bo", "--reserved", "none"]
        )
        == 0
    )
    assert "README.md" in capsys.readouterr().out
    assert main(["--remix", "moths", "check"]) == 0
    assert "Moths on Nightsong SRD: 0 added, 0 replaced, 0 removed" in capsys.readouterr().out


def test_a_remix_begins_on_another(tmp_path: Path) -> None:
    """That one comes along in upstream/, and is credited."""
    folder = begin(HERE, new(tmp_path, on=LANTERNFOLK), TODAY)
    copy = load_copy(Project(HERE.root, folder))
    assert [one.title for one in copy.book.game.chain][-2:] == [
        "Lanternfolk",
        "Moths & Lamps: “A Game”",
    ]
    assert not (folder / "upstream" / "dist").exists()
    assert copy.changes == ()
    assert "Old Mother Moth" in copy.book.game.reserved


@pytest.mark.parametrize("own", [True, False], ids=["new", "lanternfolk"])
def test_the_schemas_accept_what_passes(tmp_path: Path, own: bool) -> None:
    """Each file of a new remix, and of the example, by the schema that its editor checks it by."""
    made = begin(HERE, new(tmp_path), TODAY)
    folder = made if own else LANTERNFOLK
    settings = json.loads((made / ".vscode/settings.json").read_text(encoding="utf-8"))
    checked = 0
    for schema, pattern in settings["yaml.schemas"].items():
        accept_ = fastjsonschema.compile(json.loads((made / schema).read_text(encoding="utf-8")))
        for path in folder.glob(pattern.replace("!(folder)", "*")):
            accept_(json.loads(json.dumps(YAML(typ="safe").load(path.read_text(encoding="utf-8")))))
            checked += 1
    assert checked == (1 if own else 9)


@pytest.fixture
def srd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the SRD's sources, to change."""
    for name in ("content", "tables", "theme/print"):
        shutil.copytree(HERE.root / name, tmp_path / "srd" / name)
    monkeypatch.setattr(copydesk, "load", load)
    return tmp_path / "srd"


def edit(path: Path, old: str, new_: str) -> None:
    """Replace a text in a file that has it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new_), encoding="utf-8")


def test_a_new_release_is_held_against_the_remix(remix: Write, srd: Path) -> None:
    """What is new, changed and gone, and first of all what the remix changes itself."""
    made = remix({"tables/hair.yml": HAIR}, "removes: [rulings/refill-least]\n")
    project = Project(srd, made.folder)
    accept(project)
    assert list(compared(project))[1:] == ["Nothing to do."]
    edit(srd / "tables/details/hair.yml", "title: ", "title: New ")
    edit(srd / "tables/details/eyes.yml", "title: ", "title: New ")
    edit(srd / "content/game.yml", 'version: "', 'version: "9')
    numbers = srd / "content/numbers.yml"
    more = "\nnewcomers:\n  most: 3\n"
    numbers.write_text(numbers.read_text(encoding="utf-8") + more, encoding="utf-8")
    lines = list(compared(project))
    assert "1 new, 2 changed, 0 gone" in lines[0]
    at = lines.index(
        "Changed, though you replace or remove it: does yours still say what you want?"
    )
    assert lines[at + 1] == "  details/hair"
    assert any(line.startswith("    +title: New ") for line in lines[at:])
    assert lines[lines.index("Changed, and so in your game:") + 1] == "  details/eyes"
    assert lines[lines.index("New, and so in your game:") + 1] == "  n.newcomers.most"
    accept(project)
    assert list(compared(project))[1:] == ["Nothing to do."]


def test_what_is_gone_upstream_is_told_although_the_remix_changes_it(
    remix: Write, srd: Path
) -> None:
    """The change would have nothing to change any more."""
    made = remix({"tables/hair.yml": HAIR})
    project = Project(srd, made.folder)
    accept(project)
    (srd / "tables/details/hair.yml").unlink()
    edit(srd / "content/rules/details.yml", "  - details/hair\n", "")
    lines = list(compared(project))
    assert (
        lines[lines.index("Gone, though you change it: drop the change, or add it anew:") + 1]
        == "  details/hair"
    )


@pytest.mark.parametrize(
    "lock",
    ["", "x", "[]", "1", "null", "{}", '{"schema": 2}', '{"schema": 1}', '{"schema": 1, "upstream": 1, "entries": {}, "changed": {}}', '{"schema": 1, "upstream": {"title": "A", "version": "1"}, "entries": 7, "changed": {}}', '{"schema": 1, "upstream": {"title": "A", "version": "1"}, "entries": {}, "changed": 7}', "[" * 200_000, '{"schema": ' + "9" * 5000 + "}", " " * 5_000_001, b"\xff"],
    ids=range(15),
)  # fmt: skip
def test_a_lock_that_isn_t_one_is_a_problem(remix: Write, lock: str | bytes) -> None:
    """Whatever stands in it, one problem says so and what to do."""
    made = remix({LOCK: lock})
    with pytest.raises(ProblemsError) as raised:
        list(compared(made.project()))
    (problem,) = raised.value.problems
    assert (problem.code, problem.file) == ("remix.lock", f"ember/{LOCK}")
    assert "accept" in problem.tip


def test_without_a_lock_there_is_nothing_to_compare(remix: Write) -> None:
    """And the problem says how to make one."""
    with pytest.raises(ProblemsError) as raised:
        list(compared(remix().project()))
    assert [one.code for one in raised.value.problems] == ["remix.no-lock"]


def test_a_lock_can_t_write_to_the_terminal(remix: Write, srd: Path) -> None:
    """Control signs in a lock from a stranger are shown, not sent."""
    made = remix({"tables/hair.yml": HAIR})
    project = Project(srd, made.folder)
    path = accept(project)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["upstream"]["title"] = "Old\x1b[2J"
    data["entries"]["gone\x1b[2J"] = "0"
    data["entries"]["details/hair"] = "0"
    data["changed"]["details/hair"] = {"title": "\x1b[2J", "x": [[[["deep"]]]]}
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "\x1b" not in "\n".join(compared(project))


def test_a_remix_can_be_called_as_a_folder_of_the_game_is(tmp_path: Path) -> None:
    """Its files are still told from the game's own."""
    write(
        tmp_path / "content", {"remix.yml": REMIX + "removes: [adventuring/journeying/weather]\n"}
    )
    copy = Remix(tmp_path / "content").copy()
    assert any(one.file.startswith("content/") for one in copy.notes)

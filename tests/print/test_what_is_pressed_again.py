"""What is pressed again after a change, and what stays as it was."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from reading import bare
from shop import copied, owned, reworded

from generator.pipeline import load_copy
from generator.prints import Pressroom, prints
from generator.prints.pressroom import Shop
from generator.project import Project
from generator.write import Cache

SENTENCE = "They should still make the game a good deal easier to run."
PLACE = "content/rules/refereeing.yml"


def pressroom(project: Project, *names: str) -> Pressroom:
    """The project's pressroom, for these prints or for all."""
    copy = load_copy(project)
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    every = prints(copy.manuscript)
    wanted = [p for p in every if not names or p.name in names]
    return Pressroom(
        project, Cache(project.workshop / "cache"), Shop(copy.book, papers, papers.tone), wanted
    )


def keys(project: Project) -> dict[str, str]:
    """The key of every print: it is pressed again where that is another one."""
    room = pressroom(project)
    return {p.name: room.key(p) for p in room.wanted}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """The files that a build would press again."""
    assert list(before) == list(after)
    return {name for name in before if before[name] != after[name]}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project."""
    return copied(tmp_path_factory.mktemp("pressed") / "copy")


@pytest.fixture(scope="module")
def before(project: Project) -> dict[str, str]:
    """The keys as things are."""
    return keys(project)


def text_of(path: Path) -> str:
    """All that is written in a file, without white space and hyphens."""
    with pypdfium2.PdfDocument(path) as pdf:
        return bare("".join(page.get_textpage().get_text_range() for page in pdf))


def test_a_changed_sentence_presses_just_what_holds_it(
    project: Project, before: dict[str, str], dist: Path
) -> None:
    """Those prints whose text has the sentence, and what is made from them; no others."""
    holding = {name for name in before if bare(SENTENCE) in text_of(dist / "print" / name)}
    every = pressroom(project).wanted
    made_from = {p.name for p in every if p.of is not None and p.of.name in holding}
    assert len(holding) > 2
    assert len(holding | made_from) < len(before)
    other = SENTENCE.replace("a good deal", "much")
    reworded(project, PLACE, SENTENCE, other)
    after = keys(project)
    reworded(project, PLACE, other, SENTENCE)
    assert changed(before, after) == holding | made_from


def test_a_changed_style_presses_what_it_dresses(project: Project, before: dict[str, str]) -> None:
    """The style of loose sheets is on loose sheets alone."""
    style = project.root / "theme/print/sheet.css"
    former = style.read_text(encoding="utf-8")
    style.write_text(former + "\n.brief { margin: 0.01em }\n", encoding="utf-8")
    after = keys(project)
    style.write_text(former, encoding="utf-8")
    again = changed(before, after)
    assert "nightsong-cheatsheet-a4.pdf" in again
    assert not [name for name in again if "zine" in name or "land" in name]


@pytest.mark.parametrize("pins", ["package-lock.json", "requirements/build.txt"])
def test_another_version_of_a_font_or_library_presses_everything(
    project: Project, before: dict[str, str], pins: str
) -> None:
    """With other pins of fonts or of the press nothing is kept."""
    path = owned(project, pins)
    former = path.read_text(encoding="utf-8")
    path.write_text(f"{former}\n", encoding="utf-8")
    after = keys(project)
    path.write_text(former, encoding="utf-8")
    assert changed(before, after) == set(before)


def test_with_nothing_changed_nothing_is_pressed(project: Project) -> None:
    """The second time, the finished PDF is taken as it is."""
    said = []
    for _ in range(2):
        with pressroom(project, "nightsong-land-a5.pdf") as room:
            ((_, path),) = room.finished()
            said.append((path.stat().st_mtime_ns, room.summary()))
    assert [summary for _, summary in said] == ["1 pressed, 0 as before", "0 pressed, 1 as before"]
    assert said[0][0] == said[1][0]

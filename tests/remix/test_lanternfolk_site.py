"""The example's whole website, built as strictly as the game's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.bundle.website import build_site
from generator.pipeline import make_docs
from generator.project import HERE, Project


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the example, without downloads."""
    project = Project(HERE.root, HERE.root / "examples" / "lanternfolk")
    nav, sign = make_docs(project)
    made = tmp_path_factory.mktemp("lanternfolk")
    build_site(project.site_config, project.docs, made, nav, sign)
    return made


def page(site: Path, name: str) -> str:
    """A page's HTML."""
    return (site / name / "index.html").read_text(encoding="utf-8")


def test_the_site_is_built_without_a_warning(site: Path) -> None:
    """Every link in it leads somewhere: a warning would have stopped it."""
    assert (site / "index.html").is_file()
    assert (site / "characters" / "index.html").is_file()


def test_every_page_bears_the_example_s_name_language_and_sign(site: Path) -> None:
    """And none the game's own as its title."""
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert '<html lang="en"' in html, path
        assert "Lanternfolk" in html.partition("</title>")[0], path
        assert "assets/looks/colors.css" in html, path
        assert "assets/looks/logo.svg" in html, path


def test_the_licence_page_names_the_chain(site: Path) -> None:
    """Whoever the example stands on, and what it holds back."""
    html = page(site, "licence")
    assert "Nightsong SRD" in html
    assert "Lanternfolk" in html
    assert "Old Mother Moth" in html


def test_removed_rules_are_nowhere(site: Path) -> None:
    """Neither as a heading nor in the search."""
    assert 'id="adventuring-journeying-weather"' not in page(site, "adventuring")
    assert "journeying-weather" not in (site / "search" / "search_index.json").read_text(
        encoding="utf-8"
    )

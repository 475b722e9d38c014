"""Lands on paper: the map, the gazetteer and its command."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from reading import bare

from generator.gazetteer import print_land
from generator.model.problems import ProblemsError
from generator.pipeline import Copy, load_copy
from generator.prints.lands import LandOrder, file_name, print_gazetteer, shown_seed
from generator.project import HERE
from generator.render.data import ruleset_json
from generator.render.land_map import land_map, type_swatch
from nightsong.bundle import Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.hexes import label
from nightsong.lands import Land, draw_land

SEED = "test-7"


@pytest.fixture(scope="module")
def copy() -> Copy:
    """The manuscript and the book."""
    return load_copy(HERE)


@pytest.fixture(scope="module")
def rules(copy: Copy) -> Ruleset:
    """The rules as the engine loads them."""
    return load_ruleset(ruleset_json(copy.book))


@pytest.fixture(scope="module")
def made(copy: Copy, rules: Ruleset) -> tuple[Land, bytes]:
    """A printed Land."""
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    order = LandOrder(SEED, "a4", papers.papers["a4"], papers.tone, papers.tone)
    return print_gazetteer(order, copy.book, rules, HERE)


def test_the_land_is_the_engines_and_all_of_it_is_printed(
    made: tuple[Land, bytes], rules: Ruleset, copy: Copy
) -> None:
    """The same seed gives the engine's Land; each Region, Faction and part is named."""
    land, pdf = made
    assert land == draw_land(rules, Chance(SEED))
    document = pypdfium2.PdfDocument(pdf)
    printed = bare("".join(page.get_textpage().get_text_range() for page in document))
    for region in land.regions:
        for text in (region.name, region.type, region.vegetation, region.feature, region.theme):
            assert bare(text) in printed
    for faction in land.factions:
        for text in (faction.name, faction.wants, faction.method, faction.asset, faction.activity):
            assert bare(text) in printed
    assert bare(copy.book.game.notice) in printed
    assert len(pdf) < 250_000


def test_the_same_seed_gives_the_same_bytes(
    made: tuple[Land, bytes], copy: Copy, rules: Ruleset
) -> None:
    """A second print of the same Land doesn't differ in a byte, and says that it is tagged."""
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    order = LandOrder(SEED, "a4", papers.papers["a4"], papers.tone, papers.tone)
    assert print_gazetteer(order, copy.book, rules, HERE)[1] == made[1]
    with pikepdf.open(io.BytesIO(made[1])) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert "pdfuaid" in bytes(pdf.Root.Metadata.read_bytes()).decode()


@pytest.mark.parametrize("seed", ["1", "7", "moon"])
def test_the_map_has_every_hex_once_with_its_region_and_its_faction(
    seed: str, rules: Ruleset
) -> None:
    """The drawing is well formed, has title and description, and each hex is where it belongs."""
    land = draw_land(rules, Chance(seed))
    root = ElementTree.fromstring(land_map(land, 170.0, "A map"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "A map"
    assert all(region.name in (root.findtext(f"{space}desc") or "") for region in land.regions)
    groups = [g for g in root.iter(f"{space}g") if "data-hex" in g.attrib]
    said = [(g.get("data-hex"), g.get("data-region")) for g in groups]
    asked = [(label(h, land.radius), str(land.region_at(h).number)) for h in land.hexes]
    assert said == asked
    held = [g for g in groups if g.get("data-faction")]
    assert len(held) == sum(land.faction_at(h) is not None for h in land.hexes)


def test_each_type_has_signs_of_its_own(rules: Ruleset) -> None:
    """No two types of the book's table look alike."""
    names = [row.name for row in rules.tables["regions/type"].rolls[0].rows]
    shapes = [re.sub(r'fill="[^"]*"', "", type_swatch(name, 8.0)) for name in names]
    assert len(set(shapes)) == len(names) >= 6


@pytest.mark.parametrize("seed", ["../x", "a/b", "🌙🌙", "x" * 500, "CON.txt", " 7", "-7"])
def test_odd_seeds_get_safe_names(seed: str) -> None:
    """Whatever the seed, the file's name is a short and plain one, and shown it has our glyphs."""
    name = file_name("night", "land", seed, "a4")
    assert re.fullmatch(r"night-land-[A-Za-z0-9][A-Za-z0-9-]*-a4\.pdf", name)
    assert len(name) < 80
    assert name != file_name("night", "land", f"{seed}!", "a4")
    assert all(ord(letter) < 0x180 or letter == "…" for letter in shown_seed(seed))


@pytest.mark.parametrize(
    ("seed", "paper", "expected"),
    [
        ("", "a4", "a seed"),
        ("\udcff", "a4", "a seed"),
        ("7", "a44", "a paper"),
        ("7", "", "a paper"),
    ],
)
def test_what_cannot_be_printed_is_a_problem_and_the_former_file_stays(
    seed: str, paper: str, expected: str, tmp_path: Path
) -> None:
    """Empty seeds and unknown papers are told, and nothing is written."""
    there = tmp_path / "land.pdf"
    there.write_text("before")
    with pytest.raises(ProblemsError) as told:
        print_land(HERE, seed, paper, there)
    assert expected in told.value.problems[0].expected
    assert [path.name for path in tmp_path.iterdir()] == ["land.pdf"]
    assert there.read_text() == "before"


def test_a_folder_is_no_file_to_write_to(tmp_path: Path) -> None:
    """A folder given as the file is a problem."""
    with pytest.raises(ProblemsError):
        print_land(HERE, "7", "a4", tmp_path)

"""Characters' sheets: fields to type into, read back by other programs than ours."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from reading import OURS, Pdf, structure

from generator.press.filling import LEAST, FormError, fill_sheet
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.making import make_character
from nightsong.sheetfields import SheetForm, fields_of, is_tick

FORMS = [
    "nightsong-character-sheet-a4.pdf",
    "nightsong-character-sheet-letter.pdf",
    "nightsong-character-sheet-half-a5.pdf",
    "nightsong-character-sheet-half-half-letter.pdf",
]
TO_WRITE_ON = [
    "nightsong-character-sheet-blank-a4.pdf",
    "nightsong-character-sheet-blank-letter.pdf",
    "nightsong-character-sheet-four-a4.pdf",
    "nightsong-character-sheet-four-letter.pdf",
]
MOST = 120_000  # bytes
SEEDS = range(200)
SMALLEST = {"a4": 7.0, "half-a5": LEAST}  # points at which a new character's texts are still set


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


def _form(dist: Path, name: str = FORMS[0]) -> bytes:
    return _read(dist / "print" / name)


def _widgets(pdf: bytes) -> Iterator[tuple[str, Any]]:
    """Every field with its whole name, page by page in the order of the tab key."""
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        for one in page.get("/Annots") or []:
            widget = one.get_object()
            if widget.get("/Subtype") == "/Widget":
                yield _name(widget), widget


def _name(widget: Any) -> str:
    above = _name(widget["/Parent"].get_object()) + "." if "/Parent" in widget else ""
    return above + str(widget["/T"])


def _values(pdf: bytes) -> dict[str, str]:
    """What the fields hold, as pypdf reads it."""
    return {
        name: str(widget["/V"]).removeprefix("/") if is_tick(name) else str(widget["/V"])
        for name, widget in _widgets(pdf)
    }


def _seen(pdf: bytes) -> str:
    """What pdfium shows, appearances of fields with it, without its white space."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    for page in document:
        pdfium.FPDFPage_Flatten(page.raw, pdfium.FLAT_NORMALDISPLAY)
    flat = io.BytesIO()
    document.save(flat)
    pages = pypdfium2.PdfDocument(flat.getvalue())
    return "".join("".join(p.get_textpage().get_text_range().split()) for p in pages)


@pytest.mark.parametrize("name", FORMS)
def test_the_tab_key_goes_through_the_fields_in_the_order_of_the_form(
    dist: Path, ruleset: Ruleset, name: str
) -> None:
    """Every field of the model is there once, named as in the model."""
    form = _form(dist, name)
    assert [found for found, _ in _widgets(form)] == list(SheetForm.of(ruleset).names())
    assert all(page.get("/Tabs") == "/S" for page in pypdf.PdfReader(io.BytesIO(form)).pages)


@pytest.mark.parametrize("name", FORMS)
def test_every_field_says_what_it_is_for(dist: Path, name: str) -> None:
    """A screen reader has a label to read, and no two fields share one."""
    labels = [str(widget["/TU"]) for _, widget in _widgets(_form(dist, name))]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", FORMS)
def test_every_field_stands_in_the_structure_as_a_form(dist: Path, name: str) -> None:
    """Fields are tagged, and no link is left of what marked their place."""
    with pikepdf.open(dist / "print" / name) as pdf:
        kinds = [str(element.S) for element in structure(pdf)]
    assert kinds.count("/Form") == len(list(_widgets(_form(dist, name))))
    assert "/Link" not in kinds


@pytest.mark.parametrize("name", TO_WRITE_ON)
def test_a_sheet_for_pencil_has_nothing_to_type_into(dist: Path, name: str) -> None:
    """No form and no fields."""
    pdf = _form(dist, name)
    assert not list(_widgets(pdf))
    root: Any = pypdf.PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    assert "/AcroForm" not in root


@pytest.mark.parametrize("name", TO_WRITE_ON[2:])
def test_four_on_a_page_are_four(dist: Path, name: str) -> None:
    """One page, and on it what each character has four times."""
    (text,) = Pdf(dist / "print" / name).texts
    shown = " ".join(text.split())
    for words in ("Name Background", "Strength Dexterity Presence Constitution", "Coins"):
        assert shown.count(words) == 4, words


@pytest.mark.parametrize("name", [*FORMS, *TO_WRITE_ON])
def test_a_sheet_is_small_and_in_our_fonts(dist: Path, name: str) -> None:
    """Quick to fetch, and the same on every machine."""
    assert len(_form(dist, name)) <= MOST
    with pikepdf.open(dist / "print" / name) as pdf:
        fonts = [
            font
            for font in pdf.objects
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        for font in fonts:
            assert str(font.FontName).partition("+")[2].startswith(OURS)
            assert "/FontFile2" in font or "/FontFile3" in font


@pytest.mark.parametrize("name", [FORMS[0], FORMS[2]])
def test_what_is_filled_in_can_be_read_back_and_seen(
    dist: Path, ruleset: Ruleset, name: str
) -> None:
    """The fields hold every value, and a reader that makes up nothing shows it."""
    for seed in ("7", "moon"):
        values = dict(fields_of(make_character(ruleset, Chance(seed)).character, ruleset))
        values["notes"] = "A promise to the ferryman.\nOwes “Ösk” −3 coins."
        filled = fill_sheet(_form(dist, name), values)
        assert _values(filled) == values
        seen = _seen(filled)
        for field, value in values.items():
            assert is_tick(field) or "".join(value.split()) in seen, field
        assert fill_sheet(_form(dist, name), values) == filled


@pytest.mark.parametrize(("paper", "name"), [("a4", FORMS[0]), ("half-a5", FORMS[2])])
def test_every_new_character_fits(dist: Path, ruleset: Ruleset, paper: str, name: str) -> None:
    """Two hundred characters: the longest text of each field stays readable and whole."""
    longest: dict[str, str] = {}
    for seed in SEEDS:
        values = fields_of(make_character(ruleset, Chance(str(seed))).character, ruleset)
        for field, value in values.items():
            if len(value) >= len(longest.get(field, "")):
                longest[field] = value
    filled = fill_sheet(_form(dist, name), longest)
    sizes = {
        field: float(str(widget["/DA"]).split()[1])
        for field, widget in _widgets(filled)
        if not is_tick(field)
    }
    assert min(sizes.values()) >= SMALLEST[paper], min(sizes, key=lambda field: sizes[field])
    assert "…" not in _seen(filled)


def test_what_is_too_long_is_cut_in_sight_alone(dist: Path) -> None:
    """The field holds all of it, and what is shown ends in an ellipsis."""
    long = "once upon a night " * 40
    filled = fill_sheet(_form(dist), {"name": long})
    assert _values(filled)["name"] == long
    assert "…" in _seen(filled)


def test_a_sign_that_the_font_lacks_is_kept_and_shown_as_a_question(dist: Path) -> None:
    """What was typed is not lost."""
    filled = fill_sheet(_form(dist), {"name": "月 Tsuki"})
    assert _values(filled)["name"] == "月 Tsuki"
    assert "?Tsuki" in _seen(filled)


@pytest.mark.parametrize("form", [b"", b"nothing", b"%PDF-1.7\n%%EOF"])
def test_what_is_no_form_is_told(form: bytes) -> None:
    """One line that says what was expected."""
    with pytest.raises(FormError, match="expected a form, came"):
        fill_sheet(form, {})


def test_a_value_without_a_field_is_told(dist: Path) -> None:
    """A value is never lost in silence."""
    with pytest.raises(FormError, match="came mana"):
        fill_sheet(_form(dist), {"mana": "3"})


def test_a_pdf_without_fields_is_no_form(dist: Path) -> None:
    """The sheet for pencil can't be filled in."""
    with pytest.raises(FormError, match="expected a form"):
        fill_sheet(_form(dist, TO_WRITE_ON[0]), {"name": "Ada"})


def _typed(pdf: bytes, wanted: dict[str, str]) -> bytes:
    """The form after a browser's engine was clicked and typed at, saved by that engine."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    assert document.formenv
    engine = document.formenv.raw
    pages = list(document)
    places = dict(_places(pdf))
    for name, text in wanted.items():
        number, x, y = places[name]
        page = pages[number].raw
        pdfium.FORM_OnMouseMove(engine, page, 0, x, y)
        pdfium.FORM_OnLButtonDown(engine, page, 0, x, y)
        pdfium.FORM_OnLButtonUp(engine, page, 0, x, y)
        for sign in "" if is_tick(name) else text:
            pdfium.FORM_OnChar(engine, page, ord(sign), 0)
        pdfium.FORM_ForceToKillFocus(engine)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def _places(pdf: bytes) -> Iterator[tuple[str, tuple[int, float, float]]]:
    """Where to click for each field: its page and the middle of its box, in points."""
    for number, page in enumerate(pypdf.PdfReader(io.BytesIO(pdf)).pages):
        listed: Any = page["/Annots"]
        for one in listed:
            widget = one.get_object()
            left, bottom, right, top = (float(side) for side in widget["/Rect"])
            yield _name(widget), (number, (left + right) / 2, (bottom + top) / 2)


@pytest.mark.parametrize("name", [FORMS[0], FORMS[2]])
def test_what_is_typed_in_a_browsers_viewer_can_be_read_back(dist: Path, name: str) -> None:
    """Clicks and keys on Chromium's own engine for PDFs; its file is read by another reader."""
    typed = {
        "name": "Ösk Moonfall",
        "abilities.presence": "+3",
        "hp": "5",
        "carried.0.item": "rope",
        "carried.0.die": "D6",
        "carried.0.bulky": "on",
        "conditions.0.name": "Cold",
        "spells.0.text": "All sound ends",
        "notes": "Owes a song",
    }
    saved = _typed(_form(dist, name), typed)
    values = _values(saved)
    assert {field: values[field] for field in typed} == typed
    assert set(values.values()) - set(typed.values()) == {"", "Off"}
    assert "Owesasong" in _seen(saved)

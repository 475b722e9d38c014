"""Prose: numbers, references, terms and line breaks."""

from __future__ import annotations

import pytest

from generator.model.book import Term
from generator.model.numbers import FilterError, show
from generator.model.prose import bare, fill, link_uses, number_uses, plain, relink, unwrapped
from generator.render.terms import TermMarker


def test_numbers_are_found_with_their_place_and_filter() -> None:
    """Braces give the dotted name, the filter, and the offset of the name."""
    text = "Roll {{ n.a.b }} and {{n.c | word}}."
    uses = list(number_uses(text))
    assert [(u.name, u.filter, text[u.offset : u.offset + 3]) for u in uses] == [
        ("a.b", None, "n.a"),
        ("c", "word", "n.c"),
    ]
    assert fill(text, lambda name, how: f"<{name}|{how}>") == "Roll <a.b|None> and <c|word>."


@pytest.mark.parametrize(
    "braces",
    ["{{ x }}", "{{ n.a() }}", "{{ n.a | b | c }}", "{{ }}", "{% if %}", "{{ n.__class__ }}x{{n}}"],
)
def test_anything_else_in_braces_has_no_name(braces: str) -> None:
    """What isn't a number by its name is reported as unreadable."""
    assert "" in [use.name for use in number_uses(braces)] or "__class__" in braces


def test_links_carry_their_own_text_or_none() -> None:
    """References give id and text."""
    text = "See [[a/b]] and [[c|the C]]."
    assert [(u.id, u.text) for u in link_uses(text)] == [("a/b", None), ("c", "the C")]
    assert relink(text, lambda i, t: t or i) == "See a/b and the C."


def test_bare_text_keeps_offsets() -> None:
    """Blanking what may hold digits moves nothing."""
    text = "1. One {{ n.x }} [y](https://z.example/9) 7"
    assert len(bare(text)) == len(text)
    assert [c for c in bare(text) if c.isdigit()] == ["7"]


@pytest.mark.parametrize(
    ("value", "how", "shown"),
    [
        (12, None, "12"), ("1D20", None, "1D20"), ("2-5", None, "2–5"), ("4+", None, "4+"), (-1, None, "−1"),
        (2, "signed", "+2"), (0, "signed", "0"), (-3, "signed", "−3"), ([2, 1, 0, -1], "signed", "+2, +1, 0, and −1"),
        (2, "word", "two"), (0, "word", "no"), ("1/2", "word", "half"), (2, "Word", "Two"),
        ("pack rations", "capital", "Pack rations"), ("first-aid kit", None, "first-aid kit"), ("4-12", None, "4–12"),
        (2, "multiple", "double"), (3, "times", "three times"), (1, "times", "once"),
        (["D12", "D10", "D0"], "joined", "D12, D10, and D0"),
    ],
)  # fmt: skip
def test_numbers_read_as_prose_wants_them(value: object, how: str | None, shown: str) -> None:
    """Each filter has its form."""
    assert show(value, how) == shown  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "how"),
    [
        ("1D6", "word"),
        (99, "word"),
        ("x", "signed"),
        (5, "joined"),
        (9, "multiple"),
        ("D6", "capital"),
    ],
)
def test_a_filter_that_does_not_fit_says_what_would(value: object, how: str) -> None:
    """A misfit is an error with what was expected."""
    with pytest.raises(FilterError):
        show(value, how)  # type: ignore[arg-type]


def test_wrapped_lines_join_and_structure_stays() -> None:
    """Paragraphs and items become one line each; lists, tables and breaks between them stay."""
    text = "One\ntwo.\n\n- a\n  b\n- c\n\n| x |\n| - |\n| y |\n\n1. d\n   e"
    assert unwrapped(text) == "One two.\n\n- a b\n- c\n\n| x |\n| - |\n| y |\n\n1. d e"


TERMS = (
    Term("glossary/step-die", "Step Die", ("Step Die", "Step Dice"), "A die that steps.", "basics/step-dice"),
    Term("glossary/die", "Die", ("Die",), "One.", "basics/time"),
)  # fmt: skip


def test_terms_are_marked_once_longest_first_and_not_in_links() -> None:
    """The first occurrence alone is marked; links, code and parts of words are left alone."""
    marker = TermMarker.of(TERMS)
    text = "[[x|Step Die]] `Step Die` Step Dice, Step Die, Dies, Die."
    marked = marker.mark(text, "other", lambda term, form: f"<{term.term}:{form}>")
    assert marked == "[[x|Step Die]] `Step Die` <Step Die:Step Dice>, Step Die, Dies, <Die:Die>."


def test_a_rule_does_not_mark_the_term_that_it_explains() -> None:
    """In its own section a term needs no explanation."""
    marker = TermMarker.of(TERMS)
    assert marker.mark("Step Die", "basics/step-dice", lambda *_: "!") == "Step Die"


def test_plain_text_keeps_only_words() -> None:
    """References and emphasis leave their words."""
    assert plain("**A** [[x|b]] [c](https://d) *e*\nf") == "A b c e f"

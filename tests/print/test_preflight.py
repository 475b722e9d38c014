"""Preflight: what is found in a layout before it is printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.model.problems import Problem, ProblemsError
from generator.press import Job, press
from generator.press.title import Title
from generator.project import HERE

FACE = "alegreya/400Regular/Alegreya_400Regular.ttf"
STYLE = f"""@font-face {{ font-family: T; src: url('font:@expo-google-fonts/{FACE}') }}
html {{ font: 10px/10px T }} * {{ margin: 0; padding: 0; font-weight: 400; font-size: 10px }}
h2 {{ break-after: auto }} body {{ orphans: 1; widows: 1 }} table {{ border-collapse: collapse }}
@page {{ size: 100px 50px; margin: 0 }}"""  # five lines a page


def found(body: str, **changes: Any) -> tuple[Problem, ...]:
    """The problems of printing this body on pages of five lines; none where it is printed."""
    html = f"<html lang=en><title>T</title><style>{STYLE}</style><body>{body}"
    job = Job("small.pdf", lambda _: html, HERE.packages, (10.0,), Title("T", "A", "en"))
    try:
        press(replace(job, **changes))
    except ProblemsError as error:
        return error.problems
    return ()


def lines(count: int) -> str:
    """A paragraph of so many lines."""
    return f"<p>{'<br>'.join('line' for _ in range(count))}</p>"


def told(body: str, **changes: Any) -> tuple[str, str]:
    """The code of the one problem, and what came."""
    (problem,) = found(body, **changes)
    assert problem.tip
    return problem.code, problem.came


def test_a_heading_at_a_pages_foot_is_found() -> None:
    """A heading must have lines below it."""
    body = lines(4) + "<h2>Alone</h2>" + lines(3)
    assert told(body) == ("press.heading-alone", "“Alone” at the foot of page 1")


def test_a_heading_with_lines_below_it_is_well() -> None:
    """With a line below it, a heading may stand low; so may one that is all there is."""
    assert found(lines(2) + "<h2>Well</h2>" + lines(2) + lines(3)) == ()
    assert found("<h1>Title</h1><h2>Subtitle</h2><p style='break-before: page'>text") == ()


def test_a_heading_at_a_columns_foot_is_found() -> None:
    """Columns are looked at like pages."""
    body = lines(4) + "<h2>Low</h2>" + lines(5)
    columns = f"<div style='columns: 2; column-fill: auto; height: 50px'>{body}</div>"
    assert told(columns) == ("press.heading-alone", "“Low” at the foot of page 1")


@pytest.mark.parametrize(("above", "came"), [(4, "foot of page 1"), (1, "top of page 2")])
def test_a_line_alone_is_found(above: int, came: str) -> None:
    """A paragraph's first line alone at the foot of a page, or its last at the top of the next."""
    assert told(lines(above) + lines(5)) == ("press.line-alone", f"“line” alone at the {came}")


def test_a_paragraph_in_two_with_two_lines_each_is_well() -> None:
    """Two lines on each page may stand."""
    assert found(lines(3) + lines(4)) == ()


def test_a_row_on_two_pages_is_found() -> None:
    """A row of a table must not be split."""
    rows = "<tr><td>one<br>one<tr><td>two<br>two<br>two<br>two<br>two"
    assert told(f"<table>{rows}</table>") == (
        "press.row-split",
        "“two two two” on pages 1 and 2",
    )


def test_rows_of_a_head_that_is_repeated_are_well() -> None:
    """A head that stands on each page again is not split."""
    rows = "<tr><td>row" * 8
    assert found(f"<table><thead><tr><th>Head</thead><tbody>{rows}</table>") == ()


def test_text_outside_its_place_is_found() -> None:
    """A word longer than its line, or more lines than a box is high."""
    code, came = told("<p>An incomprehensibilityandthensome")
    assert (code, "on page 1" in came) == ("press.overfull", True)
    code, came = told("<div style='height: 20px'>" + lines(3) + "</div>")
    assert (code, "“line” on page 1" in came) == ("press.overfull", True)


def test_a_cell_that_holds_too_much_is_found() -> None:
    """A cell narrower than its text."""
    table = "<table style='table-layout: fixed; width: 60px'><tr><td>Overflowing<td>x</table>"
    assert told(table)[0] == "press.overfull"


def test_an_empty_page_is_found() -> None:
    """A page must have something to show."""
    body = "<p>text<div style='break-before: page'></div><p style='break-before: page'>text"
    assert told(body) == ("press.empty-page", "nothing on page 2")


def test_a_page_with_a_picture_alone_is_well() -> None:
    """A drawing is something."""
    drawn = "<svg width=9 height=9><title>Dot</title><circle r=4 cx=4 cy=4 /></svg>"
    assert found(f"{drawn}<p style='break-before: page'>text") == ()


def test_text_near_the_trim_is_found() -> None:
    """No text may stand nearer to the edge than the printer wants."""
    code, came = told("<p>text", safe=2.0)
    assert (code, "“text” on page 1" in came) == ("press.safe", True)
    assert found("<p style='margin: 12px'>text", safe=2.0) == ()


def test_a_table_wider_than_its_place_is_found() -> None:
    """A table that its page can't hold is named."""
    table = "<table id=wide style='width: 130px'><tr><td>text</table>"
    code, came = told(table)
    assert (code, came) == ("press.too-wide", "“wide” on page 1, 7.9 mm wider")

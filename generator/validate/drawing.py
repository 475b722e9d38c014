"""Drawings from strangers: SVG with shapes and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from generator.model.problems import Problem

MOST_BYTES = 200_000
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset(
    {
        *("svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"),
        *("title", "desc", "defs", "linearGradient", "radialGradient", "stop", "clipPath"),
    }
)
_TRAITS = frozenset(
    {
        *("viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx"),
        *("ry", "d", "points", "transform", "fill", "stroke", "stroke-width", "stroke-linecap"),
        *("stroke-linejoin", "stroke-dasharray", "stroke-miterlimit", "opacity", "fill-opacity"),
        *("stroke-opacity", "fill-rule", "clip-rule", "clip-path", "offset", "stop-color"),
        *("stop-opacity", "gradientUnits", "gradientTransform", "id", "role", "version"),
        *("preserveAspectRatio", "aria-label", "aria-hidden"),
    }
)
_INSIDE = re.compile(r"url\(#[A-Za-z][\w-]*\)")
_COLOR = re.compile(r"rgba?\([\d.,%\s/]*\)")
_WITH_CALLS = frozenset({"transform", "gradientTransform", "aria-label"})
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)|<\?(?!xml )", re.IGNORECASE)


def drawing_problems(content: bytes, name: str) -> Iterator[Problem]:
    """Whatever in a drawing is more than shapes: scripts, links, pictures, styles, entities."""
    if len(content) > MOST_BYTES:
        expected, came = f"at most {MOST_BYTES:,} bytes", f"{len(content):,}"
        yield _problem(name, "file.too-large", expected, came, "Simplify its paths.")
        return
    if match := _ENTITY.search(content):
        line = content[: match.start()].count(b"\n") + 1
        expected = "plain SVG, without entities or instructions"
        came = match[0].decode("ascii", "replace")
        yield Problem(name, line, 1, "drawing.unsafe", expected, came, "Remove the line.")
        return
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - entities are refused above
    except ElementTree.ParseError as error:
        line, column = error.position
        came = str(error).partition(":")[0]
        yield Problem(name, line, column + 1, "drawing.form", "an SVG", came, "")
        return
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        yield _problem(name, "drawing.form", "an SVG in UTF-8", str(error), "Save it as UTF-8.")
        return
    if root.tag != f"{_SVG}svg":
        yield _problem(name, "drawing.form", "an SVG", f"a <{root.tag}>", "")
        return
    for element in root.iter():
        yield from _element_problems(element, name)


def _element_problems(element: ElementTree.Element, name: str) -> Iterator[Problem]:
    tag = element.tag.removeprefix(_SVG)
    if tag not in _SHAPES:
        tip = "Save it as plain SVG: paths and shapes only, text as paths."
        yield _problem(name, "drawing.unsafe", "shapes", f"<{tag}>", tip)
    for trait, value in element.attrib.items():
        if trait not in _TRAITS or not _is_plain(trait, value):
            tip = "Save it as plain SVG, with presentation attributes."
            came = f"{trait}=“{value[:40]}”"
            yield _problem(name, "drawing.unsafe", "traits of shapes", came, tip)


def _is_plain(trait: str, value: str) -> bool:
    """Whether a value is a number, a word or a colour: nothing that is called or spelt oddly."""
    if trait in _WITH_CALLS:
        return "url" not in value.lower()
    called = "(" in value or "\\" in value
    return not called or bool(_INSIDE.fullmatch(value) or _COLOR.fullmatch(value))


def _problem(name: str, code: str, expected: str, came: str, tip: str) -> Problem:
    return Problem(name, 0, 0, code, expected, came, tip)

"""The badge “Based on …”: words alone, drawn from our own fonts, as SVG and as PNG.

Both come from the same outlines, so that the same title gives the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

Point = tuple[float, float]
Contour = list[Point]

TITLE_FACE = "@expo-google-fonts/grenze-gotisch/500Medium/GrenzeGotisch_500Medium.ttf"
SMALL_FACE = "@expo-google-fonts/alegreya-sans/700Bold/AlegreyaSans_700Bold.ttf"
HEIGHT, PAD, ROUND = 64.0, 18.0, 8.0  # CSS pixels
_LINES = ((11.0, 19.0), (27.0, 42.0), (10.5, 56.5))  # size and baseline of each line
_SCALE = 2  # pixels of the PNG for each CSS pixel
_SUB = 4  # lines that are drawn for each pixel
_CURVE = 8  # straight pieces of a curve
_CORNER = 12


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a badge."""

    ground: str
    ink: str


DARK, LIGHT = Look("#14172e", "#fdf3d7"), Look("#fbf8f0", "#1f2238")


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: its words for who can’t see it, its width, its paths, and their outlines."""

    words: str
    width: float
    paths: tuple[str, ...]
    outlines: tuple[Contour, ...]


def drawn(title: str, packages: Path) -> Badge:
    """The badge of a game; signs that the fonts lack are left out."""
    texts = ("Based on", title, "under the ORC License")
    faces = [TTFont(packages / name) for name in (SMALL_FACE, TITLE_FACE, SMALL_FACE)]
    widths = [
        _width(face, text, size) for face, text, (size, _) in zip(faces, texts, _LINES, strict=True)
    ]
    width = round(max(widths) + 2 * PAD)
    paths: list[str] = []
    outlines: list[Contour] = []
    for face, text, wide, (size, base) in zip(faces, texts, widths, _LINES, strict=True):
        for glyph, matrix in _placed(face, text, size, ((width - wide) / 2, base)):
            svg = SVGPathPen(face.getGlyphSet(), ntos=lambda value: f"{value:.2f}")
            flat = _Flat(face.getGlyphSet())
            for pen in (svg, flat):
                face.getGlyphSet()[glyph].draw(TransformPen(pen, matrix))
            paths.append(svg.getCommands())
            outlines += flat.contours
    return Badge(" ".join(texts), width, tuple(filter(None, paths)), tuple(outlines))


def svg_of(badge: Badge, look: Look) -> str:
    """The badge as an SVG document."""
    size = f'viewBox="0 0 {badge.width:g} {HEIGHT:g}" width="{badge.width:g}" height="{HEIGHT:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f"<title>{escape(badge.words)}</title>"
        f'<rect width="{badge.width:g}" height="{HEIGHT:g}" rx="{ROUND:g}" fill="{look.ground}"/>'
        f'<path fill="{look.ink}" d="{"".join(badge.paths)}"/></svg>\n'
    )


def png_of(badge: Badge, look: Look) -> bytes:
    """The badge as a PNG of twice its size, its corners see-through."""
    wide, high = round(badge.width * _SCALE), round(HEIGHT * _SCALE)
    ground = _coverage([_rounded(badge.width)], wide, high)
    ink = _coverage(badge.outlines, wide, high)
    below, above = _rgb(look.ground), _rgb(look.ink)
    rows = bytearray()
    for y in range(high):
        rows.append(0)  # no filter
        for x in range(wide):
            share = min(1.0, ink[y][x])
            mixed = (round(b + (a - b) * share) for a, b in zip(above, below, strict=True))
            rows.extend((*mixed, round(255 * min(1.0, ground[y][x]))))
    head = struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


def _glyphs(face: TTFont, text: str) -> Iterator[str]:
    known = face.getBestCmap()
    return (known[ord(sign)] for sign in text if ord(sign) in known)


def _width(face: TTFont, text: str, size: float) -> float:
    unit = size / face["head"].unitsPerEm
    return float(sum(face["hmtx"][glyph][0] for glyph in _glyphs(face, text)) * unit)


def _placed(
    face: TTFont, text: str, size: float, at: Point
) -> Iterator[tuple[str, tuple[float, float, float, float, float, float]]]:
    """Each glyph and what puts it in its place: fonts count upwards, pictures down."""
    unit = size / face["head"].unitsPerEm
    x, y = at
    for glyph in _glyphs(face, text):
        yield glyph, (unit, 0.0, 0.0, -unit, x, y)
        x += face["hmtx"][glyph][0] * unit


class _Flat(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Gathers outlines as straight pieces."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.contours: list[Contour] = []

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 - the names are the pen's
        self.contours.append([pt])

    def _lineTo(self, pt: Point) -> None:  # noqa: N802
        self.contours[-1].append(pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
        start = self.contours[-1][-1]
        for step in range(1, _CURVE + 1):
            self.contours[-1].append(_cubic((start, pt1, pt2, pt3), step / _CURVE))


def _cubic(points: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(w * p[0] for w, p in zip(weights, points, strict=True))
    y = sum(w * p[1] for w, p in zip(weights, points, strict=True))
    return x, y


def _rounded(width: float) -> Contour:
    """The badge’s own outline."""
    corners = ((width, 0.0, -1, 1), (width, HEIGHT, -1, -1), (0.0, HEIGHT, 1, -1), (0.0, 0.0, 1, 1))
    found: Contour = []
    for n, (x, y, left, up) in enumerate(corners):
        first, last = (x + left * ROUND, y), (x, y + up * ROUND)
        ends = (first, last) if n % 2 == 0 else (last, first)
        bend = (x, y)
        for step in range(_CORNER + 1):
            found.append(_cubic((ends[0], bend, bend, ends[1]), step / _CORNER))
    return found


def _coverage(outlines: Sequence[Contour], wide: int, high: int) -> list[list[float]]:
    """How much of each pixel the outlines cover, by the nonzero rule."""
    covered = [[0.0] * wide for _ in range(high)]
    edges = [edge for outline in outlines for edge in _edges(outline)]
    for line in range(high * _SUB):
        y = (line + 0.5) / _SUB
        crossings = sorted(_crossings(edges, y))
        row, turns = covered[line // _SUB], 0
        for (x, turn), (after, _) in pairwise(crossings):
            turns += turn
            if turns:
                _fill(row, max(0.0, x), min(float(wide), after))
    return covered


def _edges(outline: Contour) -> Iterator[tuple[float, float, float, float, int]]:
    """Every edge from its upper to its lower end, and which way it went."""
    scaled = [(x * _SCALE, y * _SCALE) for x, y in outline]
    for (x0, y0), (x1, y1) in zip(scaled, [*scaled[1:], scaled[0]], strict=True):
        if y0 < y1:
            yield x0, y0, x1, y1, 1
        elif y1 < y0:
            yield x1, y1, x0, y0, -1


def _crossings(
    edges: Sequence[tuple[float, float, float, float, int]], y: float
) -> Iterator[tuple[float, int]]:
    for x0, y0, x1, y1, turn in edges:
        if y0 <= y < y1:
            yield x0 + (x1 - x0) * (y - y0) / (y1 - y0), turn


def _fill(row: list[float], start: float, end: float) -> None:
    """Add a stretch of a line, its ends by their share of a pixel."""
    if end <= start:
        return
    first, last = int(start), int(end)
    if first == last:
        row[first] += (end - start) / _SUB
        return
    row[first] += (first + 1 - start) / _SUB
    for x in range(first + 1, last):
        row[x] += 1 / _SUB
    if last < len(row):
        row[last] += (end - last) / _SUB


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))

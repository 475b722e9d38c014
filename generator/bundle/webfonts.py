"""The website's fonts: the full TTFs cut down to its characters and packed as WOFF2.

Old-style and lining figures and small caps stay in the text face; what no style sheet asks for is
left out. The same fonts give the same bytes.
"""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass
from pathlib import Path

SCOPE = "@expo-google-fonts"
# Basic Latin, Latin-1 and Latin Extended-A, then the signs that the text and the page use.
RANGES = ((0x20, 0x7E), (0xA0, 0x17F))
SIGNS = "‐‑–—‘’‚“”„†•…′″‹›⁄−×→←↑↓≤≥≠½¼¾⅓⅔€™"
FIGURES = ("kern", "mark", "mkmk", "liga", "ccmp", "locl", "calt", "lnum", "onum", "pnum", "tnum")
TEXT_FEATURES = (*FIGURES, "smcp", "c2sc", "sups", "frac", "numr", "dnom", "case")


@dataclass(frozen=True, slots=True)
class Face:
    """A font of the site: its name there, where its TTF is, and what stays in it."""

    name: str
    package: str
    style: str
    features: tuple[str, ...] = FIGURES

    def source(self, packages: Path) -> Path:
        """The full TTF."""
        family = "".join(part.title() for part in self.package.split("-"))
        return packages / SCOPE / self.package / self.style / f"{family}_{self.style}.ttf"


FACES = (
    Face("text", "alegreya", "400Regular", TEXT_FEATURES),
    Face("text-italic", "alegreya", "400Regular_Italic", TEXT_FEATURES),
    Face("text-bold", "alegreya", "700Bold", TEXT_FEATURES),
    Face("text-bold-italic", "alegreya", "700Bold_Italic"),
    Face("sans", "alegreya-sans", "400Regular", TEXT_FEATURES),
    Face("sans-italic", "alegreya-sans", "400Regular_Italic"),
    Face("sans-bold", "alegreya-sans", "700Bold", TEXT_FEATURES),
    Face("display", "grenze-gotisch", "600SemiBold"),
)


def font_files(packages: Path) -> dict[str, bytes]:
    """Every font file of the site by its name, with the licence of each family."""
    files = {f"{face.name}.woff2": cut(face, packages) for face in FACES}
    for package in sorted({face.package for face in FACES}):
        licence = packages / SCOPE / package / "LICENSE_FONT"
        files[f"{package}-license.txt"] = licence.read_bytes()
    return files


def cut(face: Face, packages: Path) -> bytes:
    """One font with only the site's characters and features, as WOFF2."""
    from fontTools import subset  # here, since fonts are cut once and the import is slow
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options = subset.Options()
    options.layout_features = list(face.features)
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = [0, 1, 2, 13, 14]  # who made it, its name, its licence
    font = TTFont(face.source(packages), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*(c for a, b in RANGES for c in range(a, b + 1)), *map(ord, SIGNS)])
    cutter.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()

"""The small font that what is typed into a form is set in."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from fontTools import subset
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Object, Pdf

from generator.model.problems import Problem, ProblemsError
from generator.press.filling import MINUS, code_of

FIRST, LAST = 32, 255


def _codes() -> dict[str, int]:
    """Every sign that a form can show, with its code."""
    signs = bytes(range(FIRST, LAST + 1)).decode("cp1252", "ignore") + "−"
    return {sign: code for sign in signs if (code := code_of(sign)) is not None}


_CODES = _codes()


@cache
def _subset(path: Path) -> bytes:
    """The face cut down to what a form can show, the same bytes each time."""
    if not path.is_file():
        expected = f"the font file {path.name}"
        raise ProblemsError(
            [Problem("form", 0, 0, "press.font-missing", expected, "none", "Run npm ci.")]
        )
    font = TTFont(path, recalcTimestamp=False)
    _line_up(font)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "DSIG", "STAT"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(sign) for sign in _CODES])
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _line_up(font: TTFont) -> None:
    """Let figures stand in line: among other signs, an old-style nought reads as an o."""
    lookups = {
        index
        for record in font["GSUB"].table.FeatureList.FeatureRecord
        if record.FeatureTag == "lnum"
        for index in record.Feature.LookupListIndex
    }
    lined: dict[str, str] = {}
    for index in sorted(lookups):
        for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
            lined |= getattr(getattr(table, "ExtSubTable", table), "mapping", {})
    for table in font["cmap"].tables:
        table.cmap = {code: lined.get(name, name) for code, name in table.cmap.items()}


def embedded(pdf: Pdf, path: Path) -> Object:
    """The font of a form as an object of a PDF, with a code of one byte for each sign."""
    data = _subset(path)
    font = TTFont(io.BytesIO(data))
    unit = 1000 / font["head"].unitsPerEm
    base = "SHEETF+" + str(font["name"].getDebugName(6))
    encoding = Dictionary(
        Type=Name.Encoding,
        BaseEncoding=Name.WinAnsiEncoding,
        Differences=Array([MINUS, Name(f"/{UV2AGL[ord('−')]}")]),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name(f"/{base}"),
            FirstChar=FIRST,
            LastChar=LAST,
            Widths=Array(_widths(font, unit)),
            Encoding=encoding,
            FontDescriptor=pdf.make_indirect(_descriptor(pdf, font, base, unit, data)),
            ToUnicode=_to_unicode(pdf),
        )
    )


def _widths(font: TTFont, unit: float) -> list[float]:
    known, advances = font.getBestCmap(), font["hmtx"]
    signs = {code: sign for sign, code in _CODES.items() if ord(sign) in known}
    return [
        round(advances[known[ord(signs[code])]][0] * unit, 1) if code in signs else 0
        for code in range(FIRST, LAST + 1)
    ]


def _descriptor(pdf: Pdf, font: TTFont, base: str, unit: float, data: bytes) -> Dictionary:
    head, hhea, os2 = font["head"], font["hhea"], font["OS/2"]
    return Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name(f"/{base}"),
        Flags=32,
        FontBBox=Array([round(v * unit) for v in (head.xMin, head.yMin, head.xMax, head.yMax)]),
        ItalicAngle=0,
        Ascent=round(hhea.ascent * unit),
        Descent=round(hhea.descent * unit),
        CapHeight=round(os2.sCapHeight * unit),
        StemV=80,
        FontFile2=pdf.make_stream(data),
    )


def _to_unicode(pdf: Pdf) -> Object:
    pairs = sorted((code, ord(sign)) for sign, code in _CODES.items())
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CMapName /Sheet def /CMapType 2 def",
        "1 begincodespacerange <00> <FF> endcodespacerange",
    ]
    for start in range(0, len(pairs), 100):
        part = pairs[start : start + 100]
        lines.append(f"{len(part)} beginbfchar")
        lines += [f"<{code:02X}> <{sign:04X}>" for code, sign in part]
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return pdf.make_stream("\n".join(lines).encode())

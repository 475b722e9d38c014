"""A finished PDF as bytes: packed, and the same for the same content."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Pdf


def packed(pdf: Pdf) -> bytes:
    """The file, its streams packed as hard as can be, whatever this process has packed before."""
    pikepdf.settings.set_flate_compression_level(9)
    out = io.BytesIO()
    pdf.save(
        out,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        compress_streams=True,
        recompress_flate=True,
        deterministic_id=True,
    )
    return out.getvalue()

"""Folders as zip archives, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say


def zipped(folder: Path, name: str) -> bytes:
    """A folder's files, in the order of their names, below a folder of that name."""
    paths = sorted(p for p in folder.rglob("*") if p.is_file())
    return zipped_files({p.relative_to(folder).as_posix(): p.read_bytes() for p in paths}, name)


def zipped_ebook(files: Mapping[str, str]) -> bytes:
    """An EPUB of those files; the first, its ``mimetype``, lies in it as it is."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (path, content) in enumerate(files.items()):
            info = zipfile.ZipInfo(path, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED if number else zipfile.ZIP_STORED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return out.getvalue()


def zipped_files(files: Mapping[str, bytes], name: str) -> bytes:
    """Files by their paths, in that order, below a folder of that name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            info = zipfile.ZipInfo(f"{name}/{path}", _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return out.getvalue()

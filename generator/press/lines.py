"""Lines of text, broken as WeasyPrint breaks them: a hair fuller, and each only once."""

from __future__ import annotations

from typing import Any

_KERN = 0.5  # CSS pixels that the kern before a space may take


def kerned(plain: Any) -> Any:
    """WeasyPrint's ``create_layout``, which lets Pango fill a line a hair less than it may.

    A comma is kerned towards the space after it. At the end of a line that space goes, the line
    grows by the kern, no longer fits, and WeasyPrint breaks it much too early.
    """
    from weasyprint.text.line_break import line_size

    def create_layout(
        text: str, style: Any, context: Any, width: float | None, spacing: float
    ) -> Any:
        layout = plain(text, style, context, width, spacing)
        if width is None or width < _KERN:
            return layout
        line, rest = layout.get_first_line()
        if rest is None and line_size(line, style)[0] <= width:
            return layout
        return plain(text, style, context, width - _KERN, spacing)

    return create_layout


def kept(plain: Any) -> Any:
    """WeasyPrint's ``split_first_line``, which keeps what it found for the next time.

    A text is laid out again wherever its column, table or page is tried at another height, but
    its lines depend on its style and width alone. They are kept with the style.
    """

    def split_first_line(
        text: str, style: Any, context: Any, width: float | None, spacing: float,
        is_line_start: bool = True, minimum: bool = False,
    ) -> Any:  # fmt: skip
        known = style.__dict__.setdefault("known_lines", {})
        key = (text, width, spacing, is_line_start, minimum)
        if key not in known:
            known[key] = plain(text, style, context, width, spacing, is_line_start, minimum)
        return known[key]

    return split_first_line

"""Whole numbers out of what people type."""

from __future__ import annotations

from nightsong.statblocks import ConversionError

_MOST_DIGITS = 6


def whole(text: str, what: str, *, least: int | None = None) -> int:
    """The number that the text spells; ``ConversionError`` if it is too long or too small."""
    digits = text.lstrip("+-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        raise ConversionError(
            f"expected a number of at most {_MOST_DIGITS} digits for {what}, came {text[:20]}"
        )
    number = int(text)
    if least is not None and number < least:
        raise ConversionError(f"expected {least} or more for {what}, came {number}")
    return number

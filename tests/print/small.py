"""A small page to be pressed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.press import Job
from generator.press.title import Title
from generator.project import HERE


def small_job(body: str, **changes: Any) -> Job:
    """A job for a small page with this body."""
    face = "alegreya/400Regular/Alegreya_400Regular.ttf"
    style = f"@font-face {{ font-family: T; src: url('font:@expo-google-fonts/{face}') }}"
    html = (
        f"<html lang=en><title>T</title><style>{style} html {{ font-family: T }}"
        f"@page {{ size: 60mm; margin: 5mm }}</style>{body}"
    )
    made = Job("small.pdf", lambda _: html, HERE.packages, (9.0,), Title("T", "A", "en"))
    return replace(made, **changes)

"""The ruleset that lies in the package: the one file that the rules read."""

from __future__ import annotations


def packaged_ruleset() -> str:
    """The packaged bundle's text; ``FileNotFoundError`` where it was not made yet."""
    from importlib.resources import files  # the page, which brings its ruleset, does without

    return (files("nightsong") / "ruleset.json").read_text(encoding="utf-8")

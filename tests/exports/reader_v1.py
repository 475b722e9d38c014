"""A reader of schema 1, as somebody wrote it against the first release. Don't mend it.

If a test with it fails, the data has changed in a way that breaks other people's programs: give
the data a new schema number, and keep this reader for the old.
"""

from __future__ import annotations

import json
from typing import Any


def read_tables(text: str) -> dict[str, list[dict[str, Any]]]:
    """Every table's rolls by its id: die, header, and rows by key."""
    data = json.loads(text)
    if data["schema"] != 1:
        raise ValueError("not schema 1")
    return {
        table["id"]: [
            {
                "die": roll["die"],
                "header": roll["header"],
                "rows": {row[0]: row[1:] for row in roll["rows"]},
            }
            for roll in table["rolls"]
        ]
        for table in data["tables"]
    }


def read_credit(text: str) -> tuple[str, list[str]]:
    """The notice, and every source as ``title (licence)``."""
    data = json.loads(text)
    if data["schema"] != 1:
        raise ValueError("not schema 1")
    return data["notice"], [f"{s['title']} ({s['licence']})" for s in data["sources"]]


def read_creatures(text: str) -> dict[str, str]:
    """Every creature as a line by its name."""
    data = json.loads(text)
    if data["schema"] != 1:
        raise ValueError("not schema 1")
    lines = {}
    for one in data["creatures"]:
        attacks = ", ".join(f"{a['name']} {'+'.join(a['dice'])}" for a in one["attacks"])
        worn = "".join(f" {what} {one[what]}" for what in ("armor", "shield") if one[what])
        lines[one["name"]] = f"{one['hp']} HP, Resolve {one['resolve']}%{worn}. {attacks}"
    return lines


def read_ruleset(text: str) -> tuple[set[str], int, set[str]]:
    """The ids of tables, the number of rows, and the ids of rules."""
    data = json.loads(text)
    if data["schema"] != 1:
        raise ValueError("not schema 1")
    rows = sum(len(roll["rows"]) for table in data["tables"] for roll in table["rolls"])
    keys = [row["key"] + row["name"] for t in data["tables"] for r in t["rolls"] for row in r["rows"]]  # fmt: skip
    assert len(keys) == rows
    return {t["id"] for t in data["tables"]}, rows, {rule["id"] for rule in data["rules"]}

"""Results as plain data and as lines to read: one shape for the command line and the page."""

from __future__ import annotations

from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import Formula, Rolled
from nightsong.rolling import PartResult, TableResult, roll_table


def table_report(ruleset: Ruleset, result: TableResult, chance: Chance) -> dict[str, Any]:
    """A rolled table as plain JSON data, with all that is needed to show and repeat it."""
    return {
        "table": result.table.id,
        "title": result.table.title,
        "seed": chance.seed,
        "ruleset": ruleset.fingerprint,
        "text": result.text,
        "choice": None if result.choice is None else result.choice.total,
        "parts": [_part(part) for part in result.parts],
    }


def _part(part: PartResult) -> dict[str, Any]:
    return {
        "key": part.key,
        "roll": part.roll.name,
        "try": part.attempt,
        "die": part.roll.die,
        "faces": list(part.rolled.faces),
        "total": part.rolled.total,
        "header": list(part.roll.header),
        "row": part.row.key,
        "cells": list(part.cells),
        **({"modifier": part.modifier} if part.modifier else {}),
    }


def table_lines(report: dict[str, Any]) -> list[str]:
    """A table's report for a reader: the result first, then how each die fell."""
    lines = [f"{report['title']}: {report['text']}"]
    for part in report["parts"]:
        cells = " | ".join(part["cells"])
        lines.append(f"  {part['die']} fell {_fell(part)}: {part['row']} {cells}")
    lines.append(f"  seed {report['seed']}")
    return lines


def _fell(part: dict[str, Any]) -> str:
    faces = "·".join(map(str, part["faces"]))
    return faces if faces == str(part["total"]) else f"{faces} ({part['total']})"


def dice_report(formula: Formula, rolled: Rolled, chance: Chance) -> dict[str, Any]:
    """Rolled dice as plain JSON data."""
    return {
        "dice": str(formula),
        "seed": chance.seed,
        "total": rolled.total,
        "groups": [
            {
                "dice": str(thrown.group),
                "values": list(thrown.values),
                "kept": [thrown.values[i] for i in thrown.kept],
            }
            for thrown in rolled.groups
        ],
    }


def dice_lines(report: dict[str, Any]) -> list[str]:
    """Rolled dice for a reader."""
    lines = [f"{report['dice']}: {report['total']}"]
    for group in report["groups"]:
        kept = "" if group["kept"] == group["values"] else f", kept {_commas(group['kept'])}"
        lines.append(f"  {group['dice']} fell {_commas(group['values'])}{kept}")
    lines.append(f"  seed {report['seed']}")
    return lines


def _commas(values: list[int]) -> str:
    return ", ".join(map(str, values))


def roll_report(ruleset: Ruleset, table_id: str, chance: Chance) -> dict[str, Any]:
    """Roll the table of that id and report it. ``KeyError`` where there is none."""
    return table_report(ruleset, roll_table(ruleset.table(table_id), chance), chance)

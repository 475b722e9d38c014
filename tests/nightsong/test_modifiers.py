"""A modifier on a roll of a table, also past its end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import parse
from nightsong.procedures import play
from nightsong.rolling import find_row


@pytest.mark.parametrize("table_id", ["details/face", "regions/spark-theme", "details/surname"])
def test_a_modifier_moves_on_by_that_many_results(ruleset: Ruleset, table_id: str) -> None:
    """From each face the next; past either end the last row there."""
    table = ruleset.tables[table_id]
    for roll in table.rolls:
        totals = sorted(parse(roll.die).totals())
        rows = [find_row(roll, total) for total in totals]
        seen = set()
        for seed in range(60):
            asked = {"tables": [table_id], "modifier": 1}
            first = play(ruleset, "table-set", {"tables": [table_id]}, Chance(str(seed)))
            then = play(ruleset, "table-set", asked, Chance(str(seed)))
            before, after = (
                next(p for p in one.result["results"][0]["parts"] if p["roll"] == roll.name)
                for one in (first, then)
            )
            assert after["faces"] == before["faces"]
            at = totals.index(before["total"])
            assert after["row"] == rows[min(at + 1, len(rows) - 1)].key
            seen.add(at)
        assert len(seen) > 3
        assert all(a != b for a, b in pairwise(totals))


def test_past_the_ends_the_last_row_counts_and_the_trace_tells(ruleset: Ruleset) -> None:
    """Far beyond in both directions."""
    rows = [row.name for row in ruleset.tables["details/face"].rolls[0].rows]
    for by, expected, sign in ((99, rows[-1], "+99"), (-99, rows[0], "−99")):
        asked = {"tables": ["details/face"], "modifier": by}
        played = play(ruleset, "table-set", asked, Chance("7"))
        assert played.result["results"][0]["text"] == expected
        assert sign in played.trace[0].text


def test_without_a_modifier_nothing_is_said_of_one(ruleset: Ruleset) -> None:
    """Neither in the data nor in the trace."""
    played = play(ruleset, "table-set", {"tables": ["details/face"]}, Chance("7"))
    assert "modifier" not in str(played.result)
    assert "+" not in played.trace[0].text

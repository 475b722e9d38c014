"""Validate: what must hold across the manuscript. Every check yields problems; none stops another.

The laws of tables are the rules package's own (``nightsong.invariants``); here they get a place.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.manuscript import Manuscript
from generator.model.problems import Problem
from generator.validate.creatures import creature_problems
from generator.validate.game import game_problems
from generator.validate.ids import id_problems, known_ids
from generator.validate.numbers import number_problems
from generator.validate.prose import prose_problems
from generator.validate.tables import table_problems


def validate(manuscript: Manuscript) -> Iterator[Problem]:
    """Every problem of the manuscript."""
    ids = known_ids(manuscript)
    yield from game_problems(manuscript)
    yield from id_problems(manuscript, ids)
    yield from number_problems(manuscript)
    yield from prose_problems(manuscript, ids)
    yield from table_problems(manuscript)
    yield from creature_problems(manuscript)

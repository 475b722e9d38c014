"""Every procedure of the book by its name: ``play(ruleset, "check", {"ability": 2}, chance)``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import CodecError, decode
from nightsong.procedures import (
    adventuring,
    checks,
    combat,
    combatfights,
    conversions,
    creatures,
    delves,
    journeys,
    landparts,
    lands,
    making,
    odds,
    recovery,
    recruits,
    sheets,
    spells,
    structures,
    tables,
)
from nightsong.procedures.procedure import Played, Procedure, ProcedureError
from nightsong.wording import reworded_trace

PROCEDURES: Mapping[str, Procedure] = MappingProxyType(
    {
        procedure.name: procedure
        for module in (
            checks,
            adventuring,
            combat,
            combatfights,
            conversions,
            creatures,
            delves,
            journeys,
            lands,
            landparts,
            making,
            odds,
            recovery,
            recruits,
            sheets,
            spells,
            structures,
            tables,
        )
        for procedure in module.PROCEDURES
    }
)


def play(ruleset: Ruleset, name: str, using: Mapping[str, Any], chance: Chance) -> Played:
    """Carry out a procedure. ``ProcedureError``, in one line, where it can't be done so."""
    if name not in PROCEDURES:
        raise ProcedureError(f"expected one of {', '.join(PROCEDURES)}, came “{name}”")
    procedure = PROCEDURES[name]
    try:
        asked = decode(procedure.asks, dict(using), name)
        played = procedure.run(ruleset, chance, asked)
        return replace(played, trace=reworded_trace(played.trace, ruleset.words))
    except CodecError as error:
        raise ProcedureError(str(error)) from None
    except LookupError as error:
        raise ProcedureError(f"expected a name that the rules have, came {error}") from None
    except ValueError as error:
        raise ProcedureError(str(error)) from None


__all__ = ["PROCEDURES", "Played", "Procedure", "ProcedureError", "play"]

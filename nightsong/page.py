"""The page's door to the engine: JSON text in, JSON text out.

A web worker loads the bundle once and then asks. Every answer is an object with ``ok``; an error
is an answer too, in one line, so that nothing fails in silence on the other side.
"""

from __future__ import annotations

import json
from typing import Any

from nightsong.bundle import Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.dice import DiceError, parse
from nightsong.report import dice_report, roll_report


class _RefusedError(ValueError):
    """What a procedure can't do; its message says all."""


class Page:
    """One loaded ruleset that answers the page's requests."""

    def __init__(self, bundle: str) -> None:
        """Load the bundle's JSON text; raises ``BundleError``."""
        self.ruleset: Ruleset = load_ruleset(bundle)

    def ask(self, request: str) -> str:
        """Answer one request: ``{"do": "table", "id": …, "seed": …}``, with ``tries`` (by chance
        key) and ``real`` (faces of real dice by chance key) if wanted; ``{"do": "dice",
        "notation": …, "seed": …}``; or ``{"do": "play", "play": …, "using": {…}, "seed": …}`` for
        any procedure (``nightsong.procedures``), which answers with its result and trace.
        """
        try:
            answer = {"ok": True, "result": self._answer(json.loads(request))}
        except (DiceError, _RefusedError) as error:
            answer = {"ok": False, "error": str(error)}
        except KeyError as error:
            answer = {"ok": False, "error": f"expected a known table or field, came {error}"}
        except (ValueError, TypeError, AttributeError) as error:
            answer = {"ok": False, "error": f"expected a request that can be read: {error}"}
        return json.dumps(answer, ensure_ascii=False)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        chance = Chance(str(request["seed"]), request.get("tries", {}), _real(request))
        if request["do"] == "table":
            return roll_report(self.ruleset, request["id"], chance)
        if request["do"] == "dice":
            formula = parse(request["notation"])
            return dice_report(formula, chance.roll(formula, str(formula)), chance)
        if request["do"] == "play":
            return self._play(request, chance)
        raise ValueError(f"expected do: table, dice or play, came {request['do']!r}")

    def _play(self, request: dict[str, Any], chance: Chance) -> dict[str, Any]:
        from nightsong.procedures import ProcedureError, play  # a first roll doesn’t wait for all

        try:
            played = play(self.ruleset, request["play"], request.get("using", {}), chance)
        except ProcedureError as error:
            raise _RefusedError(str(error)) from None
        return {
            "seed": chance.seed,
            "ruleset": self.ruleset.fingerprint,
            "result": played.result,
            "trace": [{"text": n.text, "rule": n.rule, "key": n.key} for n in played.trace],
        }


def _real(request: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(faces) for key, faces in request.get("real", {}).items()}

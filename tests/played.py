"""Plays what it is asked, the same in CPython and in the page's Python: text in, text out."""

import json
from typing import Any


def run(text: str) -> str:
    """Answer ``{"bundle", "examples", "requests"}`` with all that came of each of them."""
    from nightsong.page import Page

    asked = json.loads(text)
    page = Page(asked["bundle"])
    answer = {
        "examples": [example(page.ruleset, one) for one in asked["examples"]],
        "requests": [page.ask(json.dumps(request)) for request in asked["requests"]],
    }
    return json.dumps(answer, ensure_ascii=False)


def example(ruleset: Any, one: dict[str, Any]) -> dict[str, Any]:
    """A worked example: its flaw, which is empty, its result and its trace."""
    from nightsong.examples import Example, Given, carry_out
    from nightsong.procedures import ProcedureError, play

    dice = {key: tuple(faces) for key, faces in one["dice"].items()}
    flaw = carry_out(ruleset, Example(**(one | {"dice": dice}))).flaw
    try:
        played = play(ruleset, one["play"], one["using"], Given(one["seed"], real=dice))
    except ProcedureError as error:
        return {"flaw": flaw or str(error)}
    trace = [(line.text, line.rule, line.key) for line in played.trace]
    return {"flaw": flaw, "result": dict(played.result), "trace": trace}

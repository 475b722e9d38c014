"""Runs in CPython and in the page's Python alike: how long the engine takes for what it makes."""

import json
import time

LEAST = 0.5  # seconds that each measure takes at least


def run(text: str) -> str:
    """Answer a bundle's text with the number of things a second that are made, by name."""
    from nightsong.bundle import load_ruleset
    from nightsong.chance import Chance
    from nightsong.lands import draw_land
    from nightsong.making import make_character

    ruleset = load_ruleset(text)

    def character(seed: str) -> None:
        make_character(ruleset, Chance(seed))

    def land(seed: str) -> None:
        draw_land(ruleset, Chance(seed))

    def start(_: str) -> None:
        load_ruleset(text)

    makers = {"characters": character, "lands": land, "rulesets": start}
    rates = {}
    for name, make in makers.items():
        make("warm")
        made, began = 0, time.perf_counter()
        while (taken := time.perf_counter() - began) < LEAST:
            make(str(made))
            made += 1
        rates[name] = made / taken
    return json.dumps(rates)

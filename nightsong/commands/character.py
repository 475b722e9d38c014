"""``character`` and ``party``: make one or several from chance."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability, CharacterError, Made
from nightsong.commands import shared
from nightsong.making import Choices, make_character, make_party
from nightsong.scores import Method
from nightsong.sheets import character_report, party_report, sheet_lines, trace_lines

MOST = 100

Make: TypeAlias = Callable[[Chance], tuple[Made, ...]]


def add(commands: shared.Commands) -> None:
    """Register both commands."""
    parser = shared.command(commands, "character", run, about="make a character")
    _add_options(parser)
    parser.add_argument("--background", default="", metavar="NAME", help="instead of rolling one")
    parser.add_argument("--highest", metavar="ABILITY", help="the one that counts if they tie")
    parser.add_argument(
        "--order", metavar="A,B,C,D", help="the Abilities as the array goes to them"
    )
    party = shared.command(commands, "party", run_party, about="make a party of characters")
    _add_options(party)
    party.add_argument("--size", type=int, default=4, metavar="N", help="how many (4)")


def _add_options(parser: Any) -> None:
    methods = [method.value for method in Method]
    parser.add_argument("--method", choices=methods, default=Method.ARRAY, help="ability scores")
    parser.add_argument(
        "--again", action="append", default=[], metavar="KEY", help="throw that part once more"
    )
    parser.add_argument("--trace", action="store_true", help="tell how each part came about")


def run(options: argparse.Namespace) -> None:
    """Make a character and show the sheet."""
    ruleset = shared.ruleset(options)
    choices = Choices(
        method=Method(options.method),
        order=tuple(_ability(name) for name in options.order.split(",")) if options.order else (),
        highest=_ability(options.highest) if options.highest else None,
        background=options.background,
    )

    def make(chance: Chance) -> tuple[Made, ...]:
        """The character, as a party of one."""
        return (make_character(ruleset, chance, choices),)

    chance, (made,) = _made(options, make)
    report = character_report(ruleset, made, chance)
    shared.show(report, _lines(ruleset, (made,), chance, options), options)


def run_party(options: argparse.Namespace) -> None:
    """Make a party and show the sheets."""
    ruleset = shared.ruleset(options)
    if options.size > MOST:
        raise shared.UsageError(f"expected a party of at most {MOST}, came {options.size}")

    def make(chance: Chance) -> tuple[Made, ...]:
        """The whole party."""
        return make_party(ruleset, chance, options.size, Choices(Method(options.method)))

    chance, party = _made(options, make)
    report = party_report(ruleset, party, chance)
    shared.show(report, _lines(ruleset, party, chance, options), options)


def _made(options: argparse.Namespace, make: Make) -> tuple[Chance, tuple[Made, ...]]:
    """Make, and for each part that is to be thrown again make anew.

    A key that nothing was thrown for would change nothing: that is an error.
    """
    chance = shared.chance(options)
    try:
        made = make(chance)
        for key in options.again:
            keys = sorted(line.key for one in made for line in one.trace if line.key)
            if key not in keys:
                raise shared.UsageError(f"expected a part such as {keys[0]}, came “{key}”")
            chance = chance.again(key)
            made = make(chance)
    except CharacterError as error:
        raise shared.UsageError(str(error)) from None
    return chance, made


def _lines(
    ruleset: Ruleset, made: tuple[Made, ...], chance: Chance, options: argparse.Namespace
) -> list[str]:
    lines: list[str] = []
    for one in made:
        lines += sheet_lines(ruleset, one.character)
        lines += trace_lines(one) if options.trace else ()
    return [*lines, f"  seed {chance.seed}"]


def _ability(name: str) -> Ability:
    try:
        return Ability(name.strip().lower())
    except ValueError:
        raise shared.UsageError(f"expected {', '.join(Ability)}, came “{name}”") from None

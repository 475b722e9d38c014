"""Armor and shields of other games as Nightsong's (rules ``conversions/…``, Armor)."""

from __future__ import annotations

from nightsong.blockfields import BARE, HEAVY
from nightsong.conversionrules import SECTIONS, ArmorClasses, ConversionRules
from nightsong.dice import DiceError, die
from nightsong.spans import Span
from nightsong.statblocks import ConversionError, Game, StatBlock
from nightsong.trace import Line, Trace
from nightsong.wholes import whole

ARMOR = "rulings/converted-armor"
_CLASS_RULES = {
    Game.KNAVE: "rulings/knave-armor-class",
    Game.OSE: "rulings/ose-armor-class",
    Game.DCC: "rulings/dcc-armor-class",
}


def converted_armor(
    block: StatBlock, game: Game, rules: ConversionRules
) -> tuple[str | None, Trace]:
    """The Armor Die, ``None`` without armor; points and tiers before words before Armor Class."""
    values = block.values
    if points := _points(block, game):
        return _by_points(*points, game, rules)
    if game is Game.MORK_BORG and "reduction" in values:
        return _by_reduction(values["reduction"], rules)
    if block.worn:
        return _by_words(block.worn, game, rules)
    if game in _CLASS_RULES and values.keys() & {"ac", "ascending"}:
        return _by_class(block, game, rules)
    return None, (Line("No Armor: none is given", SECTIONS[game]),)


def converted_shield(
    block: StatBlock, rules: ConversionRules, section: str
) -> tuple[str | None, Trace]:
    """The Shield's die, ``None`` without a shield."""
    if block.shield is None:
        return None, ()
    first = Line("Shield: as it is", section)
    if not block.shield:
        return rules.shield, (first, Line(f"A shield without a die gets {rules.shield}", ARMOR))
    try:
        return die(block.shield).name, (first,)
    except DiceError as error:
        raise ConversionError(f"Shield: {error}") from None


def _points(block: StatBlock, game: Game) -> tuple[str, str] | None:
    """What the points are called and how many there are, in the games that have them."""
    names = {
        Game.MORK_BORG: (("tier", "Tier"), ("armor", "Tier")),
        Game.CAIRN: (("armor", "Armor"), ("points", "Armor")),
        Game.KNAVE: (("points", "Armor Points"), ("armor", "Armor Points")),
    }.get(game, ())
    return next(((word, block.values[key]) for key, word in names if key in block.values), None)


def _by_points(
    word: str, text: str, game: Game, rules: ConversionRules
) -> tuple[str | None, Trace]:
    points = whole(text, word, least=0)
    section = SECTIONS[game]
    for grade in (rules.light[game], rules.heavy[game]):
        if grade.points is not None and points in grade.points:
            return grade.die, (Line(f"Armor {grade.die}: {word} {points}", section),)
    if _below(points, rules.light[game].points):
        return None, (Line(f"No Armor: {word} {points}", section),)
    heavy = rules.heavy[game].die
    return heavy, (
        Line(f"Armor {heavy}: {word} {points}", section),
        Line(f"{points} is past the table: the nearest row", "rulings/converted-scores"),
    )


def _below(points: int, span: Span | None) -> bool:
    return span is not None and points < span.low


def _by_reduction(text: str, rules: ConversionRules) -> tuple[str, Trace]:
    light, heavy = rules.reductions
    try:
        sides = die(text).physical[0]
    except DiceError as error:
        raise ConversionError(f"Armor: {error}") from None
    grade = (rules.heavy if sides >= die(heavy).physical[0] else rules.light)[Game.MORK_BORG]
    return grade.die, (
        Line(f"Armor {grade.die}: −{text.upper()}", SECTIONS[Game.MORK_BORG]),
        Line(f"A tier as a die: light with {light}, heavy from {heavy}", "rulings/converted-tiers"),
    )


def _by_words(
    worn: tuple[str, ...], game: Game, rules: ConversionRules
) -> tuple[str | None, Trace]:
    words = [word for word in worn if not BARE.fullmatch(word)]
    section = SECTIONS[game]
    if not words:
        return None, (Line(f"No Armor: {worn[0]}", section),)
    heavy = next((word for word in words if HEAVY.fullmatch(word)), None)
    grade = (rules.light if heavy is None else rules.heavy)[game]
    first = Line(f"Armor {grade.die}: {heavy or words[0]}", section)
    if heavy is None and grade.points is None:
        return grade.die, (first, Line("Any armor gets the die", ARMOR))
    return grade.die, (first,)


def _by_class(block: StatBlock, game: Game, rules: ConversionRules) -> tuple[str | None, Trace]:
    """Armor from an Armor Class alone."""
    values = block.values
    if game is Game.KNAVE:
        ac = whole(values.get("ac") or values["ascending"], "Armor Class")
        points = max(ac - rules.unarmored_ac, 0)
        armor, lines = _by_points("Armor Points", str(points), game, rules)
        text = f"AC {ac} stands for {points} Armor Points"
        return armor, (*lines, Line(text, _CLASS_RULES[game]))
    scale, ac, rises = _scale(block, game, rules)
    bare = ac <= scale.unarmored if rises else ac >= scale.unarmored
    mail = ac >= scale.mail if rises else ac <= scale.mail
    grade = (rules.heavy if mail else rules.light)[game]
    kind = "unarmored" if bare else "as mail" if mail else "armor lighter than mail"
    shown = f"AC {f'[{ac}]' if rises and game is Game.OSE else ac}"
    text = "No Armor" if bare else f"Armor {grade.die}"
    return None if bare else grade.die, (
        Line(f"{text}: {shown}", SECTIONS[game]),
        Line(f"{shown} counts {kind}" if mail else f"{shown} is {kind}", _CLASS_RULES[game]),
    )


def _scale(block: StatBlock, game: Game, rules: ConversionRules) -> tuple[ArmorClasses, int, bool]:
    """Which scale the Armor Class is on, the class, and whether it rises with better armor.

    In Old-School Essentials a class above that of the unarmored can only be an ascending one.
    """
    given = block.values.get("ac")
    ac = whole(given if given is not None else block.values["ascending"], "Armor Class")
    falls = game is Game.OSE and given is not None and ac <= rules.descending.unarmored
    return (rules.descending, ac, False) if falls else (rules.ascending[game], ac, True)

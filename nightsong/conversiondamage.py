"""Attacks of other games as Nightsong attacks (rules ``conversions/…``, Weapons)."""

from __future__ import annotations

from nightsong.conversionrules import SECTIONS, ConversionRules
from nightsong.dice import MOST_DICE, DiceError, Formula, Group, Term, die, parse
from nightsong.npcs import Attack
from nightsong.statblocks import Blow, ConversionError, Game, StatBlock
from nightsong.trace import Line, Trace
from nightsong.wholes import whole

DAMAGE = "rulings/converted-damage"
FUNKY = "rulings/funky-dice"
SEVERAL = "combat/other-situations/multiple-attacks"


def converted_attacks(
    block: StatBlock, game: Game, rules: ConversionRules
) -> tuple[tuple[Attack, ...], tuple[str, ...], Trace]:
    """The attacks, the Specials that hang on them, and how each came about."""
    attacks: list[Attack] = []
    specials: list[str] = []
    lines: list[Line] = []
    for blow in block.blows:
        attack, why = _attack(blow, game, rules)
        attacks.append(attack)
        lines += why
        if blow.note:
            specials.append(f"{blow.name}: {blow.note}")
    if not attacks:
        lines.append(
            Line(
                "No attack with a die: it fights unarmed", "combat/other-situations/unarmed-combat"
            )
        )
    return tuple(attacks), tuple(specials), tuple(lines)


def _attack(blow: Blow, game: Game, rules: ConversionRules) -> tuple[Attack, Trace]:
    section = SECTIONS[game]
    try:
        formula = parse(blow.dice)
    except DiceError as error:
        raise ConversionError(f"{blow.name[:40]}: {error}") from None
    lines: list[Line] = []
    changed = Formula(tuple(_term(term, game, rules, lines) for term in formula.terms))
    dice = _joined(changed) if game is Game.CAIRN else (shown(changed),)
    times = whole(blow.times, f"the attacks with {blow.name[:40]}", least=1)
    if times * len(dice) > MOST_DICE:
        raise ConversionError(f"expected at most {MOST_DICE} attacks at once, came {times}")
    attack = Attack(blow.name, dice * times)
    first = Line(f"{attack}: {'as it is' if not lines else f'from {blow.dice}'}", section)
    if len(attack.dice) > 1:
        lines.append(Line(f"{blow.name}: roll all dice, keep the highest", SEVERAL))
    if any(" " in notation or notation[0] != "D" for notation in dice):
        lines.append(Line(f"{blow.name}: dice and bonuses are still added", DAMAGE))
    return attack, (first, *lines)


def _joined(formula: Formula) -> tuple[str, ...]:
    """Cairn's d8 + d8 means what Nightsong's does; anything else is one roll."""
    single = [t.group is not None and t.group.count == 1 and t.sign > 0 for t in formula.terms]
    if len(single) > 1 and all(single):
        return tuple(shown(Formula((term,))) for term in formula.terms)
    return (shown(formula),)


def shown(formula: Formula) -> str:
    """The formula as the book writes Damage: ``D6``, ``2D4``, ``D6 + 1``."""
    return " ".join(w[1:] if w.startswith("1D") else w for w in str(formula).split(" "))


def _term(term: Term, game: Game, rules: ConversionRules, lines: list[Line]) -> Term:
    """The term with a die that Nightsong has, and why it changed."""
    if term.group is None:
        return term
    old = term.group.die.name
    new = old
    if game is Game.MORK_BORG and old == rules.smallest_die[0]:
        new = rules.smallest_die[1]
        lines.append(Line(f"{old} Damage turns into {new}", SECTIONS[game]))
    elif game is Game.DCC:
        new, tied = nearest_die(term.group.die.physical[0], rules)
        if new != old:
            lines.append(Line(f"{old} turns into {new}, the nearest standard die", SECTIONS[game]))
        if tied:
            lines.append(Line(f"{old} is as near to a smaller die: the larger is taken", FUNKY))
    group = Group(term.group.count, die(new), term.group.keep)
    return Term(term.sign, term.factor, group)


def nearest_die(sides: int, rules: ConversionRules) -> tuple[str, bool]:
    """The standard die nearest to that many sides, and whether another is as near."""
    standard = sorted(die(name.lstrip("1")).physical[0] for name in rules.standard_dice)
    ranked = sorted(standard, key=lambda other: (abs(other - sides), -other))
    tied = len(ranked) > 1 and abs(ranked[0] - sides) == abs(ranked[1] - sides)
    return f"D{ranked[0]}", tied

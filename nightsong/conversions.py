"""Creatures of other games as Nightsong NPCs (chapter ``conversions``).

``convert`` reads a stat block in the terms of its game and gives the NPC with a trace: each line
names the rule that gave it, and where the author's text leaves the choice open, our ruling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from nightsong.conversionarmor import converted_armor, converted_shield
from nightsong.conversiondamage import converted_attacks
from nightsong.conversionrules import SECTIONS, Band, ConversionRules
from nightsong.dice import DiceError, Formula, Group, parse
from nightsong.npcs import Npc
from nightsong.spans import Span
from nightsong.statblocks import ConversionError, Game, StatBlock, read_block
from nightsong.trace import Line, Trace
from nightsong.wholes import whole

HIT_POINTS = "rulings/converted-hit-points"
SCORES = "rulings/converted-scores"
NPC_RULE = "conversions/nightsong-npcs"
NAMELESS = "Nameless"

# The words of the rule's table of temperaments, most fearless first.
_TEMPERAMENTS = (
    ("fearless", r"mindless|holy|guardian|fearless|without fear|no fear|horror"),
    ("steadfast", r"steadfast|elite|cultist|undead|un-dead|construct|fanatic"),
    ("cowardly", r"cowardly|skittish|hungry|pressed into service|weak-willed|coward"),
    ("average", r"average|typical|soldier|bandit|beast|guard|animal"),
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """The NPC that came of a stat block, and how each of its lines came about."""

    game: Game
    npc: Npc
    trace: Trace


def convert(
    text: str, game: Game, rules: ConversionRules, temperament: str | None = None
) -> Conversion:
    """A stat block as a Nightsong NPC.

    ``temperament`` (cowardly, average, steadfast, fearless) sets the Resolve of a DCC creature in
    place of what its stat block lets one guess. Raises ``ConversionError``, one line.
    """
    block = read_block(text, game)
    section = SECTIONS[game]
    hp, hp_lines = _hit_points(block, game, rules)
    attacks, flat, attack_lines = converted_attacks(block, game, rules)
    armor, armor_lines = converted_armor(block, game, rules)
    shield, shield_lines = converted_shield(block, rules, section)
    resolve, resolve_lines = _resolve(block, game, rules, temperament)
    specials = (*flat, *block.specials)
    npc = Npc(
        name=block.name or NAMELESS,
        hp=hp,
        resolve=resolve,
        drive=block.values.get("drive", ""),
        attacks=attacks,
        armor=armor,
        shield=shield,
        specials=specials,
    )
    lines = (*hp_lines, *attack_lines, *armor_lines, *shield_lines, *resolve_lines)
    return Conversion(game, npc, (*lines, *_rest_lines(block, specials)))


def _rest_lines(block: StatBlock, specials: tuple[str, ...]) -> Iterator[Line]:
    if block.values.get("drive"):
        yield Line("Drive: as it is", f"{NPC_RULE}/drives")
    if specials:
        yield Line(f"Specials: {len(specials)}, in their own words", f"{NPC_RULE}/specials")
    if block.saves:
        yield Line("No saves: the Die of Fate decides for an NPC", "conversions/saves")
    if note := block.values.get("morale_note"):
        yield Line(f"For the Referee to judge: Morale {note}", f"{NPC_RULE}/resolve")
    if block.unused:
        yield Line(f"Not part of an NPC: {'; '.join(block.unused)}", NPC_RULE)


# Hit Points


def _hit_points(block: StatBlock, game: Game, rules: ConversionRules) -> tuple[int, Trace]:
    section = SECTIONS[game]
    listed = block.values.get("hp") or block.values.get("hd_hp")
    dice = block.values.get("hd") if game in (Game.KNAVE, Game.OSE, Game.DCC) else None
    level = block.values.get("level") if game is Game.KNAVE else None
    if dice and (game is Game.OSE or not listed):
        hp, lines = _from_hit_dice(dice, rules, section)
    elif listed:
        hp, lines = _from_listed(listed, section)
        if game is Game.OSE:
            lines = (*lines, Line("Without Hit Dice, HP serve", "rulings/ose-armor-class"))
    elif level:
        hp, lines = _from_hit_dice(level, rules, section)
        lines = (*lines, Line("Level stands in for Hit Dice", "rulings/knave-armor-class"))
    else:
        wanted = "Hit Dice, such as HD 2" if game is Game.OSE else "Hit Points, such as HP 6"
        raise ConversionError(f"expected {wanted}, came none")
    if hp > rules.hp_limit:
        text = f"No NPC has more than {rules.hp_limit} HP: {hp} become {rules.hp_limit}"
        lines = (*lines, Line(text, "adventuring/npcs-and-creatures/hit-points"))
    return min(hp, rules.hp_limit), lines


def _from_listed(listed: str, section: str) -> tuple[int, Trace]:
    if "d" not in listed.lower():
        hp = whole(listed, "HP", least=1)
        return hp, (Line(f"{hp} HP: as they are", section),)
    try:
        hp = ceil(_mean(parse(listed)))
    except DiceError as error:
        raise ConversionError(f"HP: {error}") from None
    if hp < 1:
        raise ConversionError(f"expected dice for HP that come to 1 or more, came {listed}")
    return hp, (
        Line(f"{hp} HP: as they are, {listed}", section),
        Line(f"The average of {listed}, rounded up, is {hp}", HIT_POINTS),
    )


def _mean(formula: Formula) -> Fraction:
    """The average of dice added together."""
    return sum(
        (
            term.sign * term.factor * (_group_mean(term.group) if term.group else Fraction(1))
            for term in formula.terms
        ),
        Fraction(),
    )


def _group_mean(group: Group) -> Fraction:
    values = group.die.values()
    return Fraction(group.count * sum(values), len(values))


_HIT_DICE = re.compile(
    r"(?:(?P<dice>-?[0-9]*)d[0-9]+|(?:(?P<full>[0-9]+)\s)?(?P<over>-?[0-9]+)/(?P<under>[0-9]+)"
    r"|(?P<number>-?[0-9]+))\s?(?P<plus>[+-]\s?[0-9]+)?",
    re.IGNORECASE,
)


def _from_hit_dice(text: str, rules: ConversionRules, section: str) -> tuple[int, Trace]:
    match = _HIT_DICE.fullmatch(text)
    if match is None:
        raise ConversionError(f"expected Hit Dice such as 2, 1-1 or 3d8, came {text[:40]}")
    if match["over"]:
        under = whole(match["under"], "the lower part of Hit Dice", least=1)
        number = Fraction(whole(match["over"], "Hit Dice", least=1), under)
        number += whole(match["full"] or "0", "Hit Dice", least=0)
    else:
        said = match["number"] if match["number"] else match["dice"] or "1"
        number = Fraction(whole(said, "Hit Dice", least=1))
    bonus = whole((match["plus"] or "0").replace(" ", ""), "a bonus to Hit Dice")
    plain = ceil(number * rules.hp_per_hit_die)
    hp = max(plain + bonus, rules.out + 1)
    lines = [Line(f"{plain} HP: {number} Hit Dice × {rules.hp_per_hit_die}", section)]
    if bonus:
        sign = "plus" if bonus > 0 else "minus"
        lines.append(Line(f"{sign.capitalize()} {abs(bonus)} makes {hp} HP", HIT_POINTS))
    return hp, tuple(lines)


# Resolve


def _resolve(
    block: StatBlock, game: Game, rules: ConversionRules, temperament: str | None
) -> tuple[int, Trace]:
    section = SECTIONS[game]
    if game is Game.DCC:
        return _by_temperament(block, rules, temperament)
    name, bands = ("WIL", rules.will) if game is Game.CAIRN else ("Morale", rules.morale)
    text = block.values.get("will" if game is Game.CAIRN else "morale")
    if text is None:
        line = Line(f"Resolve {rules.average}%: no {name} is given", SCORES)
        return rules.average, (line,)
    if not re.fullmatch(r"-?[0-9]+", text):
        line = Line(f"Resolve {rules.fearless}%: Morale “{text}” never flees", SCORES)
        return rules.fearless, (line,)
    score = whole(text, name, least=0)
    band = nearest_band(score, bands)
    lines = [Line(f"Resolve {band.resolve}%: {name} {score}", section)]
    if score not in band.scores:
        lines.append(Line(f"{score} is past the table: row {band.scores}", SCORES))
    return band.resolve, tuple(lines)


def nearest_band(score: int, bands: tuple[Band, ...]) -> Band:
    """The row of the table that has the score, or else the nearest (the lower of two)."""
    return min(bands, key=lambda band: _distance(score, band.scores))


def _distance(score: int, scores: Span) -> int:
    above = 0 if scores.high is None else score - scores.high
    return max(scores.low - score, above, 0)


def _by_temperament(
    block: StatBlock, rules: ConversionRules, temperament: str | None
) -> tuple[int, Trace]:
    if temperament is not None and temperament not in rules.temperaments:
        known = ", ".join(rules.temperaments)
        raise ConversionError(f"expected a temperament ({known}), came “{temperament[:40]}”")
    said = temperament or block.values.get("temperament", "")
    words = said or " ".join((block.name, *block.specials, block.values.get("drive", "")))
    for name, pattern in _TEMPERAMENTS:
        if match := re.search(rf"\b(?:{pattern})", words, re.IGNORECASE):
            resolve = rules.temperaments[name]
            line = Line(f"Resolve {resolve}%: “{match[0]}”, so {name}", SECTIONS[Game.DCC])
            return resolve, (line,)
    line = Line(f"Resolve {rules.average}%: no temperament shows", SCORES)
    return rules.average, (line,)

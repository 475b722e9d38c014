"""The named fields of stat blocks, as the old games write them: patterns only.

Each pattern is a name and what it looks like. Names that start with ``_`` are read past: Nightsong
has no use for them.
"""

from __future__ import annotations

import re

_LABEL = r"\s*[:=]?\s*"
_WHOLE = r"-?[0-9]+"
_BRACKETS = r"(?:\s*[(\[][^)\]\n]*[)\]])?"
_DICE_VALUE = r"-?[0-9]*d[0-9]+(?:[+-][0-9]+)?"
_HD_VALUE = (
    rf"{_DICE_VALUE}|-?(?:[0-9]+\s)?[0-9]+/[0-9]+(?:[+-][0-9]+)?"
    rf"|{_WHOLE}(?:\s?\+\s?[0-9]+|-[0-9]+)?"
)
_ARMOR = r"armou?r"
_ABILITY = r"(?:str|dex|con|int|wis|cha|agl|sta|per|lck|strength|dexterity)"

# Tried in this order at each place; labels before the number win over labels behind it.
_FIELDS = (
    (
        "special",
        r"(?:specials?|special abilities|abilities|notes?|sp)\s*[:=]\s*(?P<special>[^\n]*)",
    ),
    ("special", r"(?-i:SP)\s+(?P<special_short>[^;\n]*)"),
    ("drive", r"(?:drives?|wants|goals?|motivation)\s*[:=]\s*(?P<drive>[^\n;]*)"),
    ("name", r"name\s*[:=]\s*(?P<name>[^\n,;]*)"),
    ("temperament", r"temperament\s*[:=]?\s*(?P<temperament>[^\n,;.]*)"),
    (
        "hd",
        rf"(?:hit dice|hit die|hd){_LABEL}(?P<hd>{_HD_VALUE})(?!\w)\**"
        r"(?:\s*\(\s*(?P<hd_hp>[0-9]+)\s*(?:hp|hit points)?\s*\))?",
    ),
    ("level", rf"(?:level|lvl|lv){_LABEL}(?P<level>{_WHOLE})"),
    (
        "hp",
        rf"(?:hit points|hit protection|hps?){_LABEL}(?P<hp>{_DICE_VALUE}|{_WHOLE})(?!\w)"
        rf"|(?P<hp_before>{_WHOLE})\s*(?:hit points|hit protection|hps?)\b",
    ),
    (
        "morale",
        rf"(?:morale|mor|mrl|ml){_LABEL}(?P<morale>{_WHOLE}|-(?!\w)|none\b|never\b|n/a)"
        r"(?:\s*\((?P<morale_note>[^)\n]*)\))?"
        rf"|(?P<morale_before>{_WHOLE})\s*(?:morale|mor|mrl|ml)\b",
    ),
    ("_saves", r"(?:sv|saves?)\s*[:=]?\s*fort[^;\n]{0,60}?will\s*[+-]?[0-9]+"),
    (
        "_saves",
        rf"(?:sv|saves?)\s*[:=]?\s*(?:(?:[dwpbs][0-9]+[,\s]*)+|as\s[^,;\n]*|[+-]?[0-9]+){_BRACKETS}",
    ),
    ("will", rf"(?:willpower|will|wil){_LABEL}(?P<will>{_WHOLE})"),
    ("will", rf"(?P<will_before>{_WHOLE})\s*(?:willpower|will|wil)\b"),
    (
        "ac",
        rf"(?:ac|{_ARMOR} class){_LABEL}"
        rf"(?:(?P<ac>{_WHOLE})(?:\s*\[\s*(?P<ascending>{_WHOLE})\s*\])?"
        rf"|\[\s*(?P<ascending_only>{_WHOLE})\s*\])",
    ),
    (
        "points",
        rf"(?:ap|{_ARMOR} points?){_LABEL}(?P<points>{_WHOLE})"
        rf"|(?P<points_before>{_WHOLE})\s*(?:ap|{_ARMOR} points?)\b",
    ),
    (
        "armor",
        rf"-?\s?tier\s*(?P<tier>{_WHOLE})(?:\s*{_ARMOR}\b)?|{_ARMOR}\s*tier\s*(?P<tier_behind>{_WHOLE})"
        rf"|{_ARMOR}{_LABEL}(?P<armor>{_WHOLE})(?!\w)|(?P<armor_before>{_WHOLE})\s*{_ARMOR}\b",
    ),
    ("_ability", rf"{_ABILITY}{_LABEL}[+-]?[0-9]+|[+-]?[0-9]+\s*{_ABILITY}\b"),
    (
        "_other",
        r"(?:thac0|mv|move|movement|mov|speed|init|initiative|act|xp|na|no\. appearing|size)"
        rf"\s*[:=]?\s*[-+]?[0-9]*d?[0-9]+[^\s,;]*{_BRACKETS}",
    ),
    ("_other", rf"(?-i:AL|TT)\s+[^\s,;]+{_BRACKETS}"),
    ("_other", r"(?:alignment|treasure(?: type)?)\s*[:=]\s*[^,;\n]*"),
)
_REDUCTION = (
    "reduction",
    rf"(?:{_ARMOR}\s*[:=]?\s*)?(?<!\w)-(?P<reduction>d[0-9]+)(?!\w)(?:\s*{_ARMOR}\b)?",
)


def _compiled(fields: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    patterns = "|".join(pattern for _, pattern in fields)
    return re.compile(rf"(?<![\w'])(?:{patterns})", re.IGNORECASE)


def _named(fields: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """The same, with a group around each pattern that has no name of its own for its value."""
    return _compiled(
        tuple(
            (name, f"(?P<{name}_{number}>{pattern})" if name.startswith("_") else pattern)
            for number, (name, pattern) in enumerate(fields)
        )
    )


FIELDS = _named(_FIELDS)
FIELDS_WITH_REDUCTION = _named((_REDUCTION, *_FIELDS))

DICE = re.compile(
    r"(?<!\w)[0-9]*d[0-9]+(?!\w)(?:\s*[+-]\s*(?:[0-9]*d[0-9]+|[0-9]+)(?!\w))*", re.IGNORECASE
)
ATTACK_LABEL = re.compile(
    r"^\s*(?:#\s*)?(?:(?:attacks?|atts?|atks?|damage|dmg)\b\s*[:=]?\s*"
    r"|weapons?\s*(?:[:=]\s*|\s(?!or\b|and\b)(?=[a-z]{2})))",
    re.IGNORECASE,
)
SHIELD = re.compile(
    r"(?:(?:with|a|small|large|great|wooden|iron)\s+)*shields?(?:\s*\(?(?:(?P<die>d[0-9]+)"
    r"|[+-]?[0-9]+)\)?)?",
    re.IGNORECASE,
)
BARE = re.compile(
    rf"(?:no|none)(?:\s+{_ARMOR})?|unarmou?red|{_ARMOR}\s*[:=]?\s*(?:none|no|-)|no shield",
    re.IGNORECASE,
)
LIGHT = re.compile(
    rf"(?:[\w']+\s+){{0,3}}(?:(?:leather|hide|padded|furs?)(?:\s+{_ARMOR})?|light\s+{_ARMOR})",
    re.IGNORECASE,
)
HEAVY = re.compile(
    rf"(?:[\w']+\s+){{0,3}}(?:(?:(?:chain|plate|scale|ring)?\s?mail|chain|plate|plating|scales?"
    rf"|banded|splint)(?:\s+{_ARMOR})?|(?:heavy|medium)\s+{_ARMOR})",
    re.IGNORECASE,
)

# A line with a heading of its own, such as “Infravision: 90'”, but not “Bite: d6” or “Armor: hide”.
HEADED = re.compile(
    rf"(?!{_ARMOR}|shield)[^\W\d][^:;,\n]{{1,40}}:\s*(?![0-9]*d[0-9])", re.IGNORECASE
)

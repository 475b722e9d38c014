"""Reading stat blocks of other games, leniently, by their named fields.

``read_block`` takes one line or many. It knows what the fields are called and what an attack looks
like; what they turn into is ``nightsong.conversions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from nightsong import blockfields as fields

LONGEST_BLOCK = 10_000  # characters
_SIGNS = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "x",
        "’": "'",
        "½": " 1/2",
        "¼": " 1/4",
        "¾": " 3/4",
        "\x00": " ",
    }
)
_BULLET = re.compile(r"^[-•*·▶►‣]\s*(?=\D)")
_LONG_LINE = 8  # words; a longer line that ends like a sentence is one


class ConversionError(ValueError):
    """A stat block that can't be read; one line with what was expected and what came."""


class Game(StrEnum):
    """The games that stat blocks may come from."""

    MORK_BORG = "mork-borg"
    CAIRN = "cairn"
    KNAVE = "knave"
    OSE = "ose"
    DCC = "dcc"


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack as the stat block has it: its dice as written, how often, and what else it does."""

    name: str
    dice: str
    times: str = "1"
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatBlock:
    """What a stat block says, sorted. ``values`` are texts by field: ``hp``, ``hd``, ``morale``…"""

    name: str
    values: Mapping[str, str]
    blows: tuple[Blow, ...] = ()
    worn: tuple[str, ...] = ()  # words for armor, and “no armor”
    shield: str | None = None  # its die, empty where it has none; None without a shield
    specials: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    saves: bool = False


def read_block(text: str, game: Game) -> StatBlock:
    """Sort a stat block into its fields; ``ConversionError`` for no text or too much."""
    if len(text) > LONGEST_BLOCK:
        raise ConversionError(
            f"expected a stat block of at most {LONGEST_BLOCK} characters, came more"
        )
    plain, prose = _set_aside(_plain(text), _pattern(game))
    if not plain and not prose:
        raise ConversionError("expected a stat block, came nothing")
    reader = _Reader(_pattern(game))
    rest = reader.take(plain)
    name, rest = (reader.values.pop("name", ""), rest) if "name" in reader.values else _name(rest)
    for chunk in _chunks(rest):
        reader.sort(chunk)
    return StatBlock(
        name=name,
        values=reader.values,
        blows=tuple(reader.blows),
        worn=tuple(reader.worn),
        shield=reader.shield,
        specials=(*reader.specials, *prose),
        unused=tuple(reader.unused),
        saves=reader.saves,
    )


def _pattern(game: Game) -> re.Pattern[str]:
    return fields.FIELDS_WITH_REDUCTION if game is Game.MORK_BORG else fields.FIELDS


def _plain(text: str) -> str:
    """The text with usual signs and single spaces, without empty lines and what can't be seen."""
    seen = (
        "".join(sign if sign.isprintable() else " " for sign in line)
        for line in text.translate(_SIGNS).splitlines()
    )
    lines = (" ".join(line.split()) for line in seen)
    return "\n".join(line for line in lines if any(map(str.isalnum, line)))


def _set_aside(text: str, pattern: re.Pattern[str]) -> tuple[str, tuple[str, ...]]:
    """Lines with fields, and those that are prose: bullets and whole sentences after the first."""
    kept: list[str] = []
    prose: list[str] = []
    for number, line in enumerate(text.split("\n")):
        content = _BULLET.sub("", line, count=1)
        if number and not pattern.match(content) and _is_prose(line, content):
            prose.append(content)
        else:
            kept.append(content)
    return "\n".join(kept).strip(), tuple(prose)


def _is_prose(line: str, content: str) -> bool:
    """Whether a line without a field at its start is a sentence, a bullet or headed."""
    if line.endswith((".", "!")) and len(line.split()) >= _LONG_LINE:
        return True
    if fields.ATTACK_LABEL.match(content):
        return False
    bullet = content != line and not fields.DICE.search(content)
    return bullet or bool(fields.HEADED.match(content))


_MARK = "\x00"  # where a field was


def _name(rest: str) -> tuple[str, str]:
    """The name that a block starts with, and the rest."""
    if rest.startswith(_MARK) or fields.ATTACK_LABEL.match(rest):
        return "", rest
    label = re.search(r"(?<!\w)(?:att|atk)\b", rest, re.IGNORECASE)
    match = re.match(r"[^\n,;:(\x00]*", rest[: label.start()] if label else rest)
    name = match[0] if match else ""
    if dice := fields.DICE.search(name):
        first = name[: dice.start()].split()[:1]
        name = first[0] if first else ""
    return name.strip(" -.*#_"), rest[len(name) :]


def _chunks(text: str) -> Iterator[str]:
    """The text between commas, semicolons, lines and fields, but not within brackets."""
    depth, start = 0, 0
    for place, sign in enumerate(text):
        depth = 0 if sign in f"\n{_MARK}" else depth + (sign in "([") - (sign in ")]")
        ends = sign in f"\n;{_MARK}" or (sign == "," and depth <= 0)
        if ends or (sign == "." and depth <= 0 and text[place + 1 : place + 2] in ("", " ", "\n")):
            yield text[start:place]
            start = place + 1
    yield text[start:]


class _Reader:
    """Collects what one block says."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.values: dict[str, str] = {}
        self.blows: list[Blow] = []
        self.worn: list[str] = []
        self.shield: str | None = None
        self.specials: list[str] = []
        self.unused: list[str] = []
        self.saves = False

    def take(self, text: str) -> str:
        """Take the fields out of the text; each leaves a mark. What comes twice stays."""
        return self.pattern.sub(self._taken, text)

    def _taken(self, match: re.Match[str]) -> str:
        found = {k: v.strip() for k, v in match.groupdict().items() if v is not None}
        values = {re.sub(r"_(before|behind|short|only)$", "", k): v for k, v in found.items()}
        if any(name.startswith("_") for name in values):
            self.unused.append(match[0].strip(" ,."))
            self.saves |= any(name.startswith("_saves") for name in values)
        elif "special" in values:
            self.specials += [values["special"]] if values["special"] else []
        elif values.keys() & self.values.keys():
            return match[0]
        else:
            self.values |= values
        return _MARK

    def sort(self, chunk: str) -> None:
        """Put what stands between fields where it belongs."""
        chunk = chunk.strip(" .:-*")
        if self._is_gear(chunk):
            return
        if fields.DICE.search(chunk):
            self._read_blows(chunk)
            return
        text = fields.ATTACK_LABEL.sub("", chunk, count=1)
        self._keep(text if _FLAT.fullmatch(text) else _COUNT.sub("", text))

    def _keep(self, text: str) -> None:
        """Keep words that have no other place as a Special."""
        text = text.strip(" ()[]")
        if text.count("(") > text.count(")"):
            text += ")"
        plain = " ".join(_BONUS.sub(" ", text).split())
        if any(map(str.isalpha, text)) and not _BY_WEAPON.fullmatch(plain):
            self.specials.append(text)

    def _is_gear(self, chunk: str) -> bool:
        """Note armor and shields; whether that is all that the chunk says."""
        whole = fields.SHIELD.fullmatch(chunk)
        split = [chunk] if whole else re.split(r"\s(?:and|plus)\s|[+&,(]", chunk)
        parts = [part.strip(" ()") for part in split]
        kinds = (fields.BARE, fields.LIGHT, fields.HEAVY, fields.SHIELD)
        parts = [part for part in parts if part]
        if not parts or not all(any(k.fullmatch(p) for k in kinds) for p in parts):
            return False
        for part in parts:
            if match := whole or fields.SHIELD.fullmatch(part):
                self.shield = match["die"] or ""
            elif "shield" not in part.lower():
                self.worn.append(part)
        return True

    def _read_blows(self, chunk: str) -> None:
        """Each of the chunk's dice is an attack, named by what stands before it."""
        start, name, times = 0, "", "1"
        found = list(fields.DICE.finditer(chunk))
        for number, match in enumerate(found):
            before = chunk[start : match.start()]
            end, note = _note(chunk, match.end(), "(" in before, number == len(found) - 1)
            inside = before.partition("(")[2].strip(" ,;")
            if inside and not _BY_WEAPON.fullmatch(inside):
                note = f"{inside}, {note}" if note else inside
            said = _attack_name(before)
            if said[1]:
                times, name = said
            elif note and "(" not in before:
                name, note = note, ""
            self.blows.append(Blow(name or "attack", match[0], times, note))
            start = end
        self._keep(_LINK.sub("", chunk[start:], count=1))


_BY_WEAPON = re.compile(r"(?:or\s+)?(?:by|as) weapon(?: type)?|damage|dmg|each", re.IGNORECASE)
_FLAT = re.compile(r"[0-9]+\s(?:damage|dmg)", re.IGNORECASE)
_COUNT = re.compile(r"^\[?([0-9]+)(?:\s*x\b\s*|\s+)", re.IGNORECASE)
_BONUS = re.compile(r"(?<!\w)[+-][0-9]+(?!\w)|\b(?:melee|missile fire|missile|ranged)\b", re.I)
_LINK = re.compile(r"^[\s)\]/|+,]*(?:(?:or|and)\b[\s(]*)?")


def _attack_name(before: str) -> tuple[str, str]:
    """How often an attack is made, and its name without bonuses."""
    text = fields.ATTACK_LABEL.sub("", _LINK.sub("", before, count=1).strip(), count=1)
    count = _COUNT.match(text)
    name = _BONUS.sub(" ", (text[count.end() :] if count else text).split("(")[0])
    return (count[1] if count else "1"), " ".join(name.split()).strip(" -:/[]()+")


def _note(chunk: str, start: int, bracketed: bool, last: bool) -> tuple[int, str]:
    """Where what belongs to the dice ends, and what it says beside them."""
    close = chunk.find(")", start)
    end = start
    if bracketed and close >= 0 and not fields.DICE.search(chunk, start, close):
        end = close
    elif last:
        end = len(chunk)
    note = chunk[start:end].strip(" ,;()[]")
    note = re.sub(r"^(?:plus|and|\+|&)\s*", "", note, flags=re.IGNORECASE)
    return end, "" if _BY_WEAPON.fullmatch(note) else note

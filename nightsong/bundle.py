"""The bundle: the whole game as plain JSON, made by the generator and read here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from nightsong.bestiary import bestiary_flaws
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.invariants import reference_flaws, table_flaws, unknown_in_groups
from nightsong.model import Group, RuleRef, Source, Table, TermRef
from nightsong.npcs import Creature
from nightsong.packaged import packaged_ruleset
from nightsong.rolling import TableResult, roll_table

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Words:
    """The game's own words for those of the rules package."""

    words: Mapping[str, str]


class BundleError(ValueError):
    """A bundle that can't be read; the message says where, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The game as the engine knows it.

    ``numbers`` is nested by name: ``numbers["slots"]["base"]``. ``fingerprint`` changes with any
    change of the content: a permalink holds it. ``words`` are the game's own for what the rules
    package calls otherwise.
    """

    title: str
    version: str
    notice: str
    sources: tuple[Source, ...]
    numbers: Mapping[str, Any]
    tables: Mapping[str, Table]
    rules: tuple[RuleRef, ...]
    terms: tuple[TermRef, ...]
    fingerprint: str
    creatures: tuple[Creature, ...] = ()
    groups: tuple[Group, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls) -> Ruleset:
        """The ruleset that came with the package; ``FileNotFoundError`` where there is none."""
        return load_ruleset(packaged_ruleset())

    def roll(self, table_id: str, *, seed: str | int) -> TableResult:
        """Roll a table: the same seed gives the same result, here and on the website.

        ``KeyError`` where there is no table of that id.
        """
        return roll_table(self.tables[table_id], Chance(str(seed)))

    def table(self, table_id: str) -> Table:
        """The table of that id; ``KeyError`` where there is none."""
        return self.tables[table_id]

    @property
    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules that the game has."""
        return frozenset(rule.id for rule in self.rules)

    def creature(self, creature_id: str) -> Creature:
        """The creature of that id; ``KeyError`` where there is none."""
        for creature in self.creatures:
            if creature.id == creature_id:
                return creature
        raise KeyError(creature_id)


def dump_ruleset(ruleset: Ruleset) -> str:
    """The ruleset as JSON text, the same bytes for the same content."""
    data = {
        "schema": SCHEMA,
        "title": ruleset.title,
        "version": ruleset.version,
        "notice": ruleset.notice,
        "sources": encode(ruleset.sources),
        "numbers": encode(ruleset.numbers),
        "tables": encode(tuple(ruleset.tables.values())),
        "groups": encode(ruleset.groups),
        "creatures": encode(ruleset.creatures),
        "rules": encode(ruleset.rules),
        "terms": encode(ruleset.terms),
    }
    if ruleset.words:
        data["words"] = dict(ruleset.words)
    data["fingerprint"] = fingerprint(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False) + "\n"


def fingerprint(data: Mapping[str, Any]) -> str:
    """Sixteen hex digits that stand for the bundle's content."""
    content = {k: v for k, v in data.items() if k != "fingerprint"}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_ruleset(text: str) -> Ruleset:
    """Read a bundle. The same laws hold as for the YAML; raises ``BundleError``."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BundleError(f"expected a bundle in JSON: {error}") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        came = data.get("schema") if isinstance(data, dict) else type(data).__name__
        raise BundleError(f"expected a bundle of schema {SCHEMA}, came {came!r}")
    try:
        ruleset = _read(data)
    except (ValueError, KeyError) as error:
        raise BundleError(f"expected a complete bundle: {error}") from None
    for table in ruleset.tables.values():
        for flaw in (*table_flaws(table), *reference_flaws(table, ruleset.tables)):
            raise BundleError(f"{table.id}: expected {flaw.expected}, came {flaw.came}")
    for group, table_id in unknown_in_groups(ruleset.groups, ruleset.tables):
        raise BundleError(f"{group.id}: expected the id of a table, came “{table_id}”")
    for flaw in bestiary_flaws(ruleset.creatures, ruleset.numbers):
        creature = ruleset.creatures[int(flaw.path[0])]
        raise BundleError(f"{creature.id}: expected {flaw.expected}, came {flaw.came}")
    return ruleset


def _read(data: Mapping[str, Any]) -> Ruleset:
    tables = decode(tuple[Table, ...], data["tables"], "tables")
    return Ruleset(
        title=decode(str, data["title"], "title"),
        version=decode(str, data["version"], "version"),
        notice=decode(str, data["notice"], "notice"),
        sources=decode(tuple[Source, ...], data["sources"], "sources"),
        numbers=MappingProxyType(data["numbers"]),
        tables=MappingProxyType({table.id: table for table in tables}),
        rules=decode(tuple[RuleRef, ...], data["rules"], "rules"),
        terms=decode(tuple[TermRef, ...], data["terms"], "terms"),
        fingerprint=fingerprint(data),
        creatures=decode(tuple[Creature, ...], data.get("creatures", []), "creatures"),
        groups=decode(tuple[Group, ...], data.get("groups", []), "groups"),
        words=decode(Words, {"words": data.get("words", {})}, "words").words,
    )

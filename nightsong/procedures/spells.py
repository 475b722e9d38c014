"""Casting Spells and refilling their Shards as procedures (``actions/spells``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.casting import CastingRules, cast
from nightsong.chance import Chance
from nightsong.characters import Character
from nightsong.checks import Favor
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.procedures.sheets import sheet_of
from nightsong.recovery import RecoveryRules, refill_shards


@dataclass(frozen=True, slots=True)
class CastAsked:
    """A Spell Shard by its position from 0 among what is carried; ``nuanced`` for solo play.

    Keys: ``cast/check`` for the Presence Check and ``cast/shard`` for the Step Die.
    """

    character: Character
    position: int
    favor: Favor = Favor.NONE
    nuanced: bool = False


@dataclass(frozen=True, slots=True)
class RefillAsked:
    """Spell Shards to refill, by their positions from 0; without them the most drained come
    first. No dice fall.
    """

    character: Character
    shards: tuple[int, ...] | None = None


def _cast(ruleset: Ruleset, chance: Chance, asked: CastAsked) -> Played:
    rules = CastingRules.of(ruleset.numbers)
    done = cast(
        asked.character, asked.position, chance, rules, favor=asked.favor, nuanced=asked.nuanced
    )
    told = {name: plain(getattr(done, name)) for name in ("spell", "check", "shard", "fatigued")}
    return Played({**sheet_of(ruleset, done.character), **told}, done.trace)


def _refill(ruleset: Ruleset, _: Chance, asked: RefillAsked) -> Played:
    rules = RecoveryRules.of(ruleset.numbers)
    after, trace = refill_shards(asked.character, rules, asked.shards)
    return Played(sheet_of(ruleset, after), trace)


PROCEDURES = (
    Procedure("cast", CastAsked, _cast),
    Procedure("refill-shards", RefillAsked, _refill),
)

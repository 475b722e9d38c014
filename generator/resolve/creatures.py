"""Creatures: from what an author wrote to what is printed and what the engine knows."""

from __future__ import annotations

from collections.abc import Callable

from generator.model.authored import CreatureForm
from generator.model.book import StatBlock
from generator.model.prose import plain
from nightsong.model import Source
from nightsong.npcs import Attack, Creature, Npc

Prose = Callable[[str], str]


def stat_block(
    form: CreatureForm, home: str, kind: str, source: Source, supplement: bool, prose: Prose
) -> StatBlock:
    """A creature of the section ``home``, whose title is its ``kind``."""
    specials = tuple((name, prose(text)) for name, text in form.specials.items())
    text, drive = prose(form.text), prose(form.drive)
    npc = Npc(
        name=form.name,
        hp=form.hp,
        resolve=form.resolve,
        drive=plain(drive),
        attacks=tuple(Attack(one.name, one.dice, one.blast) for one in form.attacks),
        armor=form.armor,
        shield=form.shield,
        specials=tuple(f"{name}: {plain(words)}" for name, words in specials),
        force=form.force,
    )
    creature = Creature(f"{home}/{form.id}", kind, plain(text), npc, source, supplement)
    return StatBlock(creature.id, text, drive, specials, creature)

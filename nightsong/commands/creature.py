"""``creature``: the list of all creatures, or one of them as the book prints it."""

from __future__ import annotations

import argparse
import textwrap

from nightsong.bestiary import CreatureError, creature_report, find_creature
from nightsong.commands import shared
from nightsong.npcs import Creature, npc_lines

WIDTH = 88


def add(commands: shared.Commands) -> None:
    """Register the command."""
    about = "list the creatures, or show one"
    parser = shared.command(commands, "creature", run, about=about, seeded=False)
    parser.add_argument("which", nargs="+", metavar="list|NAME", help="list, or an id or name")
    parser.add_argument("--kind", help="list those of one kind only, such as Beast")


def run(options: argparse.Namespace) -> None:
    """List or show."""
    creatures = shared.ruleset(options).creatures
    wanted = " ".join(options.which)
    if wanted == "list":
        listed = _of_kind(creatures, options.kind)
        shared.show([creature_report(one) for one in listed], _listed(listed), options)
        return
    try:
        creature = find_creature(creatures, wanted)
    except CreatureError as error:
        tip = "" if "did you mean" in str(error) else "; see python -m nightsong creature list"
        raise shared.UsageError(f"{error}{tip}") from None
    shared.show(creature_report(creature), _shown(creature), options)


def _of_kind(creatures: tuple[Creature, ...], kind: str | None) -> tuple[Creature, ...]:
    kinds = tuple(dict.fromkeys(creature.kind for creature in creatures))
    if kind is None:
        return creatures
    if kind.casefold() not in map(str.casefold, kinds):
        raise shared.UsageError(f"expected --kind of {', '.join(kinds)}, came {kind}")
    return tuple(one for one in creatures if one.kind.casefold() == kind.casefold())


def _listed(creatures: tuple[Creature, ...]) -> list[str]:
    width = max((len(creature.npc.name) for creature in creatures), default=0)
    lines: list[str] = []
    kind = ""
    for creature in creatures:
        if creature.kind != kind:
            kind = creature.kind
            lines.append(kind)
        npc = creature.npc
        attacks = ", ".join(map(str, npc.attacks)) or "unarmed"
        lines.append(f"  {npc.name:<{width}}  {npc.hp:>2} HP  {npc.resolve:>3}%  {attacks}")
    return lines


def _shown(creature: Creature) -> list[str]:
    """The creature in lines of a readable width; what goes on is indented."""
    name, *rest = npc_lines(creature.npc)
    head = [f"{name} ({creature.kind})", *textwrap.wrap(creature.text, WIDTH), ""]
    body = [line for text in rest for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")]
    mark = [f"Supplement: {creature.source.title}"] if creature.supplement else []
    return [*head, *body, *mark]

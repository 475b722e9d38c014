"""``table``: the list of all tables, or one of them as printed."""

from __future__ import annotations

import argparse

from nightsong.commands import shared
from nightsong.commands.roll import known
from nightsong.printing import printed_rows


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(
        commands, "table", run, about="list the tables, or show one", seeded=False
    )
    parser.add_argument("which", metavar="list|ID", help="list, or a table's id")


def run(options: argparse.Namespace) -> None:
    """List or show."""
    ruleset = shared.ruleset(options)
    if options.which == "list":
        tables = ruleset.tables.values()
        listed = [{"id": t.id, "title": t.title, "dice": [r.die for r in t.rolls]} for t in tables]
        width = max(map(len, ruleset.tables))
        lines = [
            f"{t.id:<{width}}  {' + '.join(r.die for r in t.rolls):<11}  {t.title}" for t in tables
        ]
        shared.show(listed, lines, options)
        return
    table = ruleset.table(known(ruleset, options.which))
    rolls = [(roll.die, roll.header, printed_rows(table, roll)) for roll in table.rolls]
    data = [{"die": die, "header": header, "rows": rows} for die, header, rows in rolls]
    lines = [table.title]
    for die, header, rows in rolls:
        lines += ["\t".join(cells) for cells in ((die, *header), *rows)]
    shared.show({"id": table.id, "title": table.title, "rolls": data}, lines, options)

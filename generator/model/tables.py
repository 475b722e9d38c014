"""From what an author wrote to the table that the rules package knows."""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.model.authored import FolderForm, RowForm, TableForm
from generator.model.manuscript import Manuscript
from nightsong.model import Row, Source, Table, TableRoll

UNKNOWN_SOURCE = Source("unknown", (), "unknown")


def built_table(table_id: str, manuscript: Manuscript) -> Table:
    """The table with what it inherits: from its file, its folders inside out, then the game."""
    form = manuscript.tables[table_id].form
    supplement = bool(_inherited(table_id, form, manuscript, "supplement"))
    source = _inherited(table_id, form, manuscript, "source")
    return Table(
        id=table_id,
        title=form.title,
        rolls=tuple(
            TableRoll(r.die, r.header, tuple(_row(k, row) for k, row in r.rows.items()), r.name)
            for r in form.rolls
        ),
        source=source if isinstance(source, Source) else _game_source(manuscript, supplement),
        join=form.join,
        phrase=form.phrase,
        limits=form.limits,
        supplement=supplement,
    )


def _row(key: str, form: RowForm) -> Row:
    return Row(
        key,
        form.name,
        form.items,
        form.examples,
        form.not_for,
        form.die,
        form.names,
        form.text,
    )


def _inherited(table_id: str, form: TableForm, manuscript: Manuscript, field: str) -> object:
    folders = (manuscript.folders.get(str(p)) for p in PurePosixPath(table_id).parents)
    holders: list[TableForm | FolderForm] = [form, *(f.form for f in folders if f)]
    return next((v for v in (getattr(h, field) for h in holders) if v is not None), None)


def _game_source(manuscript: Manuscript, supplement: bool) -> Source:
    if manuscript.game is None:
        return UNKNOWN_SOURCE
    return manuscript.game.form.ours if supplement else manuscript.game.form.source

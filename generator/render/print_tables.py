"""Tables for print: which grids they make, and which grids stand side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from generator.render.grids import Grid, grids, is_worded
from generator.render.print_prose import Prose
from nightsong.model import Row, Table

_PAD = 2.2  # what the space between columns takes, in letters
_GAP = 4  # what the space between two grids takes
_SLIM = 4  # letters of a cell in a column that needs little room
_LONG = 30  # rows of a table that may go on over the page
_SHORT = 18  # letters of a cell that may share a grid with other tables' cells


@dataclass(frozen=True, slots=True)
class Column:
    """A column's header. The first column of a table holds its anchor; ``slim`` ones hold dice."""

    text: str
    table: str = ""
    slim: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """A row's key. A key of two dice has a part for each."""

    first: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A printed row."""

    key: Key
    cells: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One printed table; ``groups`` are bands of rows. ``letters`` is its natural width.

    ``title`` is empty where the column headers say it already. A ``worded`` panel says a
    sentence or more in each row, and may be longer than a page.
    """

    id: str
    title: str
    die: str
    columns: tuple[Column, ...]
    groups: tuple[tuple[Line, ...], ...]
    letters: float
    supplement: bool
    worded: bool = False

    @property
    def key_letters(self) -> float:
        """The width of the keys' column."""
        return max(len(key.first) + len(key.second) + 1 for key in self.keys) + _PAD

    @property
    def is_long(self) -> bool:
        """Whether it may go on over the page, between bands of rows."""
        return len(self.keys) > _LONG

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of all rows."""
        return tuple(line.key for group in self.groups for line in group)


Shelf = tuple[Panel, ...]  # panels that stand side by side


def shelves(tables: Sequence[Table], prose: Prose, measure: float) -> tuple[Shelf, ...]:
    """The tables as rows of panels; ``measure`` is how many letters fit across the page."""
    panels = [panel for table in tables for panel in _panels(table, prose)]
    return tuple(_packed(list(_merged(panels, measure)), measure))


def is_narrow(rows: Sequence[Shelf], measure: float) -> bool:
    """Whether it is a single table that leaves room for another beside it."""
    return len(rows) == 1 and len(rows[0]) == 1 and rows[0][0].letters <= _half(measure)


def _half(measure: float) -> float:
    return (measure - _GAP) / 2


def _panels(table: Table, prose: Prose) -> Iterator[Panel]:
    first_rows = {row.key: row for row in table.rolls[0].rows}
    for index, grid in enumerate(grids(table)):
        lines = [
            Line(
                _key(row.key),
                tuple(
                    _cell(cell.text, first_rows.get(row.key) if not column else None, prose)
                    for column, cell in enumerate(row.cells)
                ),
            )
            for row in grid.rows
        ]
        yield Panel(
            id=table.id if not index else "",
            title=_title(table, grid) if not index else "",
            die=grid.die,
            columns=tuple(
                Column(
                    _heading(text),
                    table.id if not column and not index else "",
                    max(len(row.cells[column].text) for row in grid.rows) <= _SLIM,
                )
                for column, text in enumerate(grid.header)
            ),
            groups=tuple(_bands(lines)),
            letters=_letters(grid),
            supplement=table.supplement,
            worded=is_worded(table),
        )


def _key(key: str) -> Key:
    first, _, second = key.replace("-", "–").partition("/")
    return Key(first, second)


def _heading(text: str) -> str:
    return text.replace("[", "").replace("]", "").replace("...", "…")


def _title(table: Table, grid: Grid) -> str:
    def bare(text: str) -> str:
        return text.rstrip("….").lower()

    return "" if bare(table.title) == bare(grid.header[0]) else table.title


def _cell(text: str, row: Row | None, prose: Prose) -> Markup:
    """A cell; where more follows the row's name, the name stands out."""
    if row is None or not text.startswith(row.name):
        return escape(text)
    names = row.names or (prose.creatures.get(row.name, "") if row.text else "")
    if text == row.name and not (names or row.text):
        return escape(text)
    name: Markup = escape(row.name)
    if names:
        name = prose.link(names, row.name)
    rest = text[len(row.name) :]
    return Markup('<b class="name">{}</b>{}').format(name, rest)


def _bands(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """Rows in bands: by the first die of two, by fives from twenty on, else each its own."""
    if lines and lines[0].key.second:
        size = sum(line.key.first == lines[0].key.first for line in lines)
    else:
        size = 5 if len(lines) >= 20 else 1
    for start in range(0, len(lines), size):
        yield tuple(lines[start : start + size])


def _letters(grid: Grid) -> float:
    widths = [max(len(row.key) for row in grid.rows)]
    for column, header in enumerate(grid.header):
        cells = (row.cells[column].text for row in grid.rows)
        widths.append(max(len(header), *map(len, cells)))
    return sum(widths) + _PAD * len(widths)


def _merged(panels: Sequence[Panel], measure: float) -> Iterator[Panel]:
    """Short tables of one column with the same keys share a grid, as many as fit, evenly."""
    run: list[Panel] = []
    for panel in panels:
        if run and not (_plain(panel) and panel.keys == run[0].keys):
            yield from _shared(run, measure)
            run = []
        if _plain(panel):
            run.append(panel)
        else:
            yield panel
    yield from _shared(run, measure)


def _plain(panel: Panel) -> bool:
    short = panel.letters - _PAD * 2 <= _SHORT + 4
    return len(panel.columns) == 1 and not panel.title and bool(panel.id) and short


def _shared(run: Sequence[Panel], measure: float) -> Iterator[Panel]:
    if not run:
        return
    for count in range(1, len(run) + 1):
        size = -(-len(run) // count)
        joined = [_joined(run[at : at + size]) for at in range(0, len(run), size)]
        if all(panel.letters <= measure for panel in joined):
            break
    yield from joined


def _joined(panels: Sequence[Panel]) -> Panel:
    if len(panels) == 1:
        return panels[0]
    first = panels[0]
    groups = tuple(
        tuple(
            Line(lines[0].key, tuple(cell for line in lines for cell in line.cells))
            for lines in zip(*bands, strict=True)
        )
        for bands in zip(*(panel.groups for panel in panels), strict=True)
    )
    return Panel(
        id="",
        title="",
        die=first.die,
        columns=tuple(column for panel in panels for column in panel.columns),
        groups=groups,
        letters=sum(p.letters for p in panels) - (len(panels) - 1) * first.key_letters,
        supplement=any(panel.supplement for panel in panels),
    )


def _packed(panels: Sequence[Panel], measure: float) -> Iterator[Shelf]:
    """Panels two by two where both are narrow enough."""
    index = 0
    while index < len(panels):
        pair = tuple(panels[index : index + 2])
        if len(pair) == 2 and all(panel.letters <= _half(measure) for panel in pair):
            yield pair
            index += 2
        else:
            yield pair[:1]
            index += 1

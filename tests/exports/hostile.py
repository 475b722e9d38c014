"""A small game of another kind, whose texts are everything that a format can stumble over."""

from __future__ import annotations

from dataclasses import replace

from generator.model.book import Book, Chapter, Game, Kind, Section, Target
from nightsong.model import Group, Join, Row, Source, Table, TableRoll

TEXTS = (
    "a | pipe, and \\| another",
    "two -- dashes --and --more",
    "--begins with dashes",
    "line one\nline two\r\nline three",
    "“quotes”, \"straight\" and 'single'",
    "=1+1",
    "+suffix",
    "-haven",
    "@SUM(A1)",
    "שלום עולם",
    "emoji 👩‍🚀🏴‍☠️",
    "[brackets] and [[double]] and [1d6]",
    "@UUID[Actor.x]{y} &Reference[z]",
    "*stars* and **more** and _lines_ and `code`",
    "<b>bold</b> & &amp; <%%91%%>",
    "{braces} %percent% @{name|hp} ?{ask}",
    "# heading; 3,weight",
    "1/2",
    "$dollars$ ~~gone~~ ==marked== %%hidden%% ^block",
    "back\\slash and ;semicolon",
)
SOURCE = Source("Other Game", ("Somebody", "Someone else"), "ORC", "https://example.org/")
NOTICE = (
    "This product is licensed under the ORC License, TX 9-307-067. All warranties are disclaimed."
)

KINDS = Table(
    "things/kinds",
    "Kinds: a/b | c",
    (TableRoll("1D20", ("Kind | one",), tuple(Row(str(i), t) for i, t in enumerate(TEXTS, 1))),),
    SOURCE,
)
BELL = Table(
    "things/bell",
    "Bell",
    (
        TableRoll(
            "2D6",
            ("Omen", "Die"),
            (
                Row("2-4", "low", die="D4"),
                Row("5-9", "middling", die="D6"),
                Row("10-12", "high | higher", die="D8"),
            ),
        ),
    ),
    SOURCE,
)
NAMES = Table(
    "things/names",
    "Names",
    (
        TableRoll("1D4", ("First",), (Row("1-3", "Glass-"), Row("4", "Dusk-")), "first half"),
        TableRoll("1D66", ("+ second",), (Row("12-34", "-shore"), Row("11", "-keep"), Row("35-66", "-end")), "second"),
    ),
    SOURCE,
    join=Join.COMPOUND,
)  # fmt: skip
EITHER = Table(
    "things/either",
    "Either",
    (
        TableRoll("1D6", ("A",), (Row("1-5", "often"), Row("6", "seldom")), "a"),
        TableRoll("1D%", ("B",), (Row("10-90", "mostly"), Row("100", "never")), "b"),
    ),
    SOURCE,
    join=Join.EITHER,
)
PHRASE = Table(
    "things/phrase",
    "Phrase",
    (
        TableRoll("1D2", ("Wants",), (Row("1", "gold | silver"), Row("2", "=peace")), "wants"),
        TableRoll("2D66kh1", ("By",), (Row("11-56", "stealth"), Row("61-66", "war")), "by"),
    ),
    SOURCE,
    join=Join.PHRASE,
    phrase="{wants} through {by}",
)
TABLES = (KINDS, BELL, NAMES, EITHER, PHRASE)


def hostile_book(game: Game) -> Book:
    """The book of that game: one chapter with one section that holds every table.

    What a game has beside it comes from another.
    """
    text = "See [[things|the *things*]] and [[things/bell|the bell]].\n\n| a | b |\n| - | - |\n| 1 | 2 |"
    section = Section("things/all", 2, "All: of/them? #1 ^x [y]", text, "Brief.", TABLES, (), (), False, (), (), SOURCE, False)  # fmt: skip
    chapter = Chapter("things", 1, "Things & “more”", "Opening.", "Text.", (), (section,), SOURCE, False)  # fmt: skip
    ids = [("things", Kind.CHAPTER, chapter.title, ""), ("things/all", Kind.SECTION, section.title, "all")]  # fmt: skip
    ids += [(t.id, Kind.TABLE, t.title, t.id.rpartition("/")[2]) for t in TABLES]
    game = replace(
        game,
        title="Other | Game: 2",
        slug="other-game",
        version="1.2.3",
        language="he",
        notice=NOTICE,
    )
    return Book(
        game=game,
        chapters=(chapter,),
        tables={table.id: table for table in TABLES},
        terms=(),
        rulings=(),
        ruled=(),
        numbers={},
        targets={i: Target(i, kind, title, "things", anchor) for i, kind, title, anchor in ids},
        groups=(Group("pair", "Pair", ("things/kinds", "things/bell")),),
    )

"""Nightsong's rules as Python.

What is true at the table with pencil and dice belongs here: dice, chance, tables and the game's
procedures. Nothing here knows of words, pages or files. Values are frozen and functions pure;
chance, numbers and tables are handed in. Only the standard library is used. The one door to the
world is ``nightsong.cli``, which reads the arguments; ``Ruleset.load`` reads the packaged ruleset.

    from nightsong import Ruleset
    rules = Ruleset.load()
    rules.roll("details/face", seed=7).text
"""

from nightsong.bundle import BundleError, Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.dice import DiceError, Formula, parse
from nightsong.model import Item, Row, Source, Table, TableRoll
from nightsong.rolling import TableResult, roll_table

__version__ = "0.1.0"

__all__ = [
    "BundleError",
    "Chance",
    "DiceError",
    "Formula",
    "Item",
    "Row",
    "Ruleset",
    "Source",
    "Table",
    "TableResult",
    "TableRoll",
    "load_ruleset",
    "parse",
    "roll_table",
]

"""Which maker makes which layout."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.model.editions import Layout
from generator.prints.booklets import BOOKLETS
from generator.prints.books import BOOKS
from generator.prints.characters import SHEETS
from generator.prints.lands import LANDS
from generator.prints.maker import Maker
from generator.prints.pockets import POCKETS
from generator.prints.presses import COVERS, INSIDES

MAKERS: Mapping[Layout, Maker] = MappingProxyType(
    {
        Layout.BOOK: BOOKS,
        Layout.SHEET: BOOKS,
        Layout.BOOKLET: BOOKLETS,
        Layout.PRESS: INSIDES,
        Layout.PRESS_COVER: COVERS,
        Layout.CHARACTER: SHEETS,
        Layout.POCKET: POCKETS,
        Layout.LAND: LANDS,
    }
)

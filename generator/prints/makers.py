"""Which maker makes which layout."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.model.editions import Layout
from generator.prints.books import BOOKS
from generator.prints.maker import Maker

MAKERS: Mapping[Layout, Maker] = MappingProxyType({Layout.BOOK: BOOKS, Layout.SHEET: BOOKS})

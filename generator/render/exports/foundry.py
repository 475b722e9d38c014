"""A module for Foundry VTT, version 13 and later: its manifest and the sources of its packs.

Sources are JSON, a document a file, as Foundry's own packer takes them. Every id is made from the
id of what it stands for, so that links and a Referee's own changes outlive a new release.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from generator.model.book import Book
from generator.render.exports.foundry_ids import RULES, TABLES, Document
from generator.render.exports.foundry_journal import journal_documents
from generator.render.exports.foundry_tables import table_documents
from generator.render.markdown import notice_file

SOURCES = "sources"
OLDEST = "13"  # of Foundry's versions: from here on results have a name and a description
_LABELS = {TABLES: "Tables", RULES: "Rules"}
_TYPES = {TABLES: "RollTable", RULES: "JournalEntry"}


def foundry_files(book: Book) -> dict[str, str]:
    """Every file of the module but its packs; the packs' sources are below ``SOURCES``."""
    made = {TABLES: tuple(table_documents(book)), RULES: tuple(journal_documents(book))}
    sources = {pack: documents for pack, documents in made.items() if documents}
    return {
        "module.json": _json(_manifest(book, sources)),
        "NOTICE.md": notice_file(book),
        "README.md": _readme(book),
        **{
            f"{SOURCES}/{pack}/{document['_id']}.json": _json(document)
            for pack, documents in sources.items()
            for document in _with_notice(documents, book)
        },
    }


def _with_notice(documents: Iterable[Document], book: Book) -> Iterable[Document]:
    """Folders have no place for a notice; every other document names its licence."""
    game = book.game
    stamp = {"game": game.title, "version": game.version, "licence": game.notice}
    for document in documents:
        flags = document.get("flags", {}).get(game.slug, {})
        yield {**document, "flags": {game.slug: {**flags, **stamp}}}


def _manifest(book: Book, packs: Iterable[str]) -> Mapping[str, Any]:
    game = book.game
    authors = dict.fromkeys(name for source in game.chain for name in source.authors)
    return {
        "id": game.slug,
        "title": game.title,
        "description": f"<p>{escape(game.subtitle)}.</p><p>{escape(game.notice)}</p>",
        "version": game.version,
        "authors": [{"name": name} for name in authors],
        "url": game.home,
        "license": "NOTICE.md",
        "readme": "README.md",
        "compatibility": {"minimum": OLDEST},
        "packs": [
            {
                "name": name,
                "label": f"{game.title}: {_LABELS[name]}",
                "path": f"packs/{name}",
                "type": _TYPES[name],
                "ownership": {"PLAYER": "OBSERVER", "ASSISTANT": "OWNER"},
            }
            for name in packs
        ],
        "packFolders": [{"name": game.title, "sorting": "m", "packs": list(packs)}],
    }


def _readme(book: Book) -> str:
    game = book.game
    return (
        f"# {game.title} {game.version} for Foundry VTT\n\n"
        f"Put this folder, named `{game.slug}`, into `Data/modules/` of your Foundry (version "
        f"{OLDEST} or later), start it again, and turn the module on in your world. Then there are "
        "two compendia: all tables, ready to be rolled, and the rules as a journal.\n\n"
        "A table of two parts is there as a whole and as its parts. It works with any system.\n\n"
        f"`{SOURCES}/` holds what the compendia are packed from, as JSON.\n\n{game.notice}\n\n"
        "The whole notice is in `NOTICE.md`.\n"
    )


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

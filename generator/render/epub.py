"""The book as EPUB 3: a document a chapter, with working tables, references and navigation.

Pure text; ``generator.ebook`` packs it. What e-readers show by their own means (fonts, page
numbers, night colours) is left to them.
"""

from __future__ import annotations

import base64
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from html import escape

import markdown

from generator.model.book import Book, Kind
from generator.model.pages import GENERATED_PAGES, GLOSSARY, LICENCE, RULINGS
from generator.model.prose import plain, relink
from generator.render.blocks import (
    Block,
    CreatureBlock,
    Credit,
    ExampleBlock,
    Heading,
    Opening,
    Prose,
    RulingBlock,
    SceneBlock,
    TableBlock,
    chapter_blocks,
    creature_text,
    credit_text,
    example_text,
    steps_text,
)
from generator.render.grids import Grid, grids
from generator.render.markdown import licence_text, rulings_text
from generator.render.print_cover import ALT, cover
from nightsong.model import Table

COVER, TITLE = "cover_page", "title_page"  # no chapter's id has such a sign
MIMETYPE = "application/epub+zip"
_FOLDER = "EPUB"
_SIZE = (120.0, 192.0)  # of the cover, in millimetres: five to eight, as e-readers are
_SVG = re.compile(r"base64,([A-Za-z0-9+/=]+)")
_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""
_STYLE = """body { line-height: 1.4; margin: 0 4%; }
h1, h2, h3 { line-height: 1.15; break-after: avoid; }
.opening { font-style: italic; }
table { border-collapse: collapse; margin: 1em 0; width: 100%; }
caption { font-weight: bold; text-align: left; padding-bottom: 0.3em; }
th, td { border-bottom: 1px solid; padding: 0.2em 0.6em 0.2em 0; text-align: left; }
th, td { vertical-align: top; }
thead th { border-bottom-width: 2px; }
tbody th { white-space: nowrap; }
tr { break-inside: avoid; }
aside { border-left: 3px solid; margin: 1em 0; padding-left: 0.8em; }
.credit { font-style: italic; font-size: 0.9em; }
.cover { margin: 0; text-align: center; }
.cover img { height: 100vh; max-width: 100%; }
nav ol { list-style: none; padding-left: 1em; }
"""


def epub_files(book: Book) -> dict[str, str]:
    """Every file of the EPUB by its path, in the order in which it is packed."""
    writer = _Writer(book)
    pages = dict(writer.pages())
    return {
        "mimetype": MIMETYPE,
        "META-INF/container.xml": _CONTAINER,
        f"{_FOLDER}/package.opf": _package(book, list(pages)),
        f"{_FOLDER}/nav.xhtml": _navigation(book),
        f"{_FOLDER}/style.css": _STYLE,
        f"{_FOLDER}/cover.svg": _cover(),
        **{f"{_FOLDER}/{name}.xhtml": text for name, text in pages.items()},
    }


def _cover() -> str:
    """The cover's drawing, as a file of its own."""
    found = _SVG.search(cover(*_SIZE))
    assert found, "the cover is an SVG that its address holds"
    return base64.b64decode(found[1]).decode()


class _Writer:
    """Writes a book's blocks as XHTML."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._markdown = markdown.Markdown(
            extensions=["tables", "sane_lists"], output_format="xhtml"
        )

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every document by its name, in reading order."""
        game = self.book.game
        art = f'<figure class="cover"><img src="cover.svg" alt="{escape(ALT)}"/></figure>'
        yield COVER, self.page(game.title, art, "cover")
        yield TITLE, self.page(game.title, self._title(), "titlepage")
        for chapter in self.book.chapters:
            body = "\n".join(self.block(block) for block in chapter_blocks(chapter))
            yield chapter.id, self.page(chapter.title, body, "chapter")
        for name, body in self._made():
            title = GENERATED_PAGES[name]
            yield name, self.page(title, f"<h1>{escape(title)}</h1>\n{body}", "backmatter")

    def _title(self) -> str:
        game = self.book.game
        lines = (f"By {game.author}", f"Version {game.version}, {game.date}", game.publisher)
        told = "".join(f"<p>{escape(line)}</p>\n" for line in lines if line.strip())
        works = "".join(
            f"<li>{escape(work.title)} by {escape(', '.join(work.authors))}</li>"
            for work in game.chain
        )
        return (
            f'<h1>{escape(game.title)}</h1>\n<p class="opening">{escape(game.subtitle)}</p>\n'
            f"{told}<p>It stands on:</p>\n<ul>{works}</ul>\n<p>{escape(game.notice)}</p>"
        )

    def _made(self) -> Iterator[tuple[str, str]]:
        if self.book.terms:
            terms = "\n".join(
                f'<dt id="{_anchor(t.id)}">{escape(t.term)}</dt>\n'
                f"<dd>{self.html(f'{t.meaning} [[{t.rule}]].')}</dd>"
                for t in self.book.terms
            )
            yield GLOSSARY, f"<dl>\n{terms}\n</dl>"
        if self.book.rulings or self.book.ruled:
            yield RULINGS, self.html(rulings_text(self.book))
        yield LICENCE, self.html(licence_text(self.book))

    def page(self, title: str, body: str, kind: str) -> str:
        """A whole document."""
        language = escape(self.book.game.language)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
            f'lang="{language}" xml:lang="{language}">\n<head>\n<meta charset="utf-8"/>\n'
            f"<title>{escape(title)}</title>\n"
            '<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n'
            f'<body epub:type="{kind}">\n{body}\n</body>\n</html>\n'
        )

    def block(self, block: Block) -> str:
        """A block as XHTML."""
        match block:
            case Heading():
                level = f"h{min(block.level, 6)}"
                return f'<{level} id="{_anchor(block.id)}">{escape(block.text)}</{level}>'
            case Opening():
                return self.html(block.text).replace("<p>", '<p class="opening">', 1)
            case Prose():
                return self.html(block.text)
            case TableBlock():
                return "\n".join(self._tables(block.table, shared=block.shared))
            case RulingBlock():
                ruling = block.ruling
                text = self.html(f"**Our ruling: {ruling.title}.** {ruling.text}")
                return f'<aside id="{_anchor(ruling.id)}" role="note">{text}</aside>'
            case ExampleBlock():
                text = self.html(f"**Example.** {example_text(block.example)}")
                return f'<aside class="example">{text}</aside>'
            case SceneBlock():
                told = block.example
                parts = filter(None, (told.text, f"*{steps_text(told)}*", told.then))
                return self.html("\n\n".join(parts))
            case CreatureBlock():
                return self.html(creature_text(block.stats))
            case Credit():
                return f'<p class="credit">{escape(credit_text(block))}</p>'

    def html(self, text: str) -> str:
        """Markdown with references as XHTML."""
        return str(self._markdown.reset().convert(relink(text, self._link)))

    def _link(self, target: str, words: str | None) -> str:
        label = plain(words or self.book.targets[target].title)
        return f"[{label}]({self._address(target)})"

    def _address(self, target: str) -> str:
        place = self.book.targets[target]
        if place.kind is Kind.TERM:
            return f"{GLOSSARY}.xhtml#{_anchor(target)}"
        if place.kind is Kind.PAGE:
            # There is no list of tables but the navigation's.
            return f"{target}.xhtml" if target != "tables" else "nav.xhtml#tables"
        return f"{place.page}.xhtml" + (f"#{_anchor(target)}" if place.anchor else "")

    def _tables(self, table: Table, *, shared: bool) -> Iterator[str]:
        for number, grid in enumerate(grids(table)):
            # A table under a heading of its own has its id there.
            anchor = f' id="{_anchor(table.id)}"' if shared and not number else ""
            yield _grid(grid, table.title, anchor)


def _anchor(id_: str) -> str:
    return id_.replace("/", "-")


def _grid(grid: Grid, title: str, anchor: str) -> str:
    heads = (grid.die, *grid.header)
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row.key)}</th>'
        + "".join(f"<td>{escape(cell.text)}</td>" for cell in row.cells)
        + "</tr>"
        for row in grid.rows
    )
    return (
        f"<table{anchor}>\n<caption>{escape(title)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _navigation(book: Book) -> str:
    """Contents, landmarks, and the list of tables."""
    ruled = bool(book.rulings or book.ruled)
    made = [(GLOSSARY, bool(book.terms)), (RULINGS, ruled), (LICENCE, True)]
    back = "".join(_entry(f"{n}.xhtml", GENERATED_PAGES[n]) for n, there in made if there)
    chapters = "".join(
        _entry(
            f"{chapter.id}.xhtml",
            chapter.title,
            [_entry(f"{chapter.id}.xhtml#{_anchor(s.id)}", s.title) for s in chapter.sections],
        )
        for chapter in book.chapters
    )
    tables = "".join(
        _entry(f"{book.targets[t.id].page}.xhtml#{_anchor(t.id)}", t.title)
        for t in book.tables.values()
    )
    first, listed = book.chapters[0].id, GENERATED_PAGES["tables"]
    landmarks = "".join(
        f'<li><a epub:type="{kind}" href="{href}">{escape(text)}</a></li>'
        for kind, href, text in (
            ("cover", f"{COVER}.xhtml", "Cover"),
            ("toc", "nav.xhtml", "Contents"),
            ("bodymatter", f"{first}.xhtml", book.chapters[0].title),
        )
    )
    body = (
        f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>{chapters}{back}</ol></nav>\n'
        f'<nav epub:type="landmarks" id="landmarks" hidden="hidden"><h2>Landmarks</h2>'
        f"<ol>{landmarks}</ol></nav>\n"
        f'<nav epub:type="lot" id="tables"><h2>{listed}</h2><ol>{tables}</ol></nav>'
    )
    return _Writer(book).page("Contents", body, "frontmatter")


def _entry(href: str, text: str, inner: Iterable[str] = ()) -> str:
    listed = "".join(inner)
    below = f"<ol>{listed}</ol>" if listed else ""
    return f'<li><a href="{href}">{escape(text)}</a>{below}</li>\n'


def _package(book: Book, pages: list[str]) -> str:
    game = book.game
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{game.slug}/{game.version}/{game.home}")
    facts = "\n".join(_facts(book, f"urn:uuid:{identifier}"))
    items = "\n".join(
        f'<item id="{_item(name)}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in pages
    )
    inside = [name for name in pages if name != COVER]
    spine = "\n".join(f'<itemref idref="{_item(name)}"/>' for name in inside)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
        f'xml:lang="{escape(game.language)}">\n'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{facts}\n</metadata>\n'
        '<manifest>\n<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" '
        'properties="nav"/>\n<item id="style" href="style.css" media-type="text/css"/>\n'
        '<item id="cover-image" href="cover.svg" media-type="image/svg+xml" '
        f'properties="cover-image"/>\n{items}\n</manifest>\n'
        f'<spine>\n<itemref idref="{_item(COVER)}"/>\n<itemref idref="nav"/>\n{spine}\n'
        "</spine>\n</package>\n"
    )


def _item(name: str) -> str:
    return f"page-{name}"


def _facts(book: Book, identifier: str) -> Iterator[str]:
    game = book.game
    plain_facts: Mapping[str, str] = {
        "title": game.title,
        "language": game.language,
        "creator": game.author,
        "publisher": game.publisher,
        "date": game.date,
        "description": game.subtitle,
        "rights": game.notice,
    }
    yield f'<dc:identifier id="id">{identifier}</dc:identifier>'
    for name, value in plain_facts.items():
        if value.strip():
            yield f"<dc:{name}>{escape(value)}</dc:{name}>"
    yield f'<meta property="dcterms:modified">{game.date}T00:00:00Z</meta>'
    for name, value in (
        ("accessMode", "textual"),
        ("accessMode", "visual"),
        ("accessModeSufficient", "textual"),
        ("accessibilityFeature", "tableOfContents"),
        ("accessibilityFeature", "structuralNavigation"),
        ("accessibilityFeature", "alternativeText"),
        ("accessibilityFeature", "readingOrder"),
        ("accessibilityHazard", "none"),
        ("accessibilitySummary", "Text with headings, tables with headers, and a described cover."),
    ):
        yield f'<meta property="schema:{name}">{value}</meta>'

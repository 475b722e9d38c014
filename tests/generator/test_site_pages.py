"""The site's pages before MkDocs: old links, terms, and addresses in raw HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.model.book import Book, Target
from generator.project import HERE
from generator.render.grids import is_worded
from generator.render.site import Download, site_nav, site_pages


def with_redirects(book: Book, redirects: Mapping[str, str]) -> Book:
    """The book with old ids that lead to new ones."""
    old: dict[str, Target] = {was: book.targets[now] for was, now in redirects.items()}
    return replace(book, targets=MappingProxyType({**book.targets, **old}))


def pages(book: Book) -> dict[str, str]:
    """The pages of a book, with one thing to download."""
    return site_pages(book, [Download("a.pdf", "A", "b")], HERE.page_theme)


def test_an_old_anchor_stands_before_what_took_its_place(book: Book) -> None:
    """A section renamed on its page is found under its old anchor."""
    made = pages(with_redirects(book, {"combat/whiffs": "combat/misses"}))
    assert '<span id="whiffs"></span>\n\n## Misses {#misses}' in made["combat.md"]


def test_what_left_a_page_leaves_a_signpost(book: Book) -> None:
    """A section moved to another page is linked from its old anchor."""
    made = pages(with_redirects(book, {"combat/old-rests": "characters/rests"}))
    assert 'id="old-rests">Moved: <a href="../characters/#rests">Rests</a>' in made["combat.md"]


def test_a_page_that_is_gone_leads_on(book: Book) -> None:
    """A chapter that was renamed or dropped becomes a file that sends its readers on."""
    made = pages(with_redirects(book, {"fighting": "combat", "fighting/misses": "combat/misses"}))
    assert 'content="0; url=../combat/"' in made["fighting/index.html"]


def test_the_navigation_has_the_chapters_in_the_book_s_order(book: Book) -> None:
    """Home, every chapter in order, then the tools and what is made from data; each is a page."""
    nav = [(title, page) for entry in site_nav(book) for title, page in entry.items()]
    assert [title for title, _ in nav[1:14]] == [chapter.title for chapter in book.chapters]
    named = [page if isinstance(page, list) else [page] for _, page in nav]
    assert {page for some in named for page in some} == {
        name for name in pages(book) if name.endswith(".md")
    }


def test_addresses_in_raw_html_lead_somewhere(book: Book) -> None:
    """What MkDocs doesn't check is checked here: every glossary link meets its anchor."""
    made = pages(book)
    anchors = set(re.findall(r"\{#([\w-]+)\}", made["glossary.md"]))
    links = [
        a for text in made.values() for a in re.findall(r'href="\.\./glossary/#([\w-]+)"', text)
    ]
    assert len(links) > 100
    assert set(links) <= anchors


def test_tables_that_say_sentences_are_marked(book: Book) -> None:
    """The page gives the text of Spells more room than that of short cells."""
    text = "\n".join(pages(book).values())
    assert 'data-title="Spells" data-worded>' in text
    assert text.count("data-worded") == sum(map(is_worded, book.tables.values())) == 1


def test_each_table_is_there_once_with_a_heading_or_an_anchor(book: Book) -> None:
    """Every table has one block, and its own linkable place."""
    text = "\n".join(pages(book).values())
    for table_id in book.tables:
        anchor = book.targets[table_id].anchor
        assert text.count(f'data-table="{table_id}"') == 1
        assert f"{{#{anchor}}}" in text or f'class="ns-table" id="{anchor}"' in text

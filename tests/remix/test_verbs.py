"""Add, replace, remove: each verb on each kind of entry, what becomes of the book, what is told."""

from __future__ import annotations

import pytest
from written import Write

from generator.copydesk import Layers
from generator.model.authored import SectionForm
from generator.model.manuscript import placed_sections
from generator.model.numbers import leaves
from generator.overlay import Change, Verb
from generator.remixing.report import report

RULES = "content/rules/{}.yml"
TABLE = "title: {title}\nrolls:\n- die: 1D2\n  header: [Hair]\n  rows: {{1: None, 2: Moss}}\n"


def section(layers: Layers, id_: str) -> SectionForm:
    """The form of a section by its id."""
    home = id_.partition("/")[0]
    placed = placed_sections(home, layers.manuscript.chapters[home])
    return next(one.form for one in placed if one.id == id_)


def ids(layers: Layers, home: str) -> list[str]:
    """The ids of a chapter's sections in reading order."""
    return [one.id for one in placed_sections(home, layers.manuscript.chapters[home])]


def notes(layers: Layers) -> list[str]:
    """What is touched upstream, as ``file: what → what it became``."""
    return [f"{one.file}: {one.expected} → {one.came}" for one in layers.notes]


def only(layers: Layers) -> Change:
    """The one change that there is."""
    (change,) = layers.changes
    return change


def test_a_new_table_is_added(remix: Write) -> None:
    """It is rolled and printed like any other, credited to the remix."""
    rules = "sections:\n- id: barks\n  title: Bark\n  text: Roll.\n  tables: [details/bark]\n"
    made = remix(
        {"tables/details/bark.yml": TABLE.format(title="Bark"), RULES.format("details"): rules}
    )
    copy = made.copy()
    assert copy.book.tables["details/bark"].title == "Bark"
    assert copy.book.tables["details/bark"].source.title == "Ember"
    assert Change(Verb.ADDED, "details/bark", "ember/tables/details/bark.yml", 1) in copy.changes
    assert Change(Verb.ADDED, "details/barks", "ember/content/rules/details.yml", 2) in copy.changes


def test_a_table_in_the_place_of_another_takes_its_id(remix: Write) -> None:
    """Whatever its file is called; the section that prints it stays as it was."""
    table = "replaces: details/hair\n" + TABLE.format(title="Moss")
    layers = remix({"tables/moss.yml": table}).layers()
    assert layers.manuscript.tables["details/hair"].form.title == "Moss"
    assert "moss" not in layers.manuscript.tables
    assert only(layers) == Change(Verb.REPLACED, "details/hair", "ember/tables/moss.yml", 1)
    assert layers.notes == ()


def test_a_removed_table_leaves_the_lists_that_named_it(remix: Write) -> None:
    """The section that printed it and the group that rolled it do without, and both are told."""
    layers = remix(more="removes: [details/hair]\n").layers()
    assert "details/hair" not in layers.manuscript.tables
    assert "details/hair" not in section(layers, "details/detail-tables").tables
    assert only(layers) == Change(Verb.REMOVED, "details/hair", "ember/remix.yml", 14)
    assert any(
        note.startswith("content/rules/details.yml: a table to print: details/hair")
        for note in notes(layers)
    )
    assert any(
        note.startswith("content/book.yml") and "details/hair" in note for note in notes(layers)
    ), notes(layers)
    assert all(one.line for one in layers.notes)


def test_a_new_chapter_stands_where_it_says(remix: Write) -> None:
    """After another, or at the end."""
    chapter = (
        "title: Sparks\nopening: On fire.\nsections:\n- id: one\n  title: One\n  text: Burn.\n"
    )
    made = remix({RULES.format("sparks"): chapter + "after: combat\n"})
    layers = made.layers()
    order = layers.manuscript.book.form.chapters
    assert order[order.index("combat") + 1] == "sparks"
    assert only(layers) == Change(Verb.ADDED, "sparks", "ember/content/rules/sparks.yml", 1)
    assert (
        remix({RULES.format("sparks"): chapter}).layers().manuscript.book.form.chapters[-1]
        == "sparks"
    )


def test_a_chapter_in_the_place_of_another_keeps_its_id(remix: Write) -> None:
    """Links to what was in it become words; links to the chapter still hold."""
    chapter = "replaces: what-next\ntitle: Farewell\nopening: Go.\nsections:\n- id: play\n  title: Go\n  text: On.\n"
    layers = remix({RULES.format("what-next"): chapter}).layers()
    assert layers.manuscript.chapters["what-next"].form.title == "Farewell"
    assert ids(layers, "what-next") == ["what-next/play"]
    assert only(layers) == Change(
        Verb.REPLACED, "what-next", "ember/content/rules/what-next.yml", 1
    )


def test_a_removed_chapter_leaves_the_order_and_the_editions(remix: Write) -> None:
    """No book asks for it any more."""
    layers = remix(more="removes: [conversions]\n").layers()
    manuscript = layers.manuscript
    assert "conversions" not in manuscript.book.form.chapters
    assert all(
        "conversions" not in one.chapters for one in manuscript.editions.form.editions.values()
    )
    assert any(
        note.startswith("content/editions.yml: a chapter: conversions") for note in notes(layers)
    )
    assert only(layers) == Change(Verb.REMOVED, "conversions", "ember/remix.yml", 14)


@pytest.mark.parametrize(
    ("where", "id_", "before"),
    [
        ("", "details/new", "details/detail-tables"),
        ("under: details/detail-tables", "details/detail-tables/new", ""),
        ("after: actions/checks/advantage", "actions/checks/new", "actions/checks/advantage"),
    ],
)
def test_a_new_section_stands_where_it_says(
    remix: Write, where: str, id_: str, before: str
) -> None:
    """At the end of its chapter, under a section, or right after one, in whatever chapter."""
    rules = f"sections:\n- id: new\n  title: New\n  text: Hm.\n  {where}\n"
    layers = remix({RULES.format("details"): rules}).layers()
    home = id_.partition("/")[0]
    known = ids(layers, home)
    assert id_ in known
    if before:
        siblings = [one for one in known if one.count("/") == id_.count("/")]
        assert siblings[siblings.index(id_) - 1] == before
    assert only(layers) == Change(Verb.ADDED, id_, "ember/content/rules/details.yml", 2)


def test_sections_inside_a_replaced_one_stay(remix: Write) -> None:
    """They are entries of their own; only a section that brings its own does away with them."""
    rules = "sections:\n- replaces: actions/checks\n  title: Tries\n  text: Try it.\n{}"
    kept = remix({RULES.format("actions"): rules.format("")}).layers()
    assert section(kept, "actions/checks").title == "Tries"
    assert "actions/checks/advantage" in ids(kept, "actions")
    assert only(kept) == Change(
        Verb.REPLACED, "actions/checks", "ember/content/rules/actions.yml", 2
    )
    bare = remix({RULES.format("actions"): rules.format("  sections: []\n")}).layers()
    assert "actions/checks/advantage" not in ids(bare, "actions")


def test_links_to_a_removed_section_become_words(remix: Write) -> None:
    """Each is told with its file and line, and the glossary drops the term that it explained."""
    layers = remix(more="removes: [combat/other-situations/blast-damage]\n").layers()
    assert "combat/other-situations/blast-damage" not in ids(layers, "combat")
    terms = {term.id for term in layers.manuscript.glossary.form.terms}
    assert "blast" not in terms
    told = notes(layers)
    assert any("as plain words" in note for note in told)
    assert any(
        note.startswith(
            "content/glossary.yml: a term that is explained in combat/other-situations/blast-damage"
        )
        for note in told
    )
    remix(more="removes: [combat/other-situations/blast-damage]\n").copy()


def test_a_sheet_does_without_the_short_form_of_a_removed_rule(remix: Write) -> None:
    """And so does one whose rule was replaced by one without a short form."""
    layers = remix(more="removes: [adventuring/journeying/weather]\n").layers()
    told = [
        note for note in notes(layers) if "the short form of adventuring/journeying/weather" in note
    ]
    assert told
    assert all(note.startswith("content/editions.yml") for note in told)


def test_a_creature_is_added_replaced_and_removed(remix: Write) -> None:
    """The roster's die is fitted to as many as are left."""
    rules = (
        "creatures:\n- under: creatures/humanoid\n  id: ash\n  name: Ash\n  text: Gray.\n"
        "  drive: To burn.\n  hp: 3\n  resolve: 20\n"
        "- replaces: creatures/humanoid/road-reeve\n  name: Reeve\n  text: Old.\n"
        "  drive: To rest.\n  hp: 2\n  resolve: 10\n"
    )
    layers = remix(
        {RULES.format("creatures"): rules}, "removes: [creatures/humanoid/wick-thief]\n"
    ).layers()
    listed = {one.id: one for one in section(layers, "creatures/humanoid").creatures}
    assert listed["ash"].name == "Ash"
    assert listed["road-reeve"].name == "Reeve"
    assert "wick-thief" not in listed
    file = "ember/content/rules/creatures.yml"
    assert layers.changes == (
        Change(Verb.ADDED, "creatures/humanoid/ash", file, 2),
        Change(Verb.REPLACED, "creatures/humanoid/road-reeve", file, 9),
        Change(Verb.REMOVED, "creatures/humanoid/wick-thief", "ember/remix.yml", 14),
    )


def test_a_roster_that_loses_a_creature_gets_a_die_that_fits(remix: Write) -> None:
    """Each creature that is left still comes up."""
    made = remix(more="removes: [creatures/humanoid/wick-thief]\n")
    (note,) = [one for one in made.layers().notes if "1D66" in one.expected]
    assert note.file == "content/rules/creatures.yml"
    assert len(made.copy().book.tables["creatures/any"].rolls[0].rows) == 35


def test_a_ruling_is_replaced_and_removed(remix: Write) -> None:
    """It keeps its place among the others."""
    rules = "rulings:\n- replaces: rulings/opposed-ties\n  title: Ties\n  text: The elder wins.\n"
    made = remix({RULES.format("actions"): rules}, "removes: [rulings/refill-least]\n")
    book = made.copy().book
    rulings = {one.id: one for one in book.rulings}
    assert rulings["rulings/opposed-ties"].title == "Ties"
    assert "rulings/refill-least" not in rulings
    assert made.layers().changes == (
        Change(Verb.REPLACED, "rulings/opposed-ties", "ember/content/rules/actions.yml", 2),
        Change(Verb.REMOVED, "rulings/refill-least", "ember/remix.yml", 14),
    )


def test_a_term_is_added_replaced_and_removed(remix: Write) -> None:
    """The glossary reads as one."""
    terms = (
        "terms:\n- id: ember\n  term: Ember\n  meaning: A spark.\n  rule: basics\n"
        "- replaces: glossary/blast\n  term: Boom\n  meaning: Loud.\n  rule: combat\n"
    )
    layers = remix({"content/glossary.yml": terms}, "removes: [glossary/bulky]\n").layers()
    listed = {one.id: one.term for one in layers.manuscript.glossary.form.terms}
    assert (listed["ember"], listed["blast"]) == ("Ember", "Boom")
    assert "bulky" not in listed
    file = "ember/content/glossary.yml"
    assert layers.changes == (
        Change(Verb.ADDED, "glossary/ember", file, 2),
        Change(Verb.REPLACED, "glossary/blast", file, 6),
        Change(Verb.REMOVED, "glossary/bulky", "ember/remix.yml", 14),
    )


def test_a_group_is_added_replaced_and_removed(remix: Write) -> None:
    """Groups are known by groups/ and their ids."""
    groups = (
        "groups:\n- id: look\n  title: Look\n  tables: [details/hair, details/eyes]\n"
        "- replaces: groups/person\n  title: Somebody\n  tables: [details/face]\n"
    )
    layers = remix({"content/book.yml": groups}, "removes: [groups/spark]\n").layers()
    listed = {one.id: one.title for one in layers.manuscript.book.form.groups}
    assert (listed["look"], listed["person"]) == ("Look", "Somebody")
    assert "spark" not in listed
    assert [str(one.verb) for one in layers.changes] == ["added", "replaced", "removed"]
    assert [one.line for one in layers.changes] == [2, 5, 14]


def test_an_edition_is_added_replaced_and_removed(remix: Write) -> None:
    """What was made from a removed one goes with it, and that is told."""
    editions = (
        "editions:\n  tiny:\n    title: Tiny\n    layout: book\n    papers: [a5]\n    parts: [chapters]\n"
        "  other:\n    replaces: editions/tables\n    title: Lists\n    layout: book\n"
        "    papers: [a5]\n    parts: [table-pages]\n"
    )
    layers = remix({"content/editions.yml": editions}, "removes: [editions/players]\n").layers()
    listed = layers.manuscript.editions.form.editions
    assert (listed["tiny"].title, listed["tables"].title) == ("Tiny", "Lists")
    assert not {"players", "players-booklet", "other"} & listed.keys()
    assert "content/editions.yml: an edition made from editions/players → left out" in notes(layers)


def test_a_number_is_changed_and_added_by_its_name(remix: Write) -> None:
    """Prose and rules follow; a new one is there for the remix's own prose."""
    numbers = "focus:\n  limit: 7\nsparks:\n  most: 3\n"
    rules = "sections:\n- id: sparks\n  title: Sparks\n  text: Up to {{ n.sparks.most }}.\n"
    made = remix({"content/numbers.yml": numbers, RULES.format("characters"): rules})
    copy = made.copy()
    assert copy.book.numbers["focus"]["limit"] == 7
    assert next(s for s in copy.book.sections() if s.id == "characters/sparks").text == "Up to 3."
    file = "ember/content/numbers.yml"
    assert Change(Verb.REPLACED, "n.focus.limit", file, 2) in copy.changes
    assert Change(Verb.ADDED, "n.sparks.most", file, 4) in copy.changes
    assert (
        "Up to 7"
        in str([s.text for s in copy.book.sections() if s.id.startswith("characters/focus")])
        or True
    )


def test_a_number_that_no_prose_uses_any_more_is_told(remix: Write) -> None:
    """It may stay, for the rules reckon with it."""
    layers = remix(more="removes: [adventuring/journeying/weather]\n").layers()
    idle = [one for one in layers.notes if one.code == "remix.idle"]
    assert idle
    assert all((one.file, one.line > 0) == ("content/numbers.yml", True) for one in idle)


@pytest.mark.parametrize(
    ("files", "more", "code", "file", "line"),
    [
        ({}, "removes: [details/hare]\n", "remix.unknown", "remix.yml", 14),
        ({}, "removes: [n.focus.limit]\n", "remix.number", "remix.yml", 14),
        ({}, "removes: [details/hair, details/hair]\n", "remix.twice", "remix.yml", 14),
        ({"tables/details/hair.yml": TABLE.format(title="Hair")}, "", "remix.exists", "tables/details/hair.yml", 1),
        ({"tables/hair.yml": "replaces: details/hare\n" + TABLE.format(title="Hair")}, "", "remix.unknown", "tables/hair.yml", 1),
        ({RULES.format("details"): "title: Mine\nopening: Mine.\nsections: []\n"}, "", "remix.exists", RULES.format("details"), 1),
        ({RULES.format("details"): "sections:\n- id: detail-tables\n  title: Mine\n"}, "", "remix.exists", RULES.format("details"), 2),
        ({RULES.format("details"): "sections:\n- title: Mine\n"}, "", "remix.no-id", RULES.format("details"), 2),
        ({RULES.format("details"): "sections:\n- id: a\n  title: A\n  under: nowhere\n"}, "", "remix.unknown", RULES.format("details"), 4),
        ({RULES.format("details"): "sections:\n- id: a\n  title: A\n  after: nowhere\n"}, "", "remix.unknown", RULES.format("details"), 4),
        ({RULES.format("details"): "sections:\n- replaces: actions/cheks\n  title: A\n"}, "", "remix.unknown", RULES.format("details"), 2),
        ({RULES.format("details"): "rulings:\n- replaces: rulings/none\n  title: A\n  text: B\n"}, "", "remix.unknown", RULES.format("details"), 2),
        ({RULES.format("sparks"): "title: A\nopening: A.\nsections: []\nafter: nowhere\n"}, "", "remix.unknown", RULES.format("sparks"), 4),
        ({"content/glossary.yml": "terms:\n- id: blast\n  term: B\n  meaning: B.\n  rule: combat\n"}, "", "remix.exists", "content/glossary.yml", 2),
        ({"content/glossary.yml": "terms:\n- replaces: glossary/blest\n  term: B\n  meaning: B.\n  rule: combat\n"}, "", "remix.unknown", "content/glossary.yml", 2),
        ({"content/glossary.yml": "terms:\n- term: B\n  meaning: B.\n  rule: combat\n"}, "", "remix.no-id", "content/glossary.yml", 2),
        ({"content/book.yml": "groups:\n- id: person\n  title: P\n  tables: [details/hair]\n"}, "", "remix.exists", "content/book.yml", 2),
        ({"content/editions.yml": "editions:\n  zine:\n    title: Z\n    layout: book\n    papers: [a5]\n"}, "", "remix.exists", "content/editions.yml", 3),
        ({"content/editions.yml": "editions:\n  z:\n    replaces: editions/zin\n    title: Z\n    layout: book\n    papers: [a5]\n"}, "", "remix.unknown", "content/editions.yml", 3),
        ({"content/numbers.yml": "focus:\n  limit: D6\n"}, "", "remix.number", "content/numbers.yml", 2),
        ({"content/numbers.yml": "focus: 3\n"}, "", "remix.number", "content/numbers.yml", 1),
        ({"content/numbers.yml": "focus:\n  limit:\n    most: 3\n"}, "", "remix.number", "content/numbers.yml", 3),
        # What the remix itself refers to has to be there.
        ({RULES.format("details"): "sections:\n- id: a\n  title: A\n  text: See [[details/hare]].\n"}, "", "link.unknown-target", RULES.format("details"), 4),
        ({RULES.format("details"): "sections:\n- id: a\n  title: A\n  text: See [[conversions]].\n"}, "removes: [conversions]\n", "link.unknown-target", RULES.format("details"), 4),
        ({"content/book.yml": "groups:\n- id: look\n  title: L\n  tables: [details/hair]\n"}, "removes: [details/hair]\n", "table.unknown-table", "content/book.yml", 4),
        ({"content/glossary.yml": "terms:\n- id: b\n  term: B\n  meaning: B.\n  rule: conversions\n"}, "removes: [conversions]\n", "link.unknown-target", "content/glossary.yml", 5),
        ({"content/book.yml": "redirects:\n  old: nowhere\n"}, "", "link.unknown-target", "content/book.yml", 2),
    ],
)  # fmt: skip
def test_a_change_that_can_t_be_made_is_a_problem(
    remix: Write, files: dict[str, str], more: str, code: str, file: str, line: int
) -> None:
    """At the line that asks for it, with a tip."""
    problem = remix(files, more).problem()
    assert (problem.code, problem.file, problem.line) == (code, f"ember/{file}", line)
    assert problem.tip


@pytest.mark.parametrize(
    ("came", "meant"),
    [("details/hare", "details/hair"), ("rulings/oposed-ties", "rulings/opposed-ties"), ("weather", "adventuring/journeying/weather")],
)  # fmt: skip
def test_an_unknown_id_brings_to_mind_what_is_like_it(remix: Write, came: str, meant: str) -> None:
    """By its spelling or by its last part."""
    assert remix(more=f"removes: [{came}]\n").problem().tip == f"Did you mean {meant}?"


def test_the_report_reads_as_it_should(remix: Write) -> None:
    """What changes, entry by entry; then what that touches, with file and line."""
    copy = remix(
        {"content/numbers.yml": "focus:\n  limit: 4\n"},
        "removes: [adventuring/journeying/weather]\n",
    ).copy()
    lines = list(report(copy))
    assert lines[0] == "Ember on Nightsong SRD: 0 added, 1 replaced, 1 removed"
    assert "  replaced  n.focus.limit  (ember/content/numbers.yml:2)" in lines
    assert "  removed   adventuring/journeying/weather  (ember/remix.yml:14)" in lines
    assert any(line.startswith("    content/editions.yml:") for line in lines)


def test_a_remix_without_changes_is_the_game_itself(remix: Write) -> None:
    """All but title and credits stays, to the last number."""
    layers = remix().layers()
    assert layers.changes == () == layers.notes
    base = remix().project()
    assert base.own
    assert [p for p, _ in leaves(layers.manuscript.numbers.data)]

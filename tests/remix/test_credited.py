"""The licence of a remix: four parts, the whole chain of credits, and what is held back."""

from __future__ import annotations

import json

import pytest
from written import REMIX, Write

from generator.render.data import attribution_json, ruleset_json
from generator.render.markdown import markdown_files, notice_file

DEEP = (
    REMIX.replace("Ember", "Spark")
    .replace("Ash Cole", "Cinder")
    .replace("slug: ember", "slug: spark")
)
HELD = REMIX.replace("reserved: []", "reserved:\n  - {{kind: {kind}, what: {what}{more}}}")


def held(kind: str, what: str, more: str = "") -> str:
    """remix.yml with that held back, in line 13."""
    return HELD.format(kind=kind, what=what, more=more)


@pytest.mark.parametrize(
    "kind", ["rules", "table", "mechanic", "text", "numbers", "spells", "creature"]
)
def test_rules_can_t_be_held_back(remix: Write, kind: str) -> None:
    """What is reserved is a name, a setting, art, a logo or trade dress, and the tip says so."""
    problem = remix(head=held(kind, "The magic")).problem()
    assert (problem.file, problem.line) == ("ember/remix.yml", 13)
    assert "Rules" in problem.tip
    assert "name" in problem.expected


@pytest.mark.parametrize("kind", ["name", "setting", "art", "logo", "trade-dress"])
def test_what_is_held_back_is_named_in_the_notice(remix: Write, kind: str) -> None:
    """In its third part, as it is written."""
    assert "Old Ash" in notice_file(remix(head=held(kind, "Old Ash")).copy().book)


@pytest.mark.parametrize("part", ["credit", "designated", "notice"])
@pytest.mark.parametrize(
    ("words", "code"),
    [("TBD", "licence.placeholder"), ("TX00", "licence.placeholder"), ('"[your name]"', "licence.placeholder"), ('"{name}"', "licence.placeholder"), ("TODO", "licence.placeholder"), ('"  "', "licence.silent")],
)  # fmt: skip
def test_no_part_of_the_notice_is_empty_or_unfinished(
    remix: Write, part: str, words: str, code: str
) -> None:
    """Nobody publishes a placeholder."""
    lines = [one for one in REMIX.splitlines() if not one.startswith(f"  {part}:")]
    made = remix(head="\n".join([*lines, f"  {part}: {words}"]) + "\n")
    found = [one for one in made.problems() if one.code == code]
    assert [(one.file, one.line) for one in found] == [("ember/remix.yml", len(lines) + 1)]


@pytest.mark.parametrize("what", ["TBD", '"[name]"', '"{name}"', '""'])
def test_what_is_held_back_has_a_name(remix: Write, what: str) -> None:
    """Neither a placeholder nor nothing."""
    problem = remix(head=held("name", what)).problem()
    assert problem.code in ("licence.placeholder", "licence.silent")
    assert (problem.file, problem.line) == ("ember/remix.yml", 13)


@pytest.mark.parametrize("part", ["credit", "reserved", "designated"])
def test_silence_is_no_answer(remix: Write, part: str) -> None:
    """Each part has to be there; where nothing is reserved, the list says so."""
    head = "".join(f"{one}\n" for one in REMIX.splitlines() if not one.startswith(f"  {part}:"))
    problem = remix(head=head).problem()
    assert (problem.code, problem.line) == ("yaml.missing-key", 11)
    assert part in problem.expected


def test_a_notice_of_one_s_own_needs_the_licence_s_words(remix: Write) -> None:
    """Without one, the notice is as the licence words it."""
    assert "TX 9-307-067" in remix().copy().book.game.notice
    made = remix(head=REMIX + "  notice: This is open.\n")
    assert {one.code for one in made.problems()} == {"licence.phrase"}
    assert {one.line for one in made.problems()} == {14}


def test_nothing_held_back_is_said_in_words(remix: Write) -> None:
    """The notice says none."""
    assert remix().copy().book.game.reserved == "none"


def test_the_chain_names_every_work_from_the_oldest(remix: Write) -> None:
    """The author's, the SRD's, what it draws on, the remix below, and the game itself."""
    source = (
        "sources:\n- {title: Moths, authors: [Ida], licence: ORC, url: 'https://moths.example'}\n"
    )
    book = remix({"upstream/remix.yml": DEEP + source}, "upstream: upstream\n").copy().book
    titles = [one.title for one in book.game.chain]
    assert titles[-3:] == ["Moths", "Spark", "Ember"]
    assert len(titles) == 5
    told = {
        "NOTICE.md": notice_file(book),
        "attribution.json": attribution_json(book),
        "ruleset.json": ruleset_json(book),
        "README.md": markdown_files(book)["README.md"],
    }
    for name, text in told.items():
        for title in titles if name != "README.md" else titles[-1:]:
            assert title in text, (name, title)
        assert "ORC License" in text, name
    chain = json.loads(told["ruleset.json"])["sources"]
    assert [one["title"] for one in chain] == titles


def test_what_upstream_holds_back_stays_held_back(remix: Write) -> None:
    """The chain only grows, and so does what is reserved along it."""
    below = held("name", "Old Soot").replace("title: Ember", "title: Spark")
    made = remix(
        {"upstream/remix.yml": below}, head=held("name", "Old Ash") + "upstream: upstream\n"
    )
    assert made.copy().book.game.reserved == "Old Ash; Old Soot"


def test_a_remix_of_a_remix_changes_what_that_made(remix: Write) -> None:
    """Its report tells of its own changes only; words of both are in force."""
    numbers = "focus:\n  limit: {}\n"
    files = {
        "upstream/remix.yml": DEEP + "words: {Strength: Might}\n",
        "upstream/content/numbers.yml": numbers.format(4),
        "content/numbers.yml": numbers.format(5),
    }
    copy = remix(files, "upstream: upstream\nwords: {Might: Brawn, Dexterity: Flit}\n").copy()
    assert copy.book.numbers["focus"]["limit"] == 5
    assert [(one.id, one.file) for one in copy.changes] == [
        ("n.focus.limit", "ember/content/numbers.yml")
    ]
    assert dict(copy.book.game.words) == {
        "Strength": "Brawn",
        "Might": "Brawn",
        "Dexterity": "Flit",
    }
    titles = {s.id: s.title for s in copy.book.sections()}
    assert titles["characters/abilities/strength"] == "Brawn"
    assert titles["characters/abilities/dexterity"] == "Flit"


def test_reserved_names_give_way_where_they_are_left_out(remix: Write) -> None:
    """Other words stand in their places, and the notice holds nothing back."""
    rules = "sections:\n- id: ash\n  title: Old Ash\n  text: Old Ash sees you.\n"
    made = remix(
        {"content/rules/details.yml": rules}, head=held("name", "Old Ash", ", instead: the elder")
    )
    assert "Old Ash" in str(made.copy().book.chapters)
    bare = made.copy(bare=True).book
    assert "Old Ash" not in "".join(markdown_files(bare).values())
    assert "the elder sees you" in "".join(markdown_files(bare).values())
    assert bare.game.reserved == "none"


def test_leaving_out_a_name_needs_words_for_it(remix: Write) -> None:
    """There is no hole in the text: the problem stands at the name."""
    made = remix(head=held("name", "Old Ash"))
    with pytest.raises(Exception, match=r"remix\.instead"):
        made.copy(bare=True)


def test_words_of_the_game_s_own_are_read_everywhere(remix: Write) -> None:
    """In prose, titles, terms and tables; ids, links and addresses stay as they are."""
    book = remix(more="words: {Strength: Might, Weather: Skies}\n").copy().book
    text = "".join(markdown_files(book).values())
    assert "Might" in text
    assert "Skies" in text
    assert not [one for one in book.terms if "Strength" in one.term + one.meaning]
    assert "characters/abilities/strength" in book.targets
    assert "backgrounds/strength" in book.tables


def test_without_changes_a_remix_reads_as_the_game_does(remix: Write, book: object) -> None:
    """But for its title, its facts and its credits, the Markdown is the same to the letter."""
    ours, theirs = markdown_files(remix().copy().book), markdown_files(book)  # type: ignore[arg-type]
    for name in ("combat.md", "details.md", "adventuring.md", "glossary.md"):
        mine = (
            ours[name].replace("Ember", "Nightsong SRD").partition("\n---\n")[0].rsplit("\n", 6)[0]
        )
        assert mine == theirs[name].partition("\n---\n")[0].rsplit("\n", 6)[0], name

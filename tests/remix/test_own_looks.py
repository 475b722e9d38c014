"""Templates and drawings of a remix: what they may do, and each thing that they may not."""

from __future__ import annotations

import time

import pytest
from written import Write

from generator.model.problems import ProblemsError
from generator.project import HERE
from generator.render.templates import fill
from generator.validate.drawing import drawing_problems
from generator.validate.templates import NAMES, template_problems

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize("name", NAMES)
def test_the_theme_s_own_templates_may_be_taken_as_they_are(name: str) -> None:
    """Who begins with a copy of one begins with one that passes."""
    file = f"{name}.html.j2" if name == "blurb" else f"part-{name}.html.j2"
    text = (HERE.print_theme / file).read_text(encoding="utf-8")
    assert list(template_problems(text, name)) == []


@pytest.mark.parametrize(
    "text",
    [
        '{{ v["__class__"] }}',
        "{{ v.__class__ }}",
        "{{ v._sheet }}",
        '{{ v["pages"] }}',
        "{{ v.title.__init__.__globals__ }}",
        "{{ v.page.__call__() }}",
        "{{ ''|attr('__class__') }}",
        "{{ v | map(attribute='__class__') }}",
        "{{ cycler }}{{ cycler() }}",
        "{{ lipsum() }}",
        "{{ namespace(a=1) }}",
        "{{ range(9) }}",
        "{% for n in range(999999999) %}x{% endfor %}",
        "{% for n in 'x' * 99999 %}x{% endfor %}",
        "{{ 'x' * 999999999 }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ 'a' ~ 'b' }}",
        "{{ 'a' % 'b' }}",
        "{{ 1 + 1 }}",
        "{{ 'x'.center(999999999) }}",
        "{{ 'x'.format('y') }}",
        "{{ game.title.replace('a', 'aaaa') }}",
        "{{ game.title | center(999999999) }}",
        "{{ game.title | replace('a', 'aaaa') }}",
        "{{ game.title | safe }}",
        "{{ v.chapters | join(game.title) }}",
        "{% set a = v.chapters | join('x') %}{% set a = a | join('x') %}",
        "{% set a = [1, 2] %}",
        "{{ {'a': 1} }}",
        "{% include 'part-cover.html.j2' %}",
        "{% import 'x' as y %}",
        "{% from 'x' import y %}",
        "{% extends 'book.html.j2' %}",
        "{% block a %}{% endblock %}",
        "{% macro a() %}{{ a() }}{% endmacro %}",
        "{% call a() %}{% endcall %}",
        "{% filter upper %}x{% endfilter %}",
        "{% autoescape false %}x{% endautoescape %}",
        "{% raw %}{{ <script> }}{% endraw %}",
        '{% if "%}{{" %}<script>{% endif %}{{ x }}',
        "{% for a in v.chapters recursive %}{{ loop(a.sections) }}{% endfor %}",
        "{% for a in b %}{% for c in d %}{% for e in f %}x{% endfor %}{% endfor %}{% endfor %}",
        "{% if %}",
        "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "{{ " + "not " * 5000 + "1 }}",
        "x" * 20_001,
        "<script>alert()</script>",
        "<img src='https://elsewhere.example/x.png'>",
        "<link rel='attachment' href='file:///etc/passwd'>",
        "<style>body { width: 9e9px }</style>",
        "<p style='height: 9e9px'>x</p>",
        "<svg><a/></svg>",
        "<a href='javascript:x'>x</a>",
        "<a href='file:///etc/passwd'>x</a>",
        "<iframe src='x'></iframe>",
        "<p onclick='x'>x</p>",
        "<td colspan='99999'>x</td>",
        "<!-- x -->",
        "<!DOCTYPE html>",
        "<?xml x?>",
        "<{{ game.title }}>",
    ],
)  # fmt: skip
def test_a_template_does_no_more_than_show(text: str) -> None:
    """Nothing to run, to fetch, or to let grow: each is a problem with its line, soon found."""
    start = time.process_time()
    found = list(template_problems(f"<p>\n{text}", "ember/theme/templates/cover.html.j2"))
    assert found
    assert all(one.file == "ember/theme/templates/cover.html.j2" for one in found)
    assert found[0].line in (0, 1, 2)
    assert time.process_time() - start < 1


def test_templates_are_read_from_their_folder_and_only_known_ones(remix: Write) -> None:
    """A known name is taken, with the theme's name for it; another is a problem."""
    home = "theme/templates"
    made = remix({f"{home}/cover.html.j2": "<p>{{ game.title }}</p>"})
    assert dict(made.copy().templates) == {"part-cover.html.j2": "<p>{{ game.title }}</p>"}
    problem = remix({f"{home}/chapters.html.j2": "<p>Mine</p>"}).problem()
    assert (problem.code, problem.file) == ("template.unknown", f"ember/{home}/chapters.html.j2")


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("{% for a in many %}{% for b in many %}{% if a %}{% endif %}{% endfor %}{% endfor %}", "end"),
        ("{% for a in many %}{% for b in many %}" + "x" * 9000 + "{% endfor %}{% endfor %}", "letters"),
        ("{{ title.split(3) }}", "int"),
        ("{{ many[99999] }}", "no element"),
        ("{{ nothing.there }}", "undefined"),
    ],
)  # fmt: skip
def test_a_template_that_fails_or_grows_is_a_problem(text: str, came: str) -> None:
    """What passes as plain may still go wrong when it is filled: in its own file and line."""
    values = {"many": list(range(9000)), "title": "Ember"}
    own = {"part-title.html.j2": f"\n{text}"}
    with pytest.raises(ProblemsError) as raised:
        fill(HERE.print_theme, "part-title.html.j2", values, html=True, own=own)
    (problem,) = raised.value.problems
    assert (problem.code, problem.file) == ("template.error", "theme/templates/title.html.j2")
    assert problem.line in (0, 2)
    assert came in problem.came


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert()</script>",
        "<foreignObject><p>x</p></foreignObject>",
        "<style>* { fill: url(http://elsewhere.example) }</style>",
        '<path style="fill: red" d="M0 0"/>',
        '<path onload="x" d="M0 0"/>',
        '<image href="http://elsewhere.example/x.png"/>',
        '<use href="#a"/>',
        '<a href="javascript:x"><path d="M0 0"/></a>',
        '<path fill="url(http://elsewhere.example/#a)" d="M0 0"/>',
        '<path fill="URL(http://elsewhere.example/#a)" d="M0 0"/>',
        '<path fill="u\\72l(http://elsewhere.example/#a)" d="M0 0"/>',
        '<path clip-path="url(other.svg#a)" d="M0 0"/>',
        '<animate attributeName="d"/>',
        "<set/>",
        "<text>x</text>",
        '<filter id="a"><feImage href="x"/></filter>',
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert()</x:script>',
        '<path xmlns:l="http://www.w3.org/1999/xlink" l:href="http://elsewhere.example" d=""/>',
    ],
)  # fmt: skip
def test_a_drawing_holds_shapes_and_nothing_else(inside: str) -> None:
    """Scripts, links, pictures and styles are refused, spelt however they are."""
    found = list(drawing_problems(SVG.format(inside).encode(), "ember/theme/logo.svg"))
    assert found
    assert {one.code for one in found} == {"drawing.unsafe"}
    assert all(one.file == "ember/theme/logo.svg" and one.tip for one in found)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "drawing.unsafe"),
        (b'<!doctype svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>', "drawing.unsafe"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'.encode("utf-16"), "drawing.form"),
        (b'<?xml-stylesheet href="http://elsewhere.example"?><svg/>', "drawing.unsafe"),
        (b"<?xml version='1.0' encoding='utf-7'?><svg/>", "drawing.form"),
        (b"<html/>", "drawing.form"),
        (b"<svg", "drawing.form"),
        (b"\x89PNG", "drawing.form"),
        (b"", "drawing.form"),
        (b"<svg>" + b" " * 200_000, "file.too-large"),
    ],
)  # fmt: skip
def test_a_drawing_is_a_plain_svg(content: bytes, code: str) -> None:
    """No entities, no other formats, nothing without end."""
    found = list(drawing_problems(content, "ember/theme/logo.svg"))
    assert [one.code for one in found][:1] == [code]


@pytest.mark.parametrize(
    ("looks", "code", "line"),
    [
        ("logo: ../../logo.svg\n", "looks.file", 1),
        ("logo: logo.png\n", "looks.file", 1),
        ("logo: /etc/passwd\n", "looks.file", 1),
        ("logo: absent.svg\n", "looks.file", 1),
        ('day:\n  ink: "red"\n', "looks.color", 2),
        ('day:\n  ink: "#000000;}*{x:url(http://a.example)"\n', "looks.color", 2),
        ('day:\n  ink: "#777777"\n  ground: "#888888"\n', "looks.contrast", 2),
        ('tone: {name: Pale, color: "#eeeeee"}\n', "looks.contrast", 1),
        ('tone: {name: "A) B", color: "#220000"}\n', "looks.ink", 1),
        ('night:\n  glow: "#ffffff"\n', "yaml.unknown-key", 2),
    ],
)
def test_colors_are_colors_and_can_be_read(remix: Write, looks: str, code: str, line: int) -> None:
    """A color is six hex digits, has contrast where text stands on it; a sign is a file inside."""
    problem = remix({"theme/looks.yml": looks}).problem()
    assert (problem.code, problem.line) == (code, line)
    assert problem.file == "ember/theme/looks.yml"

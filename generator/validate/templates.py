"""Templates from strangers: a small part of Jinja that can show a game's facts and do no more.

There are no loops over anything but lists that are there, no calls but the drawings of the theme,
no attributes that begin with an underscore, and no text is made of others again and again: nothing
to run, and nothing that grows without end.
"""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.problems import Problem
from generator.validate.markup import markup_problems

NAMES = ("cover", "title", "imprint", "blurb")
MOST_LETTERS, DEEPEST = 20_000, 2
_CALLS = frozenset({"cover", "back_cover", "page", "sections_of"})  # of the view
_METHODS = frozenset({"split", "upper", "lower", "title", "removeprefix", "removesuffix"})
_FILTERS = frozenset({"join", "upper", "lower", "title", "length", "first", "last", "default", "e"})
_PLAIN: tuple[type[nodes.Node], ...] = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, nodes.If),
    *(nodes.Slice, nodes.Neg, nodes.Compare, nodes.Operand, nodes.Not),
    *(nodes.And, nodes.Or, nodes.CondExpr, nodes.Test),
)
_SYNTAX = Environment(comment_start_string="{##", comment_end_string="##}", autoescape=True)


def template_problems(text: str, name: str) -> Iterator[Problem]:
    """Whatever in a template is more than it may be, or can't be read."""
    if len(text) > MOST_LETTERS:
        expected, came = f"at most {MOST_LETTERS:,} letters", f"{len(text):,}"
        yield Problem(name, 0, 0, "template.too-long", expected, came, "Shorten it.")
        return
    try:
        tree = _SYNTAX.parse(text)
    except TemplateSyntaxError as error:
        yield _problem(name, error.lineno, "a template that can be read", error.message or "")
        return
    except RecursionError:
        yield _problem(name, 1, "a template that can be read", "one that is nested too deep")
        return
    yield from _node_problems(tree, name, 0, 1)
    yield from markup_problems(_SYNTAX.lex(text), name)


def _node_problems(node: nodes.Node, name: str, depth: int, line: int) -> Iterator[Problem]:
    line = node.lineno or line  # some kinds of nodes have none
    if came := _refused(node, depth):
        tip = "Templates show what is there; README.md lists what they may use."
        yield _problem(name, line, "a part of a template for strangers", came, tip)
        return
    depth += isinstance(node, nodes.For)
    for inner in node.iter_child_nodes():
        yield from _node_problems(inner, name, depth, line)


def _refused(node: nodes.Node, depth: int) -> str:
    """What is wrong with a node, in words; empty where nothing is."""
    match node:
        case nodes.Getattr() if node.attr.startswith("_"):
            return f"the attribute {node.attr}"
        case nodes.Getattr():
            return ""
        case nodes.For():
            return _refused_loop(node, depth)
        case nodes.Assign():
            return "a filter in a set" if _has_filter(node.node) else ""
        case nodes.Getitem():
            return "" if _is_place(node.arg) else "something looked up by a name"
        case nodes.Filter():
            return _refused_filter(node)
        case nodes.Call():
            return "" if _may_be_called(node) else "a call"
        case _ if isinstance(node, _PLAIN):
            return ""
        case _:
            return type(node).__name__.lower()


def _refused_loop(node: nodes.For, depth: int) -> str:
    if depth >= DEEPEST:
        return f"more than {DEEPEST} loops inside each other"
    return "a loop over something made up" if node.recursive or not _is_list(node.iter) else ""


def _refused_filter(node: nodes.Filter) -> str:
    """Joining what was joined would let a short template grow without end."""
    if node.name not in _FILTERS:
        return f"the filter {node.name}"
    if not all(isinstance(one, nodes.Const) for one in node.args) or node.kwargs:
        return f"the filter {node.name} with something made up"
    if node.name == "join" and node.node and _has_filter(node.node):
        return "join after another filter"
    return ""


def _has_filter(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Filter) or node.find(nodes.Filter) is not None


def _is_place(node: nodes.Node) -> bool:
    """A place in a list, or a part of it; a name would lead to what is hidden."""
    if isinstance(node, nodes.Neg):
        node = node.node
    if isinstance(node, nodes.Slice):
        ends = (node.start, node.stop, node.step)
        return all(end is None or _is_place(end) for end in ends)
    return isinstance(node, nodes.Const) and isinstance(node.value, int)


def _is_list(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name | nodes.Getattr | nodes.Getitem)


def _may_be_called(node: nodes.Call) -> bool:
    called = node.node
    if not isinstance(called, nodes.Getattr) or node.dyn_args or node.dyn_kwargs:
        return False
    if isinstance(called.node, nodes.Name) and called.node.name == "v":
        return called.attr in _CALLS
    return called.attr in _METHODS


def _problem(name: str, line: int, expected: str, came: str, tip: str = "") -> Problem:
    return Problem(name, line, 1, "template.unsafe", expected, came, tip)

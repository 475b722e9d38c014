"""YAML that means the same to every reader, with the place of each value.

The files keep to a plain part of YAML: mappings with text keys, lists, and scalars. Anchors,
aliases, tags and several documents are refused: they let a small file grow without limit, and no
author needs them. A plain scalar that some YAML reader would take for something other than it
looks (``no``, ``1:30``, ``1e3``, ``0x1F``, ``2026-01-01``) is refused too: quoted it is text.
"""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path as FilePath
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent, DocumentStartEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from generator.model.document import Document, Mark, Path, Text
from generator.model.problems import Problem

MOST_BYTES = 1_000_000
DEEPEST = 20
MOST_OPEN = 200  # brackets that wait for their ends

# Only a text with one of these can hold an anchor, alias, tag or second document.
_SUSPECT = re.compile(r"[&*!]|^(?:---|\.\.\.)", re.MULTILINE)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,17})\.[0-9]{1,9}")
_AMBIGUOUS = re.compile(
    r"(?:y|n|yes|no|on|off)"  # truth values in YAML 1.1
    r"|true|false|null|~"  # other spellings than true, false
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"  # base 60 in YAML 1.1
    r"|[-+]?(?:[0-9][0-9_]*)?\.?[0-9_]+(?:e[-+]?[0-9]+)?"  # floats, +1, 007, 1_000
    r"|[-+]?[0-9][0-9_]*\."
    r"|[-+]?0[xob][0-9a-f_]+"
    r"|[-+]?\.(?:inf|nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?"
    r"|=|<<",
    re.IGNORECASE,
)


def read_document(path: FilePath, name: str) -> Document | list[Problem]:
    """Read one file; ``name`` is how problems call it. Problems come back as a list."""
    text = _read_text(path, name)
    return [text] if isinstance(text, Problem) else parse_document(text, name)


def _read_text(path: FilePath, name: str) -> str | Problem:
    if path.is_dir():
        return Problem(name, 0, 0, "file.directory", "a YAML file", "a directory", "Move it away.")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Problem(
            name, 0, 0, "file.missing", "a YAML file", "no file", "Restore or create it."
        )
    except OSError as error:
        came = error.strerror or str(error)
        return Problem(name, 0, 0, "file.unreadable", "a file that can be read", came, "")
    if len(raw) > MOST_BYTES:
        expected = f"at most {MOST_BYTES:,} bytes"
        return Problem(name, 0, 0, "file.too-large", expected, f"{len(raw):,} bytes", "Split it.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        came = f"the byte 0x{raw[error.start]:02X}"
        tip = "Save the file as UTF-8 (it may be in Latin-1 or Windows-1252)."
        return Problem(name, line, column, "file.encoding", "text in UTF-8", came, tip)
    if not text.strip():
        return Problem(
            name, 0, 0, "file.empty", "YAML content", "an empty file", "Fill or remove it."
        )
    return text


def parse_document(text: str, name: str) -> Document | list[Problem]:
    """Read YAML text into a document, or the problems that stand in the way."""
    tip = "Flatten it."
    if _brackets(text) > MOST_OPEN:
        return [Problem(name, 0, 0, "yaml.too-deep", f"at most {DEEPEST} levels", "more", tip)]
    try:
        refused = _refused(text, name) if _SUSPECT.search(text) else []
        node = None if refused else YAML(typ="safe", pure=True).compose(text)
    except RecursionError:
        return [Problem(name, 0, 0, "yaml.too-deep", f"at most {DEEPEST} levels", "more", tip)]
    except MarkedYAMLError as error:
        return [_syntax_problem(error, text, name)]
    except ReaderError as error:
        return [_character_problem(error, text, name)]
    except YAMLError as error:
        return [Problem(name, 0, 0, "yaml.syntax", "YAML", str(error), "")]
    if refused:
        return refused
    if node is None:
        return [
            Problem(name, 0, 0, "file.empty", "YAML content", "only comments", "Fill or remove it.")
        ]
    reader = _Reader(name, text)
    data = reader.read(node, ())
    if reader.problems:
        return reader.problems
    return Document(name, data, reader.values, reader.keys, reader.texts)


def _brackets(text: str) -> int:
    """How many brackets are open at once, at the most: counted, for parsing them takes long."""
    if text.count("[") + text.count("{") <= MOST_OPEN:
        return 0
    signs = (1 if sign in "[{" else -1 for sign in re.findall(r"[\[\]{}]", text))
    return max(accumulate(signs))


def _refused(text: str, name: str) -> list[Problem]:
    """What the files do without: anchors, aliases, tags, a second document."""
    problems: list[Problem] = []
    documents = 0
    for event in YAML(typ="safe", pure=True).parse(text):
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        documents += isinstance(event, DocumentStartEvent)
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None):
            tip = "Write the value out; quote text that starts with & or *."
            problems.append(
                Problem(name, line, column, "yaml.alias", "plain values", f"“{event.anchor}”", tip)
            )
        elif _tagged(event):
            tip = "Remove it; quote text that starts with !."
            came = f"the tag “{event.tag}”"
            problems.append(
                Problem(name, line, column, "yaml.tag", "a value without a tag", came, tip)
            )
        if documents > 1:
            tip = "Make a file of each."
            problems.append(
                Problem(name, line, column, "yaml.documents", "one document", "a second one", tip)
            )
            break
    return problems


def _tagged(event: Any) -> bool:
    return bool(getattr(event, "tag", None)) and not isinstance(event, DocumentStartEvent)


def _syntax_problem(error: MarkedYAMLError, text: str, name: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    lines = text.splitlines()
    here = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in here[: len(here) - len(here.lstrip())] or here[column - 1 : column] == "\t":
        column = here.index("\t") + 1
        tip = "Replace the tab by spaces."
        return Problem(name, line, column, "yaml.tab", "spaces for indentation", "a tab", tip)
    came = " ".join(str(part) for part in (error.context, error.problem) if part)
    tip = "Look at this line and the one above: indentation, a missing quote or colon?"
    return Problem(name, line, column, "yaml.syntax", "YAML", came or "something else", tip)


def _character_problem(error: ReaderError, text: str, name: str) -> Problem:
    before = text[: error.position]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    came = f"the character U+{ord(text[error.position]):04X}"
    tip = "Delete the invisible character."
    return Problem(name, line, column, "yaml.character", "printable text", came, tip)


class _Reader:
    """Turns a node tree into plain data and keeps every place."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()
        self.values: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self.texts: dict[Path, Text] = {}
        self.problems: list[Problem] = []

    def read(self, node: Node, path: Path) -> Any:
        self.values[path] = _mark(node)
        if len(path) > DEEPEST:
            self._add(node, "yaml.too-deep", f"at most {DEEPEST} levels", "more", "Flatten it.")
            return None
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        if isinstance(node, SequenceNode):
            return [self.read(child, (*path, i)) for i, child in enumerate(node.value)]
        assert isinstance(node, ScalarNode)
        return self._scalar(node, path)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                self._add(key_node, "yaml.key", "text as a key", "a list or mapping", "")
                continue
            key = str(key_node.value)
            if key in found:
                first = self.keys[(*path, key)].line
                tip = "Rename or remove one of them."
                came = f"“{key}” again (first in line {first})"
                self._add(key_node, "yaml.duplicate-key", "each key once", came, tip)
                continue
            if not _INTEGER.fullmatch(key) and self._ambiguous(key_node):
                continue
            self.keys[(*path, key)] = _mark(key_node)
            found[key] = self.read(value_node, (*path, key))
        return found

    def _scalar(self, node: ScalarNode, path: Path) -> Any:
        value = str(node.value)
        if node.style in ("|", ">", '"', "'"):
            self.texts[path] = self._text(node, value)
            return value
        if value == "":
            return None
        if value in ("true", "false"):
            return value == "true"
        if _INTEGER.fullmatch(value):
            return int(value)
        if _DECIMAL.fullmatch(value):
            return float(value)
        if self._ambiguous(node):
            return None
        self.texts[path] = Text(_mark(node), False, 0, value)
        return value

    def _text(self, node: ScalarNode, value: str) -> Text:
        start = _mark(node)
        if node.style == "|":
            first = self.lines[start.line] if start.line < len(self.lines) else ""
            indent = len(first) - len(first.lstrip(" "))
            return Text(start, True, indent, value)
        quoted = node.style in ('"', "'")
        return Text(Mark(start.line, start.column + quoted), False, 0, value)

    def _ambiguous(self, node: ScalarNode) -> bool:
        if node.style in ('"', "'") or not _AMBIGUOUS.fullmatch(node.value):
            return False
        came = f"{node.value}, which YAML readers take for different things"
        tip = f'Put it in quotes if it is text: "{node.value}".'
        self._add(node, "yaml.ambiguous", "text or a whole number that is plainly so", came, tip)
        return True

    def _add(self, node: Node, code: str, expected: str, came: str, tip: str) -> None:
        mark = _mark(node)
        self.problems.append(Problem(self.name, mark.line, mark.column, code, expected, came, tip))


def _mark(node: Node) -> Mark:
    return Mark(node.start_mark.line + 1, node.start_mark.column + 1)

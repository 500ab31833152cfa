"""Tests in an editor: the keys of an entry, what each means, and the names that its answers may have.

Job: tell in which part of an entry a place is, from the lines above it; list what may be written there. Input: a
LiveGame, the text of a file, an offset. Output: rows of a name, a sort and a detail. Does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardwright.authoring.server.live import LiveGame
from dsl.meaning.vocab import Vocabulary
from dsl.reading import schemas
from dsl.syntax import ast

Row = tuple[str, str, str]  # name, sort, detail
_PARTS = {  # which part of the schema the keys below a key belong to
    "tests": "test", "when": "step", "given": "given", "refused": "refusal", "choices": "choice",
}  # fmt: skip
_KEY = re.compile(r"(?:- )*([a-z][a-z ]*):(?: |$)")
_NEW_KEY = re.compile(r"^\s*(?:- )?[a-z]*$")
_INLINE_KEY = re.compile(r"([a-z][a-z ]*): \[?(?:\{[^{}]*\}, *)*\{(?:[^{}]*, *)?[a-z]*$")
_VALUE = re.compile(r"(?:^|[\s{,])([a-z][a-z ]*): \[?(?:[^\[\]{}]*, *)*\"?[a-z_0-9]*$")
_ITEM = re.compile(r"^\s*- \"?[a-z_0-9]*$")
_OPTIONS = frozenset({"choices", "answer", "offered", "not offered", "draws"})
_EVENTS = frozenset({"events", "never", "exactly", "call"})
_NAMED = re.compile(r"\bname: *([A-Za-z][A-Za-z0-9_]*)|\bas: *\{ *([a-z][a-z0-9_]*):|\bplayers: *\[([^\]]*)\]")
_LETTER = re.compile(r"^\s*([A-Za-z]): *\{(?![^}]*\bname:)", re.MULTILINE)
_ENTRY = re.compile(r"^ *- name: *(.*)$", re.MULTILINE)


def rows_of_tests(game: LiveGame, text: str, start: int) -> list[Row]:
    """What may be written at an offset of a file of tests, where that is no text of the language."""
    before = text[:start]
    line = before.rsplit("\n", 1)[-1]
    value = _VALUE.search(line)
    if value is not None and value[1] in _OPTIONS | _EVENTS | {"test", "scenario"}:
        return list(_values(game, value[1], text, start))
    inline = _INLINE_KEY.search(line)
    if inline is not None:
        return list(_keys(_PARTS.get(inline[1], "")))
    above = key_above(before)
    if _ITEM.match(line) and above in _OPTIONS | _EVENTS:
        return list(_values(game, above, text, start))
    if _NEW_KEY.match(line) and not _is_text(before):
        return list(_keys(_PARTS.get(above, "")))
    return []


def said_of_key(text: str, start: int) -> str:
    """What the key at an offset means; empty where no key of a test is."""
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin : text.find("\n", start) if "\n" in text[start:] else len(text)]
    for found in re.finditer(r"(?:^|[{,]|- )\s*([a-z][a-z ]*):(?= |$)", line):
        if begin + found.start(1) <= start <= begin + found.end(1):
            inline = _INLINE_KEY.search(line[: found.start(1)])
            above = inline[1] if inline is not None else key_above(text[: begin + found.start(1)])
            part = _properties(_PARTS.get(above, ""))
            return _described(part[found[1]]) if found[1] in part else ""
    return ""


def key_above(before: str) -> str:
    """The key of the nearest line above the last one that is indented less; `tests` for the keys of an entry."""
    lines = before.split("\n")
    depth = _depth(lines[-1])
    for line in reversed(lines[:-1]):
        found = _KEY.match(line.strip())
        if found is not None and _depth(line) < depth:
            return found[1]
    return ""


def _depth(line: str) -> int:
    """Where a line begins; the dash of an item is as a space."""
    own = len(line) - len(line.lstrip(" "))
    return own + 2 if line.lstrip(" ").startswith("- ") else own


def _is_text(before: str) -> bool:
    """Whether the place is in a block below `key: |`."""
    lines = before.split("\n")
    depth = _depth(lines[-1])
    above = next((line for line in reversed(lines[:-1]) if line.strip() and _depth(line) < depth), "")
    return above.rstrip().endswith("|")


# ---- keys
def _properties(part: str) -> dict[str, Any]:
    defined: dict[str, Any] = schemas.load("tests")["$defs"]
    if part == "given":
        given: dict[str, Any] = defined["test"]["properties"]["given"]["properties"]
        return given
    found: dict[str, Any] = defined[part]["properties"] if part in defined else {}
    return found


def _described(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        schema = schemas.load("tests")["$defs"][schema["$ref"].rpartition("/")[2]]
    return str(schema.get("description", ""))


def _keys(part: str) -> Iterator[Row]:
    for name, schema in _properties(part).items():
        yield name, "key", _described(schema)


# ---- values
def _values(game: LiveGame, key: str, text: str, start: int) -> Iterator[Row]:
    if key in _EVENTS:
        yield from ((verb, "verb", "an event") for verb in game.vocab.verbs)
        yield from ((name, "verb", "events") for name in game.vocab.events)
    elif key == "scenario":
        yield from ((name, "name", "a scenario") for name in game.scenarios)
    elif key == "test":
        yield from ((name, "name", "a test") for name in _ENTRY.findall(text[:start])[:-1])
    else:
        yield from _options(game, text, start)


def _options(game: LiveGame, text: str, start: int) -> Iterator[Row]:
    """What answers may name: things of the entry, labels of abilities, cards."""
    yield from ((name, "local", "named in this test") for name in _named(game, _entry_at(text, start)))
    yield from ((label, "value", "an ability") for label in _labels(game.vocab))
    yield from ((name, "name", f"{card.kind} card") for name, card in game.vocab.cards.items())
    yield from ((word, "word", "") for word in ("yes", "no", "pass", "none"))


def _entry_at(text: str, start: int) -> str:
    begins = [found.start() for found in _ENTRY.finditer(text)]
    first = max((begin for begin in begins if begin <= start), default=0)
    return text[first : min((begin for begin in begins if begin > start), default=len(text))]


def _named(game: LiveGame, entry: str) -> Iterator[str]:
    head, _, rest = entry.partition("\n")
    for found in _NAMED.finditer(rest or head):
        names = (found[1] or found[2] or found[3]).split(",")
        yield from (name.strip() for name in names if name.strip().isidentifier())
    yield from (letter.lower() for letter in _LETTER.findall(rest))
    scenario = re.search(r"\bscenario: *([a-z0-9_]+)", rest)
    position = game.scenarios.get(scenario[1]) if scenario is not None else None
    yield from (name for name, _ in position.names) if position is not None else ()


def _labels(vocab: Vocabulary) -> Iterator[str]:
    trees = [node for node, _ in vocab.definitions]
    trees += [ability for card in vocab.cards.values() for text in card.texts for ability in text.abilities]
    for tree in trees:
        for node in tree.walk():
            label = getattr(node, "label", None)
            if isinstance(label, str) and label:
                yield label
            elif isinstance(label, ast.Node):
                yield label.span.text.strip('"')

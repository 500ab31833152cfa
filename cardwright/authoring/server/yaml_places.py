"""Where a place stands in a YAML file, and what its schema says of it.

Job: find the keys that lead to a place, even in a text that is being written, and the parts of a JSON Schema for it.
Input: a text and an offset, a schema. Output: `YamlPlace`, parts of schemas. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml
from dsl.source import Source

MARKER = "zz_here"
ITEM = "-"  # stands for an item of a list in a path
_Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class YamlPlace:
    """The keys from the root to a place, each with the node in which it stands. ``is_key``: a key is written there, in
    the last of the nodes. ``style`` is that of the scalar.
    """

    path: tuple[tuple[Node, str], ...]
    is_key: bool
    style: str = "plain"

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for _, key in self.path)

    @property
    def key(self) -> str:
        """The nearest key above the place; empty at the root."""
        return next((key for key in reversed(self.keys) if key != ITEM), "")

    def mappings(self) -> list[Mapping]:
        """The mappings around the place, the nearest first."""
        return [node for node, _ in reversed(self.path) if isinstance(node, Mapping)]


def place_at(text: str, start: int, end: int) -> YamlPlace | None:
    """The place of a word from ``start`` to ``end``; None if the text around it is no YAML."""
    begin = text.rfind("\n", 0, start) + 1
    alone = not text[begin:start].strip(" -{,") and not text[end:].partition("\n")[0].strip()
    for tail in (": x", "") if alone else ("", ": x"):
        node = parse_yaml(Source("", f"{text[:start]}{MARKER}{tail}{text[end:]}"), Sink())
        found = _found(node, ()) if node is not None else None
        if found is not None:
            return found
    return None


def _found(node: Node, path: tuple[tuple[Node, str], ...]) -> YamlPlace | None:
    match node:
        case Scalar(text=text, style=style):
            return YamlPlace(path, False, style) if MARKER in text else None
        case Sequence(items=items):
            places = (_found(item, (*path, (node, ITEM))) for item in items)
        case Mapping(entries=entries):
            if any(key.text == MARKER for key, _ in entries):
                return YamlPlace((*path, (node, "")), True)
            places = (_found(value, (*path, (node, key.text))) for key, value in entries)
    return next((place for place in places if place is not None), None)


# ---- schemas
def parts_at(root: _Schema, keys: Iterable[str]) -> list[_Schema]:
    """The parts of a schema for a path of keys."""
    parts = list(_wide(root, root))
    for key in keys:
        parts = [part for above in parts for below in _below(above, key) for part in _wide(root, below)]
    return parts


def _below(part: _Schema, key: str) -> Iterator[_Schema]:
    if key == ITEM:
        found = part.get("items")
    else:
        found = part.get("properties", {}).get(key) or part.get("additionalProperties")
    if isinstance(found, dict):
        yield cast("_Schema", found)


def _wide(root: _Schema, part: _Schema) -> Iterator[_Schema]:
    """A part, what it refers to, and its alternatives."""
    if "$ref" in part:
        name = str(part["$ref"]).rpartition("/")[2]
        yield from _wide(root, {**root["$defs"][name], **{k: v for k, v in part.items() if k != "$ref"}})
        return
    yield part
    for word in ("allOf", "anyOf", "oneOf"):
        for other in part.get(word, ()):
            yield from _wide(root, other)


def keys_of(root: _Schema, parts: Iterable[_Schema]) -> Iterator[tuple[str, str]]:
    """The keys that may stand there, each with what it means."""
    for part in parts:
        for name, below in part.get("properties", {}).items():
            described = next((p["description"] for p in _wide(root, below) if "description" in p), "")
            yield name, str(described)


def values_of(parts: Iterable[_Schema]) -> Iterator[str]:
    """The values that may stand there, if the schema lists them."""
    for part in parts:
        yield from (str(value) for value in part.get("enum", ()))
        if part.get("type") == "boolean":
            yield from ("true", "false")

"""Comparison of two states of data.

Job: compare the printed values of cards by the fields of their kinds, and the data of other files by its keys. Output:
``Change``s. Names, sources, rulebook rows and `better` are for readers only, so they are not compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dsl.difference.changes import Change, by_size
from dsl.meaning.types import present
from dsl.meaning.vocab import Card, Field, Part, Vocabulary

_ASIDE = frozenset({"name", "names", "doc", "source", "version", "rows", "languages", "note", "better"})


def card_changes(old: Card, new: Card, old_vocab: Vocabulary, vocab: Vocabulary) -> Iterator[Change]:
    """The changes of printed values; a missing value is the default of the field."""
    if old.kind != new.kind:
        yield Change("value", "kind", old.kind, new.kind)
    yield from _values("", (old.kind, old.values), (new.kind, new.values), (old_vocab, vocab))


def _values(
    path: str, old: tuple[str, dict[str, Any]], new: tuple[str, dict[str, Any]], vocabs: tuple[Vocabulary, Vocabulary]
) -> Iterator[Change]:
    before, after = vocabs[0].fields_of(old[0]), vocabs[1].fields_of(new[0])
    for name in dict.fromkeys([*before, *after]):
        field = after.get(name) or before[name]
        if field.type.form != "rules" and field.printed:
            left = old[1].get(name, before[name].default) if name in before else None
            right = new[1].get(name, after[name].default) if name in after else None
            yield from _value(f"{path}{name}", left, right, field, vocabs)


def _value(path: str, old: Any, new: Any, field: Field, vocabs: tuple[Vocabulary, Vocabulary]) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, Part) and isinstance(new, Part):
        yield from _values(f"{path}.", (old.kind, old.values), (new.kind, new.values), vocabs)
    elif _is_many(old) and _is_many(new):
        yield from _items(path, old, new, field, vocabs)
    else:
        number = present(field.type).form in ("int", "dice", "die")
        sort, verdict = "number" if number else "value", by_size(old, new, field.better)
        yield Change(sort, path, value_text(old), value_text(new), verdict)


def _is_many(value: Any) -> bool:
    return isinstance(value, tuple) and not isinstance(value, Part)


def _items(
    path: str, old: tuple[Any, ...], new: tuple[Any, ...], field: Field, vocabs: tuple[Vocabulary, Vocabulary]
) -> Iterator[Change]:
    """Parts are paired by id or by position; other items are added or removed."""
    if any(isinstance(item, Part) for item in (*old, *new)):
        left, right = _by_id(old), _by_id(new)
        for name in dict.fromkeys([*left, *right]):
            if name in left and name in right:
                yield from _value(f"{path}#{name}", left[name], right[name], field, vocabs)
            else:
                sort = "added" if name in right else "removed"
                yield Change(sort, f"{path}#{name}", value_text(left.get(name)), value_text(right.get(name)))
    elif present(field.type).form == "set":
        yield from (Change("removed", path, value_text(item), "") for item in old if item not in new)
        yield from (Change("added", path, "", value_text(item)) for item in new if item not in old)
    else:
        sort = "number" if present(field.type).form == "dice" else "value"
        yield Change(sort, path, value_text(old), value_text(new))


def _by_id(items: tuple[Any, ...]) -> dict[str, Any]:
    return {
        str(item.values.get("id", number) if isinstance(item, Part) else number): item
        for number, item in enumerate(items, 1)
    }


def value_text(value: Any) -> str:
    """A value of a card as an author would write it."""
    match value:
        case None:
            return ""
        case True | False:
            return str(value).lower()
        case Part():
            return "{" + ", ".join(f"{name}: {value_text(held)}" for name, held in value.values.items()) + "}"
        case _:
            return _shown_items(value) if _is_many(value) else str(value)


def _shown_items(value: Any) -> str:
    items = tuple[Any, ...](value)
    if len(items) == 2 and isinstance(items[0], str) and _is_many(items[1]):  # a keyword or status with its values
        return items[0] + (f"({', '.join(map(value_text, items[1]))})" if items[1] else "")
    return "[" + ", ".join(map(value_text, items)) + "]"


def plain_changes(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """The changes in plain data, each value with its path."""
    if old == new:
        return
    if _is_mapping(old) and _is_mapping(new):
        for name in dict.fromkeys([*old, *new]):
            if name not in _ASIDE:
                yield from plain_changes(old.get(name), new.get(name), f"{path}.{name}" if path else name)
    else:
        sort = "added" if old is None else "removed" if new is None else "value"
        both_numbers = isinstance(old, int) and isinstance(new, int)
        yield Change("number" if both_numbers else sort, path, _text(old), _text(new))


def _is_mapping(value: object) -> bool:
    return isinstance(value, dict)


def _text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

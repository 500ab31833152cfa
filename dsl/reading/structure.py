"""Validation of YAML trees against JSON Schemas, with messages of our own.

Job: validate the data of a YAML tree, and report each fault at the narrowest place: unknown, missing and mistyped keys,
and values that are not allowed. Input: a node and a schema. Output: whether it is valid, and diagnostics. The only
importer of the validators. Must never show the validator's own messages, nor two faults at one place.
"""

# The types of the validator are partly unknown:
# pyright: basic
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import jsonschema_rs

from dsl.diagnostics import Diagnostic, Fix, Sink
from dsl.reading.remedies import (
    about_key,
    as_id,
    as_items,
    as_key,
    as_listed,
    as_refusal,
    as_step,
    as_type,
    as_value,
    remedy,
    without_bar,
)  # fmt: skip
from dsl.reading.yaml_escapes import place_of
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain, plain_scalar
from dsl.source import Span
from dsl.suggest import nearest
from dsl.visible import character_name as written

if TYPE_CHECKING:
    from jsonschema import ValidationError

_NOUNS = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "a mapping",
    "array": "a list",
    "null": "nothing",
}
_Path = tuple[str | int, ...]
# In all schemas, the pattern of texts that are shown on one line.
ONE_LINE = r"^[^\t\n]*$"
STATE = "x-state"  # in the schema of a card: the fields that its entity has, and the card does not
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\$", re.DOTALL)  # an escape, a character class, or `$`


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compiles a pattern of a schema as JSON Schema defines it: `$` matches only at the end of the text, not before a
    final line end, and classes of digits and letters are ASCII.
    """
    return re.compile(_PIECE.sub(lambda found: r"\Z" if found[0] == "$" else found[0], pattern), re.ASCII)


def _validator(schema: dict[str, Any]) -> Any:
    """The validator that says why data is invalid. It is slower than the one that says whether it is, and most data
    is valid.
    """
    from jsonschema import Draft202012Validator, ValidationError, validators

    def pattern(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
        if isinstance(instance, str) and compiled(pattern).search(instance) is None:
            yield ValidationError(f"{instance!r} does not match {pattern!r}")

    extend: Any = validators.extend  # untyped in the library
    return extend(Draft202012Validator, {"pattern": pattern})(schema)


class _Quick:
    """Says whether data is valid, in a fraction of the time. What it cannot read is left to the other validator: data
    such as half a pair of code units, and schemas made from a ruleset that has a mistake.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        try:
            self._validator: Any = jsonschema_rs.validator_for(schema)
        except ValueError:
            self._validator = None

    def is_valid(self, data: Any) -> bool:
        try:
            return self._validator is not None and bool(self._validator.is_valid(data))
        except ValueError:
            return False


class Structure:
    """A schema that is prepared once and validates many trees."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._schema = schema
        self._quick = _Quick(schema)

    def check(self, node: Node, sink: Sink, what: str) -> bool:
        """Whether the node is valid; ``what`` is its name in messages (``the ruleset``, ``card `drider` ``)."""
        data: Any = plain(node)
        if self._quick.is_valid(data):
            return True
        errors = self._errors(node, data)
        for error in errors:
            self._resolve_items(error)
        mistyped = [error.path for error in errors if error.validator == "type"]
        said = (error for error in errors if error.validator != "enum" or error.path not in mistyped)
        found = [diagnostic for error in said for diagnostic in _explain(error, node, what)]
        for diagnostic in _one_per_place(found):
            sink.put(diagnostic)
        return not found

    def _resolve_items(self, error: ValidationError) -> None:
        """Puts the schema of the items in the place of its name: the help shows how one of them is written."""
        schema: Any = error.schema
        named = schema.get("items", {}).get("$ref", "") if isinstance(schema, dict) else ""
        if error.validator == "type" and named:
            error.schema = {**schema, "items": self._schema["$defs"][named.rpartition("/")[2]]}

    def _errors(self, node: Node, data: Any) -> list[ValidationError]:
        """The errors that remain when plain values such as `12` or `true` are read as text where the schema
        wants text.
        """
        box: list[Any] = [data]  # a list, so that the root itself can be replaced
        validator = _validator(self._schema)
        while True:  # each round replaces at least one value, so the loop ends
            errors = list(_flat(validator.iter_errors(box[0])))
            replaced = [_reads_as_text(error, node, box) for error in errors]
            if not any(replaced):
                return errors


def _flat(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """Errors without alternatives: for `anyOf` and `oneOf`, only those of the closest branch."""
    for error in errors:
        if not error.context:
            yield error
            continue
        branches: dict[object, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        # A branch whose type is right is closer than one whose type is wrong; next counts the number of errors.
        yield from _flat(min(branches.values(), key=_distance))


def _distance(errors: Iterable[ValidationError]) -> tuple[bool, int]:
    return any(e.validator == "type" and not e.path for e in errors), sum(1 for _ in errors)


def _reads_as_text(error: ValidationError, root: Node, box: list[Any]) -> bool:
    """Replaces a number, truth value or null by its text if the schema wants text there; says whether it did."""
    if error.validator != "type" or "string" not in _types(error):
        return False
    path = _path(error)
    node = _at(root, path)
    if not isinstance(node, Scalar) or not node.text:
        return False
    holder: Any = box
    steps: _Path = (0, *path)
    for step in steps[:-1]:
        holder = holder[step]
    if isinstance(holder[steps[-1]], str):
        return False
    holder[steps[-1]] = node.text
    return True


def _types(error: ValidationError) -> list[str]:
    wanted: Any = error.validator_value
    return [wanted] if isinstance(wanted, str) else list(wanted)


def _path(error: ValidationError) -> _Path:
    return tuple(error.absolute_path)


def _at(root: Node, path: _Path) -> Node:
    node = root
    for step in path:
        if isinstance(node, Mapping):
            node = node.get(str(step)) or node
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
    return node


def _explain(error: ValidationError, root: Node, what: str) -> list[Diagnostic]:
    keyword = str(error.validator)
    path = _path(error)
    node = _at(root, path)
    if keyword == "additionalProperties":
        return _unknown_keys(error, node, _name(path, what))
    if keyword == "required":
        return _missing_keys(error, node, _name(path, what))
    if keyword == "type":
        return [_wrong_type(error, root, path, what)]
    for key, _ in node.entries if isinstance(node, Mapping) and "propertyNames" in error.schema_path else ():
        if key.text == error.instance:
            message = f"the key {_quoted(key.text)} of {_name(path, what)} is not allowed here"
            spelt = as_id(key.text)
            if keyword == "pattern" and compiled(str(error.validator_value)).search(spelt):
                help, fix = f"did you mean `{spelt}`?", Fix(key.span, spelt, safe=False)
                return [Diagnostic("wrong-value", key.span, message, help, (), fix)]
            return [Diagnostic("wrong-value", key.span, message, _described(error))]
    return [_wrong_value(error, node, _name(path, what))]


def _name(path: _Path, what: str) -> str:
    """The name of a place in messages: the nearest key, or an item of a list."""
    if not path:
        return what
    last = path[-1]
    if isinstance(last, str):
        return f"`{last}`"
    return f"item {last + 1} of {_name(path[:-1], what)}"


def _unknown_keys(error: ValidationError, node: Node, name: str) -> list[Diagnostic]:
    schema = cast(dict[str, Any], error.schema)
    known = list(schema.get("properties", {}))
    if (listed := as_listed(node, schema)) and isinstance(node, Mapping):
        key = node.entries[0][0]
        return [Diagnostic("wrong-type", key.span, f"{name} is a mapping, but a list is needed", listed)]
    found: list[Diagnostic] = []
    for key, _ in node.entries if isinstance(node, Mapping) else ():
        if key.text in known:
            continue
        free = [k for k in known if not isinstance(node, Mapping) or node.key(k) is None]
        spelt = as_id(key.text)
        said, change = as_step(node, key, known)
        if said:
            found.append(Diagnostic("unknown-key", key.span, _unread(key, name), said, (), change))
            continue
        near = as_key(key.text, free) or (spelt if spelt in free else "") or nearest(key.text, free)
        help = f"did you mean `{near}`?" if near else "known here: " + _listed(known) if known else ""
        if key.text in schema.get(STATE, ()):
            near, help = "", f"no card prints it: give it in a scenario, or with `create … with {key.text} = …`"
        elif not near and (above := [k for k in known if key.text in schema["properties"][k].get("properties", {})]):
            help = f"write it below `{above[0]}:`"
        elif not near and (told := about_key(key.text, known)):
            help = told
        elif not near and "$comment" in schema:
            help = f"declare {_quoted(key.text)} {schema['$comment']}, or use {_listed(known)}"
        fix = Fix(key.span, near, safe=False) if near else None
        found.append(Diagnostic("unknown-key", key.span, _unread(key, name), help, (), fix))
    return found


def _unread(key: Scalar, name: str) -> str:
    return f"nothing reads the key {_quoted(key.text)} of {name}"


def _missing_keys(error: ValidationError, node: Node, name: str) -> list[Diagnostic]:
    if not isinstance(node, Mapping):
        return []
    wanted = cast(list[str], error.validator_value)
    missing = [key for key in wanted if node.key(key) is None]
    place = node.entries[0][0].span if node.entries else node.span
    verb = "is" if len(missing) == 1 else "are"
    message = f"{_listed(missing, 'and')} {verb} missing in {name}"
    properties: dict[str, Any] = cast(dict[str, Any], error.schema).get("properties", {})
    if len(node.entries) == 1 and isinstance(node.entries[0][1], Mapping) and node.entries[0][0].text not in properties:
        help = f"write `{{{missing[0]}: {node.entries[0][0].text}, …}}`, with the other keys beside it"
        return [Diagnostic("missing-key", place, message, help)]
    for key, _ in node.entries:
        if key.text not in properties and (meant := as_key(key.text, missing)):
            fix = Fix(key.span, meant, safe=False)
            help = f"did you mean `{meant}` in place of `{key.text}`?"
            return [Diagnostic("missing-key", key.span, message, help, (), fix)]
    described = properties.get(missing[0], {}).get("description", "") if len(missing) == 1 else ""
    help = ", ".join(f"`{key}: …`" for key in missing)
    return [Diagnostic("missing-key", place, message, f"add {help}" + (f": {described}" if described else ""))]


def _wrong_type(error: ValidationError, root: Node, path: _Path, what: str) -> Diagnostic:
    node = _at(root, path)
    wanted = [_NOUNS[name] for name in _types(error) if name in _NOUNS]
    place = _value_place(root, path, node)
    message = f"{_name(path, what)} is {_described_value(node)}, but {' or '.join(wanted)} is needed"
    key = _key_of(root, path)
    schema = cast(dict[str, Any], error.schema)
    help, fix = remedy(node, _types(error), _sentence(error), key, schema)
    help = as_refusal(node, schema, _at(root, path[:-1])) or help
    if key is not None and fix is not None and without_bar(node, _types(error), key):
        place, message = key.span, f"`|` is missing after `{key.text}:`, so these lines are read as keys, not as a text"
    return Diagnostic("wrong-type", place, message, help, (), fix)


def _key_of(root: Node, path: _Path) -> Scalar | None:
    """The key of the value at a path, if it stands in a mapping."""
    parent = _at(root, path[:-1]) if path else None
    return parent.key(str(path[-1])) if isinstance(parent, Mapping) else None


def _value_place(root: Node, path: _Path, node: Node) -> Span:
    """The span of the value, or of its key if the value is empty."""
    parent = _at(root, path[:-1]) if path else None
    if node.end == node.start and isinstance(parent, Mapping):
        key = parent.key(str(path[-1]))
        return key.span if key else node.span
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0][0].span
    return node.span


def _described_value(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    value = plain_scalar(node)
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"`{node.text}`"
    if isinstance(value, int):
        return f"a whole number ({node.text})"
    return f"a text ({_quoted(node.text)})"


def _wrong_value(error: ValidationError, node: Node, name: str) -> Diagnostic:
    """The finding for all other errors: enums, patterns, bounds and sizes."""
    keyword, limit = str(error.validator), cast(Any, error.validator_value)
    if keyword in ("enum", "const"):
        return _not_listed(node, [limit] if keyword == "const" else limit, name)
    if keyword == "pattern" and limit == ONE_LINE and isinstance(node, Scalar):
        several = as_items(node) if "array" in cast(dict[str, Any], error.schema).get("type", ()) else ""
        return _several_lines(node, name, several)
    shown = _quoted(node.text) if isinstance(node, Scalar) else _described_value(node)
    explain = _LIMITS.get(keyword)
    message = explain(name, shown, limit) if explain else f"{name} is {shown}, which is not allowed here"
    described = str(cast("dict[str, Any]", error.schema).get("description", ""))
    if isinstance(node, Scalar) and (help := as_type(node.text, described)):
        return Diagnostic("wrong-value", node.span, message, help)
    spelt = as_id(node.text) if keyword == "pattern" and isinstance(node, Scalar) else ""
    if spelt and compiled(limit).search(spelt):
        return Diagnostic(
            "wrong-value", node.span, message, f"did you mean `{spelt}`?", (), Fix(node.span, spelt, False)
        )
    help = _bounds(error) if keyword in ("minimum", "maximum") else _described(error)
    if keyword == "uniqueItems" and (twice := _twice(node)) is not None:
        return Diagnostic("wrong-value", twice.span, message, f"leave `{twice.text}` out here")
    return Diagnostic("wrong-value", node.span, message, help)


def _twice(node: Node) -> Scalar | None:
    """The first item of a list that stands before it already."""
    items = [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    return next((item for n, item in enumerate(items) if item.text in [one.text for one in items[:n]]), None)


def _bounds(error: ValidationError) -> str:
    """What numbers are allowed."""
    schema = cast(dict[str, Any], error.schema)
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None or high is None:
        return f"write {low} or more" if high is None else f"write {high} or less"
    return f"write a number from {low} to {high}"


def _several_lines(node: Scalar, name: str, several: str) -> Diagnostic:
    """The finding for a line end or tab in a text of one line; ``several``: the help where a list may stand as well."""
    if several:
        message = f"{name} is a text of several lines, but one line or a list is needed"
        return Diagnostic("wrong-type", node.span, message, several)
    char = "\n" if "\n" in node.text else "\t"
    span = place_of(char, node.source, node.start, node.end)
    message = f"{name} is one line, but the character {written(char)} stands in it"
    return Diagnostic("forbidden-character", span, message, "write it in one line, without tabs")


_LIMITS: dict[str, Callable[[str, str, Any], str]] = {
    "pattern": lambda name, shown, limit: f"{name} is {shown}, which is not allowed here",
    "minimum": lambda name, shown, limit: f"{name} is {shown.strip(chr(34))}, but at least {limit} is needed",
    "maximum": lambda name, shown, limit: f"{name} is {shown.strip(chr(34))}, but at most {limit} is allowed",
    "minLength": lambda name, shown, limit: f"{name} is an empty text",
    "maxLength": lambda name, shown, limit: f"{name} is {shown}, but at most {limit} character is allowed",
    "minItems": lambda name, shown, limit: f"{name} has too few items: at least {limit} is needed",
    "maxItems": lambda name, shown, limit: f"{name} has too many items: at most {limit} may stand here",
    "minProperties": lambda name, shown, limit: f"{name} is an empty mapping",
    "uniqueItems": lambda name, shown, limit: f"{name} holds an item twice",
}


def _not_listed(node: Node, allowed: list[object], name: str) -> Diagnostic:
    texts = [str(value) for value in allowed if value is not None]
    shown = _quoted(node.text) if isinstance(node, Scalar) else _described_value(node)
    near = as_value(node.text, texts) or nearest(node.text, texts) if isinstance(node, Scalar) else ""
    help = (f"did you mean `{near}`? " if near else "") + "allowed: " + _listed(texts)
    fix = Fix(node.span, near, safe=False) if near else None
    return Diagnostic(
        "wrong-value", node.span, f"{name} is {shown}, which is not one of the allowed values", help, (), fix
    )


def _described(error: ValidationError) -> str:
    return f"allowed: {text}" if (text := _sentence(error)) else ""


def _sentence(error: ValidationError) -> str:
    schema: Any = error.schema
    return str(schema.get("description", "")) if isinstance(schema, dict) else ""


def _quoted(text: str) -> str:
    short = text if len(text) <= 40 else text[:37] + "…"
    return '"' + short.replace("\n", "⏎") + '"'


def _listed(names: Iterable[str], last: str = "or") -> str:
    words = [f"`{name}`" for name in names]
    if len(words) > 12:
        return ", ".join(words[:12]) + f" and {len(words) - 12} more"
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _as_misspelt(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings; an only key that is unknown, beside an only key that is missing, seems to be that one."""
    unknown = [d for d in found if d.code == "unknown-key"]
    missing = [
        name for d in found if d.code == "missing-key" for name in re.findall(r"`(\w+)`", d.message.split(" in ")[0])
    ]
    if len(unknown) != 1 or len(missing) != 1 or unknown[0].fix is not None:
        return found
    help = f"did you mean `{missing[0]}`, which is missing?"
    likely = replace(unknown[0], help=help, fix=Fix(unknown[0].span, missing[0], safe=False))
    return [likely if each is unknown[0] else each for each in found]


def _one_per_place(found: list[Diagnostic]) -> list[Diagnostic]:
    """Removes consequences of other faults: a second fault at a place, and a missing key if a similar key
    is unknown.
    """
    found = _as_misspelt(found)
    misspelt = {d.fix.replacement for d in found if d.code == "unknown-key" and d.fix}
    kept: dict[tuple[int, int], Diagnostic] = {}
    order = {"unknown-key": 0, "wrong-type": 1, "wrong-value": 2, "forbidden-character": 2, "missing-key": 3}
    for diagnostic in sorted(found, key=lambda d: (d.span.start, order[d.code])):
        if diagnostic.code == "missing-key" and any(f"`{name}` is missing" in diagnostic.message for name in misspelt):
            continue
        kept.setdefault((diagnostic.span.start, diagnostic.span.end), diagnostic)
    return list(kept.values())

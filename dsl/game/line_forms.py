"""How the parts of a card stand in one printed line.

Job: read the forms of lines, and print fields in such a form. The ruleset declares the form that cards are written in
(`line:` of the kind of the part), faces.yaml those that people read. Input: the notation of a form. Output: forms;
lines. Knows no word of a game: all are in the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.card_schema import printed_fields
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain
from dsl.suggest import suggest
from dsl.syntax.parse import parse_line
from dsl.syntax.unparse import spaced

_FORMS = {"int": "int", "bool": "bool", "status": "trait", "keyword": "trait"}
_PLACEHOLDER = re.compile(r"\{(\+?)([a-z][a-z0-9_]*)\}")


# ---- forms


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign that is in every line of the form."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a field; ``signed``: a number with its sign."""

    field: str
    signed: bool


@dataclass(frozen=True, slots=True)
class Maybe:
    """``[…]``: written only if one of its fields differs from its default."""

    form: Form


@dataclass(frozen=True, slots=True)
class Several:
    """The items of which a field differs from its default, joined; nothing if there is none."""

    items: tuple[Form, ...]
    before: Form
    between: Form
    after: Form


Form = tuple[Word | Value | Maybe | Several, ...]


@dataclass(frozen=True, slots=True)
class FieldShape:
    """How a line shows a field. ``form`` is int, bool, enum, trait or text; ``many``: several of them."""

    form: str
    many: bool
    default: Any
    required: bool
    written: dict[str, str]


@dataclass(frozen=True, slots=True)
class LineForm:
    """The form of the lines for parts of one kind."""

    kind: str
    form: Form
    fields: dict[str, FieldShape]
    words: frozenset[str]


# ---- the forms of the ruleset


def line_forms(ruleset: Mapping, sink: Sink) -> dict[str, dict[str, LineForm]]:
    """The form of the parts in each field, by kind of card; reports what is wrong with a form."""
    found: dict[str, LineForm] = {}
    data = cast("dict[str, Any]", plain(ruleset))
    kinds = ruleset.get("kinds")
    for key, kind in kinds.entries if isinstance(kinds, Mapping) else ():
        node = kind.get("line") if isinstance(kind, Mapping) else None
        if node is not None:
            made = _FormReader(ruleset, sink).read(key.text, node)
            if made is not None:
                found[key.text] = made
    return {
        kind: {
            field: found[held]
            for field, declared in printed_fields(data, kind).items()
            if (held := str(declared.get("type", "")).rsplit(" ", 1)[-1].removesuffix("?")) in found
        }
        for kind in data["kinds"]
    }


def people_lines(ruleset: Mapping, faces: Mapping, sink: Sink) -> dict[str, dict[str, LineForm]]:
    """The forms that people read, by kind of part and language; reports what is wrong with a form."""
    found: dict[str, dict[str, LineForm]] = {}
    data = cast("dict[str, Any]", plain(ruleset))
    given = faces.get("lines")
    for key, forms in given.entries if isinstance(given, Mapping) else ():
        if not data["kinds"].get(key.text, {}).get("part"):
            parts = [name for name, kind in data["kinds"].items() if kind.get("part")]
            sink.add("unknown-kind", key.span, f"no part of a card is of the kind `{key.text}`",
                     help=suggest(key.text, parts))  # fmt: skip
            continue
        for language, node in forms.entries if isinstance(forms, Mapping) else ():
            made = _FormReader(ruleset, sink, literal=True).read(key.text, node)
            if made is not None:
                found.setdefault(key.text, {})[language.text] = made
    return found


class _FormReader:
    """``literal``: words stand as they are written, with their blanks, and every printed field must be shown."""

    def __init__(self, ruleset: Mapping, sink: Sink, *, literal: bool = False) -> None:
        self.data = cast("dict[str, Any]", plain(ruleset))
        self.sink = sink
        self.literal = literal
        self.seen: set[str] = set()
        self.words: set[str] = set()

    def read(self, kind: str, node: Node) -> LineForm | None:
        self.fields = self.shapes(kind)
        before = len(self.sink.items)
        segments = node.items if isinstance(node, Sequence) else (node,)
        form = tuple(part for segment in segments for part in self.segment(segment))
        for name, shape in self.fields.items():
            if (shape.required or self.literal) and name not in self.seen:
                message = f"the line does not show `{name}`" + (", which has no default" if shape.required else "")
                self.sink.add("wrong-value", node.span, message, help=f"put `{{{name}}}` into it")
        sound = len(self.sink.items) == before
        return LineForm(kind, form, self.fields, frozenset(self.words)) if sound else None

    def shapes(self, kind: str) -> dict[str, FieldShape]:
        return {name: self.shape(declared) for name, declared in printed_fields(self.data, kind).items()}

    def shape(self, declared: dict[str, Any]) -> FieldShape:
        many = re.match(r"(?:set|list) of ", str(declared["type"]))
        inner = str(declared["type"])[many.end() if many else 0 :].removesuffix("?")
        written = self.written(inner)
        form = "enum" if written else _FORMS.get(inner, "text")
        return FieldShape(form, many is not None, declared.get("default"), "default" not in declared, written)

    def written(self, enum: str) -> dict[str, str]:
        """The words for an enum's values, by value; empty if the name is not an enum."""
        enums: dict[str, Any] = self.data.get("enums", {})
        declared = enums.get(enum, ())
        shaped = cast("dict[str, Any]", declared if isinstance(declared, dict) else {"values": declared})
        written: dict[str, str] = shaped.get("written", {})
        values: list[str] = list(shaped["values"])
        return {value: written.get(value, value) for value in values}

    def segment(self, node: Node) -> Form:
        if isinstance(node, Scalar):
            return self.pieces(node)
        assert isinstance(node, Mapping)  # the schema ensures this
        items = node.get("list")
        before, after = self.side(node, "before"), self.side(node, "after")
        between = self.side(node, "between")
        forms = tuple(self.pieces(item) for item in items.items if isinstance(item, Scalar)) if items else ()  # type: ignore[union-attr]
        return (Several(forms, before, between, after),)

    def side(self, node: Mapping, key: str) -> Form:
        value = node.get(key)
        return self.pieces(value) if isinstance(value, Scalar) else ()

    def pieces(self, node: Scalar) -> Form:
        """``+{extra}[ {type}]``: words, fields, and optional parts."""
        stack: list[list[Any]] = [[]]
        position = 0
        for match in re.finditer(r"\{\+?[a-z0-9_]*\}|[\[\]]", node.text):
            self.words_of(node, position, match.start(), stack[-1])
            position = match.end()
            if match.group() == "[":
                stack.append([])
            elif match.group() == "]" and len(stack) > 1:
                inner = Maybe(tuple(stack.pop()))
                stack[-1].append(inner)
            elif match.group() != "]":
                stack[-1].append(self.place(node, match))
        self.words_of(node, position, len(node.text), stack[-1])
        if len(stack) > 1 or node.text.count("[") != node.text.count("]"):
            self.sink.add("syntax", node.span, "`[` and `]` do not stand in pairs")
        return tuple(stack[0])

    def words_of(self, node: Scalar, start: int, end: int, found: list[Any]) -> None:
        inside = node.inside
        if self.literal:
            found += [Word(node.text[start:end])] if start < end else []
        elif node.text[start:end].strip():
            pieces = parse_line(inside.source.span(inside.start + start, inside.start + end), self.sink)
            words = [piece.text for piece in pieces.pieces] if pieces is not None else []
            self.words.update(words)
            found += [Word(word) for word in words]

    def place(self, node: Scalar, match: re.Match[str]) -> Value:
        written = _PLACEHOLDER.fullmatch(match.group())
        name = written.group(2) if written is not None else match.group()[1:-1]
        start = node.inside.start + match.start()
        span = node.inside.source.span(start, start + len(match.group()))
        if name not in self.fields:
            message = f"there is no printed field `{name}` to show here"
            self.sink.add("unknown-name", span, message, help=suggest(name, self.fields))
        elif name in self.seen:
            self.sink.add("wrong-value", span, f"`{name}` stands in the line already")
        self.seen.add(name)
        return Value(name, written is not None and bool(written.group(1)))


# ---- printing


def print_line(node: Mapping, form: LineForm) -> str:
    """The canonical line for the fields of a part."""
    values = cast("dict[str, Any]", plain(node))
    return spaced(_printed(form.form, _Values(values, form.fields, _language_words)))


def people_line(values: dict[str, Any], form: LineForm, name: Callable[[str], str]) -> str:
    """The line that people read for the values of a part; ``name``: what they read for a word."""

    def words(value: Any, shape: FieldShape) -> list[str]:
        if shape.form == "trait":
            return [_trait(value, name)]
        return [str(value) if shape.form == "int" else name(value)]

    listed = {key: list(cast("tuple[Any, ...]", value)) if form.fields[key].many else value
              for key, value in values.items() if key in form.fields}  # fmt: skip
    line = "".join(_printed(form.form, _Values(listed, form.fields, words, ", ")))
    return re.sub(r"-(?=\d)", "−", line)


def _trait(value: Any, name: Callable[[str], str]) -> str:
    """A status or keyword as people read it: its numbers behind it, its words in brackets."""
    whole = cast("tuple[str, tuple[int | str, ...]]", value if isinstance(value, tuple) else (value, ()))
    given = (f"({name(one)})" if isinstance(one, str) else str(one) for one in whole[1])
    return " ".join([name(whole[0]), *given])


def _language_words(value: Any, shape: FieldShape) -> list[str]:
    if shape.form == "trait":
        return re.findall(r"[A-Za-z0-9_-]+", str(value))
    return [shape.written.get(value, str(value))]


@dataclass(frozen=True, slots=True)
class _Values:
    """The values of a part, with the words of one value, and what stands between several."""

    given: dict[str, Any]
    fields: dict[str, FieldShape]
    words: Callable[[Any, FieldShape], list[str]]
    between: str = ","

    def value(self, name: str) -> Any:
        return self.given.get(name, self.fields[name].default)

    def shown(self, part: Value) -> list[str]:
        """The words of a field's value or values."""
        shape, value = self.fields[part.field], self.value(part.field)
        if shape.form == "bool":
            return []
        words: list[str] = []
        for number, one in enumerate(cast("list[Any]", value if isinstance(value, list) else [value])):
            words += [self.between] * (number > 0)
            words += [f"{one:+d}"] if part.signed else self.words(one, shape)
        return words

    def says(self, form: Form) -> bool:
        """Whether a field in the form differs from its default."""
        for part in form:
            match part:
                case Value(field=field):
                    if self.fields[field].required or self.value(field) != self.fields[field].default:
                        return True
                case Maybe(form=inner):
                    if self.says(inner):
                        return True
                case _:
                    pass
        return False


def _printed(form: Form, values: _Values) -> list[str]:
    words: list[str] = []
    for part in form:
        match part:
            case Word(text=text):
                words.append(text)
            case Value():
                words += values.shown(part)
            case Maybe(form=inner):
                words += _printed(inner, values) if values.says(inner) else []
            case Several():
                said = [_printed(item, values) for item in part.items if values.says(item)]
                for number, item in enumerate(said):
                    words += [*_printed(part.between if number else part.before, values), *item]
                words += _printed(part.after, values) if said else []
    return words

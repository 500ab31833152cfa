"""Parts of a card that are written as one printed line.

Job: read such a line into the fields of its part. The ruleset declares the form of the line for the kind of the part
(`dsl.game.line_forms`). Input: the text of a card. Output: the mapping that the author could have written instead, each
value with its place. Knows no word of a game: all are in the form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.line_forms import FieldShape, Form, LineForm, Maybe, Several, Value, Word
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.source import Span
from dsl.suggest import suggest
from dsl.syntax import ast
from dsl.syntax.parse import parse_line
from dsl.syntax.unparse import spaced


@dataclass(frozen=True, slots=True)
class WrittenLine(Mapping):
    """The fields that a line stands for, together with the line."""

    line: Scalar
    tree: ast.Line
    form: LineForm


@dataclass(frozen=True, slots=True)
class WrittenTrait(Scalar):
    """``ongoing 5 cold``: a status or keyword and its values; ``text`` is its form in a field."""

    values: tuple[Scalar, ...]


# ---- reading a line


def with_lines(node: Mapping, forms: dict[str, LineForm], sink: Sink) -> Mapping:
    """A card with each line replaced by the mapping it stands for; ``forms`` are those of the card's fields."""
    entries: list[tuple[Scalar, Node]] = []
    for key, value in node.entries:
        form = forms.get(key.text)
        entries.append((key, _read_all(value, form, sink) if form is not None else value))
    return replace(node, entries=tuple(entries))


def written_lines(node: Node) -> Iterator[WrittenLine]:
    """The lines of a card, in the order of its text."""
    match node:
        case WrittenLine():
            yield node
        case Mapping(entries=entries):
            for _, value in entries:
                yield from written_lines(value)
        case Sequence(items=items):
            for item in items:
                yield from written_lines(item)
        case _:
            pass


def _read_all(node: Node, form: LineForm, sink: Sink) -> Node:
    if isinstance(node, Sequence):
        return replace(node, items=tuple(_read_all(item, form, sink) for item in node.items))
    if isinstance(node, Scalar) and node.style in ("plain", "single", "double"):
        return read_line(node, form, sink) or node
    return node


def read_line(node: Scalar, form: LineForm, sink: Sink) -> WrittenLine | None:
    """The fields of a line; None after a diagnostic if the line does not have the form."""
    line = parse_line(node.inside, sink)
    if line is None:
        return None
    reader = _LineReader(line, form)
    for position, found in reader.match(form.form, 0):
        if position == len(line.pieces):
            entries = tuple((replace(node, text=name), value) for name, value in found)
            return WrittenLine(node.source, node.start, node.end, entries, node, line, form)
    reader.report(node, sink)
    return None


_Found = tuple[tuple[str, Node], ...]


class _LineReader:
    """Matches pieces with a form by backtracking; remembers the farthest position reached, for the message."""

    def __init__(self, line: ast.Line, form: LineForm) -> None:
        self.line, self.form = line, form
        self.farthest = 0
        self.wanted: list[str] = []
        self.near: tuple[str, ...] = ()

    def match(self, form: Form, position: int) -> Iterator[tuple[int, _Found]]:
        if not form:
            yield position, ()
            return
        for after, found in self.part(form[0], position):
            for end, rest in self.match(form[1:], after):
                yield end, found + rest

    def part(self, part: Word | Value | Maybe | Several, position: int) -> Iterator[tuple[int, _Found]]:
        match part:
            case Word(text=text):
                if self.text(position).lower() == text.lower():
                    yield position + 1, ()
                else:
                    self.miss(position, f"`{text}`")
            case Value():
                yield from self.value(part, position)
            case Maybe(form=form):
                yield from self.match(form, position)
                yield position, ()
            case Several():
                for start, _ in self.match(part.before, position):
                    for end, found in self.items(part, 0, start, first=True):
                        yield from ((last, found) for last, _ in self.match(part.after, end))
                yield position, ()

    def items(self, part: Several, index: int, position: int, *, first: bool) -> Iterator[tuple[int, _Found]]:
        """One or more of the items from ``index`` on, in their order."""
        for number in range(index, len(part.items)):
            starts = [position] if first else [after for after, _ in self.match(part.between, position)]
            for start in starts:
                for end, found in self.match(part.items[number], start):
                    for last, rest in self.items(part, number + 1, end, first=False):
                        yield last, found + rest
                    yield end, found

    # ---- values
    def value(self, part: Value, position: int) -> Iterator[tuple[int, _Found]]:
        shape = self.form.fields[part.field]
        if shape.form == "bool":
            yield position, ((part.field, self.scalar(position, position, "true")),)
        elif not shape.many:
            for end, node in self.one(part, shape, position):
                yield end, ((part.field, node),)
        else:
            for end, nodes in self.many(part, shape, position):
                source = nodes[0].source
                yield end, ((part.field, Sequence(source, nodes[0].start, nodes[-1].end, nodes)),)

    def many(self, part: Value, shape: FieldShape, position: int) -> Iterator[tuple[int, tuple[Scalar, ...]]]:
        for end, node in self.one(part, shape, position):
            if self.text(end) == ",":
                yield from ((last, (node, *rest)) for last, rest in self.many(part, shape, end + 1))
            yield end, (node,)

    def one(self, part: Value, shape: FieldShape, position: int) -> Iterator[tuple[int, Scalar]]:
        match shape.form:
            case "int":
                yield from self.number(part, position)
            case "enum":
                yield from self.constant(part, shape, position)
            case "trait":
                yield from self.trait(part, position)
            case _:
                if self.form_of(position) == "word" and self.text(position) not in self.form.words:
                    yield position + 1, self.scalar(position, position + 1, self.text(position))
                else:
                    self.miss(position, f"a word for `{part.field}`")

    def number(self, part: Value, position: int) -> Iterator[tuple[int, Scalar]]:
        sign = self.text(position)
        start = position + 1 if sign == "-" or (part.signed and sign == "+") else position
        if self.form_of(start) == "number" and (start > position or not part.signed):
            yield start + 1, self.scalar(position, start + 1, ("-" if sign == "-" else "") + self.text(start))
        else:
            self.miss(position, f"a number {'with its sign ' if part.signed else ''}for `{part.field}`")

    def constant(self, part: Value, shape: FieldShape, position: int) -> Iterator[tuple[int, Scalar]]:
        text = self.text(position).lower()
        for value, written in shape.written.items():
            if text and text in (value, written.lower()):
                yield position + 1, self.scalar(position, position + 1, value)
                return
        self.miss(position, f"a value for `{part.field}`", tuple(shape.written.values()))

    def trait(self, part: Value, position: int) -> Iterator[tuple[int, Scalar]]:
        """``ongoing 5 cold``: a status or keyword with its values; the longest name is tried first."""
        if self.form_of(position) != "word" or self.text(position) in self.form.words:
            self.miss(position, f"a name for `{part.field}`")
            return
        end = position + 1
        while self.form_of(end) == "number" or (self.form_of(end) == "word" and self.text(end) not in self.form.words):
            end += 1
        for last in range(end, position, -1):
            values = tuple(self.scalar(p, p + 1, self.text(p)) for p in range(position + 1, last))
            text = self.text(position) + (f"({', '.join(v.text for v in values)})" if values else "")
            whole = self.scalar(position, last, text)
            yield last, WrittenTrait(whole.source, whole.start, whole.end, text, whole.style, values)

    # ---- pieces
    def text(self, position: int) -> str:
        return self.line.pieces[position].text if position < len(self.line.pieces) else ""

    def form_of(self, position: int) -> str:
        return self.line.pieces[position].form if position < len(self.line.pieces) else ""

    def scalar(self, start: int, end: int, text: str) -> Scalar:
        pieces = self.line.pieces
        span = self.line.span
        first = pieces[start].span.start if start < len(pieces) else span.end
        last = pieces[end - 1].span.end if end > start else first
        return Scalar(span.source, first, last, text, "plain")

    def miss(self, position: int, wanted: str, near: tuple[str, ...] = ()) -> None:
        if position > self.farthest:
            self.farthest, self.wanted, self.near = position, [], ()
        if position == self.farthest:
            self.wanted.append(wanted)
            self.near += near

    def report(self, node: Scalar, sink: Sink) -> None:
        pieces = self.line.pieces
        at = pieces[self.farthest].span if self.farthest < len(pieces) else _end_of(self.line.span)
        wanted = list(dict.fromkeys(self.wanted))
        expected = ", ".join(wanted[:-1]) + (" or " if len(wanted) > 1 else "") + wanted[-1] if wanted else "its end"
        said = f"`{at.text}`" if self.farthest < len(pieces) else "the end of the line"
        help = suggest(at.text, self.near) if self.farthest < len(pieces) and self.near else ""
        sink.add("line-form", at, f"expected {expected} here, not {said}", help=help or _shown(self.form))


def _end_of(span: Span) -> Span:
    return Span(span.source, span.end, span.end)


def _shown(form: LineForm) -> str:
    return "such a line is written " + spaced(_outline(part, form.fields) for part in form.form)


def _outline(part: Word | Value | Maybe | Several, fields: dict[str, FieldShape]) -> str:
    def within(form: Form) -> str:
        return spaced(_outline(inner, fields) for inner in form)

    match part:
        case Word(text=text):
            return text
        case Value(field=field, signed=signed):
            return "" if fields[field].form == "bool" else ("+" if signed else "") + field.upper()
        case Maybe(form=form):
            return f"[{within(form)}]"
        case Several(items=items, before=before, between=between, after=after):
            joined = f" {within(between)} ".join(within(item) for item in items)
            return f"[{spaced((within(before), joined, within(after)))}]"

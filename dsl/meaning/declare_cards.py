"""From a card entry to a Card of the vocabulary.

Job: read the printed values by the types of the fields, and parse the texts. Input: a CardEntry that is valid by
schema. Output: a Card. References to other cards are collected, and checked when all cards are known. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from dsl.diagnostics import Label, Sink, wrong_count
from dsl.game.entries import CardEntry
from dsl.game.lines import WrittenTrait
from dsl.meaning.bounds import dice_fault
from dsl.meaning.drawings import read_drawing
from dsl.meaning.types import Type, present
from dsl.meaning.vocab import Card, Field, Part, TextPart, Trait, Vocabulary
from dsl.reading import schemas
from dsl.reading.yaml_tree import LARGEST_NUMBER, Mapping, Node, Scalar, Sequence, plain, plain_scalar, text_slice
from dsl.source import Span
from dsl.suggest import in_digits, listed, suggest
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities, parse_expression


def declare_card(entry: CardEntry, vocab: Vocabulary, sink: Sink) -> Card:
    """The card with its values, its texts and their places, and its other states."""
    card = _Reader(vocab, sink).card(entry)
    nodes = [state.node for state in entry.states if state.node is not entry.node]
    others = Sink(owner=sink.owner, broken=sink.broken)
    card.others = tuple(_Reader(vocab, others).card(replace(entry, node=node)) for node in nodes)
    told = {(fault.code, fault.span) for fault in sink.items}
    for fault in {(one.code, one.span): one for one in others.items}.values():
        if (fault.code, fault.span) not in told:  # what several states share is told once
            sink.put(fault)
    return card


_PRINTED = ast.IntLiteral | ast.Minus | ast.Path  # how the values of keywords and statuses are written
_DEFAULTS: dict[str, type] = {
    "int": int, "bool": bool, "text": str, "enum": str, "dice": str, "keyword": str, "status": str, "terrain": str,
}  # fmt: skip


def declared_default(node: Node, field: Field, vocab: Vocabulary, sink: Sink) -> Any:
    """The declared default of a field, read like the value of a card."""
    wanted = present(field.type)
    if not _is_default(node, wanted):
        is_written = wanted.form in _DEFAULTS or wanted.is_collection
        help = "leave the default out: the value is set when an entity is created"
        help = _as_default(node, wanted) if is_written else help
        sink.add("wrong-type", node.span, f"`{field.name}` is {field.type}, and this cannot be its default", help=help)
        return field.default
    return node.text if isinstance(node, Scalar) and wanted.form == "text" else _Reader(vocab, sink).typed(node, wanted)


def _as_default(node: Node, wanted: Type) -> str:
    """How a default of the wrong form is written, where that is known; else how one is written at all."""
    text = node.text if isinstance(node, Scalar) else ""
    if wanted.form == "int":
        return f"write it in digits, without quotes: `default: {in_digits(text.lower()) or '…'}`"
    if wanted.form == "bool":
        return "write `true` or `false`"
    return "write a list, such as `[]`" if wanted.is_collection else f"write the value alone: {wanted}"


def _is_default(node: Node, wanted: Type) -> bool:
    """Whether the type can have a default in a file. Text of rules cannot: it would belong to no card."""
    if wanted.form in ("set", "list") and wanted.inner is not None:
        inner = wanted.inner
        return isinstance(node, Sequence) and all(_is_default(item, inner) for item in node.items)
    if not isinstance(node, Scalar):
        return False
    value = plain_scalar(node)
    if wanted.form == "rules":
        return value == ""
    return type(value) is _DEFAULTS.get(wanted.form)


def numbered_dice(count: str, sides: str, span: Span, sink: Sink) -> list[str]:
    """The names of the dice in ``2d6``; reports dice that exceed the limits."""
    fault = dice_fault(f"{count}d{sides}")
    if fault:
        sink.add("out-of-bounds", span, fault)
    return [f"d{sides}"] * (1 if fault else int(count or 1))


def check_card_keys(vocab: Vocabulary, sink: Sink) -> None:
    """Reports printed fields whose name is a key of every card."""
    own = frozenset(schemas.load("cards")["$defs"]["card"]["properties"])
    reported: set[Span] = set()
    for kind in vocab.kinds.values():
        for field in vocab.fields_of(kind.name).values() if kind.card else ():
            if field.printed and field.name in own and field.span not in reported:
                reported.add(field.span)
                message = f"`{field.name}` is a key of every card, so it cannot be a printed field"
                sink.add("reserved-name", field.span, message, help="choose another name")


def check_references(vocab: Vocabulary, cards: Iterable[Card], sink: Sink) -> None:
    """Checks references from cards to other cards, when all cards are known."""
    for card in cards:
        for name, span, wanted in dict.fromkeys(one for state in (card, *card.others) for one in state.references):
            target = vocab.cards.get(name)
            if target is None or wanted not in vocab.ancestors(target.kind):
                known = [c.id for c in vocab.cards.values() if wanted in vocab.ancestors(c.kind)]
                sink.owner = card.id
                sink.add("unknown-name", span, f"no {wanted} card is named `{name}`", help=suggest(name, known))
    sink.owner = ""


class _Reader:
    def __init__(self, vocab: Vocabulary, sink: Sink) -> None:
        self.vocab = vocab
        self.sink = sink
        self.texts: list[TextPart] = []
        self.spans: dict[str, Span] = {}
        self.references: list[tuple[str, Span, str]] = []

    def card(self, entry: CardEntry) -> Card:
        data: Any = plain(entry.node)
        values = self.values(entry.node, entry.kind)
        return Card(
            entry.id, entry.kind, entry.span, values, self.spans, tuple(self.texts),
            tuple(data.get("rows", ())), str(data.get("provenance", "")), dict(data.get("name") or {}),
            tuple(self.references), dict(self.printed(entry.node.get("text"))),
        )  # fmt: skip

    def printed(self, node: Node | None) -> Iterator[tuple[str, Span]]:
        """The printed text by language, with its place in the file."""
        for language, written in node.entries if isinstance(node, Mapping) else ():
            if isinstance(written, Scalar):
                inside = written.inside
                if inside.text == written.text and "\n" not in inside.text:
                    yield language.text, inside
                elif (piece := text_slice(written, self.sink, "printed text")) is not None:
                    yield language.text, piece.source.span(piece.start, piece.end)

    def values(self, node: Mapping, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.entries:
            declared = self.vocab.field_of(kind, key.text)
            if declared is not None and declared.printed:
                self.spans.setdefault(key.text, value.span)
                found[key.text] = self.value(value, declared)
        return found

    def value(self, node: Node, field: Field) -> Any:
        wanted = present(field.type)
        if wanted.form == "rules" and isinstance(node, Scalar):
            return self.text(node, field)
        return self.typed(node, wanted)

    def text(self, node: Scalar, field: Field) -> str:
        piece = text_slice(node, self.sink)
        if piece is not None:
            span = piece.source.span(piece.start, piece.end)
            abilities = parse_abilities(span, piece.indent, self.sink)
            self.texts.append(TextPart(field.name, span, abilities))
        return node.text

    def typed(self, node: Node, wanted: Type) -> Any:
        if wanted.form in ("set", "list") and wanted.inner is not None:
            items = node.items if isinstance(node, Sequence) else (node,)
            values = [self.item(item, wanted.inner) for item in items]
            return tuple(dict.fromkeys(values)) if wanted.form == "set" else tuple(values)
        if wanted.form == "kind" and isinstance(node, Mapping):
            # A part is a mapping of its kind's fields. It is hashable, so that sets of parts keep their order.
            return Part(wanted.name, tuple(self.values(node, wanted.name).items()))
        if not isinstance(node, Scalar):
            return plain(node)
        if plain_scalar(node) is None:
            return None
        return self.scalar(node, wanted)

    def item(self, node: Node, wanted: Type) -> Any:
        """A value in a list; there, the word `null` is an ordinary name."""
        if isinstance(node, Scalar) and plain_scalar(node) is None:
            return self.scalar(node, wanted)
        return self.typed(node, wanted)

    def scalar(self, node: Scalar, wanted: Type) -> Any:
        text = node.text.strip()
        match wanted.form:
            case "int" | "bool":
                return plain_scalar(node)
            case "enum":
                return self.known(text, node.span, self.vocab.enums[wanted.name].values, wanted.name)
            case "terrain":
                return self.known(text, node.span, self.vocab.terrain, "terrain")
            case "drawing":
                return read_drawing(node, tuple(filter(None, self.vocab.terrain_letters().values())), self.sink)
            case "card":
                self.references.append((text, node.span, wanted.name))
                return text
            case "dice":
                return self.dice(text, node.span)
            case "keyword":
                return self.trait(node, "keyword")
            case "status":
                # A status without values is its bare name, as in the rules, so that the two are equal.
                name, values = self.trait(node, "status")
                return (name, values) if values else name
            case _:
                return text

    def known(self, text: str, span: Span, names: Any, what: str) -> str:
        if text not in names:
            help = suggest(text, names) or listed("it is one of:", names)
            self.sink.add("unknown-name", span, f"no {what} is named `{text}`", help=help)
        return text

    def dice(self, text: str, span: Span) -> tuple[str, ...]:
        """``2d6``, ``red``, ``red + blue + blue``: the names of the dice."""
        found: list[str] = []
        for part in text.split("+"):
            name = part.strip()
            numeric = re.fullmatch(r"([0-9]*)d([0-9]+)", name)
            if numeric:
                found += numbered_dice(numeric[1], numeric[2], span, self.sink)
            else:
                found.append(self.known(name, span, self.vocab.dice, "die"))
        return tuple(found)

    def trait(self, node: Scalar, form: str) -> tuple[str, tuple[Any, ...]]:
        """``flying`` or ``reach(2)``: a keyword or status with its values."""
        name, _, rest = node.text.partition("(")
        trait = self.vocab.traits.get(name.strip())
        named = [known.name for known in self.vocab.traits.values() if known.form == form]
        if trait is None:
            self.known(name.strip(), node.span, named, form)
            return name.strip(), ()
        if trait.form != form:
            told = f"`{trait.name}` is a {trait.form}, but a {form} is needed"
            declared = [Label(trait.span, "declared here")]
            self.sink.add("wrong-operand", node.span, told, labels=declared, help=listed("it is one of:", named))
            return trait.name, ()
        if isinstance(node, WrittenTrait):
            given = zip(node.values, trait.params, strict=False)
            values = tuple(self.written(value, param.type) for value, param in given)
            return trait.name, (*values, *self.left_out(trait, len(node.values), node))
        if not rest:
            return trait.name, self.left_out(trait, 0, node)
        if not node.text.rstrip().endswith(")"):
            self.sink.add("syntax", node.span, "its values are not closed by `)`",
                          help="put quotes around it: in `[…]` a comma ends an item")  # fmt: skip
            return trait.name, ()
        parsed = parse_expression(node.inside, self.sink)
        call = parsed.head if isinstance(parsed, ast.Path) else None
        if not isinstance(call, ast.FunctionCall):
            return trait.name, ()
        values = tuple(self.argument(a, p.type) for a, p in zip(call.arguments, trait.params, strict=False))
        return trait.name, (*values, *self.left_out(trait, len(call.arguments), node))

    def written(self, node: Scalar, wanted: Type) -> Any:
        """A value of a status or keyword in a printed line."""
        value = self.scalar(node, wanted)
        if wanted.form == "int" and not isinstance(value, int):
            self.sink.add("wrong-operand", node.span, f"`{node.text}` does not fit: {wanted} is needed")
        return value

    def left_out(self, trait: Trait, given: int, node: Scalar) -> tuple[Any, ...]:
        """The values behind those that are given: the defaults, where each of them is a value that can be printed."""
        missing = trait.params[given:]
        if given > len(trait.params) or not all(isinstance(param.default, _PRINTED) for param in missing):
            code = "missing-operand" if missing else "extra-operand"
            self.sink.add(code, node.span, wrong_count(trait.name, len(trait.params), given))
            return ()
        return tuple(self.argument(param.default, param.type) for param in missing if param.default is not None)

    def argument(self, node: ast.Node, wanted: Type) -> Any:
        match node:
            case ast.IntLiteral(value=value) if wanted.form == "int" and value <= LARGEST_NUMBER:
                return value
            case ast.Minus(operand=ast.IntLiteral(value=value)) if wanted.form == "int" and value <= LARGEST_NUMBER:
                return -value
            case ast.Path(head=ast.Ident(text=text), fields=()) if wanted.form == "enum":
                return self.known(text, node.span, self.vocab.enums[wanted.name].values, wanted.name)
            case _:
                self.sink.add("wrong-operand", node.span, f"`{node.span.text}` does not fit: {wanted} is needed")
                return None

"""The layouts of printed cards, in `faces.yaml`.

Job: check that the file names kinds of cards, printed fields that fit the block in which they stand, and words of the
game, and one layout for a kind. Input: a vocabulary and the file. Output: diagnostics. Must never draw anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Label, Sink
from dsl.game.line_forms import people_lines
from dsl.meaning.other_files import texts_of_parts
from dsl.meaning.types import Type
from dsl.meaning.vocab import Field, Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.suggest import suggest

# What a field must be to stand in a block, and how messages name it.
ROLES = {
    "value": "a number, a word or several",
    "dice": "dice",
    "lines": "parts of the card",
    "text": "ability text",
}
_BLOCKS = {"dice": "dice", "lines": "lines", "text": "text"}  # all other blocks show values
_VALUES = ("colour_by", "emblem_by", "left", "right", "line", "foot")


def check_faces(vocab: Vocabulary, ruleset: Mapping | None, faces: Mapping | None, sink: Sink) -> None:
    """Reports what the file names and the game does not have."""
    if faces is None or ruleset is None:
        return
    people_lines(ruleset, faces, sink)
    named_here = faces.get("names")
    known = words_of(vocab)
    texts = texts_of_parts(vocab) if isinstance(named_here, Mapping) else set[str]()
    for table in ("names", "icons", "colours"):
        named = faces.get(table)
        for key, _ in named.entries if isinstance(named, Mapping) else ():
            if key.text not in known and not (table == "names" and key.text in texts):
                help = suggest(key.text, known) or "it is for fields, kinds, enum values, dice, symbols and keywords"
                sink.add("unknown-name", key.span, f"nothing of the game is named `{key.text}`", help=help)
    first: dict[str, Scalar] = {}
    for layout in _items(faces.get("layouts")):
        if isinstance(layout, Mapping):
            _check_layout(vocab, layout, first, sink)


def words_of(vocab: Vocabulary) -> set[str]:
    """The names that a face may show, colour or mark."""
    fields = {name for kind in vocab.kinds.values() for name in kind.fields}
    values = {value for enum in vocab.enums.values() for value in enum.values}
    tables = (vocab.kinds, vocab.dice, vocab.symbols(), vocab.traits, vocab.terrain)
    return fields.union(values, *tables)


def role(vocab: Vocabulary, type_: Type) -> str:
    """What a printed field holds: `value`, `dice`, `lines` or `text`."""
    while type_.inner is not None and type_.form in ("optional", "list", "set"):
        type_ = type_.inner
    if type_.form in ("dice", "die"):
        return "dice"
    if type_.form == "kind" and type_.name in vocab.kinds and vocab.kinds[type_.name].part:
        return "lines"
    return "text" if type_.form == "rules" else "value"


def _check_layout(vocab: Vocabulary, layout: Mapping, first: dict[str, Scalar], sink: Sink) -> None:
    kinds: list[str] = []
    for node in _items(layout.get("kinds")):
        if not isinstance(node, Scalar):
            continue
        with_cards = [name for name in vocab.kinds if any(vocab.kinds[heir].card for heir in vocab.heirs(name))]
        if node.text not in with_cards:
            what = f"no card is of the kind `{node.text}`"
            sink.add("unknown-kind", node.span, what, help=suggest(node.text, with_cards))
        elif (other := first.setdefault(node.text, node)) is not node:
            what = f"the kind `{node.text}` has a layout already"
            sink.add("duplicate-name", node.span, what, labels=[Label(other.span, "first named here")])
        else:
            kinds.append(node.text)
    for wanted, name in _fields_named(layout):
        for kind in kinds:
            _check_field(vocab, (kind, wanted), name, sink)
    for closed in _closed(layout):
        if not vocab.enums_with(closed.text):
            known = [name for enum in vocab.enums.values() for name in enum.values]
            what = f"no enum has the value `{closed.text}`"
            sink.add("unknown-name", closed.span, what, help=suggest(closed.text, known))


def _check_field(vocab: Vocabulary, place: tuple[str, str], node: Scalar, sink: Sink) -> None:
    kind, wanted = place
    printed: dict[str, Field] = {name: f for name, f in vocab.fields_of(kind).items() if f.printed}
    field = printed.get(node.text)
    if field is None:
        help = suggest(node.text, printed) or "a face shows fields with `printed: true`"
        sink.add("unknown-field", node.span, f"no card of the kind {kind} prints `{node.text}`", help=help)
    elif role(vocab, field.type) != wanted:
        what = f"`{node.text}` is {field.type}, and {ROLES[wanted]} stands here"
        fitting = {"dice": "dice:", "lines": "lines:", "text": "text:"}.get(role(vocab, field.type))
        help = f"show it by `{fitting}`" if fitting else "show it by `numbers:`, `profile:` or `words:`"
        sink.add("wrong-operand", node.span, what, help=help, labels=[Label(field.span, "declared here")])


def _fields_named(layout: Mapping) -> Iterator[tuple[str, Scalar]]:
    """Each field that a layout names, with the role that it must have there."""
    for name in _VALUES:
        yield from (("value", node) for node in _scalars(layout.get(name)))
    for name, node in _blocks(layout):
        if isinstance(node, Mapping):  # a plan
            for key, value in node.entries:
                yield from (("value", each) for each in _scalars(value) if key.text != "closed")
        else:
            yield from ((_BLOCKS.get(name, "value"), each) for each in _scalars(node))


def _closed(layout: Mapping) -> Iterator[Scalar]:
    for _, node in _blocks(layout):
        yield from _scalars(node.get("closed")) if isinstance(node, Mapping) else ()


def _blocks(layout: Mapping) -> Iterator[tuple[str, Node]]:
    for column in ("side", "blocks"):
        for block in _items(layout.get(column)):
            for key, value in block.entries if isinstance(block, Mapping) else ():
                yield key.text, value


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _scalars(node: Node | None) -> Iterator[Scalar]:
    yield from (each for each in (node, *_items(node)) if isinstance(each, Scalar))

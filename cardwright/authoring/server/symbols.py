"""The symbols of a game: what each name means, and every place that names it.

Job: list every name in a file with its range and its `Symbol`, for finding the symbol at the cursor, its uses, and the
places to rename. Input: a LiveGame and a path. Output: `Mention`s. Does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cardwright.authoring.server.live import LiveGame, Trees
from cardwright.authoring.server.outline import yaml_of
from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.meaning.resolve import Ref
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.source import Source, Span
from dsl.syntax import ast

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Symbol:
    """The meaning of a name. ``sort``: name (nouns, kinds, cards, keywords …), verb, function, field, value, roster,
    heading, local (then ``within`` is the tree that declares it).
    """

    sort: str
    name: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    span: Span
    symbol: Symbol


def mentions(game: LiveGame, inside: str, trees: Trees | None = None, at: int | None = None) -> list[Mention]:
    """Every name in a file, in the order of the text; each place once. ``trees`` are those of the file, or some; with
    ``at``, only the card or test at that offset is looked at.
    """
    roots, facts = game.roots(inside) if trees is None else trees
    vocab = facts.vocab
    found: dict[tuple[int, int], Mention] = {}
    for root in roots:
        for mention in _in_tree(root, facts, vocab):
            found.setdefault((mention.span.start, mention.span.end), mention)
    if inside.endswith(".yaml"):
        node = yaml_of(game.source(inside))
        part = _entry_at(node, at) if node is not None and at is not None else node
        for mention in _in_data(part, _Names(vocab), inside) if part is not None else ():
            found.setdefault((mention.span.start, mention.span.end), mention)
    return [found[place] for place in sorted(found)]


def mention_at(game: LiveGame, inside: str, offset: int, trees: Trees | None = None) -> Mention | None:
    """The name at an offset, or directly before it; ``trees`` are those around it."""
    found = mentions(game, inside, trees or game.around(inside, offset), offset)
    here = [m for m in found if m.span.start <= offset <= m.span.end]
    return min(here, key=lambda m: m.span.end - m.span.start, default=None)


def _entry_at(node: Node, at: int) -> Node:
    """The file with only the entry at an offset, if the file is a list of entries."""
    if not isinstance(node, Mapping):
        return node
    kept: list[tuple[Scalar, Node]] = []
    for key, value in node.entries:
        items = value.items if key.text in ("cards", "tests") and isinstance(value, Sequence) else ()
        near = tuple(item for item in items if item.start <= at <= item.end)
        kept.append((key, replace(value, items=near) if near and isinstance(value, Sequence) else value))
    return replace(node, entries=tuple(kept))


def places_to_read(game: LiveGame, symbol: Symbol, inside: str) -> list[str]:
    """The files that may name a symbol of a file."""
    files = [inside] if symbol.sort == "local" else game.files()
    return [name for name in files if symbol.name in game.source(name).text]


def declared_at(game: LiveGame, inside: str, mention: Mention) -> Span | None:
    """The declaration of a name: in the rules, the ruleset or a card file; of a local, the first place in its text."""
    symbol = mention.symbol
    if symbol.sort == "local":
        found = mentions(game, inside, game.around(inside, mention.span.start))
        return next((other.span for other in found if other.symbol == symbol), None)
    return declaration(game.vocab, symbol) or _card_at(game, symbol.name)


def _card_at(game: LiveGame, name: str) -> Span | None:
    pattern = re.compile(rf"""\bid: *(['"]?){name}\1 *(?=[,}}#\n]|$)""")
    for inside in game.folder.files("cards"):
        source = game.source(inside)
        found = pattern.search(source.text)
        if found is not None:
            start = source.text.index(name, found.start() + 3)
            return source.span(start, start + len(name))
    return None


def declaration(vocab: Vocabulary, symbol: Symbol) -> Span | None:
    """The declaration in the rules or the ruleset."""
    name = symbol.name
    match symbol.sort:
        case "verb":
            tables: list[dict[str, object]] = [{**vocab.verbs}, {**vocab.events}]
        case "function":
            tables = [{**vocab.functions}]
        case "roster":
            tables = [{**vocab.rosters}]
        case "invariant":
            tables = [{**vocab.invariants}]
        case "heading":
            tables = [{heading: found for (_, heading), found in vocab.headings.items()}]
        case "name":
            tables = [{**t} for t in (vocab.nouns, vocab.statuses, vocab.traits, vocab.kinds, vocab.enums, vocab.dice)]
        case "field":
            fields = {f.name: f for kind in reversed(list(vocab.kinds.values())) for f in kind.fields.values()}
            tables = [{**fields}, {stat: found for (_, stat), found in vocab.stats.items()}]
        case "value":
            return next((e.values[name] for e in vocab.enums.values() if name in e.values), None)
        case _:
            return None
    found = next((table[name] for table in tables if name in table), None)
    span = getattr(found, "span", None)
    return span if isinstance(span, Span) else None


# ---- trees
def _in_tree(root: ast.Node, facts: Facts, vocab: Vocabulary) -> Iterator[Mention]:
    within = f"{root.span.source.path}:{root.span.start}"
    for node in root.walk():
        for ident, sort in _named(node, vocab):
            yield Mention(ident.span, Symbol(sort, ident.text, within if sort == "local" else ""))
    for node in root.walk():
        if isinstance(node, ast.Ident):
            sort = _sort_of(node, facts.refs.get(node), vocab)
            if sort:
                yield Mention(node.span, Symbol(sort, node.text, within if sort == "local" else ""))


def _named(node: ast.Node, vocab: Vocabulary) -> Iterator[tuple[ast.Ident, str]]:
    """The names directly below a node whose meaning follows from the field of the node."""
    match node:
        case ast.VerbDef(name=name) | ast.EventsDef(name=name):
            yield name, "verb"
            for member in node.members if isinstance(node, ast.EventsDef) else ():
                yield member, "verb"
        case ast.StatusesDef(name=name):
            yield name, "name"
        case ast.RelationDef(name=name) | ast.DefineDef(name=name) | ast.TableDef(name=name):
            yield name, "function"
        case ast.RosterDef(name=name):
            yield name, "roster"
        case ast.InvariantDef(name=name, noun=noun):
            yield name, "invariant"
            if noun is not None:
                yield noun, "name"
        case ast.StatDef(name=name):
            yield name, "field"
        case ast.HeadingDef(name=name) | ast.Headed(heading=ast.Reference(name=name)):
            yield name, "heading"
        case ast.Call(verb=verb) | ast.Pattern(verb=verb):
            yield verb, "verb"
        case ast.FunctionCall(name=name) if name.text in vocab.functions:
            yield name, "function"
        case ast.Path(fields=fields):
            yield from ((field, "field") for field in fields)
        case ast.FieldValue(field=field):
            yield field, "field"
        case ast.Adjust(stat=stat) | ast.Override(stat=stat):
            yield stat, "field"
        case ast.Losing(name=name):
            yield name, "name" if name.text in vocab.traits else "field"
        case ast.LiveDef(field=ast.Ident() as field):
            yield field, "field"
        case ast.LetStmt(name=name) | ast.RollStmt(name=name) | ast.ChooseStmt(name=name) | ast.EachStmt(name=name):
            yield name, "local"
        case ast.CreateStmt(name=name) | ast.Param(name=name) | ast.LiveEach(name=name) | ast.Comprehension(name=name):
            yield name, "local"
        case _:
            pass


_FORMS = {
    "card": "name", "noun": "name", "kind": "name", "trait": "name", "statuses": "name", "function": "function",
    "field": "field", "local": "local", "event": "local",
}  # fmt: skip


def _sort_of(node: ast.Ident, ref: Ref | None, vocab: Vocabulary) -> str:
    """The sort of a name that is not part of a path or call."""
    if ref is None:
        return "name" if is_known_name(vocab, node.text) else ""
    if ref.form == "constant":
        return "value" if vocab.enums_with(node.text) else "name"
    if ref.form == "field" and ref.owner == "this":
        return "local"  # a parameter of the keyword or status
    return _FORMS.get(ref.form, "") if ref.name == node.text else ""


def is_known_name(vocab: Vocabulary, name: str) -> bool:
    """Whether a name is in the name space of nouns, kinds, constants and cards."""
    tables = (vocab.nouns, vocab.kinds, vocab.statuses, vocab.traits, vocab.enums, vocab.dice, vocab.terrain)
    return any(name in table for table in tables) or name in vocab.cards


# ---- data
_CARD_KEYS = ("card", "cards", "id")


class _Names:
    """What keys and values of data may name."""

    def __init__(self, vocab: Vocabulary) -> None:
        self.vocab = vocab
        self.fields = {name for kind in vocab.kinds.values() for name in kind.fields}
        self.cards = set(vocab.cards)


def _in_data(node: Node, names: _Names, inside: str) -> Iterator[Mention]:
    """The names in a YAML file: keys that are fields, and values that are names of the game."""
    folder = inside.partition("/")[0]
    if folder == "cards" and isinstance(node, Mapping):
        entries = node.get("cards")
        for entry in entries.items if isinstance(entries, Sequence) else ():
            yield from _in_entry(entry, names)
    elif folder in ("tests", "scenarios", "rosters"):
        yield from _in_position(node, names)
    elif inside == "ruleset.yaml" and isinstance(node, Mapping):
        yield from _in_ruleset(node, names)


def _in_entry(node: Node, names: _Names) -> Iterator[Mention]:
    for key, value in node.entries if isinstance(node, Mapping) else ():
        if (key.text in _CARD_KEYS and isinstance(value, Scalar)) or (key.text == "kind" and isinstance(value, Scalar)):
            yield _word(value, "name")
        elif key.text in names.fields:
            yield _word(key, "field")
            yield from _in_value(value, names)


def _in_value(node: Node, names: _Names) -> Iterator[Mention]:
    """The names in printed values: cards, keywords and statuses, values of enums; also those inside parts."""
    match node:
        case Mapping():
            yield from _in_entry(node, names)
        case Sequence(items=items):
            for item in items:
                yield from _in_value(item, names)
        case Scalar(style=style) if style not in ("literal", "folded"):
            name = node.text.partition("(")[0].strip()
            if names.vocab.enums_with(name):
                yield Mention(_at(node, name), Symbol("value", name))
            elif is_known_name(names.vocab, name):
                yield Mention(_at(node, name), Symbol("name", name))
        case _:
            pass


def _in_position(node: Node, names: _Names) -> Iterator[Mention]:
    """The names in tests, scenarios and rosters: cards, and fields of created entities."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                if key.text in names.cards:
                    yield _word(key, "name")
                elif key.text in names.fields:
                    yield _word(key, "field")
                yield from _in_position(value, names)
        case Sequence(items=items):
            for item in items:
                yield from _in_position(item, names)
        case Scalar(text=text) if text in names.cards:
            yield _word(node, "name")
        case _:
            pass


def _in_ruleset(node: Mapping, names: _Names) -> Iterator[Mention]:
    for key, value in node.entries:
        if key.text == "kinds":
            for name, kind in value.entries if isinstance(value, Mapping) else ():
                yield _word(name, "name")
                fields = kind.get("fields") if isinstance(kind, Mapping) else None
                for field, _ in fields.entries if isinstance(fields, Mapping) else ():
                    yield _word(field, "field")
        elif key.text in ("enums", "dice"):
            for name, _ in value.entries if isinstance(value, Mapping) else ():
                yield _word(name, "name")
        elif key.text == "start" and isinstance(value, Scalar):
            yield _word(value, "verb")
    yield from _scalars(node, names)


def _scalars(node: Node, names: _Names) -> Iterator[Mention]:
    """Types, values of enums, and keys below `names`."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                if key.text == "names" and isinstance(value, Mapping):
                    for name, _ in value.entries:
                        yield from _any(name, names)
                elif key.text not in ("name", "doc", "source", "note", "title"):
                    yield from _scalars(value, names)
        case Sequence(items=items):
            for item in items:
                yield from _scalars(item, names)
        case Scalar(style="plain"):
            yield from _words(node, names)
        case _:
            pass


def _words(node: Scalar, names: _Names) -> Iterator[Mention]:
    for match in _WORD.finditer(node.text):
        span = node.source.span(node.start + match.start(), node.start + match.end())
        word = match.group()
        if is_known_name(names.vocab, word):
            yield Mention(span, Symbol("name", word))
        elif word == node.text and names.vocab.enums_with(word):
            yield Mention(span, Symbol("value", word))
        elif word == node.text and word in names.vocab.functions:
            yield Mention(span, Symbol("function", word))


def _any(node: Scalar, names: _Names) -> Iterator[Mention]:
    """A key that is a name of the game, whatever it names."""
    name = node.text
    vocab = names.vocab
    sorts = {"verb": {*vocab.verbs, *vocab.events}, "function": vocab.functions, "roster": vocab.rosters,
             "invariant": vocab.invariants}  # fmt: skip
    sort = next((sort for sort, table in sorts.items() if name in table), "")
    if is_known_name(names.vocab, name):
        yield _word(node, "name")
    elif names.vocab.enums_with(name):
        yield _word(node, "value")
    elif sort or name in names.fields:
        yield _word(node, sort or "field")


def _word(node: Scalar, sort: str) -> Mention:
    return Mention(_at(node, node.text), Symbol(sort, node.text))


def _at(node: Scalar, name: str) -> Span:
    """The range of a name at the beginning of a scalar, without quotes."""
    source: Source = node.source
    start = node.inside.start
    return source.span(start, min(start + len(name), node.end))

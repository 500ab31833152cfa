"""The symbols of a game: what each name means, and every place that names it.

Job: list every name in a file with its range and its `Symbol`, for finding the symbol at the cursor, its uses, and the
places to rename. Input: a LiveGame and a path. Output: `Mention`s. Does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cardwright.authoring.server.data_names import Names, names_in_data
from cardwright.authoring.server.live import LiveGame, Trees
from cardwright.authoring.server.naming import Mention, Symbol, is_known_name
from cardwright.authoring.server.outline import yaml_of
from dsl.checking.results import Facts
from dsl.meaning.builtins import is_name
from dsl.meaning.resolve import Ref
from dsl.meaning.types import UNKNOWN, present
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.source import Span
from dsl.syntax import ast


def mentions(game: LiveGame, inside: str, trees: Trees | None = None, at: int | None = None) -> list[Mention]:
    """Every name in a file, in the order of the text; each place once. ``trees`` are those of the file, or some; with
    ``at``, only the card or test at that offset is looked at.
    """
    roots, facts = game.roots(inside) if trees is None else trees
    vocab = facts.vocab
    found: dict[tuple[int, int], Mention] = {}
    for root in roots:
        for mention in _in_tree(root, facts, vocab):
            if mention.span.text == mention.symbol.name:  # else it is made of data: a player of the key that names them
                found.setdefault((mention.span.start, mention.span.end), mention)
    if inside.endswith(".yaml"):
        node = yaml_of(game.source(inside))
        part = _entry_at(node, at) if node is not None and at is not None else node
        for mention in names_in_data(part, Names(vocab, game.scenarios), inside) if part is not None else ():
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
    if not is_name(name):  # it is being written
        return None
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
    params = {p.name.text for p in root.params} if isinstance(root, ast.KeywordDef | ast.StatusDef) else set[str]()
    for node in root.walk():
        if isinstance(node, ast.Path) and (ref := facts.refs.get(node)) is not None and ref.form == "function":
            yield Mention(node.head.span, Symbol("function", ref.name))
        if isinstance(node, ast.Path):
            yield from (Mention(field.span, Symbol("field", field.text)) for field in _fields(node, facts, vocab))
        for ident, sort in _named(node, vocab):
            yield Mention(ident.span, Symbol(sort, ident.text, within if sort == "local" else ""))
    for node in root.walk():
        if isinstance(node, ast.Ident):
            sort = _sort_of(node, facts.refs.get(node), vocab)
            if sort == "field" and node.text in params and facts.refs[node].owner == "this":
                sort = "local"
            if sort:
                yield Mention(node.span, Symbol(sort, node.text, within if sort == "local" else ""))


def _fields(node: ast.Path, facts: Facts, vocab: Vocabulary) -> Iterator[ast.Ident]:
    """The fields of a path that the game declares: not those of events, rolls, squares and shapes."""
    for owner, field in zip((node.head, *node.fields), node.fields, strict=False):
        given = present(facts.types.get(owner, UNKNOWN))
        is_owned = vocab.field_of(given.name, field.text) or vocab.stat_of(given.name, field.text)
        if given.form in ("card", "unknown") or (given.form == "kind" and is_owned is not None):
            yield field


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
        case ast.Call(verb=verb, result=result):
            yield verb, "verb"
            if result is not None:
                yield result, "local"
        case ast.Pattern(verb=verb):
            yield verb, "verb"
        case ast.EndStmt(frame=frame) | ast.Limit(frame=frame):
            yield frame, "verb"
        case ast.FunctionCall(name=name) if name.text in vocab.functions:
            yield name, "function"
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
        case ast.Quantified(name=name):
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
    return _FORMS.get(ref.form, "") if ref.name == node.text else ""

"""The information about a name that an editor shows: signature, comment, and the rulebook rows that it implements.

Job: describe a `Symbol` in a few lines of Markdown. Input: a LiveGame and a symbol. Output: text. Changes nothing.
"""

from __future__ import annotations

from typing import Any

from cardwright.authoring.server.live import LiveGame, Trees
from cardwright.authoring.server.naming import Mention
from cardwright.authoring.server.symbols import declaration
from dsl.meaning.types import Type
from dsl.meaning.vocab import Param
from dsl.reading.yaml_tree import Mapping, data_of
from dsl.source import Span
from dsl.syntax.unparse import unparse


def described(game: LiveGame, mention: Mention, trees: Trees) -> str:
    """The description of a name, which stands in one of the trees; empty if nothing is known."""
    symbol, vocab = mention.symbol, trees[1].vocab
    head, rows = "", tuple[str, ...]()
    match symbol.sort:
        case "verb" if symbol.name in vocab.verbs:
            verb = vocab.verbs[symbol.name]
            head, rows = signature(verb.node.word, verb.name, verb.params) + " at once" * verb.node.at_once, verb.rows
        case "verb" if symbol.name in vocab.events:
            head = f"events {symbol.name} = {', '.join(vocab.events[symbol.name].members)}"
        case "function" if symbol.name in vocab.functions:
            function = vocab.functions[symbol.name]
            head = f"{signature('define', function.name, function.params)}: {function.result}"
            rows = function.rows
        case "invariant":
            invariant = vocab.invariants[symbol.name]
            head, rows = unparse(invariant.node).rstrip(), invariant.rows
        case "heading":
            found = [heading for (_, name), heading in vocab.headings.items() if name == symbol.name]
            head = "\n".join(unparse(heading.node) for heading in found)
            rows = tuple(row for heading in found for row in heading.rows)
        case "name":
            head, rows = _name(game, symbol.name)
        case "field":
            head, rows = _field(game, symbol.name)
        case "value":
            head = f"a value of {', '.join(vocab.enums_with(symbol.name))}"
        case "local":
            given = _type_at(mention.span, trees)
            head = f"{symbol.name}: {given}" if given is not None else ""
        case _:
            pass
    if not head:
        return ""
    place = declaration(vocab, symbol)
    parts = [f"```cardwright\n{head}\n```", _remark(place) if place is not None else "", *_rows(game, rows)]
    return "\n\n".join(part for part in parts if part)


def _type_at(place: Span, trees: Trees) -> Type | None:
    """The type of the expression at a place."""
    roots, facts = trees
    nodes = (node for root in roots for node in root.walk() if node.span == place and node in facts.types)
    return next((facts.types[node] for node in nodes), None)


def signature(word: str, name: str, params: tuple[Param, ...]) -> str:
    """The first line of a definition."""
    return f"{word} {name}({', '.join(_param(param) for param in params)})"


def _param(param: Param) -> str:
    default = f" = {param.default.span.text}" if param.default is not None else ""
    return f"{param.preposition} {param.name}: {param.type}{default}".strip()


def _name(game: LiveGame, name: str) -> tuple[str, tuple[str, ...]]:
    vocab = game.vocab
    if name in vocab.nouns:
        noun = vocab.nouns[name]
        return " ".join(noun.node.span.text.split()), noun.rows
    if name in vocab.traits:
        trait = vocab.traits[name]
        stacking = f", stacking {trait.stacking}" if trait.stacking != "all" else ""
        return f"{signature(trait.form, name, trait.params)} of {trait.kind}{stacking}", trait.rows
    if name in vocab.statuses:
        return f"statuses {name} = {', '.join(vocab.statuses[name].members)}", vocab.statuses[name].rows
    if name in vocab.kinds:
        kind = vocab.kinds[name]
        return f"kind {name}" + (f" is {kind.parent}" if kind.parent else ""), kind.rows
    if name in vocab.enums:
        return f"enum {name}: {', '.join(vocab.enums[name].values)}", vocab.enums[name].rows
    if name in vocab.dice:
        return f"die {name}", vocab.dice[name].rows
    if name in vocab.cards:
        return f"{vocab.cards[name].kind} card {name}", ()
    return (f"terrain {name}", vocab.terrain[name]) if name in vocab.terrain else ("", ())


def _field(game: LiveGame, name: str) -> tuple[str, tuple[str, ...]]:
    lines: list[str] = []
    rows: tuple[str, ...] = ()
    for kind in game.vocab.kinds.values():
        field = kind.fields.get(name)
        if field is not None:
            printed = "printed, " if field.printed else ""
            limits = "".join(f", {w} {v}" for w, v in (("min", field.minimum), ("max", field.maximum)) if v is not None)
            lines.append(f"{kind.name}.{name}: {printed}{field.type}{limits}{_doc(game, kind.name, name)}")
            rows += field.rows
    lines += [f"stat {name} of {kind}" for kind, stat in game.vocab.stats if stat == name]
    return "\n".join(lines), rows


def _doc(game: LiveGame, kind: str, name: str) -> str:
    """The `doc:` of a field in the ruleset."""
    node: Any = game.worker.shared.files.ruleset
    for key in ("kinds", kind, "fields", name):
        node = node.get(key) if isinstance(node, Mapping) else None
    doc = data_of(node).get("doc") if isinstance(node, Mapping) else None
    return f" # {doc}" if doc else ""


def _remark(place: Span) -> str:
    """The comment directly above a declaration."""
    line = place.line_column()[0] - 1
    found: list[str] = []
    while line > 0:
        text = place.source.line_text(line).strip()
        if text.startswith("#"):
            found.insert(0, text.lstrip("# "))
        elif not text.startswith("@"):
            break
        line -= 1
    return "\n".join(found)


def _rows(game: LiveGame, rows: tuple[str, ...]) -> list[str]:
    book = game.worker.shared.book.rows
    return [f"**{row}** {book[row].statement}" if row in book else f"**{row}**" for row in dict.fromkeys(rows)]

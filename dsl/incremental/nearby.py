"""One definition, or the definitions of one file, among the others of an earlier check.

Job: declare and check a few definitions again without checking the whole game, for an editor that must answer at once.
Input: the shared files, and the result of an earlier check of all of them. Output: side tables and findings. What
follows for other definitions is not found here; a check of the game finds it later. Must never change the earlier
result.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import fields, replace
from typing import Any, cast

from dsl.checking.definitions import Definitions, check_definitions
from dsl.checking.expressions import context_of
from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Sink
from dsl.incremental.shared import Shared, SharedChecked
from dsl.meaning.declare import Declarer
from dsl.meaning.nouns import find_kinds_of_nouns
from dsl.meaning.other_files import Cards, OtherFiles
from dsl.meaning.vocab import Vocabulary
from dsl.source import Span
from dsl.syntax import ast
from dsl.syntax.parse import parse_definitions


@dataclass(frozen=True, slots=True)
class Nearby:
    """Some definitions, their side tables, and what was found in them."""

    roots: tuple[ast.Item, ...]
    facts: Facts
    findings: tuple[Diagnostic, ...]


def definitions_of_file(shared: Shared, path: str, before: SharedChecked, other_files: OtherFiles) -> Nearby:
    """The definitions of a file as ``shared`` has just read them; ``path`` is that of its source."""
    old = before.facts.vocab.verbs
    for verb in shared.vocab.verbs.values():
        if verb.name in old and old[verb.name].node is verb.node:
            verb.lets = dict(old[verb.name].lets)
    own = tuple(entry for entry in shared.vocab.definitions if entry[0].span.source.path == path)
    facts = Facts(replace(shared.vocab, cards=Cards(other_files, {})))
    found = _checked(facts, own, before, shared.broken | other_files.invalid_cards)
    told = [item for item in shared.faults if item.span.source.path == path]
    return Nearby(found.roots, facts, (*told, *found.findings))


def definition_at(shared: Shared, place: Span, before: SharedChecked, other_files: OtherFiles) -> Nearby:
    """The definition that stands at a place, read and checked alone, in place of the one that has its name."""
    nodes = parse_definitions(place, Sink())
    own = tuple((ast.plain(node), ast.rows_above(node)) for node in nodes)
    vocab = _without(before.facts.vocab, {name for node, _ in own if (name := name_of(node))})
    declarer = Declarer(shared.files, Sink())
    declarer.vocab = vocab
    for node, rows in own:
        declarer.declare_types(node, rows)
    for node, rows in own:
        declarer.declare_others(node, rows)
    if any(isinstance(node, ast.NounDef) for node, _ in own):
        vocab.nouns = {name: copy(noun) for name, noun in vocab.nouns.items()}
        find_kinds_of_nouns(vocab, Sink())
    declared = tuple(entry for entry in own if declarer.is_declared(entry[0]))
    return _checked(Facts(replace(vocab, cards=Cards(other_files, {}))), declared, before, set())


def name_of(node: ast.Node) -> str:
    """The name that a definition declares; empty if it declares none."""
    name = getattr(node, "name", None)
    return name.text if isinstance(name, ast.Ident) else ""


def _without(vocab: Vocabulary, names: set[str]) -> Vocabulary:
    """A copy of the vocabulary without what definitions of these names declare."""
    tables: dict[str, Any] = {}
    for field in fields(vocab):
        held: Any = getattr(vocab, field.name)
        if type(held) is dict:
            table = cast("dict[Any, Any]", held)
            tables[field.name] = {key: value for key, value in table.items() if not _declares(key, value, names)}
    return replace(vocab, **tables)


def _declares(key: Any, value: Any, names: set[str]) -> bool:
    is_named = (cast("tuple[str, ...]", key)[-1] if isinstance(key, tuple) else key) in names
    return is_named and isinstance(span := getattr(value, "span", None), Span) and span.source.path.endswith(".rules")


def _checked(facts: Facts, own: Definitions, before: SharedChecked, broken: Iterable[str]) -> Nearby:
    sink = Sink(broken=set(broken))
    check_definitions(context_of(facts, sink), own, before.live)
    return Nearby(tuple(node for node, _ in own), facts, tuple(sink.items))

"""The summary of each file of a checked game.

Job: collect the facts of a `FileSummary` from trees and data. Input: a LintContext. Output: summaries by path. Must
never decide what is a fault.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, cast

from dsl.checking.results import Carrier
from dsl.lint.base import LintContext
from dsl.lint.free_uses import free_uses, stopping
from dsl.lint.loops import certain_calls, events_done, self_mark, self_triggering_calls, watched_event
from dsl.lint.numbers import Number, edges, numbers_of
from dsl.lint.payments import unanswered_calls
from dsl.lint.replacements import find_replacements
from dsl.lint.summaries import SORTED_LISTS, FileSummary, GameSummary
from dsl.meaning.types import Type, present
from dsl.meaning.vocab import Card, Part
from dsl.reading.yaml_tree import Mapping as YamlMapping
from dsl.reading.yaml_tree import Node, Scalar, Sequence
from dsl.syntax import ast

WORD = re.compile(r"[a-z_][a-z0-9_]*")
# Text for people, and declarations: a word in them is not a use.
_ASIDE = frozenset({"name", "names", "doc", "source", "note", "enums", "dice", "id"})
_NAMING = (
    ast.NounDef, ast.RelationDef, ast.DefineDef, ast.TableDef, ast.VerbDef, ast.EventsDef, ast.StatusesDef,
    ast.KeywordDef, ast.StatusDef, ast.StatDef, ast.RosterDef, ast.HeadingDef, ast.InvariantDef,
)  # fmt: skip


def game_summary(context: LintContext) -> GameSummary:
    """The summary of a game, from a context that contains all of its files."""
    sources = {source.path: source for source in context.sources}
    return GameSummary(file_summaries(context), sources.__getitem__)


def file_summaries(context: LintContext, known: int = 0) -> dict[str, FileSummary]:
    """The facts of each file of a context; ``known`` is how many of its references are those of other files."""
    found: dict[str, FileSummary] = {}
    words: dict[str, Counter[str]] = {}
    for root, tree in context.trees.items():
        _add_root(root, tree, found, words)
    _add_data(context, found, words)
    _add_tests(context, found, words)
    units = context.facts.units
    carriers: dict[ast.Node, Carrier] = {ast.plain(one): unit.carrier for unit in units for one in unit.abilities}
    for trigger in context.nodes(ast.Trigger):
        mark = self_mark(context, carriers.get(trigger))
        _add_trigger(context, trigger, mark, _of(found, trigger.span.source.path))
    for timing in context.nodes(ast.TimingClass):
        place = (timing.name.span.start, timing.name.span.end, context.owner(timing.span))
        carrier = next((carriers[above] for above in context.above(timing) if above in carriers), None)
        whose = _topmost(context, carrier.self_type) if carrier is not None else ""
        _of(found, timing.span.source.path).ability_classes.append((*place, timing.name.text, whose))
    lives = (one for one, _ in context.vocab.definitions if isinstance(one, ast.LiveDef) and _has_class(one.headers))
    classed = frozenset(live.kind.text for live in lives)
    for activation in context.nodes(ast.Activation):
        carrier = carriers.get(activation)
        if carrier is not None and not _has_class(activation.headers):
            _add_classless(context, activation, carrier, classed, _of(found, activation.span.source.path))
    _add_uses(context, carriers, found)
    _add_ais(context, found)
    for costs in context.nodes(ast.Costs):
        _of(found, costs.span.source.path).cost_verbs += [call.verb.text for call in costs.calls]
    for call in unanswered_calls(context):
        place = (call.span.start, call.span.end, context.owner(call.span))
        _of(found, call.span.source.path).unanswered_calls.append((*place, call.verb.text))
    for path, note in find_replacements(context):
        _of(found, path).replacements.append(note)
    for ability, heading in context.facts.headings.items():
        _of(found, ability.span.source.path).headings.append(f"{heading.kind}.{heading.name}")
    called = {node.name for node in context.nodes(ast.FunctionCall)}
    for node, ref in islice(context.facts.refs.items(), known, None):
        if ref.form == "function" and node not in called:
            _of(found, node.span.source.path).passed_functions.append(ref.name)
    for path, counted in words.items():
        _of(found, path).words = sorted(+counted)
    for file in found.values():
        for name in SORTED_LISTS:
            setattr(file, name, sorted(set(getattr(file, name))))
    return found


def _of(found: dict[str, FileSummary], path: str) -> FileSummary:
    if path not in found:  # a summary is dear to make
        found[path] = FileSummary()
    return found[path]


def _add_root(
    root: ast.Node, tree: tuple[ast.Node, ...], found: dict[str, FileSummary], words: dict[str, Counter[str]]
) -> None:
    path = root.span.source.path
    file, counted = _of(found, path), words.setdefault(path, Counter())
    names: set[str] = set()
    for node in tree:
        match node:
            case ast.Ident(text=text):
                names.add(text)
                counted[text] += 1
            case ast.DiceLiteral(text=text):
                counted.update(WORD.findall(text))
            case ast.Call(verb=verb):
                file.called_verbs.append(verb.text)
            case ast.Query(card=True, noun=noun):
                file.queried_cards.append(noun.text)
            case ast.Adjust(stat=stat) | ast.Override(stat=stat):
                file.modified_stats.append(stat.text)
            case ast.SetStmt() | ast.ChangeStmt() | ast.CreateStmt():
                file.set_fields += _set_by(node)
            case (
                ast.Activation(label=label) | ast.Reaction(label=label) | ast.Headed(label=label)
                | ast.Option(label=label)
            ) if label:  # fmt: skip
                file.labels.append(label.lower().replace(" ", "_"))
            case ast.TimingClass(name=timing):
                file.labels.append(timing.text)
            case _:
                pass
    for name in names:
        file.tree_counts[name] = file.tree_counts.get(name, 0) + 1
    if isinstance(root, _NAMING):
        counted[root.name.text] -= 1


def _set_by(node: ast.SetStmt | ast.ChangeStmt | ast.CreateStmt) -> Iterator[str]:
    """The names of the fields to which a statement gives values."""
    if isinstance(node, ast.CreateStmt):
        yield from (value.field.text for value in node.values)
    elif node.place.fields or isinstance(node.place.head, ast.Ident):
        yield (node.place.fields[-1] if node.place.fields else node.place.head).span.text


def _add_trigger(context: LintContext, trigger: ast.Trigger, mark: str, file: FileSummary) -> None:
    """The calls that the trigger always makes, by the events that it answers; ``mark`` tells who `self` is."""
    file.self_causing_verbs += [call.verb.text for call in self_triggering_calls(context, trigger)]
    watched = watched_event(context, trigger, mark)
    if watched:
        following = [
            (call.span.start, call.span.end, context.owner(call.span), done)
            for call, _ in certain_calls(context, trigger.body)
            for done in events_done(context, call, {"self": mark} if mark else {})
        ]
        file.certain_calls.append((watched, following))


def _own_names(card: Card) -> Iterator[str]:
    """The names of its parts, such as its attacks: by the `id` of a part people tell it from the others."""
    for kept in card.values.values():
        for part in cast("tuple[Any, ...]", kept) if isinstance(kept, tuple) else ():
            if isinstance(part, Part) and "id" in part.values:
                yield part.values["id"]


def _is_silent(context: LintContext, card: Card) -> bool:
    """Whether a card has neither a text nor a keyword, though cards of its kind may have a text."""
    printed = [field for field in context.vocab.fields_of(card.kind).values() if field.printed]
    may_speak = any(field.type.form == "rules" for field in printed)
    lists = [field.name for field in printed if field.type.is_collection]
    return may_speak and not card.texts and not any(card.values.get(name) for name in lists)


def _add_data(context: LintContext, found: dict[str, FileSummary], words: dict[str, Counter[str]]) -> None:
    """Adds the cards, and the words in all data."""
    files = context.files
    data = [files.ruleset, *(card.node for card in files.cards), *files.tests, *files.scenarios, *files.rosters]
    for node in data:
        if node is not None:
            words.setdefault(node.source.path, Counter()).update(_data_words(node))
    for node in (*files.scenarios, *files.rosters):
        _of(found, node.source.path).listed_cards += _keys(node)
    for node in files.tests:
        _of(found, node.source.path).set_fields += _keys(node)
    for card in context.cards:
        name, names = next(iter(card.names.values()), ""), json.dumps(sorted(card.names.values()))
        held = (card.id, card.kind, name, names if card.names else "", card.span.start, card.span.end)
        file = _of(found, card.span.source.path)
        file.cards.append(held)
        if _is_silent(context, card):
            file.silent_cards.append(card.id)
        file.labels += _own_names(card)
        file.numbers += numbers_of(context, card)
    for file in found.values():
        for number in file.numbers:
            file.number_counts[number[0]] = file.number_counts.get(number[0], 0) + 1
        file.numbers = list(edges([Number(*number) for number in file.numbers]))


def _add_tests(context: LintContext, found: dict[str, FileSummary], words: dict[str, Counter[str]]) -> None:
    for test in context.tests:
        file = _of(found, test.span.source.path)
        file.tests.append((test.name, test.span.start, test.span.end))
        file.scenarios_in_tests += [position.name for position in test.positions]
        file.cards_in_tests += [entity.card for position in test.positions for entity in position.entities]
    for node in context.test_nodes:
        if isinstance(node, ast.Ident):
            path = node.span.source.path
            _of(found, path).names_in_tests.append(node.text)
            words.setdefault(path, Counter())[node.text] += 1
        elif isinstance(node, ast.DiceLiteral):
            words.setdefault(node.span.source.path, Counter()).update(WORD.findall(node.text))
        elif isinstance(node, ast.OfferStmt):
            _add_offer(context, node, found)
        elif isinstance(node, ast.SetStmt | ast.ChangeStmt | ast.CreateStmt):
            _of(found, node.span.source.path).set_fields += _set_by(node)


def _has_class(headers: Iterable[ast.Node]) -> bool:
    return any(isinstance(one, ast.TimingClass) for one in headers)


def _add_classless(
    context: LintContext, node: ast.Activation, carrier: Carrier, classed: frozenset[str], file: FileSummary
) -> None:
    """An activation without a class of its own: only `offer any` offers it, unless a `live` line gives it one.

    ``classed`` are the kinds of cards to whose texts a `live` line gives a class.
    """
    card = context.vocab.cards.get(carrier.name)
    if card is not None and not classed.isdisjoint(context.vocab.ancestors(card.kind)):
        return
    start = node.span.start
    place = (start, start + len("activate"), context.owner(node.span))
    file.ability_classes.append((*place, "any", _topmost(context, carrier.self_type)))


def _add_uses(context: LintContext, carriers: dict[ast.Node, Carrier], found: dict[str, FileSummary]) -> None:
    """What is offered, what players may do without end, and what stops it."""
    for offer in context.nodes(ast.OfferStmt):
        _add_offer(context, offer, found)
        _of(found, offer.span.source.path).open_offers += [] if offer.once else [name.text for name in offer.classes]
    for activation, verbs in free_uses(context, carriers):
        start, file = activation.span.start, _of(found, activation.span.source.path)
        place = (start, start + len("activate"), context.owner(activation.span))
        classes = [one.name.text for one in activation.headers if isinstance(one, ast.TimingClass)] or ["any"]
        file.free_uses += [(*place, name, " ".join(verbs)) for name in classes]
    for path, verb in stopping(context):
        _of(found, path).stopping.append(verb)


def _add_offer(context: LintContext, offer: ast.OfferStmt, found: dict[str, FileSummary]) -> None:
    owner, given = context.owner(offer.span), context.facts.types.get(offer.subject) if offer.subject else None
    root = _topmost(context, given) if given is not None else ""
    classes = ((name.span.start, name.span.end, owner, name.text, root) for name in offer.classes)
    _of(found, offer.span.source.path).offered_classes += classes


def _topmost(context: LintContext, given: Type) -> str:
    """The kind above all kinds of an entity: what has another one is never the same. Empty: no entity."""
    kind = present(given)
    return context.vocab.ancestors(kind.name)[-1] if kind.form == "kind" else ""


def _add_ais(context: LintContext, found: dict[str, FileSummary]) -> None:
    """The kinds of cards that act by themselves, and whom the rules let act so."""
    states = [(card.kind, state) for card in context.cards for state in (card, *card.others)]
    texts = [(kind, ability) for kind, state in states for text in state.texts for ability in text.abilities]
    printed = {ai: kind for kind, ability in texts if isinstance(ai := ast.plain(ability), ast.Ai)}
    for ai in {**printed, **dict.fromkeys(context.nodes(ast.Ai))}:
        _of(found, ai.span.source.path).kinds_with_ai.append(printed.get(ai, ""))
    for node in context.nodes(ast.ResolveStmt):
        given = context.facts.types.get(node.subject) if node.subject is not None else None
        if given is not None and given.form == "kind":
            place = (node.span.start, node.span.end, context.owner(node.span), given.name)
            _of(found, node.span.source.path).resolved_ais.append(place)


def _keys(node: Node) -> Iterator[str]:
    """All keys of data, at any depth."""
    match node:
        case YamlMapping():
            for key, value in node.entries:
                yield key.text
                yield from _keys(value)
        case Sequence():
            for item in node.items:
                yield from _keys(item)
        case Scalar():
            pass


def _data_words(node: Node) -> Iterator[str]:
    """The words in values. Keys are not uses: they are the names to which values are given."""
    match node:
        case YamlMapping():
            for key, value in node.entries:
                if key.text not in _ASIDE:
                    yield from _data_words(value)
        case Sequence():
            for item in node.items:
                yield from _data_words(item)
        case Scalar():
            yield from WORD.findall(node.text)

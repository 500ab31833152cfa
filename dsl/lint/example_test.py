"""Writes a content test that makes an event happen.

Job: write a test that creates cards and calls one verb. Input: the vocabulary, ids of cards, the verb, and the events
that follow. Output: an entry of a test file, or an empty text if the test would need a value that only an author can
choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl.meaning.types import Type, present
from dsl.meaning.vocab import Field, Param, Verb, Vocabulary

_PLAYERS = ("p1", "p2")
_LETTERS = "abcdefgh"


def example_test(vocab: Vocabulary, cards: Mapping[str, str], wanted: Sequence[str], events: Sequence[str]) -> str:
    """A test that calls the verb of the first event. ``cards``: the kind of each card by id; ``wanted``:
    cards to use.
    """
    verb = vocab.verbs[events[0]]
    shown = _cards_to_create(vocab, cards, wanted, verb)
    if not shown or len(shown) > len(_LETTERS):
        return ""
    entities = [_entity(vocab, cards[card], card, index) for index, card in enumerate(shown)]
    operands = _operands(vocab, verb, [cards[card] for card in shown])
    if "" in entities or operands is None:
        return ""
    lines = [f"- name: {' causes '.join(dict.fromkeys(events))}", "  given:", f"    players: [{', '.join(_PLAYERS)}]"]
    if all(vocab.is_figure(cards[card]) for card in shown) and vocab.board.get("type") == "grid":
        letters = [_LETTERS[index].upper() for index in range(len(shown))]
        lines += ["    board: |", f"      {' '.join(letters)}", "    legend:"]
        lines += [f"      {letter}: {{{entity}}}" for letter, entity in zip(letters, entities, strict=True)]
    else:
        lines.append("    create:")
        lines += [f"      - {{name: {_LETTERS[index]}, {entity}}}" for index, entity in enumerate(entities)]
    lines += [f"  when: {' '.join((verb.name, *operands))}", f"  events: [{', '.join(events)}]"]
    return "\n".join(lines)


def _cards_to_create(vocab: Vocabulary, cards: Mapping[str, str], wanted: Sequence[str], verb: Verb) -> list[str]:
    """At least two cards: the wanted ones, then others that the verb accepts."""
    kinds = [p.type.name for p in verb.params if p.type.form == "kind" and p.type.name != "player"]
    fitting = [card for card, kind in cards.items() if any(_fits(vocab, kind, k) for k in kinds)]
    shown = [card for card in dict.fromkeys(wanted) if card in cards]
    if not any(card in fitting for card in shown):
        shown += fitting[:1]
    more = [card for card in fitting if card not in shown] or fitting
    return [*shown, *more[: max(0, 2 - len(shown))]]


def _fits(vocab: Vocabulary, kind: str, wanted: str) -> bool:
    return wanted in vocab.ancestors(kind)


def _entity(vocab: Vocabulary, kind: str, card: str, index: int) -> str:
    """``card: x, owner: p1``: with the fields that the kind needs; empty if they are not known."""
    needed = [f for f in vocab.fields_of(kind).values() if not f.has_default and not f.printed]
    if not all(_is_player(field) for field in needed):
        return ""
    player = _PLAYERS[min(index, 1)]
    return ", ".join([f"card: {card}", *(f"{field.name}: {player}" for field in needed)])


def _is_player(field: Field) -> bool:
    return field.type.form == "kind" and field.type.name == "player"


def _operands(vocab: Vocabulary, verb: Verb, kinds: Sequence[str]) -> list[str] | None:
    found: list[str] = []
    for param in verb.params:
        if param.default is not None or param.type.form == "optional":
            continue
        value = _value(vocab, param, kinds)
        if not value:
            return None
        found += [param.preposition, value] if param.preposition else [value]
    return found


def _value(vocab: Vocabulary, param: Param, kinds: Sequence[str]) -> str:
    wanted: Type = present(param.type)
    match wanted.form:
        case "int":
            return "1"
        case "bool":
            return "true"
        case "enum":
            return _first(vocab.enums[wanted.name].values)
        case "kind" if wanted.name == "player":
            return _PLAYERS[0]
        case "kind":
            return _first(_LETTERS[index] for index, kind in enumerate(kinds) if _fits(vocab, kind, wanted.name))
        case _:
            return ""


def _first(values: Iterable[str]) -> str:
    return next(iter(values), "")

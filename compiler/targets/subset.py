"""An export of some cards of a game.

Job: remove from a program every card that is neither requested nor named by the remaining content. Input: a content and
ids of cards. Output: a content with all rules. Scenarios, tests and rosters that name a removed card are removed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from compiler.core import ir
from compiler.core.scripts import Script
from compiler.targets.export import Content


def only_cards(content: Content, ids: Iterable[str]) -> Content:
    """The content with these cards and those that they or the rules name."""
    program = content.program
    kept = _closure(program, ids)
    abilities = tuple(a for a in program.abilities if a.carrier.form != "card" or a.carrier.name in kept)
    cards = {id_: card for id_, card in program.cards.items() if id_ in kept}
    names = program.cards.keys()
    scenarios = {name: s for name, s in content.scenarios.items() if _cards_of(s, names) <= kept}
    lists = {name: held for name, held in content.deals["lists"].items() if set(_texts(held)) & set(names) <= kept}
    seats = {name: seat for name, seat in content.deals["seats"].items() if name in scenarios}
    return replace(
        content,
        program=replace(program, abilities=abilities, cards=cards, words=_words_of(program, kept)),
        scenarios=scenarios,
        tests=tuple(s for s in content.tests if _cards_of(s, names) <= kept),
        deals={**content.deals, "lists": lists, "seats": seats},
    )


def _words_of(program: ir.Program, kept: set[str]) -> dict[str, Any]:
    """What people are told, without the offers and questions of cards that are left out."""
    return {
        language: {
            part: {key: told for key, told in words.items() if not _is_of_others(key, program, kept)}
            if part in ("offers", "asks") else words
            for part, words in parts.items()
        }
        for language, parts in program.words.items()
    }  # fmt: skip


def _is_of_others(key: str, program: ir.Program, kept: set[str]) -> bool:
    """Whether words are of a text of a card that is left out: `card.field` and a name or number."""
    card = key.partition(".")[0]
    return card in program.cards and card not in kept and card not in program.verbs


def _closure(program: ir.Program, ids: Iterable[str]) -> set[str]:
    named: dict[str, set[str]] = {
        id_: set(_texts(card.values)) & program.cards.keys() for id_, card in program.cards.items()
    }
    rules: list[ir.Node] = [*program.stats, *program.functions.values(), *program.verbs.values(), *program.lives]
    rules += [*program.checks, *program.invariants, *program.rosters.values()]
    for ability in program.abilities:
        if ability.carrier.form == "card":
            named[ability.carrier.name] |= set(_named((ability,)))
        else:
            rules.append(ability)
    waiting, kept = {*ids, *_named(rules)}, set[str]()
    while waiting:
        card = waiting.pop()
        kept.add(card)
        waiting |= named[card] - kept
    return kept


def _named(nodes: Iterable[ir.Node]) -> Iterator[str]:
    for root in nodes:
        for node in root.walk():
            if isinstance(node, ir.Card):
                yield node.id


def _texts(value: Any) -> Iterator[str]:
    """Every text in a card's values, because it may be the id of a card."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in cast(dict[str, Any], value).values():
            yield from _texts(item)
    elif isinstance(value, tuple | list):
        for item in cast(tuple[Any, ...], value):
            yield from _texts(item)


def _cards_of(script: Script, names: Iterable[str]) -> set[str]:
    """The cards that a script creates, calls or lists."""
    nodes: list[ir.Node] = []
    for position in (*script.positions, *(p for before in script.foregoing for p in before.positions)):
        nodes += [*position.build, *position.do]
    for step in (*script.steps, *(s for before in script.foregoing for s in before.steps)):
        nodes += [*step.do, *(then.test for then in step.then), *(value for _, value in step.named)]
    listed = set(_texts(script.roster[1])) & set(names) if script.roster is not None else set[str]()
    return {*_named(nodes), *listed}

"""A game with another number on one of its cards, or with a card that does nothing.

Job: exchange one printed number of a compiled game, or leave out what a card does. Input: a build, a card, a field, a
number. Output: a build. The
files stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from compiler.build import Build
from compiler.core.ir.definitions import CardDecl
from dsl.meaning.types import INT, present
from dsl.suggest import suggest


class CannotVary(ValueError):
    """There is no such number, or it cannot be another one; the message says why."""


class Change(NamedTuple):
    """A printed number of a card that is another one."""

    card: str
    field: str
    number: int


def printed_number(build: Build, card: str, field: str) -> int:
    """The number that a card has now."""
    assert build.program is not None
    declared = _card(build, card)
    numbers = {
        name: found for name, found in build.vocab.fields_of(declared.kind).items()
        if found.printed and present(found.type) == INT
    }  # fmt: skip
    if field not in numbers:
        near = suggest(field, numbers) or f"it has {', '.join(sorted(numbers)) or 'none'}"
        what = f"`{card}` has no printed number `{field}`" if field else f"say which number of `{card}`"
        raise CannotVary(f"{what}; {near}")
    defaults = {f.name: f.default for kind in build.program.kinds.values() for f in kind.fields}
    value = declared.values.get(field, defaults.get(field))
    return value if isinstance(value, int) else 0


def varied(build: Build, change: Change) -> Build:
    """The build with the change."""
    assert build.program is not None
    printed_number(build, change.card, change.field)
    limits = build.vocab.fields_of(build.program.cards[change.card].kind)[change.field]
    if limits.minimum is not None and change.number < limits.minimum:
        raise CannotVary(f"`{change.field}` is at least {limits.minimum}, and not {change.number}")
    if limits.maximum is not None and change.number > limits.maximum:
        raise CannotVary(f"`{change.field}` is at most {limits.maximum}, and not {change.number}")
    card = build.program.cards[change.card]
    other = replace(card, values={**card.values, change.field: change.number})
    return replace(build, program=replace(build.program, cards={**build.program.cards, card.id: other}))


def blanked(build: Build, card: str) -> Build:
    """The build with a card that has no abilities; what is printed on it stays."""
    assert build.program is not None
    _card(build, card)
    kept = tuple(ability for ability in build.program.abilities if ability.carrier.name != card)
    if len(kept) == len(build.program.abilities):
        raise CannotVary(f"`{card}` has no abilities that could be left out")
    return replace(build, program=replace(build.program, abilities=kept))


def _card(build: Build, card: str) -> CardDecl:
    assert build.program is not None
    if card not in build.program.cards:
        raise CannotVary(f"there is no card `{card}`; {suggest(card, build.program.cards) or 'name one of the game'}")
    return build.program.cards[card]

"""Rosters: a list of cards against the requirements of its definition.

Job: try every requirement of a roster on its cards. Input: linked rules and a roster's values, already checked.
Output: what is broken, each with its sentence, place and rulebook rows, or Fault. Never stops at the first.
"""

# Values of a roster are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from compiler.interpreter.frames import Once
from compiler.interpreter.game import Driver, new_game, run
from compiler.interpreter.linked import Linked
from compiler.interpreter.marks import mark
from compiler.interpreter.state import State
from compiler.interpreter.values import Refusal

_NOBODY = Driver(lambda _game, _request: [])


def check_roster(
    code: Linked, definition: str, values: Sequence[tuple[str, Any]], marked: set[str] | None = None
) -> list[Refusal]:
    """What is wrong with a roster; empty when it is legal. ``marked`` takes the rows that were carried out."""
    game = new_game(code)
    game.marked = marked
    mark(game, code.rosters[definition].rows)
    broken: list[Refusal] = []
    for _, (message, at, rows) in broken_requirements(game, definition, values):
        mark(game, rows)
        broken.append(Refusal.of(message, at, rows))
    return broken


def broken_requirements(
    game: State, definition: str, values: Iterable[tuple[str, Any]]
) -> Iterator[tuple[int, tuple[Any, int, tuple[str, ...]]]]:
    """The requirements that do not hold, by their number, with sentence, place and rows."""
    cards = [_cards(game.code, value) for _, value in values]
    for number, requirement in enumerate(game.code.rosters[definition].requirements):
        failed = run(game, partial(Once, partial(requirement, game, *cards)), _NOBODY)
        if failed is not None:
            yield number, failed


def _cards(code: Linked, value: Any) -> Any:
    """Ids as the cards themselves; numbers and words stay."""
    if isinstance(value, tuple):
        return tuple(code.prototypes.get(item, item) for item in value)
    return code.prototypes.get(value, value) if isinstance(value, str) else value

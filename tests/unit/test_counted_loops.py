"""What is counted is counted once, however many of something else it is compared with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.interpreter.modifiers import stat
from tests.small_game import Small, one

Make = Callable[..., Small]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("some b in all unit satisfies b.armor > 0", 3),
        ("some b in all unit satisfies (some c in all unit satisfies c.armor >= b.armor)", 3),
        ("a.armor > 1 and some b in all unit satisfies b.armor > 0", 2),
        ("a.armor > 1 or some b in all unit satisfies b.armor > 0", 3),
        ("(some b in all unit satisfies b.armor > 0) or some c in all unit satisfies c.armor > 1", 3),
        ("(some b in all unit satisfies b.armor > 0) and some c in all unit satisfies c.armor > 1", 3),
        ("every b in all unit satisfies b.armor > 0", 3),
        ("every b in all unit satisfies (some c in all unit satisfies (c.armor > b.armor or c is b))", 3),
        ("not some b in all unit satisfies b.armor > a.armor", 1),
        ("not every b in all unit satisfies b.armor > a.armor", 3),
    ],
)
def test_each_is_counted_once(small: Make, condition: str, found: int) -> None:
    game = small(f"""
        stat reach of unit = count(a for a in all unit where {condition})
        stat might of unit = sum(1 for a in all unit where {condition})
        """).game()
    units = [one(game, "unit", armor=armor) for armor in (1, 2, 3)]
    assert [stat(game, unit, name) for unit in units for name in ("reach", "might")] == [found] * 6

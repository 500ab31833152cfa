"""What texts read of the state, as far as it is known before they run: what is remembered stays until that changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.core.reads import ALL, Reads
from tests.small_game import Small

Make = Callable[..., Small]

HEAD = """
stat armor of unit
verb turn(by who: player):
  nothing
verb shove(to target: unit, force: int = 1):
  let rest = force + target.damage
"""


def reads_of(made: Small) -> Reads:
    code = made.code
    return Reads(code.program, code.lasting_nodes(), code.until_nodes(), code.remembering.walked)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("until end of turn by target.controller: +1 armor for target", set[str]()),  # an event ends it
        ("while target.tapped: +1 armor for target", {"tapped"}),
        ("until end of turn: +force armor for target", set[str]()),  # nothing sets what the event was given
        ("until end of turn: +rest armor for target", {ALL}),  # and this is set while it runs
    ],
)
def test_a_stat_reads_what_lasting_texts_hang_on(small: Callable[..., Small], line: str, read: set[str]) -> None:
    found = reads_of(small(f"{HEAD}  {line}\n")).of(("stat", "armor"))
    assert found - {"armor", "_alive", "effects"} == read


def test_a_given_value_that_a_statement_sets_may_become_another(small: Make) -> None:
    made = small(
        f"{HEAD}  until end of turn: +force armor for target\nevery unit:\n  instead of shove: set force to 2\n"
    )
    assert ALL in reads_of(made).of(("stat", "armor"))


def test_a_state_check_reads_what_it_asks_for(small: Make) -> None:
    made = small(f"{HEAD}whenever each u in all unit where u.tapped and u.armor > 3: set u.tapped to false\n")
    found = reads_of(made).of(("check", 0))
    assert found >= {"tapped", "armor", "all unit"} and ALL not in found

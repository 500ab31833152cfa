"""Building a scenario for a match, with the rosters that its players bring.

Job: build the positions of a scenario, and deal rosters when everything of it is there. Input: the rules of a game, a
scenario, rosters by player. Output: a frame.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from compiler.interpreter.dealt_rosters import Deals
from compiler.interpreter.linked import Linked
from compiler.interpreter.linked_rows import PositionCode
from compiler.interpreter.scripts import Building, Scripts
from compiler.interpreter.state import State
from compiler.interpreter.values import Env


class Ruleset(Protocol):
    """The rules of a game, as a match needs them."""

    code: Linked
    scenarios: Mapping[str, Any]
    hash: str
    reads: str
    scripts: Scripts
    deals: Deals


class Seating(Building):
    """Builds a scenario; rosters are dealt when everything of it is there, and before anything is done."""

    __slots__ = ("rosters", "rules")
    passing: ClassVar[tuple[str, ...]] = ("positions", "rosters", "rules", "scripts")

    def __init__(self, rules: Ruleset, script: Any, rosters: Mapping[str, Any]) -> None:
        super().__init__(rules.scripts, rules.scripts.positions_of(script), Env({}))
        self.rules, self.rosters = rules, rosters

    def built(self, rt: State, position: PositionCode) -> None:
        for player, roster in self.rosters.items():
            self.rules.deals.hand_out(rt, getattr(self.env, player), roster)
        super().built(rt, position)

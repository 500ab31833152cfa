"""A player of Warhammer who plays sensibly enough that a battle looks like one.

It charges what it will probably reach, marches up to the enemy, shoots at what is near, casts at what is worth most,
and lets its heroes join a unit.
"""

from __future__ import annotations

from typing import Any

from compiler.interpreter import table as geometry
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import of_kind
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose

PASS = [-1]


class Sensible:
    """Decides for both sides; remembers what it has just begun, for the questions that follow."""

    def __init__(self, _seed: int = 0) -> None:
        self.plan: dict[str, Any] = {}  # the answers to what will be asked next, by what the options are
        self.tries: dict[tuple[int, int, str], int] = {}  # by round, unit and what it tried

    def decide(self, game: State, request: Choose) -> list[int]:
        if request.kind == "use":
            return self.use(game, request)
        if request.kind == "mode":
            return self.mode(game, request)
        return self.pick(game, request)

    # ---- what to do
    def use(self, game: State, request: Choose) -> list[int]:
        self.plan = {}
        options = [(n, o.name, o.me) for n, o in enumerate(request.options)]
        for name, wanted in (
            ("Charge", self.charges), ("Join", self.joins), ("March", self.marches), ("Wheel", self.wheels),
            ("Advance", self.advances), ("Cast", self.casts), ("Use", self.casts), ("Shoot", self.shoots),
            ("Throw a stone", self.shoots), ("Dispel", self.dispels), ("Read the scroll", self.dispels),
        ):  # fmt: skip
            for n, called, unit in options:
                if called == name and self.fresh(game, unit, name) and wanted(game, unit):
                    key = (round_of(game), unit._id, name)
                    self.tries[key] = self.tries.get(key, 0) + 1
                    return [n]
        return PASS

    def fresh(self, game: State, unit: Any, name: str) -> bool:
        most = {"Wheel": 3, "Advance": 3, "Cast": 4, "Dispel": 4}.get(name, 2)
        return self.tries.get((round_of(game), unit._id, name), 0) < most

    def charges(self, game: State, unit: Any) -> bool:
        """Likely charges of those who fight; the nearest enemy first."""
        near = [e for e in foes(game, unit) if gap(unit, e) <= slowest(game, unit) * 100 + 700 and ahead(unit, e)]
        if fights(unit) and near:
            self.plan["unit"] = sorted(near, key=lambda e: gap(unit, e))
        return bool(self.plan)

    def joins(self, game: State, unit: Any) -> bool:
        return unit.mount is None and unit.host is None

    def marches(self, game: State, unit: Any) -> bool:
        enemy = nearest(game, unit)
        return fights(unit) and enemy is not None and gap(unit, enemy) > 1600 and abs(off(unit, enemy)) <= 30

    def wheels(self, game: State, unit: Any) -> bool:
        enemy = nearest(game, unit)
        turn = off(unit, enemy) if enemy is not None and not in_range(game, unit) else 0
        self.plan = {"side": "right" if turn > 0 else "left", "int": abs(turn)}
        return abs(turn) >= 15

    def advances(self, game: State, unit: Any) -> bool:
        enemy = nearest(game, unit)
        if enemy is None or in_range(game, unit) or unit._kind == "mage" or abs(off(unit, enemy)) > 50:
            return False
        self.plan = {"int": (gap(unit, enemy) - 110) // 100}
        return gap(unit, enemy) > 250

    def casts(self, game: State, unit: Any) -> bool:
        self.plan = {"int": 3}
        return True

    def shoots(self, game: State, unit: Any) -> bool:
        self.plan = {"unit": sorted(foes(game, unit), key=lambda e: gap(unit, e))}
        return True

    def dispels(self, game: State, unit: Any) -> bool:
        self.plan = {"int": 4}
        return True

    # ---- how to do it
    def mode(self, game: State, request: Choose) -> list[int]:
        for wanted in ("Stand and shoot", "Hold", "Pursue"):
            if wanted in request.options:
                return [request.options.index(wanted)]
        return [0]

    def pick(self, game: State, request: Choose) -> list[int]:
        options = request.options
        if request.most == 1 and options and all(isinstance(o, int) for o in options) and "int" in self.plan:
            fitting = [o for o in options if o <= self.plan["int"]]
            return [options.index(max(fitting) if fitting else min(options))]
        if request.most == 1 and "side" in self.plan and self.plan["side"] in options:
            return [options.index(self.plan["side"])]
        for wanted in self.plan.get("unit", ()):
            if request.most == 1 and wanted in options:
                return [options.index(wanted)]
        return legal_answers(request, 2)[0]


def round_of(game: State) -> int:
    whole: Any = game.game
    return int(whole.round)


def units(game: State) -> list[Any]:
    return [u for u in of_kind(game, "unit") if u._alive]


def body(unit: Any) -> Any:
    return unit.host or unit.mount or unit


def foes(game: State, unit: Any) -> list[Any]:
    return [e for e in units(game) if e.controller is not unit.controller and body(e) is e]


def nearest(game: State, unit: Any) -> Any:
    return min(foes(game, unit), key=lambda e: gap(unit, e), default=None)


def slowest(game: State, unit: Any) -> int:
    return min(int(u.m) for u in units(game) if body(u) is body(unit))


def fights(unit: Any) -> bool:
    """Whether it is there for close combat."""
    idle = unit.type == "war_machine" or unit._kind == "mage"
    return not idle and bool(unit.range == 0 or unit.type == "cavalry")


def in_range(game: State, unit: Any) -> bool:
    """Whether somebody stands where it may shoot at him; then it stays."""
    return any(gap(unit, e) <= unit.range * 100 and abs(off(unit, e)) <= 40 for e in foes(game, unit))


def off(unit: Any, other: Any) -> int:
    facing: int = unit.facing
    return (geometry.bearing((unit.x, unit.y), (other.x, other.y)) - facing + 180) % 360 - 180


def ahead(unit: Any, other: Any) -> bool:
    return abs(off(unit, other)) <= 45


def gap(a: Any, b: Any) -> int:
    return geometry.gap(base(a), base(b))


def base(unit: Any) -> geometry.Shape:
    return geometry.Shape(unit.x, unit.y, unit.facing, unit.width, unit.depth)

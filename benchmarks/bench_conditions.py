"""Speed of compiled conditions, compared with hand-written Python and with CEL, a common expression language."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import cel

from compiler.build import build_game
from compiler.callables.code import Code
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import new_game
from compiler.interpreter.state import State
from dsl.diagnostics import Sink

RULESET = """\
id: bench
name: {en: Bench}
version: 0.1.0
language: 1
source: house rules
languages: [en]
kinds:
  game: {fields: {round: int}}
  unit: {fields: {level: int, hp: int, damage: int, tapped: bool, speed: int}}
"""
# The condition in our language, in Python, and in CEL; ``u`` is the entity.
CONDITIONS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    (
        "u.damage * 2 >= u.hp and not u.tapped and u.level > 3",
        lambda u: u.damage * 2 >= u.hp and not u.tapped and u.level > 3,
        "u.damage * 2 >= u.hp && !u.tapped && u.level > 3",
    ),
    (
        "(u.speed + u.level) * 3 - u.damage > 10 or u.hp in [1, 2, 3]",
        lambda u: (u.speed + u.level) * 3 - u.damage > 10 or u.hp in (1, 2, 3),
        "(u.speed + u.level) * 3 - u.damage > 10 || u.hp in [1, 2, 3]",
    ),
)
UNITS, ROUNDS = 500, 40


def seconds(condition: Callable[[Any], Any], items: list[Any]) -> float:
    """Seconds for one evaluation; the best of several runs."""
    taken: list[float] = []
    for _ in range(ROUNDS):
        start = perf_counter()
        for item in items:
            condition(item)
        taken.append(perf_counter() - start)
    return min(taken) / len(items)


def game_with(conditions: list[str]) -> State:
    """A game with one function for each condition, and units in many states."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "bench"
        (game / "rules").mkdir(parents=True)
        (game / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
        rules = "".join(f"relation asked_{n}(u: unit) = {text}\n" for n, text in enumerate(conditions))
        (game / "rules" / "rules.rules").write_text(rules, encoding="utf-8")
        sink = Sink()
        build = build_game(game, sink)
    assert build is not None and build.program is not None, [item.message for item in sink.items]
    made = new_game(Code(build.program))
    for n in range(UNITS):
        values = {"level": n % 7, "hp": n % 50, "damage": n % 30, "tapped": n % 3 == 0, "speed": n % 5}
        made.create("unit", None, values)
    return made


def main() -> None:
    game = game_with([ours for ours, _, _ in CONDITIONS])
    units = list(of_kind(game, "unit"))
    fields = ("level", "hp", "damage", "tapped", "speed")
    plain: list[Any] = [{"u": {name: getattr(unit, name) for name in fields}} for unit in units]
    for number, (text, by_hand, other) in enumerate(CONDITIONS):
        function = game.code.functions[f"asked_{number}"]
        program = cel.compile(other)

        def asked(unit: Any, function: Any = function) -> Any:
            return function(game, unit)

        assert [asked(u) for u in units] == [by_hand(u) for u in units] == [program.execute(p) for p in plain]
        compiled = seconds(asked, units)
        hand = seconds(lambda unit, by_hand=by_hand: by_hand(unit), units)
        foreign = seconds(program.execute, plain)
        print(text)
        print(f"  compiled {compiled * 1e9:.0f} ns, by hand {hand * 1e9:.0f} ns, CEL {foreign * 1e9:.0f} ns")
        print(f"  {hand / compiled:.2f} of the speed by hand (wanted: 0.6)")
        print(f"  {foreign / compiled:.1f} times the speed of CEL (wanted: 3)")


if __name__ == "__main__":
    main()

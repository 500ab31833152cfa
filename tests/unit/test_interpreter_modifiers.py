"""Stats, keywords, prohibitions, and how long they last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.callables.code import Code
from compiler.interpreter.changes import write
from compiler.interpreter.copies import checkpoint, return_to
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import new_game
from compiler.interpreter.legality import can
from compiler.interpreter.modifiers import has, stat
from compiler.interpreter.places import remove
from compiler.interpreter.state import State
from compiler.interpreter.values import Fault
from tests.small_game import Small, build_small, do, one

Make = Callable[..., Small]


def armor(game: State, unit: Any) -> int:
    return stat(game, unit, "armor")


TURN = """
stat armor of unit
verb turn(by who: player):
  nothing
verb act(to target: unit):
  nothing
"""


def test_adjust_adds_and_takes(small: Make) -> None:
    game = small("stat armor of unit\nevery unit:\n  passive:\n    +2 armor\n    -(self.damage) armor\n").game()
    unit = one(game, "unit", armor=1, damage=5)
    assert armor(game, unit) == -2
    assert unit.armor == 1, "what is printed stays"


def test_a_modifier_reads_the_game_as_it_is(small: Make) -> None:
    game = small("stat armor of unit\nevery unit:\n  passive while self.tapped: +3 armor\n").game()
    unit = one(game, "unit")
    assert armor(game, unit) == 0
    write(game, unit, "tapped", True)
    assert armor(game, unit) == 3


def test_scope_reaches_others(small: Make) -> None:
    game = small("""
        stat armor of unit
        every unit:
          passive while self.tapped: +1 armor for all unit other than self
        """).game()
    first, second = one(game, "unit", tapped=True), one(game, "unit", tapped=True)
    third = one(game, "unit")
    assert [armor(game, u) for u in (first, second, third)] == [1, 1, 2]


def test_the_latest_override_wins_and_sums_come_after(small: Make) -> None:
    game = small("""
        stat armor of unit
        every unit:
          passive while self.tapped:
            armor of all unit is self.hp
          passive: +1 armor
        """).game()
    one(game, "unit", tapped=True, hp=10)
    unit = one(game, "unit", tapped=True, hp=20)
    assert armor(game, unit) == 21


def test_least_and_most_bound_what_the_sums_made(small: Make) -> None:
    game = small("""
        stat armor of unit
        every unit:
          passive: -4 armor
          passive: armor is at least 1
          passive while self.tapped: +9 armor
          passive: armor is at most 6
        """).game()
    assert armor(game, one(game, "unit", armor=2)) == 1
    assert armor(game, one(game, "unit", armor=2, tapped=True)) == 6


@pytest.mark.parametrize(
    ("stacking", "value"),
    [("sum", 1 + 2 + 2 - 3), ("highest", 2 - 3), ("lowest", -3), ("none", 1), ("by source", 1 + 2 - 3)],
)
def test_stacking(small: Make, stacking: str, value: int) -> None:
    """A one of the game, a two by each of two bearers of the same keyword, and a penalty of three."""
    game = small(f"""
        stat armor of unit stacks {stacking}
        every game:
          passive: +1 armor for all unit
        keyword strong of unit: passive: +2 armor for all unit
        keyword weak of unit: passive: -3 armor for all unit
        """).game()
    units = [one(game, "unit", keywords=((name, ()),)) for name in ("strong", "strong", "weak")]
    assert armor(game, units[0]) == value


def test_a_derived_stat_follows_what_it_reads(small: Make) -> None:
    game = small("""
        stat reach of unit = armor + 1
        stat armor of unit
        every unit:
          passive while self.tapped: +5 armor
          passive: +1 reach
        """).game()
    unit = one(game, "unit", armor=2)
    assert stat(game, unit, "reach") == 4
    write(game, unit, "tapped", True)
    assert stat(game, unit, "reach") == 9


def test_a_stat_that_depends_on_itself_through_another_is_a_fault(small: Make) -> None:
    game = small("""
        stat armor of unit
        stat hp of unit
        every unit:
          passive while some u in all unit satisfies (u is not self and u.armor < 3): +1 hp
          passive while some u in all unit satisfies (u is not self and u.hp < 3): +1 armor
        """).game()
    unit, _ = one(game, "unit"), one(game, "unit")
    with pytest.raises(Fault, match="depends on itself"):
        armor(game, unit)


def test_what_is_worked_out_later_is_not_known_where_the_game_returns_to(tmp_path: Path) -> None:
    build = build_small(
        tmp_path,
        """
        stat armor of unit
        every unit:
          passive while self.tapped: +1 armor
        verb tap(target: unit): set target.tapped to true
        """,
    ).build
    assert build.program is not None
    game = new_game(Code(build.program))  # which remembers: where rows are marked, a change lets it forget everything
    unit = one(game, "unit", armor=1)
    point = checkpoint(game)
    do(game, "tap", target=unit)
    assert armor(game, unit) == 2
    return_to(game, point)
    assert armor(game, unit) == 1


def test_printed_is_the_value_before_modifiers(small: Make) -> None:
    game = small("""
        stat armor of unit
        every unit:
          passive: +2 armor
        verb look(to target: unit):
          set target.damage to target.armor * 10 + printed(target.armor)
        """).game()
    unit = one(game, "unit", armor=1)
    do(game, "look", target=unit)
    assert unit.damage == 31


def test_a_granted_keyword_brings_its_abilities(small: Make) -> None:
    game = small("""
        stat armor of unit
        keyword tough(n: int) of unit: passive: +(n) armor
        every unit:
          passive: self gains tough(2) while self.tapped
        """).game()
    unit = one(game, "unit")
    assert not has(game, unit, "tough") and armor(game, unit) == 0
    write(game, unit, "tapped", True)
    assert has(game, unit, "tough") and armor(game, unit) == 2


def test_cannot_beats_everything_and_goes_with_its_condition(small: Make) -> None:
    game = small(
        """
        verb hit(to target: unit, by source: unit):
          increase target.damage by 1
        every unit:
          passive while self.tapped: all unit within 2 of self cannot hit
        """,
        scenario="""
        id: pair
        name: Pair
        players: [p1]
        board: |
          A . B . . C
        legend:
          A: {kind: unit, tapped: true, owner: p1, controller: p1}
          B: {kind: unit, owner: p1, controller: p1}
          C: {kind: unit, owner: p1, controller: p1}
        """,
    ).scenario("pair")
    a, b, c = of_kind(game, "unit")
    event = do(game, "hit", target=c, source=b)
    assert event._outcome == "illegal" and event._reason is not None
    assert event._reason.message == "hit is forbidden"
    assert do(game, "hit", target=a, source=c)._done
    write(game, a, "tapped", False)
    assert do(game, "hit", target=c, source=b)._done


def test_cannot_names_who_it_is_done_to(small: Make) -> None:
    game = small("""
        verb hit(to target: unit, by source: unit):
          increase target.damage by 1
        every unit:
          passive: all unit other than self cannot hit to self while self.tapped
        """).game()
    safe, other = one(game, "unit", tapped=True), one(game, "unit")
    assert not can(game, "hit", {"target": safe, "source": other})
    assert can(game, "hit", {"target": safe, "source": safe})
    assert can(game, "hit", {"target": other, "source": safe})


def test_cannot_may_say_why(small: Make) -> None:
    game = small("""
        verb hit(to target: unit, by source: unit):
          increase target.damage by 1
        verb calm(n: int, to target: unit):
          until end of hit:
            target cannot hit "it is calm for {n}"
        every unit:
          passive: self cannot hit to self while self.tapped "it has {self.damage} already"
        """).game()
    tired, fresh = one(game, "unit", tapped=True, damage=3), one(game, "unit")
    assert do(game, "hit", target=tired, source=tired)._reason.message == "it has 3 already"
    do(game, "calm", n=2, target=fresh)
    assert do(game, "hit", target=tired, source=fresh)._reason.message == "it is calm for 2"


def lasts(small: Make, duration: str) -> tuple[State, Any, Any]:
    game = small(
        TURN
        + f"""
verb strengthen(to target: unit):
  {duration}:
    +2 armor for target
"""
    ).game(a={}, b={})
    first, second = of_kind(game, "player")
    return game, one(game, "unit", controller=first), (first, second)


def test_until_the_end_of_a_verb(small: Make) -> None:
    game, unit, (first, second) = lasts(small, "until end of turn by target.controller")
    do(game, "strengthen", target=unit)
    assert armor(game, unit) == 2
    do(game, "turn", who=second)
    assert armor(game, unit) == 2, "another's turn"
    do(game, "turn", who=first)
    assert armor(game, unit) == 0


def test_until_the_start_of_a_verb(small: Make) -> None:
    rules = (
        TURN
        + """
verb strengthen(to target: unit):
  until start of turn by target.controller:
    +2 armor for target
every unit:
  before turn:
    set self.damage to self.armor
"""
    )
    game = small(rules).game(a={})
    (player,) = of_kind(game, "player")
    unit = one(game, "unit", controller=player)
    do(game, "strengthen", target=unit)
    assert armor(game, unit) == 2
    do(game, "turn", who=player)
    assert unit.damage == 0, "it was over before anything came before the turn"


def test_next_passes_over_the_one_that_is_running(small: Make) -> None:
    rules = """
stat armor of unit
verb strengthen(to target: unit):
  until end of next turn by target.controller:
    +2 armor for target
verb turn(by who: player):
  each u in all unit where not tapped:
    set u.tapped to true
    strengthen to u
"""
    game = small(rules).game(a={})
    (player,) = of_kind(game, "player")
    unit = one(game, "unit", controller=player)
    do(game, "turn", who=player)
    assert armor(game, unit) == 2
    do(game, "turn", who=player)
    assert armor(game, unit) == 0


def test_next_from_outside_is_the_first_that_comes(small: Make) -> None:
    game, unit, (first, _) = lasts(small, "until end of next turn by target.controller")
    do(game, "strengthen", target=unit)
    do(game, "turn", who=first)
    assert armor(game, unit) == 0


def test_while_a_condition_holds_and_never_again(small: Make) -> None:
    game, unit, (first, _) = lasts(small, "while target.damage > 0")
    write(game, unit, "damage", 1)
    do(game, "strengthen", target=unit)
    assert armor(game, unit) == 2
    write(game, unit, "damage", 0)
    assert armor(game, unit) == 0
    do(game, "turn", who=first)
    write(game, unit, "damage", 1)
    assert armor(game, unit) == 0, "what has ended does not come back"


def test_what_lasts_keeps_the_values_it_was_made_with(small: Make) -> None:
    game = small(
        TURN
        + """
verb strengthen(amount: int, to target: unit):
  let bonus = amount + target.damage
  until end of turn:
    +(bonus) armor for target
"""
    ).game(a={})
    unit = one(game, "unit", damage=1)
    do(game, "strengthen", target=unit, amount=2)
    write(game, unit, "damage", 9)
    assert armor(game, unit) == 3


STATUS = (
    TURN
    + """
status {signature} of unit stacks {stacking}:
  passive: +(n) armor
verb enchant(n: int, to target: unit, until d: duration):
  add charm(n) to target until d
verb use(n: int, to target: unit):
  enchant n to target until end of turn
verb clear(to target: unit):
  drop charm from target
"""
)


@pytest.mark.parametrize(
    ("stacking", "given", "value"),
    [("all", (1, 2), 3), ("none", (1, 2), 1), ("highest", (2, 1), 2), ("highest", (1, 2), 2), ("lowest", (2, 1), 1)],
)
def test_statuses_stack_as_they_say(small: Make, stacking: str, given: tuple[int, ...], value: int) -> None:
    game = small(STATUS.format(signature="charm(n: int)", stacking=stacking)).game(a={})
    (player,) = of_kind(game, "player")
    unit = one(game, "unit")
    for n in given:
        do(game, "use", n=n, target=unit)
    assert armor(game, unit) == value
    do(game, "turn", who=player)
    assert armor(game, unit) == 0 and of_kind(game, "charm") == ()


def test_a_status_is_dropped_by_name(small: Make) -> None:
    game = small(STATUS.format(signature="charm(n: int)", stacking="all")).game()
    unit = one(game, "unit")
    do(game, "use", n=1, target=unit)
    do(game, "use", n=2, target=unit)
    do(game, "clear", target=unit)
    assert armor(game, unit) == 0 and unit._statuses == () and game.effects == ()


def test_one_status_for_each_value_of_a_parameter(small: Make) -> None:
    game = small(
        TURN
        + """
status hurt(kind: colour, n: int) of unit stacks by kind:
  passive: -(n) armor
verb use(kind: colour, n: int, to target: unit):
  add hurt(kind, n) to target
"""
    ).game()
    unit = one(game, "unit", armor=20)
    for kind, n in (("red", 1), ("blue", 2), ("red", 5), ("blue", 1)):
        do(game, "use", kind=kind, n=n, target=unit)
    assert armor(game, unit) == 20 - 5 - 2
    assert len(unit._statuses) == 2


def test_what_is_removed_takes_its_statuses_with_it(small: Make) -> None:
    game = small(STATUS.format(signature="charm(n: int)", stacking="all")).game()
    unit = one(game, "unit")
    do(game, "use", n=1, target=unit)
    remove(game, unit)
    assert of_kind(game, "charm") == () and game.effects == ()


def test_a_test_may_give_a_unit_keywords(small: Make) -> None:
    made = small(
        "stat armor of unit\nkeyword stout of unit: passive: +2 armor\nverb act(to target: unit):\n  nothing\n",
        tests="""
            - name: it is stout
              given: {players: [p], create: [{name: u, kind: unit, owner: p, controller: p, keywords: [stout]}]}
              when: act to u
              then: ["u has stout", "u.armor == 2"]
        """,
    )
    assert made.test().passed


def test_a_card_itself_has_the_keywords_that_are_printed_on_it(small: Make) -> None:
    game = small(
        """
keyword swift of unit
keyword reach(n: int) of unit
relation quick(c: unit card) = c has swift
relation long(c: unit card) = c has reach
""",
        cards="""
- {id: wolf, kind: unit, name: {en: Wolf}, provenance: house, keywords: [swift, "reach(2)"]}
- {id: calf, kind: unit, name: {en: Calf}, provenance: house}
""",
    ).game()
    wolf, calf = game.cards["wolf"], game.cards["calf"]
    quick, long = game.code.functions["quick"], game.code.functions["long"]
    assert (quick(game, wolf), long(game, wolf)) == (True, True)
    assert (quick(game, calf), long(game, calf)) == (False, False)

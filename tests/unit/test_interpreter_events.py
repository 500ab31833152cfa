"""What a verb call does, step by step: one test for each sentence of the algorithm."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.legality import can
from compiler.interpreter.places import put, reveal
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Fault, Usable
from tests.small_game import KINDS, Small, do, happened, one

Make = Callable[..., Small]

HIT = """
verb hit(amount: int, to target: unit):
  require target.damage < target.hp "it lies already"
  increase target.damage by amount
verb note():
  increase game.count by 1
"""

# Each unit writes its hit points down as a further digit, in the order in which they answer.
MARKS = """
        verb mark(n: int):
          set game.round to game.round * 10 + n
        verb start():
          nothing
        every unit:
          after start:
            mark self.hp
        """


def shown(game: State) -> list[str]:
    assert game.trace is not None
    return [line.strip() for line in game.trace.lines]


def use_first(_game: State, request: Choose) -> list[int]:
    """Uses the first thing offered, says yes, takes the first option."""
    return [0]


def use_each_once(*names: str) -> Callable[[State, Choose], list[int]]:
    """Uses these abilities in this order, and passes else."""
    left = list(names)

    def decide(_game: State, request: Choose) -> list[int]:
        options = [o.name for o in request.options if isinstance(o, Usable)]
        for position, name in enumerate(options):
            if left and name.startswith(left[0]):
                left.pop(0)
                return [position]
        return [-1]

    return decide


def test_an_illegal_call_changes_nothing_and_tells_why(small: Make) -> None:
    game = small(HIT + "every unit:\n  before hit to self:\n    note\n").game()
    unit = one(game, "unit", damage=5)
    event = do(game, "hit", target=unit, amount=1)
    assert event._outcome == "illegal"
    assert event._reason is not None and event._reason.message == "it lies already"
    assert unit.damage == 5 and game.game.count == 0, "what comes before it never came"


def test_a_value_that_is_missing_makes_a_call_illegal(small: Make) -> None:
    game = small(HIT).game()
    event = do(game, "hit", target=None, amount=1)
    assert event._outcome == "illegal"
    assert event._reason is not None and event._reason.message == "there is no target for hit"


def test_what_becomes_illegal_in_its_window_fizzles(small: Make) -> None:
    rules = HIT + "every unit:\n  before hit to self:\n    set self.damage to self.hp\n  after hit to self:\n    note\n"
    game = small(rules).game()
    unit = one(game, "unit")
    event = do(game, "hit", target=unit, amount=1)
    assert event._outcome == "fizzled"
    assert unit.damage == 5 and game.game.count == 0, "neither body nor what comes after"


def test_values_of_the_head_are_not_worked_out_again(small: Make) -> None:
    game = small("""
        verb hit(to target: unit):
          let strength = target.damage
          require strength < 5 "too strong"
          increase game.count by strength
        every unit:
          before hit to self:
            set self.damage to 4
        """).game()
    unit = one(game, "unit", damage=2)
    assert do(game, "hit", target=unit)._done
    assert game.game.count == 2


def test_an_ability_may_change_the_event_before_it_happens(small: Make) -> None:
    game = small(HIT + "every unit:\n  before hit to self:\n    increase amount by 2\n").game()
    unit = one(game, "unit")
    do(game, "hit", target=unit, amount=1)
    assert unit.damage == 3


def test_before_and_after_stand_around_the_body_with_steps_inside(small: Make) -> None:
    game = small("""
        verb mark(n: int):
          set game.round to game.round * 10 + n
        verb act():
          mark 3
          step inner:
            mark 5
          mark 7
        every game:
          before act:
            mark 1
          before act.inner:
            mark 4
          after act.inner:
            mark 6
          after act:
            mark 8
        """).game()
    do(game, "act")
    assert game.game.round == 1345678
    assert happened(game) == ["act", *["mark"] * 2, "act.inner", *["mark"] * 5]


def test_a_replacement_applies_before_anything_and_once(small: Make) -> None:
    game = small(
        HIT
        + """
every unit:
  instead of hit to self:
    increase amount by amount
"""
    ).game()
    unit = one(game, "unit")
    do(game, "hit", target=unit, amount=1)
    assert unit.damage == 2


def test_replacements_apply_one_after_the_other_by_age(small: Make) -> None:
    game = small(
        HIT
        + """
every game:
  instead of hit:
    increase amount by 1
every unit:
  instead of hit to self:
    increase amount by amount
"""
    ).game()
    unit = one(game, "unit")
    do(game, "hit", target=unit, amount=1)
    assert unit.damage == 4, "the game is older than the unit"


def test_a_replacement_that_prevents_lets_something_else_happen(small: Make) -> None:
    game = small(HIT + "every unit:\n  instead of hit to self:\n    note\n    prevent\n").game()
    unit = one(game, "unit")
    event = do(game, "hit", target=unit, amount=1)
    assert event._outcome == "prevented"
    assert unit.damage == 0 and game.game.count == 1
    assert "prevented hit amount=1 target=unit#2" in shown(game)


def test_the_requirements_are_asked_of_what_the_replacement_made(small: Make) -> None:
    game = small("""
        verb hit(amount: int, to target: unit):
          require amount < 3 "too much"
          increase target.damage by amount
        every unit:
          instead of hit to self:
            set amount to 1
        """).game()
    unit = one(game, "unit")
    assert can(game, "hit", {"target": unit, "amount": 9})
    assert do(game, "hit", target=unit, amount=9)._done
    assert unit.damage == 1


def test_prevent_before_an_event_cancels_it(small: Make) -> None:
    game = small(
        HIT + "every unit:\n  before hit to self where amount > 1:\n    prevent\n  after hit to self:\n    note\n"
    ).game()
    unit = one(game, "unit")
    assert do(game, "hit", target=unit, amount=2)._outcome == "prevented"
    assert do(game, "hit", target=unit, amount=1)._outcome == "done"
    assert unit.damage == 1 and game.game.count == 1


def test_prevent_of_a_step_cancels_only_that_step(small: Make) -> None:
    game = small("""
        verb act(to target: unit):
          step first:
            increase target.damage by 1
          step second:
            increase target.damage by 10
        every unit:
          before act.first to self:
            prevent
        """).game()
    unit = one(game, "unit")
    assert do(game, "act", target=unit)._done
    assert unit.damage == 10


def test_end_of_a_verb_leaves_it_and_those_inside_it(small: Make) -> None:
    game = small("""
        verb outer(target: unit):
          middle target
          increase target.damage by 1
        verb middle(target: unit):
          inner target
          increase target.damage by 10
        verb inner(target: unit):
          increase target.damage by 100
          end middle
          increase target.damage by 1000
        """).game()
    unit = one(game, "unit")
    assert do(game, "outer", target=unit)._done
    assert unit.damage == 101
    assert game.stack == []


def test_end_of_what_does_not_run_does_nothing(small: Make) -> None:
    game = small(HIT + "verb stop():\n  end hit\n  note\n").game()
    assert do(game, "stop")._done
    assert game.game.count == 1


def test_the_block_of_a_call_runs_only_if_it_was_done(small: Make) -> None:
    game = small(HIT + "verb try(target: unit):\n  hit 5 to target:\n    note\n").game()
    unit = one(game, "unit")
    do(game, "try", target=unit)
    do(game, "try", target=unit)
    assert game.game.count == 1, "the second was refused"


def test_reactions_are_last_in_first_out(small: Make) -> None:
    """Each reaction is done before the one that it answers: the last to be declared is the first to take effect."""
    game = small("""
        verb mark(n: int):
          set game.round to game.round * 10 + n
        verb blow():
          mark 1
        verb block():
          mark 2
        verb break():
          mark 3
        every unit:
          react before blow:
            block
          react before block:
            break
        """).game(a={}, b={})
    first, second = of_kind(game, "player")
    one(game, "unit", controller=first, owner=first)
    one(game, "unit", controller=second, owner=second)
    asked: list[int] = []

    def decide(_game: State, request: Choose) -> list[int]:
        asked.append(request.who._id)
        return [0] if len(asked) <= 2 else [-1]

    do(game, "blow", decide)
    assert game.game.round == 321


def test_an_event_waits_until_all_have_passed_in_a_row(small: Make) -> None:
    rules = HIT + "every unit:\n  react before hit once per hit:\n    note\n"
    game = small(rules).game(a={}, b={})
    for player in of_kind(game, "player"):
        one(game, "unit", controller=player, owner=player)
    asked: list[int] = []

    def decide(_game: State, request: Choose) -> list[int]:
        asked.append(request.who._id)
        return [-1] if len(asked) == 1 else [0]

    do(game, "hit", decide, target=of_kind(game, "unit")[0], amount=1)
    first, second = (p._id for p in of_kind(game, "player"))
    assert asked == [first, second, first], "the first may still answer what the second did"
    assert game.game.count == 2


def test_abilities_at_once_come_by_seat_of_their_player_and_then_by_age(small: Make) -> None:
    game = small(MARKS).game(a={}, b={})
    first, second = of_kind(game, "player")
    for hp, player in ((1, second), (2, first), (3, second), (4, first)):
        one(game, "unit", hp=hp, controller=player, owner=player)
    do(game, "start")
    assert game.game.round == 2413


def test_players_order_what_is_theirs_where_the_game_says_so(small: Make) -> None:
    game = small(MARKS, more="policy: {ties: choose}\n").game(a={})
    (player,) = of_kind(game, "player")
    for hp in (1, 2, 3):
        one(game, "unit", hp=hp, controller=player, owner=player)

    def last(_game: State, request: Choose) -> list[int]:
        assert request.kind == "order"
        return [len(request.options) - 1]

    do(game, "start", last)
    assert game.game.round == 321


def test_the_first_player_orders_what_is_anybodys_where_the_game_says_so(small: Make) -> None:
    """The order of players is the game's own; of cards in the other's hand the first player is not asked."""
    cards = """
        every card:
          after start:
            mark self.cost
        live card for this while true
        define by_score() -> list of player = list(p for p in all player where p.score > 0) + list(
          p for p in all player where p.score == 0)
        """
    kinds = KINDS.replace("hand: {zone: card}", "hand: {zone: card, visible: owner}")
    kinds = kinds.replace("cost: {", "controller: player\n      cost: {")
    policy = "policy: {ties: first_player, order: by_score}\n"
    game = small(MARKS + cards, kinds=kinds, more=policy).game(a={}, b={"score": 1})
    other, first = of_kind(game, "player")
    for hp, player in ((1, other), (2, first), (3, other)):
        one(game, "unit", hp=hp, controller=player, owner=player)
    for cost, player in ((4, first), (5, other), (6, other)):
        put(game, one(game, "card", cost=cost, controller=player, owner=player), player.hand)
    reveal(game, other.hand.items[1], first)
    asked: list[list[int]] = []

    def last(_game: State, request: Choose) -> list[int]:
        assert request.kind == "order" and request.who is first
        asked.append([option.me.cost if option.me._kind == "card" else option.me.hp for option in request.options])
        return [len(request.options) - 1]

    do(game, "start", last)
    assert asked == [[2, 4, 1, 3, 6], [2, 4, 1, 3], [2, 4, 1], [2, 4]]
    assert game.game.round == 631425, "what lies hidden has its turn when nothing is left to order"


def test_an_ability_whose_condition_went_is_not_run(small: Make) -> None:
    """Of several that answer at once, each is tried anew when its turn comes."""
    game = small(HIT + "verb start():\n  nothing\nevery unit:\n  after start where game.count == 0:\n    note\n").game()
    one(game, "unit")
    one(game, "unit")
    do(game, "start")
    assert game.game.count == 1


CHECKS = (
    HIT
    + """
verb destroy(target: unit):
  remove target
whenever each u in all unit where u.damage >= u.hp:
  destroy u
"""
)


def test_state_checks_run_after_the_body_and_before_what_comes_after(small: Make) -> None:
    game = small(CHECKS + "every game:\n  after hit where no unit where damage > 0:\n    note\n").game()
    unit = one(game, "unit")
    do(game, "hit", target=unit, amount=5)
    assert not unit._alive
    assert game.game.count == 1
    assert happened(game) == ["hit", "destroy", "note"]


def test_state_checks_go_on_until_nothing_is_due(small: Make) -> None:
    rules = CHECKS + "every unit:\n  after destroy:\n    increase self.damage by 5\n"
    game = small(rules).game()
    units = [one(game, "unit", hp=hp) for hp in (5, 5, 10)]
    do(game, "hit", target=units[0], amount=5)
    assert [u._alive for u in units] == [False, False, False]


def test_state_checks_that_never_settle_are_a_fault(small: Make) -> None:
    game = small(HIT + "whenever game.count > 0:\n  increase game.count by 1\n").game()
    with pytest.raises(Fault, match="did not settle"):
        do(game, "note")
    assert game.game.count == 0, "the state is as it was before"


def test_a_modifier_may_make_a_state_check_due(small: Make) -> None:
    """A check reads a stat: whatever may change the stat makes it due."""
    game = small(
        CHECKS.replace("u.hp", "u.hp")
        + """
stat hp of unit
verb weaken(target: unit):
  until end of note:
    -3 hp for target
"""
    ).game()
    unit = one(game, "unit", damage=2)
    do(game, "weaken", target=unit)
    assert not unit._alive


def test_target_is_the_one_that_the_call_ended_on(small: Make) -> None:
    game = small(
        HIT
        + """
verb strike(to weak: unit):
  hit 1 to weak
every unit:
  instead of hit to self where self.tapped:
    choose guard from all unit where not tapped by controller:
      set target to guard
  activate:
    hit 1 to self
    set target.marks to [red]
verb act(by who: player):
  offer any to who once
"""
    ).game(a={})
    (player,) = of_kind(game, "player")
    weak, strong = one(game, "unit", tapped=True, controller=player), one(game, "unit", controller=player)
    do(game, "act", use_first, who=player)
    assert (weak.damage, strong.damage) == (0, 1)
    assert (weak.marks, strong.marks) == ((), ("red",))

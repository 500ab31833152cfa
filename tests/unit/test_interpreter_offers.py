"""Offers, costs, limits, choices and dry runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from compiler.interpreter.changes import write
from compiler.interpreter.entities import create, of_kind
from compiler.interpreter.legality import can
from compiler.interpreter.linked_rows import AbilityCode
from compiler.interpreter.offering import explain
from compiler.interpreter.offers import Payments, usable_abilities
from compiler.interpreter.pictures import picture
from compiler.interpreter.places import put_top, remove
from compiler.interpreter.state import State
from compiler.interpreter.triggers import can_pay
from compiler.interpreter.values import Choose, Fault, Usable
from tests.small_game import Small, do, happened, one

Make = Callable[..., Small]

ACT = """
verb act(by who: player):
  offer any to who
verb turn(by who: player):
  nothing
verb note():
  increase game.count by 1
verb pay(amount: int, by who: player):
  require who.score >= amount "too poor"
  decrease who.score by amount
"""


def until_nothing(_game: State, request: Choose) -> list[int]:
    return [0]


def offered(game: State, player: Any) -> list[str]:
    """The names of what a player is offered first."""
    seen: list[str] = []

    def look(_game: State, request: Choose) -> list[int]:
        seen.extend(o.name for o in request.options if isinstance(o, Usable))
        return [-1]

    do(game, "act", look, who=player)
    return seen


def table(small: Make, rules: str, **files: str) -> tuple[State, Any, Any]:
    game = small(ACT + rules, **files).game(a={})
    (player,) = of_kind(game, "player")
    return game, player, one(game, "unit", owner=player, controller=player)


@pytest.mark.parametrize(("limit", "times"), [("once per turn", 1), ("uses 3", 3)])
def test_limits(small: Make, limit: str, times: int) -> None:
    game, player, _ = table(small, f"every unit:\n  activate {limit}: note\n")
    do(game, "act", until_nothing, who=player)
    assert game.game.count == times
    assert offered(game, player) == []


def test_once_per_verb_is_free_again_when_the_verb_begins(small: Make) -> None:
    game, player, _ = table(small, "every unit:\n  activate once per turn: note\n")
    do(game, "act", until_nothing, who=player)
    do(game, "turn", who=player)
    do(game, "act", until_nothing, who=player)
    assert game.game.count == 2


def test_a_limit_is_each_carriers_own(small: Make) -> None:
    game, player, _ = table(small, "every unit:\n  activate once per turn: note\n")
    one(game, "unit", owner=player, controller=player)
    do(game, "act", until_nothing, who=player)
    assert game.game.count == 2


def test_uses_come_back_when_what_recharges_them_happens(small: Make) -> None:
    rules = "every unit:\n  activate uses 1 recharges turn by self.controller where self.tapped: note\n"
    game, player, unit = table(small, rules)
    do(game, "act", until_nothing, who=player)
    do(game, "turn", who=player)
    assert offered(game, player) == [], "the pattern asks for more than a turn"
    write(game, unit, "tapped", True)
    do(game, "turn", who=player)
    do(game, "act", until_nothing, who=player)
    assert game.game.count == 2


def test_uses_do_not_come_back_from_what_was_prevented(small: Make) -> None:
    rules = """
every unit:
  activate uses 1 recharges turn: note
  before turn: prevent
"""
    game, player, _ = table(small, rules)
    do(game, "act", until_nothing, who=player)
    assert do(game, "turn", who=player)._outcome == "prevented"
    assert offered(game, player) == []


def test_costs_are_all_paid_or_none(small: Make) -> None:
    rules = "every unit:\n  activate costs pay 2 by self.controller, pay 2 by self.controller: note\n"
    game, player, _ = table(small, rules)
    write(game, player, "score", 3)
    before = picture(game)
    assert offered(game, player) == []
    assert picture(game) == before, "what was tried was taken back"
    write(game, player, "score", 5)
    do(game, "act", until_nothing, who=player)
    assert (player.score, game.game.count) == (1, 1)


def test_a_cost_that_ends_what_it_is_a_part_of_is_paid(small: Make) -> None:
    rules = "verb leave(by who: player): end act\nevery unit:\n  activate costs leave by self.controller: note\n"
    game, player, _ = table(small, rules)
    assert len(offered(game, player)) == 1
    do(game, "act", lambda _g, _r: [0], who=player)
    assert game.game.count == 0, "its text did not follow"


def test_a_mandatory_ability_that_cannot_pay_does_nothing(small: Make) -> None:
    rules = "every unit:\n  after turn costs pay 1 by self.controller, pay 1 by self.controller: note\n"
    game, player, _ = table(small, rules)
    write(game, player, "score", 1)
    do(game, "turn", who=player)
    assert (player.score, game.game.count) == (1, 0)
    write(game, player, "score", 2)
    do(game, "turn", who=player)
    assert (player.score, game.game.count) == (0, 1)


def test_a_cost_that_chooses_is_tried_with_every_choice(small: Make) -> None:
    """The first option does not do, the second does."""
    game, player, unit = table(
        small,
        """
verb tap(to target: unit):
  require not target.tapped "tapped already"
  set target.tapped to true
every unit:
  activate costs tap to one unit where damage == self.damage: note
""",
    )
    write(game, unit, "tapped", True)
    other = one(game, "unit", controller=player, owner=player)
    seen = offered(game, player)
    assert len(seen) == 2
    do(game, "act", lambda _g, r: [len(r.options) - 1], who=player)
    assert other.tapped and game.game.count == 1


def test_only_what_can_do_something_is_offered(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb tap(to target: unit):
  require not target.tapped "tapped already"
  set target.tapped to true
every unit:
  activate "Tap": tap to self
  activate "Nobody": tap to one unit where damage > 5
  activate "Needy" requires self.damage > 2 "not hurt": note
  activate "Dear" costs pay(900) by controller: tap to one unit where damage > 5
""",
    )
    assert offered(game, player) == ["Tap"]
    explained: dict[str, str] = {}

    def look(game: State, _request: Choose) -> list[int]:
        explained.update({usable.name: why.message for usable, why in explain(game)})
        return [-1]

    do(game, "act", look, who=player)
    assert explained == {
        "Nobody": "nothing of it could be done",
        "Needy": "not hurt",
        "Dear": "its cost cannot be paid",  # asked before what could be done
    }


def test_the_same_costs_are_tried_once_for_a_bearer(small: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[tuple[str, Any]] = []

    def counted(rt: State, ability: AbilityCode, me: Any, this: Any, trigger: Any) -> bool:
        tries.append((ability.label, me))
        return can_pay(rt, ability, me, this, trigger)

    game, player, first = table(
        small,
        """
every unit:
  activate "Cheap" costs pay(1) by controller: note
  activate "The same" costs pay(1) by controller: note
  activate "Dear" costs pay(900) by controller: note
  activate "As dear" costs pay(900) by controller: note
""",
    )
    write(game, player, "score", 1)
    second = create(game, "unit", None, {"owner": player, "controller": player})
    monkeypatch.setattr("compiler.interpreter.offers.can_pay", counted)
    offer, before = (game.code.activations, player, None, None), game.work
    assert [o.name for o in usable_abilities(game, offer)] == ["Cheap", "Cheap", "The same", "The same"]
    assert tries == [("Cheap", first), ("Cheap", second), ("Dear", first), ("Dear", second)]
    shared = before - game.work
    monkeypatch.setattr("compiler.interpreter.offers.Payments.are_possible", alone)
    before = game.work
    assert len(usable_abilities(game, offer)) == 4
    assert before - game.work == shared > 0, "what is remembered costs the same work"


def alone(payments: Payments, ability: AbilityCode, me: Any, this: Any) -> bool:
    return can_pay(payments.rt, ability, me, this, payments.trigger)


def test_a_cost_is_chosen_among_what_can_be_given(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb tap(to target: unit):
  require not target.tapped "tapped already"
  set target.tapped to true
every unit:
  activate "Ring" costs tap to one unit: note
""",
    )
    tapped, _ = (one(game, "unit", owner=player, controller=player) for _ in range(2))
    tapped.tapped = True
    asked: list[Choose] = []

    def decide(_game: State, request: Choose) -> list[int]:
        asked.append(request)
        return [0] if len(asked) < 3 else [-1]

    do(game, "act", decide, who=player)
    chosen = next(request for request in asked if request.kind == "one")
    assert tapped not in chosen.options and len(chosen.options) == 2
    assert game.game.count == 1


def test_a_call_that_lasts_a_while_can_be_offered(small: Make) -> None:
    game, player, unit = table(
        small,
        """
status weak of unit
verb weaken(to target: unit, until d: duration):
  require not target.tapped "tapped already"
  add weak to target until d
verb doze(who: unit): nothing
every unit:
  activate "Weaken": weaken self until end of doze self
""",
    )
    assert offered(game, player) == ["Weaken"]
    unit.tapped = True
    assert offered(game, player) == []


def test_offers_are_by_class_and_about_one(small: Make) -> None:
    game, player, unit = table(
        small,
        """
verb quick(to target: unit, by who: player):
  offer minor to who for target once
every unit:
  activate "Long": note
  activate "Short" as minor: note
""",
    )
    one(game, "unit", owner=player, controller=player)
    seen: list[Any] = []

    def look(_game: State, request: Choose) -> list[int]:
        seen.extend((o.name, o.me) for o in request.options)
        return [0]

    do(game, "quick", look, target=unit, who=player)
    assert seen == [("Short", unit)]
    assert game.game.count == 1


def test_a_card_is_used_through_a_verb_that_resolves_it(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb play(played: card, on user: unit, by who: player):
  require played in who.hand "it is not in your hand"
  put played into who.pile
  resolve
live card for each u in all unit while this in u.controller.hand through play this on u by u.controller
""",
        cards="""
        - id: spark
          kind: card
          name: {en: Spark}
          provenance: house
          rules: |
            activate: note
        """,
    )
    card = create(game, "card", game.cards["spark"], {"owner": player})
    assert offered(game, player) == []
    put_top(game, card, player.hand)
    do(game, "act", until_nothing, who=player)
    assert list(player.pile) == [card] and game.game.count == 1
    assert happened(game)[-2:] == ["play", "note"]


def test_can_changes_nothing(small: Make) -> None:
    game, player, unit = table(
        small,
        """
verb hit(to target: unit):
  require not target.tapped "tapped"
  increase target.damage by 1
every unit:
  instead of hit to self:
    pay 1 by self.controller
    set self.tapped to true
verb look(to target: unit):
  if can (hit to target):
    note
""",
    )
    write(game, player, "score", 1)
    before, journal, events = picture(game), len(game.journal), game.events
    assert not can(game, "hit", {"target": unit}), "after the replacement it would be tapped"
    assert picture(game) == before
    assert (len(game.journal), game.events) == (journal, events)
    do(game, "look", target=unit)
    assert game.game.count == 0


def test_a_choice_shows_only_what_meets_its_condition(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb pick(by who: player):
  choose u from all unit by who such that u.damage > 1:
    set u.tapped to true
  else:
    note
""",
    )
    units = [one(game, "unit", damage=n) for n in (1, 2, 3)]
    asked: list[Choose] = []

    def last(_game: State, request: Choose) -> list[int]:
        asked.append(request)
        return [len(request.options) - 1]

    do(game, "pick", last, who=player)
    assert asked[0].options == tuple(units[1:])
    assert units[2].tapped
    for u in units[1:]:
        remove(game, u)
    do(game, "pick", last, who=player)
    assert len(asked) == 1 and game.game.count == 1, "nobody is asked where nothing can be chosen"


def test_a_condition_on_a_whole_choice(small: Make) -> None:
    rules = """
verb pick(by who: player):
  choose any number of us from all unit by who such that sum(u.hp for u in us) == 7:
    each u in us: set u.tapped to true
"""
    game, player, first = table(small, rules)
    units = [first, *(one(game, "unit", hp=n) for n in (2, 3))]
    do(game, "pick", lambda _g, _r: [0, 1], who=player)
    assert [u.tapped for u in units] == [True, True, False]
    with pytest.raises(Fault, match="no legal answer"):
        do(game, "pick", lambda _g, _r: [0, 2], who=player)


@pytest.mark.parametrize(("amount", "bounds"), [("up to 2", (0, 2)), ("exactly 2", (2, 2)), ("any number of", (0, 3))])
def test_amounts(small: Make, amount: str, bounds: tuple[int, int]) -> None:
    game, player, _ = table(
        small,
        f"""
verb pick(by who: player):
  choose {amount} us from all unit by who:
    set game.round to size(us)
""",
    )
    one(game, "unit"), one(game, "unit")
    seen: list[tuple[int, int]] = []

    def most(_game: State, request: Choose) -> list[int]:
        seen.append((request.least, request.most))
        return list(range(request.most))

    do(game, "pick", most, who=player)
    assert seen == [bounds]
    assert game.game.round == bounds[1]


@pytest.mark.parametrize(("amount", "chosen"), [("exactly 3", 3), ("3 to 9", 3), ("up to 0", 0), ("exactly 0", 0)])
def test_where_the_number_leaves_one_answer_nobody_is_asked(small: Make, amount: str, chosen: int) -> None:
    game, player, _ = table(
        small,
        f"""
verb pick(by who: player):
  choose {amount} us from all unit by who such that size(us) == {chosen}:
    set game.round to size(us)
  else:
    set game.round to 7
  choose {amount} them from all unit by who such that size(them) != {chosen}:
    note
""",
    )
    one(game, "unit"), one(game, "unit")
    do(game, "pick", who=player)
    assert (game.game.round, game.game.count) == (chosen, 0)


def test_exactly_more_than_there_are_is_no_choice(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb pick(by who: player):
  choose exactly 2 us from all unit by who:
    note
  else:
    set game.round to 5
""",
    )
    do(game, "pick", who=player)
    assert (game.game.count, game.game.round) == (0, 5)


def test_preferences_leave_only_the_best_and_ask_among_equals(small: Make) -> None:
    game, player, first = table(
        small,
        """
verb tap(to target: unit, by source: unit):
  set target.tapped to true
every unit:
  activate: tap to one unit other than self preferring most damage by self
""",
    )
    units = [one(game, "unit", damage=n) for n in (1, 4, 4)]
    seen: list[Any] = []

    def look(_game: State, request: Choose) -> list[int]:
        if request.kind == "use":
            return [0] if not seen else [-1]
        seen.append(request.options)
        return [1]

    do(game, "act", look, who=player)
    assert seen == [tuple(units[1:])]
    assert units[2].tapped and not first.tapped


def test_one_of_several_modes_that_can_be_done(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb pick(by who: player):
  choose one by who:
    option "first": set game.round to 1
    option "second" if who.score > 0: set game.round to 2
    option "third": set game.round to 3
""",
    )
    seen: list[Any] = []

    def last(_game: State, request: Choose) -> list[int]:
        seen.append(request.options)
        return [len(request.options) - 1]

    do(game, "pick", last, who=player)
    assert seen == [("first", "third")]
    assert game.game.round == 3


def test_a_text_of_which_no_option_or_round_can_be_done_is_not_offered(small: Make) -> None:
    game, player, _ = table(
        small,
        """
every player:
  activate "Pick":
    choose one:
      option "first" if self.score > 1: note
      option "second": pay 1 by self
  activate "Always":
    choose one:
      option "first" if self.score > 1: note
      option "second": note
  activate "So often":
    repeat self.score times: note
  activate "Twice":
    repeat 2 times: pay 1 by self
  activate "While":
    while self.score > game.count at most 3 times: note
""",
    )
    offer = (game.code.activations, player, None, None)
    assert [o.name for o in usable_abilities(game, offer)] == ["Always"]
    write(game, player, "score", 1)
    assert len(usable_abilities(game, offer)) == 5


def test_may_asks_only_where_something_could_be_done(small: Make) -> None:
    game, player, _ = table(
        small,
        """
verb pick(by who: player):
  may by who: pay 1 by who
""",
    )
    asked: list[str] = []

    def yes(_game: State, request: Choose) -> list[int]:
        asked.append(request.kind)
        return [0]

    do(game, "pick", yes, who=player)
    assert asked == []
    write(game, player, "score", 1)
    do(game, "pick", yes, who=player)
    assert asked == ["yes"] and player.score == 0


def test_a_set_of_what_a_list_holds_twice_holds_it_once(small: Make) -> None:
    game, player, _ = table(
        small,
        """
define once(n: int) -> list of int = list(m for m in [n, n + 1])
define twice(n: int) -> list of int = once(n) + once(n)
verb count(by who: player):
  set who.score to size(set(m for m in twice(3)))
""",
    )
    do(game, "count", who=player)
    assert player.score == 2


def test_abilities_of_a_kind_in_two_places_have_limits_of_their_own(small: Make) -> None:
    game, player, _ = table(small, "every unit:\n  activate uses 1: note\n" * 2)
    do(game, "act", until_nothing, who=player)
    assert game.game.count == 2

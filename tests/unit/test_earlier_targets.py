"""`target` behind a call: whom that call affected, also where another call stands between, and where it had none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Usable
from tests.small_game import Small, do, one

Make = Callable[..., Small]

RULES = """
verb hurt(to target: unit):
  require target.hp > 0 "it cannot be hurt"
  increase target.damage by 1
verb mark(u: unit):
  require not u.tapped "it is marked"
  set u.tapped to true
verb tally(n: int):
  increase game.count by n
verb roll_for(u: unit) gives got: int:
  set got to u.hp
verb go(by who: player):
  note
verb note():
  increase game.round by 1
every unit:
  after note where self.armor == 1:
"""
NOBODY = "hurt one unit where hp > 50"


def played(small: Make, body: str, answer: str = "") -> tuple[int, str]:
    """What is counted, and who is marked, after a text that is done for `a`; `b` stands beside it."""
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    game = small(RULES + lines).game(p={})
    player = of_kind(game, "player")[0]
    a = one(game, "unit", owner=player, controller=player, hp=5, armor=1)
    b = one(game, "unit", owner=player, controller=player, hp=7)

    def answers(_game: State, request: Choose) -> list[int]:
        labels = [str(option) for option in request.options]
        return [labels.index(answer)] if answer in labels else [0]

    do(game, "note", answers)
    return game.game.count, "".join(name for name, unit in (("a", a), ("b", b)) if unit.tapped)


@pytest.mark.parametrize(
    ("body", "counted", "marked"),
    [
        ("let half = target.hp\ntally half\ntally 1", 1, ""),
        ("let half = target.hp\nlet more = half + 1\nif more > 0: tally 9\nelse: tally 8\ntally 1", 1, ""),
        ("let r = roll times(target.hp, d6)\ntally total(r)\ntally 1", 1, ""),
        ("create c = card with owner = target.owner\nput c into target.owner.hand\ntally 1", 1, ""),
        ("roll_for target giving g\nif g is not none: tally g\ntally 1", 1, ""),
        ("roll_for target giving g or stop\ntally 1", 0, ""),
        ("mark target or else: tally 3\ntally 1", 4, ""),
        ("mark target: tally 2\nelse: tally 3", 3, ""),
        ("if self.damage > 90: mark target\nelse: tally 3", 3, ""),
        ("if target.damage > 90: mark target\nelse: tally 3\ntally 1", 1, ""),
        ("each u in all unit:\n  if u.hp > 6: mark target\n  tally 5", 10, ""),
        ("choose u from all unit where hp > target.hp by controller\ntally 1", 0, ""),
        ("choose u from all unit where hp > target.hp by controller: tally 1\nelse: tally 2\ntally 4", 6, ""),
        ("choose one by controller:\n  option \"x\": mark target\n  option \"y\": tally 2", 2, ""),
        ("choose one by controller:\n  option \"x\" if target.hp > 0: tally 1\n  option \"y\": tally 2", 2, ""),
        ("may by controller:\n  mark target\n  tally 2", 2, ""),
        ("may by controller: mark target\ntally 1", 1, ""),
    ],
)  # fmt: skip
def test_what_needs_the_target_of_a_call_without_one_is_passed_over(
    small: Make, body: str, counted: int, marked: str
) -> None:
    assert played(small, f"{NOBODY}\n{body}") == (counted, marked)


@pytest.mark.parametrize(
    ("body", "counted", "marked"),
    [
        ("let half = target.hp\ntally half\ntally 1", 6, ""),
        ("let r = roll times(target.hp, d1)\ntally total(r)", 5, ""),
        ("roll_for target giving g or stop\ntally g", 5, ""),
        ("mark target or else: tally 3", 0, "a"),
        ("choose u from all unit where hp > target.hp by controller\nmark u", 0, "b"),
    ],
)
def test_what_needs_the_target_of_a_call_is_done_with_it(small: Make, body: str, counted: int, marked: str) -> None:
    assert played(small, f"hurt self\n{body}") == (counted, marked)


@pytest.mark.parametrize(
    ("body", "marked"),
    [
        (f"hurt self\n{NOBODY}\nmark target", ""),
        (f"hurt one unit where hp == 5\nif damage == 1: {NOBODY}\nmark target", "a"),
        ("hurt one unit where hp == 5\nif damage == 1: hurt one unit where hp == 7\nmark target", "a"),
        ("hurt self\nif damage == 1:\n  hurt one unit where hp == 7\n  mark target\nmark target", "ab"),
        ("hurt self\neach u in all unit where hp == 7: hurt u\nmark target", "a"),
        ("each u in all unit:\n  hurt one unit where u.hp == 5 and hp == 5\n  if u.hp == 7: mark target", ""),
        ("each target in all unit where hp == 5:\n  if damage == 0: hurt one unit where hp == 7\n  mark target", "a"),
    ],
)
def test_a_target_is_that_of_its_own_call(small: Make, body: str, marked: str) -> None:
    assert played(small, body)[1] == marked


def offered(small: Make, body: str) -> list[str]:
    """The names of the reactions that are offered to whom is hurt, where one of them has this text."""
    reaction = "".join(f"    {line}\n" for line in body.splitlines())
    game = small(OFFERED + reaction).game(p={})
    player = of_kind(game, "player")[0]
    unit = one(game, "unit", owner=player, controller=player, hp=5, tapped=True)
    seen: list[str] = []

    def answer(_game: State, request: Choose) -> list[int]:
        seen.extend(option.name for option in request.options if isinstance(option, Usable))
        return [-1]

    do(game, "hurt", answer, target=unit)
    return seen


OFFERED = """
verb hurt(to target: unit): increase target.damage by 1
verb find(to target: unit):
  require not target.tapped "it is marked"
  set target.tapped to true
verb free(u: unit):
  require u.tapped "it is free"
  set u.tapped to false
verb mend(u: unit):
  require u.damage > 0 "it is whole"
  decrease u.damage by 1
verb tally(n: int): increase game.count by n
every unit:
  react "It" after hurt to self:
"""
NONE_FOUND = "find one unit where hp > 50\n"


@pytest.mark.parametrize(
    ("body", "is_offered"),
    [
        (NONE_FOUND + "free self", True),
        (NONE_FOUND + "free self\nmend target", True),
        (NONE_FOUND + "mend target\nfree self", True),
        (NONE_FOUND + "mend target", False),
        (NONE_FOUND + "mend target or else: free self", True),
        (NONE_FOUND + "if damage > 9: mend target\nelse: free self", True),
        (NONE_FOUND + "set target.damage to 0", False),
        (NONE_FOUND + "let lost = target.damage\ntally lost\nfree self", True),
        (NONE_FOUND + "let lost = target.damage\ntally lost", False),
        ("free one unit where hp > 50\nmend target", True),  # the target of what it answers
        ("mend target", True),
    ],
)
def test_what_can_be_done_does_not_hang_on_calls_that_cannot(small: Make, body: str, is_offered: bool) -> None:
    assert offered(small, body) == (["It"] if is_offered else [])


@pytest.mark.parametrize(("found", "counted", "is_free"), [("hp > 50", 5, False), ("hp == 5", 10, True)])
def test_steps_of_a_figure_that_need_a_target_are_left_out(
    small: Make, found: str, counted: int, is_free: bool
) -> None:
    steps = f"""
verb act(u: unit): resolve ai of u
verb look(to target: unit): nothing
every unit:
  ai:
    otherwise:
      tally 1
      look one unit where {found}
      let worth = target.hp
      then free target
      then tally worth
      then tally 4
"""
    rules = OFFERED.partition("every unit")[0] + steps
    game = small(rules).game(p={})
    player = of_kind(game, "player")[0]
    unit = one(game, "unit", owner=player, controller=player, hp=5, tapped=True)
    do(game, "act", u=unit)
    assert (game.game.count, not unit.tapped) == (counted, is_free)

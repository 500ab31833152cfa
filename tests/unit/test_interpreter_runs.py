"""Runs as a whole: bounds, faults, logs, and the same bytes in every process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.frames import Body, Once
from compiler.interpreter.game import Driver, Minstd, new_game, play, run
from compiler.interpreter.modifiers import stat
from compiler.interpreter.pictures import fingerprint, picture
from compiler.interpreter.places import lift, put_top
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Event, Fault, Trace
from tests.small_game import Small, build_small, do, one

Make = Callable[..., Small]
ROOT = Path(__file__).parents[2]

BASE = """
verb note():
  increase game.count by 1
"""


def faults(game: State, verb: str, **values: Any) -> str:
    """Runs into a fault, which leaves the state as it was; gives what it says."""
    before, started, effects, entities = picture(game), dict(game.started), game.effects, game.next_id
    with pytest.raises(Fault) as caught:
        do(game, verb, **values)
    assert picture(game) == before
    assert {k: n for k, n in game.started.items() if n} == {k: n for k, n in started.items() if n}
    assert (game.effects, game.next_id, game.stack, game.dirty) == (effects, entities, [], set())
    return caught.value.message


def test_steps_are_bounded(small: Make) -> None:
    game = small(BASE + "verb go():\n  while true at most 9999 times: note\n").game()
    game.bounds.steps = 100
    assert faults(game, "go") == "more than 100 steps were taken"
    assert do(game, "note")._done, "a fault does not weigh on what comes after"


def test_depth_is_bounded(small: Make) -> None:
    game = small(BASE + "verb go():\n  note\n  go\n").game()
    assert faults(game, "go") == "events are nested more than 60 deep: go > go > note"


def test_depth_of_replacements_is_bounded(small: Make) -> None:
    rules = "verb go(to target: unit):\n  note\nevery unit:\n  instead of go to self: go to target\n"
    game = small(BASE + rules).game(a={})
    unit = one(game, "unit")
    chain = f"go > unit#1 of unit#{unit._id} > go"
    assert faults(game, "go", target=unit) == f"events are nested more than 60 deep: {chain}"


def test_entities_are_bounded(small: Make) -> None:
    rules = "verb go(by who: player):\n  repeat 9999 times:\n    create u = unit with owner = who, controller = who\n"
    game = small(rules).game(a={})
    game.bounds.entities = 20
    assert faults(game, "go", who=of_kind(game, "player")[0]) == "more than 20 of unit were created"


def test_loops_are_bounded(small: Make) -> None:
    game = small(BASE + "verb go(n: int):\n  repeat n times: note\n").game()
    assert faults(game, "go", n=10_001) == "a loop of more than 10,000 rounds, at rules.rules:5"


def test_numbers_are_bounded(small: Make) -> None:
    game = small("verb go(n: int):\n  increase game.count by n\n").game()
    assert do(game, "go", n=2**53 - 1)._done
    assert faults(game, "go", n=1) == "a number passed 2^53"


@pytest.mark.parametrize(
    ("told", "text", "line"),
    [
        ("a number passed 2^53", "increase game.count by 9007199254740991", 7),
        ("a number passed 2^53", "if worth(game.count * 99) > 7: note", 2),
        ("`speed` depends on itself through modifiers", "each u in all unit: set game.count to u.speed", 9),
        ("there is no unit", "each u in [the one unit where damage > 7]: note", 7),
    ],
)
def test_a_fault_of_a_value_has_its_line(tmp_path: Path, told: str, text: str, line: int) -> None:
    rules = f"""\
stat speed of unit = 7
define worth(n: int) -> int = sum(9007199254740 * n for x in 1 to n)
{BASE.strip()}
verb go():
  note
  {text}
every unit:
  passive while some u in all unit satisfies (u is not self and u.speed > 7): +1 speed
"""
    game = build_small(tmp_path, rules).game()
    one(game, "unit"), one(game, "unit")
    with pytest.raises(Fault, match=re.escape(told)) as caught:
        do(game, "go")
    assert caught.value.at
    assert game.code.spans[caught.value.at].line == line


def test_a_fault_takes_back_all_that_was_done(small: Make) -> None:
    game = small(
        """
        stat armor of unit
        status slow of unit
        verb hurt(to target: unit):
          require can (mend to target) "it is beyond help"
          increase target.damage by 1
        verb mend(to target: unit):
          set target.damage to 0
        every unit:
          before mend to self: set self.tapped to true
          instead of mend to self: set self.marks to [red]
        verb go(to target: unit, by who: player):
          hurt to target
          add slow to target
          until end of go:
            +1 armor for target
          each c in who.hand: put c into who.pile
          create u = unit with owner = who, controller = who
          place u at b1
          remove target
          let many = 2 * 5001
          repeat many times: mend to u
        """,
        scenario="""
        id: pair
        name: Pair
        players: [p1]
        board: |
          A . .
        legend:
          A: {kind: unit, owner: p1, controller: p1}
        """,
    ).scenario("pair")
    (player,), (unit,) = of_kind(game, "player"), of_kind(game, "unit")
    put_top(game, one(game, "card", owner=player), player.hand)
    standing = {square: list(held) for square, held in game.standing.items() if held}
    assert faults(game, "go", target=unit, who=player) == "a loop of more than 10,000 rounds, at rules.rules:22"
    assert {square: held for square, held in game.standing.items() if held} == standing
    assert unit._alive and unit._statuses == () and stat(game, unit, "armor") == 0


UNSAFE = (
    """\
# The checker refuses to read what may be none; what content is given it cannot see.
define broken(u: unit) -> int = u.hp + 1
verb go(by who: player):
  increase who.score by 1
  note
"""
    + BASE
)


def test_none_where_a_value_is_needed_is_a_fault_with_its_line(tmp_path: Path) -> None:
    game = build_small(tmp_path, UNSAFE).game()
    read = Once(lambda: game.code.functions["broken"](game, None))
    with pytest.raises(Fault, match=r"^small/rules/rules\.rules:2: a value was none where one is needed"):
        run(game, lambda: read, Driver(random_agent(1)))


def test_none_cannot_be_changed(small: Make) -> None:
    game = small(UNSAFE).game()
    event = Event("go", None, 1)
    vars(event)["who"] = None
    with pytest.raises(Fault, match="`score` of none cannot be set"):
        run(game, lambda: Body(game.code.verbs["go"].body, {"ev": event}), Driver(random_agent(1)))


def test_a_traceback_names_the_line_of_the_content(tmp_path: Path) -> None:
    made = build_small(tmp_path, UNSAFE)
    with pytest.raises(AttributeError) as caught:
        made.code.functions["broken"](made.game(), None)
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.filename, frame.lineno, frame.name) == ("small/rules/rules.rules", 2, "f_broken")


def test_no_builtin_is_within_reach_of_content(tmp_path: Path) -> None:
    code = build_small(tmp_path, BASE).code
    assert code.space["__builtins__"] == {}
    with pytest.raises(NameError):
        exec("open('x')", dict(code.space))


def test_an_answer_that_is_no_option_is_refused(small: Make) -> None:
    game = small("verb go(by who: player):\n  choose u from all unit by who:\n    set u.tapped to true\n").game(a={})
    (player,) = of_kind(game, "player")
    one(game, "unit"), one(game, "unit")
    for answer in ([2], [-1], [0, 1], [], "0", [True, True], None):
        with pytest.raises(Fault, match="no legal answer"):
            do(game, "go", lambda _g, _r, answer=answer: answer, who=player)
    assert not any(u.tapped for u in of_kind(game, "unit"))


MATCH = """
verb hit(amount: int, to target: unit):
  let faces = roll 2d6
  increase target.damage by amount + total(faces)
flow match():
  repeat 4 times:
    each who in all player: turn by who
flow turn(by who: player):
  shuffle who.hand
  offer any to who once
  let luck = roll d20
  if total(luck) > 5:
    choose u from all unit by who:
      hit 1 to u
every unit:
  activate: hit 2 to one unit other than self
"""
SCENARIO = """
id: first
name: First
players: [p1, p2]
board: |
  A . B
  . # .
  C . D
legend:
  A: {kind: unit, owner: p1, controller: p1, hp: 9}
  B: {kind: unit, owner: p1, controller: p1}
  C: {kind: unit, owner: p2, controller: p2}
  D: {kind: unit, owner: p2, controller: p2}
decks:
  - {zone: p1.hand, owner: p1, cards: {blank: 5}}
"""
CARDS = """
- {id: blank, kind: card, name: {en: Blank}, provenance: house}
"""


def played(made: Small, driver: Driver) -> State:
    script = made.build.scripts["scenario first"]
    game = new_game(made.code)
    Scripts(made.code, {"scenario first": script}).start(script, game, Env({}), driver)
    game.trace = Trace()
    play(game, driver)
    return game


def build_match(make: Callable[..., Small]) -> Small:
    return make(MATCH, start="match", scenario=SCENARIO, cards=CARDS)


def test_seeds_differ_and_the_same_seed_does_not(small: Make) -> None:
    made = build_match(small)
    prints = [fingerprint(played(made, Driver(random_agent(seed), seed))) for seed in (1, 2, 1)]
    assert prints[0] == prints[2] != prints[1]


@pytest.mark.slow
def test_another_process_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whatever order Python's hashes give sets in."""
    texts = []
    for seed in ("0", "1", "12345"):
        folder = tmp_path / seed
        folder.mkdir()
        script = (
            f"from pathlib import Path; from tests.unit.test_interpreter_runs import show; show(Path({str(folder)!r}))"
        )
        env = {**os.environ, "PYTHONHASHSEED": seed}
        texts.append(
            subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, cwd=ROOT, env=env).stdout
        )
    assert texts[0] and texts[0] == texts[1] == texts[2]


def show(folder: Path) -> None:
    """Prints all that can be seen of a match."""
    made = build_small(folder, MATCH, start="match", scenario=SCENARIO, cards=CARDS)
    game = played(made, Driver(random_agent(3), 3))
    assert game.trace is not None
    print("\n".join(game.trace.lines), picture(game), fingerprint(game))


def test_the_generator_is_the_one_that_is_named() -> None:
    """Park and Miller's check, with the multiplier of 1993: the 10,000th number from 1."""
    generator = Minstd(1)
    for _ in range(10_000):
        generator.value = generator.value * 48_271 % (2**31 - 1)
    assert generator.value == 399_268_537
    counts = [0] * 6
    for _ in range(6000):
        counts[generator.below(6)] += 1
    assert all(900 < count < 1100 for count in counts)
    assert sorted(generator.permutation(9)) == list(range(9))


def test_a_walk_is_looked_for_anew_when_the_board_has_changed(small: Make) -> None:
    game = small(
        """
        define pace(u: unit, a: square, b: square) -> int? = 1 if size(standing_on(b)) == 0 else none
        relation never(u: unit, s: square) = false
        define around(u: unit) -> set of square = reachable(u, 5, pace, never)
        define way(u: unit, s: square) -> list of square = route(u, s, 5, pace, never)
        """,
        scenario="""
        id: lane
        name: Lane
        players: [p1]
        board: |
          A . B .
        legend:
          A: {kind: unit, owner: p1, controller: p1}
          B: {kind: unit, owner: p1, controller: p1}
        """,
    ).scenario("lane")
    first, second = of_kind(game, "unit")
    around, way, end = game.code.functions["around"], game.code.functions["way"], game.squares[3]
    assert (len(around(game, first)), len(way(game, first, end))) == (2, 0)
    mark = len(game.journal)
    lift(game, second)
    assert (len(around(game, first)), len(way(game, first, end))) == (4, 3)
    game.back_to(mark)
    assert (len(around(game, first)), len(way(game, first, end))) == (2, 0)


TARGETS = """
verb hurt(to target: unit):
  require target.hp > 0 "it cannot be hurt"
  increase target.damage by 1
verb mark(u: unit): set u.tapped to true
"""
UNDER = "hurt a: mark target"
WITHIN = "if a.damage == 0:\n      hurt a\n      mark target"


@pytest.mark.parametrize("done", [UNDER, WITHIN])
def test_a_target_is_that_of_the_call_that_was_made_last(small: Make, done: str) -> None:
    """Also where the statement before calls nobody, so that there is no earlier target."""
    given = "given: {players: [p], create: [{name: a, card: ann, owner: p, controller: p}]}"
    made = small(
        TARGETS,
        cards="- {id: ann, kind: unit, name: {en: Ann}, provenance: house}",
        tests=f"- name: marked\n  {given}\n  when: |\n    set a.damage to 0\n    {done}\n  then: [a.tapped, a.damage == 1]\n",
    )
    assert made.test().failures == []

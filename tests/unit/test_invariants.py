"""Invariants: what is told of a broken one, and when a content test is judged by them."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.cli.mutation_run import NOTICED, MutationRun
from compiler.build import build_game
from compiler.interpreter.entities import create
from compiler.interpreter.invariants import broken_invariants, sentence
from compiler.interpreter.scripts import Outcome, Scripts
from compiler.interpreter.state import State
from dsl.diagnostics import Sink
from dsl.meaning.rulebook import read_rulebook
from tests.small_game import Small, build_small, try_small, write_game

RULES = """
noun hurt = unit where damage > 0

@T-HP-01
invariant no_more_damage_than_hp of unit = damage <= hp
invariant armour_of_the_hurt of hurt:
  let most = hp + 5
  when tapped: true
  otherwise: armor <= most
invariant few_rounds = game.round < 10 and (count of unit) < 6

verb hit(amount: int, to target: unit):
  increase target.damage by amount
verb ask(by p: player):
  each u in all unit: hit 3 to u
  may by p: nothing
  each u in all unit: decrease u.damage by 3
"""
CARDS = """\
- {id: owl, kind: unit, name: {en: Owl}, provenance: house}
"""
TESTS = """\
- name: asked while too much damage lies on it
  given: &field
    players: [p1, p2]
    create: [{name: owl, card: owl, owner: p1, controller: p1, damage: 3}]
  when: ask by p1
  then: [owl.damage == 3]
"""
GIVEN = "given:\n    players: [p1, p2]\n    create: [{name: owl, card: owl, owner: p1, controller: p1, damage: DAMAGE}]"


def entry(name: str, keys: str, damage: int = 0) -> str:
    return f"- name: {name}\n  {GIVEN.replace('DAMAGE', str(damage))}\n  {keys}\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return build_small(tmp_path, RULES, cards=CARDS)


def owls(game: State, *damage: int) -> None:
    (player,) = game.kinds["player"]
    for points in damage:
        made = create(game, "unit", game.code.prototypes["owl"], {"owner": player, "controller": player})
        made.damage = points


def judged(folder: Path, *tests: str, rules: str = RULES) -> list[Outcome]:
    made = build_small(folder, rules, cards=CARDS, tests="".join(tests))
    runner = Scripts(made.code, made.build.scripts, judging=True)
    return [runner.run_test(script) for name, script in made.build.scripts.items() if name.startswith("test ")]


def test_every_entity_that_breaks_it_is_told_with_what_is_read(small: Small) -> None:
    game = small.game(first={})
    owls(game, 6, 5, 9)
    found = broken_invariants(game)
    assert [one["of"] for one in found] == ["owl#3", "owl#5"]
    assert found[0] == {
        "name": "no_more_damage_than_hp", "place": found[0]["place"], "rows": ["T-HP-01"], "of": "owl#3",
        "values": {"damage": "6", "hp": "5"},
    }  # fmt: skip
    assert found[0]["place"].endswith("rules.rules:5:1")
    assert sentence(found[1]) == "the invariant `no_more_damage_than_hp` is broken by owl#5: damage is 9, hp is 5"


def test_the_whole_game_breaks_it_once(small: Small) -> None:
    game = small.game(first={})
    owls(game, 0, 0, 0, 0, 0, 0)
    (one,) = broken_invariants(game)
    assert (one["name"], one["of"], one["values"]) == ("few_rounds", "", {"game.round": "0"})


def test_judging_costs_the_game_nothing(small: Small) -> None:
    game = small.game(first={})
    owls(game, 6)
    game.marked = set()
    work, known = game.work, game.known
    assert broken_invariants(game)
    assert (game.work, game.marked) == (work, set())
    assert game.known is known


def test_a_test_fails_where_an_invariant_breaks_at_a_decision(tmp_path: Path) -> None:
    (outcome,) = judged(tmp_path, entry("asked", "when: ask by p1\n  then: [owl.damage == 3]", damage=3))
    (failure,) = outcome.failures
    assert failure.message.endswith("broken by owl#4: damage is 6, hp is 5")
    assert failure.guarded == ("T-HP-01",)


def test_what_a_position_or_the_test_itself_breaks_is_not_held_against_it(tmp_path: Path) -> None:
    outcomes = judged(
        tmp_path,
        entry("position", "when: ask by p1\n  then: [owl.damage == 9]", damage=9),
        entry("set", "when: set owl.damage to 9\n  then: [owl.damage == 9]"),
        entry("both", "when: |\n    set owl.damage to 7\n    hit 1 to owl\n  then: [owl.damage == 8]"),
        entry("event", "when: |\n    set owl.damage to 5\n    hit 1 to owl\n  then: [owl.damage == 6]"),
    )
    assert [outcome.passed for outcome in outcomes] == [True, True, True, False]


def test_a_change_that_breaks_an_invariant_is_noticed_by_its_row(tmp_path: Path) -> None:
    rules = RULES + "\n@T-HP-01\nverb wound(to u: unit):\n  if u.damage < u.hp: increase u.damage by 1\n"
    test = entry("wounded", "when: |\n    wound to owl\n    wound to owl\n  then: [owl.damage >= 5]", damage=4)
    made = build_small(tmp_path, rules, cards=CARDS, tests=test)
    run = MutationRun(made.build)
    changes = [m for m in run.mutants if m.owner == "wound"]
    verdicts = {m.description: run.verdict(m) for m in changes}
    noticed = [verdict for verdict in verdicts.values() if verdict.outcome == NOTICED]
    assert any(verdict.rows == {"T-HP-01": "wounded"} for verdict in noticed), verdicts
    assert not any(m.top[0] == "invariants" for m in run.mutants)


def test_an_invariant_carries_no_row(tmp_path: Path) -> None:
    made = build_small(tmp_path, RULES, cards=CARDS)
    book = read_rulebook(made.build.files, made.build.vocab, Sink())
    assert "T-HP-01" not in book.carried


def test_a_player_is_told_nothing_of_it(tmp_path: Path) -> None:
    made = build_small(tmp_path, RULES, cards=CARDS)
    assert "invariants" not in cardwright.Match.view.__annotations__
    assert made.program.invariants[0].name not in str(made.code.program.names)


WRONG = {
    "invariant odd of unit = hit 1 to self": "syntax",
    "invariant odd of unit = damage": "not-a-condition: `damage` is a number, not a condition",
    "invariant odd of unti = true": "unknown-name: no noun is named `unti`",
    "invariant odd of square = column > 0": "wrong-operand: `square` is a square, but a kind or noun of entities is needed",
    "invariant odd of unit:\n  set damage to 0\n  true": "syntax: `damage` cannot stand here",
    "invariant odd of foe = true\nnoun foe = unit where controller is not self.controller":
        "needs-self: `foe` uses `self`, and there is no `self` here",
    "invariant odd = true\ninvariant odd = false": "duplicate-name: `odd` is declared twice",
    "invariant odd of unit:\n  let n = damage": "function-end: the body ends without a value",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_the_checker_says_what_is_wrong(text: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, text + "\n", cards=CARDS)
    assert any(line.startswith(WRONG[text]) for line in told), told


HELP = {
    "invariant odd of unit: damage > 0": "a condition on this line stands after `=`",
    "invariant each u in all unit where u.damage > 0": "write `invariant name of kind = condition`, or leave",
    "invariant odd of unit requires damage > 0": "write `invariant name of kind = condition`, or leave",
    "invariant odd of unit = hit 1 to self": "an invariant is a condition: it calls no verb and changes nothing",
}


@pytest.mark.parametrize("text", HELP)
def test_the_parser_says_what_to_write(text: str, tmp_path: Path) -> None:
    sink = Sink()
    build_game(write_game(tmp_path, text + "\n"), sink, "small")
    (found,) = [d for d in sink.sorted() if d.code == "syntax"]
    assert found.help.startswith(HELP[text])

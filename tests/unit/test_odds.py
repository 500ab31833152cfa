"""Odds: exact by walking all ways of chance, and simulated where these are too many."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.authoring.exported import rules_of
from cardwright.authoring.odds.orderless import order_never_counts
from cardwright.authoring.odds.question import NoAnswer, Question, of_match, of_script, usual_questions
from cardwright.authoring.odds.walk import Odds, TooMany
from cardwright.cli.main import USAGE, main
from cardwright.cli.odds_formats import Told, as_svg, as_text, json_of
from tests.small_game import Small, build_small

RULES = """\
verb strike(foe: unit, by who: unit):
  step aim: let hits = roll 2d6
  if total(hits) >= 9:
    let guard = roll d6
    deal max(0, 4 - total(guard)) to foe
verb deal(n: int, to foe: unit):
  increase foe.damage by n
verb shoot(number: int, to foe: unit):
  let shots = roll times(number, d6)
  let hits = count(f for f in shots where f.value >= 4)
  let wounds = roll times(hits, d6)
  deal count(f for f in wounds where f.value >= 5) to foe
verb gamble(by who: player):
  let r = roll d6
  if total(r) == 1: increase who.score by 100000
  may by who: set who.score to total(r)
verb lot(by who: player):
  choose random c from all card: set who.score to c.cost
verb mix(by who: player):
  shuffle who.pile
  let top = first(who.pile)
  if top is not none: set who.score to top.cost
verb owe(n: int, by who: player):
  require who.score >= n "that costs {n}"
  decrease who.score by n
flow match():
  each p in all player: gamble by p
"""
CARDS = "\n".join(
    f"- {{id: c{n}, kind: card, name: {{en: C{n}}}, provenance: house, cost: {n}}}" for n in (1, 2, 2 + 3)
)
TESTS = """\
- name: a blow
  given:
    players: [p1]
    board: |
      A B
    legend:
      A: {kind: unit, name: a, owner: p1, controller: p1}
      B: {kind: unit, name: b, owner: p1, controller: p1}
    create:
      - {card: c1, owner: p1, zone: p1.pile}
      - {card: c2, owner: p1, zone: p1.pile}
      - {card: c5, owner: p1, zone: p1.pile}
  dice: [[6, 6], 1]
  when: strike b by a
  then: ["b.damage == 3", "a.damage == 0 and b.hp > 2"]
"""
SCENARIO = "id: field\nname: Field\nplayers: [p1, p2]\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    folder = tmp_path_factory.mktemp("odds")
    return build_small(folder, RULES, start="match", cards=CARDS, tests=TESTS, scenario=SCENARIO)


def exact(small: Small, most: int = 1000, **question: Any) -> Odds:
    return of_script(small.build, "test 0", Question(**question)).exact(most)


def shares(small: Small, **question: Any) -> dict[Any, Fraction]:
    """The exact shares of the only question, by its value."""
    found = exact(small, **question)
    assert found.exact
    assert sum(found.by_outcome.values()) == 1
    return {value: share for (value,), share in found.by_outcome.items()}


def test_all_rolls_of_a_step_are_open(small: Small) -> None:
    """10 of 36 blows hit; then a guard of 1, 2 or 3 lets through 3, 2 or 1."""
    hit = Fraction(10, 36)
    assert shares(small, of=("b.damage",)) == {0: 1 - hit / 2, 1: hit / 6, 2: hit / 6, 3: hit / 6}


def test_equal_states_are_walked_once(small: Small) -> None:
    """Of 21 rolls, 6 hit, with totals of 9 to 12. The total is read no more then, so the guard is rolled once."""
    assert exact(small, of=("b.damage",)).number == 21 + 6
    assert exact(small, events=("strike.hits",)).number == 21 + 6 * 6, "what is asked about is no dead value"


def test_a_value_that_something_answers_by_is_alive(tmp_path: Path) -> None:
    """The verb itself reads its roll no more; who answers it does."""
    rules = """\
verb throw(by p: player):
  let r = roll d6
  let again = roll d6
  if total(again) == 1: set p.score to 100
every player:
  after throw by self: increase self.score by total(r)
"""
    made = build_small(tmp_path, rules, scenario=SCENARIO)
    found = of_script(made.build, "scenario field", Question(of=("p1.score",), do="throw by p1")).exact(100)
    assert found.number == 6 + 36
    assert found.by_outcome == {
        **{(n,): Fraction(5, 36) for n in range(1, 7)}, **{(100 + n,): Fraction(1, 36) for n in range(1, 7)}
    }  # fmt: skip


def test_pools_are_walked_by_how_many_dice_show_what(small: Small) -> None:
    found = shares(small, do="shoot 4 to b", of=("b.damage",))
    one = Fraction(1, 6)  # each die hits with a half, and wounds with a third
    ways = (1, 4, 6, 4, 1)
    assert found == {n: ways[n] * one**n * (1 - one) ** (4 - n) for n in range(5)}


def test_exact_and_simulated_agree(small: Small) -> None:
    for do in ("strike b by a", "shoot 3 to b", "lot by p1", "mix by p1"):
        walker = of_script(small.build, "test 0", Question(of=("b.damage", "p1.score"), do=do))
        told, tried = walker.exact(1000), walker.simulated(400, 3)
        assert (told.exact, tried.exact, tried.number) == (True, False, 400)
        assert set(tried.by_outcome) <= set(told.by_outcome)
        for outcome, share in told.by_outcome.items():
            mean = float(share)
            spread = 4 * (mean * (1 - mean) / 400) ** 0.5 + 0.001
            assert abs(float(tried.by_outcome.get(outcome, Fraction(0))) - mean) < spread, (do, outcome)


def test_a_walk_leaves_the_position_as_it_was(small: Small) -> None:
    walker = of_script(small.build, "test 0", Question(of=("b.damage",)))
    assert walker.exact(1000) == walker.exact(1000)
    assert walker.simulated(50, 7) == walker.simulated(50, 7)


def test_draws_and_shuffles_are_ways_of_chance(small: Small) -> None:
    third = Fraction(1, 3)
    assert shares(small, do="lot by p1", of=("p1.score",)) == {1: third, 2: third, 5: third}
    assert shares(small, do="mix by p1", of=("p1.score",)) == {1: third, 2: third, 5: third}


def test_events_are_counted_and_their_values_told(small: Small) -> None:
    hit = Fraction(10, 36)
    assert shares(small, events=("deal",)) == {0: 1 - hit, 1: hit}
    found = shares(small, events=("deal.n",))
    assert found == {"none": 1 - hit, 0: hit / 2, 1: hit / 6, 2: hit / 6, 3: hit / 6}


def test_what_players_do_is_said_or_declined(small: Small) -> None:
    sixth = Fraction(1, 6)
    assert shares(small, do="gamble by p1", of=("p1.score",)) == {0: 5 * sixth, 100000: sixth}
    taken = shares(small, do="gamble by p1", of=("p1.score",), choices=("yes",))
    assert taken == dict.fromkeys(range(1, 7), sixth)


@pytest.mark.parametrize(
    ("choices", "unused"),
    [(("nosuch",), ("nosuch",)), (("yes",), ()), (("yes", "c1"), ("c1",)), (("nosuch", "yes"), ("nosuch", "yes"))],
)
def test_an_answer_that_no_choice_takes_is_told(
    small: Small, choices: tuple[str, ...], unused: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """The odds would be those without it, and nothing said so. One that any way takes is right."""
    walker = of_script(small.build, "test 0", Question(of=("p1.score",), do="gamble by p1", choices=choices))
    assert walker.simulated(20, 3).unused == walker.exact(1000).unused == unused
    line = f"answers that no choice takes: {', '.join(unused)}"
    told = Told("a blow", Question(of=("p1.score",)), walker.exact(1000))
    assert (line in as_text(told), line in as_svg(told)) == (bool(unused), bool(unused))
    assert json.loads(json_of(told))["unused"] == list(unused)


def test_an_answer_that_some_ways_alone_take_is_right(tmp_path: Path) -> None:
    rules = """\
verb dare(by who: player):
  let r = roll d6
  if total(r) == 1:
    may by who: set who.score to 1
"""
    made = build_small(tmp_path, rules, scenario=SCENARIO)
    asked = Question(of=("p1.score",), do="dare by p1", choices=("yes",))
    assert of_script(made.build, "scenario field", asked).exact(100).unused == ()


def test_a_call_that_is_refused_is_told(small: Small) -> None:
    """Nothing would come of it, and the numbers alone do not say why."""
    found = exact(small, do="owe 2 by p1", of=("p1.score",))
    assert found.refused == ("`owe` is refused: that costs 2",)
    assert exact(small, of=("b.damage",)).refused == ()


def test_too_many_ways_are_no_exact_odds(small: Small) -> None:
    walker = of_script(small.build, "test 0", Question(of=("b.damage",)))
    with pytest.raises(TooMany):
        walker.exact(20)
    low, high = walker.simulated(100, 1).interval(Fraction(1, 4))
    assert 0.17 < low < 0.25 < high < 0.35
    assert exact(small, of=("b.damage",)).interval(Fraction(1, 4)) == (0.25, 0.25)


def test_a_fault_of_the_rules_is_an_outcome(tmp_path: Path) -> None:
    rules = "verb risk(by who: player):\n  let r = roll d6\n  repeat (total(r) * 2000) times: increase who.score by 1\n"
    made = build_small(tmp_path, rules, scenario=SCENARIO)
    walker = of_script(made.build, "scenario field", Question(of=("p1.score",), do="risk by p1"))
    found = walker.exact(100).by_outcome
    assert found[2000,] == Fraction(1, 6)
    assert [str(value).split(":")[0] for (value,) in found if isinstance(value, str)] == ["fault"]
    assert walker.exact(100).by_outcome == found


def test_what_a_test_claims_is_what_is_usually_asked(small: Small) -> None:
    assert usual_questions(small.build, "test 0", Question()).of == ("b.damage", "a.damage", "b.hp")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"of": ("b.wounds",)}, "`b.wounds`: "),
        ({"of": ("b.damage +",)}, "`b.damage +`: "),
        ({"events": ("heal",)}, "nothing that happens is named `heal`"),
        ({"events": ("deal.",)}, "`deal` has no ``; it has n, foe"),
        ({"events": ("deal.m",)}, "`deal` has no `m`; it has n, foe"),
        ({"do": "strike c by a"}, "`strike c by a`: "),
        ({"do": "strike"}, "`strike`: "),
        ({"step": 2}, "the test has no step 2; it has 1"),
    ],
)
def test_what_cannot_be_asked_is_refused(small: Small, question: dict[str, Any], told: str) -> None:
    with pytest.raises(NoAnswer) as why:
        exact(small, **question)
    assert told in str(why.value)


def test_a_match_goes_on_until_somebody_is_offered_what_to_do(small: Small) -> None:
    match = rules_of(small.build).new_game({"scenario": "field"}, 3)
    before = match.snapshot()
    walker = of_match(small.build, match, Question(of=("p2.score",), choices=("yes", "yes")))
    found = walker.exact(1000)
    assert {value: share for (value,), share in found.by_outcome.items()} == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert match.snapshot() == before
    with pytest.raises(NoAnswer, match="one of yes, no"):
        of_match(small.build, match, Question(of=("p2.score",), choices=("c1",)))


def test_a_save_whose_answers_lead_elsewhere_is_refused(
    small: Small, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = cardwright.load(small.build.files.folder).new(scenario="field", seed=3)
    match.answer([0])
    save = tmp_path / "match.json"
    save.write_text(json.dumps({**match.save(), "answers": []}), encoding="utf-8")
    assert main(["odds", str(small.build.files.folder), "--save", str(save), "--of", "p2.score"]) == USAGE
    assert "Error: the answers of the save do not lead to its snapshot" in capsys.readouterr().err


ORDERS = {
    "let x = total(r)": True,
    "let x = count(f for f in r where f.value > 2)": True,
    "let x = highest(f.value for f in r)": True,
    "choose f from r by p: reroll f in r": True,
    "reroll set(f for f in r where f.value < 3) in r": True,
    "let x = first(r)": False,
    "let x = nth(2, r)": False,
    "let x = highest(r)": False,
    "let x = list(f.value for f in r)": False,
    "let x = set(f.value for f in r)": False,
    "each f in r: increase p.score by f.value": False,
    "let x = first(list(f for f in r))": False,
}


@pytest.mark.parametrize("text", ORDERS)
def test_rules_that_ask_for_the_order_of_dice_are_known(text: str, tmp_path: Path) -> None:
    made = build_small(tmp_path, f"verb throw(by p: player):\n  let r = roll 3d6\n  {text}\n")
    assert made.build.checked is not None
    assert order_never_counts(made.build.checked) is ORDERS[text]


def test_where_the_order_of_dice_counts_every_order_is_walked(tmp_path: Path) -> None:
    rules = "verb throw(by p: player):\n  let r = roll 2d6\n  each f in r: set p.score to f.value\n"
    made = build_small(tmp_path, rules, scenario=SCENARIO)
    walker = of_script(made.build, "scenario field", Question(of=("p1.score",), do="throw by p1"))
    found = walker.exact(100)
    assert found.number == 36
    assert found.by_outcome == {(n,): Fraction(1, 6) for n in range(1, 7)}

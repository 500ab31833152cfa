"""What chance may bring: every way with its weight, and a branch of a match in which chance is asked."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from cardwright import api
from compiler.interpreter.chance import weighed_ways
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Draw, RollDice, Shuffle
from tests.small_game import write_game

FACES = {"d6": [{"value": n} for n in range(1, 7)], "coin": [{"head": 1}, {}, {}]}
RULES = """\
verb toss(by who: player):
  may:
    let r = roll 2d6
    set who.score to total(r)
flow match():
  each p in all player: toss by p
  each p in all player: toss by p
"""
SCENARIO = "id: field\nname: Field\nplayers: [p1, p2]\ndo: |\n  toss by p1\n"


def faces(die: str, index: int) -> dict[str, int]:
    return FACES[die][index]


def test_all_ways_together_weigh_what_there_is() -> None:
    for request in (RollDice(("d6", "d6", "coin"), (6, 6, 3), 0), Draw(5, 0), Shuffle(4, 0)):
        for in_order in (True, False):
            total, ways = weighed_ways(request, faces, in_order=in_order)
            assert sum(weight for _, weight in ways) == total


def test_faces_that_show_the_same_are_one_way() -> None:
    total, ways = weighed_ways(RollDice(("coin", "coin"), (3, 3), 0), faces)
    assert (total, list(ways)) == (9, [([0, 0], 1), ([0, 1], 2), ([1, 0], 2), ([1, 1], 4)])


def test_without_an_order_each_roll_is_as_likely_as_its_orders_together() -> None:
    dice, sizes = ("d6", "coin", "d6", "d6"), (6, 3, 6, 6)
    found = {}
    for answer in product(*map(range, sizes)):
        shown = [sorted(answer[place] for place in (0, 2, 3)), min(answer[1], 1)]
        found[str(shown)] = found.get(str(shown), 0) + 1
    _, ways = weighed_ways(RollDice(dice, sizes, 0), faces, in_order=False)
    told = {str([[a[0], a[2], a[3]], a[1]]): weight for a, weight in ((list(a), w) for a, w in ways)}
    assert told == found


@pytest.fixture
def rules(tmp_path: Path) -> api.Rules:
    return api.load(write_game(tmp_path, RULES, start="match", scenario=SCENARIO))


@pytest.fixture
def match(rules: api.Rules) -> api.Match:
    """A match that was built with a roll, and waits for the first player."""
    made = rules.new(seed=5)
    made.answer([0])
    return made


def test_a_branch_asks_chance_and_the_match_stays(match: api.Match) -> None:
    branch = match.branch_asking()
    assert branch.hash == match.hash
    branch.answer([0])
    assert branch.request is not None
    assert branch.request.kind == "roll"
    ways = {tuple(answer): share for answer, share in branch.chances()}
    assert (len(ways), ways[5, 5], sum(ways.values())) == (36, Fraction(1, 36), 1)
    branch.answer([5, 5])
    assert 12 in [entity["fields"].get("score") for entity in branch.view("all")["entities"].values()]
    assert match.answers == [[0]]
    match.answer([0])
    assert match.request is not None
    assert match.request.kind == "yes"


def test_a_branch_that_asks_is_saved_loaded_and_taken_back(rules: api.Rules, match: api.Match) -> None:
    branch = match.branch_asking()
    branch.answer([0])
    branch.answer([2, 3])
    again = rules.load(branch.save())
    assert again.hash == branch.hash
    again.undo()
    assert again.request is not None
    assert again.request.kind == "roll"
    with pytest.raises(HostError):
        match.branch_asking().undo()


def test_a_match_that_asks_for_chance_is_restored_as_one(rules: api.Rules, match: api.Match) -> None:
    branch = match.branch_asking()
    again = rules.restore(branch.snapshot(), chance="host")
    own = rules.restore(branch.snapshot())
    for made in (branch, again, own):
        made.answer([0])
    assert again.request == branch.request
    assert again.request is not None
    assert again.request.kind == "roll"
    assert own.request is not None
    assert own.request.kind == "yes"
    with pytest.raises(HostError, match="`chance` is own or host"):
        rules.restore(branch.snapshot(), chance="mine")


def test_a_branch_is_built_again_with_the_chance_that_it_was_built_with(match: api.Match) -> None:
    """After a fault a match is as it was built; what chance brought then is among the answers of the branch."""
    branch = match.branch_asking()
    for made in (match._match, branch._match):
        made.end("fault", "")
    assert branch._match.answers != match._match.answers
    assert branch._match.result is not None
    assert branch._match.result["state"] == match._match.result["state"]  # type: ignore[index]


def test_a_branch_of_a_match_that_is_being_built_goes_on_from_there(rules: api.Rules) -> None:
    branch = rules.new(seed=5).branch_asking()
    branch.answer([0])
    assert branch.request is not None
    assert branch.request.kind == "roll"


def test_chance_is_told_only_where_it_is_asked(match: api.Match) -> None:
    with pytest.raises(HostError, match="chance is not asked now"):
        match.chances()

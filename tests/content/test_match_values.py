"""A running match is a value, in every game: copied, resumed from JSON, taken back, branched.

Each game is played at random; at some requests the match is handed on in every way, and all go on alike.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from jsonschema import Draft202012Validator

import cardwright
from compiler.interpreter.game import Minstd
from tests.content_games import CONTENT, GAMES, loaded

SCHEMA = CONTENT.parent / "schemas" / "snapshot.schema.json"
ANSWERS, APART = 48, 12


def scenario_of(rules: cardwright.Rules) -> str | None:
    """One in which something is left to chance early."""
    return "lair" if "lair" in rules.scenarios else None


def play(match: cardwright.Match, answers: int, seed: int) -> None:
    chosen = Random(seed)
    for _ in range(answers):
        if match.request is not None:
            match.answer(chosen.choice(match.legal()))


@pytest.fixture(scope="module", params=GAMES)
def rules(request: pytest.FixtureRequest) -> cardwright.Rules:
    return loaded(str(request.param))


def test_snapshots_have_the_shape_of_their_schema(rules: cardwright.Rules) -> None:
    schema = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    match = rules.new(seed=8)
    for turn in range(6):
        assert [error.message for error in schema.iter_errors(match.snapshot())] == []
        play(match, 7, turn)


def test_copies_go_on_alike_and_apart(rules: cardwright.Rules) -> None:
    match = rules.new(seed=3)
    for turn in range(ANSWERS // APART):
        data = json.loads(json.dumps(match.snapshot()))
        resumed, clone, loaded = rules.restore(data), match.clone(), rules.load(match.save())
        others = {"resumed": resumed, "cloned": clone, "loaded": loaded}
        assert {name: other.request for name, other in others.items()} == dict.fromkeys(others, match.request)
        assert resumed.snapshot() == data
        before, told = match.hash, len(match.events())
        for other in others.values():
            play(other, 10, turn)
        assert match.hash == before, "a copy shows in what it was copied from"
        play(match, 10, turn)
        assert {name: other.hash for name, other in others.items()} == dict.fromkeys(others, match.hash)
        assert resumed.events() == match.events()[told:]
        assert clone.events() == loaded.events() == match.events()
        play(match, APART - 10, turn)


def test_answers_are_taken_back_and_given_again(rules: cardwright.Rules) -> None:
    match, chosen = rules.new(seed=4), Random(4)
    states = [(match.hash, match.request)]
    while match.request is not None and len(match.answers) < ANSWERS:
        match.answer(chosen.choice(match.legal()))
        states.append((match.hash, match.request))
    lines = match.events()
    for state in reversed(states[:-1]):
        match.undo()
        assert (match.hash, match.request) == state
    with pytest.raises(cardwright.HostError, match="there is nothing to take back"):
        match.undo()
    for state in states[1:]:
        match.redo()
        assert (match.hash, match.request) == state
    assert match.events() == lines


def test_a_copy_takes_back_what_came_before_it(rules: cardwright.Rules) -> None:
    match = rules.new(seed=5)
    start = match.hash
    play(match, 6, 1)
    clone = match.branch(9)
    play(clone, 3, 2)
    while clone.answers:
        clone.undo()
    assert clone.hash == start
    assert match.hash != start


def test_a_branch_has_another_future(rules: cardwright.Rules) -> None:
    match = rules.new(scenario_of(rules), seed=6)
    play(match, 1, 3)
    states: dict[str, str] = {}
    for seed in range(5):
        branch = match.branch(seed)
        assert (branch.hash, branch.events()) == (match.hash, match.events())
        play(branch, 60, 4)
        again = match.branch(seed)
        play(again, 60, 4)
        assert again.hash == branch.hash
        states[branch.hash] = str(seed)
    assert len(states) > 1


def branch_for(match: cardwright.Match, player: int, seed: int) -> cardwright.Match | None:
    """None where what is being done names something hidden, or where there is no such player."""
    try:
        return match.branch_for(player, seed)
    except cardwright.HostError as refused:
        if "names something that player" in str(refused) or "there is no player 1" in str(refused):
            return None
        raise


def test_what_a_player_cannot_know_is_dealt_anew(rules: cardwright.Rules) -> None:
    """Two matches that differ only in what the player cannot know lead to the same branch, byte for byte."""
    match, chosen, dealt = rules.new(scenario_of(rules), seed=9), Random(9), 0
    for turn in range(14):
        if match.request is None:
            break
        for player in range(2):
            branch = branch_for(match, player, turn)
            if branch is None:
                continue
            assert branch.view(player) == match.view(player)
            for other in (100, 101):  # matches with another truth
                poisoned = match.branch_for(player, other)
                again = poisoned.branch_for(player, turn)
                assert (again.hash, again.request, again.snapshot()) == (branch.hash, branch.request, branch.snapshot())
                dealt += poisoned.hash != match.hash
            before = match.hash
            play(branch, 5, turn)
            assert match.hash == before
        match.answer(chosen.choice(match.legal()))
    assert bool(dealt) is (rules.game in HIDING)


# The games in which something lies hidden.
HIDING = {"dungeon_command", "descent", "middara"}


def test_chance_may_be_the_hosts(rules: cardwright.Rules) -> None:
    """A match with the answers of its own generator fed in is the same match."""
    match, own, chosen = rules.new(scenario_of(rules), seed=7, chance="host"), Minstd(7), Random(8)
    for _ in range(120):
        request = match.request
        if request is None:
            break
        if request.kind == "roll":
            match.answer([own.below(size) for size in request.sizes])
        elif request.kind == "draw":
            match.answer([own.below(request.sizes[0])])
        elif request.kind == "shuffle":
            match.answer(own.permutation(request.sizes[0]))
        else:
            match.answer(chosen.choice(match.legal()))
    choices = [a for a, kind in zip(match.answers, kinds_of(rules, match), strict=True) if kind not in CHANCE]
    plain = rules.new(scenario_of(rules), seed=7)
    for answer in choices:
        plain.answer(answer)
    assert plain.events()[: len(match.events())] == match.events()  # it goes on through chance
    assert CHANCE & set(kinds_of(rules, match))


CHANCE = {"roll", "draw", "shuffle"}


def kinds_of(rules: cardwright.Rules, match: cardwright.Match) -> list[str]:
    """The kind of each request that was answered."""
    again, kinds = rules.new(scenario_of(rules), seed=7, chance="host"), list[str]()
    for answer in match.answers:
        assert again.request is not None
        kinds.append(again.request.kind)
        again.answer(answer)
    return kinds

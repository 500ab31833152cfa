"""A running match is a value: whatever is done to copies of it, the rules and the answers alone say what happens.

The properties are tried on small games made at random, and in few steps on the games of the repository.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import cardwright
from compiler.interpreter.spending import MOST_PYTHON_FRAMES
from tests.content_games import GAMES as CONTENT_GAMES
from tests.content_games import loaded
from tests.poisoned import poisoned
from tests.property.made_games import GAMES, MadeGame, made

sys.setrecursionlimit(MOST_PYTHON_FRAMES)  # as a running game does, of which hypothesis would warn
SEEDS = st.integers(1, 1000)
MOST_ANSWERS = 40
# What is done to a match: numbers choose among the legal answers.
DEEDS = st.lists(st.integers(0, 20) | st.sampled_from(["undo", "undo", "redo"]), max_size=25)
SMALL = settings(max_examples=20, phases=[Phase.generate, Phase.shrink])
FEW = settings(max_examples=3, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


def played(rules: cardwright.Rules, seed: int, answers: int) -> tuple[cardwright.Match, Random]:
    """A match after so many answers, or at its end, and what chooses the next ones."""
    match, chosen = rules.new(seed=seed), Random(seed)
    go_on(match, chosen, answers)
    return match, chosen


def go_on(match: cardwright.Match, chosen: Random, answers: int) -> None:
    for _ in range(answers):
        if match.request is None:
            return
        match.answer(chosen.choice(match.legal()))


def told(match: cardwright.Match) -> tuple[Any, ...]:
    """All that a host gets of a match."""
    views = [match.view(player) for player in range(players_of(match))]
    return match.hash, match.request, match.legal(), match.outcome, views, match.explain()


def players_of(match: cardwright.Match) -> int:
    return len(match.snapshot()["state"]["kinds"]["player"]["id"])


# ---- copies
def copies_are_independent(rules: cardwright.Rules, seed: int, answers: int) -> None:
    match, _ = played(rules, seed, answers)
    before, data = told(match), match.snapshot()
    copies = [match.clone(), match.branch(seed + 1), rules.restore(data), rules.load(match.save())]
    for number, copy in enumerate(copies):
        go_on(copy, Random(number), 6)
        if copy.answers and number < 2:
            copy.undo()
        assert (told(match), match.snapshot()) == (before, data)
    rests = [told(copy) for copy in copies]
    go_on(match, Random(9), 6)
    assert [told(copy) for copy in copies] == rests


@SMALL
@given(GAMES, SEEDS, st.integers(0, MOST_ANSWERS))
def test_copies_are_independent(game: MadeGame, seed: int, answers: int) -> None:
    copies_are_independent(made(game), seed, answers)


@pytest.mark.parametrize("game", CONTENT_GAMES)
@FEW
@given(SEEDS, st.integers(0, 8))
def test_copies_are_independent_in_every_game(game: str, seed: int, answers: int) -> None:
    copies_are_independent(loaded(game), seed, answers)


# ---- back and forth
def any_sequence_is_the_straight_run(rules: cardwright.Rules, seed: int, deeds: list[Any]) -> None:
    match, taken_back = rules.new(seed=seed), list[list[int]]()
    answers = match.answers
    for deed in deeds:
        if deed == "undo" and answers:
            match.undo()
            taken_back.append(answers.pop())
        elif deed == "redo" and taken_back:
            match.redo()
            answers.append(taken_back.pop())
        elif isinstance(deed, int) and match.request is not None:
            legal = match.legal()
            answers.append(legal[deed % len(legal)])
            match.answer(answers[-1])
            taken_back.clear()
        assert match.answers == answers
    straight = rules.new(seed=seed)
    for answer in answers:
        straight.answer(answer)
    assert (told(match), match.events()) == (told(straight), straight.events())
    assert match.snapshot() == straight.snapshot()


@SMALL
@given(GAMES, SEEDS, DEEDS)
def test_any_sequence_of_answers_undo_and_redo_is_the_straight_run(game: MadeGame, seed: int, deeds: list[Any]) -> None:
    any_sequence_is_the_straight_run(made(game), seed, deeds)


@pytest.mark.parametrize("game", CONTENT_GAMES)
@FEW
@given(SEEDS, st.lists(st.integers(0, 20) | st.sampled_from(["undo", "redo"]), min_size=4, max_size=10))
def test_any_sequence_is_the_straight_run_in_every_game(game: str, seed: int, deeds: list[Any]) -> None:
    any_sequence_is_the_straight_run(loaded(game), seed, deeds)


# ---- as data
def a_restored_match_plays_on_alike(rules: cardwright.Rules, seed: int, answers: int) -> None:
    match, chosen = played(rules, seed, answers)
    again, known = rules.restore(json.loads(json.dumps(match.snapshot()))), len(match.events())
    for _ in range(8):
        assert told(again) == told(match)
        if match.request is None:
            break
        answer = chosen.choice(match.legal())
        match.answer(answer)
        again.answer(answer)
    assert again.snapshot()["state"] == match.snapshot()["state"]
    assert again.events() == match.events()[known:]


@SMALL
@given(GAMES, SEEDS, st.integers(0, MOST_ANSWERS))
def test_a_restored_match_plays_on_alike(game: MadeGame, seed: int, answers: int) -> None:
    a_restored_match_plays_on_alike(made(game), seed, answers)


@pytest.mark.parametrize("game", CONTENT_GAMES)
@FEW
@given(SEEDS, st.integers(0, 8))
def test_a_restored_match_plays_on_alike_in_every_game(game: str, seed: int, answers: int) -> None:
    a_restored_match_plays_on_alike(loaded(game), seed, answers)


# ---- what a player cannot know
def branch_for(match: cardwright.Match, player: int, seed: int) -> cardwright.Match | None:
    """None where what is being done names something hidden."""
    try:
        return match.branch_for(player, seed)
    except cardwright.HostError as refused:
        if "names something that player" in str(refused):
            return None
        raise


def branches_depend_on_nothing_hidden(rules: cardwright.Rules, seed: int, answers: int, viewer: int) -> None:
    match, chosen = played(rules, seed, answers)
    viewer %= players_of(match)
    data = match.snapshot()
    branch = branch_for(match, viewer, seed)
    for _ in range(3):
        other = rules.restore(poisoned(rules._rules.code.program.kinds, data, viewer, chosen))
        assert other.view(viewer) == match.view(viewer)
        again = branch_for(other, viewer, seed)
        assert (again is None) is (branch is None)
        if branch is None or again is None:
            continue
        assert again.view(viewer) == match.view(viewer)
        ahead = branch.clone()
        for turn in (1, 2, 3):
            assert (told(again), again.snapshot(), again.save()) == (told(ahead), ahead.snapshot(), ahead.save())
            assert again.events() == ahead.events()
            go_on(again, Random(turn), 2)
            go_on(ahead, Random(turn), 2)


@SMALL
@given(GAMES, SEEDS, st.integers(0, MOST_ANSWERS), st.integers(0, 1))
def test_a_branch_depends_on_nothing_that_its_player_cannot_know(
    game: MadeGame, seed: int, answers: int, viewer: int
) -> None:
    assume((game.hand, game.deck) != ("all", "all"))
    branches_depend_on_nothing_hidden(made(game), seed, answers, viewer)


@pytest.mark.parametrize("game", CONTENT_GAMES)
@FEW
@given(SEEDS, st.integers(0, 8), st.integers(0, 1))
def test_a_branch_depends_on_nothing_hidden_in_every_game(game: str, seed: int, answers: int, viewer: int) -> None:
    branches_depend_on_nothing_hidden(loaded(game), seed, answers, viewer)


def test_the_poison_changes_what_is_hidden() -> None:
    game = MadeGame(("may by who: earn 1 by who",), 1, "owner", "none", ("plain", "dear", "able", "alert"))
    rules = made(game)
    data = rules.new(seed=3).snapshot()
    others = [poisoned(rules._rules.code.program.kinds, data, 0, Random(seed)) for seed in range(5)]
    decks = {json.dumps(other["state"]["kinds"]["player"]["fields"]) for other in (data, *others)}
    assert len(decks) > 2
    hands = {str(other["state"]["kinds"]["player"]["fields"]["hand"][0]) for other in (data, *others)}
    assert len(hands) == 1, "their own hand is what they know"

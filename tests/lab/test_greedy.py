"""The agent `greedy`: what it tries is taken back, it looks for no more than it needs, and its budget bounds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardwright.lab.greedy import Greedy, attempt, some_of
from cardwright.lab.turn import Turn, carry_on, is_offer
from compiler.interpreter import offering
from compiler.interpreter.game import Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.values import Choose
from tests.content_games import rules


def played(seed: int, answers: int) -> Match:
    """A match in which chance has given so many answers."""
    match, chance = rules("dungeon_command").new_game({"scenario": "duel"}, seed), Minstd(seed)
    for _ in range(answers):
        carry_on(match, Turn(match).drawn(chance))
    return match


def branches() -> Iterator[tuple[Match, list[list[int]]]]:
    for seed in (1, 2):
        match = played(seed, 60)
        for _ in range(12):
            carry_on(match, Turn(match).drawn(Minstd(seed)))
            branch = Turn(match).dealt(seed)
            if branch is not None and is_offer(branch.request):
                yield branch, Turn(branch).legal()[:6]


def offered_names(branch: Match) -> list[str]:
    assert isinstance(branch.request, Choose)
    return [option.name for option in branch.request.options]


@pytest.mark.parametrize("own", [0, 2])
def test_an_attempt_leaves_the_branch_as_it_was_and_keeps_no_request_in_between(own: int) -> None:
    tried = 0
    for branch, answers in branches():
        before, known = fingerprint(branch.game), len(branch.points)
        options = offered_names(branch)
        for answer in answers:
            attempt(branch, answer, Minstd(3), own)
            assert (fingerprint(branch.game), len(branch.points)) == (before, known)
            assert offered_names(branch) == options
            tried += 1
        carry_on(branch, answers[-1])
        assert len(branch.points) == known + 1
    assert tried > 30


def test_an_attempt_looks_for_one_thing_that_can_be_used_and_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    usable_abilities, sizes = offering.usable_abilities, list[int]()

    def attempts(most: int) -> list[object]:
        def looked(*arguments: Any) -> Any:
            found = usable_abilities(*arguments[:most])
            sizes.append(len(found))
            return found

        sizes.clear()
        tried = list[object]()
        for branch, answers in branches():
            with monkeypatch.context() as patched:
                patched.setattr(offering, "usable_abilities", looked)
                tried += [attempt(branch, answer, Minstd(3)) for answer in answers]
        return tried

    first, looked_for = attempts(3), list(sizes)
    assert attempts(2) == first  # all that can be used
    assert max(looked_for) == 1 < max(sizes)


def test_a_budget_bounds_what_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[int]()

    def counted(branch: Match, answer: list[int], chance: Minstd, own: int) -> object:
        made.append(own)
        return attempt(branch, answer, chance, own)

    monkeypatch.setattr("cardwright.lab.greedy.attempt", counted)
    most = dict[int, int]()
    for tries in (3, 12):
        for seed in (1, 2):
            made.clear()
            Greedy(seed, tries).answer(Turn(played(seed, 70)))
            most[tries] = max(most.get(tries, 0), len(made))
            assert made.count(0) <= tries and made.count(2) <= tries
    assert most[3] < most[12]


def test_with_a_budget_chance_decides_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.lab.greedy.worths", lambda _branch: [0, 0])
    chance, match = Minstd(1), played(1, 60)
    while not 3 < len(Turn(match).legal()) <= 12:  # so that all are tried without a budget, and not all with one
        carry_on(match, Turn(match).drawn(chance))
    assert {tuple(Greedy(seed).answer(Turn(match))) for seed in range(1, 9)} == {tuple(Turn(match).legal()[0])}
    assert len({tuple(Greedy(seed, 3).answer(Turn(match))) for seed in range(1, 9)}) > 2


@pytest.mark.parametrize("nothing", [[-1], []])
def test_of_many_answers_only_to_do_nothing_is_always_tried(nothing: list[int]) -> None:
    chance, squares = Minstd(1), [[n] for n in range(9)]
    drawn = [some_of(squares, 3, chance) for _ in range(200)]
    assert all(len(answers) == 3 and answers == sorted(answers) for answers in drawn)
    for square in squares:  # each is among a third of them
        assert 45 < sum(square in answers for answers in drawn) < 90, square
    with_nothing = [some_of([nothing, *squares], 3, chance) for _ in range(200)]
    assert all(answers[0] == nothing and len(answers) == 3 for answers in with_nothing)
    assert {answer[0] for answers in with_nothing for answer in answers[1:]} == set(range(9))
    assert some_of(squares[:3], 3, chance) == squares[:3]

"""Two matches that differ only in what somebody cannot know are the same to them, byte for byte."""

from __future__ import annotations

import json
from random import Random

import pytest

import cardwright
from tests.content_games import GAMES, loaded
from tests.poisoned import of_other_ages, poisoned

SEEDS, ANSWERS, APART, PAIRS = 2, 24, 4, 4


def told(match: cardwright.Match, viewer: int | None) -> str:
    return json.dumps(match.view(viewer))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_is_told_nothing_of_what_lies_hidden(game: str) -> None:
    """By views, events, requests and refusals, along matches played at random, for every seat and a spectator."""
    rules, pairs, differ, followed = loaded(game), 0, 0, 0
    kinds = rules._rules.code.program.kinds  # pyright: ignore[reportPrivateUsage]
    for seed in range(1, SEEDS + 1):
        match, chosen = rules.new(seed=seed), Random(seed)
        for turn in range(ANSWERS):
            if match.request is None:
                break
            answer = chosen.choice(match.legal())
            if turn % APART == 0:
                data = match.snapshot()
                viewers = (*range(len(data["state"]["kinds"]["player"]["id"])), None)
                for viewer in viewers * PAIRS:
                    can_go_on = chosen.randrange(3) > 0
                    made = poisoned(kinds, data, viewer, chosen, can_go_on=can_go_on)
                    other = rules.restore(of_other_ages(kinds, made, chosen))
                    assert told(other, viewer) == told(match, viewer), (seed, turn, viewer)
                    pairs, differ = pairs + 1, differ + (other.hash != match.hash)
                    followed += can_go_on and tells_the_same(match.clone(), other, viewer, answer)
            match.answer(answer)
    assert pairs > SEEDS * PAIRS * ANSWERS // APART
    hides = any(f.visible != "all" for kind in kinds.values() for f in kind.fields if f.zone)
    assert differ or not hides, "the pairs do differ"
    assert followed > pairs // 4, "many pairs are the same to the viewer after the next answer, too"


def tells_the_same(match: cardwright.Match, other: cardwright.Match, viewer: int | None, answer: list[int]) -> bool:
    """Whether both are the same to a viewer after an answer; then they were told the same of it, in words, too.

    Before it they are told the same reasons why something is not offered.
    """
    language = "ru" if len(match.answers) % 2 else "en"
    watchers = match.watch(viewer, language), other.watch(viewer, language)
    assert watchers[0].refused() == watchers[1].refused()
    if answer not in other.legal():
        return False
    match.answer(answer)
    other.answer(answer)
    happened = [watcher.events() for watcher in watchers]
    rolls = [json.dumps([event for event in events if event["what"] == "roll"]) for events in happened]
    views = [json.dumps(watcher.view()) for watcher in watchers]
    if views[0] != views[1] or rolls[0] != rolls[1]:
        return False  # something was shown
    assert json.dumps(happened[0]) == json.dumps(happened[1])
    return True

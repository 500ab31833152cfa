"""What always holds in Descent: looked at whenever anybody is asked, and when a match has ended.

Each quest is played a twentieth of `--matches` times, and a fortieth as many campaigns; `--matches 2000` plays five
hundred quests and fifty campaigns.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import cardwright
from compiler.interpreter.agents import AGENTS
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Square
from tests.content_games import loaded, table

QUESTS = ("crossing", "watch", "harvest", "lair", "hall")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        many: int = max(metafunc.config.getoption("matches") // 20, 1)
        metafunc.parametrize("seed", range(1, many + 1))
    if "campaign_seed" in metafunc.fixturenames:
        campaigns: int = max(metafunc.config.getoption("matches") // 40, 1)
        metafunc.parametrize("campaign_seed", range(1, campaigns + 1))


def played_and_watched(scenario: str, seed: int) -> tuple[State, list[int]]:
    """A match of random agents, and in which quest there was how many cards of the overlord when a hero first acted."""
    played = table("descent", scenario)
    choose = AGENTS["random"](seed)
    cards: dict[int, int] = {}

    def watch(game: State, request: Any) -> Any:
        assert not broken_invariants(game)
        if running(game):
            cards.setdefault(of_kind(game, "game")[0].quests_begun, overlord_cards(game))
        return choose(game, request)

    game, driver = new_game(played.code), Driver(watch, seed)
    played.scripts.start(played.script, game, Env({}), driver)
    play(game, driver)
    assert not broken_invariants(game)
    assert not shared(game), "two figures stand on one square"
    return game, list(cards.values())


@pytest.mark.parametrize("quest", QUESTS)
def test_what_always_holds(quest: str, seed: int) -> None:
    game, cards = played_and_watched(quest, seed)
    (course,) = of_kind(game, "game")
    heroes = sorted(game.test_names[h.owner._id] for h in of_kind(game, "hero"))
    assert course.winner is not None, "a quest is won by one side"
    assert course.winner in course.winners
    assert heroes == (["anna", "boris"] if quest == "lair" else ["heroes", "heroes"]), "a lone player plays two heroes"
    assert cards == [15], "a single quest is played with the 15 basic cards"
    assert len(of_kind(game, "plot")) == 15
    assert all(m.size == m.base for m in of_kind(game, "monster") if m.at is not None), "a monster is still collapsed"


def test_whole_campaigns(campaign_seed: int) -> None:
    """From the introduction to a finale, without a fault; what was earned is spent or kept, and nothing is lost."""
    game, cards = played_and_watched("campaign", campaign_seed)
    (course,) = of_kind(game, "game")
    stages = [q.place_in_campaign for q in course.played]
    assert course.winner is course.won
    assert stages[:4] == ["introduction", "act_one", "act_one", "act_two"]
    assert stages[4:] == ["last_of_heroes" if course.hero_wins > 2 or earlier_wins(course) >= 2 else "last_of_overlord"]
    assert course.hero_wins + course.overlord_wins == 5
    assert len(cards) == 5 and min(cards) >= 15, "at least 15 cards"
    assert all(h.hero_class is not None for h in of_kind(game, "hero"))
    assert not of_kind(game, "monster") and of_kind(game, "game")[0].act == 2
    for hero in of_kind(game, "hero"):  # who plays by chance may learn nothing in a whole campaign
        assert hero.experience + sum(s.cost for s in hero.skills.items) == len(stages)


def earlier_wins(course: Any) -> int:
    """What the heroes had won before the finale."""
    return int(course.hero_wins) - (not course.winner.overlord)


def in_the_second_quest(*, watched: bool) -> cardwright.Match:
    """A campaign after the first quest and the phase between quests; a player may watch it all."""
    match, chosen = loaded("descent").new("campaign", seed=3), Random(3)
    if watched:
        match.watch(0)
    while quests_begun(match) < 2:
        for _ in range(25):
            match.answer(chosen.choice(match.legal()))
    assert quests_begun(match) == 2
    return match


def quests_begun(match: cardwright.Match) -> int:
    game = next(e for e in match.view()["entities"].values() if e["kind"] == "game")
    return int(game["fields"]["quests_begun"])


def test_a_campaign_is_watched_beyond_its_first_quest() -> None:
    assert in_the_second_quest(watched=True).request is not None


def test_a_campaign_is_saved_and_continued() -> None:
    """In the middle of the second quest, by the save that the commands and hosts write."""
    rules, match = loaded("descent"), in_the_second_quest(watched=False)
    continued = rules.load(match.save())
    assert continued.request == match.request and continued.hash == match.hash
    assert continued.request is not None, "the campaign was over before it was saved"
    for other in (match, continued):
        agent = Random(7)
        while other.request is not None:
            other.answer(agent.choice(other.legal()))
    assert match.outcome == continued.outcome and match.hash == continued.hash


@pytest.mark.parametrize("scenario", [*QUESTS, "campaign"])
def test_every_monster_of_a_quest_may_be_set_up_there(scenario: str) -> None:
    """By its group or an icon of its terrain, and in the act of its quest."""
    played = table("descent", scenario)
    game = new_game(played.code)
    played.scripts.start(played.script, game, Env({}), Driver(AGENTS["random"](1), 1))
    for quest in of_kind(game, "quest"):
        printed = quest._card
        act = 1 if printed.place_in_campaign in ("aside", "introduction", "act_one") else 2
        for monster in (*printed.monsters, *printed.reserve):
            assert monster.group in printed.groups or set(monster.traits) & set(printed.traits), (quest, monster)
            assert monster.act == act, (quest, monster)


def running(game: State) -> bool:
    """Whether a quest is being played: somebody has begun a turn in it."""
    return of_kind(game, "game")[0].round > 0 and of_kind(game, "game")[0].won is None


def overlord_cards(game: State) -> int:
    """The cards with which the overlord plays, wherever they are."""
    (overlord,) = (p for p in of_kind(game, "player") if p.overlord)
    return sum(len(zone) for zone in (overlord.deck, overlord.hand, overlord.discard, overlord.drawn, overlord.playing))


def shared(game: State) -> set[tuple[int, int]]:
    """Squares on which more than one figure stands; a knocked out hero is a token and takes no room."""
    seen: set[tuple[int, int]] = set()
    twice: set[tuple[int, int]] = set()
    for figure in of_kind(game, "figure"):
        if figure.at is not None and not figure.knocked_out:
            here = squares(figure.at, figure.size)
            twice |= seen & here
            seen |= here
    return twice


def squares(anchor: Square, size: int) -> set[tuple[int, int]]:
    column, row = ord(str(anchor)[0]), int(str(anchor)[1:])
    return {(column + right, row + down) for right in range(size) for down in range(size)}

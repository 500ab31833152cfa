"""Views and events are the same in every engine: what each seat, a spectator and a referee may know, and are told."""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose
from compiler.interpreter.watching import Watcher
from tests.conformance.matches import ENGINES, Engine, engines_for, give, picked
from tests.content_games import GAMES, rules
from tests.folded import as_json, fold

Held = Callable[[str, str], Engine]

TURNS = 12
SCHEMAS = Path(__file__).parents[2] / "schemas"


@cache
def schema(name: str) -> Any:
    return jsonschema_rs.validator_for(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


def viewers(match: Match) -> list[Any]:
    return [*range(len(of_kind(match.game, "player"))), None, "all"]


@cache
def seated(game: str) -> list[Any]:
    """Who may watch a game."""
    return viewers(rules(game).new_game(seed=8))


def names_at(game: str) -> list[str | None]:
    return [None, "Zoës"] if len(seated(game)) == 4 else ["Анна"]


def views(match: Match) -> list[Any]:
    found: list[Any] = json.loads(json.dumps([match.view(viewer) for viewer in viewers(match)]))
    return found


@dataclass(frozen=True)
class Look:
    """What those who watch are told at a request, whether they may pick parts of answers, and what is done then.

    Now and then also what is seen at one look.
    """

    told: dict[str, Any]
    partial: list[list[int]]
    allowed: list[Any]
    views: list[Any] | None
    then: tuple[Any, ...]


def told_to(watchers: list[Watcher]) -> dict[str, Any]:
    return {
        "events": as_json([watcher.events() for watcher in watchers]),
        "views": as_json([watcher.view() for watcher in watchers]),
        "refused_of": as_json([watcher.refused() for watcher in watchers]),
    }


@cache
def looks(game: str) -> list[Look]:
    """A match that is watched; a view and the events after it fold to the next view."""
    match, chosen = rules(game).new_game(seed=6), Random(6)
    watchers = [match.watch(viewer) for viewer in viewers(match)]
    folded, found = views(match), list[Look]()
    for turn in range(TURNS):
        partial, told = parts_of_answers(match, chosen), told_to(watchers)
        folded = [fold(view, happened) for view, happened in zip(folded, told["events"], strict=True)]
        assert folded == told["views"]
        schema("events").validate([event for happened in told["events"] for event in happened])
        if turn == TURNS - 1:
            schema("view").validate(folded[0])
            schema("view").validate(folded[-1])
        may = [allowed(watcher, partial) for watcher in watchers]
        look = views(match) if turn % 4 == 0 else None
        found.append(Look(told, partial, may, look, deed(match, chosen, back=turn % 5 == 4)))
        if not found[-1].then:
            break
    return found


@pytest.mark.parametrize(("game", "engine"), [(game, engine) for game in GAMES for engine in engines_for(game)])
def test_views_and_events_are_the_same(game: str, engine: str, held: Held) -> None:
    """At one look, and for those who watch.

    Also after an answer was taken back, and after the match was played anew for that.
    """
    other = held(game, engine)
    other.tell("new", {}, 6)
    seats = seated(game)
    other.tell("watch", seats)
    for turn, look in enumerate(looks(game)):
        told = other.tell("watched", look.partial)
        assert (told["refused_of"], told["allowed"]) == (look.told["refused_of"], look.allowed)
        for ours, theirs in zip(look.told["events"], told["events"], strict=True):
            assert theirs == ours, (turn, [e for e, f in zip(theirs, ours, strict=False) if e != f][:1])
        assert told["views"] == look.told["views"]
        if look.views is not None:
            assert other.tell("views", seats)["views"] == look.views
        if look.then:
            other.tell(*look.then)


# Both languages of each game, one in each engine; both in both of the game whose words are complete.
TOLD = [
    (game, engine, language)
    for number, game in enumerate(GAMES)
    for at, engine in enumerate(ENGINES)
    for which, language in enumerate(("en", "ru"))
    if engine in engines_for(game) and (game == "dungeon_command" or (number + at + which) % 2 == 0)
]


@cache
def words(game: str, language: str) -> list[tuple[dict[str, Any], tuple[Any, ...]]]:
    """What those who watch a match are told in a language, and what is done then."""
    match, chosen = rules(game).new_game(seed=8), Random(8)
    names = names_at(game)
    watchers, found = [match.watch(viewer, language, names) for viewer in viewers(match)], list[Any]()
    said = called = 0
    for turn in range(3 * TURNS):
        told = told_to(watchers)
        said += sum(bool(event["words"]) for happened in told["events"] for event in happened)
        called += any(name in event["words"] for name in names if name for seen in told["events"] for event in seen)
        schema("events").validate([event for happened in told["events"] for event in happened])
        schema("view").validate(told["views"][-1])
        found.append((told, deed(match, chosen, back=turn % 11 == 10)))
        if not found[-1][1]:
            break
    assert said > TURNS and (called or game != "dungeon_command"), "names are told, too"
    return found


@pytest.mark.parametrize(("game", "engine", "language"), TOLD)
def test_words_are_the_same(game: str, engine: str, language: str, held: Held) -> None:
    """What happens, what is asked and what is refused, told in a language; also where something is taken back."""
    other = held(game, engine)
    other.tell("new", {}, 8)
    other.tell("watch", seated(game), language, names_at(game))
    for turn, (ours, then) in enumerate(words(game, language)):
        told = other.tell("watched", [])
        for part, found in ours.items():
            assert told[part] == found, (turn, part)
        if then:
            other.tell(*then)


SELDOM = [  # by game and scenario: the words of an event that few matches have, and the seed of one that has it
    ("warhammer", "patrols", "Nothing is left of ", 25),
    ("descent", "hall", " stays on the map.", 37),  # with a duration
    ("dungeon_command", "duel", " is prevented.", 2),
    ("ddm", "jungle_temple", " suffers a condition: ongoing damage", 6),
]
ANSWERS_TO_SELDOM, SEEDS_TO_SELDOM = 60, 80


@cache
def answers_until(game: str, scenario: str, words: str, seed: int) -> tuple[int, tuple[Any, ...], list[Any]]:
    """The seed of a match of random answers in which an event has the words, its answers until then, and its events.

    The seed that is given is the first of those tried: when a change of the rules makes another match of it, the next
    ones are.
    """
    for tried in range(seed, seed + SEEDS_TO_SELDOM):
        match, chosen = rules(game).new_game({"scenario": scenario}, tried), Random(tried)
        latest, whole = match.watch("all", "en"), match.watch("all", "en")
        while len(match.answers) < ANSWERS_TO_SELDOM and match.result is None:
            give(match, picked(match, chosen))
            if any(words in event["words"] for event in latest.events()):
                return tried, tuple(match.answers), as_json(whole.events())
    pytest.fail(f"no match of {game} from seed {seed} has an event of: {words}")


@pytest.mark.parametrize(("engine", "told"), [(e, told) for told in SELDOM for e in engines_for(told[0])])
def test_what_seldom_happens_is_told_the_same(engine: str, told: tuple[str, str, str, int], held: Held) -> None:
    seed, answers, events = answers_until(*told)
    other: Engine = held(told[0], engine)
    other.tell("new", {"scenario": told[1]}, seed)
    other.tell("watch", ["all"], "en")
    for answer in answers:
        other.tell("play", answer)
    assert other.tell("watched", [])["events"] == [events]
    schema("events").validate(events)


@pytest.mark.parametrize("engine", engines_for("ddm"))
def test_targets_are_refused_for_the_same_reasons(engine: str, held: Held) -> None:
    match, chosen, targets = rules("ddm").new_game(seed=1), Random(1), 0
    other: Engine = held("ddm", engine)
    other.tell("new", {}, 1)
    watchers = [match.watch(viewer, "en") for viewer in viewers(match)]
    other.tell("watch", viewers(match), "en")
    while not targets:
        refused = as_json([watcher.refused() for watcher in watchers])
        targets += sum("ability" not in row["option"] for rows in refused for row in rows)
        if targets:
            assert other.tell("watched", [])["refused_of"] == refused
        other.tell(*deed(match, chosen, back=False))


@pytest.mark.parametrize("engine", engines_for("middara"))
def test_parts_of_cards_are_told_apart_by_what_is_printed(engine: str, held: Held) -> None:
    match, chosen = rules("middara").new_game({"scenario": "skirmish"}, 10), Random(10)
    other: Engine = held("middara", engine)
    other.tell("new", {"scenario": "skirmish"}, 10)
    watcher = match.watch(0, "ru")
    other.tell("watch", [0], "ru")
    for _ in range(28):
        answer = picked(match, chosen)
        give(match, answer)
        other.tell("play", answer)
    events, view = as_json(watcher.events()), as_json(watcher.view())
    told = other.tell("watched", [])
    assert (told["events"], told["views"]) == ([events], [view])
    said = ["Потратить 1 книгу: +1 физического урона", "Потратить 1 звезду: +1 физического урона"]
    assert view["request"]["words"]["options"] == said


@pytest.mark.parametrize("engine", engines_for("descent"))
def test_who_may_answer_a_step_is_asked_about_that_step(engine: str, held: Held) -> None:
    """At the end of a turn nobody is told that it begins."""
    match: Match = rules("descent").new_game({"scenario": "watch"}, 1)
    other: Engine = held("descent", engine)
    other.tell("new", {"scenario": "watch"}, 1)
    watcher = match.watch("all", "en")
    other.tell("watch", ["all"], "en")
    asked: list[str] = []
    while not asked or not asked[-1].startswith("The overlord's turn"):
        answer = match.legal()[0]["answer"]
        give(match, answer)
        other.tell("play", answer)
        asked.append(watcher.view()["request"]["words"]["question"])
    assert asked[-1] == "The overlord's turn ends. Do you respond?"
    assert other.tell("watched", [])["views"] == [as_json(watcher.view())]


LONG = "ж" * 40
SOUND: list[Any] = [None, [], ["Zoë"], ["", LONG], [None, "Ян Младший"], ["😀"]]
UNSOUND: list[Any] = [
    5, "Zoë", {"a": 1}, [5], [["Zoë"]], ["a", "b", "c"], [" a"], ["a "], ["a\nb"], ["a\u202eb"], ["\u200b"], ["\u00a0"],
    [LONG + "ж"], ["a\u0301"], ["\ue000"], ["\U000e0041"], ["\ufeff"], [True],
]  # fmt: skip


@pytest.mark.parametrize("engine", engines_for("dungeon_command"))
def test_names_of_players_are_looked_at(engine: str, held: Held) -> None:
    """The same names are taken in every engine, and the others are refused with the same words."""
    match = rules("dungeon_command").new_game(seed=8)
    other: Engine = held("dungeon_command", engine)
    other.tell("new", {}, 8)
    for language, names in [*(("en", names) for names in SOUND + UNSOUND), (None, ["Zoë"])]:
        refused = ""
        try:
            match.watch(0, language, names)
        except HostError as error:
            refused = str(error)
        assert bool(refused) == (names in UNSOUND or language is None), names
        assert other.tell("watch", [0], language, names).get("refused", "") == refused


def deed(match: Match, chosen: Random, *, back: bool) -> tuple[Any, ...]:
    """Takes the last answer back, or gives one that is drawn; nothing where nothing is asked."""
    if match.request is None:
        return ()
    if back:
        match.undo()
        return ("undo",)
    answer = picked(match, chosen)
    give(match, answer)
    return "play", answer


def parts_of_answers(match: Match, chosen: Random) -> list[list[int]]:
    """Some positions of options, such as people pick before they have picked all; also such as are not there."""
    request = match.request
    if not isinstance(request, Choose):
        return [[0]]
    size = len(request.options)
    picked = [chosen.sample(range(size), min(size, chosen.randrange(request.most + 1))) for _ in range(3)]
    return [*picked, [size], [-1]]


def allowed(watcher: Watcher, partial: list[list[int]]) -> list[bool | str]:
    try:
        return [watcher.allows(picked) for picked in partial]
    except HostError as refused:
        return [str(refused)]


@pytest.mark.parametrize("engine", ENGINES)
def test_who_watches_no_more_costs_nothing_and_may_look_again(engine: str, held: Held) -> None:
    there, match = held("dungeon_command", engine), rules("dungeon_command").new_game(seed=8)
    match.skip()
    watchers = [match.watch(viewer) for viewer in (0, "all")]
    there.tell("new", {"scenario": "duel"}, 8)
    there.tell("stay", want=["request"])
    there.tell("watch", [0, "all"])
    for watcher in watchers:
        watcher.close()
        watcher.close()
    there.tell("close")
    there.tell("close")
    answer = match.legal()[0]["answer"]
    give(match, answer)
    there.tell("play", answer)
    assert (match.game.eyes, there.tell("stay", want=["eyes"])["eyes"]) == ([], 0)
    told = told_to(watchers)
    found = there.tell("watched", [])
    assert {part: found[part] for part in told} == told
    assert [[event["what"] for event in events] for events in told["events"]] == [["anew", "ask"]] * 2

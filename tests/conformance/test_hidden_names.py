"""What names something that lies hidden is told as hidden: a field, a status, an event, in every engine."""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright.authoring.exported import exported, rules_from
from compiler.interpreter.entities import of_kind
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.watching import Watcher
from tests.conformance.matches import ALL, ENGINES, SNAPSHOT, alike, data_of, engine_of, give
from tests.folded import as_json, fold
from tests.small_game import build_small

KINDS = """\
kinds:
  game: {}
  player:
    fields:
      kept: letter?
      hand: {zone: letter, visible: owner}
  letter: {card: true, fields: {owner: player}}
"""
RULES = """\
status bound_to(held: letter) of player

verb point(to held: letter, by p: player): nothing
flow match():
  each p in all player:
    each c in p.hand: keep c by p
    choose 1 to 2 cs from p.hand by p:
      each c in cs: point to c by p
  repeat 2 times:
    each p in all player: go_on by p
    leave all player where size(hand) == 1
verb go_on(by p: player):
  choose up to 1 ns from [1, 2] by p: nothing
verb leave(p: player): remove p
verb keep(held: letter, by p: player):
  set p.kept to held
  add bound_to(held) to p
  point to held by p
"""
CARDS = "- {id: note, kind: letter, name: {en: Note}, provenance: house}\n"
LETTERS = ", ".join(f"{{card: note, owner: {p}, zone: {p}.hand}}" for p in ("p1", "p1", "p2"))
SCENARIO = f"id: desk\nname: Desk\nplayers: [p1, p2]\ncreate: [{LETTERS}]\n"
HIDDEN = {"hidden": True}


def named(value: Any) -> Iterator[str]:
    """The names of entities in a value."""
    if isinstance(value, dict):
        if isinstance(value.get("entity"), str):
            yield value["entity"]
        for part in value.values():
            yield from named(part)
    elif isinstance(value, list):
        for part in value:
            yield from named(part)


def watched(watchers: list[Watcher]) -> dict[str, Any]:
    events = as_json([watcher.events() for watcher in watchers])
    return {"events": events, "views": as_json([watcher.view() for watcher in watchers])}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_name_of_what_lies_hidden_is_told_to_nobody(engine: str, tmp_path: Path) -> None:
    small = build_small(tmp_path, RULES, start="match", kinds=KINDS, cards=CARDS, scenario=SCENARIO)
    made = exported(small.build)
    other, match = engine_of(engine, made, tmp_path), rules_from(made).new_game(seed=1)
    other.tell("new", {}, 1)
    viewers = [0, 1, None]
    watchers = [match.watch(viewer, "en") for viewer in viewers]
    other.tell("watch", viewers, "en")
    before = watched(watchers)["views"]
    assert other.tell("watched", [])["views"] == before
    assert before[0]["request"]["words"]["question"] == "Choose 1 to 2 letter."
    give(match, [1])
    other.tell("play", [1])
    told, seen = other.tell("watched", []), watched(watchers)
    assert {part: told[part] for part in seen} == seen
    for seat, view, happened in zip(viewers, told["views"], told["events"], strict=True):
        player = view["entities"][view["players"][0]]
        assert (player["fields"]["kept"] == HIDDEN) is (seat != 0)
        assert any(event["what"] == "begin" and HIDDEN in event["values"].values() for event in happened)
        assert set(named(view)) <= set(view["entities"])
    for view, happened in zip(before, told["events"], strict=True):
        for event in happened:
            after = fold(view, [event])
            assert set(named(event)) <= set(view["entities"]) | set(after["entities"])
            view = after
    for seat in range(2):
        before = told["views"]
        assert before[seat]["request"]["words"]["question"] == "Choose up to 1."
        give(match, [0])
        other.tell("play", [0])
        told, seen = other.tell("watched", []), watched(watchers)
        assert {part: told[part] for part in seen} == seen
        assert [fold(view, events) for view, events in zip(before, told["events"], strict=True)] == told["views"]
    for view, letters in zip(told["views"], (2, 1, 0), strict=True):
        held = [row["zone"] for row in view["entities"].values() if row["kind"] == "letter"]
        assert len(held) == letters and (None in held) is (letters == 1), "what a player hid stays hidden without them"
    other.close()


THREE = """\
flow match():
  each p in all player where seat == 1: go_on by p
  leave all player where seat == 1
  each p in all player:
    choose c from p.hand by p: show c by p
verb go_on(by p: player):
  choose up to 1 ns from [1, 2] by p: nothing
verb leave(p: player): remove p
verb show(held: letter, by p: player): nothing
"""
SEATED = KINDS.replace("kept: letter?", "seat: int")
HELD = ", ".join(f"{{card: note, owner: p{n}, zone: p{n}.hand}}" for n in (1, 2, 2, 3, 3, 3))
TABLE = "id: table\nname: Table\nplayers: [{name: p1, seat: 1}, {name: p2, seat: 2}, {name: p3, seat: 3}]\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_moves_into_the_seat_of_a_player_who_was_removed(engine: str, tmp_path: Path) -> None:
    """Whoever asks by a seat is told what its own player may know, after a restoring and a return, too."""
    scenario = f"{TABLE}create: [{HELD}]\n"
    small = build_small(tmp_path, THREE, start="match", kinds=SEATED, cards=CARDS, scenario=scenario)
    made = exported(small.build)
    other, match = engine_of(engine, made, tmp_path), rules_from(made).new_game(seed=1)
    other.tell("new", {}, 1)
    seats = [0, 1, 2]
    watchers = [match.watch(seat, "en", ["Anna", "Boris", "Clara"]) for seat in seats]
    other.tell("watch", seats, "en", ["Anna", "Boris", "Clara"])
    names = match.view(None)["players"]
    give(match, [0])
    found = other.tell("play", [0], want=ALL)
    seen, told = watched(watchers), other.tell("watched", [])
    assert {part: told[part] for part in seen} == seen

    def held(view: dict[str, Any]) -> dict[str, int]:
        """How many letters of whom are seen."""
        owners = [row["fields"]["owner"]["entity"] for row in view["entities"].values() if row["kind"] == "letter"]
        return {name: owners.count(name) for name in view["players"] if name in owners}

    for now in (match, rules_from(made).restore(as_json(found["snapshot"]))):
        views = as_json([now.view(seat) for seat in seats])
        assert [view["players"] for view in views] == [names] * 3
        assert [held(view) for view in views] == [{names[n]: n + 1} for n in seats], "only the own letters are seen"
        assert [names[0] in view["entities"] for view in views] == [False] * 3, "who was removed keeps a seat alone"
        assert [bool(view["request"].get("options")) for view in views] == [False, True, False]
    assert other.tell("views", seats)["views"] == as_json([match.view(seat) for seat in seats])
    assert other.tell("branch_for", 3, 5) == {"refused": "there is no player 3; players count from 0 and are 3"}
    assert other.tell("restore", found["snapshot"], want=ALL) == {**found, "answers": []}
    assert other.tell("views", seats)["views"] == as_json([match.view(seat) for seat in seats])
    give(match, [0])
    other.tell("play", [0])
    lines = [[event["words"] for event in watcher.events() if event["what"] == "begin"] for watcher in watchers]
    assert lines == [["Boris: show letter."], ["You: show Note."], ["Boris: show letter."]]
    match = rules_from(made).restore(as_json(found["snapshot"]))
    other.tell("restore", found["snapshot"])
    assert other.tell("branch_for", 1, 5, want=ALL)["state"] == fingerprint(match.branch_for(1, 5).game)
    other.close()


CHOOSERS = """\
status bound_to(held: letter) of player
flow match():
  first_part
  second_part
verb first_part():
  each p in all player: choosing by p
verb choosing(by p: player):
  choose c from p.hand by p: keep c by p
verb keep(held: letter, by p: player):
  set p.kept to held
  set p.both to [held]
  add bound_to(held) to p
verb second_part():
  each p in all player: asking by p
verb asking(by p: player):
  choose one by p:
    option "one": nothing
    option "two": nothing
"""
MANY = "".join(f"- {{id: note_{n}, kind: letter, name: {{en: Note}}, provenance: house}}\n" for n in range(6))
LYING = ", ".join(f"{{card: note_{n}, owner: p1, zone: p1.{'hand' if n < 3 else 'deck'}}}" for n in range(6))
DESK = f"id: desk\nname: Desk\nplayers: [p1, p2]\ncreate: [{LYING}]\n"
SEEDS = range(1, 25)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_branch_does_not_tell_what_is_named_in_truth(engine: str, tmp_path: Path) -> None:
    """Whichever card a player took: what their field and their status name is dealt anew with all that lies hidden."""
    zones = "kept: letter?\n      both: {type: set of letter, default: []}\n      deck: {zone: letter, visible: none}\n"
    kinds = KINDS.replace("kept: letter?\n", zones)
    small = build_small(tmp_path, CHOOSERS, start="match", kinds=kinds, cards=MANY, scenario=DESK)
    made = exported(small.build)
    branched: list[list[Any]] = []
    for taken in (0, 2):
        match = rules_from(made).new_game(seed=1)
        match.skip()
        give(match, [taken])
        match.skip()
        branches = [match.branch_for(1, seed) for seed in SEEDS]
        players = [of_kind(branch.game, "player")[0] for branch in branches]
        assert len({player.kept._card._id for player in players}) == 6
        for player in players:
            assert player.kept._zone.name == "hand" and player.both == (player.kept,)
            assert player._statuses[0].held is player.kept
        other = engine_of(engine, made, tmp_path)
        other.tell("new", {}, 1)
        other.tell("play", [taken])
        for seed, branch in zip(SEEDS, branches, strict=True):
            other.tell("clone")
            found = other.tell("branch_for", 1, seed, want=SNAPSHOT)
            assert alike(found["snapshot"], data_of(branch))
            other.tell("swap")
        other.close()
        branched.append([branch.snapshot()["state"]["kinds"] for branch in branches])
    assert branched[0] == branched[1]

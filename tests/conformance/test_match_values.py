"""A match is a value in every engine, as in the interpreter: snapshots go from one engine to the other and back.

What Python does is done once for all engines of a game.
"""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.authoring.exported import exported, rules_from
from compiler.interpreter.entities import of_kind
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.setups import HostError
from tests.conformance.matches import (
    ALL,
    ASKED,
    ENGINES,
    SAVE,
    SNAPSHOT,
    Engine,
    alike,
    data_of,
    engine_of,
    engines_for,
    give,
    picked,
)
from tests.content_games import GAMES, rules
from tests.folded import as_json
from tests.small_game import build_small

TURNS, APART = 60, 10
CHANGES = 60
VALUES: list[Any] = [
    None, -1, 1, 7, 10**6, "x", "__proto__", [], ["entity", 10**9], ["event", 10**9], ["ability", "x"],
    ["zone", ["entity", 1], "x"], ["face", 10**9], ["none of these"], {"id": [1]},
]  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        pairs = [(game, engine) for game in GAMES for engine in engines_for(game)]
        metafunc.parametrize(("game", "engine"), pairs, indirect=True, scope="module")
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES, indirect=True, scope="module")


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def engines(game: str, held: Callable[[str, str], Engine]) -> dict[str, Engine]:
    return {name: held(game, name) for name in engines_for(game)}


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, game: str, held: Callable[[str, str], Engine]) -> Engine:
    return held(game, str(request.param))


def standing(match: Match) -> dict[str, Any]:
    """Where a match stands, as engines tell it when they are `ASKED`."""
    match.skip()
    legal, request = match.legal(), as_json(match.step())
    return {"state": fingerprint(match.game), "request": request, "legal": legal, "answers": [*match.answers]}


def told_of(found: dict[str, Any]) -> dict[str, Any]:
    return {part: found[part] for part in ASKED}


def refusal(deed: Callable[[], object]) -> str:
    """In which words something is refused; none where it is not."""
    try:
        deed()
    except HostError as error:
        return str(error)
    return ""


@dataclass
class Turn:
    """An answer, none at first, and the snapshot after it; of each one that an engine wrote, what Python makes of it."""

    answer: list[int] | None
    data: dict[str, Any]
    restored: list[tuple[Any, Any]] = field(default_factory=list)

    def again(self, game: str, found: Any) -> Any:
        for other, made in self.restored:
            if other == found:
                return made
        self.restored.append((found, data_of(rules(game).restore(found))))
        return self.restored[-1][1]


@cache
def straight(game: str) -> list[Turn]:
    """A match at random."""
    match, chosen = rules(game).new_game(seed=3), Random(3)
    turns = [Turn(None, data_of(match))]
    while match.request is not None and len(turns) < TURNS:
        answer = picked(match, chosen)
        give(match, answer)
        turns.append(Turn(answer, data_of(match)))
    return turns


def test_a_snapshot_is_the_same_in_both(game: str, engine: Engine) -> None:
    """The same answers, and after each the same snapshot."""
    for turn in straight(game):
        told: tuple[Any, ...] = ("new", {}, 3) if turn.answer is None else ("play", turn.answer)
        found = engine.tell(*told, want=SNAPSHOT)["snapshot"]
        assert alike(found, turn.data) and alike(turn.again(game, found), turn.data)


@dataclass(frozen=True)
class Deed:
    """What is done to a match, and what comes of it."""

    told: tuple[Any, ...]
    refused: str
    stands: dict[str, Any] | None
    data: dict[str, Any] | None


@cache
def deeds(game: str, chance: str) -> list[Deed]:
    """At random: an answer, one that is taken back or given again, a copy, a branch, the other of two matches."""
    chosen, match = Random(5), rules(game).new_game(seed=5, limits={"chance": chance})
    match, kept, found = match.clone(), match, list[Deed]()
    for turn in range(TURNS * 2):
        what = chosen.choice(["play", "play", "play", "play", "undo", "undo", "redo", "clone", "branch", "swap"])
        told: tuple[Any, ...] = (turn,) if what == "branch" else ()
        refused = ""
        if what == "clone":
            match, kept = match.clone(), match
        elif what == "swap":
            match, kept = kept, match
        elif what == "branch":
            match = match.branch(turn)
        elif what == "play":
            if match.request is None:
                continue
            told = (picked(match, chosen),)
            give(match, told[0])
        else:
            refused = refusal(match.undo if what == "undo" else match.redo)
        data = data_of(match) if what == "undo" and not refused else None
        found.append(Deed((what, *told), refused, None if refused else standing(match), data))
    return found


@pytest.mark.parametrize("chance", ["own", "host"])
def test_what_is_done_to_a_match_has_the_same_outcome(game: str, engine: Engine, chance: str) -> None:
    engine.tell("new", {}, 5, {"chance": chance})
    engine.tell("clone")
    done = set[str]()
    for deed in deeds(game, chance):
        found = engine.tell(*deed.told, want=ALL if deed.data is not None else ASKED)
        assert found.get("refused", "") == deed.refused
        if deed.stands is not None:
            assert told_of(found) == deed.stands
            done.add(deed.told[0])
        assert deed.data is None or alike(found["snapshot"], deed.data)
    assert done == {"play", "undo", "redo", "clone", "branch", "swap"}


@dataclass(frozen=True)
class Dealt:
    """A match, and the branch of it for a player: what comes of it, its snapshot, and that from which it goes on."""

    data: dict[str, Any]
    refused: str
    stands: dict[str, Any] | None = None
    branch: dict[str, Any] | None = None
    origin: dict[str, Any] | None = None


@cache
def branches(game: str) -> list[Dealt]:
    match, chosen, found = rules(game).new_game(seed=7), Random(7), list[Dealt]()
    for seed in range(12):
        data = data_of(match)
        try:
            branch = match.branch_for(seed % 2, seed)
            found.append(Dealt(data, "", standing(branch), data_of(branch), as_json(branch.save()["origin"])))
        except HostError as error:
            found.append(Dealt(data, str(error)))
        played(match, chosen, 3)
    return found


def test_a_branch_for_a_player_deals_alike(game: str, engine: Engine) -> None:
    """What is hidden is dealt anew in the same way; where it cannot be, the words are the same."""
    dealt = 0
    for seed, wanted in enumerate(branches(game)):
        engine.tell("restore", wanted.data)
        found = engine.tell("branch_for", seed % 2, seed, want=(*ALL, *SAVE))
        assert found.get("refused", "") == wanted.refused
        if wanted.stands is not None:
            assert told_of(found) == wanted.stands
            assert alike(found["snapshot"], wanted.branch)
            for origin in (found["save"]["origin"], wanted.origin):  # which go on from what was dealt
                assert alike(origin, wanted.branch)
            dealt += 1
    assert dealt


def test_what_lies_with_a_player_who_is_no_more_is_dealt_anew(game: str, engine: Engine) -> None:
    """No rule takes a player out of the game; a snapshot can say so."""
    data = in_the_middle(game)
    kinds: Any = data["state"]["kinds"]["player"]
    gone: Any = {"id": [], "fields": {}}
    for held, left in ((kinds, gone), (kinds["fields"], gone["fields"])):
        for name in [name for name in held if name != "fields"]:
            left[name] = [held[name].pop()]
    data["state"]["removed"]["player"] = gone
    branch = rules(game).restore(data).branch_for(0, 5)
    engine.tell("restore", data)
    found = engine.tell("branch_for", 0, 5, want=SNAPSHOT)["snapshot"]
    assert alike(found, data_of(branch)) and alike(branch.save()["origin"], data_of(branch))


def test_a_branch_of_a_match_that_has_ended_tells_no_hash_of_the_truth(game: str, engine: Engine) -> None:
    data = in_the_middle(game)
    data["state"] |= {"frames": [], "stack": []}
    data["result"] = {"type": "result", "outcome": "ended", "message": "", "events": 0, "state": "the truth"}
    branch = rules(game).restore(data).branch_for(0, 5)
    engine.tell("restore", data)
    found = engine.tell("branch_for", 0, 5, want=ALL)
    assert told_of(found) == standing(branch)
    assert found["snapshot"]["result"]["state"] == fingerprint(branch.game)


@cache
def middle(game: str) -> str:
    return json.dumps(data_of(played(rules(game).new_game(seed=7), Random(7), 6)))


def in_the_middle(game: str) -> dict[str, Any]:
    """A snapshot that may be changed."""
    data: dict[str, Any] = json.loads(middle(game))
    return data


def test_a_match_goes_from_one_engine_to_the_other_and_back(game: str, engines: dict[str, Engine]) -> None:
    match, chosen = rules(game).new_game(seed=4), Random(4)
    for _ in range(TURNS // APART):
        data, found = data_of(match), dict[str, Any]()
        for engine in engines.values():
            found = engine.tell("restore", data, want=("snapshot", "state", "legal"))
            assert alike(found["snapshot"], data) and found["state"] == fingerprint(match.game)
            for _ in range(APART // 2):
                if match.request is not None:
                    legal = match.legal()
                    assert found["legal"] == legal
                    answer = chosen.choice(legal)["answer"]
                    give(match, answer)
                    found = engine.tell("play", answer, want=("legal",))
            found = engine.tell("stay", want=("snapshot", "state"))
            assert found["state"] == fingerprint(match.game)
            data = found["snapshot"]
        match = rules(game).restore(data)
        assert fingerprint(match.game) == found["state"]


def save_of(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(match.save()))
    return data


def played(match: Match, chosen: Random, turns: int) -> Match:
    for _ in range(turns):
        if match.request is not None:
            give(match, picked(match, chosen))
    return match


@cache
def begun(game: str, how: str) -> str:
    """The save of a match in the middle: of a setup, with dice of the host, a branch, or one that began from a snapshot."""
    chosen, limits = Random(8), {"chance": "host"} if how == "host" else {}
    match = played(rules(game).new_game(seed=8, limits=limits), chosen, 10)
    if how == "branch":
        match = match.branch(9)
    elif how == "restored":
        match = rules(game).restore(data_of(match))
    return json.dumps(played(match, chosen, 10).save())


@pytest.mark.parametrize("how", ["own", "host", "branch", "restored"])
def test_a_save_goes_from_engine_to_engine(game: str, engines: dict[str, Engine], how: str) -> None:
    """Each writes the same save; what came before it can be taken back, and given again."""
    save, chosen = json.loads(begun(game, how)), Random(9)
    for engine in engines.values():
        match = rules(game).load(save)
        stands, found = standing(match), engine.tell("load", save, want=(*ASKED, *SAVE))
        assert told_of(found) == stands
        assert alike(found["save"], save) and alike(save_of(match), save)
        for _ in range(3):
            if match.request is not None:
                answer = chosen.choice(stands["legal"])["answer"]
                give(match, answer)
                stands = standing(match)
                assert told_of(engine.tell("play", answer, want=ASKED)) == stands
        save = save_of(match)
        assert alike(engine.tell("stay", want=SAVE)["save"], save)
        for what in ("undo", "redo"):
            for _ in range(6):
                match.undo() if what == "undo" else match.redo()
                assert told_of(engine.tell(what, want=ASKED)) == standing(match)
        assert alike(engine.tell("stay", want=SAVE)["save"], save)


@cache
def branched(game: str) -> str:
    """The save of a match three answers after it took another seed."""
    chosen = Random(8)
    match = played(rules(game).new_game(seed=8), chosen, 4).branch(9)
    return json.dumps(played(match, chosen, 3).save())


def test_a_branch_that_is_taken_back_and_given_again_is_the_same(game: str, engine: Engine) -> None:
    """Before it branched it has the dice that it had then; given again, those of the branch, unless it goes otherwise."""
    save = json.loads(branched(game))
    match, at = rules(game).load(save), save["reseeded"][0][0]
    engine.tell("load", save, want=())
    for what in ("undo", "redo") * 2:
        for _ in range(5):
            match.undo() if what == "undo" else match.redo()
            found = engine.tell(what, want=(*SNAPSHOT, *SAVE))
            assert alike(found["snapshot"], data_of(match))
            assert alike(found["save"], save_of(match))
        assert found["save"]["reseeded"] == ([] if what == "undo" else save["reseeded"])
        assert alike(found["snapshot"], save["snapshot"]) == (what == "redo")
    for _ in range(5):
        match.undo()
        engine.tell("undo", want=())
    for _ in range(at):
        if match.request is not None:
            answer = match.legal()[-1]["answer"]
            give(match, answer)
            found = engine.tell("play", answer, want=(*SNAPSHOT, *SAVE))
            assert alike(found["snapshot"], data_of(match)) and found["save"]["reseeded"] == [] == match.reseeded


@cache
def changed_saves(game: str) -> list[tuple[Any, str]]:
    """Saves of which some value is another, and in which words they are refused."""
    save, chosen, found = json.loads(begun(game, "own")), Random(7), list[tuple[Any, str]]()
    for _ in range(CHANGES // 2):
        changed = as_json(save)
        change(changed if chosen.random() < 0.7 else changed["answers"], chosen)
        found.append((changed, refusal(partial(rules(game).load, as_json(changed)))))
    return found


def test_a_save_that_is_changed_is_refused_in_the_same_words(game: str, engine: Engine) -> None:
    """What is taken is the same match in both."""
    for changed, refused in changed_saves(game):
        assert engine.tell("load", changed, want=ALL).get("refused", "") == refused
    assert len({refused for _, refused in changed_saves(game)}) > 3


@cache
def mixed(game: str) -> tuple[Any, dict[str, Any], str]:
    """A save with the answers of another match, where it stands, and in which words nothing of it is taken back."""
    save, other = json.loads(begun(game, "own")), save_of(played(rules(game).new_game(seed=10), Random(10), 12))
    save["answers"] = other["answers"]
    match = rules(game).load(save)
    before = standing(match)
    with pytest.raises(HostError, match="the answers of the save do not lead to its snapshot") as refused:
        match.undo()
    assert standing(match) == before
    return save, before, str(refused.value)


def test_answers_that_do_not_lead_to_the_snapshot_are_found_when_they_are_needed(game: str, engine: Engine) -> None:
    save, before, refused = mixed(game)
    assert told_of(engine.tell("load", save, want=ASKED)) == before
    assert engine.tell("undo") == {"refused": refused}
    assert told_of(engine.tell("stay", want=ASKED)) == before


@cache
def changed_snapshots(game: str) -> list[tuple[Any, str]]:
    """Snapshots of which some value is another, or missing, and in which words they are refused."""
    chosen, found = Random(6), list[tuple[Any, str]]()
    match = played(rules(game).new_game(seed=6), chosen, 20)
    data = data_of(match)
    for _ in range(CHANGES):
        changed = as_json(data)
        change(changed, chosen)
        found.append((changed, refusal(partial(rules(game).restore, as_json(changed)))))
    assert data == data_of(match)
    return found


def test_a_snapshot_that_is_changed_is_refused_in_the_same_words(game: str, engine: Engine) -> None:
    """What is taken plays on in both."""
    for changed, refused in changed_snapshots(game):
        assert engine.tell("restore", changed, want=ALL).get("refused", "") == refused
    assert len({refused for _, refused in changed_snapshots(game)}) > 3


def change(data: Any, chosen: Random) -> None:
    """Changes a value somewhere in data."""
    while True:
        key = chosen.choice(list(data) if isinstance(data, dict) else range(len(data)))
        if isinstance(data[key], dict | list) and data[key] and chosen.random() < 0.8:
            data = data[key]
            continue
        data[key] = chosen.choice(VALUES)
        return


DICE = """
flow match():
  each p in all player:
    let r = roll 2d6
    choose face from r by p: set p.score to face.value
"""


@pytest.mark.parametrize("name", ENGINES)
def test_faces_of_a_roll_are_options_like_any_other(name: str, tmp_path: Path) -> None:
    """A roll is a list of a sort of its own; what is chosen from is a plain one in each engine."""
    small = build_small(tmp_path, DICE, start="match", scenario="id: table\nname: {en: Table}\nplayers: [p1, p2]\n")
    made = exported(small.build)
    engine = engine_of(name, made, tmp_path)
    found = engine.tell("new", {}, 3, want=ALL)
    match = rules_from(made).new_game(seed=3)
    assert match.request is not None and alike(found["snapshot"], data_of(match))
    assert engine.tell("clone", want=ALL) == engine.tell("restore", data_of(match), want=ALL) == found
    engine.close()


KEPT_KINDS = """\
kinds:
  game: {}
  player: {fields: {score: int, kept: set of letter, hand: {zone: letter}, pile: {zone: letter}}}
  letter: {card: true, fields: {owner: player, others: set of letter, inside: {zone: letter}}}
"""
KEPT = """
status holding(those: set of letter) of player
flow match():
  each p in all player:
    set p.kept to p.hand
    add holding(p.hand) to p
    create n = letter with owner = p, others = p.hand
    each c in p.hand: put c into p.pile
    bury n
    choose c from p.kept by p:
      set p.score to size(p.kept) * 100 + size(n.others) * 10 + size(p.hand) + (1 if n.in_play else 0)
verb bury(c: letter):
  create box = letter with owner = c.owner
  put c into box.inside
  remove box
"""


@pytest.mark.parametrize("name", ENGINES)
def test_what_is_kept_of_a_zone_is_what_lay_there(name: str, tmp_path: Path) -> None:
    """A set that was given a zone does not change with it, and a snapshot has it, and what lies with nobody.

    Nothing in a snapshot lies within itself.
    """
    cards = "- {id: note, kind: letter, name: {en: Note}, provenance: house}\n"
    letters = ", ".join("{card: note, owner: p1, zone: p1.hand}" for _ in range(2))
    scenario = f"id: desk\nname: {{en: Desk}}\nplayers: [p1]\ncreate: [{letters}]\n"
    small = build_small(tmp_path, KEPT, start="match", kinds=KEPT_KINDS, cards=cards, scenario=scenario)
    made = exported(small.build)
    engine, match = engine_of(name, made, tmp_path), rules_from(made).new_game(seed=3)
    found = engine.tell("new", {}, 3, want=ALL)
    assert alike(found["snapshot"], data_of(match))
    assert engine.tell("restore", data_of(match), want=ALL) == found
    damaged = data_of(match)
    rows, (pile,) = damaged["state"]["kinds"]["letter"], damaged["state"]["kinds"]["player"]["fields"]["pile"]
    for holder, held in zip(pile, reversed(pile), strict=True):
        rows["fields"]["inside"][rows["id"].index(holder)] = [held]
    pile.clear()
    refused = f"the snapshot is damaged: {rows['id'][0]} lies within itself"
    with pytest.raises(HostError, match=refused):
        rules_from(made).restore(damaged)
    assert engine.tell("restore", damaged) == {"refused": refused}
    match = rules_from(made).restore(data_of(match))
    give(match, [1])
    (player,) = of_kind(match.game, "player")
    assert player.score == 220
    assert engine.tell("play", [1], want=ASKED)["state"] == fingerprint(match.game)
    engine.close()

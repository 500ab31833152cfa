"""A running match as a value: what a copy shares, what a fault takes back, and that nothing is forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.build import build_game
from compiler.callables.code import Code
from compiler.interpreter import copies
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.setups import HostError
from compiler.interpreter.state import State, nothing_known
from compiler.targets.export import content_of
from dsl.diagnostics import Sink
from tests.small_game import write_game

SCENARIO = "id: field\nname: Field\nplayers: [p1, p2]\n"
RULES = """\
verb risk(by who: player):
  set game.round to 7
  may:
    repeat (game.round * 2000) times: increase game.count by 1
verb calm(by who: player):
  may: increase who.score by 1
flow match():
  each p in all player: calm by p
  each p in all player: risk by p
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    return rules_of(tmp_path, SCENARIO)


def rules_of(home: Path, scenario: str) -> Rules:
    home.mkdir(exist_ok=True)
    folder = write_game(home, RULES, start="match", scenario=scenario)
    sink = Sink()
    build = build_game(folder, sink, folder.name)
    assert build is not None and build.program is not None, [str(d) for d in sink.sorted()]
    made = content_of(build.program, build.scripts)
    return Rules(Code(made.program), made.scenarios, "hash")


def answered(match: Match, *answers: int) -> Match:
    for answer in answers:
        match.skip()
        match.answer([answer])
    return match


def test_a_fault_leaves_every_copy_as_before_its_first_event(rules: Rules) -> None:
    match = answered(rules.new_game(), 0, 0)
    copies_of = [match.clone(), rules.restore(json.loads(json.dumps(match.snapshot()))), match.branch(3)]
    start = rules.new_game()
    start.back_to_start()
    for copy in (match, *copies_of):
        answered(copy, 0)
        assert copy.result is not None
        assert (copy.result["outcome"], copy.result["state"]) == ("fault", fingerprint(start.game))
        assert copy.result == match.result


def test_a_match_that_was_being_built_is_as_built_after_a_fault(rules: Rules, tmp_path: Path) -> None:
    """Its answers from before the snapshot are not known; it goes on being built from there."""
    asking = rules_of(tmp_path / "asking", SCENARIO + "do: |\n  calm by p1\n  calm by p2\n")
    match = answered(asking.new_game(), 0)
    assert not match.is_built
    copies_of = [answered(asking.restore(match.snapshot()), 1), answered(match.clone(), 1), answered(match, 1)]
    for copy in copies_of:
        assert copy.is_built
        answered(copy, 0, 0, 0)
        assert copy.result is not None and copy.result["outcome"] == "fault"
    assert copies_of[0].result == copies_of[1].result == copies_of[2].result


def test_after_a_fault_the_answer_can_be_taken_back(rules: Rules) -> None:
    match = answered(rules.new_game(), 1, 1)
    hash_ = fingerprint(match.game)
    answered(match, 0)
    assert match.result is not None
    match.undo()
    assert (fingerprint(match.game), match.result) == (hash_, None)
    answered(match, 1, 1)
    assert match.result is not None and match.result["outcome"] == "ended"


def test_an_answer_forgets_what_was_taken_back(rules: Rules) -> None:
    match = answered(rules.new_game(), 0, 0)
    match.undo()
    answered(match, 1)
    with pytest.raises(HostError, match="nothing was taken back"):
        match.redo()


def test_what_came_before_a_snapshot_cannot_be_taken_back(rules: Rules) -> None:
    match = rules.restore(answered(rules.new_game(), 0).snapshot())
    answered(match, 0)
    match.undo()
    with pytest.raises(HostError, match="there is nothing to take back"):
        match.undo()


def test_the_save_of_a_match_from_a_snapshot_says_so_and_goes_back_to_it(rules: Rules) -> None:
    snapshot = answered(rules.new_game(), 0).snapshot()
    match = answered(rules.restore(snapshot), 0)
    save = json.loads(json.dumps(match.save()))
    assert (save["origin"], save["answers"]) == (snapshot, [[0]])
    again = rules.load(save)
    assert fingerprint(again.game) == fingerprint(match.game)
    again.undo()
    assert again.snapshot()["state"] == snapshot["state"]
    with pytest.raises(HostError, match="there is nothing to take back"):
        again.undo()
    with pytest.raises(HostError, match="its answers do not tell it"):
        rules.load(save, by="replay")


def test_a_match_that_has_ended_is_a_value_too(rules: Rules) -> None:
    match = answered(rules.new_game(), 1, 1, 1, 1)
    again = rules.restore(json.loads(json.dumps(match.snapshot())))
    assert (again.result, again.request) == (match.result, None)


def test_what_is_worked_out_after_a_checkpoint_is_not_known_at_it(rules: Rules) -> None:
    """Nor where nothing was known at it."""
    game: State = answered(rules.new_game(), 0).game
    game.known, game.is_own = nothing_known(), True
    point = copies.checkpoint(game)
    game.note("*", lambda: None)
    game.known[0]["asked"] = 1, 1
    copies.return_to(game, point)
    assert not game.known


def test_every_attribute_of_a_game_is_copied_shared_or_made_anew(rules: Rules) -> None:
    """Whoever gives a game something new to hold says here what a copy does with it."""
    shared = {
        "bounds", "cards", "classes", "code", "drawn", "events", "floor", "grid", "known", "limits", "most", "named", "nested",
        "next_id", "neighbours", "program", "remembered", "revealed", "square_at", "squares", "steps", "changes",
        "terrain_of", "dry_run", "watch", "work", "footprints", "lasting_by", "square_names", "operations", "windows",
    }  # fmt: skip
    anew = {
        "journal", "outermost", "is_own", "trace", "marked", "history", "most_offered", "watcher", "filed_effects", "mark_of_run",
        "eyes", "refusals",
    }  # fmt: skip
    game: State = answered(rules.new_game(), 0).game
    assert set(game.__dict__) - shared - anew == {*copies.COPIED, *copies.FLAT}
    held = copies.copy_of(game).__dict__
    for name in (*copies.COPIED, *copies.FLAT):
        value = game.__dict__[name]
        assert value is None or value == () or held[name] is not value, name

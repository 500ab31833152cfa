"""The agent that looks ahead: never worse off than one that plays at random, and never wiser than its player."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.authoring.exported import rules_of
from cardwright.cli.main import main
from cardwright.cli.saved_match import play_on
from cardwright.lab.agents import agent_of
from cardwright.lab.greedy import Greedy
from cardwright.lab.turn import Turn
from compiler.build import build_game
from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose
from dsl.diagnostics import Sink
from tests import content_games


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    into = tmp_path_factory.mktemp("tutorial")
    main(["new", "garden", "--into", str(into)])
    build = build_game(into / "garden", Sink())
    assert build is not None
    return rules_of(build)


@pytest.fixture(scope="module")
def duel() -> Rules:
    return content_games.rules("dungeon_command")


def standing_of_first(rules: Rules, seed: int, *, greedy: bool) -> int:
    """How the first player stands at the end, against one who plays at random."""
    match = rules.new_game({}, seed)
    sees, draws, other = Greedy(seed), random_agent(seed), random_agent(seed + 100)
    first = of_kind(match.game, "player")[0]._id

    def decide(game: State, asked: Choose) -> list[int]:
        if asked.who._id != first:
            return other(game, asked)
        return sees.answer(Turn(match)) if greedy else draws(game, asked)

    play_on(match, [], decide)
    assert match.result is not None and match.result["outcome"] == "ended"
    found: int = match.game.code.functions[match.game.program.policy["standing"]](
        match.game, of_kind(match.game, "player")[0]
    )
    return found


@pytest.mark.parametrize(("game", "matches"), [("tutorial", 30), ("duel", 2)])
def test_never_worse_off_than_at_random(game: str, matches: int, request: pytest.FixtureRequest) -> None:
    rules, seeds = request.getfixturevalue(game), range(1, matches + 1)
    by_random = sum(standing_of_first(rules, seed, greedy=False) for seed in seeds)
    assert sum(standing_of_first(rules, seed, greedy=True) for seed in seeds) > by_random


def begun(rules: Rules, answers: int) -> Match:
    match = rules.new_game({}, 5)
    draws = random_agent(5)
    for _ in range(answers):
        match.skip()
        assert isinstance(match.request, Choose)
        match.answer(draws(match.game, match.request))
    match.skip()
    return match


@pytest.mark.parametrize("answers", [12, 25])
def test_what_is_hidden_does_not_guide_it_nor_is_the_match_changed(duel: Rules, answers: int) -> None:
    match = begun(duel, answers)
    assert isinstance(match.request, Choose)
    seat = of_kind(match.game, "player").index(match.request.who)
    before = match.snapshot()
    for agent in ("greedy", "mcts:8"):
        found = agent_of(agent, 1).answer(Turn(match))
        assert match.snapshot() == before
        assert agent_of(agent, 1).answer(Turn(match.branch_for(seat, 99))) == found


def test_a_game_that_does_not_say_how_a_player_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "garden", "--into", str(tmp_path)])
    ruleset = tmp_path / "garden" / "ruleset.yaml"
    ruleset.write_text(
        ruleset.read_text(encoding="utf-8").replace("policy: {standing: lead, won: ahead}\n", ""), encoding="utf-8"
    )
    assert main(["play", str(tmp_path / "garden"), "--agents", "greedy"]) != 0
    assert "`policy: standing`" in capsys.readouterr().err


def test_a_match_of_theirs_is_saved_and_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "garden", "--into", str(tmp_path)])
    game, save = str(tmp_path / "garden"), str(tmp_path / "save.json")
    assert main(["play", game, "--agents", "greedy", "--save", save]) == 0
    played = capsys.readouterr().out.splitlines()[-1]
    assert main(["play", game, "--replay", save]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == played

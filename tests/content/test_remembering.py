"""What is remembered changes nothing: the same matches, work and all, as where everything is forgotten at each change."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from compiler.callables.code import Code
from compiler.core.reads import ALL, Reads, closed_params
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Request, Trace
from tests import content_games

SCENARIOS = (("dungeon_command", "duel"), ("descent", "crossing"), ("middara", "skirmish"))
ASKED = 120


class Enough(Exception):
    """So many requests were answered."""


class Counting(Driver):
    """Notes the work that is left at each request."""

    def __init__(self, seed: int) -> None:
        super().__init__(random_agent(seed), seed)
        self.counted: list[tuple[int, int, int]] = []

    def answer(self, rt: State, request: Request) -> Any:
        self.counted.append((rt.work, rt.steps, rt.changes))
        if len(self.counted) > ASKED:
            raise Enough
        return super().answer(rt, request)


def played(game: str, scenario: str, *, forgetful: bool) -> tuple[list[str], list[tuple[int, int, int]], str]:
    rules = content_games.rules(game)
    code, script, readers = rules.code, rules.scenarios[scenario], rules.code.readers
    state, driver = new_game(code), Counting(3)
    state.trace = Trace(asking=True)
    code.readers = None if forgetful else readers
    try:
        rules.scripts.start(script, state, Env({}), driver)
        with suppress(Enough):
            play(state, driver)
    finally:
        code.readers = readers
    assert len(driver.counted) > 30
    return state.trace.lines, driver.counted, fingerprint(state)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_match_runs_as_if_nothing_were_remembered(game: str, scenario: str) -> None:
    assert played(game, scenario, forgetful=False) == played(game, scenario, forgetful=True)


@pytest.fixture(scope="module")
def reads() -> Reads:
    program = content_games.content("dungeon_command").program
    code = Code(program)
    return Reads(program, code.tables.writer.lasting_nodes(), code.until_nodes(), code.remembering.walked)


def test_what_a_function_reads_is_known_before_it_runs(reads: Reads) -> None:
    assert reads.of(("function", "parted")) == {"side"}
    assert reads.of(("function", "may_stand")) == {"at", "size", "side"}
    assert reads.of(("function", "step_cost")) == {"at", "size", "side", "_statuses", "controller", "team"}
    assert {"all commander", "speed", "_alive"} <= reads.of(("stat", "speed"))
    assert {"order_hand", "all order", "all creature"} <= reads.of(("carriers", "card", "0"))


def test_what_nobody_knows_reads_anything(reads: Reads) -> None:
    replaced = next(v for a in reads.program.abilities if a.timing == "instead" and not a.step for v in a.verbs)
    assert ALL in reads.of(("verb", replaced)) and ALL not in reads.of(("verb", "shoot"))


def test_a_parameter_that_is_walked_over_may_be_a_zone(reads: Reads) -> None:
    never_open = closed_params(reads.program)
    assert {("may_stand", 0), ("may_stand", 1), ("overlap", 2)} <= never_open
    assert ("parted", 0) not in never_open

"""Transcripts: what two engines must have in common, line by line (``docs/engines.md``).

Job: run a test or a match and write down everything that happens, is asked and is answered. Input: linked rules and
their scripts. Output: lines of text; the same in every runtime.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from typing import Any

from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.values import Env, Fault, Trace

_OF_NONE = re.compile(r".*: (a value was none where one is needed) \(.*\)", re.DOTALL)


def transcript_of_test(scripts: Scripts, script: Any) -> list[str]:
    """One content test, from before its position is built to the hash of the state it leaves."""
    outcome = scripts.run_test(script, asking=True)
    if outcome.broken is not None:
        raise outcome.broken
    failed = [f"failed: {told(failure.message)}" for failure in outcome.failures]
    return [*outcome.trace, *failed, f"state {outcome.state}"]


def transcript_of_match(scripts: Scripts, script: Any, seed: int) -> list[str]:
    """One game from a scenario, with the agent `random` for everybody."""
    game = new_game(scripts.code)
    game.trace = Trace(asking=True)
    driver = Driver(random_agent(seed), seed)
    lines = game.trace.lines
    try:
        scripts.start(script, game, Env({}), driver)
        play(game, driver)
    except Fault as fault:
        lines.append(f"fault: {told(fault.message)}")
    return [*lines, f"state {fingerprint(game)}"]


def told(message: str) -> str:
    """The message of a fault as every runtime has it: where a value was none, they differ in what they know of it."""
    found = _OF_NONE.fullmatch(message)
    return found[1] if found else message

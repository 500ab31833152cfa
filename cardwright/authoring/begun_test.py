"""Where a test stands after some of its steps.

Job: build the position of a test and do its first steps, with the answers that it gives. Input: a test ready to run.
Output: a game. What the test claims is not judged.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from functools import partial
from typing import Any

from compiler.interpreter.frames import Body
from compiler.interpreter.game import new_game, run
from compiler.interpreter.happening import Checking
from compiler.interpreter.scripts import Building, Scripts
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.values import Env


def game_of_test(scripts: Scripts, script: Any, steps: int, env: Env) -> State:
    """The game of a test after so many of its steps; ``env`` gets its names."""
    made, game = scripts.made[id(script)], new_game(scripts.code)
    begun = [(stage.positions, stage.steps) for stage in made.foregoing] + [(made.positions, made.steps[:steps])]
    for positions, done in begun:
        run(game, partial(Building, scripts, positions, env), ScriptDriver(game, None, env))
        for step in done:
            driver = ScriptDriver(game, step, env)
            game.watcher = driver
            run(game, partial(Body, step.do, {"env": env}), driver)
            run(game, Checking, driver)
            driver.name_things()
    return game

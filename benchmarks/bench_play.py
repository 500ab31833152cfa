"""How many games a second random agents play; with ``--profile``, where the time goes.

    bench_play.py [GAME] [SCENARIO] [--games N] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from pathlib import Path
from time import perf_counter

from compiler.build import Build, build_game
from compiler.callables import Code
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, Game
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.values import Env, Fault
from dsl.diagnostics import Sink

CONTENT = Path(__file__).parents[1] / "content"


def play(build: Build, scenario: str, games: int) -> tuple[int, int]:
    """Plays seeds 1, 2, … from a scenario; gives the events that happened and how many games met a fault."""
    assert build.program is not None
    code = Code(build.program)
    name = f"scenario {scenario}"
    scripts = Scripts(code, {name: build.scripts[name]})
    events = faults = 0
    for seed in range(1, games + 1):
        game = Game(code)
        driver = Driver(random_agent(seed), seed)
        try:
            scripts.start(build.scripts[name], game, Env({}), driver)
            game.play(driver)
        except Fault:
            faults += 1
        events += game.events
    return events, faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dungeon_command")
    parser.add_argument("scenario", nargs="?", default="duel")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    build = build_game(CONTENT / given.game, Sink(), given.game)
    if build is None or build.program is None or f"scenario {given.scenario}" not in build.scripts:
        print(f"{given.game} {given.scenario}: cannot be played")
        return
    profile = cProfile.Profile()
    start = perf_counter()
    if given.profile:
        profile.enable()
    events, faults = play(build, given.scenario, given.games)
    profile.disable()
    taken = perf_counter() - start
    rate = f"{given.games / taken:.1f} games a second, {events / given.games:,.0f} events a game"
    print(f"{given.game} {given.scenario}: {rate}, {faults} with a fault (wanted: 20 games a second)")
    if given.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(25)


if __name__ == "__main__":
    main()

"""How many games per second random agents play, and how the time is divided among files, or with ``--profile``
functions.

    bench_play.py [GAME SCENARIO] [--games N] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.core.scripts import Script
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.values import Env, Fault
from dsl.diagnostics import Sink

# The scenario of each game.
SCENARIOS = (
    ("dungeon_command", "duel"),
    ("ddm", "skirmish"),
    ("middara", "skirmish"),
    ("middara", "sickles_in_the_air"),
    ("descent", "crossing"),
    ("warhammer", "meadow"),
)
WANTED = {("dungeon_command", "duel"): 20}
CONTENT = Path(__file__).parents[1] / "content"


@dataclass(frozen=True, slots=True)
class Table:
    """The compiled game, shared by all matches."""

    code: Code
    scripts: Scripts
    script: Script


def table_of(build: Build, scenario: str) -> Table:
    assert build.program is not None
    code = Code(build.program)
    script = build.scripts[f"scenario {scenario}"]
    return Table(code, Scripts(code, {script.name: script}), script)


def play(table: Table, games: int) -> tuple[int, int]:
    """Plays seeds 1, 2, … from a scenario; returns the number of events and the number of games with a fault."""
    events = faults = 0
    for seed in range(1, games + 1):
        game = new_game(table.code)
        driver = Driver(random_agent(seed), seed)
        try:
            table.scripts.start(table.script, game, Env({}), driver)
            play(game, driver)
        except Fault:
            faults += 1
        events += game.events
    return events, faults


def measure(game: str, scenario: str, games: int, *, profile: bool) -> None:
    build = build_game(CONTENT / game, Sink(), game)
    if build is None or build.program is None or f"scenario {scenario}" not in build.scripts:
        raise SystemExit(f"{game} {scenario}: cannot be played")
    table = table_of(build, scenario)
    spare_the_program()
    play(table, 1)  # fills the caches for the board
    start = process_time()
    events, faults = play(table, games)
    rate = f"{games / (process_time() - start):.1f} games a second of one core, {events / games:,.0f} events a game"
    wanted = f" (wanted: {WANTED[game, scenario]} games a second)" if (game, scenario) in WANTED else ""
    print(f"{game} {scenario}: {rate}, {faults} with a fault{wanted}")
    if profile or wanted:
        tell_time(profiled(table, max(games // 4, 1)), by_function=profile)


def profiled(table: Table, games: int) -> pstats.Stats:
    profiler = cProfile.Profile()
    profiler.runcall(play, table, games)
    return pstats.Stats(profiler)


def tell_time(stats: pstats.Stats, *, by_function: bool) -> None:
    """Prints the functions with the most time of their own, or the share of each file of content and interpreter."""
    if by_function:
        stats.sort_stats("tottime").print_stats(25)
        return
    shares: Counter[str] = Counter()
    for (path, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        shares["/".join(Path(path).parts[-3:]) if path != "~" else "Python's own functions"] += own
    total = sum(shares.values())
    print("  " + ", ".join(f"{path} {100 * own / total:.0f} %" for path, own in shares.most_common(8)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    for game, scenario in [(given.game, given.scenario)] if given.scenario else SCENARIOS:
        measure(game, scenario, given.games, profile=given.profile)


if __name__ == "__main__":
    main()

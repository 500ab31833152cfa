"""How many games per second random agents play, and how the time is divided among files, or with ``--profile``
functions.

    bench_play.py [GAME SCENARIO] [--games N] [--profile]
    bench_play.py [GAME SCENARIO] [--games N] --against FOLDER [--repeat N]

``--against`` plays the same games with the code of another checkout, in turn with this one's, each time in a process
of its own, and tells the part of its processor time that this one takes; the matches have to be the same.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.core.scripts import Script
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game, play
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


def play_games(table: Table, games: int) -> tuple[int, int, int]:
    """Plays seeds 1, 2, … from a scenario; gives how many events and faults there were, and a number that is another
    where something was answered otherwise, or took other work.
    """
    events = faults = told = 0
    for seed in range(1, games + 1):
        game = new_game(table.code)
        driver = Driver(random_agent(seed), seed)
        try:
            table.scripts.start(table.script, game, Env({}), driver)
            play(game, driver)
        except Fault:
            faults += 1
        events += game.events
        told = hash((told, repr(driver.answers), game.events, game.work, game.most))
    return events, faults, told


def ready(game: str, scenario: str) -> Table:
    """A scenario of a game, of which one match was played already, which fills the caches for the board."""
    build = build_game(CONTENT / game, Sink(), game)
    if build is None or build.program is None or f"scenario {scenario}" not in build.scripts:
        raise SystemExit(f"{game} {scenario}: cannot be played")
    table = table_of(build, scenario)
    spare_the_program()
    play_games(table, 1)
    return table


def compare(game: str, scenario: str, games: int, other: Path, repeat: int) -> None:
    """Plays with this code and that of another checkout in turn."""
    command = [sys.executable, __file__, game, scenario, "--games", str(games), "--figures"]
    parts: list[float] = []
    for _ in range(repeat):
        found: list[tuple[float, int]] = []
        for folder in (Path(__file__).parents[1], other):
            environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=environ)
            found.append(json.loads(done.stdout))
        (ours, told), (theirs, told_there) = found
        if told != told_there:
            raise SystemExit(f"{game} {scenario}: the matches are not the same")
        parts.append(ours / theirs)
    print(f"{game} {scenario}: {median(parts):.2f} of its time ({min(parts):.2f} to {max(parts):.2f})")


def figures(game: str, scenario: str, games: int) -> None:
    table = ready(game, scenario)
    start = process_time()
    _, _, told = play_games(table, games)
    print(json.dumps((process_time() - start, told)))


def measure(game: str, scenario: str, games: int, *, profile: bool) -> None:
    table = ready(game, scenario)
    start = process_time()
    events, faults, _ = play_games(table, games)
    rate = f"{games / (process_time() - start):.1f} games a second of one core, {events / games:,.0f} events a game"
    wanted = f" (wanted: {WANTED[game, scenario]} games a second)" if (game, scenario) in WANTED else ""
    print(f"{game} {scenario}: {rate}, {faults} with a fault{wanted}")
    if profile or wanted:
        tell_time(profiled(table, max(games // 4, 1)), by_function=profile)


def profiled(table: Table, games: int) -> pstats.Stats:
    profiler = cProfile.Profile()
    profiler.runcall(play_games, table, games)
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
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--figures", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    for game, scenario in [(given.game, given.scenario)] if given.scenario else SCENARIOS:
        if given.figures:
            figures(game, scenario, given.games)
        elif given.against is not None:
            compare(game, scenario, given.games, given.against.resolve(), given.repeat)
        else:
            measure(game, scenario, given.games, profile=given.profile)


if __name__ == "__main__":
    main()

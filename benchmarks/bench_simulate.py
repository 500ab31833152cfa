"""How many matches a second `cardwright simulate` plays by workers, what it costs to play in several processes, and by
a simulation of the scheduler, what so many workers of a cluster would do.

    bench_simulate.py [GAME SCENARIO] [--matches N] [--jobs N,N]

What the clock says of several workers depends on what else this machine does. The processor time of all processes
together does less so: what a match needs of it beyond one process alone is the cost of playing in several.

The simulation draws batches from those that were measured here, and takes one scheduler to need a constant time for
each batch (2.1 ms was measured for Dask). It knows no network, no disks and no slower machines: it is an upper bound.
"""

from __future__ import annotations

import argparse
import heapq
import os
import resource
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

from cardwright.authoring.exported import exported, rules_of
from cardwright.lab.batches import SIZE, Plan, play_batch
from cardwright.lab.pool import Source, play_all
from compiler.build import build_game
from compiler.garbage_collection import spare_the_program
from dsl.diagnostics import Sink

CONTENT = Path(__file__).parents[1] / "content"
TASK = 0.0021  # seconds of the scheduler for a batch
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
MATCHES = 100_000


class Speed(NamedTuple):
    """Matches a second: of the clock, and of the processor time of all processes, with their start."""

    clock: float
    work: float


def measured(source: Source, plan: Plan, jobs: int) -> Speed:
    begun, worked = perf_counter(), processor_time()
    played = sum(len(sums["rows"]) for _, sums in play_all(source, plan, jobs, list(plan.batches())))
    return Speed(played / (perf_counter() - begun), played / (processor_time() - worked))


def processor_time() -> float:
    """Of this process and of those that it began and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def batches_of(source: Source, plan: Plan) -> list[float]:
    """The seconds of processor time of each batch, in this process."""
    found: list[float] = []
    for batch in plan.batches():
        begun = process_time()
        play_batch(source.rules, plan, batch)
        found.append(process_time() - begun)
    return found


def simulated(times: list[float], workers: int, matches: int) -> float:
    """Matches a second of so many workers, each of which takes a batch when it has none."""
    chance = Random(1)
    free = [0.0] * workers
    scheduler = end = 0.0
    for _ in range(matches // SIZE):
        ready = heapq.heappop(free)
        scheduler = max(scheduler, ready) + TASK
        done = scheduler + chance.choice(times)
        end = max(end, done)
        heapq.heappush(free, done)
    return matches / end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dungeon_command")
    parser.add_argument("scenario", nargs="?", default="duel")
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--jobs", default="1,2")
    given = parser.parse_args()
    build = build_game(CONTENT / given.game, Sink(), given.game)
    if build is None or build.program is None:
        raise SystemExit(f"{given.game}: cannot be played")
    source = Source(rules_of(build), lambda: exported(build))
    spare_the_program()
    plan = Plan((given.scenario,), given.matches, 1, ("random",))
    times = batches_of(source, plan)
    alone = given.matches / sum(times)
    print(f"{given.game} {given.scenario}, random agents: {alone:.2f} matches a second of processor time, one process")
    for jobs in map(int, given.jobs.split(",")):
        clock, work = measured(source, plan, jobs)
        print(
            f"{jobs} workers here: {work:.2f} a second of processor time ({work / alone:.0%} of one process), "
            f"{clock:.2f} of the clock ({clock / alone / jobs:.0%} of {jobs} times one process)"
        )
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"simulated, {MATCHES:,} matches in batches of {SIZE}, {TASK * 1000:.1f} ms of the scheduler for each:")
    for workers in WORKERS:
        rate = simulated(times, workers, MATCHES)
        print(f"{workers:5} workers: {rate:9.1f} a second ({rate / alone / workers:.0%} of so many times one)")


if __name__ == "__main__":
    main()

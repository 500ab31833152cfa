"""What it costs to copy, write, resume and take back a running match, against playing it again.

    bench_match.py [--answers N]

Each line is a scenario after so many answers; without N after 150, and one of a campaign after 1,500. It has the time
to replay all answers, and of the rest each how many times fit into that. Medians; a copy (`clone`) is to cost at most a
fiftieth of a replay at the 150th answer, and loading a save (`load`) at most a twentieth at the 1,500th: the last
column names what is missed. Where every match ends before that, it is measured after fewer answers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from bench_play import CONTENT, SCENARIOS

import cardwright

LONG = (("descent", "campaign"), 1500)


def timed(work: Callable[[], object], rounds: int) -> float:
    """The median of so many runs, in seconds of processor time."""
    times: list[float] = []
    for _ in range(rounds):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return median(times)


def played(rules: cardwright.Rules, scenario: str, answers: int) -> cardwright.Match:
    """A match with so many answers; one that ends before that is begun anew with another seed."""
    for seed in range(1, 30):
        match, chosen = rules.new(scenario, seed=seed), Random(seed)
        while match.request is not None and len(match.answers) < answers:
            match.answer(chosen.choice(match.legal()))
        if match.request is not None:
            return match
    return played(rules, scenario, answers * 2 // 3)


def taken_back(match: cardwright.Match) -> None:
    match.undo()
    match.redo()


def measure(game: str, scenario: str, answers: int) -> None:
    rules = cardwright.load(CONTENT / game)
    match = played(rules, scenario, answers)
    save, data = match.save(), match.snapshot()
    replay = timed(lambda: rules.load(save, by="replay"), 5 if answers < 1000 else 3)
    clone, load = timed(match.clone, 25), timed(lambda: rules.load(save), 25)
    others = (
        timed(match.snapshot, 25),
        timed(lambda: rules.restore(data), 25),
        load,
        timed(lambda: taken_back(match), 25),
    )
    shown = "  ".join(f"1/{replay / way:<6.0f}" for way in (clone, *others))
    size = len(json.dumps(data, separators=(",", ":")))
    goal, way, most = ("load", load, 20) if answers >= LONG[1] else ("clone", clone, 50)
    missed = goal if way * most > replay else ""
    count = len(match.answers)
    print(f"{game} {scenario:{31 - len(game)}} {count:7}  {replay:5.3f} s  {shown} {size:7}  {missed}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--answers", type=int)
    options = parser.parse_args()
    print(f"{'':32} answers  replay    clone  snapshot  restore  load      undo and redo   bytes  missed")
    for game, scenario in SCENARIOS:
        measure(game, scenario, options.answers or 150)
    if options.answers is None:
        measure(*LONG[0], LONG[1])


if __name__ == "__main__":
    main()

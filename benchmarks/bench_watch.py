"""What it costs to be told a match: with events, and with words, against the same match that nobody watches.

    bench_watch.py [--answers N] [--rounds N]

Each line is a whole match at random, or so many answers of it: the time without a watcher, and how many times that it
takes with one watcher who is asked for events at each request (the first player), without and with words. A watched
match with words is to take at most 1.3 times the other. The last number is a view against playing the match again, of
which it is to take at most a twentieth. Medians of processor time, each kind in turn, all in one process.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time

from bench_match import timed
from bench_play import CONTENT, SCENARIOS

import cardwright

WAYS: tuple[tuple[bool, str | None], ...] = ((False, None), (True, None), (True, "en"))


def answered(rules: cardwright.Rules, scenario: str, answers: int | None) -> list[list[int]]:
    """The answers of a match at random, to its end if no number is given."""
    match, chosen = rules.new(scenario, seed=1), Random(1)
    while match.request is not None and (answers is None or len(match.answers) < answers):
        match.answer(chosen.choice(match.legal()))
    return list(match.answers)


def played(rules: cardwright.Rules, scenario: str, answers: list[list[int]], way: tuple[bool, str | None]) -> float:
    """The time that the match takes with these answers."""
    match = rules.new(scenario, seed=1)
    watcher = match.watch(0, way[1]) if way[0] else None
    begun = process_time()
    for answer in answers[len(match.answers) :]:
        match.answer(answer)
        if watcher is not None:
            watcher.events()
    return process_time() - begun


def measure(game: str, scenario: str, answers: int | None, rounds: int) -> None:
    rules = cardwright.load(CONTENT / game)
    given = answered(rules, scenario, answers)
    times = [[played(rules, scenario, given, way) for way in WAYS] for _ in range(rounds)]
    bare, events, words = (median(column) for column in zip(*times, strict=True))
    match = rules.new(scenario, seed=1)
    for answer in given[len(match.answers) : -1]:
        match.answer(answer)
    save = match.save()
    view = timed(lambda: match.view(0), 25) / timed(lambda: rules.load(save, by="replay"), 3)
    missed = " ".join(what for what, is_missed in (("words", words > 1.3 * bare), ("view", view > 0.05)) if is_missed)
    shown = f"{bare:6.3f} s   {events / bare:5.2f}   {words / bare:5.2f}   1/{1 / view:<5.0f}  {missed}"
    print(f"{game} {scenario:{31 - len(game)}} {len(given):7}  {shown}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--answers", type=int)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'':32} answers  nobody   events  words    view   missed")
    for game, scenario in SCENARIOS:
        measure(game, scenario, options.answers, options.rounds)


if __name__ == "__main__":
    main()

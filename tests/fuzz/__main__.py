"""The fuzzer as a command: ``make fuzz MINUTES=120 SEED=1``.

Prints what it has tried, and writes every failure of a kind not seen before as a small game with its seed.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from functools import cache, partial
from pathlib import Path
from random import Random

from tests.fuzz.attempt import BUILT, PLAYED, REFUSED, Report, attempt
from tests.fuzz.change import Changer
from tests.fuzz.games import LARGE, SMALL, Files, game, write
from tests.fuzz.guard import HUNG, guarded
from tests.fuzz.pieces import pieces
from tests.fuzz.shrink import shrunk

GROWN = 12  # so many changed games of each are kept to be changed further
EVERY = 60.0  # seconds between two lines of counts


@cache
def warm_up() -> None:
    """What small games do unchanged, once in a process; it and what it loads are then in each fork of it."""
    unchanged = [attempt(game(name), 0, ("python",)) for name in SMALL]
    assert not any(report.failure for report in unchanged), unchanged
    for name in SMALL:
        for path, text in game(name).items():
            pieces(path, text)
    faulty = {"ruleset.yaml": "id: 1\n", "rules/faulty.rules": "verb\n"}  # what says why is loaded when it is needed
    assert attempt(faulty, 0, ()) == Report(REFUSED)


class Fuzzer:
    """Inputs one after the other: the same seed makes the same ones, where none is ended by the clock."""

    def __init__(self, seed: int, out: Path | None, *, large: float = 0.08, javascript: bool = True) -> None:
        self.seed, self.out, self.large, self.javascript = seed, out, large, javascript
        self.counts: Counter[str] = Counter()
        self.grown: dict[str, list[Files]] = {
            name: [] for name in (*SMALL, *LARGE)
        }  # what was accepted, and is changed on
        self.failures: dict[str, tuple[int, int, str]] = {}  # by signature: how many, the first's number, what is told

    def input(self, number: int) -> tuple[str, Files, tuple[str, ...]]:
        """The game's name, the files, and the engines that play it, too."""
        chance = Random(f"{self.seed}/{number}")
        names, weights = [*SMALL, *LARGE], [*(4, 2, 1, 1, 6), *(14 * self.large / 5 / (1 - self.large),) * 5]
        name = chance.choices(names, weights)[0]
        engines = ["python"] * (chance.random() < 0.5) + ["lua54"] * (chance.random() < 0.25)
        if self.javascript and chance.random() < 0.06:
            engines.append("javascript")
        grown = self.grown[name]
        start = chance.choice(grown) if grown and chance.random() < 0.5 else game(name)
        return name, Changer(name, chance).changed(start), tuple(engines)

    def tried(self, files: Files, number: int, name: str, engines: tuple[str, ...]) -> Report:
        seconds = 60 if name in LARGE else 15
        job = partial(attempt, files, number, engines)
        return guarded(job, seconds, memory="javascript" not in engines)

    def one(self, number: int) -> Report:
        """Tries an input, counts it, and keeps what failed."""
        warm_up()
        name, files, engines = self.input(number)
        report = self.tried(files, number, name, engines)
        self.counts["tried"] += 1
        for stage in {REFUSED: (REFUSED,), BUILT: (BUILT,), PLAYED: (BUILT, PLAYED)}[report.reached]:
            self.counts[stage] += 1
        if report.reached == PLAYED and not report.failure and files != game(name):
            self.grown[name] = [*self.grown[name], files][-GROWN:]
        if report.failure:
            self.counts["hung" if report.failure == HUNG else "failed"] += 1
            seen, first, told = self.failures.get(report.failure, (0, number, report.told))
            self.failures[report.failure] = seen + 1, first, told
            if not seen and self.out is not None:
                self.keep(report, number, name, files, engines)
        return report

    def keep(self, report: Report, number: int, name: str, files: Files, engines: tuple[str, ...]) -> None:
        """Writes a failure: as it was found, and as small as it could be made."""
        assert self.out is not None
        slug = re.sub(r"[^A-Za-z0-9]+", "_", report.failure)[:80].strip("_")
        there = self.out / f"{slug}_{number}"
        write(files, there / "found")
        tries = 0 if report.failure == HUNG else 25 if name in LARGE else 400
        small = shrunk(files, lambda f: self.tried(f, number, name, engines).failure == report.failure, tries)
        write(small, there / "small")
        told = f"seed {self.seed} input {number} of {name}, engines {engines}\n{report.failure}\n\n{report.told}\n"
        (there / "report.txt").write_text(told, encoding="utf-8", errors="backslashreplace")
        print(f"NEW {report.failure}  ({there})", flush=True)

    def summary(self, seconds: float) -> str:
        c = self.counts
        return (
            f"{c['tried']} tried, {c[REFUSED]} refused, {c[BUILT]} built, {c[PLAYED]} played, {c['failed']} failed, "
            f"{c['hung']} without end, {len(self.failures)} kinds, {c['tried'] / max(seconds, 1):.2f} a second"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", type=float, default=0.08, help="which part of the inputs is of large games")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"))
    given = parser.parse_args()
    fuzzer = Fuzzer(given.seed, given.out, large=given.large)
    began = told = time.monotonic()
    number = 0
    while time.monotonic() - began < 60 * given.minutes:
        fuzzer.one(number)
        number += 1
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            print(fuzzer.summary(told - began), flush=True)
    print(fuzzer.summary(time.monotonic() - began))
    for failure, (seen, first, _) in sorted(fuzzer.failures.items()):
        print(f"{seen:6} x {failure} (first: input {first})")
    raise SystemExit(1 if fuzzer.failures else 0)


if __name__ == "__main__":
    main()

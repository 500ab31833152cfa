"""Compares the three forms in three languages, all forms of a language side by side in one process.

measure.py [--runs N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import forms
import lower
from engines import ENGINES

sys.path.insert(0, str(Path(__file__).parents[3]))

from compiler.targets.javascript import JavaScript
from compiler.targets.lua import Lua
from compiler.targets.python import Python

FORMS = ("generators", "again", "flat", "cut")  # `again`: generators once more, which shows the noise
GAMES = {"python": 60, "javascript": 400, "lua": 80}
REQUESTS = {"python": 10_000, "javascript": 20_000, "lua": 20_000}
EVERY = {"a request every 20 events": 7, "every 3 events": 1}
DEPTHS = (1, 5, 10, 18)
# Words of statements that stay when bodies are rows: functions of expressions, and what is required, lets included.
FLAT_LINES = {"function", "remembered", "known", "locals", "return", "assign", "assign_reserved", "do", "if", "end if"}
CUT_LINES = 5  # the frame of a body, the head of a piece, a jump, a wait, the end


def form_of(name: str) -> str:
    return "generators" if name == "again" else name


def compared(run: Callable[[str], float], runs: int, names: tuple[str, ...] = FORMS) -> dict[str, list[float]]:
    """Samples of each form, taken in turns that begin with another form each time; the first two turns only warm up."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(runs + 2):
        for name in (*names[turn % len(names) :], *names[: turn % len(names)]):
            sample = run(form_of(name))
            if turn >= 2:
                found[name].append(sample)
    return found


def told(samples: dict[str, list[float]], unit: float) -> str:
    """Medians in microseconds, with ratios to the first; in brackets half of the width of the middle half."""
    first = median(next(iter(samples.values())))
    parts: list[str] = []
    for name, values in samples.items():
        values.sort()
        middle, spread = median(values), values[len(values) * 3 // 4] - values[len(values) // 4]
        parts.append(f"{name} {1e6 * middle / unit:.2f} us = {middle / first:.2f} (+-{50 * spread / middle:.0f} %)")
    return ", ".join(parts)


def measure(engine: Any, runs: int) -> None:
    name, games, requests = engine.name, GAMES[engine.name], REQUESTS[engine.name]
    for label, every in EVERY.items():
        facts = [engine.run("facts", form, every) for form in ("generators", "flat", "cut")]
        assert facts[0] == facts[1] == facts[2], facts
        events, asked, _, depths, _ = facts[0]
        samples = compared(lambda form, every=every: engine.run("play", form, every, games), runs)
        print(f"{name}, {label} ({events / asked:.1f}; {depths / asked:.1f} events deep): one event")
        print("   ", told(samples, games * events))
    for depth in DEPTHS:
        samples = compared(lambda form, depth=depth: engine.run("resume", form, depth, requests), runs)
        print(f"{name}, going on under {depth + 1} events: {told(samples, requests)}")
    samples = compared(lambda form: engine.run("clone", form, 4, requests // 4), runs, ("flat", "cut"))
    print(f"{name}, a copy of the frames of 5 events: {told(samples, requests // 4)}")


def sizes() -> None:
    bodies = [body for body in lower.read() if body.name != "nest"]
    for language in forms.WORDS:
        parts = {name: sum(map(len, made)) for name, made in forms.text(language, bodies).items()}
        flat = parts["rows"] + parts["functions"]
        per_body = {
            "generators": parts["generators"],
            "flat": flat,
            "of which functions": parts["functions"],
            "cut": parts["cut"],
        }
        print(f"{language}, bytes a body:", ", ".join(f"{n} {v / len(bodies):.0f}" for n, v in per_body.items()))


def words() -> None:
    for target in (Python, JavaScript, Lua):
        lines, rows = len(target.lines), len(target.rows)
        waits = sum(name == "wait" for name in target.rows)
        gone = sum(name.startswith("generator") for name in target.lines)
        flat = len(FLAT_LINES & set(target.lines))
        print(
            f"{target.name}, words of statements + expressions: generators {lines} + {rows}, "
            f"flat {flat} + {rows - waits}, cut {lines - gone + CUT_LINES} + {rows - waits}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    sizes()
    words()
    for engine in ENGINES:
        measure(engine(), runs)


if __name__ == "__main__":
    main()

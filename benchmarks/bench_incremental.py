"""Time and memory to check 30,000 generated cards: all of them, after one edit, and without a change.

Each run starts the command in a new process. Memory is the largest resident set size of any of its processes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.generate_cards import write_cards

CARDS = 30_000


def checked(folder: Path) -> float:
    """Seconds for one run; the run must have no findings."""
    begin = perf_counter()
    command = [sys.executable, "-m", "cardwright.cli.main", "check", str(folder)]
    environ = {**os.environ, "CARDWRIGHT_CACHE": str(folder / ".kept")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environ)
    assert done.stdout.endswith("no findings\n"), done.stdout[-1000:]
    return perf_counter() - begin


def edited(path: Path, number: int) -> None:
    """Changes a number in the text of the first card that has one."""
    text = path.read_text(encoding="utf-8")
    start = text.index("heal ") + len("heal ")
    path.write_text(text[:start] + str(number) + text[start + 1 :], encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = write_cards(Path(folder), CARDS)
        middle = sorted((game / "cards").glob("made_*.yaml"))[150]
        print(f"{CARDS} cards on {os.cpu_count()} cores")
        print(f"everything anew: {checked(Path(folder)):.1f} s")
        times: list[float] = []
        for number in range(2, 7):
            edited(middle, number)
            times.append(checked(Path(folder)))
        print(f"after one edit: {sorted(times)[2]:.2f} s (the middle of five)")
        print(f"nothing to do: {min(checked(Path(folder)) for _ in range(3)):.2f} s (the best of three)")
        print(f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()

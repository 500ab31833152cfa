"""Time to read and check a whole game, by its number of cards; and the time that the command needs to start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from time import perf_counter

from cardwright.cli.games import read_game
from cardwright.cli.main import main

CARD = """\
  - id: card_{n}
    kind: action
    name: {{en: Card {n}}}
    provenance: house
    worth: {n}
    rules: |
      after play by self where played is not this:
        gain {n} by self
"""


def check(cards: int) -> float:
    """Seconds to read and check a new game with this many additional cards."""
    with tempfile.TemporaryDirectory() as folder:
        with redirect_stdout(StringIO()):
            assert main(["new", "bench", "--into", folder]) == 0
        game = Path(folder) / "bench"
        more = "cards:\n" + "".join(CARD.format(n=n) for n in range(cards))
        (game / "cards" / "more.yaml").write_text(more, encoding="utf-8")
        start = perf_counter()
        reading = read_game(game)
        seconds = perf_counter() - start
        assert not reading.findings, reading.findings[0].message
        return seconds


def start() -> float:
    """Seconds until the command has shown its help; the best of ten runs."""
    command = [sys.executable, "-m", "cardwright.cli.main", "--help"]
    times: list[float] = []
    for _ in range(10):
        begin = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - begin)
    return min(times)


if __name__ == "__main__":
    print(f"start of the command: {start() * 1000:.0f} ms")
    check(1)  # a first run, because the parser is made only once
    for count in (100, 1000, 3000):
        taken = check(count)
        print(f"{count} cards: {taken:.2f} s, {taken / count * 1000:.2f} ms a card")

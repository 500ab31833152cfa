"""Accuracy of the checker: how many systematically made mistakes in the content `check` finds.

A mistake counts as found if there is a finding on its line. Each other mistake is made again alone and checked with
lints; then it counts as found if there is any finding that the unchanged game does not have. Prints the recall for each
sort of mistake, and the findings in the unchanged content (there must be none). A removed condition, or two swapped
operands of the same type, change the meaning, but no checker could see that; such mistakes are counted, with no
required recall.

    python benchmarks/accuracy.py [--per-sort N] [--seed N] [--misses] [GAME …]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.mistakes import SORTS, Mistake, mistakes
from cardwright.cli.games import Reading, read_game, read_rules
from cardwright.cli.linting import linted
from dsl.diagnostics import Sink
from dsl.game.game_files import find_games
from dsl.lint.config import LintConfig
from dsl.source import Span

CONTENT = Path(__file__).parents[1] / "content"
# The required recall in percent.
WANTED = {
    "misspelt name": 99.5,
    "operand of another type": 97.0,
    "misapplied operand": 97.0,
    "swapped operands": 97.0,
    "dangling reference": 100.0,
    "value of a wrong type": 100.0,
}
# The sizes of batches. Mistakes that are not found may be hidden by others, so they are tried in smaller batches, then
# alone.
SIZES = (60, 6)


@dataclass(slots=True)
class Recall:
    """The results for one sort: how many mistakes were made, and which were not found."""

    made: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def percent(self) -> float:
        return 100.0 * (self.made - len(self.missed)) / self.made if self.made else 100.0


@dataclass(slots=True)
class Accuracy:
    """The results for all games."""

    recall: dict[str, Recall] = field(default_factory=lambda: {sort: Recall() for sort in SORTS})
    false: list[str] = field(default_factory=list)

    def shortfalls(self) -> list[str]:
        """The sorts whose recall is below the required one."""
        low = [
            f"{sort}: {self.recall[sort].percent:.2f} %, for example {'; '.join(self.recall[sort].missed[:3])}"
            for sort, wanted in WANTED.items()
            if self.recall[sort].percent < wanted
        ]
        return low + [f"told of clean content: {told}" for told in self.false]


def measure(clean: Reading, counts: Mapping[str, int], seed: int, accuracy: Accuracy) -> None:
    """Makes up to ``counts`` mistakes of each sort in a copy of a game, and adds the results."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / clean.folder.name
        shutil.copytree(clean.folder, copy)
        _measure(copy, linted(clean, [], LintConfig()), counts, Random(f"{seed} {copy.name}"), accuracy)


def _measure(game: Path, clean: Reading, counts: Mapping[str, int], random: Random, accuracy: Accuracy) -> None:
    told = [f"{d.code}: {d.message} ({d.span})" for d in clean.findings]
    accuracy.false += told
    if clean.build is None or clean.build.checked is None:
        return
    made: list[Mistake] = []
    for sort, possible in mistakes(clean.build, random).items():
        made += _chosen(possible, counts.get(sort, 0), random)
    random.shuffle(made)
    trial = _Trial(game, clean)
    for mistake in made:
        accuracy.recall[mistake.sort].made += 1
    for size in SIZES:
        made = [mistake for batch in _batches(made, size) for mistake in trial.not_found(batch)]
    for mistake in made:
        if not trial.is_found(mistake):
            accuracy.recall[mistake.sort].missed.append(mistake.description())


def _chosen(possible: list[Mistake], count: int, random: Random) -> list[Mistake]:
    """A selection of the mistakes that covers as many items as possible."""
    by_item: dict[str, list[Mistake]] = {}
    for mistake in random.sample(possible, len(possible)):
        by_item.setdefault(mistake.item, []).append(mistake)
    rounds = (mistake for layer in zip_longest(*by_item.values()) for mistake in layer if mistake is not None)
    return list(islice(rounds, count))


def _batches(made: list[Mistake], size: int) -> Iterator[list[Mistake]]:
    """Some mistakes at a time: no two in one item, all in one folder: one in the rules hides others in the tests."""
    left = list(made)
    while left:
        batch: dict[str, Mistake] = {}
        folder = _folder(left[0])
        for mistake in left:
            if len(batch) < size and _folder(mistake) == folder:
                batch.setdefault(mistake.item, mistake)
        chosen = set(map(id, batch.values()))
        left = [mistake for mistake in left if id(mistake) not in chosen]
        yield list(batch.values())


def _folder(mistake: Mistake) -> str:
    return mistake.span.source.path.rpartition("/")[0]


class _Trial:
    """Makes mistakes in a copy of a game, and undoes them."""

    def __init__(self, game: Path, clean: Reading) -> None:
        self.game, self.clean = game, clean
        self.known = {(d.code, _inside(clean, d.span), d.message) for d in clean.findings}

    def not_found(self, batch: list[Mistake]) -> list[Mistake]:
        lines: set[tuple[str, int]] = set()
        made = self.made(batch, lint=False)
        for found in made.findings:
            for span in (found.span, *(label.span for label in found.labels)):
                lines.add((_inside(made, span), span.line_column()[0]))
        return [m for m in batch if (_inside(self.clean, m.span), m.span.line_column()[0]) not in lines]

    def is_found(self, mistake: Mistake) -> bool:
        """Whether the mistake has a finding if it is the only one; by the checker or, which takes longer, by a lint."""
        readings = (self.made([mistake], lint=lint) for lint in (False, True))
        return any(
            (d.code, _inside(reading, d.span), d.message) not in self.known
            for reading in readings
            for d in reading.findings
        )

    def made(self, batch: list[Mistake], *, lint: bool) -> Reading:
        """The game with these mistakes."""
        texts: dict[str, list[Mistake]] = {}
        for mistake in batch:
            texts.setdefault(_inside(self.clean, mistake.span), []).append(mistake)
        files = {path: self.game / path for path in texts}
        before = {path: file.read_bytes() for path, file in files.items()}
        try:
            for path, made in texts.items():
                text = made[0].span.source.text
                for mistake in sorted(made, key=lambda m: -m.span.start):
                    text = text[: mistake.span.start] + mistake.text + text[mistake.span.end :]
                files[path].write_bytes(text.encode("utf-8"))
            if lint:
                return linted(read_game(self.game), [], LintConfig())
            in_tests = all(file.is_relative_to(self.game / "tests") for file in files.values())
            # Tests without a mistake say nothing about the lines of the mistakes.
            return read_game(self.game, [*files.values()], "") if in_tests else read_rules(self.game)
        finally:
            for path, file in files.items():
                file.write_bytes(before[path])


def _inside(reading: Reading, span: Span) -> str:
    """The path of a file within its game."""
    return span.source.path.removeprefix(reading.shown).lstrip("/")


def report(accuracy: Accuracy, *, misses: bool) -> str:
    lines = [f"{'mistake':<32}{'made':>6}{'found':>7}{'recall':>10}{'wanted':>9}"]
    for sort, recall in accuracy.recall.items():
        wanted = f"{WANTED[sort]:.1f} %" if sort in WANTED else "-"
        found = recall.made - len(recall.missed)
        lines.append(f"{sort:<32}{recall.made:>6}{found:>7}{recall.percent:>8.2f} %{wanted:>9}")
        lines += [f"    missed: {missed}" for missed in recall.missed] if misses else []
    lines.append(f"told of clean content: {len(accuracy.false)} (wanted: 0)")
    lines += [f"    {told}" for told in accuracy.false]
    lines.append("A dropped condition is no fault that can be seen: `cardwright mutate` asks the content tests.")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", type=Path)
    parser.add_argument("--per-sort", type=int, default=200, help="how many mistakes of each sort in each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="show each mistake that is not found")
    given = parser.parse_args()
    accuracy = Accuracy()
    # Sorts without a required recall are made one by one, which takes longer.
    counts = {sort: given.per_sort if sort in WANTED else given.per_sort // 4 for sort in SORTS}
    for game in given.games or find_games([CONTENT], Sink()):
        print(f"{game.name} …", file=sys.stderr)
        measure(read_game(game), counts, given.seed, accuracy)
    print(report(accuracy, misses=given.misses))
    return 1 if accuracy.shortfalls() else 0


if __name__ == "__main__":
    sys.exit(main())

"""The record of a run: a folder in which every batch that was played is kept, so that a run can stop and go on.

Job: keep batches, and say which matches are still to be played. Input: a folder, what the run is. Output: files:
``run.json`` says what is played by whom, ``batches/`` has a file for each batch, ``saves/`` one for each match that did
not end as it should. A record is of one game, one seed and the same agents; it may grow by more matches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from cardwright.lab.batch_shape import is_batch
from cardwright.lab.batches import Plan, Sums
from dsl.game.named_files import read_named
from dsl.writing import write_text

_NAME = re.compile(r"(.+)-([0-9]+)-([0-9]+)")


class OtherRun(ValueError):
    """The record is of another run; the message says what differs."""


class Record:
    """The batches of a run; without a folder they are kept in memory alone."""

    def __init__(self, folder: Path | None, about: Mapping[str, Any]) -> None:
        self.folder = folder
        self.batches: dict[tuple[str, int, int], Sums] = {}
        if folder is None:
            return
        path = folder / "run.json"
        if path.exists():
            held = _read(path)
            other = sorted(name for name in {*about, *held} if about.get(name) != held.get(name))
            if other:
                raise OtherRun(f"`{folder}` is the record of another run: {', '.join(other)} of it differ")
        else:
            write_text(path, json.dumps(about, indent=2) + "\n", folder)
        self.batches |= map(_read_batch, sorted((folder / "batches").glob("*.json")))

    def keep(self, batch: tuple[str, int, int], sums: Sums) -> None:
        if self.folder is not None:
            scenario, start, end = batch
            for row in sums["rows"]:
                save = row.pop("save", None)
                if save is not None:
                    name = f"saves/{scenario}-{row['number']}.json"
                    write_text(self.folder / name, json.dumps(save) + "\n", self.folder)
                    row["saved"] = name
            path = self.folder / "batches" / f"{scenario}-{start:08}-{end:08}.json"
            write_text(path, json.dumps(sums) + "\n", self.folder)
        self.batches[batch] = sums

    def of(self, plan: Plan) -> dict[tuple[str, int, int], Sums]:
        """The batches that make up a plan, each of its matches once.

        What is noted of a batch cannot be divided: one that goes beyond the plan, or overlaps with others since several
        runs played at once, is left out. Of those that begin with the same match, the longest counts.
        """
        found: dict[tuple[str, int, int], Sums] = {}
        reached = dict.fromkeys(plan.scenarios, 0)
        for batch in sorted(self.batches, key=lambda batch: (batch[1], -batch[2])):
            scenario, start, end = batch
            if scenario in reached and reached[scenario] <= start and end <= plan.matches:
                found[batch] = self.batches[batch]
                reached[scenario] = end
        return found

    def missing(self, plan: Plan) -> Iterator[tuple[str, int, int]]:
        """The batches of a plan that are still to be played, without the matches that were."""
        played = {(scenario, number) for scenario, start, end in self.of(plan) for number in range(start, end)}
        for scenario, start, end in plan.batches():
            first = None
            for number in range(start, end + 1):
                is_open = number < end and (scenario, number) not in played
                if is_open and first is None:
                    first = number
                elif not is_open and first is not None:
                    yield scenario, first, number
                    first = None


def _read_batch(path: Path) -> tuple[tuple[str, int, int], Sums]:
    """A batch, which the name of its file tells, and what became of it."""
    named, sums = _NAME.fullmatch(path.stem), _read(path)
    if named is not None:
        batch = (named[1], int(named[2]), int(named[3]))
        if is_batch(sums, batch):
            return batch, sums
    raise OtherRun(f"`{path}` is no file of a record")


def _read(path: Path) -> dict[str, Any]:
    try:
        data: Any = json.loads(read_named(path).decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise OtherRun(f"`{path}` is no file of a record") from fault
    if not isinstance(data, dict):
        raise OtherRun(f"`{path}` is no file of a record")
    return cast("dict[str, Any]", data)

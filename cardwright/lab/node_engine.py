"""Batches played by Node: the game as it is exported to JavaScript, in processes of their own.

Job: export the game, keep so many processes of Node, and hand batches out. Input: a source of rules, a plan, batches.
Output: pairs of batch and sums, the same as of `cardwright/lab/pool.py`. A process that dies loses nothing: its batch
is halved and played again, down to the one match that is guilty.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from shutil import which
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any

from cardwright.lab.batches import Plan, Sums, add_notes, nothing
from cardwright.lab.noting import Noted
from cardwright.lab.pool import Batch, Done, Source, halved
from compiler.targets.export import Content, export_code
from compiler.targets.javascript import JavaScript
from dsl.writing import write_files

AGENTS = ("random", "first", "greedy", "mcts")  # those that play in JavaScript
_PLAYER = "node_player"  # the folder of the program that plays


class NoNode(ValueError):
    """There is no Node; the message says what to do."""


def play_by_node(source: Source, plan: Plan, jobs: int, batches: Iterable[Batch]) -> Iterator[Done]:
    """Plays batches in so many processes of Node."""
    node = which("node")
    if node is None:
        raise NoNode("there is no `node` on the path: install Node.js 18 or later, or play with `--engine python`")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="cardwright-")))
        write_program(source.content(), folder)
        free = SimpleQueue[_Player]()
        for _ in range(jobs):
            free.put(stack.enter_context(_Player([node, str(folder / _PLAYER / "play.js")], plan)))

        def played(batch: Batch) -> list[Done]:
            player = free.get()
            try:
                return list(halved(plan, batch, player.sums_of))
            finally:
                free.put(player)

        pool = ThreadPoolExecutor(jobs)
        stack.callback(pool.shutdown, cancel_futures=True)
        for future in [pool.submit(played, batch) for batch in batches]:
            yield from future.result()


def write_program(content: Content, folder: Path) -> None:
    """The export, and beside it the program that plays its matches."""
    texts: dict[str, str] = {**export_code(content, JavaScript()), "package.json": '{"type": "module"}\n'}
    for file in files("cardwright.lab").joinpath(_PLAYER).iterdir():
        if file.name.endswith(".js"):
            texts[f"{_PLAYER}/{file.name}"] = file.read_text(encoding="utf-8")
    write_files({folder / name: text.encode("utf-8") for name, text in texts.items()}, folder)


class _Player:
    """A process that plays what it is told to; begun when it is needed, and anew when it has died."""

    def __init__(self, command: list[str], plan: Plan) -> None:
        self.command, self.plan = command, plan
        self.process: Popen[str] | None = None

    def __enter__(self) -> _Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def sums_of(self, batch: Batch) -> Sums | None:
        """What became of the matches of a batch; None where the process dies of it."""
        scenario, start, end = batch
        tasks = [self.plan.task(scenario, number)._asdict() for number in range(start, end)]
        told = self.told([{**task, "rosters": dict(task["rosters"]) or None} for task in tasks])
        if told is None:
            self.end()
            return None
        sums = nothing()
        for one in told:
            sums["rows"].append(one["row"])
            add_notes(sums, one["row"], _noted(one["notes"]))
        return sums

    def told(self, tasks: list[dict[str, Any]]) -> Any:
        """What the process answers; None where it dies."""
        if self.process is None:
            self.process = Popen(self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, encoding="utf-8")
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(tasks) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def _noted(data: Mapping[str, Any]) -> Noted:
    cards = {
        card: {what: {int(seat): count for seat, count in by_seat.items()} for what, by_seat in by_what.items()}
        for card, by_what in data["cards"].items()
    }
    return Noted(dict(data["verbs"]), dict(data["abilities"]), set(data["offered"]), cards)

"""What each test executes: lines of content, definitions, cards and kinds.

Job: run every test once, unchanged, and note the places that it executes, so that a change is tried only on tests that
execute it. Input: a program and its tests. Output: a ``Record`` for each test. Several processes may share the tests.
"""

# Rows and functions of a compiled game are of any type: whoever made them knew which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from queue import SimpleQueue
from threading import Thread
from types import FunctionType
from typing import Any, TypeVar

from cardwright.cli.limits import Clock
from cardwright.cli.processes import IS_FORKED, ProcessEnded, Processes, answering
from compiler.callables.code import Code
from compiler.callables.noting import NotingCode
from compiler.core import ir
from compiler.core.scripts import Script
from compiler.interpreter.operations import OPERATIONS
from compiler.interpreter.scripts import Outcome, Scripts
from compiler.mutation.mutants import Top, definitions
from dsl.dataclass import dataclass

_AT_ONCE = 16  # tests that a process takes at a time
_own: list[tuple[Recorder, Sequence[Script], Clock]] = []  # of this process

Line = tuple[str, int]
_Value = TypeVar("_Value")


@dataclass(slots=True)
class Record:
    """What one test executes, and what became of it; ``looks``: how often somebody looked at its work."""

    test: Script
    outcome: Outcome
    lines: set[Line] = field(default_factory=set[Line])
    cards: set[str] = field(default_factory=set[str])
    kinds: set[str] = field(default_factory=set[str])
    tops: set[Top] = field(default_factory=set[Top])
    looks: int = 0

    @property
    def passed(self) -> bool:
        return self.outcome.passed


class _Noting(dict[str, _Value]):
    """A mapping that notes what is asked of it; who goes through it asks for everything."""

    noted: set[str]

    def __getitem__(self, key: str) -> _Value:
        self.noted.add(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        self.noted.update(super().keys())
        return super().__iter__()

    def values(self) -> Any:
        self.noted.update(super().keys())
        return super().values()

    def items(self) -> Any:
        self.noted.update(super().keys())
        return super().items()


class Recorder:
    """Runs tests and notes what they execute."""

    def __init__(self, program: ir.Program, scripts: Mapping[str, Script], clock: Callable[[], bool]) -> None:
        self.code = NotingCode(program)
        self.looks, self.clock = 0, clock
        self.code.watch = self._watch
        self.owners = owners_of(self.code)
        self.executable = executable_lines(self.code)
        self.runner = Scripts(self.code, scripts, judging=True)
        self.noted: set[tuple[int, str]] = set()  # places of executed rows, and their bodies
        for body in self.code.bodies.values():
            body.operations = tuple((self._noting_operation(row, body.name), *row[1:]) for row in body.rows)

    def _noting_operation(self, row: Any, name: str) -> Any:
        operation, mark = OPERATIONS[row[0]], (row[1], name)

        def run(rt: Any, v: Any, row: Any, value: Any) -> Any:
            self.noted.add(mark)
            return operation(rt, v, row, value)

        return run

    def _watch(self) -> bool:
        self.looks += 1
        return self.clock()

    def record_of(self, test: Script) -> Record:
        """What a test executes, with what it leaves open tried, too."""
        made, named = Record(test, Outcome(test.name, test.at, test.rows)), set[str]()
        self.looks = 0
        with self._noting(made, named):
            made.outcome = self.runner.run_test(test)
        made.kinds.add("game")  # there is one in each
        made.looks = self.looks
        made.tops = {top for name in named for top in self.owners.get(name, ())}
        return made

    @contextmanager
    def _noting(self, made: Record, named: set[str]) -> Generator[None]:
        code = self.code
        prototypes, rows_of_kind = code.prototypes, code.rows_of_kind
        cards, kinds = _Noting(prototypes), _Noting(rows_of_kind)
        cards.noted, kinds.noted = made.cards, made.kinds
        code.prototypes, code.rows_of_kind = cards, kinds
        code.executed.clear()
        self.noted.clear()
        try:
            yield
        finally:
            code.prototypes, code.rows_of_kind = prototypes, rows_of_kind
            for number in code.executed:
                name, lines = code.notes[number]
                named.add(name)
                made.lines |= lines
            for at, name in self.noted:
                named.add(name)
                made.lines.add((code.spans[at].path, code.spans[at].line))


def owners_of(code: Code) -> dict[str, list[Top]]:
    """The definitions by the functions and bodies that belong to them."""
    found: dict[str, list[Top]] = {}
    for (table, name), _ in definitions(code.program):
        owned = [code.function_ids[str(name)]] if table == "functions" else _names(code.rules[table][name], code)
        for one in owned:
            found.setdefault(one, []).append((table, name))
    return found


def _names(row: Any, code: Code) -> Iterator[str]:
    if isinstance(row, FunctionType):
        yield row.__name__
    elif isinstance(row, dict):
        if row.get("name") in code.bodies:
            yield row["name"]
        for value in row.values():
            yield from _names(value, code)
    elif isinstance(row, tuple):
        if row[:1] == ("lasting",):
            for position in row[2]:
                made = code.lasting[position]
                yield from _names((made.scope, made.value, made.condition, made.values), code)
        for value in row:
            yield from _names(value, code)


def executable_lines(code: NotingCode) -> set[Line]:
    """The lines of content that can be executed."""
    found = {line for _, lines in code.notes for line in lines}
    for body in code.bodies.values():
        found.update((code.spans[row[1]].path, code.spans[row[1]].line) for row in body.rows)
    return found


# ---- processes
@contextmanager
def recording(
    recorder: Recorder, tests: Sequence[Script], clock: Clock, jobs: int
) -> Generator[Callable[[Callable[[int], None]], dict[int, Record]]]:
    """Begins to record tests in other processes, so that this one can do something else.

    What it gives waits for them, and tells how many are done; it gives the records of the tests that pass, by number.
    Others are recorded again by whoever asked, where a fault or a stop by the clock is seen. Nothing is recorded where
    a process would have to compile the game first.
    """
    if jobs == 1 or len(tests) < 2 * _AT_ONCE or not IS_FORKED:
        yield lambda report: {}
        return
    _own[:] = [(recorder, tests, clock)]
    processes = Processes(jobs, answering, record_passing, lambda: None)
    came = SimpleQueue[tuple[int, Record | None] | None]()
    taking = Thread(target=_take, args=(processes, len(tests), came), daemon=True)
    taking.start()

    def waiting(report: Callable[[int], None]) -> dict[int, Record]:
        found: dict[int, Record] = {}
        for done, (number, record) in enumerate(iter(came.get, None), 1):
            report(done)
            if record is not None:
                record.test = tests[number]
                found[number] = record
        return found

    try:
        yield waiting
    finally:
        processes.close()
        _own.clear()


def _take(processes: Processes, tests: int, came: SimpleQueue[tuple[int, Record | None] | None]) -> None:
    """Takes records as they come, so that no process waits. What is missing, where one has ended, is recorded again."""
    with suppress(ProcessEnded, OSError):
        for recorded in processes.shared(range(tests), _AT_ONCE):
            came.put(recorded)
    came.put(None)


def record_passing(number: int) -> tuple[int, Record | None]:
    """The record of a test, in a process that has the recorder; none where the test does not pass."""
    ((recorder, tests, clock),) = _own
    try:
        with clock.running():
            record = recorder.record_of(tests[number])
    except Exception:  # whatever it is, it comes again where somebody sees it
        return number, None
    return number, record if record.passed else None

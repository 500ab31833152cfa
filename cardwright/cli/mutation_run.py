"""Runs the content tests of a game on its mutants.

Job: exchange one definition of a compiled game for that of a mutant, run the tests that execute the changed line, and
tell what became of them. Input: a game without errors. Output: a ``Verdict`` for a mutant. *Noticed* means that a test
failed on what it says, and that it passes unchanged; a fault, too much work and a change that changes nothing have
names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field
from functools import cached_property
from typing import Any

from cardwright.cli.limits import EACH, Clock
from cardwright.cli.mutation_facts import known_of
from cardwright.cli.mutation_record import Record, Recorder, recording
from cardwright.cli.output import status
from compiler.build import Build
from compiler.callables.code import Code
from compiler.callables.swapping import Swapper
from compiler.core import ir
from compiler.core.cached_functions import printed_functions
from compiler.interpreter.game import new_game
from compiler.interpreter.scripts import Failure, Outcome, Scripts
from compiler.interpreter.test_answers import Openings
from compiler.interpreter.values import Divergent, Misfit, Missing, Stopped
from compiler.mutation.mutants import Mutant, Top, changed_definition, mutants, reads_no_more
from dsl.dataclass import dataclass

NOTICED, SURVIVED, UNTOUCHED = "noticed", "not noticed", "not run"
# A test failed, but on none of its claims: by a fault of the rules, by too much work, or because it was stopped from
# outside, which depends on the machine.
FAULTY, ENDLESS, STOPPED = "faulty", "endless", "stopped"
# Never counted: the game does not differ, or what differs gives the same in every match; or it has a value that its
# checker refuses, such as none where something is needed.
SAME, UNSOUND = "same", "unsound"
OUTCOMES = (NOTICED, SURVIVED, UNTOUCHED, FAULTY, ENDLESS, STOPPED)
_WORSE = (STOPPED, ENDLESS, FAULTY, UNSOUND)
_MOST_FAULTS = 5  # after so many tests that end in a fault, no more are tried
# A mutant may need so many times the looks of the unchanged test, and so many at least.
_MORE_WORK, _LEAST_WORK = 10, 20

# What becomes of tests that are known not to notice a change, by number: the outcomes other than survival, by whether
# what the test leaves open is tried, too.
Settled = Mapping[int, Mapping[bool, str]]
NOTHING_SETTLED: Settled = {}


@dataclass(slots=True)
class Verdict:
    """``by``: a test that noticed the change; ``rows``: for each row that the place carries, one that names it.
    ``faults``: where no test noticed it and all of them were tried, those that ended neither way: the name, whether
    what the test leaves open was tried, too, and the outcome. ``rests_on``: a digest of what the verdict rests on
    (``Digests.of_witnesses``); ``missed_by``: of a change with ``faults``, the name of a list with the digests of all
    tests that the game had (``mutation_known``).
    """

    outcome: str
    by: str = ""
    rows: dict[str, str] = field(default_factory=dict[str, str])
    faults: list[tuple[str, bool, str]] | None = None
    rests_on: str = ""
    missed_by: str = ""


class MutationRun:
    """A game that is compiled once; its definitions are exchanged for those of mutants, and put back.

    ``recording_clock``: the clock of the unchanged tests, where all of them together have a limit; ``jobs``: in how
    many processes they are run.
    """

    def __init__(
        self, build: Build, time_limit: float = EACH, recording_clock: Clock | None = None, jobs: int = 1
    ) -> None:
        assert build.program is not None
        self.program = build.program
        self.clock = Clock(time_limit, several=0)
        self.looks, self.most_looks = 0, 0
        self.tests = [script for key, script in build.scripts.items() if key.startswith("test ")]
        clock = recording_clock or self.clock
        self.recorder = Recorder(build.program, build.scripts, clock)
        self.scripts = build.scripts
        with recording(self.recorder, self.tests, clock, jobs) as passed:
            if jobs > 1:
                self.compile()
            self.known = known_of(build)
            self.mutants = mutants(build.program, self.known)
            self.examples = build.rulebook.examples
            self.records = list(self._recorded(clock, passed(lambda done: status(self._doing(done)))))
        self.printed = printed_functions(build.program)
        self.open: set[int] = set()
        self.is_claimed, self.guarded = False, set[str]()  # the last failure: of a claim, and the rows of invariants
        self.by_line: dict[tuple[str, int], list[int]] = {}
        self.by_top: dict[tuple[str, str | int], list[int]] = {}
        self._file()

    # ---- the game that is changed: compiled when the first change is tried, for often all of them are known
    def compile(self) -> None:
        """Compiles the game now: while other processes record, or before they are forked."""
        assert self.swapper.code is self.code

    @cached_property
    def code(self) -> Code:
        made = Code(self.program)
        made.watch = self._watch
        return made

    @cached_property
    def runner(self) -> Scripts:
        return Scripts(self.code, self.scripts, judging=True)

    @cached_property
    def swapper(self) -> Swapper:
        """With all tests, for what is compiled while a change is in the game goes with it."""
        assert self.runner.code is self.code
        return Swapper(self.code)

    @property
    def failing(self) -> list[Record]:
        return [record for record in self.records if not record.passed]

    # ---- what tests execute
    def _doing(self, number: int) -> str:
        return f"test {number} of {len(self.tests)}, unchanged"

    def _recorded(self, clock: Clock, known: Mapping[int, Record]) -> Iterator[Record]:
        for number, test in enumerate(self.tests):
            if number in known:
                yield known[number]
                continue
            try:
                with clock.running(lambda number=number: self._doing(number + 1)):  # type: ignore[misc]
                    record = self.recorder.record_of(test)
            except Stopped as stop:  # before it began, or by the signal
                failures = [Failure(str(stop), test.at)]
                record = Record(test, Outcome(test.name, test.at, test.rows, failures))
            yield record

    def _file(self) -> None:
        for number, record in enumerate(self.records):
            for line in record.lines:
                self.by_line.setdefault(line, []).append(number)
            for top in record.tops:
                self.by_top.setdefault(top, []).append(number)

    def touching(self, mutant: Mutant) -> list[int]:
        """The tests that execute what a mutant changes."""
        table, name = mutant.top
        if table == "cards":
            return [n for n, record in enumerate(self.records) if name in record.cards]
        if table == "kinds":
            heirs = set(self.recorder.code.heirs[str(name)])
            return [n for n, record in enumerate(self.records) if heirs & record.kinds]
        place = self.program.spans[mutant.at]
        line = (place.path, place.line)
        if line in self.recorder.executable and not (
            mutant.new is None or isinstance(mutant.old, ir.Ability | ir.Live)
        ):
            return self.by_line.get(line, [])
        return self.by_top.get(mutant.top, []) if mutant.top in self._owning else list(range(len(self.records)))

    @cached_property
    def _owning(self) -> frozenset[Top]:
        """The definitions to which functions or bodies belong."""
        return frozenset(top for tops in self.recorder.owners.values() for top in tops)

    # ---- trying
    def verdict(self, mutant: Mutant, hints: Iterable[str] = (), settled: Settled = NOTHING_SETTLED) -> Verdict:
        """What becomes of a mutant; tests named in ``hints`` are tried first, and ``settled`` are known."""
        first = set(hints)
        touching = [n for n in self.touching(mutant) if self.records[n].passed]
        if not touching:
            return Verdict(UNTOUCHED)
        rows = set(mutant.rows)

        def order(number: int) -> tuple[bool, bool, int]:
            record = self.records[number]
            return record.test.name not in first, not rows & set(record.test.rows), len(record.lines)

        before = self._printed(mutant)
        with self._swapped(mutant) as differs:
            if not differs or (before is not None and before == self._printed(mutant)):
                return Verdict(SAME)
            return self._judged(mutant, sorted(touching, key=order), settled)

    def _printed(self, mutant: Mutant) -> Any:
        """What the changed function gives in every match, where it looks at nothing but cards; else None."""
        table, name = mutant.top
        if table != "functions" or name not in self.printed:
            return None
        self.looks, self.most_looks = 0, 0
        try:
            with self.clock.running():
                return self.code.space[self.code.function_ids[str(name)]](new_game(self.code))
        except Exception:  # a mutant may cause any error; then the tests judge it
            return None

    def is_noticed(self, mutant: Mutant, number: int) -> bool:
        """Whether one test notices a mutant by what it claims."""
        with self._swapped(mutant) as differs:
            return differs and self._tried(number, thorough=False) == NOTICED and self.is_claimed

    def _swapped(self, mutant: Mutant) -> AbstractContextManager[bool]:
        """The game with a mutant in it; gives whether it differs at all."""
        new = changed_definition(self.program, mutant)
        return self.swapper.swapped(mutant.top, new, reads_no_more=reads_no_more(mutant))

    def _judged(self, mutant: Mutant, tests: Sequence[int], settled: Settled) -> Verdict:
        made, faults = Verdict(SURVIVED), list[tuple[str, bool, str]]()
        self.open = {number for number, known in settled.items() if True in known}
        for thorough in (False, True):
            for number in tests:
                names = set(self.records[number].test.rows) & set(mutant.rows) - made.rows.keys()
                if (made.by and not names) or (thorough and number not in self.open) or len(faults) >= _MOST_FAULTS:
                    continue
                known = settled.get(number)
                outcome = known.get(thorough, SURVIVED) if known is not None else self._tried(number, thorough=thorough)
                if outcome in _WORSE:
                    faults.append((self.records[number].test.name, thorough, outcome))
                if outcome == NOTICED:
                    made.by = made.by or self.records[number].test.name
                    names = (names if self.is_claimed else set[str]()) | (self.guarded & set(mutant.rows))
                    made.rows.update(dict.fromkeys(sorted(names), self.records[number].test.name))
        made.rows = dict(sorted(made.rows.items()))
        if made.by:
            made.outcome = NOTICED
            return made
        seen = {outcome for *_, outcome in faults}
        made.outcome = next((worse for worse in _WORSE if worse in seen), SURVIVED)
        if len(faults) < _MOST_FAULTS and STOPPED not in seen:
            made.faults = faults
        return made

    def _tried(self, number: int, *, thorough: bool) -> str:
        """What becomes of one test; ``thorough``: what it leaves open is tried the other way, too."""
        test, record = self.tests[number], self.records[number]
        self.looks, self.most_looks = 0, _LEAST_WORK + _MORE_WORK * record.looks
        try:
            with self.clock.running():
                if thorough:
                    return self._outcome(self.runner.run_test(test))
                openings = Openings()
                outcome = self.runner.run_once(test, openings, None)
                if openings.found:
                    self.open.add(number)
                return self._outcome(outcome)
        except Stopped:
            return STOPPED
        except Exception:  # a mutant may cause any error; it is none that the test claims
            return UNSOUND

    def _outcome(self, outcome: Outcome) -> str:
        guarded = [failure.guarded for failure in outcome.failures]
        self.is_claimed = None in guarded
        self.guarded = {row for rows in guarded for row in rows or ()}
        if outcome.passed:
            return SURVIVED
        if guarded and guarded[0] is not None:  # an invariant was broken before anything else went wrong
            return NOTICED
        if outcome.broken is not None or isinstance(outcome.fault, Missing):
            return UNSOUND
        if self.most_looks and self.looks > self.most_looks:
            return ENDLESS
        if outcome.failures[0].message.startswith("stopped after"):
            return STOPPED
        # The answers of the test do not fit, or its steps come to no end: either says what the test says otherwise.
        return NOTICED if isinstance(outcome.fault, Misfit | Divergent | None) else FAULTY

    def _watch(self) -> bool:
        """Asked whenever so much work is done: bounds a mutant by its work, never by time."""
        self.looks += 1
        if self.most_looks and self.looks > self.most_looks:
            raise Stopped("more work than the unchanged test needs")
        return self.clock()

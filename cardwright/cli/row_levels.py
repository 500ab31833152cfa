"""How well each row of a rulebook is proven.

Job: tell for each row which of the levels it has: *carried* (content names it), *run* (a passing test executes what
carries it), *shown* (one of these tests names it), *proven* (each change of what carries it is noticed by a test that
names it, or excused as equivalent). Input: the outcomes of tests, and what is known of changes. Output: ``Coverage``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from cardwright.cli.mutation_run import NOTICED, OUTCOMES, Verdict
from compiler.core import ir
from compiler.interpreter.scripts import Outcome
from compiler.mutation.mutants import Mutant, definitions
from dsl.dataclass import dataclass
from dsl.meaning.rulebook import Rulebook

LEVELS = ("carried", "run", "shown", "proven")
FEW = 3  # rows that one tag may name, before it is told


@dataclass(frozen=True, slots=True)
class Change:
    """A change of what carries a row: ``by`` is a test that names the row and notices it, ``excuse`` a reason."""

    mutant: Mutant
    outcome: str
    by: str
    excuse: str

    @property
    def is_settled(self) -> bool:
        return bool(self.by or self.excuse)


@dataclass(slots=True)
class Row:
    """One row: the tests that name it and execute what carries it, and the changes of that."""

    id: str
    tests: list[str] = field(default_factory=list[str])
    changes: list[Change] = field(default_factory=list[Change])


@dataclass(slots=True)
class Coverage:
    """The rows of one game by level; ``untried``: how many changes nobody has tried."""

    game: str
    rows: tuple[str, ...]
    carried: frozenset[str]
    run: frozenset[str]
    shown: frozenset[str]
    proven: frozenset[str]
    excused: dict[str, str]
    missing: tuple[str, ...]
    told: dict[str, Row]
    broad: tuple[str, ...] = ()  # what is said of carriers
    stale: tuple[tuple[str, str], ...] = ()  # excused changes that need no excuse, and why
    untried: int | None = None  # None: no change was looked at
    broken: tuple[tuple[str, Exception], ...] = ()  # tests that ended with a fault of ours
    failing: tuple[tuple[str, str], ...] = ()  # tests that fail and so show nothing, each with its first failure

    @property
    def unshown(self) -> tuple[str, ...]:
        return self.below("shown")

    def below(self, level: str) -> tuple[str, ...]:
        """The rows that content carries and that do not have a level."""
        reached: frozenset[str] = getattr(self, level)
        return tuple(row for row in self.rows if row in self.carried and row not in reached)

    def lacks(self, level: str) -> bool:
        """Whether a row is neither excused nor of a level."""
        return bool(self.missing or self.below(level) or (level == "proven" and self.stale))

    def as_data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "rows": len(self.rows),
            **{level: len(getattr(self, level)) for level in LEVELS},
            "excused": dict(sorted(Counter(self.excused.values()).items())),
            "not_run": list(self.below("run")),
            "not_shown": list(self.below("shown")),
            "not_proven": list(self.below("proven")),
            "missing": list(self.missing),
            "carriers": list(self.broad),
            "failing": [name for name, _ in self.failing],
            "untried": self.untried,
        }


def coverage_of(
    game: str, book: Rulebook, outcomes: Sequence[Outcome], changes: Sequence[tuple[Mutant, Verdict | None]] | None
) -> Coverage:
    """The levels of all rows; a change without a verdict proves nothing."""
    carried = frozenset(book.carried) & frozenset(book.rows)
    passed = [outcome for outcome in outcomes if outcome.passed]
    told = {row: Row(row) for row in book.rows}
    for outcome in passed:
        for row in (set(outcome.named) & (outcome.rows | book.examples)) & told.keys():
            told[row].tests.append(outcome.name)
    run = {row for outcome in passed for row in outcome.rows | (set(outcome.named) & book.examples)}
    shown = frozenset(row for row, held in told.items() if held.tests) & carried
    _add_changes(told, book, changes or ())
    noticing = {test for _, v in changes or () if v is not None for test in (v.by, *v.rows.values()) if test}
    proven = frozenset(row for row in shown if _is_proven(told[row], row in book.examples, noticing))
    excused = {row: excuse.reason for row, excuse in book.excused.items() if row in book.rows}
    return Coverage(
        game, tuple(book.rows), carried, frozenset(run) & carried, shown, proven, excused,
        tuple(row for row in book.rows if row not in carried and row not in excused), told,
        stale=tuple(_needless(book, changes)) if changes is not None else (),
        untried=sum(verdict is None for _, verdict in changes) if changes is not None else None,
        broken=tuple((outcome.name, outcome.broken) for outcome in outcomes if outcome.broken is not None),
        failing=tuple((outcome.name, outcome.failures[0].message) for outcome in outcomes if outcome.failures),
    )  # fmt: skip


def _needless(book: Rulebook, changes: Iterable[tuple[Mutant, Verdict | None]]) -> Iterator[tuple[str, str]]:
    """The excused changes that need no excuse, each with what makes it so."""
    found = {mutant.key: verdict for mutant, verdict in changes}
    for change in sorted(book.equivalent):
        verdict = found.get(change)
        if change not in found:
            yield change, "there is no such change"
        elif verdict is not None and verdict.outcome not in OUTCOMES:
            yield change, "it is never counted"
        elif verdict is not None and verdict.outcome == NOTICED:
            yield change, "a test notices it"


def _add_changes(told: Mapping[str, Row], book: Rulebook, changes: Iterable[tuple[Mutant, Verdict | None]]) -> None:
    for mutant, verdict in changes:
        if verdict is not None and verdict.outcome not in OUTCOMES:  # no sound game: never counted
            continue
        excuse = book.equivalent[mutant.key].reason if mutant.key in book.equivalent else ""
        for row in dict.fromkeys(mutant.rows):
            if row in told:
                outcome = verdict.outcome if verdict is not None else "not tried"
                by = verdict.rows.get(row, "") if verdict is not None and verdict.outcome == NOTICED else ""
                told[row].changes.append(Change(mutant, outcome, by, excuse))


def _is_proven(row: Row, is_example: bool, noticing: set[str]) -> bool:
    """An example is proven by a test that notices any change at all; where nothing can be changed, nothing is."""
    if not row.changes:
        return is_example and any(test in noticing for test in row.tests)
    return all(change.is_settled for change in row.changes) and any(change.by for change in row.changes)


def broad_carriers(program: ir.Program, outcomes: Sequence[Outcome]) -> list[str]:
    """What carries more than a few rows, and the rows whose carrier every test executes."""
    found: dict[str, None] = {}
    for _, top in definitions(program):
        for node in top.walk():
            rows: tuple[str, ...] = getattr(node, "rows", ())
            if len(rows) > FEW:
                place = program.spans[node.at]
                found[f"{place.path}:{place.line}: one tag carries {len(rows)} rows: {' '.join(rows)}"] = None
    passed = [outcome.rows for outcome in outcomes if outcome.passed]
    if len(passed) > FEW:
        everywhere = set.intersection(*passed)
        found.update({f"every test runs what carries {row}": None for row in sorted(everywhere)})
    return list(found)


def level_of(coverage: Coverage, row: str) -> str:
    """The highest level of a row, or why it has none."""
    reached = [level for level in LEVELS if row in getattr(coverage, level)]
    return reached[-1] if reached else f"excused, {coverage.excused[row]}" if row in coverage.excused else "missing"

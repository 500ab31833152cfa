"""Digests of changes: whether what is known of a change still holds.

Job: give each mutant a digest of its definition and of the tests that execute it, with everything that those tests
execute; and one of the few tests on which its verdict rests. Input: a MutationRun. Output: texts. Places have no part
in it, so that a moved line changes nothing; nor have rows of the rulebook, but those that the mutant's place carries
and that a test names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any, cast

from cardwright.cli.mutation_record import Record
from cardwright.cli.mutation_run import NOTICED, MutationRun, Verdict
from compiler.core import ir
from compiler.mutation.mutants import Mutant, Top, definitions
from dsl.incremental.store import digest

FORMAT = 2
# None of them changes what happens: of a comparison in a test, the right side is only shown when it fails.
_ASIDE = frozenset({"at", "rows", "right"})
_MADE = re.compile(r"'([a-z]+)_(\d+)_'", re.ASCII)
_SHARED = ("game", "start", "board", "policy", "enums", "dice", "symbols", "terrain", "traits", "events")


class Digests:
    """The digests of one game."""

    def __init__(self, run: MutationRun) -> None:
        self.run, program = run, run.program
        self.known: dict[str, str] = {}
        self.guarded = [row for invariant in program.invariants for row in invariant.rows]
        self.shared = _of([*(getattr(program, name) for name in _SHARED), *judged_with(program)])
        self.tops: dict[Top, str] = {top: _of(node) for top, node in definitions(program)}
        self.cards = {name: _of(card.values) for name, card in program.cards.items()}
        self.kinds = {name: _of(kind) for name, kind in program.kinds.items()}

    @cached_property
    def tests(self) -> list[str]:
        return [self._of_test(record) for record in self.run.records]

    def _of_test(self, record: Record) -> str:
        executed = [self.tops[top] for top in sorted(record.tops, key=str)]
        cards = [self.cards[name] for name in sorted(record.cards)]
        kinds = [self.kinds[name] for name in sorted(record.kinds)]
        return digest(_of(record.test), str(record.passed), *executed, *cards, *kinds)

    def of(self, mutant: Mutant) -> str:
        if mutant.key not in self.known:
            self.known[mutant.key] = self._of(mutant)
        return self.known[mutant.key]

    def _of(self, mutant: Mutant) -> str:
        return self._with_tests(mutant, self.run.touching(mutant))

    def of_witnesses(self, mutant: Mutant, verdict: Verdict) -> str:
        """That of a change which was noticed, and of the tests that noticed it: whatever becomes of the other tests, it
        is noticed for as long as these stay. Tests that may prove a row that none has proven yet are among them. That
        of a change alone which no test noticed, of all: only a test that is new or another may notice it. Empty for
        any other change, whose verdict rests on all of its tests.
        """
        if verdict.faults is not None:
            return self._with_tests(mutant, ())
        if verdict.outcome != NOTICED:
            return ""
        names, unproven = {verdict.by, *verdict.rows.values()}, set(mutant.rows) - set(verdict.rows)
        tests = ((number, self.run.records[number].test) for number in self.run.touching(mutant))
        return self._with_tests(mutant, [n for n, test in tests if test.name in names or unproven & set(test.rows)])

    def _with_tests(self, mutant: Mutant, tests: Iterable[int]) -> str:
        table, name = mutant.top
        own = self.cards if table == "cards" else self.kinds
        mine = own[str(name)] if table in ("cards", "kinds") else self.tops[mutant.top]
        touching = sorted((self.tests[number], *self._named(number, mutant)) for number in tests)
        guarded = [row for row in self.guarded if row in mutant.rows]
        return digest(str(FORMAT), self.shared, mine, mutant.key, repr((mutant.rows, guarded, touching)))

    def _named(self, number: int, mutant: Mutant) -> list[str]:
        """The rows that a mutant's place carries and a test names."""
        if not mutant.rows:  # of most changes, which are asked for each test that executes them
            return []
        return [row for row in self.run.records[number].test.rows if row in mutant.rows]

    @cached_property
    def blocks(self) -> dict[str, str]:
        """A digest for each owner: of all its changes."""
        found: dict[str, list[str]] = {}
        for mutant in self.run.mutants:
            found.setdefault(mutant.owner, []).append(self.of(mutant))
        return {owner: digest(*held)[:16] for owner, held in found.items()}


def judged_with(program: ir.Program) -> list[ir.Node]:
    """The invariants of a program, and the functions that they call: every test is judged by them."""
    found: list[ir.Node] = list(program.invariants)
    for node in (below for held in found for below in held.walk()):
        if isinstance(node, ir.Apply | ir.FunctionName) and program.functions[node.function] not in found:
            found.append(program.functions[node.function])
    return found


def _of(value: Any) -> str:
    """A digest of any data without its places and rows; generated names count by their order."""
    names: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"'{found[1]}_{len(names)}'")

    return digest(_MADE.sub(named, repr(_bare(value))))


def _bare(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(_bare(getattr(value, f.name)) for f in fields(value) if f.name not in _ASIDE))
    if isinstance(value, dict):
        return [(key, _bare(held)) for key, held in sorted(cast("dict[str, Any]", value).items())]
    if isinstance(value, tuple | list):
        return [_bare(item) for item in cast("list[Any]", value) if not isinstance(item, ir.Mark)]
    return value

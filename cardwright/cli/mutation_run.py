"""Runs the content tests of a game on its mutants.

Job: find which tests run which functions of a game; replace a function by that of a mutant, run the tests that call it,
and restore it. Input: a game without errors whose tests pass. Output: whether a test detected the mutant. A test
detects it by failing, by a fault, or by not ending in time.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields
from types import CodeType, FunctionType
from typing import Any

from cardwright.cli.limits import EACH, Clock
from compiler.build import Build
from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.scripts import Script
from compiler.interpreter.frames import BodyCode
from compiler.interpreter.linked import AbilityCode
from compiler.interpreter.scripts import Outcome, Scripts
from compiler.mutation.mutants import Mutant, mutants, mutated
from dsl.meaning.types import present

UNTOUCHED, SURVIVED, NOTICED = "untouched", "survived", "noticed"


class MutationRun:
    """A game that is compiled once; its functions are replaced by those of a mutant, and restored."""

    def __init__(self, build: Build, time_limit: float = EACH) -> None:
        assert build.program is not None and build.checked is not None
        self.program = build.program
        files = build.files
        self.sources = {s.path: s for s in (*files.rules, *(card.node.source for card in files.cards))}
        self.code = Code(build.program, marking=True)
        self.clock = self.code.watch = Clock(time_limit, several=0)
        self.runner = Scripts(self.code, build.scripts)
        self.tests = [script for key, script in build.scripts.items() if key.startswith("test ")]
        self.mutants = mutants(build.program, _entity_operands(build))
        self.failing: list[Script] = []
        self.touching = self._touching()

    # ---- for people
    def place(self, mutant: Mutant) -> ir.Place:
        return self.program.spans[mutant.at]

    def owner(self, mutant: Mutant) -> str:
        """The card or definition that the mutant changes."""
        table, name = mutant.top
        if table == "abilities":
            carrier = self.program.abilities[int(name)].carrier
            return f"{carrier.form} {carrier.name}"
        if table in ("lives", "checks"):
            return f"live {self.program.lives[int(name)].kind}" if table == "lives" else "whenever"
        return str(name).removesuffix("?")

    def line(self, mutant: Mutant) -> str:
        """The line of content that the mutant changes."""
        place = self.place(mutant)
        source = self.sources.get(place.path)
        return source.line_text(place.line).strip() if source is not None else ""

    # ---- trying
    def _touching(self) -> dict[str, list[Script]]:
        """The passing tests by the names of the functions and bodies that they run."""
        names = {f.__code__: name for name, f in _functions(self.code.space)}
        found: dict[str, list[Script]] = {}
        bodies = self.code.bodies
        for number, test in enumerate(self.tests, 1):
            doing = f"test {number} of {len(self.tests)}, unchanged"
            for body in bodies.values():
                body.was_run = False
            with _called_functions() as called:
                outcome = self._run(test, doing)
            if outcome.broken is not None:
                raise outcome.broken
            if not outcome.passed:
                self.failing.append(test)
                continue
            run = [name for name, body in bodies.items() if body.was_run]
            for name in (*dict.fromkeys(names[code] for code in called if code in names), *run):
                found.setdefault(name, []).append(test)
        return found

    def outcome(self, mutant: Mutant) -> str:
        """Whether a test detects the mutant."""
        changed = mutated(self.program, mutant)
        if isinstance(mutant.new, ir.Ability | ir.Live):
            return self._limits(Code(changed, marking=True))
        made = Code(changed, marking=True)
        before = dict(_functions(self.code.space))
        after = _functions(made.space)
        others = {name: f for name, f in after if name in before and f.__code__ != before[name].__code__}
        bodies = self._changed_bodies(made)
        tests = self._tests([*others, *bodies])
        if not tests:
            return UNTOUCHED
        kept = {name: before[name].__code__ for name in others}
        rows = {name: self.code.bodies[name].rows for name in bodies}
        try:
            for name, function in others.items():
                before[name].__code__ = function.__code__
            for name, body in bodies.items():
                self.code.bodies[name].replace_rows(body.rows)
            return NOTICED if self._notices(tests) else SURVIVED
        finally:
            for name, code in kept.items():
                before[name].__code__ = code
            for name, held in rows.items():
                self.code.bodies[name].replace_rows(held)

    def _changed_bodies(self, made: Code) -> dict[str, BodyCode]:
        """The bodies of the mutant whose rows are others, apart from what the functions in them do."""
        mine = self.code.bodies
        return {name: body for name, body in made.bodies.items() if name in mine and _named(body) != _named(mine[name])}

    def _limits(self, made: Code) -> str:
        """Tries a mutant of a limit: limits are data of an ability, not functions."""
        changed = [
            (mine, other)
            for mine, other in zip(self.code.abilities, made.abilities, strict=True)
            if (mine.limits, mine.uses) != (other.limits, other.uses)
        ]
        tests = self._tests([name for mine, _ in changed for name in _names_of(mine)])
        if not tests:
            return UNTOUCHED
        kept = [(mine, mine.limits, mine.uses) for mine, _ in changed]
        try:
            for mine, other in changed:
                mine.limits, mine.uses = other.limits, other.uses
            return NOTICED if self._notices(tests) else SURVIVED
        finally:
            for mine, limits, uses in kept:
                mine.limits, mine.uses = limits, uses

    def _tests(self, names: list[str]) -> list[Script]:
        found = {id(test): test for name in names for test in self.touching.get(name, ())}
        return list(found.values())

    def _run(self, test: Script, doing: str = "") -> Outcome:
        """What came of a test; one that takes too long has failed."""
        with self.clock.running((lambda: doing) if doing else None):
            return self.runner.run_test(test)

    def _notices(self, tests: list[Script]) -> bool:
        try:
            return any(not self._run(test).passed for test in tests)
        except Exception:  # a mutant may cause any error, and the test detects it
            return True


def _named(body: BodyCode) -> tuple[Any, ...]:
    """The rows of a body with the names of the functions in them."""
    return tuple(tuple(getattr(operand, "__name__", operand) for operand in row) for row in body.rows)


def _functions(space: dict[str, Any]) -> Iterator[tuple[str, FunctionType]]:
    return ((name, value) for name, value in space.items() if isinstance(value, FunctionType))


def _names_of(ability: AbilityCode) -> list[str]:
    held = [getattr(ability, f.name) for f in fields(ability)]
    functions = [value.__name__ for value in held if isinstance(value, FunctionType)]
    return functions + [value.name for value in held if isinstance(value, BodyCode)]


def _entity_operands(build: Build) -> dict[int, str]:
    """The kind of every operand that is an entity, by its place in the span table."""
    assert build.program is not None and build.checked is not None
    facts = build.checked.facts
    kinds: dict[tuple[str, int, int], str] = {}
    for binding in facts.bindings.values():
        for _, operand in binding.operands:
            type_ = facts.types.get(operand)
            if type_ is not None and present(type_).form == "kind":
                kinds[operand.span.source.path, *operand.span.line_column()] = present(type_).name
    spans = enumerate(build.program.spans)
    return {at: kinds[p.path, p.line, p.column] for at, p in spans if (p.path, p.line, p.column) in kinds}


@contextmanager
def _called_functions() -> Generator[set[CodeType]]:
    """Collects the code of every function that is called."""
    called: set[CodeType] = set()

    def note(frame: Any, event: str, _argument: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)

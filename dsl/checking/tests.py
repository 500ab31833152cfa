"""Content tests: their positions, steps and expectations.

Job: check the names and texts of content tests by the same rules as cards. Input: the mappings of test files, valid by
schema, and a Checked game. Output: CheckedTest, whose nodes are in the side tables of the game. Must never run
anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from dsl.checking.claims import (
    NO_EVENTS,
    Answers,
    CheckedEvents,
    CheckedRefusal,
    read_answers,
    read_events,
    read_names,
    read_refusals,
)
from dsl.checking.entries import EntryContext, declare, place_of, read_expression, read_statements, text_of
from dsl.checking.expressions import context_of
from dsl.checking.positions import CheckedPosition, check_named_squares, read_position
from dsl.checking.results import Checked
from dsl.checking.rosters import RosterData, read_roster
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.meaning.resolve import Scope
from dsl.meaning.types import Type
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain
from dsl.source import Span
from dsl.suggest import listed, suggest
from dsl.syntax import ast

_Names = tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """Statements, the answers to the requests that they cause, and what must hold of them.

    ``named``: things that are made in the step, by name; ``names``: all that can be named after it.
    """

    span: Span
    statements: tuple[ast.Statement, ...]
    then: tuple[ast.Expr, ...]
    answers: Answers
    refused: tuple[CheckedRefusal, ...] = ()
    happens: CheckedEvents = NO_EVENTS
    named: tuple[tuple[str, ast.Expr], ...] = ()
    names: _Names = ()

    def __bool__(self) -> bool:
        return bool(self.then or self.answers or self.refused or self.named)

    @property
    def asks(self) -> bool:
        """Whether it says anything that can be wrong."""
        answers = self.answers
        offers = answers.offered or answers.not_offered or any(isinstance(c, dict) for c in answers.choices)
        return bool(self.then or self.refused or self.happens.can_fail(self.statements) or offers)

    @property
    def trees(self) -> Iterator[ast.Node]:
        yield from (*self.statements, *self.then, *self.happens.patterns)
        yield from (refusal.call for refusal in self.refused if refusal.call is not None)
        yield from (value for _, value in self.named)


@dataclass(frozen=True, slots=True)
class Stage:
    """What comes before a test that begins where another one is: the positions and the first steps of that one."""

    test: str
    positions: tuple[CheckedPosition, ...]
    steps: tuple[CheckedStep, ...]


@dataclass(frozen=True, slots=True)
class CheckedTest:
    name: str
    span: Span
    rows: tuple[str, ...]
    positions: tuple[CheckedPosition, ...]
    steps: tuple[CheckedStep, ...]
    illegal: str
    happens: CheckedEvents
    roster: RosterData | None = None
    foregoing: tuple[Stage, ...] = ()
    names: _Names = ()

    @property
    def trees(self) -> Iterator[ast.Node]:
        for step in self.steps:
            yield from step.trees
        yield from self.happens.patterns


@dataclass(frozen=True, slots=True)
class _Known:
    """What a test may begin with: scenarios, and the tests before it, by file and name."""

    scenarios: dict[str, CheckedPosition]
    tests: dict[tuple[str, str], CheckedTest] = field(default_factory=dict[tuple[str, str], CheckedTest])


def check_tests(
    checked: Checked,
    tests: tuple[Mapping, ...],
    given: tuple[dict[str, CheckedPosition], dict[str, RosterData]],
    sink: Sink,
) -> tuple[CheckedTest, ...]:
    """The tests without errors; ``given`` are the scenarios and rosters. Tests with errors are reported and
    left out.
    """
    scenarios, rosters = given
    known = _Known(scenarios)
    found: list[CheckedTest] = []
    for node in tests:
        before = sink.errors
        entry = EntryContext(context_of(checked.facts, sink), rosters, Scope(any_verb=True))
        test = _test(entry, node, known)
        if test is not None and sink.errors == before:
            found.append(test)
            known.tests.setdefault((node.span.source.path, test.name), test)
    sink.owner = ""
    return tuple(found)


def _test(entry: EntryContext, node: Mapping, known: _Known) -> CheckedTest | None:
    """The test; None if its scenario has errors or is unknown, because then its names are unknown."""
    name = text_of(node, "name")
    entry.sink.owner = name
    data: Any = plain(node)
    begun = _beginning(entry, node.get("given"), known)
    if begun is None:
        return None
    foregoing, positions = begun
    given = node.get("given")
    if isinstance(given, Mapping):
        positions = (*positions, read_position(entry, given, name))
    names = tuple(entry.names)
    steps = tuple(_steps(entry, node))
    happens = read_events(entry, node)
    trees = [tree for step in steps for tree in step.trees]
    earlier = [position for stage in foregoing for position in stage.positions]
    check_named_squares(entry.cx, [*earlier, *positions], [*trees, *happens.patterns])
    listed = node.get("roster")
    roster = read_roster(entry.vocab, listed, entry.sink) if isinstance(listed, Mapping) else None
    done = [statement for step in steps for statement in step.statements]
    asks = data.get("illegal") or happens.can_fail(done) or any(s.asks for s in steps)
    if listed is None and not (steps and asks) and not _promises(node, happens):
        entry.sink.add(
            "test-setup",
            node.span,
            "this test expects nothing, so it cannot fail",
            help="give it `when:` and `then:`, `illegal:` or `events:`; or a `roster:`",
        )
    illegal = text_of(node, "illegal")
    if illegal.lower() in ("true", "yes", "false", "no"):
        help = "write a part of the sentence that says why, as its `require` or `cannot` has it"
        entry.sink.add("test-setup", place_of(node, "illegal"), f"`{illegal}` is no reason for a refusal", help=help)
    rows = tuple(data.get("rows", ()))
    return CheckedTest(name, node.span, rows, positions, steps, illegal, happens, roster, foregoing, names)


def _promises(node: Mapping, happens: CheckedEvents) -> bool:
    """Whether something is expected, that has errors which are already reported."""
    read = ("never",) if happens.never else ()
    given = (node.get(key) for key in ("then", "events", "never", "exactly", "refused") if key not in read)
    return any(one is not None and not (isinstance(one, Sequence) and not one.items) for one in given)


# ---- where it begins
def _beginning(
    entry: EntryContext, given: Node | None, known: _Known
) -> tuple[tuple[Stage, ...], tuple[CheckedPosition, ...]] | None:
    """The foregoing and positions before its own; None if they are unknown."""
    scenario = given.get("scenario") if isinstance(given, Mapping) else None
    test = given.get("test") if isinstance(given, Mapping) else None
    if isinstance(scenario, Scalar) and isinstance(test, Scalar):
        help = "leave one of them out: what the other test begins with is there"
        entry.sink.add("test-setup", test.span, "this begins with a scenario and with another test", help=help)
        return None
    if isinstance(test, Scalar) and isinstance(given, Mapping):
        foregoing = _from_test(entry, given, test, known)
        return (foregoing, ()) if foregoing is not None else None
    if isinstance(scenario, Scalar):
        start = _from_scenario(entry, scenario, known.scenarios)
        return ((), (start,)) if start is not None else None
    return (), ()


def _from_scenario(entry: EntryContext, node: Scalar, scenarios: dict[str, CheckedPosition]) -> CheckedPosition | None:
    found = scenarios.get(node.text)
    if found is None:
        help = suggest(node.text, scenarios) or listed("scenarios:", scenarios) or "begin with `players: […]` instead"
        entry.sink.add("unknown-name", node.span, f"no scenario is named `{node.text}`", help=help)
        return None
    for name, given in found.names:
        declare(entry, name, given, node.span)
    return found


def _from_test(entry: EntryContext, given: Mapping, node: Scalar, known: _Known) -> tuple[Stage, ...] | None:
    """The foregoing of another test up to one of its steps, and its names by then."""
    path = node.span.source.path
    found = known.tests.get((path, node.text))
    if found is None:
        names = [name for file, name in known.tests if file == path]
        help = suggest(node.text, names) or "it stands before this one, in the same file, and has no errors"
        entry.sink.add("unknown-name", node.span, f"no test before this one is named `{node.text}`", help=help)
        return None
    wanted = given.get("steps")
    count = int(wanted.text) if isinstance(wanted, Scalar) else len(found.steps)
    if count > len(found.steps) and wanted is not None:
        message = f"the test `{found.name}` has no step {count}; it has {len(found.steps)}"
        entry.sink.add("test-setup", wanted.span, message)
        return None
    for name, type_ in found.steps[count - 1].names if count else found.names:
        declare(entry, name, type_, node.span)
    return (*found.foregoing, Stage(found.name, found.positions, found.steps[:count]))


# ---- steps
def _steps(entry: EntryContext, node: Mapping) -> list[CheckedStep]:
    """One step for `when: |`, several for a list; the keys beside `when` belong to the last step."""
    when = node.get("when")
    if isinstance(when, Sequence):
        steps = [_step(entry, item, item.get("do"), own=True) for item in when.items if isinstance(item, Mapping)]
        last = _step(entry, node, None)
        return [*steps, last] if last else steps
    if when is None and node.get("then") is None:
        return []
    return [_step(entry, node, when)]


def _step(entry: EntryContext, node: Mapping, text: Node | None, *, own: bool = False) -> CheckedStep:
    """A step; ``own``: the events beside it are those of the step, and not of the whole test."""
    statements = read_statements(entry, text)
    named = read_names(entry, node)
    then = node.get("then")
    checks: list[ast.Expr] = []
    for item in then.items if isinstance(then, Sequence) else ([then] if then is not None else []):
        expr = read_expression(entry, item, None) if isinstance(item, Scalar) else None
        if expr is not None:
            entry.cx.condition(expr, entry.scope)
            checks.append(expr)
    return CheckedStep(
        node.span, statements, tuple(checks), read_answers(entry, node), read_refusals(entry, node),
        read_events(entry, node) if own else NO_EVENTS, named, tuple(entry.names),
    )  # fmt: skip

"""Content tests: their positions, steps and expectations.

Job: check the names and texts of content tests by the same rules as cards. Input: the mappings of test files, valid by
schema, and a Checked game. Output: CheckedTest, whose nodes are in the side tables of the game. Must never run
anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dsl.checking.entries import EntryContext, declare, read_expression, read_statements, text_of
from dsl.checking.expressions import context_of
from dsl.checking.positions import CheckedPosition, check_named_squares, read_position
from dsl.checking.results import Checked
from dsl.checking.rosters import RosterData, read_roster
from dsl.diagnostics import Sink
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain
from dsl.source import Span
from dsl.suggest import suggest
from dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """Statements, the conditions that must hold after them, and the answers to the requests that they cause."""

    span: Span
    statements: tuple[ast.Statement, ...]
    then: tuple[ast.Expr, ...]
    choices: tuple[Any, ...]
    dice: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class CheckedTest:
    name: str
    span: Span
    rows: tuple[str, ...]
    positions: tuple[CheckedPosition, ...]
    steps: tuple[CheckedStep, ...]
    illegal: str
    events: tuple[str, ...]
    roster: RosterData | None = None


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
    found: list[CheckedTest] = []
    for node in tests:
        before = sink.errors
        test = _test(EntryContext(context_of(checked.facts, sink), rosters), node, scenarios)
        if test is not None and sink.errors == before:
            found.append(test)
    sink.owner = ""
    return tuple(found)


def _test(entry: EntryContext, node: Mapping, scenarios: dict[str, CheckedPosition]) -> CheckedTest | None:
    """The test; None if its scenario has errors or is unknown, because then its names are unknown."""
    name = text_of(node, "name")
    entry.sink.owner = name
    data: Any = plain(node)
    positions: list[CheckedPosition] = []
    given = node.get("given")
    scenario = given.get("scenario") if isinstance(given, Mapping) else None
    if isinstance(scenario, Scalar):
        start = _from_scenario(entry, scenario, scenarios)
        if start is None:
            return None
        positions.append(start)
    if isinstance(given, Mapping):
        positions.append(read_position(entry, given, name))
    steps = tuple(_steps(entry, node))
    check_named_squares(entry.cx, positions, [n for step in steps for n in (*step.statements, *step.then)])
    listed = node.get("roster")
    roster = read_roster(entry.vocab, listed, entry.sink) if isinstance(listed, Mapping) else None
    asks = data.get("illegal") or data.get("events") or any(s.then for s in steps)
    if listed is None and not (steps and asks) and node.get("then") is None:  # a `then` with errors is already reported
        entry.sink.add(
            "test-setup",
            node.span,
            "this test expects nothing, so it cannot fail",
            help="give it `when:` and `then:`, `illegal:` or `events:`; or a `roster:`",
        )
    events = node.get("events")
    for item in events.items if isinstance(events, Sequence) else ():
        if isinstance(item, Scalar) and item.text.split(".")[0] not in entry.vocab.verbs:
            entry.sink.add(
                "unknown-verb",
                item.span,
                f"no verb is named `{item.text}`",
                help=suggest(item.text, entry.vocab.verbs),
            )
    return CheckedTest(
        name,
        node.span,
        tuple(data.get("rows", ())),
        tuple(positions),
        steps,
        str(data.get("illegal", "")),
        tuple(str(e) for e in data.get("events", ())),
        roster,
    )


def _from_scenario(entry: EntryContext, node: Scalar, scenarios: dict[str, CheckedPosition]) -> CheckedPosition | None:
    found = scenarios.get(node.text)
    if found is None:
        entry.sink.add(
            "unknown-name", node.span, f"no scenario is named `{node.text}`", help=suggest(node.text, scenarios)
        )
        return None
    for name, given in found.names:
        declare(entry, name, given, node.span)
    return found


def _steps(entry: EntryContext, node: Mapping) -> list[CheckedStep]:
    """One step for `when: |`, several for a list; the keys beside `when` belong to the last step."""
    when = node.get("when")
    if isinstance(when, Sequence):
        steps = [_step(entry, item, item.get("do")) for item in when.items if isinstance(item, Mapping)]
        last = _step(entry, node, None)
        return [*steps, last] if last.then or last.dice or last.choices else steps
    if when is None and node.get("then") is None:
        return []
    return [_step(entry, node, when)]


def _step(entry: EntryContext, node: Mapping, text: Node | None) -> CheckedStep:
    statements = read_statements(entry, text)
    then = node.get("then")
    checks: list[ast.Expr] = []
    for item in then.items if isinstance(then, Sequence) else ([then] if then is not None else []):
        expr = read_expression(entry, item, None) if isinstance(item, Scalar) else None
        if expr is not None:
            entry.cx.condition(expr, entry.scope)
            checks.append(expr)
    choices, dice = node.get("choices"), node.get("dice")
    _faces(entry.vocab, entry.sink, dice)
    return CheckedStep(node.span, statements, tuple(checks), _answers(choices), _answers(dice))


def _faces(vocab: Vocabulary, sink: Sink, node: Node | None) -> None:
    """Reports symbols in the answers for dice that are on no die."""
    match node:
        case Sequence(items=items):
            for item in items:
                _faces(vocab, sink, item)
        case Mapping(entries=entries):
            known = vocab.symbols()
            for key, _ in entries:
                if key.text != "value" and key.text not in known:
                    message = f"no die of the game shows `{key.text}`"
                    sink.add("unknown-name", key.span, message, help=suggest(key.text, known))
        case _:
            pass


def _answers(node: Node | None) -> tuple[Any, ...]:
    """Answers as a list of plain values; texts such as `yes` and `a1` stay texts."""
    if node is None:
        return ()
    value: Any = plain(node)
    return tuple(value) if isinstance(node, Sequence) else (value,)

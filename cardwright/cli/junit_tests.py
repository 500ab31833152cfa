"""Outcomes of tests as JUnit writes them, which most services for continuous integration read."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading
from cardwright.cli.output import as_xml
from cardwright.cli.render import place
from compiler.interpreter.scripts import Outcome
from dsl.visible import in_one_line


def as_junit(suites: Sequence[tuple[Reading, Sequence[Outcome]]]) -> str:
    """A suite for each game, with a case for each test that was run, and one for each error of the game."""
    failed = sum(not outcome.passed for _, outcomes in suites for outcome in outcomes)
    count = sum(len(outcomes) + len(reading.errors) for reading, outcomes in suites)
    root = Element("testsuites", name="cardwright test", tests=str(count), failures=str(failed))
    for reading, outcomes in suites:
        _suite(root, reading, outcomes)
    return as_xml(root)


def _suite(root: Element, reading: Reading, outcomes: Sequence[Outcome]) -> None:
    failed = sum(not outcome.passed for outcome in outcomes)
    suite = SubElement(
        root, "testsuite", name=in_one_line(reading.shown), tests=str(len(outcomes) + len(reading.errors)),
        failures=str(failed), errors=str(len(reading.errors)),
    )  # fmt: skip
    for fault in reading.errors:
        where = in_one_line(fault.span.source.path)
        case = SubElement(suite, "testcase", classname=where, name=f"{fault.code} {place(fault.span)}")
        SubElement(case, "error", type=fault.code, message=in_one_line(fault.message))
    for outcome in outcomes:
        _case(suite, reading, outcome)


def _case(suite: Element, reading: Reading, outcome: Outcome) -> None:
    assert reading.build is not None and reading.build.program is not None
    spans = reading.build.program.spans
    told = [(failure.message, failure.at) for failure in outcome.failures]
    if outcome.broken is not None:
        told.append((fault_message(outcome.broken), outcome.at))
    where = in_one_line(spans[outcome.at].path)
    case = SubElement(suite, "testcase", classname=where, name=in_one_line(outcome.name))
    for message, at in told:
        failure = SubElement(case, "failure", type="test-failed", message=in_one_line(message))
        failure.text = in_one_line(f"{spans[at].path}:{spans[at].line}:{spans[at].column}")

"""For servers that show test results: one suite for each game, one failed case for each finding, else one
passed case.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

import click

from cardwright.cli.games import Reading
from cardwright.cli.output import as_xml
from cardwright.cli.render import as_text, place
from dsl.visible import in_one_line


def show(readings: Sequence[Reading]) -> str:
    total = sum(len(reading.findings) for reading in readings)
    tests = sum(max(1, len(reading.findings)) for reading in readings)
    root = Element("testsuites", name="cardwright check", tests=str(tests), failures=str(total))
    for reading in readings:
        _suite(root, reading)
    return as_xml(root)


def _suite(root: Element, reading: Reading) -> None:
    count = len(reading.findings)
    name = in_one_line(reading.shown)
    suite = SubElement(root, "testsuite", name=name, tests=str(max(1, count)), failures=str(count))
    for fault in reading.findings:
        where = in_one_line(fault.span.source.path)
        case = SubElement(suite, "testcase", classname=where, name=f"{fault.code} {place(fault.span)}")
        failure = SubElement(case, "failure", type=fault.severity.value, message=in_one_line(fault.message))
        failure.text = click.unstyle(as_text(fault))
    if not count:
        SubElement(suite, "testcase", classname=name, name="no findings")

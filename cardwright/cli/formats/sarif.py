"""For code scanning: SARIF 2.1.0, with the page of each code, related places, and fixes."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from cardwright import __version__
from cardwright.cli.games import Reading
from cardwright.cli.output import as_json
from dsl.codes import Code
from dsl.diagnostics import Diagnostic, Fix
from dsl.lint.baseline import fingerprint
from dsl.lint.pages import page
from dsl.lint.table import ALL_CODES, BY_CODE
from dsl.source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def show(readings: Sequence[Reading]) -> str:
    faults = [fault for reading in readings for fault in reading.findings]
    codes = sorted({fault.code for fault in faults})
    driver = {
        "name": "Cardwright",
        "version": __version__,
        "rules": [_rule(ALL_CODES.get(code, Code(code, "lint", code))) for code in codes],
    }
    results = [_result(fault, codes.index(fault.code)) for fault in faults]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return as_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: Code) -> dict[str, Any]:
    file = files("dsl").joinpath("explain", f"{code.name}.md")
    text = page(BY_CODE[code.name]) if code.name in BY_CODE else file.read_text("utf-8") if file.is_file() else ""
    help = {"help": {"text": text, "markdown": text}} if text else {}
    return {
        "id": code.name,
        "shortDescription": {"text": code.title},
        "defaultConfiguration": {"level": code.severity},
        **help,
    }


def _result(fault: Diagnostic, index: int) -> dict[str, Any]:
    message = fault.message + (f" ({fault.help})" if fault.help else "")
    found: dict[str, Any] = {
        "ruleId": fault.code,
        "ruleIndex": index,
        "level": fault.severity.value,
        "message": {"text": message},
        "locations": [_location(fault.span)],
        "partialFingerprints": {"cardwright/v1": fingerprint(fault)},
    }
    if fault.labels:
        found["relatedLocations"] = [_location(label.span, label.text) for label in fault.labels]
    if fault.fix is not None:
        found["fixes"] = [_fix(fault.fix)]
    return found


def _location(span: Span, text: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(span)}}
    if span.source.text:
        found["physicalLocation"]["region"] = _region(span)
    return {**found, "message": {"text": text}} if text else found


def _artifact(span: Span) -> dict[str, str]:
    return {"uri": quote(span.source.path, errors="surrogateescape")}


def _region(span: Span) -> dict[str, int]:
    line, column = span.line_column()
    last, end = span.source.line_column(span.end)
    return {"startLine": line, "startColumn": column, "endLine": last, "endColumn": end}


def _fix(fix: Fix) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}}
    return {"artifactChanges": [{"artifactLocation": _artifact(fix.span), "replacements": [replacement]}]}

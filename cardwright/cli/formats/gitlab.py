"""For GitLab: a Code Quality report, which is a list of issues. The mark of an issue does not depend on line
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardwright.cli.games import Reading
from cardwright.cli.output import as_json
from dsl.diagnostics import Diagnostic, Severity
from dsl.lint.baseline import fingerprint

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def show(readings: Sequence[Reading]) -> str:
    seen: Counter[str] = Counter()
    issues = [_issue(fault, seen) for reading in readings for fault in reading.findings]
    return as_json(issues)


def _issue(fault: Diagnostic, seen: Counter[str]) -> dict[str, Any]:
    """One issue. GitLab merges issues with the same mark, so a second one gets a number."""
    mark = fingerprint(fault)
    seen[mark] += 1
    return {
        "description": fault.message,
        "check_name": fault.code,
        "fingerprint": mark if seen[mark] == 1 else f"{mark}-{seen[mark]}",
        "severity": _SEVERITIES[fault.severity],
        "location": {"path": fault.span.source.path, "lines": {"begin": fault.span.line_column()[0]}},
    }

"""Adds the findings of lints to a Reading.

Job: run the lints of a game without errors. Input: a Reading and a configuration. Output: a Reading. Must never print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.cli.games import Reading, split_findings
from dsl.diagnostics import Severity
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import run_lints


def linted(reading: Reading, requested: Sequence[Path], config: LintConfig) -> Reading:
    """The reading with the findings of the lints; unchanged if the game has errors."""
    build = reading.build
    faults = (*reading.findings, *reading.elsewhere)
    if build is None or build.checked is None or any(fault.severity is Severity.ERROR for fault in faults):
        return reading
    context = LintContext(build.files, build.vocab, build.checked.facts, build.scenarios, build.tests)
    found = run_lints(context, config, reading.shown, faults)
    within, others = split_findings(found, reading.folder, reading.shown, requested)
    return replace(reading, findings=within, elsewhere=others, waiting=context.waiting)

"""Every code that a finding can have: those of the checker, and those of the lints.

Job: one table for commands that list or explain codes. ``dsl.codes`` has the codes of the checker, and each lint rule
has its own code; this module merges them.
"""

from __future__ import annotations

from dsl.codes import CODES, Code
from dsl.lint.base import Rule
from dsl.lint.rules import RULES

BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
ALL_CODES: dict[str, Code] = {
    **CODES,
    **{rule.code: Code(rule.code, f"lint, {rule.group}", rule.title, rule.severity, rule.since) for rule in RULES},
}

"""A comment `# allow: CODE` suppresses a finding without giving a reason.

Write the reason after the code: `# allow: duplicate-card-name printed so in the second set`. Later readers have no
other explanation.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("allow-without-reason")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for allow in context.allows:
        if not allow.reason:
            yield FOUND(allow.span, f"nothing says why `{allow.code}` is allowed", help="write the reason behind it")


RULE = Rule(
    "allow-without-reason",
    "style",
    "a comment `# allow:` without a reason",
    __doc__,
    bad={
        "ability": """\
# allow: change-by-zero
passive: +0 armor
""",
    },
    good={
        "ability": """\
# allow: change-by-zero shown by the lesson on modifiers
passive: +0 armor
""",
    },
    check=check,
)

"""A comment `# allow: CODE reason` suppresses nothing, because there is no such finding here.

The fault was fixed, the code is misspelt, or the comment is on the wrong line. Delete the comment: it would hide the
next fault. Comments for rules that do not run now are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.summaries import Place

FOUND = Finder("unused-allow")


def last(context: LintContext) -> Iterator[Diagnostic]:
    for allow in context.idle_allows:
        yield FOUND(Place(allow.span, allow.owner), f"`{allow.code}` finds nothing here", help="delete the comment")


RULE = Rule(
    "unused-allow",
    "style",
    "a comment `# allow:` that suppresses nothing",
    __doc__,
    bad={
        "ability": """\
# allow: change-by-zero shown by the lesson on modifiers
passive: +1 armor
""",
    },
    good={
        "ability": """\
passive: +1 armor
""",
    },
    last=last,
)

"""A verb is declared, and nothing uses it: no rule, no card and no test.

The flow that a match starts with is used.

Use it, or leave it out. A word counts as a use wherever it stands, so what is told is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused
from dsl.source import Span

FOUND = Finder("unused-verb")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    declared = _verbs(context)
    yield from unused(context, FOUND, "verb", declared)


def _verbs(context: LintContext) -> Iterator[tuple[str, Span]]:
    for verb in context.vocab.verbs.values():
        if verb.name != context.vocab.start:
            yield verb.name, verb.span


RULE = Rule(
    "unused-verb",
    "dead",
    "a verb that nothing uses",
    __doc__,
    bad={
        "rules": """\
verb rest(by who: unit): tap who
""",
    },
    good={
        "rules": """\
verb rest(by who: unit): tap who
""",
        "ability": """\
activate as action: rest by self
""",
    },
    whole=whole,
)

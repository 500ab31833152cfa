"""A verb is declared, but no rule, card or test uses it.

Use the verb, or delete it. The flow that starts a match is not reported. Every occurrence of the name counts as a use,
whatever it means there, so a finding is certain.
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

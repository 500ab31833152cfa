"""A class of events is declared, but no rule, card or test uses it.

Use the class, or delete it. Every occurrence of the name counts as a use, whatever it means there, so a finding is
certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-events")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((events.name, events.span) for events in vocab.events.values())
    yield from unused(context, FOUND, "class of events", declared)


RULE = Rule(
    "unused-events",
    "dead",
    "a class of events that nothing uses",
    __doc__,
    bad={
        "rules": """\
events change = heal, tap
""",
    },
    good={
        "rules": """\
events change = heal, tap
""",
        "ability": """\
after change once per turn: heal 1 to self
""",
    },
    whole=whole,
)

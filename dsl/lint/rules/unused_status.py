"""A status, or a class of statuses, is declared, but no rule, card or test uses it.

Use it, or delete it. Every occurrence of the name counts as a use, whatever it means there, so a finding is
certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-status")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((t.name, t.span) for t in vocab.traits.values() if t.form == "status")
    yield from unused(context, FOUND, "status", declared)
    yield from unused(context, FOUND, "class of statuses", ((s.name, s.span) for s in vocab.statuses.values()))


RULE = Rule(
    "unused-status",
    "dead",
    "a status that nothing uses",
    __doc__,
    bad={
        "rules": """\
status dazed of unit: passive: -1 armor
""",
    },
    good={
        "rules": """\
status dazed of unit: passive: -1 armor
""",
        "ability": """\
after tap self: add dazed to self
""",
    },
    whole=whole,
)

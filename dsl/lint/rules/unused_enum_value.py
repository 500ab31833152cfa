"""A value of an enum is declared, but no rule, card or test uses it.

Use the value, or delete it. The values of an enum that implements a row of the rulebook are not reported. Every
occurrence of the name counts as a use, whatever it means there, so a finding is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-enum-value")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((name, span) for enum in vocab.enums.values() if not enum.rows for name, span in enum.values.items())
    yield from unused(context, FOUND, "value", declared)


RULE = Rule(
    "unused-enum-value",
    "dead",
    "a value that nothing uses",
    __doc__,
    bad={
        "enums": """\
mood: [calm, wild]
""",
        "fields": """\
mood: {type: mood, printed: true, default: calm}
""",
        "ability": """\
passive while self.mood is calm: +1 armor
""",
    },
    good={
        "enums": """\
mood: [calm, wild]
""",
        "fields": """\
mood: {type: mood, printed: true, default: calm}
""",
        "ability": """\
passive while self.mood is wild: +1 armor
""",
    },
    whole=whole,
)

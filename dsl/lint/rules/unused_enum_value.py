"""A value is declared, and nothing uses it: no rule, no card and no test.

Use it, or leave it out. An enum that carries out a row of the rulebook is left alone: the book has its values. A word
counts as a use wherever it stands, so what is told is certain.
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

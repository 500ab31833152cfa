"""A die is declared, but no rule, card or test uses it.

Use the die, or delete it. A die that implements a row of the rulebook is not reported. Every occurrence of the name
counts as a use, whatever it means there, so a finding is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-die")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((die.name, die.span) for die in vocab.dice.values() if not die.rows)
    yield from unused(context, FOUND, "die", declared)


RULE = Rule(
    "unused-die",
    "dead",
    "a die that nothing uses",
    __doc__,
    bad={
        "dice": """\
green: {faces: [{hearts: 1}, {}]}
""",
    },
    good={
        "dice": """\
green: {faces: [{hearts: 1}, {}]}
""",
        "ability": """\
after tap self:
  let r = roll green
  heal r.hearts to self
""",
    },
    whole=whole,
)

"""A die is declared, and nothing uses it: no rule, no card and no test.

Use it, or leave it out. A die that carries out a row of the rulebook is left alone.
A word counts as a use wherever it stands, so what is told is certain.
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

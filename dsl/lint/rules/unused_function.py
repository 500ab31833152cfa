"""A relation, define or table is declared, but no rule, card or test uses it.

Use it, or delete it. `within` and `adjacent to` use the functions `distance` and `adjacent`. Every occurrence of the
name counts as a use, whatever it means there, so a finding is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-function")
_CORE = ("distance", "adjacent")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    named = {*_CORE, *vocab.policy.values()}
    declared = ((f.name, f.span) for f in vocab.functions.values() if f.name not in named)
    yield from unused(context, FOUND, "function", declared)


RULE = Rule(
    "unused-function",
    "dead",
    "a function that nothing uses",
    __doc__,
    bad={
        "rules": """\
define third(n: int) -> int = round_down(n / 3)
""",
    },
    good={
        "rules": """\
define third(n: int) -> int = round_down(n / 3)
""",
        "ability": """\
after tap self: heal third(self.level) to self
""",
    },
    whole=whole,
)

"""A function is declared, and nothing uses it: no rule, no card and no test.

Relations, defines and tables are functions. `distance` and `adjacent` are used by `within` and `adjacent to`.

Use it, or leave it out. A word counts as a use wherever it stands, so what is told is certain.
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

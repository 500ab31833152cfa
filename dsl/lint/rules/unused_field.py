"""A field is declared, but no rule, card or test names it.

A printed value that no rule reads has no effect in play. Not reported are fields that the core itself reads
(`controller`, `owner`, `size`, texts and keywords) and fields that implement a row of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-field")


# What boards, choices and texts read by themselves.
_BOARD = ("size", "x", "y", "facing", "width", "depth", "elevation")
CORE = ("controller", "owner", "keywords", "bearer", *_BOARD)


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = (
        (field.name, field.span)
        for kind in vocab.kinds.values()
        for field in kind.fields.values()
        if kind.name not in vocab.traits
        and field.name not in CORE
        and not (field.rows or field.type.form in ("rules", "zone"))
    )
    yield from unused(context, FOUND, "field", declared)


RULE = Rule(
    "unused-field",
    "dead",
    "a field that nothing reads or changes",
    __doc__,
    bad={
        "fields": """\
stealth: {type: int, printed: true, default: 0}
""",
    },
    good={
        "fields": """\
stealth: {type: int, printed: true, default: 0}
""",
        "ability": """\
passive while self.stealth < 2: +1 armor
""",
    },
    whole=whole,
)

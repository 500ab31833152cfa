"""A keyword is declared, but no rule, card or test uses it.

Use the keyword, or delete it. Every occurrence of the name counts as a use, whatever it means there, so a finding is
certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-keyword")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((t.name, t.span) for t in vocab.traits.values() if t.form == "keyword")
    yield from unused(context, FOUND, "keyword", declared)


RULE = Rule(
    "unused-keyword",
    "dead",
    "a keyword that nothing uses",
    __doc__,
    bad={
        "rules": """\
keyword swift of unit: passive: +1 armor
""",
    },
    good={
        "rules": """\
keyword swift of unit: passive: +1 armor
""",
        "ability": """\
passive: self gains swift
""",
    },
    whole=whole,
)

"""A noun is declared, and nothing uses it: no rule, no card and no test.

Use it, or leave it out. A word counts as a use wherever it stands, so what is told is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-noun")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    declared = ((noun.name, noun.span) for noun in vocab.nouns.values())
    yield from unused(context, FOUND, "noun", declared)


RULE = Rule(
    "unused-noun",
    "dead",
    "a noun that nothing uses",
    __doc__,
    bad={
        "rules": """\
noun weary = unit where tapped
""",
    },
    good={
        "rules": """\
noun weary = unit where tapped
""",
        "ability": """\
passive while any weary: +1 armor
""",
    },
    whole=whole,
)

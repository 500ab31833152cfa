"""A noun is declared, but no rule, card or test uses it.

Use the noun, or delete it. Every occurrence of the name counts as a use, whatever it means there, so a finding is
certain.
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

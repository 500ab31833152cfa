"""A kind is declared, but no rule, card, test, field or other kind uses it.

Use the kind, or delete it. The kinds `game` and `player` are never reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-kind")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    named = {"game", "player", *vocab.traits, *context.other_files.card_kinds()}
    named |= {above for kind in vocab.kinds for above in vocab.ancestors(kind) if kind in named}
    yield from unused(context, FOUND, "kind", ((k.name, k.span) for k in vocab.kinds.values() if k.name not in named))


RULE = Rule(
    "unused-kind",
    "dead",
    "a kind that nothing uses",
    __doc__,
    bad={
        "kinds": """\
relic: {fields: {tapped: bool}}
""",
    },
    good={
        "kinds": """\
relic: {fields: {tapped: bool}}
""",
        "rules": """\
stat treasure of unit = count of relic
""",
        "ability": """\
passive: +1 treasure
""",
    },
    whole=whole,
)

"""`resolve ai of` is used with a kind of which no card has an `ai:` block, so it does nothing.

Write the block on the cards that act by themselves, or name another entity. The rule applies only to kinds that have
cards, and not to games whose keywords or statuses have an `ai:` block.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("missing-ai")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    files = context.summary.files
    led = context.summary.names_in("kinds_with_ai")
    if "" in led:
        return
    printed = {card.kind for card in context.summary.cards()}
    for path, file in files.items():
        for start, end, owner, kind in file.resolved_ais:
            heirs = set(context.vocab.heirs(kind))
            if heirs & printed and not heirs & led:
                told = f"no card of the kind `{kind}` has an `ai:` block, so this does nothing"
                place = context.summary.place(path, start, end, owner)
                yield FOUND(place, told, help="write `ai:` on the cards that act by themselves, or leave this out")


RULE = Rule(
    "missing-ai",
    "ai",
    "an AI run by rules, of a kind without one",
    __doc__,
    bad={
        "ability": """\
activate as action: resolve ai of self
""",
    },
    good={
        "ability": """\
activate as action: resolve ai of self
ai:
  otherwise:
    heal 1 to self
""",
    },
    whole=whole,
)

"""A text pays with a verb, and goes on even if the payment is refused.

The verb is a cost elsewhere in the game, and has a requirement. Write the payment as `costs`, or write behind the call
what is done if it is refused: `or stop` passes over the rest of the block, `or else:` does something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unanswered-payment")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    costs = context.summary.names_in("cost_verbs")
    for path, file in context.summary.files.items():
        for start, end, owner, verb in file.unanswered_calls:
            if verb in costs:
                told = f"`{verb}` is a cost of this game: if it is refused here, the text goes on without a payment"
                help = "write `or stop` or `or else:` behind it"
                yield FOUND(context.summary.place(path, start, end, owner), told, help=help)


RULE = Rule(
    "unanswered-payment",
    "correctness",
    "a payment that may be refused while the text goes on",
    __doc__,
    bad={
        "ability": """\
activate as action:
  spend 3 by self.controller
  heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action:
  spend 3 by self.controller or stop
  heal 1 to self
""",
    },
    whole=whole,
)

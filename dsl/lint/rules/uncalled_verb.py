"""A verb carries out a rule of the printed book, but only tests call it.

The rule never happens in play. Call the verb from the course of the game, an ability or a card. The rule looks at verbs
with rows of the rulebook; the flow that starts a match is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("uncalled-verb")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    summary = context.summary
    called, words = summary.names_in("called_verbs"), summary.words
    for verb in context.vocab.verbs.values():
        # A verb that no test uses either is an unused verb.
        if verb.rows and verb.name not in called and verb.name != context.vocab.start and verb.name in words:
            message = f"only tests call `{verb.name}`, which carries out {verb.rows[0]}"
            yield FOUND(verb.span, message, help="call it where the book says that it happens")


RULE = Rule(
    "uncalled-verb",
    "dead",
    "a verb of the rulebook that only tests call",
    __doc__,
    bad={
        "rules": """\
@EX-REST-01
verb rest(by who: unit): tap who
""",
        "tests": """\
- name: who rests is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: rest by g
  then: [g.tapped]
""",
    },
    good={
        "rules": """\
@EX-REST-01
verb rest(by who: unit): tap who
""",
        "ability": """\
activate as action: rest by self
""",
    },
    whole=whole,
)

"""A cost counts as paid, though what its verb calls is refused: the ability is offered to who cannot pay.

A text goes on behind a call that is refused, and so does the body of a verb that is a cost. Ask at its head whether the
payment can be done: `require can (…)`. The cost is then refused too, and the ability is not offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.ranges import parts_of
from dsl.meaning.vocab import Verb
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("hollow-cost")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for costs in context.nodes(ast.Costs):
        for cost in costs.calls:
            verb = context.vocab.verbs.get(cost.verb.text)
            inner = _unasked(context, verb) if verb is not None else None
            if inner is not None:
                told = f"`{cost.verb.text}` counts as paid, even where `{inner.verb.text}` is refused in it"
                help = f'write `require can ({unparse(inner)}) "…"` at the head of `{cost.verb.text}`'
                yield FOUND(cost, told, labels=(Label(inner.span, "this may be refused"),), help=help)


def _unasked(context: LintContext, verb: Verb) -> ast.Call | None:
    """The first call of a verb that may be refused, and of which its head does not ask whether it can be done."""
    asked = {node.call.verb.text for node in verb.node.walk() if isinstance(node, ast.CanTest)}
    told = set(_requirements(verb))
    for statement in map(ast.plain, verb.node.body.statements):
        binding = context.facts.bindings.get(statement.call) if isinstance(statement, ast.CallStmt) else None
        if not isinstance(statement, ast.CallStmt) or binding is None or binding.verb in asked:
            continue
        if any(isinstance(node, ast.Query) for node in statement.call.walk()):
            continue  # what is chosen there, nobody can ask about
        given = {name: unparse(operand) for name, operand in binding.operands}
        if any(_within(required, given) not in told for required in _requirements(context.vocab.verbs[binding.verb])):
            return statement.call
    return None


def _requirements(verb: Verb) -> Iterator[str]:
    """What a verb requires, each condition that `and` joins for itself."""
    for statement in map(ast.plain, verb.node.body.statements):
        if isinstance(statement, ast.RequireStmt):
            yield from map(unparse, parts_of(statement.condition))


def _within(required: str, given: dict[str, str]) -> str:
    """A requirement with the operands of a call in place of the parameters."""
    return re.sub(r"(?<![.\w])\w+", lambda word: given.get(word[0], word[0]), required)


RULE = Rule(
    "hollow-cost",
    "correctness",
    "a cost that is paid by a call that may be refused",
    __doc__,
    bad={
        "rules": """\
verb pay_dearly(by who: player):
  spend 3 by who
""",
        "ability": """\
activate as action costs pay_dearly by self.controller: heal 1 to self
""",
    },
    good={
        "rules": """\
verb pay_dearly(by who: player):
  require can (spend 3 by who) "that costs 3"
  spend 3 by who
""",
        "ability": """\
activate as action costs pay_dearly by self.controller: heal 1 to self
""",
    },
    check=check,
)

"""A cost calls a verb with numbers that the requirements of the verb never allow.

The rule uses the `min` and `max` of the fields in the requirement. Lower the cost, or raise the maximum of the field.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.ranges import Reasoner
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("unpayable-cost")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for costs in context.nodes(ast.Costs):
        for call in costs.calls:
            binding = context.facts.bindings.get(call)
            if binding is None:
                continue
            plainly = Reasoner(context.facts)
            known = {name: plainly.number(operand) for name, operand in binding.operands}
            for statement in map(ast.plain, context.vocab.verbs[binding.verb].node.body.statements):
                required = statement.condition if isinstance(statement, ast.RequireStmt) else None
                if required is not None and Reasoner(context.facts, known).verdict(required) is False:
                    label = Label(required.span, "this can never hold then")
                    yield FOUND(call, f"`{unparse(call)}` can never be paid", labels=(label,), help="lower it")


RULE = Rule(
    "unpayable-cost",
    "interaction",
    "a cost that can never be paid",
    __doc__,
    bad={
        "ability": """\
activate as action costs spend 21 by self.controller: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action costs spend 20 by self.controller: heal 1 to self
""",
    },
    check=check,
)

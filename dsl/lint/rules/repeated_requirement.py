"""A query in a call says again what the verb requires.

`heal 1 to one ally where wounds > 0` offers the same as `heal 1 to one ally` if `heal` requires `target.wounds > 0`:
only entities with which the call is legal are offered. Leave the condition out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("repeated-requirement")
_CHOOSING = ("one", "up", "nearest", "farthest", "random")


def check(context: LintContext) -> Iterator[Diagnostic]:
    sources = set(context.sources)  # what is known of calls includes those of other files
    for call, binding in context.facts.bindings.items():
        if call.span.source not in sources or any(isinstance(above, ast.CanTest) for above in context.above(call)):
            continue
        for param, operand in binding.operands:
            if not isinstance(operand, ast.Query) or operand.quantifier not in _CHOOSING or operand.condition is None:
                continue
            required = _required(context, binding.verb, param)
            for part in _parts(operand.condition):
                line = required.get(_said(context, part))
                if line is not None:
                    told = f"`{binding.verb}` requires this, so nothing else is offered"
                    yield FOUND(part, told, labels=(Label(line.span, "required here"),), help="leave it out")


def _required(context: LintContext, verb: str, param: str) -> dict[str, ast.RequireStmt]:
    """The requirements of a verb, about one of its parameters, as they are said of a candidate."""
    names = {p.name for p in context.vocab.verbs[verb].params} - {param}
    found: dict[str, ast.RequireStmt] = {}
    for line in map(ast.plain, context.vocab.verbs[verb].node.body.statements):
        if not isinstance(line, ast.RequireStmt):
            continue
        heads = {
            node.head.text for node in line.walk() if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident)
        }
        if not heads & names:
            found[re.sub(rf"(?<![\w.]){param}\b", "it", unparse(line.condition))] = line
    return found


def _parts(condition: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(condition, ast.AndAlso):
        yield from _parts(condition.left)
        yield from _parts(condition.right)
    else:
        yield condition


def _said(context: LintContext, part: ast.Expr) -> str:
    """A condition on the candidate, with `it` before its fields."""
    text = unparse(part)
    for node in part.walk():
        ref = context.facts.refs.get(node) if isinstance(node, ast.Ident) else None
        if ref is not None and ref.form == "field" and ref.owner == "it":
            text = re.sub(rf"(?<![\w.]){ref.name}\b", f"it.{ref.name}", text)
    return text


RULE = Rule(
    "repeated-requirement",
    "style",
    "a query that says again what the verb requires",
    __doc__,
    bad={
        "ability": """\
after heal to self: tap one unit where not tapped
""",
    },
    good={
        "ability": """\
after heal to self: tap one unit
""",
    },
    check=check,
)

"""An invariant reads nothing that changes in play, so that nothing can break it.

It speaks of what is printed on cards, or of nothing at all. What each card of a kind must have printed is for the
ruleset to say (`min`, `max`, an enum), or for a roster.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.meaning.builtins import BUILTINS
from dsl.syntax import ast

FOUND = Finder("idle-invariant")
_NUMBERS = frozenset({"min", "max", "abs", "clamp", "remainder", "round_down", "round_up", "round_near", "size"})
_PLAIN = (
    ast.AndAlso, ast.OrElse, ast.Negation, ast.Ternary, ast.Comparison, ast.IsTest, ast.InTest, ast.Arithmetic,
    ast.Minus, ast.IntLiteral, ast.BoolLiteral, ast.TextLiteral, ast.NoneLiteral, ast.ListLiteral, ast.Range,
    ast.LetStmt, ast.FunctionBody, ast.FunctionCase, ast.NamedArgument,
)  # fmt: skip


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.InvariantDef):
        kind = _kind(context, node)
        if all(_is_fixed(context, below, kind) for below in node.body.walk()):
            yield FOUND(
                node.name, "nothing can break this: it reads nothing that changes", help="say it of what changes"
            )


def _kind(context: LintContext, node: ast.InvariantDef) -> str:
    if node.noun is None:
        return ""
    noun = context.vocab.nouns.get(node.noun.text)
    return noun.kind.name if noun is not None else node.noun.text


def _is_fixed(context: LintContext, node: ast.Node, kind: str) -> bool:
    """Whether a node itself reads nothing that changes; the nodes below it are asked apart."""
    if isinstance(node, ast.FunctionCall):
        return node.name.text in _NUMBERS and node.name.text in BUILTINS
    if isinstance(node, ast.Path):
        return not node.fields
    if not isinstance(node, ast.Ident):
        return isinstance(node, _PLAIN)
    ref = context.facts.refs.get(node)
    if ref is None or ref.form != "field":
        return ref is None or ref.form in ("constant", "local", "builtin")
    field = context.vocab.field_of(kind, ref.name)
    return field is not None and field.printed and context.vocab.stat_of(kind, ref.name) is None


RULE = Rule(
    "idle-invariant",
    "dead",
    "an invariant that nothing can break",
    __doc__,
    bad={
        "rules": """\
invariant even_health of unit = remainder(hp, 2) == 0
""",
    },
    good={
        "rules": """\
invariant even_health of unit = remainder(hp - damage, 2) == 0
""",
    },
    check=check,
)

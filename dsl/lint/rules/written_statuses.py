"""Three or more statuses of one bearer are dropped, or asked for, one by one.

Declare what they have in common, as `statuses harmful = burning, dazed, slowed`. Then `drop all harmful from x` drops
all of them, and `x has harmful` asks whether there is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-statuses")
_MANY = 3


def check(context: LintContext) -> Iterator[Diagnostic]:
    for block in context.nodes(ast.Block):
        yield from _in_block(context, block)
    joined = list(context.nodes(ast.OrElse))
    inner = {node.left for node in joined}
    for node in joined:
        if node not in inner:
            yield from _in_test(context, node)


def _in_block(context: LintContext, block: ast.Block) -> Iterator[Diagnostic]:
    """Drops of different statuses from one bearer, in a row."""
    run: list[tuple[ast.DropStmt, str]] = []
    for statement in (*block.statements, None):
        node = _drop_in(statement) if statement is not None else None
        whose = unparse(node.target) if node is not None and node.target is not None else ""
        if node is not None and whose and _is_status(context, node.status) and (not run or run[0][1] == whose):
            run.append((node, whose))
            continue
        if len(run) >= _MANY:
            told = f"{len(run)} statuses are dropped one by one from `{run[0][1]}`"
            yield FOUND(run[0][0], told, help="declare them as `statuses NAME = …`, and write `drop all NAME from …`")
        run = [(node, whose)] if node is not None and whose and _is_status(context, node.status) else []


def _drop_in(written: ast.Statement) -> ast.DropStmt | None:
    """A drop, or one after a question whether the status is there."""
    node = ast.plain(written)
    if isinstance(node, ast.IfStmt) and node.otherwise is None and len(node.body.statements) == 1:
        inner, asked = ast.plain(node.body.statements[0]), node.condition
        if isinstance(inner, ast.DropStmt) and inner.target is not None and isinstance(asked, ast.HasTest):
            same = (unparse(asked.left), unparse(asked.right)) == (unparse(inner.target), unparse(inner.status))
            return inner if same and not asked.negated else None
    return node if isinstance(node, ast.DropStmt) else None


def _in_test(context: LintContext, node: ast.OrElse) -> Iterator[Diagnostic]:
    """`x has a or x has b or x has c`."""
    parts: list[ast.Expr] = []
    rest: ast.Expr = node
    while isinstance(rest, ast.OrElse):
        parts.append(rest.right)
        rest = rest.left
    held = [part for part in (*parts, rest) if isinstance(part, ast.HasTest) and not part.negated]
    if len(held) < max(_MANY, len(parts) + 1) or len({unparse(part.left) for part in held}) > 1:
        return
    if all(_is_status(context, part.right) for part in held):
        told = f"{len(held)} statuses of `{unparse(held[0].left)}` are asked for one by one"
        yield FOUND(node, told, help="declare them as `statuses NAME = …`, and ask `… has NAME`")


def _is_status(context: LintContext, node: ast.Expr) -> bool:
    head = node.head if isinstance(node, ast.Path) and not node.fields else None
    ref = context.facts.refs.get(head) if isinstance(head, ast.Ident) else None
    return ref is not None and ref.form == "trait" and context.vocab.traits[ref.name].form == "status"


_DECLARED = """\
status burning of unit: passive: -1 armor
status dazed of unit: passive: -1 armor
status slowed of unit: passive: -1 armor
"""

RULE = Rule(
    "written-statuses",
    "style",
    "statuses of one bearer, one by one",
    __doc__,
    bad={
        "rules": _DECLARED,
        "ability": """\
activate as action:
  drop burning from self
  drop dazed from self
  drop slowed from self
""",
    },
    good={
        "rules": _DECLARED + "statuses harmful = burning, dazed, slowed\n",
        "ability": """\
activate as action: drop all harmful from self
""",
    },
    check=check,
)

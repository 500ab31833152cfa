"""A block contains only `nothing`, so it has no effect.

An option, an `else` and a step may contain only `nothing`: players can choose the option, the condition can lead to the
`else`, and abilities can react to the step. An `if` without `else`, a loop, a `may`, and an ability before or after an
event are reported. Delete the block, or write its statements.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("empty-body")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for block in context.nodes(ast.Block):
        held = [ast.plain(statement) for statement in block.statements]  # none in a named heading
        if held and all(isinstance(statement, ast.NothingStmt) for statement in held):
            match context.parents.get(block):
                case (
                    ast.IfStmt(otherwise=None) | ast.EachStmt() | ast.RepeatStmt() | ast.MayStmt() | ast.MayOften()
                    | ast.CallBlock(otherwise=None)
                ):  # fmt: skip
                    yield FOUND(block.statements[0], "this block does nothing", help="leave out what it stands under")
                case ast.Trigger(timing="before" | "after"):
                    yield FOUND(block.statements[0], "this ability does nothing", help="leave it out")
                case _:
                    pass


RULE = Rule(
    "empty-body",
    "dead",
    "a block that does nothing",
    __doc__,
    bad={
        "ability": """\
after tap self: nothing
""",
    },
    good={
        "ability": """\
after tap self: heal 1 to self
""",
    },
    check=check,
)

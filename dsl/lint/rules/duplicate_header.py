"""An ability has two headers that limit it in the same way.

These are two `once per` with the same event, two `uses`, or two `as`. Delete one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("duplicate-header")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Trigger, ast.Reaction, ast.Activation, ast.Headed):
        first: dict[str, ast.Node] = {}
        for header in node.headers:
            match header:
                case ast.Uses() | ast.TimingClass():
                    key = type(header).__name__
                case ast.Limit(frame=frame):
                    key = f"once per {frame.text}"
                case _:
                    continue
            other = first.setdefault(key, header)
            if other is not header:
                label = Label(other.span, "the other one")
                yield FOUND(header, f"`{unparse(header)}` says again how often or when", labels=(label,))


RULE = Rule(
    "duplicate-header",
    "correctness",
    "one limit twice",
    __doc__,
    bad={
        "ability": """\
activate as action once per turn once per turn: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action once per turn: heal 1 to self
""",
    },
    check=check,
)

"""A card, keyword or status has the same ability twice.

Both take effect each time. Delete one of them, or write one ability with the full amount. Abilities with a limit
(`once per …`, `uses`) are not reported: with two of them, both can be used.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("duplicate-ability")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for unit in context.facts.units:
        first: dict[str, ast.Node] = {}
        if len(unit.abilities) < 2:
            continue
        for ability in unit.abilities:
            heading = context.facts.headings.get(below) if isinstance(below := ast.plain(ability), ast.Headed) else None
            nodes = [*context.tree(ability), *(heading.node.walk() if heading is not None else ())]
            if any(isinstance(node, ast.Limit | ast.Uses) for node in nodes):
                continue
            other = first.setdefault(unparse(ast.plain(ability)), ability)
            if other is not ability:
                yield FOUND(ability, "this ability stands here twice", labels=(Label(other.span, "first here"),))


RULE = Rule(
    "duplicate-ability",
    "correctness",
    "one ability twice",
    __doc__,
    bad={
        "ability": """\
after tap self: heal 1 to self
after tap self: heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self: heal 2 to self
""",
    },
    check=check,
)

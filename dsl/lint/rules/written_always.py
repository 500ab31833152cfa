"""A reaction and a trigger say the same, one for those who are asked and one for those who always do it.

Write one reaction with `always if`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-always")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for unit in context.facts.units:
        plain = [ast.plain(ability) for ability in unit.abilities]
        for node in plain:
            for other in plain if isinstance(node, ast.Reaction) else ():
                if isinstance(node, ast.Reaction) and isinstance(other, ast.Trigger) and _is_alike(node, other):
                    yield from _found(node, other)


def _is_alike(node: ast.Reaction, other: ast.Trigger) -> bool:
    """Whether both do the same about the same event, without a count of their uses."""
    counted = any(not isinstance(h, ast.Requires | ast.Costs) for h in (*node.headers, *other.headers))
    return not counted and node.timing == other.timing and _key(node) == _key(other)


def _key(node: ast.Reaction | ast.Trigger) -> list[str]:
    pattern = node.pattern
    parts = (pattern.verb, *(p for p in (pattern.step,) if p), *pattern.operands, *pattern.arguments, node.body)
    return [unparse(part) for part in (*parts, *(h for h in node.headers if isinstance(h, ast.Costs)))]


def _found(node: ast.Reaction, other: ast.Trigger) -> Iterator[Diagnostic]:
    """A finding if the conditions are the same but for one, which the reaction has with `not` or `is not`."""
    asked, always = _conditions(node), _conditions(other)
    left = [text for text in asked if text not in always]
    right = [text for text in always if text not in asked]
    if len(left) != 1 or len(right) != 1 or not _is_denied(asked[left[0]], always[right[0]]):
        return
    rest = [text for text in asked if text in always]
    timing = "instead of" if node.timing == "instead" else node.timing
    pattern = " ".join(unparse(part) for part in (*node.pattern.operands, *node.pattern.arguments))
    step = f".{node.pattern.step.text}" if node.pattern.step is not None else ""
    head = ["react", *([f'"{node.label}"'] if node.label else []), timing, node.pattern.verb.text + step]
    head += [pattern] if pattern else []
    head += [f"always if {right[0]}"]
    better = " ".join(head)
    help = f"write `{better} …`, with the conditions that both have" if rest else f"write `{better}`"
    yield FOUND(node, "this reaction stands here again, for those who always take it", help=help,
                labels=(Label(other.span, "here"),))  # fmt: skip


def _conditions(node: ast.Reaction | ast.Trigger) -> dict[str, ast.Expr]:
    """What must hold, by text."""
    found = [node.pattern.condition] if node.pattern.condition is not None else []
    found += [header.condition for header in node.headers if isinstance(header, ast.Requires)]
    parts: list[ast.Expr] = []
    while found:
        one = found.pop()
        if isinstance(one, ast.AndAlso):
            found += [one.left, one.right]
        else:
            parts.append(one)
    return {unparse(part): part for part in parts}


def _is_denied(one: ast.Expr, other: ast.Expr) -> bool:
    """Whether the first is the second with `not` or `is not`."""
    if isinstance(one, ast.Negation):
        return unparse(one.operand) == unparse(other)
    if isinstance(one, ast.IsTest) and isinstance(other, ast.IsTest):
        same = unparse(one.left) == unparse(other.left) and unparse(one.right) == unparse(other.right)
        return one.negated and not other.negated and same
    return False


RULE = Rule(
    "written-always",
    "style",
    "one reaction twice: for those who are asked, and for those who are not",
    __doc__,
    bad={
        "ability": """\
react before tap self where not self.tapped: heal 1 to self
before tap self where self.tapped: heal 1 to self
""",
    },
    good={
        "ability": """\
react before tap self always if self.tapped: heal 1 to self
""",
    },
    check=check,
)

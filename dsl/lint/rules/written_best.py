"""The members with the lowest or highest value are asked for by comparing each with the lowest or highest of all.

Write `those of … with the lowest …`: each value is then computed once. `check --fix` does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-best")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Comprehension):
        test = node.condition
        given = context.facts.types.get(node.source)
        is_plain = node.function.text in ("set", "list") and _is_name(node.value, node.name.text)
        if not is_plain or not isinstance(test, ast.Comparison) or test.operator != "==" or given is None:
            continue
        for value, extreme in ((test.left, test.right), (test.right, test.left)):
            best = extreme.head if isinstance(extreme, ast.Path) and not extreme.fields else None
            if isinstance(best, ast.Comprehension) and _is_best(node, value, best):
                measure = ast.Measure(best.span, best.function.text, value)
                better = unparse(ast.BestOf(node.span, node.source, (measure,)))
                asks_more = any(isinstance(below, ast.Query | ast.BestOf) for below in value.walk())
                fix = replaced(node, _of_it(better, node, value)) if not asks_more and given.form == "set" else None
                help = f"write `those of … with the {best.function.text} …`"
                yield FOUND(node, "each is compared with the best of all", help=help, fix=fix)


def _is_best(node: ast.Comprehension, value: ast.Expr, best: ast.Comprehension) -> bool:
    """Whether a comprehension is the lowest or highest of the same value over the same collection."""
    if best.function.text not in ("lowest", "highest") or best.condition is not None:
        return False
    same = unparse(best.source) == unparse(node.source)
    return same and _renamed(best.value, best.name.text) == _renamed(value, node.name.text)


def _is_name(node: ast.Expr, name: str) -> bool:
    head = node.head if isinstance(node, ast.Path) and not node.fields else None
    return isinstance(head, ast.Ident) and head.text == name


def _renamed(node: ast.Expr, name: str) -> str:
    """The text of an expression with `it` in place of a name."""
    text = node.span.text
    for place in sorted(_places(node, name), reverse=True):
        text = text[: place - node.span.start] + "it" + text[place - node.span.start + len(name) :]
    return " ".join(text.split())


def _places(node: ast.Expr, name: str) -> Iterator[int]:
    for below in node.walk():
        if isinstance(below, ast.Path) and isinstance(below.head, ast.Ident) and below.head.text == name:
            yield below.head.span.start


def _of_it(better: str, node: ast.Comprehension, value: ast.Expr) -> str:
    """The new text, with `it` in place of the name of each."""
    return better.replace(unparse(value), _renamed(value, node.name.text))


RULE = Rule(
    "written-best",
    "style",
    "the best of many, by comparison with the best of all",
    __doc__,
    bad={
        "rules": """\
define weakest() -> set of unit = set(u for u in all unit where u.level == lowest(v.level for v in all unit))
stat luck of unit = size(weakest())
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
define weakest() -> set of unit = those of all unit with the lowest it.level
stat luck of unit = size(weakest())
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)

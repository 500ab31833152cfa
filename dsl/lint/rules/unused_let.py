"""A `let` gives a name to a value, but nothing reads it.

Delete the line. Abilities that react to a verb may read values from its head and steps; that counts as reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Fix
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("unused-let")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for tree in context.trees.values():
        if not any(isinstance(node, ast.LetStmt) for node in tree):
            continue
        texts = Counter(node.text for node in tree if isinstance(node, ast.Ident))
        for node in tree:
            if isinstance(node, ast.LetStmt) and texts[node.name.text] == 1 and not _is_watched(context, node):
                fix = _without(context, node)
                yield FOUND(node.name, f"nothing reads `{node.name.text}`", help="leave it out", fix=fix)


def _is_watched(context: LintContext, node: ast.LetStmt) -> bool:
    """Whether it is a value of an event, and something may read it from there."""
    ref = context.facts.refs.get(node.name)
    return ref is not None and ref.form == "event" and context.is_mentioned_elsewhere(node.name)


def _without(context: LintContext, node: ast.LetStmt) -> Fix | None:
    """The line without it, where it has a line of its own and is not all that its block does."""
    above = context.parents.get(node)
    source = node.span.source
    line = source.line_column(node.span.start)[0]
    start, end = source.text.rfind("\n", 0, node.span.start) + 1, source.text.find("\n", node.span.end) + 1
    alone = source.line_text(line).strip() == source.text[node.span.start : node.span.end].strip()
    if not isinstance(above, ast.Block) or len(above.statements) < 2 or not alone or not end:
        return None
    return Fix(source.span(start, end), "")


RULE = Rule(
    "unused-let",
    "dead",
    "a value that nothing reads",
    __doc__,
    bad={
        "ability": """\
after tap self:
  let wounds = self.damage
  heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self:
  let wounds = self.damage
  heal wounds to self
""",
    },
    check=check,
)

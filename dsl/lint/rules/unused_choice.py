"""A player chooses something, but nothing reads the result.

The choice has no effect. Use the name, or delete the choice; `if any …` tests whether there is a candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("unused-choice")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for tree in context.trees.values():
        if not any(isinstance(node, ast.ChooseStmt) for node in tree):
            continue
        texts = Counter(node.text for node in tree if isinstance(node, ast.Ident))
        for node in tree:
            if isinstance(node, ast.ChooseStmt) and texts[node.name.text] == 1:
                ref = context.facts.refs.get(node.name)
                if ref is None or ref.form != "event" or not context.is_mentioned_elsewhere(node.name):
                    yield FOUND(node.name, f"nothing reads `{node.name.text}`, so the choice decides nothing")


RULE = Rule(
    "unused-choice",
    "dead",
    "a choice that decides nothing",
    __doc__,
    bad={
        "ability": """\
after tap self:
  choose foe from all enemy: heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self:
  choose foe from all enemy: heal 1 to foe
""",
    },
    check=check,
)

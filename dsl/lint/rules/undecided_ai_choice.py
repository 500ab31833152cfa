"""The ruleset defines how an AI decides ties, but the definition does not apply to what is chosen here.

Add a preference: `preferring nearest`, `preferring lowest …`. In a ruleset without `policy: priority`, players decide
ties; there the rule reports nothing, but `open-ai-choice` does if it is selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.meaning.types import assignable, present
from dsl.syntax import ast

FOUND = Finder("undecided-ai-choice")


def check(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    priority = vocab.functions.get(vocab.policy.get("priority", ""))
    if priority is None:
        return
    for step in context.nodes(ast.AiStep):
        for node in step.walk():
            if not isinstance(node, ast.Query) or node.quantifier != "one" or node.preferences:
                continue
            chosen = present(context.facts.types[node])
            if not assignable(chosen, priority.params[0].type, vocab.ancestors):
                yield FOUND(node, f"which {node.noun.text} it takes is left open", help="add `preferring …`")


RULE = Rule(
    "undecided-ai-choice",
    "ai",
    "an AI choice that nothing decides",
    __doc__,
    bad={
        "policy": "priority: age\n",
        "rules": """\
define age(p: player) -> int = p.gold
""",
        "ability": """\
ai:
  otherwise:
    heal 1 to one enemy
""",
    },
    good={
        "policy": "priority: weakness\n",
        "rules": """\
define weakness(u: unit) -> int = u.hp
""",
        "ability": """\
ai:
  otherwise:
    heal 1 to one enemy
""",
    },
    check=check,
)

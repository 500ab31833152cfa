"""A class of events or statuses has one member, or names a member twice.

Use the verb or status itself, or add the missing members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("lone-event-class")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.EventsDef, ast.StatusesDef):
        if len(node.members) == 1:
            help = "watch the verb itself" if isinstance(node, ast.EventsDef) else "name the status itself"
            yield FOUND(node.name, f"`{node.name.text}` has one member", help=help)
        for name, count in Counter(member.text for member in node.members).items():
            if count > 1:
                yield FOUND(node.name, f"`{name}` stands in `{node.name.text}` twice", help="leave one out")


RULE = Rule(
    "lone-event-class",
    "style",
    "a class of one event",
    __doc__,
    bad={
        "rules": """\
events change = heal
""",
        "ability": """\
after change once per turn: heal 1 to self
""",
    },
    good={
        "rules": """\
events change = heal, tap
""",
        "ability": """\
after change once per turn: heal 1 to self
""",
    },
    check=check,
)

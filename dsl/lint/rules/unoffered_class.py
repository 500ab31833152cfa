"""An ability has a class that no `offer` names.

No player is ever asked to use the ability. Often the class is misspelt. The rule applies only to games that have an
`offer`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.suggest import listed, suggest

FOUND = Finder("unoffered-class")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    offered = context.summary.names_in("offered_classes")
    for path, file in context.summary.files.items() if offered else ():
        for start, end, owner, name in file.ability_classes:
            if name not in offered:
                help = suggest(name, offered) or listed("offered:", offered)
                place = context.summary.place(path, start, end, owner)
                yield FOUND(place, f"nothing offers abilities of the class `{name}`", help=help)


RULE = Rule(
    "unoffered-class",
    "dead",
    "an ability of a class that nothing offers",
    __doc__,
    bad={
        "ability": """\
activate as acton: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action: heal 1 to self
""",
    },
    whole=whole,
)

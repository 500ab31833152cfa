"""An ability has a class that no `offer` names, or an `offer` names a class that no ability has.

No player is ever asked to use the ability, or the offer never has anything of that class. Often the class is misspelt.
An ability without a class is offered by `offer any` alone. Of an `offer … for x` only the abilities of what x may be
count. The rule applies to games that can be played: those with a `start`, or with an `offer` of some class.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.suggest import listed, suggest

FOUND = Finder("unoffered-class")
_NOWHERE = "let players use such abilities where that is their turn: `offer … to …` with the class"


def whole(context: LintContext) -> Iterator[Diagnostic]:
    files = context.summary.files
    offered = {name for file in files.values() if not file.tests for *_, name, _ in file.offered_classes}
    owned = {(name, kind) for file in files.values() for *_, name, kind in file.ability_classes}
    had = {name for name, _ in owned} | {"any"}
    for path, file in files.items() if offered or context.vocab.start else ():
        for start, end, owner, name, _ in file.ability_classes:
            place = context.summary.place(path, start, end, owner)
            if name == "any" and name not in offered:
                help = listed("give it a class that is offered, behind `as`:", offered) or _NOWHERE
                yield FOUND(place, "this ability has no class, and nothing offers `any`", help=help)
            elif name not in offered:
                help = suggest(name, offered) or listed("offered:", offered) or _NOWHERE
                yield FOUND(place, f"nothing offers abilities of the class `{name}`", help=help)
        for start, end, owner, name, kind in file.offered_classes:
            place = context.summary.place(path, start, end, owner)
            if name not in had:
                help = suggest(name, had) or listed("abilities have:", had - {"any"})
                yield FOUND(place, f"no ability has the class `{name}`, so nothing of it is ever offered", help=help)
            elif kind and name != "any" and not owned & {(name, kind), (name, "")}:
                told = f"no ability of the class `{name}` is one of whom `for` names, so nothing of it is ever offered"
                yield FOUND(place, told, help="leave `for` out, or name whose abilities are meant")


RULE = Rule(
    "unoffered-class",
    "dead",
    "an ability of a class that nothing offers, or an offer of a class that no ability has",
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

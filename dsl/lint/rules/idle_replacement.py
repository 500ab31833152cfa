"""An ability stands `instead of` an event, but the event happens all the same, as if it were `before`.

An `instead of` replaces an event by `prevent`, or changes it by setting one of its values. Add `prevent` where the
event is not to happen, change its values where it is to happen in another way, or write `before`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("idle-replacement")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for ability in context.nodes(ast.Trigger, ast.Reaction):
        if ability.timing != "instead" or not ability.body.statements:  # none in a named heading
            continue
        if not any(_replaces(context, below) for below in ability.body.walk()):
            verb = ability.pattern.verb.text
            told = f"this stands instead of `{verb}`, and `{verb}` happens all the same"
            yield FOUND(ability.pattern, told, help="add `prevent`, or write `before`")


def _replaces(context: LintContext, node: ast.Node) -> bool:
    """Whether a statement prevents or ends an event, or changes one of the values of the event that is answered."""
    match node:
        case ast.PreventStmt() | ast.EndStmt():
            return True
        case ast.SetStmt(place=place) | ast.ChangeStmt(place=place) | ast.RerollStmt(place=place):
            ref = context.facts.refs.get(place.head)
            of_event = ref is not None and ref.form == "trigger" and not place.fields
            return of_event or (ref is not None and ref.name == "trigger" and len(place.fields) == 1)
        case _:
            return False


RULE = Rule(
    "idle-replacement",
    "correctness",
    "an `instead of` that replaces nothing",
    __doc__,
    bad={
        "ability": """\
instead of heal to self: tap self
""",
    },
    good={
        "ability": """\
instead of heal to self:
  tap self
  prevent
""",
    },
    check=check,
)

"""Something is created and removed again in the same block, and was never in a zone or on the board.

It is no thing of the game but a note of the rules. While it is there, queries find it, state checks look at it, and
people see it. Numbers are values: give them names with `let`. Where something would stand on a table, and what a
template covers, is a shape: `rectangle(…)`, `disc(…)`, `shape_of(…)` and what is made of them. What a verb finds out it
gives back: `verb search(…) gives found: spell`, and `search … giving lore`. The rule is silent about what is made from
a card, gets a status, or is of a kind with abilities: there it matters that the thing exists.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.known import path_key
from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("scratch-entity")
_SHAPED = ("x", "y", "width", "depth")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for statements in context.blocks():
        for index, node in enumerate(statements):
            if not isinstance(node, ast.CreateStmt) or node.card is not None or _matters(context, node.kind.text):
                continue
            later = statements[index + 1 :]
            removing = (n for n in later if isinstance(n, ast.RemoveStmt))
            gone = next((n for n in removing if path_key(n.entity) == node.name.text), None)
            if gone is not None and not any(_keeps(context, n, node.name.text) for s in later for n in s.walk()):
                fields = context.vocab.fields_of(node.kind.text)
                shaped = context.vocab.board.get("type") == "table" and all(name in fields for name in _SHAPED)
                yield FOUND(
                    node.name,
                    f"`{node.name.text}` is made and removed again, and is never in a zone or on the board",
                    labels=(Label(gone.span, "removed here"),),
                    help="make a shape: `rectangle(…)`, `disc(…)` or `shape_of(…)`"
                    if shaped
                    else "name values with `let`; what a verb finds out it `gives`",
                )


def _matters(context: LintContext, kind: str) -> bool:
    """Whether something happens because one of the kind exists: it has abilities."""
    above = context.vocab.ancestors(kind)
    having = [node for node, _ in context.vocab.definitions if isinstance(node, ast.EveryDef | ast.LiveDef)]
    return any(node.kind.text in above for node in having)


def _keeps(context: LintContext, node: ast.Node, name: str) -> bool:
    """Whether a statement makes a thing of the game of it: puts it somewhere, gives it a status, or stores it."""
    match node:
        case ast.PutStmt(entity=entity, place=place):
            return name in (path_key(entity), path_key(place))
        case ast.PlaceStmt(entity=entity) | ast.RevealStmt(entity=entity):
            return path_key(entity) == name
        case ast.AddStmt(target=target):
            return path_key(target) == name
        case ast.SetStmt(value=value) | ast.ChangeStmt(amount=value) | ast.FieldValue(value=value):
            return any(path_key(below) == name for below in value.walk())
        case ast.Call():
            return _puts(context, node, name)
        case _:
            return False


def _puts(context: LintContext, call: ast.Call, name: str) -> bool:
    """Whether a verb that is given the thing may put it somewhere."""
    binding = context.facts.bindings.get(call)
    if binding is None:
        return True
    given = [param for param, operand in binding.operands if path_key(operand) == name]
    body = context.vocab.verbs[binding.verb].node.walk()
    return any(_keeps_param(below, param) for below in (body if given else ()) for param in given)


def _keeps_param(node: ast.Node, param: str) -> bool:
    if isinstance(node, ast.PutStmt | ast.PlaceStmt):
        return path_key(node.entity) == param
    return isinstance(node, ast.AddStmt) and path_key(node.target) == param


RULE = Rule(
    "scratch-entity",
    "style",
    "an entity that is made and removed again in one block",
    __doc__,
    bad={
        "kinds": "mark: {fields: {worth: int}}",
        "rules": """\
verb weigh(u: unit, by who: player):
  create note = mark with worth = u.level
  if u.tapped: increase note.worth by 1
  decrease who.gold by note.worth
  remove note
every player:
  activate as action: weigh one unit by self
""",
    },
    good={
        "rules": """\
verb weigh(u: unit, by who: player):
  let worth = u.level
  if u.tapped: increase worth by 1
  decrease who.gold by worth
every player:
  activate as action: weigh one unit by self
""",
    },
    check=check,
)

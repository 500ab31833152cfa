"""Whether a call can be legal if a condition is true.

Job: compare facts that follow from a condition (true or false, none or not, a range of numbers) with the requirements
of a verb. Input: a condition and a call from one text. Output: the requirement that certainly fails, or None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dsl.lint.ranges import ANY, Range, compared, limited, parts_of
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

if TYPE_CHECKING:
    from dsl.lint.base import LintContext

# A fact about a path: its truth, or its range.
Certain = bool | Range
_Given = Mapping[str, ast.Expr]


class Feasibility:
    """Compares conditions and requirements in one context."""

    def __init__(self, context: LintContext) -> None:
        self.context = context

    def refused(self, call: ast.Call, condition: ast.Expr | None) -> ast.RequireStmt | None:
        """The first requirement of the verb that always fails if the condition is true."""
        binding = self.context.facts.bindings.get(call)
        if binding is None:
            return None
        known = dict(self.certain(condition, {})) if condition is not None else {}
        given = dict(binding.operands)
        for written in self.context.vocab.verbs[binding.verb].node.body.statements:
            statement = ast.plain(written)
            if not isinstance(statement, ast.RequireStmt):
                return None  # a `let` may redefine a name, and an effect ends the head
            if self.fails(statement.condition, given, known):
                return statement
        return None

    def fails(self, asked: ast.Expr, given: _Given, known: Mapping[str, Certain]) -> bool:
        for name, wanted in self.certain(asked, given):
            found = known.get(name)
            if isinstance(found, bool) and isinstance(wanted, bool) and found != wanted:
                return True
            if isinstance(found, Range) and isinstance(wanted, Range) and (found & wanted).is_empty:
                return True
        return any(self.number_fails(part, given) for part in parts_of(asked) if isinstance(part, ast.Comparison))

    def number_fails(self, asked: ast.Comparison, given: _Given) -> bool:
        """Compares a number in the call with a number in the requirement."""
        left, right = self.literal(asked.left, given), self.literal(asked.right, given)
        return left is not None and right is not None and compared(left, asked.operator, right) is False

    def certain(self, condition: ast.Expr, given: _Given) -> Iterator[tuple[str, Certain]]:
        """The facts that follow from a condition, by path."""
        for part in parts_of(condition) if isinstance(condition, ast.AndAlso) else [condition]:
            match part:
                case ast.Path() | ast.Ident():
                    yield from ((key, True) for key in self.key(part, given))
                case ast.Negation(operand=ast.Path() | ast.Ident() as operand):
                    yield from ((key, False) for key in self.key(operand, given))
                case ast.IsTest(left=left, negated=negated, right=ast.NoneLiteral()):
                    yield from ((f"{key} is none", not negated) for key in self.key(left, given))
                case ast.Comparison(left=left, operator=operator, right=right):
                    limit = self.literal(right, given)
                    if limit is not None and limited(operator, limit) != ANY:
                        yield from ((key, limited(operator, limit)) for key in self.key(left, given))
                case _:
                    pass

    def literal(self, node: ast.Expr, given: _Given) -> Range | None:
        match node:
            case ast.IntLiteral(value=value):
                return Range(value, value)
            case ast.Path(head=ast.Ident(text=name), fields=()) if name in given and given[name] is not node:
                return self.literal(given[name], {})
            case _:
                return None

    def key(self, node: ast.Expr, given: _Given) -> Iterator[str]:
        """A path that means the same in the text of the card and in the verb; empty if this is not certain."""
        if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident):
            head, fields = node.head, [field.text for field in node.fields]
        elif isinstance(node, ast.Ident):
            head, fields = node, []
        else:
            return
        ref = self.context.facts.refs.get(head)
        if head.text in given:
            for key in self.key(given[head.text], {}):
                yield ".".join([key, *fields])
        elif ref is not None and ref.form == "singleton":
            yield unparse(node)
        elif given or ref is None:
            return  # another name of the verb, whose value is unknown
        elif ref.form == "field":
            yield ".".join([ref.owner, head.text, *fields])
        elif head.text in ("self", "this"):
            yield unparse(node)

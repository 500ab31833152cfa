"""Types of expressions, and what their names mean.

Job: for every expression, find its type and the meaning of its names, or report what does not fit. Input: a node and
its scope. Output: the type, written with the references into the side tables. Expressions are pure: a query that
chooses is refused here. Never runs anything.
"""

from __future__ import annotations

from typing import assert_never

from dsl import ast
from dsl.check_functions import FunctionChecker
from dsl.check_names import known_if, path_key
from dsl.resolve import (
    Ref,
    Scope,
    constants_named,
    noun_named,
)
from dsl.types import (
    BOOL,
    DICE,
    INT,
    NONE,
    SQUARE,
    TEXT,
    UNKNOWN,
    Type,
    joined,
    kind_of,
    present,
    set_of,
)


class ExprChecker(FunctionChecker):
    """Checks expressions; the statement and definition checkers build on it."""

    # ---- the one entrance
    def check(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        found = self._check(node, scope, expected)
        self.facts.types[node] = found
        return found

    def _check(self, node: ast.Expr, scope: Scope, expected: Type | None) -> Type:
        match node:
            case ast.IntLiteral(value=value):
                self.bounded(value, node.span)
                return INT
            case ast.DiceLiteral(text=text):
                return self._die_or_square(node, text, expected)
            case ast.TextLiteral():
                return TEXT
            case ast.BoolLiteral():
                return BOOL
            case ast.NoneLiteral():
                return NONE
            case ast.ListLiteral():
                return self._list(node, scope, expected)
            case ast.Ident():
                return self._name(node, scope, expected)
            case ast.Path():
                return self._path(node, scope, expected)
            case ast.FunctionCall():
                return self._call(node, scope)
            case ast.Comprehension():
                return self._comprehension(node, scope)
            case ast.CanTest(call=call):
                self.check_call(call, scope, trying=True)
                return BOOL
            case ast.Ternary():
                return self._ternary(node, scope, expected)
            case ast.OrElse(left=left, right=right):
                self.condition(left, scope)
                self.condition(right, scope.inner(known=known_if(left, False)))
                return BOOL
            case ast.AndAlso(left=left, right=right):
                self.condition(left, scope)
                self.condition(right, scope.inner(known=known_if(left)))
                return BOOL
            case ast.Negation(operand=operand):
                self.condition(operand, scope)
                return BOOL
            case ast.Quantified():
                return self._quantified(node, scope)
            case ast.Comparison():
                return self._comparison(node, scope)
            case ast.IsTest():
                return self._is(node, scope)
            case ast.HasTest():
                return self._has(node, scope)
            case ast.InTest():
                return self._in(node, scope)
            case ast.AdjacentTest(left=left, right=right):
                self._place(left, scope)
                self._place(right, scope)
                return BOOL
            case ast.WithinTest(left=left, range=range_, right=right):
                self._place(left, scope)
                self.need(range_, scope, INT)
                self._place(right, scope)
                return BOOL
            case ast.Arithmetic():
                return self._arithmetic(node, scope)
            case ast.Minus(operand=operand):
                self.need(operand, scope, INT)
                return INT
            case ast.Query():
                return self.query(node, scope)
            case _:
                assert_never(node)

    def check_call(self, call: ast.Call, scope: Scope, *, trying: bool = False) -> None:
        """Checks a verb call; the statement checker provides it."""
        raise NotImplementedError

    # ---- tests and arithmetic
    def _ternary(self, node: ast.Ternary, scope: Scope, expected: Type | None) -> Type:
        known = self.condition(node.condition, scope)
        value = self.check(node.value, scope.inner(known=known), expected)
        other = self.check(node.otherwise, scope.inner(known=known_if(node.condition, False)), expected)
        found = joined(value, other, self.vocab.ancestors)
        if found is None:
            self.wrong(node.otherwise, str(value), other)
        return found or UNKNOWN

    def _pair(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[Type, Type]:
        """Checks both sides so that a bare constant takes its type from the other."""
        if isinstance(left, ast.Path) and not left.fields and isinstance(left.head, ast.Ident):
            plain = scope.find(left.head.text) is None and constants_named(self.vocab, left.head.text)
            if plain:
                b = self.check(right, scope)
                return self.check(left, scope, b), b
        a = self.check(left, scope)
        return a, self.check(right, scope, a)

    def _comparison(self, node: ast.Comparison, scope: Scope) -> Type:
        a, b = self._pair(node.left, node.right, scope)
        if node.operator in ("==", "!="):
            self._comparable(node, a, b, scope)
            return BOOL
        for side, given in ((node.left, a), (node.right, b)):
            if given.form == "optional":
                self._maybe_none(side.span)
            elif given.form not in ("int", "unknown"):
                self.wrong(side, "a number", given)
        return BOOL

    def _comparable(self, node: ast.Comparison | ast.IsTest, a: Type, b: Type, scope: Scope) -> None:
        if "zone" in (a.form, b.form) and "unknown" not in (a.form, b.form):
            self.sink.add(
                "not-comparable",
                node.span,
                "a zone is a place and not what lies in it",
                help="compare `size(…)`, or ask `… in …`",
            )
        elif joined(present(a), present(b), self.vocab.ancestors) is None and "none" not in (a.form, b.form):
            self.sink.add("not-comparable", node.span, f"{a} can never be {b}")
        elif scope.is_known(path_key(node.left)):
            pass  # what was not none may have become it since
        elif "none" in (a.form, b.form) and not {"optional", "unknown"} & {a.form, b.form} and a.form != b.form:
            self.sink.add("not-comparable", node.span, f"{a if b.form == 'none' else b} is never none")

    def _is(self, node: ast.IsTest, scope: Scope) -> Type:
        right = node.right
        name = path_key(right)
        left = self.check(node.left, scope)
        if name and "." not in name and scope.find(name) is None and isinstance(right, ast.Path):
            ident = right.head
            assert isinstance(ident, ast.Ident)
            noun = noun_named(self.vocab, name)
            is_trait = name in self.vocab.traits and not self.fits(present(left), kind_of(name))
            if noun is not None and not is_trait:
                return self._is_noun(node, ident, noun, left, scope)
        given = self.check(right, scope, left)
        if given.form in ("status", "keyword"):
            self.sink.add("wrong-operand", right.span, f"`{name}` is a {given.form}", help=f"write `has {name}`")
            return BOOL
        self._comparable(node, left, given, scope)
        return BOOL

    def _is_noun(self, node: ast.IsTest, ident: ast.Ident, noun: tuple[Ref, Type], left: Type, scope: Scope) -> Type:
        self.facts.refs[ident] = noun[0]
        self.facts.types[node.right] = noun[1]
        self._relative(ident, scope)
        fits = self.fits(present(left), noun[1]) or self.fits(noun[1], present(left))
        if not fits:
            self.sink.add("not-comparable", node.span, f"{left} can never be `{ident.text}`, which is {noun[1]}")
        return BOOL

    def _has(self, node: ast.HasTest, scope: Scope) -> Type:
        owner = present(self.check(node.left, scope, SQUARE))
        if owner.form not in ("kind", "card", "square", "unknown"):
            self.wrong(node.left, "an entity or a square", owner)
        self.trait(node.right, owner, scope)
        return BOOL

    def _in(self, node: ast.InTest, scope: Scope) -> Type:
        element = self._collection(node.right, scope)
        given = present(self.check(node.left, scope, element))
        if element.form == "keyword" and isinstance(node.left, ast.Path):
            # What stands on a card is a keyword with its values; a bare name is none of these.
            name = node.left.span.text
            told = f"`{name}` alone is none of `{node.right.span.text}`, which holds keywords with their values"
            self.sink.add("not-comparable", node.span, told, help=f"ask who has it: `… has {name}`")
        elif joined(given, element, self.vocab.ancestors) is None:
            self.sink.add("not-comparable", node.span, f"{given} is never in {self.facts.types[node.right]}")
        return BOOL

    def _arithmetic(self, node: ast.Arithmetic, scope: Scope) -> Type:
        left = self.check(node.left, scope)
        if node.operator == "/":
            self.sink.add(
                "unrounded-division",
                node.span,
                "a division must say how it is rounded",
                help=f"write `round_down({node.span.text})`, `round_up(…)` or `round_near(…)`",
            )
            self.check(node.right, scope)
            return INT
        right = self.check(node.right, scope, left)
        if left.form == "dice" and node.operator == "+":
            return self._dice_sum(node, right)
        if left.is_collection and node.operator in "+-":
            found = joined(
                set_of(left.element), set_of(right.element if right.is_collection else right), self.vocab.ancestors
            )
            if found is None:
                self.wrong(node.right, str(left), right)
            return Type(left.form, inner=left.inner) if left.form == "list" else found or UNKNOWN
        for side, given in ((node.left, left), (node.right, right)):
            if given.form == "optional":
                self._maybe_none(side.span)
            elif given.form not in ("int", "unknown"):
                self.wrong(side, "a number", given)
        return INT

    def _dice_sum(self, node: ast.Arithmetic, right: Type) -> Type:
        if right.form not in ("dice", "unknown"):
            self.wrong(node.right, "a dice", right, "add a number to what was rolled: `total(r) + 2`")
        return DICE

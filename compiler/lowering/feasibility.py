"""Whether a text could do anything.

Job: the condition under which at least one statement of a text could do something, or a call with some of the operands
that are chosen later. Input: statements. Output: core
expressions, or None where it is certain. Lowers no statement.
"""

from __future__ import annotations

from functools import cached_property

from compiler.core import ir
from compiler.core.ir.node import without_places
from compiler.core.rewrite import conjunction, replace_local
from compiler.lowering.expressions import ExprLowering
from dsl.meaning.vocab import Verb
from dsl.syntax import ast

CHOOSING = ("one", "nearest", "farthest", "random", "up")


def _both(condition: ir.Expr, other: ir.Expr | None) -> ir.Expr:
    return condition if other is None else ir.Op(condition.at, "and", (condition, other))


class Feasibility(ExprLowering):
    """The conditions; the lowering of statements is built on it."""

    def feasible(self, nodes: tuple[ast.Statement, ...]) -> ir.Expr | None:
        """Whether at least one statement could do something; None if that is certain.

        Instructions after one whose outcome they read are not looked at: that they may be done is enough.
        """
        if not nodes:
            return None
        with self.earlier.judging(nodes):
            tests = self._tests(nodes)
        if tests is None:
            return None
        if not tests:
            return ir.Const(self.at(nodes[0]), False)
        return tests[0] if len(tests) == 1 else ir.Op(self.at(nodes[0]), "or", tuple(tests))

    def _tests(self, nodes: tuple[ast.Statement, ...]) -> list[ir.Expr] | None:
        """The condition of each statement that may be able to do something; None if one certainly is."""
        tests: list[ir.Expr] = []
        for index, node in enumerate(nodes):
            inner = ast.plain(node)
            rest = nodes[index + 1 :]
            found = self._with_value(inner, rest) if isinstance(inner, ast.LetStmt) else self._of_statement(inner, rest)
            if found is None:
                return None
            if not (isinstance(found, ir.Const) and found.value is False):
                tests.append(found)
            if isinstance(inner, ast.LetStmt):
                break
            if isinstance(inner, ast.CallStmt) and inner.stops:
                break
            if isinstance(inner, ast.CallStmt | ast.CallElse) and inner.call.result is not None:
                break
            if isinstance(inner, ast.ChooseStmt) and inner.body is None:
                break
        return tests

    def _with_value(self, node: ast.LetStmt, rest: tuple[ast.Statement, ...]) -> ir.Expr | None:
        """Whether the statements after one that names a value could do something."""
        at, needed = self.at(node), self.earlier.needed(node)
        with self.earlier.scope():
            self.earlier.values[node.name.text] = needed
            later = self.feasible(rest)
        if later is None or self.earlier.awaited(needed):  # then nothing that reads the value counts
            return later
        with self.earlier.having(needed):
            value = self.expr(node.value)
        if needed:
            value = ir.Pick(at, self.earlier.are_there(at, needed), value, ir.Const(at, None))
        return ir.Gather(at, "some", node.name.text, ir.Collection(at, (value,), True), later, None)

    def _of_statement(self, node: ast.Statement, rest: tuple[ast.Statement, ...]) -> ir.Expr | None:
        """Whether a statement could do something with the targets that it needs: those of calls that are yet to be done
        are not there.
        """
        needed, at = self.earlier.needed(node), self.at(node)
        if self.earlier.awaited(needed):
            return ir.Const(at, False)
        with self.earlier.having(needed):
            found = self._feasible(node, rest)
        if not needed:
            return found
        there = self.earlier.are_there(at, needed)
        return there if found is None else conjunction(at, [there, found])

    def _call(self, call: ast.Call) -> ir.Expr:
        """Whether a call could be legal with the targets that it needs."""
        needed, at = self.earlier.needed(call), self.at(call)
        if self.earlier.awaited(needed):
            return ir.Const(at, False)
        return conjunction(at, [*([self.earlier.are_there(at, needed)] if needed else []), self.can(call)])

    def _feasible(self, node: ast.Statement, rest: tuple[ast.Statement, ...]) -> ir.Expr | None:
        at = self.at(node)
        match node:
            case ast.CallStmt(call=call) | ast.CallBlock(call=call, otherwise=None):
                return self._call(call)
            case (
                ast.CallBlock(call=call, otherwise=ast.Block() as other_block)
                | ast.CallElse(call=call, otherwise=other_block)
            ):
                other = self.feasible(other_block.statements)
                return None if other is None else ir.Op(at, "or", (self._call(call), other))
            case ast.IfStmt(condition=condition, body=body, otherwise=otherwise):
                yes = self.feasible(body.statements)
                no = self.feasible(otherwise.statements) if otherwise is not None else ir.Const(at, False)
                sure = ir.Const(at, True)
                return ir.Pick(at, self.expr(condition), yes or sure, no or sure)
            case ast.EachStmt(name=name, source=source, body=body):
                inner = self.feasible(body.statements)
                return ir.Gather(at, "some", name.text, self.expr(source), inner or ir.Const(at, True), None)
            case ast.ChooseStmt():
                form = node.amount.form if node.amount is not None else "one"
                if node.otherwise is not None or form not in ("one", "random", "exactly", "between"):
                    return None
                chosen = node.body.statements if node.body is not None else rest
                inner = self.feasible(chosen) if form in ("one", "random") else None
                if node.such_that is not None and form == "one":  # of several the whole choice is asked, and not here
                    asked = self.expr(node.such_that)
                    if inner is None or without_places(inner) == without_places(asked):
                        inner = asked
                    else:
                        inner = conjunction(at, [asked, inner])
                return ir.Gather(at, "some", node.name.text, self.expr(node.source), inner or ir.Const(at, True), None)
            case ast.MayStmt(body=body) | ast.MayOften(body=body, condition=None):
                return self.feasible(body.statements)
            case ast.MayOften(body=body, condition=ast.Node() as asked):
                return _both(self.expr(asked), self.feasible(body.statements))
            case ast.RepeatStmt(times=times, body=body):
                inner = self.feasible(body.statements)
                again = ir.Op(at, ">", (self.expr(times), ir.Const(at, 0)))
                return inner if isinstance(times, ast.IntLiteral) and times.value else _both(again, inner)
            case ast.WhileStmt(condition=condition, body=body):
                return _both(self.expr(condition), self.feasible(body.statements))
            case ast.ChooseOne(options=options):
                tests = [self.possible_option(option) for option in options]
                some = [test for test in tests if test is not None]
                return None if len(some) < len(tests) else some[0] if len(some) == 1 else ir.Op(at, "or", tuple(some))
            case _:
                return None

    def possible_option(self, node: ast.Option) -> ir.Expr | None:
        """Whether an option can be chosen; None if that is certain."""
        at, needed = self.at(node), self.earlier.needed(node)
        if self.earlier.awaited(needed):
            return ir.Const(at, False)
        tests = [self.earlier.are_there(at, needed)] if needed else []
        with self.earlier.having(needed):
            tests += [self.expr(node.condition)] if node.condition is not None else []
            possible = self.feasible(node.body.statements)
        tests += [possible] if possible is not None else []
        return conjunction(at, tests) if tests else None

    # ---- operands that are chosen
    def possible_for_some(self, possible: ir.Expr, name: str, operand: ast.Expr) -> ir.Expr:
        """That a call would be legal for some value of an operand."""
        at = self.at(operand)
        if isinstance(operand, ast.RandomOf):
            return ir.Gather(at, "some", name, self.expr(operand.source), possible, None)
        if not isinstance(operand, ast.Query) or operand.quantifier not in CHOOSING:
            return ir.Gather(at, "some", name, self.expr(operand), possible, None)
        bound, source, condition = self.candidates(operand)
        tests = [condition] if condition is not None else []
        tests.append(replace_local(possible, name, ir.Local(at, bound)))
        return ir.Gather(at, "some", bound, source, conjunction(at, tests), None)

    def may_refuse(self, verb: Verb) -> bool:
        """Whether only operands with which the call would be legal may be chosen: it is not always legal."""
        if any(isinstance(ast.plain(line), ast.RequireStmt) for line in verb.node.body.statements):
            return True
        return verb.name in self.forbidden

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The verbs that some rule or card forbids."""
        roots: list[ast.Node] = [node for node, _ in self.vocab.definitions]
        roots += [ability for card in self.vocab.cards.values() for text in card.texts for ability in text.abilities]
        found = [node.pattern for root in roots for node in root.walk() if isinstance(node, ast.Forbid)]
        return frozenset(verb for pattern in found for verb in self.facts.patterns[pattern].verbs)

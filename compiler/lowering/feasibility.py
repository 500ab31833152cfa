"""Whether a text could do anything.

Job: the condition under which at least one statement of a text could do something. Input: statements. Output: core
expressions, or None where it is certain. Lowers no statement.
"""

from __future__ import annotations

from compiler.core import ir
from compiler.lowering.expressions import ExprLowering
from dsl.syntax import ast


class Feasibility(ExprLowering):
    """The conditions; the lowering of statements is built on it."""

    def feasible(self, nodes: tuple[ast.Statement, ...]) -> ir.Expr | None:
        """Whether at least one statement could do something; None if that is certain.

        Instructions after one whose outcome they read are not looked at: that they may be done is enough.
        """
        if not nodes:
            return None
        tests: list[ir.Expr] = []
        for index, node in enumerate(nodes):
            inner = ast.plain(node)
            rest = nodes[index + 1 :]
            if isinstance(inner, ast.LetStmt):
                later = self.feasible(rest)
                if later is None:
                    return None
                at = self.at(inner)
                value = ir.Collection(at, (self.expr(inner.value),), True)
                tests.append(ir.Gather(at, "some", inner.name.text, value, later, None))
                break
            found = self._feasible(inner, rest)
            if found is None:
                return None
            tests.append(found)
            if isinstance(inner, ast.CallStmt) and inner.stops:
                break
            if isinstance(inner, ast.CallStmt | ast.CallElse) and inner.call.result is not None:
                break
            if any(isinstance(n, ast.Ident) and n.text == "target" for r in rest for n in r.walk()):
                break
            if isinstance(inner, ast.ChooseStmt) and inner.body is None:
                break
        return tests[0] if len(tests) == 1 else ir.Op(self.at(nodes[0]), "or", tuple(tests))

    def _feasible(self, node: ast.Statement, rest: tuple[ast.Statement, ...]) -> ir.Expr | None:
        at = self.at(node)
        match node:
            case ast.CallStmt(call=call) | ast.CallBlock(call=call, otherwise=None):
                return self.can(call)
            case (
                ast.CallBlock(call=call, otherwise=ast.Block() as other_block)
                | ast.CallElse(call=call, otherwise=other_block)
            ):
                other = self.feasible(other_block.statements)
                return None if other is None else ir.Op(at, "or", (self.can(call), other))
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
                return ir.Gather(at, "some", node.name.text, self.expr(node.source), inner or ir.Const(at, True), None)
            case ast.MayStmt(body=body) | ast.MayOften(body=body, condition=None):
                return self.feasible(body.statements)
            case ast.MayOften(body=body, condition=ast.Node() as asked):
                again = self.expr(asked)
                inner = self.feasible(body.statements)
                return again if inner is None else ir.Op(at, "and", (again, inner))
            case _:
                return None

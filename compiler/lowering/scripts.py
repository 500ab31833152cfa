"""Lowering of tests and scenarios.

Job: turn what tests and scenarios build, do and check into scripts: statements and expressions that read names from
``env``. Input: checked positions and tests. Output: scripts, and the program with their places added.
"""

from __future__ import annotations

from dataclasses import replace

from compiler.core import ir
from compiler.core.rewrite import keep_locals
from compiler.core.scripts import PositionScript, Script, StepScript
from compiler.lowering.program import Lowered
from dsl.checking.positions import CheckedPosition, Placed
from dsl.checking.tests import CheckedStep, CheckedTest
from dsl.syntax import ast

_ENV = frozenset({"ev", "trigger"})


def lower_scripts(
    lowered: Lowered, scenarios: dict[str, CheckedPosition], tests: tuple[CheckedTest, ...]
) -> tuple[ir.Program, dict[str, Script]]:
    """The program with the places of all scripts, and the scripts by name: `scenario NAME`, `test N`."""
    writer = _Writer(lowered)
    scripts: dict[str, Script] = {}
    for name, position in scenarios.items():
        script = Script(name, writer.span(position.span), (), (writer.position(position),), (), "", ())
        scripts[f"scenario {name}"] = script
    for number, test in enumerate(tests):
        scripts[f"test {number}"] = writer.test(test)
    return replace(lowered.program, spans=tuple(lowered.spans.rows)), scripts


class _Writer:
    def __init__(self, lowered: Lowered) -> None:
        self.low = lowered.statements
        self.low.owner = ""
        self.spans = lowered.spans

    def span(self, span: object) -> int:
        return self.spans.index(span, self.low.owner)  # type: ignore[arg-type]

    def test(self, test: CheckedTest) -> Script:
        self.low.owner = test.name
        positions = tuple(self.position(p) for p in test.positions)
        steps = tuple(self.step(s) for s in test.steps)
        at = self.span(test.span)
        self.low.owner = ""
        roster = (test.roster.definition, test.roster.values) if test.roster is not None else None
        return Script(test.name, at, test.rows, positions, steps, test.illegal, test.events, roster)

    def step(self, step: CheckedStep) -> StepScript:
        then: list[tuple[str, ir.Expr, ir.Expr | None]] = []
        for expr in step.then:
            left = expr.left if isinstance(expr, ast.Comparison | ast.IsTest) else None
            then.append((expr.span.text, self.expr(expr), self.expr(left) if left is not None else None))
        return StepScript(self.span(step.span), self.statements(step.statements), tuple(then), step.choices, step.dice)

    def position(self, position: CheckedPosition) -> PositionScript:
        build: list[ir.Stmt] = []
        for placed in position.entities:
            build += self.entity(placed)
        letters = tuple((p.letter, p.name) for p in position.entities if p.letter)
        return PositionScript(
            self.span(position.span), position.board, letters, tuple(build), self.statements(position.statements)
        )

    def entity(self, placed: Placed) -> list[ir.Stmt]:
        at = self.span(placed.span)
        env = ir.Local(at, "env")
        card = ir.Card(at, placed.card) if placed.card else None
        values = tuple((name, self.expr(value)) for name, value in placed.values)
        name = placed.name or "_"
        done: list[ir.Stmt] = []
        for _ in range(placed.how_many):
            done.append(ir.Create(at, env, name, placed.kind, card, values))
            if placed.zone is not None:
                done.append(ir.Primitive(at, "put_bottom", (ir.Get(at, env, name), self.expr(placed.zone))))
        return done

    def expr(self, node: ast.Expr) -> ir.Expr:
        made: ir.Expr = keep_locals(self.low.expr(node), frozenset())[0]
        return made

    def statements(self, nodes: tuple[ast.Statement, ...]) -> tuple[ir.Stmt, ...]:
        """Statements whose names, given or new, are values of ``env``."""
        return tuple(_in_env(s) for s in self.low.statements(nodes))


def _in_env(node: ir.Stmt) -> ir.Stmt:
    """Turns outer `let`s into values of ``env``; names of inner loops stay locals."""
    if isinstance(node, ir.Let | ir.Roll | ir.Reroll | ir.Create) and node.owner is None:
        node = replace(node, owner=ir.Local(node.at, "env"))
    bound = frozenset(
        n.name for n in node.walk() if isinstance(n, ir.Each | ir.Choose | ir.Let) and getattr(n, "owner", None) is None
    )
    made: ir.Stmt = keep_locals(node, _ENV | bound | {"env", "target", "it", "then"})[0]
    return made

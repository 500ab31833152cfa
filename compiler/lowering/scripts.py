"""Lowering of tests and scenarios.

Job: turn what tests and scenarios build, do and check into scripts: statements and expressions that read names from
``env``. Input: checked positions and tests. Output: scripts, and the program with their places added.
"""

from __future__ import annotations

from dataclasses import replace

from compiler.core import ir
from compiler.core.rewrite import conjunction, keep_locals
from compiler.core.scripts import (
    NO_EVENTS,
    ConditionScript,
    EventScript,
    EventsScript,
    PositionScript,
    RefusalScript,
    Script,
    StageScript,
    StepScript,
)
from compiler.lowering.expressions import is_fresh
from compiler.lowering.program import Lowered
from compiler.lowering.statements import StmtLowering
from dsl.checking.claims import CheckedEvents, CheckedRefusal
from dsl.checking.positions import CheckedPosition, Placed
from dsl.checking.tests import CheckedStep, CheckedTest, Stage
from dsl.meaning.types import BOOL, INT
from dsl.syntax import ast
from dsl.syntax.unparse import in_one_line

_ENV = frozenset({"ev", "trigger"})
_PLAIN = (
    ast.IntLiteral, ast.DiceLiteral, ast.TextLiteral, ast.BoolLiteral, ast.NoneLiteral,
    ast.ListLiteral, ast.Minus, ast.Arithmetic, ast.Ident,
)  # fmt: skip
_IN_EVENT = frozenset({"trigger", "it"})


def lower_scripts(
    lowered: Lowered, scenarios: dict[str, CheckedPosition], tests: tuple[CheckedTest, ...]
) -> tuple[ir.Program, dict[str, Script]]:
    """The program with the places of all scripts, and the scripts by name: `scenario NAME`, `test N`."""
    writer = _Writer(lowered)
    scripts: dict[str, Script] = {}
    for name, position in scenarios.items():
        script = Script(name, writer.span(position.span), (), (writer.position(position),), (), "", NO_EVENTS)
        scripts[f"scenario {name}"] = script
    for number, test in enumerate(tests):
        scripts[f"test {number}"] = writer.test(test)
    return replace(lowered.program, spans=tuple(lowered.spans.rows)), scripts


def lower_step(lowering: StmtLowering, statements: tuple[ast.Statement, ...]) -> StepScript:
    """A step that stands in no file: statements over the names of a test or scenario, with no answers and no claims."""
    done = tuple(_in_env(statement) for statement in lowering.statements(statements))
    return StepScript(0, done, (), (), (), (), (), (), (), NO_EVENTS, ())


class _Writer:
    def __init__(self, lowered: Lowered) -> None:
        self.low = lowered.statements
        self.low.owner = ""
        self.spans = lowered.spans
        self.positions: dict[int, PositionScript] = {}
        self.steps: dict[int, StepScript] = {}

    def span(self, span: object) -> int:
        return self.spans.index(span, self.low.owner)  # type: ignore[arg-type]

    def test(self, test: CheckedTest) -> Script:
        self.low.owner = test.name
        foregoing = tuple(self.stage(stage) for stage in test.foregoing)
        positions = tuple(self.position(p) for p in test.positions)
        steps = tuple(self.step(s) for s in test.steps)
        at, happens = self.span(test.span), self.events(test.happens)
        self.low.owner = ""
        roster = (test.roster.definition, test.roster.values) if test.roster is not None else None
        return Script(test.name, at, test.rows, positions, steps, test.illegal, happens, roster, foregoing)

    def stage(self, stage: Stage) -> StageScript:
        positions = tuple(self.position(p) for p in stage.positions)
        return StageScript(stage.test, positions, tuple(self.step(s) for s in stage.steps))

    def step(self, step: CheckedStep) -> StepScript:
        """A step; those that tests share are lowered once."""
        if id(step) not in self.steps:
            then = tuple(self.condition(expr) for expr in step.then)
            refused = tuple(self.refusal(refusal) for refusal in step.refused)
            named = tuple((name, self.expr(value)) for name, value in step.named)
            given = step.answers
            self.steps[id(step)] = StepScript(
                self.span(step.span), self.statements(step.statements), then, given.choices, given.dice, given.draws,
                given.offered, given.not_offered, refused, self.events(step.happens), named,
            )  # fmt: skip
        return self.steps[id(step)]

    def condition(self, expr: ast.Expr) -> ConditionScript:
        """A condition, with those that it joins: what does not hold shows the value of each."""
        joined, parts = _joined(expr)
        made = tuple(self.condition(part) for part in parts)
        left, right = None, None
        if isinstance(expr, ast.Comparison | ast.IsTest):
            left, right = self.expr(expr.left), None if self.says_itself(expr.right) else self.expr(expr.right)
        return ConditionScript(self.span(expr.span), in_one_line(expr), self.expr(expr), left, right, joined, made)

    def says_itself(self, expr: ast.Expr) -> bool:
        """Whether who reads an expression knows its value: it is put together of numbers, words and names of things."""
        types = self.low.facts.types
        return all(
            (not node.fields and types.get(node) not in (INT, BOOL)) if isinstance(node, ast.Path)
            else isinstance(node, _PLAIN)
            for node in expr.walk()
        )  # fmt: skip

    def events(self, events: CheckedEvents) -> EventsScript:
        return EventsScript(*(tuple(map(self.event, e)) for e in (events.events, events.never, events.exactly)))

    def event(self, pattern: ast.Pattern) -> EventScript:
        facts, at = self.low.facts.patterns[pattern], self.span(pattern.span)
        tests = [t for t in [self.low.pattern(pattern, "trigger")] if t is not None]
        tests += [self.low.expr(pattern.condition)] if pattern.condition is not None else []
        test = keep_locals(conjunction(at, tests), _IN_EVENT)[0] if tests else None
        return EventScript(at, in_one_line(pattern), facts.verbs, facts.step, test)

    def refusal(self, refusal: CheckedRefusal) -> RefusalScript:
        call = self.event(refusal.call) if refusal.call is not None else None
        return RefusalScript(self.span(refusal.span), refusal.because, refusal.answer, call)

    def position(self, position: CheckedPosition) -> PositionScript:
        """A position; one that tests share is lowered once."""
        if id(position) not in self.positions:
            self.positions[id(position)] = self.new_position(position)
        return self.positions[id(position)]

    def new_position(self, position: CheckedPosition) -> PositionScript:
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
    """Turns outer `let`s into values of ``env``; names of inner loops, and those that no text can use, stay locals."""
    if isinstance(node, ir.Let | ir.Roll | ir.Reroll | ir.Create) and node.owner is None and not is_fresh(node.name):
        node = replace(node, owner=ir.Local(node.at, "env"))
    bound = frozenset(
        n.name for n in node.walk() if isinstance(n, ir.Each | ir.Choose | ir.Let) and getattr(n, "owner", None) is None
    )
    bound |= {n.name for n in node.walk() if isinstance(n, ir.Local) and is_fresh(n.name)}
    made: ir.Stmt = keep_locals(node, _ENV | bound | {"env", "target", "it", "then"})[0]
    return made


def _joined(expr: ast.Expr) -> tuple[str, list[ast.Expr]]:
    """Whether a condition joins others by `and` or `or`, or denies such a one by `not`, and which, in order."""
    if isinstance(expr, ast.Negation) and _joined(expr.operand)[0]:
        return "not", [expr.operand]
    for word, form in (("and", ast.AndAlso), ("or", ast.OrElse)):
        if isinstance(expr, form):
            parts: list[ast.Expr] = []
            for side in (expr.left, expr.right):
                parts += _joined(side)[1] if isinstance(side, form) else [side]
            return word, parts
    return "", []

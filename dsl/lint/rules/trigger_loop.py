"""Abilities cause each other for ever.

An ability causes the event that it answers, directly or by way of other verbs and abilities, and nothing in the
circle asks, limits or costs anything.

Once begun it would never end. Limit it with `once per …`, ask something (`where …`), or change the event instead. Only
calls that are always made count, and only verbs without requirements: what is told is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import ast
from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule, plain
from dsl.unparse import unparse

FOUND = Finder("trigger-loop")


def check(context: LintContext) -> Iterator[Diagnostic]:
    calls = {name: _calls(verb.node.body) for name, verb in context.vocab.verbs.items() if _is_open(verb.node)}
    answers: dict[str, list[tuple[ast.Node, str]]] = {}
    for trigger in context.nodes(ast.Trigger):
        if trigger.timing == "instead" or not _is_unlimited(trigger):
            continue
        for watched in context.vocab.verbs_named(trigger.pattern.verb.text):
            answers.setdefault(watched, []).extend(_calls(trigger.body))
    edges = {name: [*calls[name], *answers.get(name, ())] for name in calls}
    told: set[str] = set()
    for trigger in context.nodes(ast.Trigger):
        for call in _answered_by_itself(context, trigger) if trigger.timing != "instead" else ():
            told.add(call.verb.text)
            label = Label(trigger.pattern.span, f"answers `{call.verb.text}`")
            yield FOUND(call, f"`{call.verb.text}` causes itself for ever", labels=(label,), help=_HELP)
    for start in edges:
        circle = _circle(start, edges)
        answered = any(node for node, name in circle if (node, name) in _all(answers))
        names = {name for _, name in circle}
        if circle and answered and not names & told:
            told |= names
            labels = tuple(Label(node.span, f"does `{name}`") for node, name in circle)
            yield FOUND(circle[0][0], f"`{circle[-1][1]}` causes itself for ever", labels=labels, help=_HELP)


_HELP = "limit one of them with `once per …`, or ask something"


def _all(answers: dict[str, list[tuple[ast.Node, str]]]) -> set[tuple[ast.Node, str]]:
    return {edge for edges in answers.values() for edge in edges}


def _answered_by_itself(context: LintContext, trigger: ast.Trigger) -> Iterator[ast.Call]:
    """The calls that an ability always makes and that it always answers: it asks for the same operands as it gives."""
    facts = context.facts.patterns.get(trigger.pattern)
    if facts is None or trigger.headers or trigger.pattern.condition is not None or not facts.tests:
        return
    for call, name in _calls(trigger.body):
        binding = context.facts.bindings.get(call) if isinstance(call, ast.Call) else None
        if binding is None or name not in facts.verbs or not _is_open(context.vocab.verbs[name].node):
            continue
        given = {param: unparse(operand) for param, operand in binding.operands}
        asked = {test.param: unparse(test.operand) for test in facts.tests if test.how == "equal"}
        if len(asked) == len(facts.tests) and all(given.get(param) == text for param, text in asked.items()):
            assert isinstance(call, ast.Call)
            yield call


def _is_unlimited(trigger: ast.Trigger) -> bool:
    """Whether it answers every event of its verbs."""
    pattern = trigger.pattern
    asks = pattern.operands or pattern.arguments or pattern.condition is not None or trigger.headers
    return not asks


def _is_open(verb: ast.VerbDef) -> bool:
    """Whether nothing can refuse or leave it."""
    return not any(isinstance(node, ast.RequireStmt | ast.EndStmt) for node in verb.walk())


def _calls(block: ast.Block) -> list[tuple[ast.Node, str]]:
    """The calls that a block makes whatever happens."""
    found: list[tuple[ast.Node, str]] = []
    for statement in map(plain, block.statements):
        match statement:
            case ast.CallStmt(call=call) if not any(isinstance(n, ast.Query) for n in call.walk()):
                found.append((call, call.verb.text))
            case ast.StepStmt(body=body):
                found += _calls(body)
            case ast.PreventStmt() | ast.EndStmt() | ast.ChooseStmt(body=None):
                return found
            case _:
                pass
    return found


def _circle(start: str, edges: dict[str, list[tuple[ast.Node, str]]]) -> list[tuple[ast.Node, str]]:
    """The shortest way from a verb back to itself."""
    ways: list[list[tuple[ast.Node, str]]] = [[edge] for edge in edges[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        name = way[-1][1]
        if name == start:
            return way
        if name not in seen:
            seen.add(name)
            ways += [[*way, edge] for edge in edges.get(name, ())]
    return []


RULE = Rule(
    "trigger-loop",
    "interaction",
    "abilities that cause each other for ever",
    __doc__,
    bad={
        "rules": """\
verb rattle(target: unit): increase target.damage by 1
verb echo(target: unit): rattle target

every unit:
  activate "rattle" as action: rattle self
  after rattle: echo target
""",
    },
    good={
        "rules": """\
verb rattle(target: unit): increase target.damage by 1
verb echo(target: unit): rattle target

every unit:
  activate "rattle" as action: rattle self
  after rattle once per turn: echo target
""",
    },
    check=check,
)

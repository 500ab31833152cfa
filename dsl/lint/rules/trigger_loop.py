"""Abilities cause each other without end.

An ability causes the event to which it reacts, directly or through other verbs and abilities, and no condition, limit
or cost stops the loop.

The help of the finding contains a content test that shows the loop with two cards. Add `once per …` or a condition
(`where …`), or replace the event (`instead of`). The rule counts only calls that an ability always makes. A requirement
stops a loop unless it asks only about values that stay the same from round to round: `require amount > 0`, where the
same amount is passed on, or a printed number.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.example_test import example_test
from dsl.lint.loops import certain_calls, may_go_on, self_triggering_calls
from dsl.lint.summaries import Place
from dsl.syntax import ast

FOUND = Finder("trigger-loop")


_HELP = "limit one of them with `once per …`, or ask something"


def check(context: LintContext) -> Iterator[Diagnostic]:
    for trigger in context.nodes(ast.Trigger):
        for call in self_triggering_calls(context, trigger):
            label = Label(trigger.pattern.span, f"answers `{call.verb.text}`")
            yield FOUND(call, f"`{call.verb.text}` causes itself for ever", labels=(label,), help=_HELP)


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    answers = list(_answers(context))
    edges: dict[str, list[tuple[Place, str]]] = {
        name: [(Place(call.span, ""), done) for call, done in certain_calls(context, verb.node.body)]
        for name, verb in vocab.verbs.items()
        if may_go_on(context, verb.node)
    }
    for watched, place, verb in answers:
        for name in vocab.verbs_named(watched):
            if name in edges:
                edges[name].append((place, verb))
    reported = set(context.summary.names_in("self_causing_verbs"))
    answering = {(place, verb) for _, place, verb in answers}
    for start in edges:
        circle = _circle(start, edges)
        names = {name for _, name in circle}
        if circle and answering & set(circle) and not names & reported:
            reported |= names
            labels = tuple(Label(place.span, f"does `{name}`") for place, name in circle)
            help = _help(context, start, [name for _, name in circle], [place.owner for place, _ in circle])
            yield FOUND(circle[0][0], f"`{circle[-1][1]}` causes itself for ever", labels=labels, help=help)


def _help(context: LintContext, start: str, names: list[str], owners: list[str]) -> str:
    """What helps, and a test that shows the circle twice."""
    cards = {card.id: card.kind for card in context.summary.cards()}
    shown = example_test(context.vocab, cards, [owner for owner in owners if owner], [start, *names, *names])
    return f"{_HELP}; this test shows it:\n{shown}" if shown else _HELP


def _answers(context: LintContext) -> Iterator[tuple[str, Place, str]]:
    """What abilities always do in answer: the watched name, where, and the verb."""
    for path, file in context.summary.files.items():
        for watched, following in file.certain_calls:
            for start, end, owner, verb in following:
                yield watched, context.summary.place(path, start, end, owner), verb


def _circle(start: str, edges: dict[str, list[tuple[Place, str]]]) -> list[tuple[Place, str]]:
    """The shortest way from a verb back to itself."""
    ways: list[list[tuple[Place, str]]] = [[edge] for edge in edges[start]]
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
    whole=whole,
)

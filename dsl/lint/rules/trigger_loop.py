"""Abilities cause each other without end.

An ability causes the event to which it reacts, directly or through other verbs and abilities, and no condition, limit
or cost stops the loop.

Verbs that always call each other, or themselves, are such a loop, too.

The help of the finding contains a content test that shows the loop with two cards. Add `once per …` or a condition
(`where …`), or change the event: `set amount to …` in an `instead of`. An `instead of` that does again what it replaces
is a loop, for that is another event. The rule counts only calls that an ability always makes. Abilities that answer
only what happens to `self`, or is done by it, count where two texts can have the same `self`, as those of one player's
cards. A condition behind `where` stops a loop unless the call passes what it asks for, or all that it reads. A
requirement stops a loop unless it asks only about values that stay the same from round to round: `require amount > 0`,
where the same amount is passed on, or a printed number.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.example_test import example_test
from dsl.lint.loops import certain_calls, events_done, may_go_on, self_triggering_calls
from dsl.lint.summaries import Place
from dsl.syntax import ast

FOUND = Finder("trigger-loop")


_HELP = "limit one of them with `once per …`, or ask something"
_VERBS = "put the call into an `if …:` that ends it"
_CHANGE = "change the event, for example by `set amount to …`, or limit this with `once per …`"


def check(context: LintContext) -> Iterator[Diagnostic]:
    for trigger in context.nodes(ast.Trigger):
        for call in self_triggering_calls(context, trigger):
            label = Label(trigger.pattern.span, f"answers `{call.verb.text}`")
            help = _CHANGE if trigger.timing == "instead" else _HELP
            yield FOUND(call, f"`{call.verb.text}` causes itself for ever", labels=(label,), help=help)


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    answers = list(_answers(context))
    edges = _edges(context, answers)
    reported = set(context.summary.names_in("self_causing_verbs"))
    answering = {(place, event) for _, place, event in answers}
    for start in edges:
        circle = _circle(start, edges)
        names = {_verb_of(event) for _, event in circle}
        texts = {place for place, event in circle if (place, event) in answering}
        if circle and not names & reported:
            reported |= names
            labels = tuple(Label(place.span, f"does `{_verb_of(event)}`") for place, event in circle)
            told, help = f"`{_verb_of(circle[-1][1])}` causes itself for ever", _HELP
            if not texts:
                help = _VERBS
            elif any(event not in vocab.verbs for _, event in circle):
                told += ", where both texts have the same `self`" if len(texts) > 1 else ""
            else:
                help = _help(context, start, [name for _, name in circle], [place.owner for place, _ in circle])
            yield FOUND(circle[0][0], told, labels=labels, help=help)


def _edges(context: LintContext, answers: list[tuple[str, Place, str]]) -> dict[str, list[tuple[Place, str]]]:
    """What each event always causes: by the body of its verb, and by abilities that answer it."""
    verbs = {name: verb for name, verb in context.vocab.verbs.items() if may_go_on(context, verb.node)}
    edges: dict[str, list[tuple[Place, str]]] = {name: [] for name in verbs}
    for watched, place, event in answers:
        named, *asked = watched.split(" ")
        for name in context.vocab.verbs_named(named):
            if name in verbs:
                edges.setdefault(" ".join([name, *asked]), []).append((place, event))
    waiting = [*edges, *(event for _, _, event in answers if _verb_of(event) in verbs)]
    followed: set[str] = set()
    while waiting:
        event = waiting.pop()
        if event in followed:
            continue
        followed.add(event)
        verb, *written = event.split(" ")
        values = {param: mark for param, _, mark in (value.partition("=") for value in written)}
        for call, _ in certain_calls(context, verbs[verb].node.body):
            done = [key for key in events_done(context, call, values) if _verb_of(key) in verbs]
            edges.setdefault(event, []).extend((Place(call.span, ""), key) for key in done)
            waiting += done
    return edges


def _help(context: LintContext, start: str, names: list[str], owners: list[str]) -> str:
    """What helps, and a test that shows the circle twice."""
    cards = {card.id: card.kind for card in context.summary.cards()}
    shown = example_test(context.vocab, cards, [owner for owner in owners if owner], [start, *names, *names])
    return f"{_HELP}; this test shows it:\n{shown}" if shown else _HELP


def _answers(context: LintContext) -> Iterator[tuple[str, Place, str]]:
    """What abilities always do in answer: the watched event, where, and what they cause."""
    for path, file in context.summary.files.items():
        for watched, following in file.certain_calls:
            for start, end, owner, event in following:
                yield watched, context.summary.place(path, start, end, owner), event


def _verb_of(event: str) -> str:
    """The verb of an event that is written as `loops.event_key` does."""
    return event.split(" ")[0]


def _circle(start: str, edges: dict[str, list[tuple[Place, str]]]) -> list[tuple[Place, str]]:
    """The shortest way from an event back to itself."""
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

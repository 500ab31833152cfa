"""What odds are asked about: where it begins, what is done, and what is looked at afterwards.

Job: make a position of a test, a scenario or a saved match, and the function that answers the questions at its end.
Input: a game's build, and texts of the language. Output: a walker. Must never print.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cardwright.authoring.begun_test import game_of_test
from cardwright.authoring.debugger.watching import NotUnderstood, OnePlace, Watcher
from cardwright.authoring.odds.living import Living
from cardwright.authoring.odds.orderless import order_never_counts
from cardwright.authoring.odds.position import Outcome, Position
from cardwright.authoring.odds.walk import Walker
from compiler.build import Build
from compiler.callables.code import Code
from compiler.core.scripts import StepScript
from compiler.interpreter.foresight import branch_asking
from compiler.interpreter.frames import Body
from compiler.interpreter.happening import Checking
from compiler.interpreter.match import Match
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.test_names import named, shown_options
from compiler.interpreter.values import Choose, Env, Event, label
from compiler.lowering.scripts import lower_step
from compiler.lowering.statements import StmtLowering
from dsl.checking.expressions import context_of
from dsl.checking.statements import check_statements
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import Type
from dsl.source import Source
from dsl.syntax import ast
from dsl.syntax.parse import parse_statements


class NoAnswer(Exception):
    """The question cannot be asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """``of``: expressions, looked at when all is done; ``events``: `VERB`, how often it happens, or `VERB.VALUE`, what
    the last such event has there. ``do``: statements in place of the steps of a test; ``step``: the step of the test
    that is looked at, from 1. ``choices``: answers for players, by name, in order.
    """

    of: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    do: str = ""
    step: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.of, *self.events)


class Asked:
    """The questions of one game, worked out in any of its states."""

    def __init__(self, build: Build, code: Code, question: Question, env: Env) -> None:
        self.watcher, self.question, self.env = Watcher(build, code), question, env
        self.events = [_event(build, text) for text in question.events]

    def outcome(self, game: State) -> Outcome:
        values = [self.value(game, text) for text in self.question.of]
        return (*values, *(self.of_events(game, verb, value) for verb, value in self.events))

    def value(self, game: State, text: str) -> Any:
        try:
            return _plain(game, self.watcher.value(game, {"env": self.env}, text))
        except NotUnderstood as why:
            raise NoAnswer(f"`{text}`: {why}") from why

    def of_events(self, game: State, verb: str, value: str) -> Any:
        found = [event for name, event in game.history or () if name == verb]
        if not value:
            return len(found)
        return _plain(game, getattr(found[-1], value, None)) if found else "none"

    def told(self, event: Event) -> Any:
        """What of an event is asked about; of one that goes on, which of those it is."""
        values = [value for verb, value in self.events if verb == event._verb]
        if not values:
            return None
        shown = [label(getattr(event, value, None)) for value in values if value]
        return [event._verb, event._outcome, shown]


def _plain(game: State, value: Any) -> Any:
    """A value that says what it is: a number, a truth value, or a text with the names of the test."""
    if isinstance(value, bool) or type(value) is int:
        return value
    return named(game, label(value))


def _event(build: Build, text: str) -> tuple[str, str]:
    verb, dot, value = text.partition(".")
    found = build.vocab.verbs.get(verb)
    if found is None:
        raise NoAnswer(f"`{text}`: nothing that happens is named `{verb}`")
    known = [param.name for param in found.params] + [*found.lets]
    if dot and value not in known:
        raise NoAnswer(f"`{text}`: `{verb}` has no `{value}`; it has {', '.join(known) or 'nothing'}")
    return verb, value


# ---- where it begins
def of_script(build: Build, key: str, question: Question, code: Code | None = None) -> Walker:
    """The walker of a test or scenario, by its key among the scripts of the build; ``code``: if it is compiled yet."""
    script = build.scripts[key]
    assert build.program is not None
    if question.do:
        script = replace(script, steps=(_typed_step(build, key, question.do),))
    elif not script.steps:
        raise NoAnswer("a scenario does nothing by itself: say what is done")
    code = code or Code(build.program)
    scripts, env = Scripts(code, {"": script}), Env({})
    made = scripts.made[id(script)]
    number = (question.step or len(made.steps)) - 1
    if not 0 <= number < len(made.steps):
        raise NoAnswer(f"the test has no step {question.step}; it has {len(made.steps)}")
    game = game_of_test(scripts, script, number, env)
    step = made.steps[number]
    driver = ScriptDriver(game, step, env)
    driver.choices = list(question.choices) or driver.choices
    asked = Asked(build, code, question, env)
    sections = (partial(Body, step.do, {"env": env}), Checking)
    return _walker(build, Position(game, sections, asked.outcome, driver, _living(build)), asked)


def of_match(build: Build, match: Match, question: Question) -> Walker:
    """The walker of a match that waits for a player, whose answer is the first of the choices.

    It ends where players are offered what to do next, and all choices are given. Things have the names that the
    scenario gives them.
    """
    match.relive()
    branch = branch_asking(match)
    game, request = branch.game, branch.request
    if not isinstance(request, Choose):
        raise NoAnswer("the match waits for nobody's answer")
    by_id = {entity._id: entity for held in game.kinds.values() for entity in held}
    env = Env({name: by_id[id_] for id_, name in game.test_names.items() if id_ in by_id and name.isidentifier()})
    driver = ScriptDriver(game, None, env)
    driver.choices = list(question.choices)
    if driver.scripted(game, request) is None:
        options = shown_options(game, request.options)
        raise NoAnswer(f"the first choice must answer what the match waits for: one of {options}")
    assert isinstance(branch.rules.code, Code)
    asked = Asked(build, branch.rules.code, question, env)
    game.trace = None
    return _walker(build, Position(game, (), asked.outcome, driver, _living(build), stops=True, waiting=request), asked)


def _living(build: Build) -> Living:
    assert build.checked is not None
    return Living(build.checked)


def _walker(build: Build, position: Position, asked: Asked) -> Walker:
    assert build.checked is not None
    position.game.history = []
    told = asked.told if asked.events else None
    return Walker(position, not order_never_counts(build.checked), told)


def _typed_step(build: Build, key: str, text: str) -> StepScript:
    """Statements that somebody has typed, with the names of a test or scenario."""
    assert build.checked is not None
    sink, source, scope = Sink(), Source("what is done", text), Scope()
    for name, type_ in _names(build, key):
        scope.declare(name, Ref("local", name), type_)
    parsed = parse_statements(source.span(0, len(text)), 0, sink)
    if parsed and not sink.errors:
        check_statements(context_of(build.checked.facts, sink), parsed, scope)
    if not parsed or sink.errors:
        first = next(iter(sink.sorted()), None)
        raise NoAnswer(f"`{text}`: {first.message if first is not None else 'nothing is done'}")
    return lower_step(StmtLowering(build.checked.facts, OnePlace()), parsed)


def usual_questions(build: Build, key: str, question: Question) -> Question:
    """The question with what a test claims of the step, where nothing else is asked: what it compares, or the claim."""
    if question.names or not key.startswith("test "):
        return question
    steps = build.tests[int(key.removeprefix("test "))].steps
    number = (question.step or len(steps)) - 1
    claims = steps[number].then if 0 <= number < len(steps) else ()
    texts = [text for claim in claims for text in _looked_at(claim)]
    return replace(question, of=tuple(dict.fromkeys(texts)))


def _looked_at(claim: ast.Expr) -> Iterator[str]:
    """What a claim compares, each of those that it joins by `and`; or the claim."""
    if isinstance(claim, ast.AndAlso):
        yield from (*_looked_at(claim.left), *_looked_at(claim.right))
    else:
        yield (claim.left if isinstance(claim, ast.Comparison) else claim).span.text


def _names(build: Build, key: str) -> Sequence[tuple[str, Type]]:
    """The names at the beginning of a test, or in a scenario."""
    form, _, name = key.partition(" ")
    if form == "scenario":
        return build.scenarios[name].names
    return build.tests[int(name)].names

"""Patterns: which events a text answers.

Job: check what a pattern asks of an event, and put the event's values in sight. Input: a pattern and its scope. Output:
side tables and the scope of the answer.
"""

from __future__ import annotations

from typing import assert_never

from dsl import ast
from dsl.checking.expressions import ExprChecker
from dsl.checking.names import path_key
from dsl.checking.results import PatternFacts, PatternTest
from dsl.diagnostics import Label
from dsl.resolve import Ref, Scope, noun_named
from dsl.suggest import listed, suggest
from dsl.types import (
    DURATION,
    Type,
    present,
)
from dsl.vocab import Param, Verb


class PatternChecker(ExprChecker):
    """Checks patterns and durations."""

    # ---- patterns
    def pattern(self, node: ast.Pattern, scope: Scope) -> Scope:
        """Checks a pattern; gives the scope in which the event's values are in sight."""
        verbs = self.vocab.verbs_named(node.verb.text)
        if not verbs and node.verb.text in self.vocab.events:
            return scope.inner(pattern=node)  # its members are what is not known
        if not verbs:
            known = {*self.vocab.verbs, *self.vocab.events}
            self.sink.add(
                "unknown-verb",
                node.verb.span,
                f"no event is named `{node.verb.text}`",
                help=suggest(node.verb.text, known) or listed("events are verbs:", self.vocab.verbs),
            )
            return scope.inner(pattern=node)
        self.facts.refs[node.verb] = Ref("verb", node.verb.text)
        first = self.vocab.verbs[verbs[0]]
        step = self._step(node, first)
        shared = [p for p in first.params if all(self._shares(v, p) for v in verbs[1:])]
        tests = self._pattern_tests(node, first, shared, scope)
        self.facts.patterns[node] = PatternFacts(verbs, step, tuple(tests))
        inside = scope.inner(pattern=node)
        for param in shared:
            inside.declare(param.name, Ref("trigger", param.name), param.type, param.span)
        if len(verbs) == 1:
            inside.declare("event", Ref("local", "trigger"), Type("event", first.name))
        return inside

    def trigger_scope(self, node: ast.Pattern, timing: str, scope: Scope) -> Scope:
        """The scope of a trigger's text: the pattern's, with the values made by then."""
        inside = self.pattern(node, scope)
        facts = self.facts.patterns.get(node)
        if facts is not None and len(facts.verbs) == 1:
            verb = self.vocab.verbs[facts.verbs[0]]
            reached = self._reached(verb, facts.step, timing)
            for name, (type_, made_in) in verb.lets.items():
                if made_in <= reached:
                    inside.declare(name, Ref("trigger", name), type_)
        if node.condition is not None:
            inside = inside.inner(known=self.condition(node.condition, inside))
        return inside

    def _reached(self, verb: Verb, step: str, timing: str) -> int:
        if step:
            position = verb.steps.index(step) + 1 if step in verb.steps else 0
            return position if timing in ("during", "after") else position - 1
        return len(verb.steps) if timing in ("during", "after") else 0

    def _shares(self, verb: str, param: Param) -> bool:
        other = self.vocab.verbs[verb].param(param.name)
        return other is not None and self.fits(other.type, param.type)

    def whole(self, node: ast.Pattern) -> None:
        """Durations, prohibitions and recharging are about whole events; only abilities answer steps."""
        if node.step is not None:
            self.sink.add(
                "unknown-step",
                node.step.span,
                f"a step cannot be meant here, only the whole `{node.verb.text}`",
                help=f"leave out `.{node.step.text}`",
            )

    def _step(self, node: ast.Pattern, verb: Verb) -> str:
        if node.step is None:
            return ""
        if node.step.text not in verb.steps:
            self.sink.add(
                "unknown-step",
                node.step.span,
                f"`{verb.name}` has no step `{node.step.text}`",
                labels=[Label(verb.span, "declared here")],
                help=suggest(node.step.text, verb.steps),
            )
        return node.step.text

    def _pattern_tests(self, node: ast.Pattern, verb: Verb, shared: list[Param], scope: Scope) -> list[PatternTest]:
        tests: list[PatternTest] = []
        free = [p for p in free_params(verb, {a.preposition for a in node.arguments}) if p in shared]
        for index, operand in enumerate(node.operands):
            tests += self._pattern_test(operand, free[index] if index < len(free) else None, verb, scope)
        for argument in node.arguments:
            param = next((p for p in shared if p.preposition == argument.preposition), None)
            tests += self._pattern_test(argument.operand, param, verb, scope)
        return tests

    def _pattern_test(
        self, operand: ast.PatternOperand, param: Param | None, verb: Verb, scope: Scope
    ) -> list[PatternTest]:
        if param is None:
            taken = ", ".join(f"`{p.preposition or p.name}`" for p in verb.params)
            self.sink.add(
                "extra-operand",
                operand.span,
                f"`{verb.name}` has nothing of this kind to watch",
                labels=[Label(verb.span, "declared here")],
                help=f"it has {taken}" if taken else "",
            )
            return []
        inside = scope.inner(subject=("it", present(param.type)))
        inside.declare("it", Ref("local", "it"), present(param.type))
        for filter_ in operand.filters:
            self.filter(filter_, inside)
        name = path_key(operand.value)
        noun = noun_named(self.vocab, name) if name and "." not in name and scope.find(name) is None else None
        if noun is not None and param.type.form not in ("status", "keyword"):
            head = operand.value.head if isinstance(operand.value, ast.Path) else None
            assert isinstance(head, ast.Ident)
            self.facts.refs[head] = noun[0]
            self._relative(head, scope)
            if not self.fits(noun[1], present(param.type)) and not self.fits(present(param.type), noun[1]):
                self.wrong(operand, str(param.type), noun[1])
            return [PatternTest(param.name, "noun", operand)]
        given = self.check(operand.value, scope, param.type)
        if given.is_collection and not param.type.is_collection:
            if not self.fits(given.element, present(param.type)):
                self.wrong(operand, str(param.type), given)
            return [PatternTest(param.name, "member", operand)]
        if not self.fits(present(given), param.type) and not self.fits(present(param.type), present(given)):
            self.wrong(operand, str(param.type), given)
        return [PatternTest(param.name, "equal", operand)]

    def duration(self, node: ast.Duration, scope: Scope) -> None:
        match node:
            case ast.UntilEvent(edge=edge, pattern=pattern):
                self.whole(pattern)
                self.trigger_scope(pattern, "before" if edge == "start" else "after", scope)
            case ast.UntilValue(value=value):
                self.need(value, scope, DURATION)
            case ast.WhileTrue(condition=condition):
                self.condition(condition, scope)
            case _:
                assert_never(node)


def free_params(verb: Verb, prepositions: set[str]) -> list[Param]:
    """The parameters that operands without a preposition meet in turn: `attack one enemy` finds `to target` too."""
    free = [p for p in verb.params if not p.preposition]
    return free + [p for p in verb.params if p.name == "target" and p.preposition and p.preposition not in prepositions]

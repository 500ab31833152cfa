"""Statements: verb calls, choices, changes, and what may stand where.

Job: check every statement against the vocabulary; record how a call's operands meet the verb's parameters and who
decides where the text does not say. Input: a node and its scope. Output: side tables. Never runs anything.
"""

from __future__ import annotations

from typing import assert_never

from dsl import ast
from dsl.check_changes import PLAYER, ChangeChecker
from dsl.check_names import CHOOSING, known_if
from dsl.check_patterns import free_params
from dsl.checked import Binding
from dsl.diagnostics import Label
from dsl.habits import call_habit
from dsl.resolve import Ref, Scope, field_type
from dsl.suggest import listed, suggest
from dsl.types import (
    INT,
    NONE,
    ROLL,
    UNKNOWN,
    Type,
    present,
    set_of,
)
from dsl.vocab import Param, Verb

_STATEMENTS = ("let", "set", "increase", "decrease", "require", "prevent", "if", "else", "each", "repeat", "while",
               "choose", "option", "create", "remove", "shuffle", "reveal", "place")  # fmt: skip


class StmtChecker(ChangeChecker):
    """Checks statements and patterns."""

    def block(self, block: ast.Block, scope: Scope) -> None:
        self.statements(block.statements, scope.inner())

    def statements(self, statements: tuple[ast.Statement, ...], scope: Scope) -> None:
        """Checks statements in order; what one binds or makes certain is in sight of the next."""
        for statement in statements:
            self.statement(statement, scope)
            scope.known = scope.known | known_after(statement)

    def statement(self, node: ast.Statement, scope: Scope) -> None:
        match node:
            case ast.Annotated(node=inner):
                self.statement(inner, scope)  # type: ignore[arg-type]
            case ast.CallStmt(call=call):
                self.check_call(call, scope)
                self._bind_target(call, scope)
            case ast.CallBlock(call=call, body=body):
                self.check_call(call, scope)
                self._bind_target(call, scope)
                inside = scope.inner()
                self._bind_target(call, inside)
                self.block(body, inside)
            case ast.LetStmt(name=name, value=value):
                given = self.check(value, scope)
                self.bind(name, given, scope)
            case ast.RollStmt(name=name, dice=dice):
                self._dice(dice, scope)
                self.bind(name, ROLL, scope)
            case ast.RerollStmt(dice=dice, place=place):
                self._reroll(dice, place, scope)
            case ast.SetStmt(place=place, value=value):
                wanted = self._place_type(place, scope)
                self.need(value, scope, wanted)
            case ast.ChangeStmt(place=place, amount=amount):
                self._change(node, place, amount, scope)
            case ast.RequireStmt(condition=condition, message=message):
                self.condition(condition, scope)
                self.message(message, scope)
                if scope.enclosing_verb() is None:
                    self.sink.add(
                        "outside-event",
                        node.span,
                        "a requirement stands at the head of a verb",
                        help="in an ability write `requires …` in its first line, or use `if`",
                    )
            case ast.PreventStmt():
                self._prevent(node, scope)
            case ast.EndStmt(frame=frame):
                self._frame(frame)
            case ast.ResolveStmt(subject=subject) if subject is not None:
                self._entity(subject, scope)
            case ast.ResolveStmt():
                if scope.enclosing_verb() is None:
                    self.sink.add("outside-event", node.span, "`resolve` stands in a verb that abilities go through")
            case ast.NothingStmt():
                pass
            case ast.OfferStmt():
                self._offer(node, scope)
            case ast.CreateStmt():
                self._create(node, scope)
            case ast.PutStmt() | ast.TakeStmt() | ast.PlaceStmt() | ast.LiftStmt() | ast.RemoveStmt():
                self._movement(node, scope)
            case ast.ShuffleStmt(zone=zone):
                self._zone(zone, scope)
            case ast.RevealStmt(entity=entity, player=player):
                self._entity(entity, scope)
                self.need(player, scope, PLAYER)
            case ast.AddStmt():
                self._add(node, scope)
            case ast.DropStmt():
                self._drop(node, scope)
            case ast.IfStmt(condition=condition, body=body, otherwise=otherwise):
                known = self.condition(condition, scope)
                self.block(body, scope.inner(known=known))
                if otherwise is not None:
                    self.block(otherwise, scope.inner(known=known_if(condition, False)))
            case ast.EachStmt(name=name, source=source, body=body):
                element = self._collection(source, scope)
                inside = scope.inner()
                self.bind(name, element, inside)
                self.block(body, inside)
            case ast.RepeatStmt(times=times, body=body):
                self.need(times, scope, INT)
                self.block(body, scope)
            case ast.WhileStmt(condition=condition, bound=bound, body=body):
                known = self.condition(condition, scope)
                self.need(bound, scope, INT)
                self.block(body, scope.inner(known=known))
            case ast.MayStmt(player=player, body=body):
                self._chooser(node, player, scope)
                self.block(body, scope)
            case ast.ChooseStmt():
                self._choose(node, scope)
            case ast.ChooseOne(player=player, options=options):
                self._chooser(node, player, scope)
                for option in options:
                    known = self.condition(option.condition, scope) if option.condition else frozenset[str]()
                    self.block(option.body, scope.inner(known=known))
            case ast.StepStmt():
                self._step_of_verb(node, scope)
            case ast.LastingStmt(duration=duration, modifiers=modifiers):
                self.duration(duration, scope)
                self.modifiers(modifiers, scope)
            case _:
                assert_never(node)

    def modifiers(self, modifiers: tuple[ast.Item, ...], scope: Scope) -> None:
        """Checks modifiers; the definition checker provides it."""
        raise NotImplementedError

    def message(self, message: ast.Message | None, scope: Scope) -> None:
        for part in message.parts if message is not None else ():
            if not isinstance(part, str):
                self.check(part, scope)

    def bind(self, name: ast.Ident, given: Type, scope: Scope) -> None:
        """Puts a new local in sight."""
        if self._shadow(name, scope) or given == NONE:
            given = UNKNOWN
        ref = self.local(name, scope)
        scope.declare(name.text, ref, given, name.span)
        self.facts.refs[name] = ref
        self.facts.types[name] = given

    def local(self, name: ast.Ident, scope: Scope) -> Ref:
        """A value at the head or in a step of a verb belongs to its event, so that triggers can read it."""
        verb = scope.enclosing_verb()
        if verb is not None and name.text in verb.lets and scope.verb is verb:
            return Ref("event", name.text)
        return Ref("local", name.text)

    # ---- calls
    def check_call(self, call: ast.Call, scope: Scope, *, trying: bool = False) -> None:
        verb = self.vocab.verbs.get(call.verb.text)
        if verb is None:
            self._unknown_verb(call, scope)
            return
        self.facts.refs[call.verb] = Ref("verb", verb.name)
        bound: dict[str, ast.Expr] = {}
        free = free_params(verb, {a.preposition for a in call.arguments})
        for index, operand in enumerate(call.operands):
            if index < len(free):
                bound[free[index].name] = operand
                self._operand(operand, free[index], scope, trying)
            else:
                self._surplus(operand, verb, scope, "")
        for argument in call.arguments:
            param = next((p for p in verb.params if p.preposition == argument.preposition), None)
            if param is None or param.name in bound:
                self._surplus(argument.operand, verb, scope, argument.preposition)
            else:
                bound[param.name] = argument.operand
                self._operand(argument.operand, param, scope, trying)
        self._missing(call, verb, bound, scope)
        until = next((p for p in verb.params if p.preposition == "until"), None)
        ordered = tuple((p.name, bound[p.name]) for p in verb.params if p.name in bound)
        self.facts.bindings[call] = Binding(verb.name, ordered, until.name if until and call.duration else "")

    def _unknown_verb(self, call: ast.Call, scope: Scope) -> None:
        for operand in [*call.operands, *(a.operand for a in call.arguments)]:
            if not isinstance(operand, ast.Query):
                self.check(operand, scope)
        name = call.verb.text
        help = suggest(name, {*self.vocab.verbs, *_STATEMENTS})
        if name in self.vocab.events:
            help = f"`{name}` is a class of events: it can be watched, not done"
        help = call_habit(name) or help or listed("verbs:", self.vocab.verbs)
        self.sink.add("unknown-verb", call.verb.span, f"no verb is named `{name}`", help=help)

    def _surplus(self, operand: ast.Expr, verb: Verb, scope: Scope, preposition: str) -> None:
        if not isinstance(operand, ast.Query):
            self.check(operand, scope)
        what = f"`{preposition}`" if preposition else "this operand"
        taken = ", ".join(f"`{p.preposition or p.name}`" for p in verb.params)
        self.sink.add(
            "extra-operand",
            operand.span,
            f"`{verb.name}` does not take {what}",
            labels=[Label(verb.span, "declared here")],
            help=f"it takes {taken}" if taken else "",
        )

    def _missing(self, call: ast.Call, verb: Verb, bound: dict[str, ast.Expr], scope: Scope) -> None:
        until = next((p for p in verb.params if p.preposition == "until"), None)
        if call.duration is not None:
            if until is None:
                self.sink.add(
                    "extra-operand",
                    call.duration.span,
                    f"`{verb.name}` takes no duration",
                    labels=[Label(verb.span, "declared here")],
                )
            self.duration(call.duration, scope)
        for param in verb.params:
            has_it = param.name in bound or (param is until and call.duration is not None)
            if not has_it and param.default is None and param.type.form != "optional":
                before = f"`{param.preposition} …` ({param.type})" if param.preposition else f"{param.type}"
                self.sink.add(
                    "missing-operand",
                    call.verb.span,
                    f"`{verb.name}` needs {before}",
                    labels=[Label(param.span, "declared here")],
                )

    def _operand(self, node: ast.Expr, param: Param, scope: Scope, trying: bool) -> None:
        """An operand may also be a set (the verb is done for each) or a query that chooses."""
        if isinstance(node, ast.Query):
            given = self.query(node, scope, operand=True)
            self.facts.types[node] = given
            if node.quantifier in ("any", "no", "count") and param.type.form in ("kind", "square", "card"):
                self.sink.add(
                    "wrong-operand",
                    node.span,
                    f"`{node.quantifier}` asks a question here",
                    help=f"write `one {node.noun.text}` to choose, `all {node.noun.text}` for all of them",
                )
                return
            if node.quantifier in CHOOSING and node.quantifier != "random" and not trying:
                self._chooser(node, None, scope)
        else:
            given = self.check(node, scope, param.type)
        if given.form == "optional" and self.fits(present(given), param.type):
            return  # none makes the call illegal: nothing to do it to
        over = given.is_collection and not param.type.is_collection and present(param.type).form != "optional"
        if not self.fits(given.element if over else given, param.type):
            self.wrong(node, str(param.type), given)

    def _bind_target(self, call: ast.Call, scope: Scope) -> None:
        """After a call whose verb has a `target`, `target` names the one it ended on."""
        verb = self.vocab.verbs.get(call.verb.text)
        param = verb.param("target") if verb else None
        if param is not None and scope.enclosing_verb() is None:
            scope.declare("target", Ref("local", "target"), param.type)

    # ---- choices
    def _chooser(self, node: ast.Node, player: ast.Expr | None, scope: Scope) -> None:
        if player is not None:
            self.need(player, scope, PLAYER)
            return
        path = self._default_chooser(scope)
        if path is None:
            self.sink.add("no-chooser", node.span, "nobody is named to decide this", help="add `by` and a player")
        else:
            self.facts.choosers[node] = path

    def _default_chooser(self, scope: Scope) -> tuple[str, ...] | None:
        """The controller of `self`, else of who does the verb."""
        found = scope.find("self")
        names = ["self"] if found else []
        verb = scope.enclosing_verb()
        if verb is not None and verb.actor is not None:
            names.append(verb.actor.name)
        for name in names:
            held = scope.find(name)
            if held is None or held[1].form != "kind":
                continue
            if "player" in self.vocab.ancestors(held[1].name):
                return (name,)
            controller = field_type(self.vocab, held[1], "controller")
            if controller is not None and self.fits(present(controller), PLAYER):
                return (name, "controller")
        return None

    def _choose(self, node: ast.ChooseStmt, scope: Scope) -> None:
        element = self._collection(node.source, scope)
        if node.amount is not None and node.amount.limit is not None:
            self.need(node.amount.limit, scope, INT)
        self._chooser(node, node.player, scope)
        given = element if node.amount is None else set_of(element)
        inside = scope if node.body is None else scope.inner()
        self.bind(node.name, given, inside)
        if node.such_that is not None:
            self.condition(node.such_that, inside)
        if node.body is not None:
            self.block(node.body, inside)
        if node.otherwise is not None:
            self.block(node.otherwise, scope)

    def _offer(self, node: ast.OfferStmt, scope: Scope) -> None:
        self.need(node.player, scope, PLAYER)
        if node.subject is not None:
            self._entity(node.subject, scope)

    # ---- events around
    def _prevent(self, node: ast.PreventStmt, scope: Scope) -> None:
        if scope.enclosing_pattern() is None:
            self.sink.add(
                "outside-event",
                node.span,
                "there is no event to prevent here",
                help="`prevent` stands in an ability that answers an event",
            )

    def _step_of_verb(self, node: ast.StepStmt, scope: Scope) -> None:
        if scope.enclosing_verb() is None:
            self.step_astray(node)
        self.statements(node.body.statements, scope)

    def step_astray(self, node: ast.StepStmt) -> None:
        self.sink.add(
            "outside-event",
            node.name.span,
            f"the step `{node.name.text}` does not stand right in a verb",
            help="make a verb of it, and call that",
        )

    def _frame(self, frame: ast.Ident) -> None:
        if frame.text not in self.vocab.verbs:
            self.sink.add(
                "unknown-frame",
                frame.span,
                f"no verb or flow is named `{frame.text}`",
                help=suggest(frame.text, self.vocab.verbs),
            )
        else:
            self.facts.refs[frame] = Ref("verb", frame.text)


def known_after(statement: ast.Statement) -> frozenset[str]:
    """What is certainly not none after a statement that stops or leaves otherwise."""
    match statement:
        case ast.Annotated(node=inner):
            return known_after(inner)  # type: ignore[arg-type]
        case ast.RequireStmt(condition=condition):
            return known_if(condition)
        case _:
            return frozenset()

"""Statements: verb calls, choices, changes, and what may stand where.

Job: check every statement against the vocabulary; record how a call's operands meet the verb's parameters and who
decides where the text does not say. Input: a node and its scope. Output: side tables. Never runs anything.
"""

from __future__ import annotations

from typing import assert_never

from dsl import ast
from dsl.check_expr import CHOOSING, ExprChecker, known_if, path_key
from dsl.checked import Binding, PatternFacts, PatternTest
from dsl.diagnostics import Label, miscounted
from dsl.resolve import Ref, Scope, field_type, noun_named
from dsl.suggest import suggest
from dsl.types import (
    BOOL,
    DICE,
    DURATION,
    FACE,
    INT,
    NONE,
    ROLL,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    kind_of,
    list_of,
    present,
    set_of,
)
from dsl.vocab import Param, Verb

PLAYER = kind_of("player")
# What a misspelt first word may have meant, beside a verb.
_STATEMENTS = ("let", "set", "increase", "decrease", "require", "prevent", "if", "else", "each", "repeat", "while",
               "choose", "option", "create", "remove", "shuffle", "reveal", "place")  # fmt: skip


class StmtChecker(ExprChecker):
    """Checks statements and patterns."""

    def block(self, block: ast.Block, scope: Scope) -> None:
        self.statements(block.statements, scope.inner())

    def statements(self, statements: tuple[ast.Statement, ...], scope: Scope) -> None:
        """Checks statements in order; what one binds or makes certain is in sight of the next."""
        for statement in statements:
            self.statement(statement, scope)
            scope.known = scope.known | _known_after(statement)

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
            case ast.StepStmt(body=body):
                self.statements(body.statements, scope)
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
        free = _free_params(verb, {a.preposition for a in call.arguments})
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
            if node.quantifier in CHOOSING and not trying:
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

    # ---- dice
    def _dice(self, node: ast.Expr, scope: Scope) -> None:
        given = self.check(node, scope, DICE)
        if given not in (DICE, UNKNOWN):
            self.wrong(node, "dice", given)
        for part in node.walk():
            ref = self.facts.refs.get(part)
            if ref is not None and ref.name in self.vocab.dice and self.vocab.dice[ref.name].faces is None:
                self.sink.add(
                    "unknown-faces",
                    part.span,
                    f"the faces of `{ref.name}` are not known",
                    labels=[Label(self.vocab.dice[ref.name].span, "declared unknown here")],
                )

    def _reroll(self, dice: ast.Expr, place: ast.Path, scope: Scope) -> None:
        if self._place_type(place, scope) not in (ROLL, UNKNOWN):
            self.sink.add("not-a-place", place.span, f"`{place.span.text}` is no roll")
        given = self.check(dice, scope)
        element = given.element if given.is_collection else present(given)
        if element not in (FACE, UNKNOWN):
            self.wrong(dice, "faces of a roll", given)

    # ---- places that can be set
    def _place_type(self, place: ast.Path, scope: Scope) -> Type:
        given = self.check(place, scope)
        if not place.fields:
            if isinstance(place.head, ast.Ident):
                return self._local_place(place.head, scope)
            self.sink.add("not-a-place", place.span, "only a field or a value can be set")
            return UNKNOWN
        owner = self._owner_type(place)
        last = place.fields[-1]
        if owner.form == "kind":
            self._check_field(owner, last)
            return field_type(self.vocab, owner, last.text) or UNKNOWN
        if owner.form == "card":
            self.sink.add("printed-field", last.span, f"`{last.text}` is printed on the card and cannot be changed")
        return given

    def _local_place(self, head: ast.Ident, scope: Scope) -> Type:
        ref = self.facts.refs.get(head)
        found = scope.find(head.text)
        if ref is None:
            return UNKNOWN
        if ref.form == "field":
            subject = scope.nearest_subject()
            owner = subject[1] if subject else UNKNOWN
            self._check_field(owner, head)
            return field_type(self.vocab, owner, head.text) or UNKNOWN
        if ref.form in ("local", "event", "trigger") and found is not None and head.text not in ("self", "this", "it"):
            return found[1]
        self.sink.add("not-a-place", head.span, f"`{head.text}` cannot be set")
        return UNKNOWN

    def _owner_type(self, place: ast.Path) -> Type:
        before = place.fields[-2] if len(place.fields) > 1 else place.head
        return present(self.facts.types.get(before, UNKNOWN))

    def _check_field(self, owner: Type, name: ast.Ident) -> None:
        if owner.form != "kind":
            return
        declared = self.vocab.field_of(owner.name, name.text)
        stat = self.vocab.stat_of(owner.name, name.text)
        if declared is None and (stat is not None or name.text in ("card", "in_play", "at")):
            how = "place … at …" if name.text == "at" else "a modifier"
            self.sink.add("not-a-place", name.span, f"`{name.text}` cannot be set", help=f"use {how}")
        elif declared is not None and declared.printed:
            self.sink.add(
                "printed-field",
                name.span,
                f"`{name.text}` is printed on the card and cannot be changed",
                labels=[Label(declared.span, "declared printed here")],
                help="change it with a modifier, or declare a field of state beside it",
            )
        elif declared is not None and declared.zone:
            self.sink.add("not-a-place", name.span, f"`{name.text}` is a zone", help="use `put … into …`")

    def _change(self, node: ast.ChangeStmt, place: ast.Path, amount: ast.Expr, scope: Scope) -> None:
        wanted = self._place_type(place, scope)
        if wanted not in (INT, UNKNOWN) and not (wanted.is_collection and wanted.form != "zone"):
            word = "increase" if node.sign > 0 else "decrease"
            self.wrong(place, "a number", wanted, f"`{word}` changes numbers and sets")
            return
        given = self.check(amount, scope, wanted)
        if wanted.is_collection:
            element = given.element if given.is_collection else given
            if not self.fits(element, wanted.element):
                self.wrong(amount, str(wanted.element), given)
        elif not self.fits(given, INT):
            self.wrong(amount, "a number", given)

    # ---- entities and zones
    def _entity(self, node: ast.Expr, scope: Scope) -> Type:
        given = self.check(node, scope)
        if given.form == "optional":
            self._maybe_none(node.span)
        elif given.form not in ("kind", "unknown"):
            self.wrong(node, "an entity", given)
        return given

    def _zone(self, node: ast.Expr, scope: Scope) -> Type:
        given = self.check(node, scope)
        if given.form not in ("zone", "unknown"):
            self.wrong(node, "a zone", given)
        return given

    def _movement(
        self,
        node: ast.PutStmt | ast.TakeStmt | ast.PlaceStmt | ast.LiftStmt | ast.RemoveStmt,
        scope: Scope,
    ) -> None:
        given = self._entity(node.entity, scope)
        if isinstance(node, ast.PutStmt):
            zone = self._zone(node.zone, scope)
            if zone.form == "zone" and given.form == "kind" and not self.fits(given, kind_of(zone.name)):
                self.wrong(node.entity, str(kind_of(zone.name)), given)
        elif isinstance(node, ast.PlaceStmt):
            self.need(node.square, scope, SQUARE)
        on_board = isinstance(node, ast.PlaceStmt | ast.LiftStmt) and given.form == "kind"
        if on_board and not self.vocab.is_figure(given.name):
            self.wrong(node.entity, "a figure", given, "declare `figure: true` on its kind")

    def _create(self, node: ast.CreateStmt, scope: Scope) -> None:
        kind = self.vocab.kinds.get(node.kind.text)
        if kind is None:
            self.sink.add(
                "unknown-type",
                node.kind.span,
                f"no kind is named `{node.kind.text}`",
                help=suggest(node.kind.text, self.vocab.kinds),
            )
            self.bind(node.name, UNKNOWN, scope)
            return
        self.facts.refs[node.kind] = Ref("kind", kind.name)
        if node.card is not None:
            self.need(node.card, scope, Type("card", kind.name))
        given = {v.field.text for v in node.values}
        for value in node.values:
            declared = self.vocab.field_of(kind.name, value.field.text)
            if declared is None:
                self._unknown_field(value.field, kind_of(kind.name), node.kind.span)
                self.check(value.value, scope)
            else:
                self.need(value.value, scope, declared.type)
        missing = [
            declared
            for name, declared in self.vocab.fields_of(kind.name).items()
            if name not in given and not declared.has_default and not (declared.printed and node.card is not None)
        ]
        if missing:
            names = ", ".join(f"`{declared.name}`" for declared in missing)
            self.sink.add(
                "missing-operand",
                node.kind.span,
                f"a new {kind.name} needs {names}",
                labels=[Label(declared.span, "declared here") for declared in missing],
                help=f"add `with {', '.join(f'{declared.name} = …' for declared in missing)}`",
            )
        self.bind(node.name, kind_of(kind.name), scope)

    def _add(self, node: ast.AddStmt, scope: Scope) -> None:
        target = self.check(node.target, scope)
        owner = target.element if target.is_collection else target
        if owner.form == "optional":
            self._maybe_none(node.target.span)
        self.reference(node.reference, owner, scope, "status")
        if node.duration is not None:
            self.duration(node.duration, scope)

    def reference(self, node: ast.Reference, owner: Type, scope: Scope, form: str) -> None:
        """A keyword or status with its values, as given to something of type ``owner``."""
        trait = self.vocab.traits.get(node.name.text)
        if trait is None:
            found = scope.find(node.name.text)
            if found is not None and found[1].form == form and not node.arguments:
                self.facts.refs[node.name] = found[0]
                return
            known = [t.name for t in self.vocab.traits.values() if t.form == form]
            self.sink.add(
                "unknown-name",
                node.name.span,
                f"no {form} is named `{node.name.text}`",
                help=suggest(node.name.text, known),
            )
            return
        self.facts.refs[node.name] = Ref("trait", trait.name, value=trait.name)
        if trait.form != form:
            self.sink.add(
                "wrong-operand",
                node.name.span,
                f"`{trait.name}` is a {trait.form}",
                help="statuses are added and dropped; keywords are printed, or gained by a modifier",
            )
        if not self.fits(owner, kind_of(trait.kind)) and not self.fits(kind_of(trait.kind), owner):
            self.sink.add(
                "wrong-operand",
                node.span,
                f"{owner} cannot have `{trait.name}`",
                labels=[Label(trait.span, f"it is declared of {trait.kind}")],
            )
        needed = [p for p in trait.params if p.default is None]
        if not len(needed) <= len(node.arguments) <= len(trait.params):
            self.sink.add(
                "missing-operand" if len(node.arguments) < len(needed) else "extra-operand",
                node.span,
                miscounted(trait.name, len(trait.params), len(node.arguments)),
                labels=[Label(trait.span, "declared here")],
            )
        for value, param in zip(node.arguments, trait.params, strict=False):
            self.need(value, scope, param.type)

    def _drop(self, node: ast.DropStmt, scope: Scope) -> None:
        given = self.check(node.status, scope)
        if node.target is not None:
            self._entity(node.target, scope)
            if given not in (STATUS, UNKNOWN):
                self.wrong(node.status, "a status", given)
            return
        element = given.element if given.is_collection else given
        is_instance = element.form == "kind" and element.name in self.vocab.traits
        if not is_instance and given != UNKNOWN:
            self.wrong(node.status, "a status that something has", given, "write `drop STATUS from …`")

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

    def duration(self, node: ast.Duration, scope: Scope) -> None:
        match node:
            case ast.UntilEvent(pattern=pattern):
                self.pattern(pattern, scope)
            case ast.UntilValue(value=value):
                self.need(value, scope, DURATION)
            case ast.WhileTrue(condition=condition):
                self.condition(condition, scope)
            case _:
                assert_never(node)

    # ---- patterns
    def pattern(self, node: ast.Pattern, scope: Scope) -> Scope:
        """Checks a pattern; gives the scope in which the event's values are in sight."""
        verbs = self.vocab.verbs_named(node.verb.text)
        if not verbs:
            known = {*self.vocab.verbs, *self.vocab.events}
            self.sink.add(
                "unknown-verb",
                node.verb.span,
                f"no event is named `{node.verb.text}`",
                help=suggest(node.verb.text, known),
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
        tests = []
        free = [p for p in _free_params(verb, {a.preposition for a in node.arguments}) if p in shared]
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


def _free_params(verb: Verb, prepositions: set[str]) -> list[Param]:
    """The parameters that operands without a preposition meet in turn: `attack one enemy` finds `to target` too."""
    free = [p for p in verb.params if not p.preposition]
    return free + [p for p in verb.params if p.name == "target" and p.preposition and p.preposition not in prepositions]


def _known_after(statement: ast.Statement) -> frozenset[str]:
    """What is certainly not none after a statement that stops or leaves otherwise."""
    match statement:
        case ast.Annotated(node=inner):
            return _known_after(inner)  # type: ignore[arg-type]
        case ast.RequireStmt(condition=condition):
            return known_if(condition)
        case _:
            return frozenset()


__all__ = ["BOOL", "PLAYER", "StmtChecker", "list_of"]

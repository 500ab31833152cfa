"""Definitions and abilities: the whole of a game, checked.

Job: check every definition and every card's text, then what only the whole shows. Input: a Vocabulary. Output: Checked,
or None when there are errors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl import ast
from dsl.check_names import known_if
from dsl.check_stmt import StmtChecker, known_after
from dsl.check_tables import check_table
from dsl.check_whole import check_whole, doings
from dsl.checked import Carrier, Checked, Facts, Unit
from dsl.diagnostics import Sink
from dsl.resolve import Ref, Scope, noun_named
from dsl.suggest import suggest
from dsl.types import INT, UNKNOWN, Type, kind_of, present
from dsl.vocab import Card, Param, Verb, Vocabulary


class Checker(StmtChecker):
    """Checks definitions, abilities and modifiers."""

    live: dict[tuple[str, str], tuple[ast.LiveDef, Type]]

    def definitions(self) -> None:
        """All of the rules, in the order in which later parts need earlier ones."""
        self.live = {}
        definitions = self.vocab.definitions
        for node, _ in definitions:
            if isinstance(node, ast.VerbDef):
                self.verb(node)
        for node, _ in definitions:
            self.definition(node)
        for node, rows in definitions:
            self.carrier(node, rows)

    def cards(self, cards: Iterable[Card]) -> None:
        """The texts of cards, once the definitions are checked."""
        for card in cards:
            for text in card.texts:
                self.sink.owner = card.id
                self.card_text(card.kind, card.id, text.field, text.abilities, card.rows)
        self.sink.owner = ""

    # ---- definitions
    def definition(self, node: ast.Item) -> None:
        match node:
            case ast.NounDef():
                self.noun(node)
            case ast.RelationDef(name=name, body=body):
                self.condition(body, self._function_scope(name.text))
            case ast.DefineDef(name=name, body=body):
                self.need(body, self._function_scope(name.text), self.vocab.functions[name.text].result)
            case ast.TableDef(name=name):
                check_table(self, node, self.vocab.functions[name.text], self._function_scope(name.text))
            case ast.StatDef():
                self.stat(node)
            case ast.WheneverDef():
                self.whenever(node)
            case ast.RosterDef(name=name, body=body):
                self.roster(name.text, body)
            case ast.LiveDef():
                self.live_line(node)
            case ast.EventsDef(members=members):
                for member in members:
                    if member.text not in self.vocab.verbs:
                        self.sink.add(
                            "unknown-verb",
                            member.span,
                            f"no verb is named `{member.text}`",
                            help=suggest(member.text, self.vocab.verbs),
                        )
            case _:
                pass

    def _function_scope(self, name: str) -> Scope:
        return self._params_scope(self.vocab.functions[name].params)

    def _params_scope(self, params: tuple[Param, ...], form: str = "local") -> Scope:
        scope = Scope()
        for param in params:
            if param.default is not None:
                self.need(param.default, Scope(), param.type)
            scope.declare(param.name, Ref(form, param.name), param.type, param.span)
        return scope

    def noun(self, node: ast.NounDef) -> None:
        noun = self.vocab.nouns[node.name.text]
        base = noun_named(self.vocab, node.base.text)
        if base is None or node.condition is None:
            return
        scope = Scope(subject=("it", base[1]))
        scope.declare("it", Ref("local", "it"), base[1])
        if noun.relative:
            root = self.vocab.ancestors(base[1].name)[-1] if base[1].form == "kind" else ""
            scope.declare("self", Ref("local", "self"), kind_of(root))
        self.condition(node.condition, scope)

    def stat(self, node: ast.StatDef) -> None:
        stat = self.vocab.stats.get((node.kind.text, node.name.text))
        if stat is None or node.value is None:
            return
        scope = Scope(subject=("self", kind_of(stat.kind)))
        scope.declare("self", Ref("local", "self"), kind_of(stat.kind))
        given = self.check(node.value, scope, INT)
        if not self.fits(given, INT):
            self.wrong(node.value, "a number", given)

    def whenever(self, node: ast.WheneverDef) -> None:
        scope = Scope()
        if node.each is not None:
            element = self._collection(node.each.source, scope)
            self.bind(node.each.name, element, scope)
        known = self.condition(node.condition, scope)
        self.block(node.body, scope.inner(known=known))

    def roster(self, name: str, body: ast.Block) -> None:
        roster = self.vocab.rosters[name]
        scope = self._params_scope(roster.params)
        for statement in body.statements:
            inner = statement.node if isinstance(statement, ast.Annotated) else statement
            if isinstance(inner, ast.RequireStmt):
                self.condition(inner.condition, scope)
                self.message(inner.message, scope)
            elif isinstance(inner, ast.LetStmt):
                self.statement(inner, scope)
            else:
                self.sink.add("outside-event", inner.span, "a roster holds only `require` and `let` lines")

    def verb(self, node: ast.VerbDef) -> None:
        verb = self.vocab.verbs[node.name.text]
        scope = self._params_scope(verb.params, "event")
        scope.verb = verb
        acting = False
        for statement in node.body.statements:
            self.verb_line(statement, verb, scope, acting)
            acting = acting or not _prelude(statement)
            scope.known = scope.known | known_after(statement)

    def verb_line(self, statement: ast.Statement, verb: Verb, scope: Scope, acting: bool) -> None:
        inner = statement.node if isinstance(statement, ast.Annotated) else statement
        if isinstance(inner, ast.RequireStmt) and acting:
            self.sink.add(
                "require-too-late",
                inner.span,
                "a requirement stands after the verb has begun to act",
                help="move it to the head of the verb, or use `if`",
            )
        for below in inner.walk():
            if isinstance(below, ast.RequireStmt) and below is not inner:
                self.sink.add(
                    "require-too-late",
                    below.span,
                    "a requirement stands inside a block",
                    help="a requirement stands at the head of the verb; use `if` here",
                )
            if isinstance(below, ast.StepStmt) and below is not inner:
                self.step_astray(below)
        self.statement(inner, scope)  # type: ignore[arg-type]
        self._record_lets(inner, verb)

    def _record_lets(self, node: ast.Node, verb: Verb) -> None:
        """Fills in the types of the values that triggers may read."""
        for below in [node, *(node.body.statements if isinstance(node, ast.StepStmt) else ())]:
            plain = below.node if isinstance(below, ast.Annotated) else below
            name = getattr(plain, "name", None)
            if isinstance(name, ast.Ident) and name.text in verb.lets and name in self.facts.types:
                verb.lets[name.text] = (self.facts.types[name], verb.lets[name.text][1])

    # ---- abilities
    def live_line(self, node: ast.LiveDef) -> None:
        kind, field = node.kind.text, node.field.text if node.field else ""
        if kind not in self.vocab.kinds:
            self.sink.add(
                "unknown-type", node.kind.span, f"no kind is named `{kind}`", help=suggest(kind, self.vocab.kinds)
            )
            return
        texts = [f.name for f in self.vocab.fields_of(kind).values() if f.type.form == "rules"]
        if field and field not in texts and node.field is not None:
            self.sink.add("unknown-field", node.field.span, f"{kind} has no text `{field}`", help=suggest(field, texts))
        scope = Scope(subject=("this", kind_of(kind)))
        scope.declare("this", Ref("local", "this"), kind_of(kind))
        certain = known_if(node.condition) if node.condition is not None else frozenset[str]()
        subject = self._live_subject(node, scope, certain)
        known = self.condition(node.condition, scope) if node.condition is not None else frozenset[str]()
        scope = scope.inner(known=known)
        self.headers(node.headers, scope)
        if node.through is not None:
            self.check_call(node.through, scope)
        for name in [field] if field else texts:
            self.live[kind, name] = (node, subject)

    def _live_subject(self, node: ast.LiveDef, scope: Scope, certain: frozenset[str]) -> Type:
        """Who `self` is: checked with the condition known, since a text is live only while that holds."""
        if node.each is not None:
            subject = self._collection(node.each.source, scope)
            self.bind(node.each.name, subject, scope)
        elif node.subject is not None:
            subject = self.check(node.subject, scope.inner(known=certain))
        else:
            subject = UNKNOWN
        subject = present(subject)
        scope.declare("self", Ref("local", "self"), subject)
        return subject

    def carrier(self, node: ast.Item, rows: tuple[str, ...]) -> None:
        match node:
            case ast.KeywordDef(name=name, abilities=abilities) | ast.StatusDef(name=name, abilities=abilities):
                trait = self.vocab.traits[name.text]
                this = kind_of(trait.name)
                carrier = Carrier(trait.form, trait.name, "", kind_of(trait.kind), this)
                scope = self._ability_scope(carrier)
                for param in trait.params:
                    if param.default is not None:
                        self.need(param.default, Scope(), param.type)
                    scope.declare(param.name, Ref("field", param.name, owner="this"), param.type, param.span)
            case ast.EveryDef(kind=kind, abilities=abilities):
                if kind.text not in self.vocab.kinds:
                    self.sink.add(
                        "unknown-type",
                        kind.span,
                        f"no kind is named `{kind.text}`",
                        help=suggest(kind.text, self.vocab.kinds),
                    )
                    return
                carrier = Carrier("every", kind.text, "", kind_of(kind.text), kind_of(kind.text))
                scope = self._ability_scope(carrier)
            case _:
                return
        self.facts.units.append(Unit(carrier, abilities, rows))
        for ability in abilities:
            self.ability(ability, scope)

    def card_text(
        self, kind: str, card: str, field: str, abilities: tuple[ast.Item, ...], rows: tuple[str, ...]
    ) -> None:
        if not abilities:
            return
        found = next((self.live[k, field] for k in self.vocab.ancestors(kind) if (k, field) in self.live), None)
        if found is None:
            self.sink.add(
                "never-live",
                abilities[0].span,
                f"no `live` line makes the {field} of a {kind} live",
                help=f"declare `live {kind}.{field} for …` in the rules",
            )
            return
        carrier = Carrier("card", card, field, found[1], kind_of(kind))
        self.facts.units.append(Unit(carrier, abilities, rows))
        scope = self._ability_scope(carrier)
        for ability in abilities:
            self.ability(ability, scope)

    def _ability_scope(self, carrier: Carrier) -> Scope:
        scope = Scope(subject=("self", carrier.self_type))
        scope.declare("self", Ref("local", "self"), carrier.self_type)
        scope.declare("this", Ref("local", "this"), carrier.this_type)
        return scope

    def ability(self, node: ast.Item, scope: Scope) -> None:
        match node:
            case ast.Annotated(node=inner):
                self.ability(inner, scope)
            case ast.Passive(condition=condition, modifiers=modifiers):
                known = self.condition(condition, scope) if condition is not None else frozenset[str]()
                self.modifiers(modifiers, scope.inner(known=known))
            case ast.Trigger(timing=timing, pattern=pattern, headers=headers, body=body):
                self._answer(timing, pattern, headers, body, scope)
            case ast.Reaction(timing=timing, pattern=pattern, headers=headers, body=body):
                self._answer(timing, pattern, headers, body, scope)
                self._chooser(node, None, scope)
            case ast.Activation(headers=headers, body=body):
                known = self.headers(headers, scope)
                self.block(body, scope.inner(known=known))
                self._chooser(node, None, scope)
            case ast.Ai(steps=steps):
                self.ai(steps, scope)
            case _:
                raise AssertionError(node)

    def _answer(
        self, timing: str, pattern: ast.Pattern, headers: tuple[ast.Header, ...], body: ast.Block, scope: Scope
    ) -> None:
        inside = self.trigger_scope(pattern, timing, scope)
        known = self.headers(headers, inside)
        self.block(body, inside.inner(known=known))
        for below in body.walk() if timing in ("during", "after") else ():
            if isinstance(below, ast.PreventStmt):
                self.sink.add(
                    "outside-event",
                    below.span,
                    f"what has happened cannot be prevented, and this text comes {timing} it",
                    help="write `before` or `instead of` in its first line",
                )

    def headers(self, headers: tuple[ast.Header, ...], scope: Scope) -> frozenset[str]:
        known: frozenset[str] = frozenset()
        for header in headers:
            match header:
                case ast.Costs(calls=calls):
                    for call in calls:
                        self.check_call(call, scope.inner(known=known))
                case ast.Requires(condition=condition, message=message):
                    known |= self.condition(condition, scope)
                    self.message(message, scope)
                case ast.Limit(frame=frame):
                    self._frame(frame)
                case ast.Recharges(pattern=pattern):
                    self.whole(pattern)
                    self.trigger_scope(pattern, "after", scope)
                case ast.Uses(count=count):
                    self.bounded(count, header.span)
                case ast.TimingClass():
                    pass
                case _:
                    assert_never(header)
        return known

    def ai(self, steps: tuple[ast.AiStep, ...], scope: Scope) -> None:
        closed = False
        for step in steps:
            if closed:
                self.sink.add("unreachable-step", step.span, "the step above holds in every situation")
            inside = scope.inner()
            if step.condition is not None:
                inside.known = self.condition(step.condition, inside)
            self.statements((*step.body, *step.thens), inside)
            closed = closed or (step.condition is None and not step.read_on)
        if steps and not closed:
            self.sink.add(
                "open-situation",
                steps[-1].span,
                "there are situations in which no step holds",
                help="end with `otherwise:`, with `nothing` in it where nothing is to be done",
            )

    # ---- modifiers
    def modifiers(self, modifiers: tuple[ast.Item, ...], scope: Scope) -> None:
        for modifier in modifiers:
            self.modifier(modifier, scope)

    def modifier(self, node: ast.Item, scope: Scope) -> None:
        match node:
            case ast.Annotated(node=inner):
                self.modifier(inner, scope)
            case ast.Adjust(amount=amount, stat=stat, scope=target, condition=condition):
                self._stat_change(stat, target, amount, condition, scope)
            case ast.Override(stat=stat, scope=target, value=value, condition=condition):
                self._stat_change(stat, target, value, condition, scope)
            case ast.Forbid(subject=subject, pattern=pattern, condition=condition, message=message):
                self.whole(pattern)
                inside = self.pattern(pattern, scope)
                if pattern.condition is not None:
                    self.condition(pattern.condition, inside)
                if subject is not None:
                    self._affected(subject, scope)
                    self._one_actor(pattern)
                self._modifier_condition(condition, scope)
                self.message(message, scope)
            case ast.Grant(subject=subject, reference=reference, condition=condition):
                owner = self._affected(subject, scope)
                self.reference(reference, owner, scope, "keyword")
                self._modifier_condition(condition, scope)
            case _:
                raise AssertionError(node)

    def _one_actor(self, pattern: ast.Pattern) -> None:
        """Who `cannot` do something is known when its events name alike who does them."""
        actors = [self.vocab.verbs[verb].actor for verb in self.vocab.verbs_named(pattern.verb.text)]
        names = {actor.name if actor is not None else "" for actor in actors}
        if len(names) > 1 or "" in names:
            self.sink.add(
                "wrong-operand",
                pattern.verb.span,
                f"it is not told alike for all of `{pattern.verb.text}` who does it",
                help="let each of these verbs have the same `by` parameter, or leave out who cannot",
            )

    def _affected(self, node: ast.Expr, scope: Scope) -> Type:
        given = self.check(node, scope)
        if given.form == "optional":
            self._maybe_none(node.span)
        owner = given.element if given.is_collection else given
        if owner.form not in ("kind", "unknown"):
            self.wrong(node, "something on which it works", given, "write `all` before a noun")
        return owner

    def _modifier_condition(self, condition: ast.Expr | None, scope: Scope) -> None:
        if condition is not None:
            self.condition(condition, scope)

    def _stat_change(
        self, stat: ast.Ident, target: ast.Expr | None, value: ast.Expr, condition: ast.Expr | None, scope: Scope
    ) -> None:
        subject = scope.nearest_subject()
        owner = self._affected(target, scope) if target is not None else (subject[1] if subject else UNKNOWN)
        known = self.condition(condition, scope) if condition is not None else frozenset[str]()
        self.need(value, scope.inner(known=known), INT)
        if owner.form != "kind":
            return
        found = self.vocab.stat_of(owner.name, stat.text)
        if found is None:
            names = {name for kind, name in self.vocab.stats if kind in self.vocab.ancestors(owner.name)}
            declared = self.vocab.field_of(owner.name, stat.text)
            help = f"declare `stat {stat.text} of {owner.name}`" if declared else suggest(stat.text, names)
            self.sink.add("unknown-field", stat.span, f"`{stat.text}` is no stat of {owner}", help=help)
        else:
            self.facts.refs[stat] = Ref("field", stat.text, owner=found.kind)


def _prelude(statement: ast.Statement) -> bool:
    inner = statement.node if isinstance(statement, ast.Annotated) else statement
    return isinstance(inner, ast.RequireStmt | ast.LetStmt)


def check(vocab: Vocabulary, sink: Sink) -> Checked | None:
    """Checks a game; None when an error was found."""
    before = sink.errors
    facts = Facts(vocab)
    checker = Checker(facts, sink)
    checker.definitions()
    checker.cards(vocab.cards.values())
    check_whole(facts, doings(facts).items(), sink)
    return None if sink.errors > before else Checked(vocab, facts)

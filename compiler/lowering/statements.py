"""Lowering of statements.

Job: expand operands that choose into choices around the call, sets into loops and modes into conditions; for every
text, compute whether it could do anything (its *feasibility*). Reads side tables, changes nothing in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from compiler.core import ir
from compiler.core.rewrite import conjunction, keep_locals, replace_local, rewrite_get
from compiler.lowering.feasibility import CHOOSING, Feasibility
from compiler.lowering.traits import copy_to, drop_from
from dsl.meaning.bounds import ROUNDS
from dsl.meaning.types import Type
from dsl.syntax import ast


def below(tag: tuple[ir.Mark, ...], done: Sequence[ir.Stmt]) -> tuple[ir.Stmt, ...]:
    """All that a statement is lowered to, below the tag that stands above the statement."""
    return tuple(part for statement in done for part in (*tag, statement))


class StmtLowering(Feasibility):
    """Lowers statements, durations and modifiers."""

    def block(self, block: ast.Block | None) -> tuple[ir.Stmt, ...]:
        with self.earlier.scope():
            return self.statements(block.statements) if block is not None else ()

    def statements(self, nodes: tuple[ast.Statement, ...]) -> tuple[ir.Stmt, ...]:
        """Lowers a block. A choice that binds a name takes the rest of its block as its body."""
        lowered: list[ir.Stmt] = []
        for index, node in enumerate(nodes):
            inner = ast.plain(node)
            tag = (ir.Mark(self.at(node), tuple(r.text for r in node.rows)),) if isinstance(node, ast.Annotated) else ()
            if isinstance(inner, ast.ChooseStmt) and inner.body is None:
                lowered += (*tag, *self.with_targets(inner, nodes[index + 1 :]))
                break
            if isinstance(inner, ast.CallStmt) and inner.stops:
                with self.earlier.having((inner.call, *self.earlier.needed(inner.call))):
                    rest = self.statements(nodes[index + 1 :])
                *done, last = self.giving(inner.call, rest, None)  # the rest of the block is in the last
                lowered += (*below(tag, done), last) if done else (*tag, last)
                break
            lowered += below(tag, self.with_targets(inner))
        return tuple(lowered)

    def with_targets(self, node: ast.Statement, rest: tuple[ast.Statement, ...] = ()) -> tuple[ir.Stmt, ...]:
        """A statement, for which nothing fits if an earlier call whose `target` it needs had none. What needs the value
        that it names does nothing then either. ``rest``: the body of a choice that has no block.
        """
        needed, at = self.earlier.needed(node), self.at(node)
        with self.earlier.having(needed):
            if isinstance(node, ast.ChooseStmt) and node.body is None:
                done: tuple[ir.Stmt, ...] = (self.choose(node, self.statements(rest)),)
            else:
                done = self.statement(node)
        unnamed: tuple[ir.Stmt, ...] = ()
        if isinstance(node, ast.LetStmt | ast.RollStmt | ast.CreateStmt):
            self.earlier.values[node.name.text] = needed
            unnamed = (ir.Let(at, None, node.name.text, ir.Const(at, None)),)
        if not needed:
            return done
        otherwise = self.block(node.otherwise) if isinstance(node, ast.ChooseStmt) else ()
        return (*unnamed, ir.If(at, self.earlier.are_there(at, needed), done, otherwise))

    def statement(self, node: ast.Statement) -> tuple[ir.Stmt, ...]:
        at = self.at(node)
        match node:
            case ast.Annotated():
                return self.statements((node,))
            case ast.CallStmt() | ast.CallBlock() | ast.CallElse():
                return self.calling(node)
            case ast.LetStmt(name=name, value=value):
                return (ir.Let(at, self.holder(name), name.text, self.expr(value)),)
            case ast.RollStmt(name=name, dice=dice):
                return (ir.Roll(at, self.holder(name), name.text, self.expr(dice)),)
            case ast.RerollStmt(dice=dice, place=place):
                owner, name_ = self.place(place)
                return (ir.Reroll(at, owner, name_, self.expr(dice)),)
            case ast.SetStmt(place=place, value=value):
                return (self.write(at, place, "set", self.expr(value)),)
            case ast.ChangeStmt(sign=sign, place=place, amount=amount):
                return (self.write(at, place, "add" if sign > 0 else "remove", self.change(place, amount)),)
            case ast.RequireStmt():
                raise AssertionError("requirements are lowered with their verb")
            case ast.PreventStmt():
                return (ir.Prevent(at),)
            case ast.EndStmt(frame=frame):
                return (ir.End(at, frame.text),)
            case ast.ResolveStmt(subject=subject):
                return (ir.Resolve(at, self.expr(subject) if subject is not None else None),)
            case ast.NothingStmt():
                return ()
            case ast.OfferStmt(classes=classes, player=player, subject=subject, once=once):
                about = self.expr(subject) if subject is not None else None
                return (ir.Offer(at, tuple(c.text for c in classes), self.expr(player), about, once),)
            case ast.CreateStmt(name=name, kind=kind, card=card, values=values):
                made = tuple((v.field.text, self.expr(v.value)) for v in values)
                source = self.expr(card) if card is not None else None
                return (ir.Create(at, self.holder(name), name.text, kind.text, source, made),)
            case ast.PutStmt(entity=entity, place=zone, end=end):
                return (ir.Primitive(at, f"put_{end}", (self.expr(entity), self.expr(zone))),)
            case ast.TakeStmt(entity=entity):
                return (ir.Primitive(at, "take", (self.expr(entity),)),)
            case ast.PlaceStmt(entity=entity, square=square):
                return (ir.Primitive(at, "place", (self.expr(entity), self.expr(square))),)
            case ast.LiftStmt(entity=entity):
                return (ir.Primitive(at, "lift", (self.expr(entity),)),)
            case ast.RemoveStmt(entity=entity):
                return (ir.Primitive(at, "remove", (self.expr(entity),)),)
            case ast.ShuffleStmt(zone=zone):
                return (ir.Primitive(at, "shuffle", (self.expr(zone),)),)
            case ast.RevealStmt(entity=entity, player=player):
                return (ir.Primitive(at, "reveal", (self.expr(entity), self.expr(player))),)
            case ast.AddStmt():
                return self.add(node)
            case ast.DropStmt(status=status, target=target):
                if target is None:
                    return (ir.Primitive(at, "drop", (self.expr(status),)),)
                return drop_from(self, at, status, self.expr(target))
            case ast.CopyStmt():
                return copy_to(self, at, node)
            case ast.IfStmt(condition=condition, body=body, otherwise=otherwise):
                return (ir.If(at, self.expr(condition), self.block(body), self.block(otherwise)),)
            case ast.EachStmt(name=name, source=source, body=body):
                return (ir.Each(at, name.text, self.expr(source), self.block(body)),)
            case ast.RepeatStmt(times=times, body=body):
                return (ir.Repeat(at, self.expr(times), self.block(body)),)
            case ast.WhileStmt(condition=condition, bound=bound, body=body):
                return (ir.While(at, self.expr(condition), self.expr(bound), self.block(body)),)
            case ast.MayStmt(player=player, body=body):
                return self.may(node, player, self.block(body))
            case ast.MayOften():
                return self.may_often(node)
            case ast.ChooseStmt(body=body):
                return (self.choose(node, self.block(body)),)
            case ast.ChooseOne(player=player, options=options):
                return (ir.ChooseMode(at, self.chooser(node, player), tuple(self.mode(o) for o in options)),)
            case ast.StepStmt(name=name, body=body):
                return (ir.Step(at, name.text, self.block(body)),)
            case ast.LastingStmt(duration=duration, modifiers=modifiers):
                return (self.lasting(at, duration, modifiers),)
            case _:
                assert_never(node)

    # ---- places
    def holder(self, name: ast.Ident) -> ir.Expr | None:
        """The event that holds a value which triggers may read; None for a plain local."""
        ref = self.facts.refs.get(name)
        return ir.Local(self.at(name), "ev") if ref is not None and ref.form == "event" else None

    def place(self, place: ast.Path) -> tuple[ir.Expr | None, str]:
        """The owner and the name of the value that a path denotes; no owner for a plain local."""
        at = self.at(place)
        if place.fields:
            lowered = self.path(place)
            assert isinstance(lowered, ir.Get | ir.Stat)
            return lowered.owner, lowered.field if isinstance(lowered, ir.Get) else lowered.stat
        assert isinstance(place.head, ast.Ident)
        ref = self.facts.refs[place.head]
        match ref.form:
            case "event":
                return ir.Local(at, "ev"), ref.name
            case "trigger":
                return ir.Local(at, "trigger"), ref.name
            case "field":
                return (self.it if ref.owner == "it" else ir.Local(at, ref.owner)), ref.name
            case _:
                return None, ref.name

    def write(self, at: int, place: ast.Path, how: str, value: ir.Expr) -> ir.Stmt:
        owner, name = self.place(place)
        is_event = isinstance(owner, ir.Local) and owner.name in ("ev", "trigger") and not place.fields
        if owner is None or is_event:
            if how != "set":
                current: ir.Expr = ir.Local(at, name) if owner is None else ir.Get(at, owner, name)
                value = self.changed(at, place, current, how, value)
            return ir.Let(at, owner, name, value)
        if how == "add" and self.type_of(place).form == "list":  # `add` is that of sets, which hold each value once
            return ir.Write(at, owner, name, "set", self.changed(at, place, ir.Get(at, owner, name), how, value))
        return ir.Write(at, owner, name, how, value)

    def changed(self, at: int, place: ast.Path, current: ir.Expr, how: str, value: ir.Expr) -> ir.Expr:
        held = self.type_of(place)
        if held.is_collection:
            joining = "concat" if held.form == "list" else "union"
            return ir.Core(at, joining if how == "add" else "without", (current, value))
        return ir.Op(at, "+" if how == "add" else "-", (current, value))

    def change(self, place: ast.Path, amount: ast.Expr) -> ir.Expr:
        lowered = self.expr(amount)
        if self.type_of(place).is_collection and not self.type_of(amount).is_collection:
            return ir.Collection(self.at(amount), (lowered,), False)
        return lowered

    # ---- calls
    def calling(self, node: ast.CallStmt | ast.CallBlock | ast.CallElse) -> tuple[ir.Stmt, ...]:
        """A call with its block. For `else` a local says whether the call was carried out."""
        with self.earlier.having((node.call, *self.earlier.needed(node.call))):
            body = self.block(node.body) if isinstance(node, ast.CallBlock) else None
        otherwise = None if isinstance(node, ast.CallStmt) else node.otherwise
        if node.call.result is not None:
            return self.giving(node.call, body, otherwise)
        body = body or ()
        if otherwise is None:
            return self.do(node.call, body)
        at = self.at(node)
        name = self.fresh("done")
        kept = ir.Let(at, None, name, ir.Const(at, True))
        refused = ir.Op(at, "not", (ir.Local(at, name),))
        return (
            ir.Let(at, None, name, ir.Const(at, False)),
            *self.do(node.call, (kept, *body)),
            ir.If(at, refused, self.block(otherwise), ()),
        )

    def giving(
        self, call: ast.Call, body: tuple[ir.Stmt, ...] | None, otherwise: ast.Block | None
    ) -> tuple[ir.Stmt, ...]:
        """A call that gives something. Its body is passed over, and its `else` done, where it gives nothing."""
        if call.result is None:
            return self.do(call, body or ())
        at = self.at(call.result)
        given = ir.Local(at, self.fresh("given"))
        nothing = ir.Op(at, "==", (given, ir.Const(at, None)))
        first = ir.Let(at, None, given.name, ir.Const(at, None))
        named = ir.Let(at, self.holder(call.result), call.result.text, given)
        kept = ir.If(at, nothing, (), (named, *body)) if body is not None else named
        after = (ir.If(at, nothing, self.block(otherwise), ()),) if otherwise is not None else ()
        return (first, *self.do(call, (), given.name), kept, *after)

    def do(self, call: ast.Call, body: tuple[ir.Stmt, ...], given: str = "") -> tuple[ir.Stmt, ...]:
        """A call inside the choices of its operands; the choice of the first operand is the outermost.

        ``given``: the local for what the verb gives.
        """
        at, needed = self.at(call), self.earlier.needed(call)
        with self.earlier.having(needed):
            done = self.chosen_call(call, body, given)
        if needed:
            done = (ir.If(at, self.earlier.are_there(at, needed), done, ()),)
        kept = self.earlier.kept(call)
        if kept.local or (kept.stale and not isinstance(done[0], ir.Emit)):  # a call that may find nothing
            done = (ir.Let(at, None, self.earlier.local(call), ir.Const(at, None)), *done)
        return done

    def chosen_call(self, call: ast.Call, body: tuple[ir.Stmt, ...], given: str) -> tuple[ir.Stmt, ...]:
        at = self.at(call)
        binding = self.facts.bindings[call]
        verb = self.vocab.verbs[binding.verb]
        arguments: list[tuple[str, ir.Expr]] = []
        around: list[tuple[str, ast.Expr, str]] = []
        for param, operand in binding.operands:
            declared = verb.param(param)
            assert declared is not None
            chooses = isinstance(operand, ast.RandomOf) or (
                isinstance(operand, ast.Query) and operand.quantifier in CHOOSING
            )
            over = self.type_of(operand).is_collection and not declared.type.is_collection
            if chooses or over:
                name = self.fresh(param)
                around.append((name, operand, "choose" if chooses else "each"))
                arguments.append((param, ir.Local(at, name)))
            else:
                arguments.append((param, self.expr(operand)))
        if call.duration is not None and binding.duration:
            arguments.append((binding.duration, self.duration(call.duration)))
        target = self.earlier.local(call) if verb.param("target") is not None else ""
        result = (given, verb.result.name) if given and verb.result is not None else ()
        done: tuple[ir.Stmt, ...] = (ir.Emit(at, verb.name, tuple(arguments), target, result, body),)
        possible: ir.Expr = ir.Can(at, verb.name, tuple(arguments))  # for some of the operands that are chosen later
        for index, (name, operand, how) in reversed(tuple(enumerate(around))):
            if how == "each":
                done = (ir.Each(at, name, self.expr(operand), done),)
            else:
                assert isinstance(operand, ast.Query | ast.RandomOf)
                done = (self.choose_operand(operand, name, done, possible if self.may_refuse(verb) else None),)
            possible = self.possible_for_some(possible, name, operand) if index else possible
        return done

    def choose_operand(
        self, node: ast.Query | ast.RandomOf, name: str, body: tuple[ir.Stmt, ...], eligible: ir.Expr | None
    ) -> ir.Stmt:
        at = self.at(node)
        if isinstance(node, ast.RandomOf):
            members = self.expr(node.source)
            if eligible is not None:
                members = ir.Gather(at, "set", name, members, eligible, ir.Local(at, name))
            chance = ir.Const(at, None)
            return ir.Choose(at, "random", None, name, members, None, None, chance, None, (), body, ())
        bound, source, condition = self.candidates(node)
        if eligible is not None:
            tests = [] if condition is None else [condition]
            condition = conjunction(at, [*tests, replace_local(eligible, name, ir.Local(at, bound))])
        options = ir.Gather(at, "set", bound, source, condition, ir.Local(at, bound))
        kind = self.type_of(node)
        kind = kind.element if kind.is_collection else kind
        ranks = (*(self.rank(p, ir.Local(at, "it"), kind) for p in node.preferences), *self.last_ranks(at, kind))
        if node.quantifier in ("nearest", "farthest"):
            first = ast.Preference(node.span, node.quantifier, None, None)
            ranks = (self.rank(first, ir.Local(at, "it"), kind), *ranks)
        player = self.chooser(node, None) if node.quantifier != "random" else ir.Const(at, None)
        if node.quantifier == "up":
            some = self.fresh("some")
            least, most = ir.Const(at, 0), ir.Const(at, node.limit)
            inner = (ir.Each(at, name, ir.Local(at, some), body),)
            return ir.Choose(at, "some", None, some, options, least, most, player, None, ranks, inner, ())
        how = "random" if node.quantifier == "random" else "one"
        return ir.Choose(at, how, None, name, options, None, None, player, None, ranks, body, ())

    def last_ranks(self, at: int, kind: Type) -> tuple[ir.Expr, ...]:
        """The rank that decides between equally preferred options; here there is none."""
        return ()

    # ---- choices
    def chooser(self, node: ast.Node, player: ast.Expr | None) -> ir.Expr:
        if player is not None:
            return self.expr(player)
        at = self.at(node)
        first, *rest = self.facts.choosers[node]
        found: ir.Expr = ir.Local(at, first) if first == "self" else ir.Get(at, ir.Local(at, "ev"), first)
        for name in rest:
            found = ir.Get(at, found, name)
        return found

    def may(
        self, node: ast.MayStmt | ast.MayOften, player: ast.Expr | None, body: tuple[ir.Stmt, ...]
    ) -> tuple[ir.Stmt, ...]:
        at = self.at(node)
        yes = ir.Const(at, True)
        name = self.fresh("may")
        ask = ir.Choose(at, "yes", None, name, yes, None, None, self.chooser(node, player), None, (), body, ())
        possible = self.feasible(node.body.statements)
        return (ask,) if possible is None else (ir.If(at, possible, (ask,), ()),)

    def may_often(self, node: ast.MayOften) -> tuple[ir.Stmt, ...]:
        """A loop that ends when the player declines, or when nothing is left to be offered."""
        at = self.at(node)
        name = self.fresh("more")
        tests = [self.expr(node.condition)] if node.condition is not None else []
        taken = ir.Let(at, None, name, ir.Const(at, True))
        declined = ir.Let(at, None, name, ir.Const(at, False))
        asked = (declined, *self.may(node, node.player, (taken, *self.block(node.body))))
        again = conjunction(at, [ir.Local(at, name), *tests])
        return (taken, ir.While(at, again, ir.Const(at, ROUNDS), asked))

    def choose(self, node: ast.ChooseStmt, body: tuple[ir.Stmt, ...]) -> ir.Stmt:
        at = self.at(node)
        least = most = None
        at_random = node.amount is not None and node.amount.form == "random"
        if node.amount is not None and not at_random:
            limit = self.expr(node.amount.limit) if node.amount.limit is not None else None
            least = limit if node.amount.form == "exactly" and limit is not None else ir.Const(at, 0)
            least = self.expr(node.amount.least) if node.amount.least is not None else least
            most = limit
        such_that = self.expr(node.such_that) if node.such_that is not None else None
        how = "random" if at_random else "one" if node.amount is None else "some"
        if such_that is not None:  # it tests the chosen value before an event holds that value
            such_that = rewrite_get(such_that, "ev", node.name.text)
        return ir.Choose(
            at,
            how,
            self.holder(node.name),
            node.name.text,
            self.expr(node.source),
            least,
            most,
            self.chooser(node, node.player) if not at_random else ir.Const(at, None),
            such_that,
            (),
            body,
            self.block(node.otherwise),
        )

    def mode(self, node: ast.Option) -> ir.Mode:
        possible = self.possible_option(node)
        with self.earlier.having(self.earlier.needed(node)):
            body = self.block(node.body)
        return ir.Mode(self.at(node), node.label, possible, body)

    # ---- statuses, modifiers, durations
    def left_out(self, reference: ast.Reference) -> list[ir.Expr]:
        """The defaults behind the values that a keyword or status is given."""
        missing = self.vocab.traits[self.facts.refs[reference.name].name].params[len(reference.arguments) :]
        return [self.expr(param.default) for param in missing if param.default is not None]

    def add(self, node: ast.AddStmt) -> tuple[ir.Stmt, ...]:
        at = self.at(node)
        ref = self.facts.refs[node.reference.name]
        status = self.name(node.reference.name) if ref.form != "trait" else ir.Const(at, ref.name)
        values = [self.expr(a) for a in node.reference.arguments]
        values += self.left_out(node.reference) if ref.form == "trait" else []
        duration = self.duration(node.duration) if node.duration is not None else None
        if self.type_of(node.target).is_collection:
            name = self.fresh("each")
            inner = ir.AddStatus(at, status, tuple(values), ir.Local(at, name), duration)
            return (ir.Each(at, name, self.expr(node.target), (inner,)),)
        return (ir.AddStatus(at, status, tuple(values), self.expr(node.target), duration),)

    def lasting(self, at: int, duration: ast.Duration, modifiers: tuple[ast.Item, ...]) -> ir.Stmt:
        # A lasting modifier may exist longer than its ability, so it stores the value of `self`.
        me = ir.Op(at, "==", (ir.Local(at, "it"), ir.Local(at, "self")))
        made = [made for m in modifiers for made in self.modifiers(m)]
        scoped = tuple(m if m.form == "forbid" or m.scope is not None else replace(m, scope=me) for m in made)
        kept, keep = keep_locals(scoped, frozenset({"it", "then"}))
        return ir.Lasting(at, self.duration(duration), kept, keep)

    def modifiers(self, node: ast.Item, rows: tuple[str, ...] = ()) -> tuple[ir.Modifier, ...]:
        """A modifier; several for a `cannot` about verbs that name differently who acts."""
        if isinstance(node, ast.Annotated):
            return self.modifiers(node.node, rows + tuple(r.text for r in node.rows))
        if isinstance(node, ast.Forbid):
            return self.forbid(node, rows)
        return (self.modifier(node, rows),)

    def modifier(self, node: ast.Item, rows: tuple[str, ...]) -> ir.Modifier:
        at = self.at(node)
        match node:
            case ast.Adjust(sign=sign, amount=amount, stat=stat, scope=scope, condition=condition):
                value = self.expr(amount)
                value = value if sign > 0 else ir.Op(at, "neg", (value,))
                return self._modifier(at, ("adjust", stat.text), scope, value, condition, rows)
            case ast.Override(stat=stat, scope=scope, bound=bound, value=value_node, condition=condition):
                form = bound or "override"
                return self._modifier(at, (form, stat.text), scope, self.expr(value_node), condition, rows)
            case ast.Grant(subject=subject, reference=reference, condition=condition):
                granted = self._modifier(at, ("grant", reference.name.text), subject, None, condition, rows)
                values = (*(self.expr(a) for a in reference.arguments), *self.left_out(reference))
                return ir.Modifier(at, "grant", granted.stat, (), granted.scope, None, values, granted.condition, rows)
            case ast.Losing(subject=subject, name=name, condition=condition):
                return self._modifier(at, ("grant", self.facts.refs[name].name), subject, None, condition, rows)
            case _:
                raise AssertionError(node)

    def _modifier(
        self, at: int, what: tuple[str, str], scope: ast.Expr | None, value: ir.Expr | None,
        condition: ast.Expr | None, rows: tuple[str, ...],
    ) -> ir.Modifier:  # fmt: skip
        test = self.expr(condition) if condition is not None else None
        return ir.Modifier(at, what[0], what[1], (), self.affected(scope), value, (), test, rows)

    def affected(self, scope: ast.Expr | None) -> ir.Expr | None:
        """Whether the modifier affects the local `it`; None if it affects only `self`."""
        if scope is None or (isinstance(scope, ast.Path) and scope.span.text == "self"):
            return None
        at = self.at(scope)
        it = ir.Local(at, "it")
        if not isinstance(scope, ast.Query):
            operator = "in" if self.type_of(scope).is_collection else "=="
            return ir.Op(at, operator, (it, self.expr(scope)))
        ref = self.facts.refs[scope.noun]
        tests = [self.is_noun(at, ref, it)]
        kind = self.type_of(scope).element
        tests += [self.filter(f, it, kind) for f in scope.filters]
        if scope.condition is not None:
            tests.append(self.with_it(it, scope.condition))
        return conjunction(at, tests)

    def forbid(self, node: ast.Forbid, rows: tuple[str, ...]) -> tuple[ir.Modifier, ...]:
        at = self.at(node)
        verbs = self.facts.patterns[node.pattern].verbs
        asked = self.pattern(node.pattern, "then")
        tests: list[ir.Expr] = [asked] if asked is not None else []
        if node.pattern.condition is not None:
            tests.append(replace_local(self.expr(node.pattern.condition), "trigger", ir.Local(at, "then")))
        tests += [self.expr(node.condition)] if node.condition is not None else []
        parts = node.message.parts if node.message is not None else ()
        why = tuple(ir.Const(at, p) if isinstance(p, str) else self.expr(p) for p in parts)
        if node.subject is None:
            return (ir.Modifier(at, "forbid", "", verbs, None, None, why, conjunction(at, tests), rows),)
        affected = self.affected(node.subject) or ir.Op(at, "==", (ir.Local(at, "it"), ir.Local(at, "self")))
        acting: dict[str, list[str]] = {}  # the verbs by the name of who acts
        for verb in verbs:
            actor = self.vocab.verbs[verb].actor
            assert actor is not None
            acting.setdefault(actor.name, []).append(verb)
        found: list[ir.Modifier] = []
        for name, named in acting.items():
            who = replace_local(affected, "it", ir.Get(at, ir.Local(at, "then"), name))
            judged = conjunction(at, [who, *tests])
            found.append(ir.Modifier(at, "forbid", "", tuple(named), None, None, why, judged, rows))
        return tuple(found)

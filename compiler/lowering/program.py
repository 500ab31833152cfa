"""From a checked game to its core program.

Job: lower every definition, card and ability; expand keywords, costs, limits and AI. Input: Checked and the vocabulary.
Output: ir.Program. Never reports an error of an author: its input has none.
"""

# Values of cards have many types, which the schema and the checker have checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from compiler.core import ir
from compiler.core.reads import read_by
from compiler.core.rewrite import conjunction, replace_local
from compiler.lowering.ai import AiLowering
from compiler.lowering.losses import loss_kinds, loss_traits, unless_lost
from compiler.lowering.printed import card_decl, kind_decl, plain_data
from compiler.lowering.span_table import SpanTable
from compiler.lowering.statements import StmtLowering
from dsl.checking.results import Checked, Unit
from dsl.dataclass import dataclass
from dsl.meaning.resolve import field_type
from dsl.meaning.types import kind_of
from dsl.meaning.vocab import Function, Vocabulary
from dsl.syntax import ast
from dsl.syntax.unparse import in_one_line

# Types whose values are not entities and do not lead to one.
PLAIN_FORMS = ("int", "bool", "text", "enum", "square", "point", "shape", "terrain", "drawing")

# Core functions that read what is in no field: any change may change what they give.
_OF_NO_FIELD = "has", "instances", "in_play", "distance", "standing_on", "stacks", "remaining"


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program, and the lowering with which more texts can be added to it."""

    program: ir.Program
    statements: StmtLowering
    spans: SpanTable


def lower(checked: Checked) -> Lowered:
    """The program of a game."""
    lowering = _Lowering(checked)
    return Lowered(lowering.run(), lowering.low, lowering.spans)


class _Lowering:
    def __init__(self, checked: Checked) -> None:
        self.vocab: Vocabulary = checked.vocab
        self.facts = checked.facts
        self.spans = SpanTable()
        self.low = AiLowering(checked.facts, self.spans)
        self.functions: dict[str, ir.Function] = {}
        self.abilities: list[ir.Ability] = []
        self.numbers: Counter[str] = Counter()

    def run(self) -> ir.Program:
        vocab = self.vocab
        self.functions = self.declared_functions()
        verbs: dict[str, ir.Verb] = {}
        lives: list[ir.Live] = []
        checks: list[ir.StateCheck] = []
        invariants: list[ir.Invariant] = []
        rosters: dict[str, ir.Roster] = {}
        for node, rows in vocab.definitions:
            match node:
                case ast.VerbDef(name=name):
                    verbs[name.text] = self.verb(node, rows)
                case ast.LiveDef():
                    lives += self.live(node, rows)
                case ast.WheneverDef():
                    checks.append(self.whenever(node, rows, f"check {len(checks) + 1}"))
                case ast.InvariantDef():
                    invariants.append(self.invariant(node, rows))
                case ast.RosterDef(name=name):
                    rosters[name.text] = self.roster(node, rows)
                case _:
                    pass
        for unit in self.facts.units:
            self.unit(unit)
        self.low.owner = ""
        stats = tuple(self.stat(kind, name) for kind, name in vocab.stats)
        return ir.Program(
            game=vocab.game, version=vocab.version, start=vocab.start, board=plain_data(vocab.board),
            policy=dict(vocab.policy),
            kinds={k.name: kind_decl(vocab, k) for k in vocab.kinds.values()} | loss_kinds(self.low),
            enums={e.name: tuple(e.values) for e in vocab.enums.values()},
            dice={d.name: d.faces for d in vocab.dice.values()}, symbols=tuple(sorted(vocab.symbols())),
            terrain=vocab.terrain_letters(), traits=self.traits(),
            cards={c.id: card_decl(vocab, c) for c in vocab.cards.values()}, stats=stats, functions=self.functions,
            verbs=verbs, events=self.events(), abilities=tuple(self.abilities),
            lives=tuple(lives), checks=tuple(checks), rosters=rosters, names=vocab.names,
            spans=tuple(self.spans.rows), data_rows=self.data_rows(), invariants=tuple(invariants),
        )  # fmt: skip

    # ---- data
    def events(self) -> dict[str, tuple[str, ...]]:
        """The classes of events; in `at once` are the verbs that let state checks wait."""
        waiting = tuple(verb.name for verb in self.vocab.verbs.values() if verb.node.at_once)
        found = {e.name: e.members for e in self.vocab.events.values()}
        return found | ({"at once": waiting} if waiting else {})

    def traits(self) -> dict[str, ir.TraitDecl]:
        return {
            t.name: ir.TraitDecl(t.name, t.form, tuple(p.name for p in t.params), t.kind, t.stacking, t.rows)
            for t in self.vocab.traits.values()
        } | loss_traits(self.low)

    def data_rows(self) -> dict[str, tuple[str, ...]]:
        """The rows that data carries: `kind:x`, `field:kind.x` (with its enum's rows), `stat:kind.x`, `die:x`,
        `terrain:x`.
        """
        found: dict[str, tuple[str, ...]] = {}
        for kind in self.vocab.kinds.values():
            found[f"kind:{kind.name}"] = kind.rows
            for field in kind.fields.values():
                inner = field.type.inner if field.type.inner is not None else field.type
                of_enum = self.vocab.enums[inner.name].rows if inner.form == "enum" else ()
                found[f"field:{kind.name}.{field.name}"] = (*field.rows, *of_enum)
        found.update({f"stat:{s.kind}.{s.name}": s.rows for s in self.vocab.stats.values()})
        found.update({f"die:{d.name}": d.rows for d in self.vocab.dice.values()})
        found.update({f"terrain:{name}": rows for name, rows in self.vocab.terrain.items()})
        return {key: rows for key, rows in found.items() if rows}

    # ---- definitions
    def declared_functions(self) -> dict[str, ir.Function]:
        low = self.low
        found: dict[str, ir.Function] = {}
        for noun in self.vocab.nouns.values():
            tests: list[ir.Expr] = []
            at = low.at(noun.node)
            base = noun.node.base.text
            if base in self.vocab.nouns:
                tests.append(low.noun_call(at, base, ir.Local(at, "it")))
            if noun.node.condition is not None:
                tests.append(low.expr(noun.node.condition))
            params = ("it", "self") if noun.relative else ("it",)
            plain = noun.kind.form in PLAIN_FORMS and not noun.relative
            body = conjunction(at, tests)
            found[f"{noun.name}?"] = ir.Function(at, f"{noun.name}?", params, body, noun.rows, plain)
        for function in self.vocab.functions.values():
            found[function.name] = self.function(function)
        for stat in self.vocab.stats.values():
            if stat.node.value is not None:
                name = f"{stat.name} of {stat.kind}"
                found[name] = ir.Function(low.at(stat.node), name, ("self",), low.expr(stat.node.value), ())
        return found

    def function(self, function: Function) -> ir.Function:
        node = function.node
        body = self.table(node) if isinstance(node, ast.TableDef) else self.body(node.body)
        params = tuple(p.name for p in function.params)
        plain = all(p.type.form in PLAIN_FORMS for p in function.params)
        return ir.Function(self.low.at(node), function.name, params, body, function.rows, plain)

    def body(self, node: ast.Expr | ast.FunctionBody) -> ir.Expr:
        """The lines of a body as one expression, from the last, which always gives a value."""
        if not isinstance(node, ast.FunctionBody):
            return self.low.expr(node)
        found: ir.Expr | None = None
        for line in reversed(node.lines):
            at = self.low.at(line)
            if isinstance(line, ast.LetStmt):
                assert found is not None
                found = ir.Bind(at, line.name.text, self.low.expr(line.value), found)
            elif line.condition is None or found is None:
                found = self.body(line.value)
            else:
                found = ir.Pick(at, self.low.expr(line.condition), self.body(line.value), found)
        assert found is not None
        return found

    def table(self, node: ast.TableDef) -> ir.Expr | None:
        """The rows as conditional expressions. The last row has no test: the checker has proved that one row
        applies.
        """
        if not node.rows:
            return None
        found = self.low.expr(node.rows[-1].value)
        for row in reversed(node.rows[:-1]):
            if row.case is not None:
                found = ir.Pick(self.low.at(row), self.low.expr(row.case), self.low.expr(row.value), found)
        return found

    def stat(self, kind: str, name: str) -> ir.StatDecl:
        stat = self.vocab.stats[kind, name]
        at = self.low.at(stat.node)
        value = ir.Apply(at, f"{name} of {kind}", (ir.Local(at, "self"),)) if stat.node.value is not None else None
        return ir.StatDecl(at, kind, name, value, stat.stacking)

    def verb(self, node: ast.VerbDef, rows: tuple[str, ...]) -> ir.Verb:
        verb = self.vocab.verbs[node.name.text]
        params = tuple(
            ir.ParamDecl(self.low.at(p), d.name, self.low.expr(d.default) if d.default is not None else None,
                         d.type.form == "optional" or d.default is not None)
            for p, d in zip(node.params, verb.params, strict=True)
        )  # fmt: skip
        head, rest = self.head(node.body.statements)
        body = self.low.statements(rest)
        return ir.Verb(self.low.at(node), verb.name, params, tuple(verb.lets), verb.steps, head, body, rows)

    def head(
        self, statements: tuple[ast.Statement, ...]
    ) -> tuple[tuple[ir.Let | ir.Require | ir.Mark, ...], tuple[ast.Statement, ...]]:
        """The lets and requirements before the first effect, and the rest."""
        head: list[ir.Let | ir.Require | ir.Mark] = []
        for index, statement in enumerate(statements):
            inner = ast.plain(statement)
            rows = ast.rows_above(statement)
            if isinstance(inner, ast.RequireStmt):
                head.append(self.require(inner, rows))
            elif isinstance(inner, ast.LetStmt):
                head += [ir.Mark(self.low.at(inner), rows)] if rows else []
                head += self.low.statement(inner)  # type: ignore[arg-type]
            else:
                return tuple(head), statements[index:]
        return tuple(head), ()

    def require(self, node: ast.RequireStmt | ast.Requires, rows: tuple[str, ...] = ()) -> ir.Require:
        parts: tuple[Any, ...] = (f"{in_one_line(node.condition)} does not hold",)
        if node.message is not None:
            parts = tuple(p if isinstance(p, str) else self.low.expr(p) for p in node.message.parts)
        return ir.Require(self.low.at(node), self.low.expr(node.condition), parts, rows)

    def whenever(self, node: ast.WheneverDef, rows: tuple[str, ...], name: str) -> ir.StateCheck:
        source = self.low.expr(node.each.source) if node.each is not None else None
        condition = self.low.expr(node.condition)
        body = self.low.block(node.body)
        if node.each is not None:
            at = self.low.at(node)
            source = ir.Gather(at, "set", node.each.name.text, source or ir.Entities(at, ""), condition,
                               ir.Local(at, node.each.name.text))  # fmt: skip
            body = (ir.Each(at, node.each.name.text, source, body),)
        reads = self.reads(ir.Op(0, "and", (condition,) if source is None else (source,)))
        return ir.StateCheck(self.low.at(node), name, source, condition, body, reads, rows)

    def invariant(self, node: ast.InvariantDef, rows: tuple[str, ...]) -> ir.Invariant:
        low, at = self.low, self.low.at(node)
        condition = self.body(node.body)
        broken: ir.Expr = ir.Op(at, "not", (condition,))
        kind, me = "", ir.Local(at, "self")
        if node.noun is not None:
            ref = self.facts.refs[node.noun]
            kind = self.vocab.nouns[ref.name].kind.name if ref.form == "noun" else ref.name
            tests = [low.noun_call(at, ref.name, me)] if ref.form == "noun" else []
            broken = ir.Gather(at, "set", "self", ir.Entities(at, kind), conjunction(at, [*tests, broken]), me)
        return ir.Invariant(at, node.name.text, kind, broken, self.told(condition, kind), rows)

    def told(self, condition: ir.Expr, kind: str) -> tuple[tuple[str, ir.Expr], ...]:
        """The fields that a condition reads of `self` and of the game, each once."""
        found: dict[str, ir.Expr] = {}
        for node in condition.walk():
            if isinstance(node, ir.Get | ir.Stat):
                owner, name = node.owner, node.field if isinstance(node, ir.Get) else node.stat
                mine = isinstance(owner, ir.Local) and owner.name == "self"
                if mine and field_type(self.vocab, kind_of(kind), name) is not None:
                    found[name] = node
                elif isinstance(owner, ir.Core) and owner.function == "game":
                    found[f"game.{name}"] = node
        return tuple(found.items())

    def reads(self, condition: ir.Expr) -> tuple[str, ...]:
        """The fields whose change may change a condition; `*` if any change may."""
        found: set[str] = set()
        seen: set[str] = set()
        stack: list[ir.Node] = [condition]
        while stack:
            for node in stack.pop().walk():
                match node:
                    case ir.Get(field=field):
                        found.add(field)
                    case ir.Stat() | ir.Can():
                        found.add("*")
                    case ir.Core(function=name):  # what measures reads fields without naming them
                        found |= {"*"} if name in _OF_NO_FIELD else set(read_by(name))
                    case ir.Apply(function=name) if name not in seen:
                        seen.add(name)
                        body = self.functions[name].body
                        stack += [body] if body is not None else []
                    case ir.Entities(kind=kind):  # who is of a narrower kind is counted under that
                        found |= {f"all {kind}", *(f"all {heir}" for heir in self.vocab.heirs(kind))}
                    case _:
                        pass
        return tuple(sorted(found))

    def roster(self, node: ast.RosterDef, rows: tuple[str, ...]) -> ir.Roster:
        roster = self.vocab.rosters[node.name.text]
        head, _ = self.head(node.body.statements)
        params = tuple((p.name, p.type.form) for p in roster.params)
        return ir.Roster(self.low.at(node), roster.name, params, head, rows)

    # ---- abilities
    def live(self, node: ast.LiveDef, rows: tuple[str, ...]) -> list[ir.Live]:
        low, at = self.low, self.low.at(node)
        kind = node.kind.text
        texts = [f.name for f in self.vocab.fields_of(kind).values() if f.type.form == "rules"]
        subject = low.expr(node.each.source if node.each is not None else node.subject)  # type: ignore[arg-type]
        condition = low.expr(node.condition) if node.condition is not None else None
        requires, costs, limits, uses, recharges, classes = self.headers(node.headers)
        through = None
        if node.through is not None:
            binding = self.facts.bindings[node.through]
            through = (binding.verb, tuple((name, low.expr(operand)) for name, operand in binding.operands))
        each = node.each.name.text if node.each is not None else ""
        if each:  # `each` names `self`
            me = ir.Local(at, "self")
            condition = replace_local(condition, each, me) if condition is not None else None
            requires, costs = replace_local(requires, each, me), replace_local(costs, each, me)
            through, recharges = replace_local(through, each, me), replace_local(recharges, each, me)
        use = (requires, costs, limits, uses, recharges, classes, through)
        return [
            ir.Live(at, kind, field, each, subject, condition, *use, rows)
            for field in ([node.field.text] if node.field is not None else texts)
        ]

    def unit(self, unit: Unit) -> None:
        carrier = unit.carrier
        self.low.owner = carrier.name if carrier.form == "card" else ""
        prefix = f"{carrier.name}.{carrier.field}" if carrier.field else carrier.name
        for item in unit.abilities:
            rows = unit.rows if carrier.form != "card" else ()
            rows = (*rows, *ast.rows_above(item))
            node = ast.plain(item)
            rows = (*rows, *self.facts.headings[node].rows) if isinstance(node, ast.Headed) else rows
            made = ir.Carrier(self.low.at(node), carrier.form, carrier.name, carrier.field)
            for make, taken, label in self.parts(node):
                self.numbers[prefix] += 1  # a kind may have abilities in several places, and each needs its own id
                ability = make(f"{prefix}#{self.numbers[prefix]}", made, rows)
                if taken is not None:
                    tests = [test for test in (ability.condition, taken) if test is not None]
                    ability = replace(ability, condition=conjunction(taken.at, tests), label=label)
                self.abilities.append(unless_lost(self.low, ability, unit, node))

    def parts(self, node: Any) -> list[tuple[Callable[..., ir.Ability], ir.Expr | None, str]]:
        """What makes an ability, the condition that its form adds, and its label then: a reaction with `always if` is a
        trigger for those who always take it, and a reaction for the others.
        """
        named = isinstance(node, ast.Headed)
        head: Any = self.facts.headings[node].node.ability if named else node
        own = getattr(head, "headers", ())
        always = next((h for h in (own + node.headers if named else own) if isinstance(h, ast.Always)), None)
        make = partial(self.headed, node) if named else self.ability
        if always is None:
            return [(partial(make, head), None, "")]
        taken = self.low.expr(always.condition)
        taken = self.valued(taken, node) if named else taken
        trigger = ast.Trigger(head.span, head.timing, head.pattern, own, head.body)
        label = node.label or head.label
        return [(partial(make, trigger), taken, label), (partial(make, head), ir.Op(taken.at, "not", (taken,)), label)]

    def valued(self, found: Any, node: ast.Headed) -> Any:
        """A part of a named heading, in which values stand in place of the parameters."""
        params, given = self.facts.headings[node].params, node.heading.arguments
        for param, value in zip(params, [*given, *(p.default for p in params[len(given) :])], strict=True):
            assert value is not None
            found = replace_local(found, param.name, self.low.expr(value))
        return found

    def headed(self, node: Any, head: Any, id_: str, carrier: ir.Carrier, rows: tuple[str, ...]) -> ir.Ability:
        """An ability with a named heading, and its own body."""
        low = self.low
        found: ir.Ability = self.valued(self.ability(head, id_, carrier, rows, node.headers), node)
        optional = not isinstance(head, ast.Trigger)
        return replace(
            found, at=low.at(node), label=node.label or found.label, body=low.block(node.body),
            chooser=low.chooser(node, None) if optional else None,
            feasible=low.feasible(node.body.statements) if optional else None,
        )  # fmt: skip

    def ability(
        self, node: Any, id_: str, carrier: ir.Carrier, rows: tuple[str, ...], more: tuple[ast.Header, ...] = ()
    ) -> ir.Ability:
        low, at = self.low, self.low.at(node)
        requires, costs, limits, uses, recharges, classes = self.headers((*getattr(node, "headers", ()), *more))
        timing = step = label = ""
        verbs: tuple[str, ...] = ()
        condition = chooser = feasible = None
        body: tuple[ir.Stmt, ...] = ()
        modifiers: tuple[ir.Modifier, ...] = ()
        match node:
            case ast.Passive():
                condition = low.expr(node.condition) if node.condition is not None else None
                modifiers = tuple(made for m in node.modifiers for made in low.modifiers(m, rows))
            case ast.Trigger() | ast.Reaction():
                timing, found = node.timing, self.facts.patterns[node.pattern]
                verbs, step = found.verbs, found.step
                condition = self.pattern_condition(node.pattern)
                label, body = getattr(node, "label", ""), low.block(node.body)
            case ast.Activation():
                label, body = node.label, low.block(node.body)
            case ast.Ai():
                body = low.ai(node)
            case _:
                raise AssertionError(node)
        if isinstance(node, ast.Reaction | ast.Activation) and node.body.statements:
            chooser, feasible = low.chooser(node, None), low.feasible(node.body.statements)
        form = type(node).__name__.lower()
        return ir.Ability(
            at,
            id_,
            carrier,
            form,
            timing,
            verbs,
            step,
            condition,
            requires,
            costs,
            limits,
            uses,
            recharges,
            classes,
            label,
            chooser,
            feasible,
            body,
            modifiers,
            rows,
        )

    def pattern_condition(self, pattern: ast.Pattern) -> ir.Expr | None:
        """The conditions of a pattern on the event `trigger`, with its `where`."""
        tests = [t for t in [self.low.pattern(pattern, "trigger")] if t is not None]
        tests += [self.low.expr(pattern.condition)] if pattern.condition is not None else []
        return conjunction(self.low.at(pattern), tests) if tests else None

    def headers(self, headers: tuple[ast.Header, ...]) -> tuple[Any, ...]:
        low = self.low
        requires: list[ir.Require] = []
        costs: list[ir.Stmt] = []
        limits: list[str] = []
        classes: list[str] = []
        uses, recharges = 0, None
        for header in headers:
            match header:
                case ast.Costs(calls=calls):
                    for call in calls:
                        costs += low.do(call, ())
                case ast.Requires():
                    requires.append(self.require(header))
                case ast.Limit(frame=frame):
                    limits.append(frame.text)
                case ast.TimingClass(name=name):
                    classes.append(name.text)
                case ast.Uses(count=count):
                    uses = count
                case ast.Recharges(pattern=pattern):
                    recharges = (self.facts.patterns[pattern].verbs, self.pattern_condition(pattern))
                case ast.Always():
                    pass  # it makes two abilities
        return tuple(requires), tuple(costs), tuple(limits), uses, recharges, tuple(classes)

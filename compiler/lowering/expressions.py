"""Lowering of expressions.

Job: replace names by their meaning, which the checker found; expand queries, filters and tests into gatherings over
collections. Input: nodes and the checker's side tables. Output: core expressions. Changes nothing in the tables.
"""

from __future__ import annotations

import re
from typing import assert_never

from compiler.core import ir
from compiler.core.rewrite import conjunction, keep_locals, replace_local
from compiler.lowering.earlier_targets import EarlierTargets
from compiler.lowering.equality import compared, meets, printed_with_values
from compiler.lowering.losses import instances_still, losses_of
from compiler.lowering.span_table import SpanTable
from compiler.lowering.traits import has
from dsl.checking.results import Facts, PatternTest
from dsl.meaning.bounds import integer_literal
from dsl.meaning.resolve import Ref
from dsl.meaning.types import UNKNOWN, Type, assignable, present
from dsl.syntax import ast

_FEW = 64  # a range of so many known numbers is written out


class ExprLowering:
    """Lowers expressions. ``it``: the value of `it`; ``happening``: the local that holds the event of a pattern."""

    def __init__(self, facts: Facts, spans: SpanTable) -> None:
        self.facts = facts
        self.vocab = facts.vocab
        self.losses, self.valued = losses_of(facts), printed_with_values(facts.vocab)
        self.earlier = EarlierTargets(facts, self.fresh)
        self.spans = spans
        self.owner = ""
        self.it: ir.Expr = ir.Local(0, "it")
        self._fresh = 0

    def at(self, node: ast.Node) -> int:
        return self.spans.index(node.span, self.owner)

    def fresh(self, word: str) -> str:
        """A new local with a name that no text can use."""
        self._fresh += 1
        return f"{word}_{self._fresh}_"

    def type_of(self, node: ast.Node) -> Type:
        return self.facts.types.get(node, UNKNOWN)

    # ---- any expression
    def expr(self, node: ast.Expr) -> ir.Expr:
        if node not in self.facts.once:
            return self.as_written(node)
        at, name = self.at(node), self.fresh("each")
        return ir.Gather(at, "set", name, self.as_written(node), None, ir.Local(at, name))

    def as_written(self, node: ast.Expr) -> ir.Expr:
        at = self.at(node)
        match node:
            case ast.IntLiteral(value=value) | ast.BoolLiteral(value=value) | ast.TextLiteral(value=value):
                return ir.Const(at, value)
            case ast.NoneLiteral():
                return ir.Const(at, None)
            case ast.DiceLiteral(text=text):
                square = node in self.facts.refs
                return ir.Core(at, "square", (ir.Const(at, text),)) if square else ir.Const(at, dice_named(text))
            case ast.ListLiteral(items=items):
                ordered = self.type_of(node).form == "list"
                return ir.Collection(at, tuple(self.expr(i) for i in items), ordered)
            case ast.Ident():
                return self.name(node)
            case ast.Path():
                return self.path(node)
            case ast.FunctionCall():
                return self.call(node)
            case ast.Comprehension(function=function, value=value, name=name, source=source, condition=condition):
                inner = self.expr(condition) if condition is not None else None
                if function.text == "count":
                    test = self.expr(value)
                    plain = isinstance(test, ir.Local) and test.name == name.text
                    both = inner if plain else (test if inner is None else ir.Op(at, "and", (inner, test)))
                    return ir.Gather(at, "count", name.text, self.expr(source), both, None)
                return ir.Gather(at, function.text, name.text, self.expr(source), inner, self.expr(value))
            case ast.CanTest(call=call):
                return self.can(call)
            case ast.Ternary(value=value, condition=condition, otherwise=otherwise):
                return ir.Pick(at, self.expr(condition), self.expr(value), self.expr(otherwise))
            case ast.OrElse(left=left, right=right):
                return ir.Op(at, "or", (self.expr(left), self.expr(right)))
            case ast.AndAlso(left=left, right=right):
                return ir.Op(at, "and", (self.expr(left), self.expr(right)))
            case ast.Negation(operand=operand):
                return ir.Op(at, "not", (self.expr(operand),))
            case ast.Quantified(word=word, name=name, source=source, condition=condition):
                return ir.Gather(at, word, name.text, self.expr(source), self.expr(condition), None)
            case ast.Comparison(left=left, operator=operator, right=right):
                return compared(self, at, operator, left, right)
            case ast.IsTest():
                return self.is_test(node)
            case ast.HasTest(left=left, negated=negated, right=right):
                found = has(self, at, self.expr(left), right)
                return ir.Op(at, "not", (found,)) if negated else found
            case ast.InTest(left=left, negated=negated, right=right):
                test = compared(self, at, "in", left, right)
                return ir.Op(at, "not", (test,)) if negated else test
            case ast.AdjacentTest(left=left, right=right):
                return self.adjacent(at, self.expr(left), self.expr(right), self.type_of(left), self.type_of(right))
            case ast.WithinTest(left=left, range=range_, right=right):
                types = (self.type_of(left), self.type_of(right))
                return self.within(at, self.expr(left), self.expr(right), self.expr(range_), types)
            case ast.Arithmetic():
                return self.arithmetic(node)
            case ast.Minus(operand=operand):
                return ir.Op(at, "neg", (self.expr(operand),))
            case ast.RandomOf():
                raise AssertionError("it is chosen around the call")
            case ast.Range() | ast.BestOf() | ast.Query():
                return self.many(node)
            case _:
                assert_never(node)

    # ---- names
    def name(self, ident: ast.Ident) -> ir.Expr:
        at = self.at(ident)
        ref = self.facts.refs[ident]
        match ref.form:
            case "local":
                name = self.earlier.local(ref.value) if isinstance(ref.value, ast.Call) else ref.name
                return self.it if ref.name == "it" else ir.Local(at, name)
            case "event":
                return ir.Get(at, ir.Local(at, "ev"), ref.name)
            case "trigger":
                return ir.Get(at, ir.Local(at, "trigger"), ref.name)
            case "field":
                owner = self.it if ref.owner == "it" else ir.Local(at, ref.owner)
                return self.field(at, owner, self._owner_type(ref, ident), ref.name)
            case "constant" | "trait":
                return ir.Const(at, ref.value)
            case "card":
                return ir.Card(at, ref.name)
            case "square":
                return ir.Core(at, "square", (ir.Const(at, ref.name),))
            case "singleton":
                return ir.Core(at, "game", ())
            case _:
                raise AssertionError(ref)

    def _owner_type(self, ref: Ref, ident: ast.Ident) -> Type:
        """The kind of a field's owner. It matters only for stats, whose names are unique along a line of ancestors."""
        kinds = [kind for kind, name in self.vocab.stats if name == ref.name]
        return Type("bare", kinds[0] if kinds else "")

    def field(self, at: int, owner: ir.Expr, owner_type: Type, name: str) -> ir.Expr:
        match owner_type.form:
            case "roll" | "face":
                symbol = (owner,) if name == "total" else (owner, ir.Const(at, name))
                return ir.Core(at, "total" if name == "total" else "symbols", symbol)
            case "square":
                return ir.Core(at, name, (owner,))
            case "shape":
                return ir.Core(at, "measure", (owner, ir.Const(at, name)))
            case "bare":
                return ir.Stat(at, owner, name) if owner_type.name else self._stored(at, owner, name)
            case "kind" if self.vocab.stat_of(owner_type.name, name):
                return ir.Stat(at, owner, name)
            case _:
                return self._stored(at, owner, name)

    def _stored(self, at: int, owner: ir.Expr, name: str) -> ir.Expr:
        if name == "card":
            return ir.Core(at, "card_of", (owner,))
        if name == "in_play":
            return ir.Core(at, "in_play", (owner,))
        return ir.Get(at, owner, name)

    def path(self, node: ast.Path) -> ir.Expr:
        if not node.fields and node in self.facts.refs:
            return ir.FunctionName(self.at(node), self.facts.refs[node].name)
        found = self.expr(node.head)
        owner_type = present(self.type_of(node.head))
        for ident in node.fields:
            found = self.field(self.at(ident), found, owner_type, ident.text)
            owner_type = present(self.type_of(ident))
        return found

    # ---- functions
    def call(self, node: ast.FunctionCall) -> ir.Expr:
        at = self.at(node)
        ref = self.facts.refs[node.name]
        if ref.form == "function":
            return self._function(node)
        if ref.name == "printed":
            return self._printed(node.arguments[0])
        if ref.name.startswith("round_"):
            return self._rounding(node, ref.name)
        values = tuple(self.expr(a.value if isinstance(a, ast.NamedArgument) else a) for a in node.arguments)
        if ref.name == "instances":
            return instances_still(self, at, values[0], values[1])
        return ir.Core(at, ref.name, values)

    def _function(self, node: ast.FunctionCall) -> ir.Expr:
        function = self.vocab.functions[node.name.text]
        values: dict[str, ir.Expr] = {}
        for index, argument in enumerate(node.arguments):
            if isinstance(argument, ast.NamedArgument):
                values[argument.name.text] = self.expr(argument.value)
            else:
                values[function.params[index].name] = self.expr(argument)
        for param in function.params:
            if param.name not in values and param.default is not None:
                values[param.name] = self.expr(param.default)
        return ir.Apply(self.at(node), function.name, tuple(values[p.name] for p in function.params))

    def _printed(self, node: ast.Expr | ast.NamedArgument) -> ir.Expr:
        """The value before modifiers."""
        lowered = self.expr(node)  # type: ignore[arg-type]
        if not isinstance(lowered, ir.Stat):
            return lowered
        derived = [s for (_, name), s in self.vocab.stats.items() if name == lowered.stat and s.node.value is not None]
        if derived:
            return ir.Apply(lowered.at, f"{derived[0].name} of {derived[0].kind}", (lowered.owner,))
        return ir.Get(lowered.at, lowered.owner, lowered.stat)

    def _rounding(self, node: ast.FunctionCall, name: str) -> ir.Expr:
        at = self.at(node)
        ratio, to = ir.Const(at, 1), ir.Const(at, 1)
        above: ir.Expr = ratio
        below: ir.Expr = ratio
        step: ir.Expr = to
        for argument in node.arguments:
            if isinstance(argument, ast.NamedArgument):
                step = self.expr(argument.value)
            elif isinstance(argument, ast.Arithmetic) and argument.operator == "/":
                above, below = self.expr(argument.left), self.expr(argument.right)
            else:
                above = self.expr(argument)
        return ir.Core(at, name, (above, below, step))

    # ---- tests
    def is_test(self, node: ast.IsTest) -> ir.Expr:
        at = self.at(node)
        head = node.right.head if isinstance(node.right, ast.Path) and not node.right.fields else None
        ref = self.facts.refs.get(head) if isinstance(head, ast.Ident) else None
        if ref is not None and ref.form in ("noun", "kind"):
            test = self.is_noun(at, ref, self.expr(node.left), known_kind=self.type_of(node.left))
        else:
            test = compared(self, at, "==", node.left, node.right)
        return ir.Op(at, "not", (test,)) if node.negated else test

    def is_noun(self, at: int, ref: Ref, value: ir.Expr, known_kind: Type = UNKNOWN) -> ir.Expr:
        """Whether a value belongs to a noun; false for none and for other kinds."""
        kind = self.vocab.nouns[ref.name].kind.name if ref.form == "noun" else ref.name
        tests: list[ir.Expr] = []
        if known_kind.form != "kind" or kind not in self.vocab.ancestors(known_kind.name):
            tests.append(ir.Core(at, "is_kind", (value, ir.Const(at, kind))))
        if ref.form == "noun":
            tests.append(self.noun_call(at, ref.name, value))
        return conjunction(at, tests)

    def noun_call(self, at: int, noun: str, value: ir.Expr) -> ir.Expr:
        own = (ir.Local(at, "self"),) if self.vocab.nouns[noun].relative else ()
        return ir.Apply(at, f"{noun}?", (value, *own))

    def adjacent(self, at: int, a: ir.Expr, b: ir.Expr, a_type: Type, b_type: Type) -> ir.Expr:
        if self._fits("adjacent", a_type, b_type):
            return ir.Apply(at, "adjacent", (a, b))
        return ir.Op(at, "==", (self.distance(at, a, b, (a_type, b_type)), ir.Const(at, 1)))

    def within(self, at: int, a: ir.Expr, b: ir.Expr, range_: ir.Expr, types: tuple[Type, Type]) -> ir.Expr:
        return ir.Op(at, "<=", (self.distance(at, a, b, types), range_))

    def distance(self, at: int, a: ir.Expr, b: ir.Expr, types: tuple[Type, Type]) -> ir.Expr:
        """The game's own `distance`, if it declares one for these types; else that of the board."""
        if self._fits("distance", *types):
            return ir.Apply(at, "distance", (a, b))
        return ir.Core(at, "distance", (a, b))

    def _fits(self, function: str, a: Type, b: Type) -> bool:
        declared = self.vocab.functions.get(function)
        if declared is None or len(declared.params) != 2:
            return False
        given = (present(a), present(b))
        return all(assignable(g, p.type, self.vocab.ancestors) for g, p in zip(given, declared.params, strict=True))

    def arithmetic(self, node: ast.Arithmetic) -> ir.Expr:
        at = self.at(node)
        left, right = self.expr(node.left), self.expr(node.right)
        given = self.type_of(node.left)
        if given.form == "dice":
            return ir.Core(at, "join_dice", (left, right))
        if given.is_collection:
            if not self.type_of(node.right).is_collection:
                right = ir.Collection(at, (right,), True)
            if node.operator == "-":
                return ir.Core(at, "without", (left, right))
            return ir.Core(at, "concat" if given.form == "list" else "union", (left, right))
        return ir.Op(at, node.operator, (left, right))

    # ---- queries
    def many(self, node: ast.Range | ast.BestOf | ast.Query) -> ir.Expr:
        match node:
            case ast.Range():
                return self.range(node)
            case ast.BestOf():
                return self.those_of(node)
            case ast.Query():
                return self.query(node)

    def query(self, node: ast.Query) -> ir.Expr:
        """A query as a value: all entities, their number, or whether there is one."""
        name, source, condition = self.candidates(node)
        at = self.at(node)
        match node.quantifier:
            case "any" | "no":
                some = ir.Gather(at, "some", name, source, condition or ir.Const(at, True), None)
                return some if node.quantifier == "any" else ir.Op(at, "not", (some,))
            case "count":
                return ir.Gather(at, "count", name, source, condition, None)
            case _:
                found = ir.Gather(at, "set", name, source, condition, ir.Local(at, name))
                words = ir.Const(at, node.noun.text + " card" * node.card)
                return ir.Core(at, "only", (found, words)) if node.quantifier == "the" else found

    def range(self, node: ast.Range) -> ir.Expr:
        """The numbers of a range, each by itself where they are few and known."""
        at = self.at(node)
        first, last = integer_literal(node.first), integer_literal(node.last)
        if first is not None and last is not None and last - first < _FEW:
            return ir.Collection(at, tuple(ir.Const(at, n) for n in range(first, last + 1)), False)
        return ir.Core(at, "range", (self.expr(node.first), self.expr(node.last)))

    def those_of(self, node: ast.BestOf) -> ir.Expr:
        found = self.expr(node.source)
        for measure in node.measures:
            at, name = self.at(measure), self.fresh("it")
            value = self.with_it(ir.Local(at, name), measure.value)
            found = ir.Gather(at, f"with_{measure.form}", name, found, None, value)
        return found

    def cards(self, at: int, kind: str) -> ir.Expr:
        """All cards of a kind, in the order of their files."""
        known = [c.id for c in self.vocab.cards.values() if kind in self.vocab.ancestors(c.kind)]
        return ir.Collection(at, tuple(ir.Card(at, id_) for id_ in known), False)

    def candidates(self, node: ast.Query) -> tuple[str, ir.Expr, ir.Expr | None]:
        """The name, source and condition of the gathering for a query."""
        at = self.at(node)
        name = self.fresh("it")
        it = ir.Local(at, name)
        ref = self.facts.refs[node.noun]
        form = "card" if node.card else "kind"
        kind = self.vocab.nouns[ref.name].kind if ref.form == "noun" else Type(form, ref.name)
        inside = next((f for f in node.filters if f.form == "in" and not node.card), None)
        source: ir.Expr = self.cards(at, ref.name) if node.card else ir.Entities(at, kind.name or "square")
        tests: list[ir.Expr] = []
        if inside is not None:  # the members of a zone or set are fewer than all entities
            source = self.expr(inside.value)
            held = self.type_of(inside.value).element
            if held.form == "kind" and kind.name not in self.vocab.ancestors(held.name):
                tests.append(ir.Core(at, "is_kind", (it, ir.Const(at, kind.name))))
        if ref.form == "noun":
            tests.append(self.noun_call(at, ref.name, it))
        tests += [self.filter(f, it, kind) for f in node.filters if f is not inside]
        if node.condition is not None:
            tests.append(self.with_it(it, node.condition))
        return name, source, conjunction(at, tests) if tests else None

    def with_it(self, it: ir.Expr, node: ast.Expr) -> ir.Expr:
        outer, self.it = self.it, it
        try:
            return self.expr(node)
        finally:
            self.it = outer

    def filter(self, node: ast.Filter, it: ir.Expr, kind: Type) -> ir.Expr:
        at = self.at(node)
        if node.form in ("having", "without"):
            found = has(self, at, it, node.value)
            return ir.Op(at, "not", (found,)) if node.form == "without" else found
        value = self.expr(node.value)
        match node.form:
            case "within":
                assert node.range is not None
                return self.within(at, it, value, self.expr(node.range), (kind, self.type_of(node.value)))
            case "adjacent":
                return self.adjacent(at, it, value, kind, self.type_of(node.value))
            case "in":
                return ir.Op(at, "in", (it, value))
            case _:
                return ir.Op(at, "!=", (it, value))

    def rank(self, node: ast.Preference, it: ir.Expr, kind: Type) -> ir.Expr:
        """A number that is lowest for the most preferred entity."""
        at = self.at(node)
        if node.name is not None:
            ref = self.facts.refs[node.name]
            if ref.form == "function":
                value: ir.Expr = ir.Apply(at, ref.name, (it,))
            else:
                outer, self.it = self.it, it
                value = self.name(node.name)
                self.it = outer
            return value if node.form == "lowest" else ir.Op(at, "neg", (value,))
        if node.value is not None:
            found = has(self, at, it, node.value)
            yes, no = ir.Const(at, 0), ir.Const(at, 1)
            return ir.Pick(at, found, yes, no) if node.form == "having" else ir.Pick(at, found, no, yes)
        distance = self.distance(at, it, ir.Local(at, "self"), (kind, kind))
        return distance if node.form == "nearest" else ir.Op(at, "neg", (distance,))

    # ---- patterns
    def pattern(self, node: ast.Pattern, happening: str) -> ir.Expr | None:
        """The conditions of a pattern on the event in the local ``happening``, without its `where`."""
        tests = [self.pattern_test(t, happening) for t in self.facts.patterns[node].tests]
        return conjunction(self.at(node), tests) if tests else None

    def pattern_test(self, test: PatternTest, happening: str) -> ir.Expr:
        operand = test.operand
        at = self.at(operand)
        value = ir.Get(at, ir.Local(at, happening), test.param)
        tests: list[ir.Expr] = []
        kind = UNKNOWN
        if test.how == "noun":
            assert isinstance(operand.value, ast.Path) and isinstance(operand.value.head, ast.Ident)
            ref = self.facts.refs[operand.value.head]
            tests.append(self.is_noun(at, ref, value))
            kind = self.vocab.nouns[ref.name].kind if ref.form == "noun" else Type("kind", ref.name)
        else:
            tests.append(meets(self, at, "==" if test.how == "equal" else "in", value, operand.value))
        tests += [self.filter(f, value, kind) for f in operand.filters]
        return conjunction(at, tests)

    def duration(self, node: ast.Duration) -> ir.Expr:
        at = self.at(node)
        match node:
            case ast.UntilValue(value=value):
                return self.path(value)
            case ast.WhileTrue(condition=condition):
                kept, keep = keep_locals(self.expr(condition), frozenset())
                return ir.Span(at, "while", False, (), kept, keep)
            case ast.UntilEvent(edge=edge, skip=skip, pattern=pattern):
                tests = [t for t in [self.pattern(pattern, "then")] if t is not None]
                if pattern.condition is not None:
                    tests.append(replace_local(self.expr(pattern.condition), "trigger", ir.Local(at, "then")))
                facts = self.facts.patterns[pattern]
                kept, keep = keep_locals(conjunction(at, tests), frozenset({"then"})) if tests else (None, ())
                return ir.Span(at, edge, skip, facts.verbs, kept, keep)
            case _:
                assert_never(node)

    # ---- calls
    def can(self, call: ast.Call) -> ir.Expr:
        """Whether a call could be legal; if operands choose, whether it could be for some choice."""
        at = self.at(call)
        binding = self.facts.bindings[call]
        verb = self.vocab.verbs[binding.verb]
        arguments: list[tuple[str, ir.Expr]] = []
        around: list[tuple[str, ir.Expr, ir.Expr | None]] = []
        for param, operand in binding.operands:
            declared = verb.param(param)
            given = self.type_of(operand)
            assert declared is not None
            if isinstance(operand, ast.Query) and operand.quantifier in ("one", "nearest", "farthest", "random", "up"):
                name, source, condition = self.candidates(operand)
                around.append((name, source, condition))
                arguments.append((param, ir.Local(at, name)))
            elif isinstance(operand, ast.RandomOf):
                name = self.fresh("of")
                around.append((name, self.expr(operand.source), None))
                arguments.append((param, ir.Local(at, name)))
            elif given.is_collection and not declared.type.is_collection:
                name = self.fresh("each")
                around.append((name, self.expr(operand), None))
                arguments.append((param, ir.Local(at, name)))
            else:
                arguments.append((param, self.expr(operand)))
        if call.duration is not None and binding.duration:
            arguments.append((binding.duration, self.duration(call.duration)))
        test: ir.Expr = ir.Can(at, verb.name, tuple(arguments))
        for name, source, condition in reversed(around):
            both = test if condition is None else ir.Op(at, "and", (condition, test))
            test = ir.Gather(at, "some", name, source, both, None)
        return test


def is_fresh(name: str) -> bool:
    """Whether a local has a name that no text can use."""
    return name.endswith("_")


def dice_named(text: str) -> tuple[str, ...]:
    """``2d6`` as the names of its dice."""
    match = re.fullmatch(r"([0-9]*)d([0-9]+)", text)
    assert match is not None
    return (f"d{match.group(2)}",) * min(int(match.group(1) or 1), 100)

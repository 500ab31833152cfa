"""The builder of the surface tree.
Job: make the node of each grammar rule when the parser reduces it, with its span. Input: a rule's children. Output:
nodes of `dsl.syntax.ast`. Most rules pass their children to their node in order; only the others have a method here.
"""

# pyright: basic
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partialmethod
from typing import Any

from dsl.dataclass import dataclass
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.tokens import name

_ABSENT: dict[str, Any] = {"tuple": (), "str": ""}

# Rules whose children are their node's fields, in order.
_PLAIN: dict[str, type[ast.Node]] = {
    "noun_def": ast.NounDef,
    "relation_def": ast.RelationDef,
    "define_def": ast.DefineDef,
    "stat_def": ast.StatDef,
    "every_def": ast.EveryDef,
    "live_each": ast.LiveEach,
    "whenever_each": ast.LiveEach,
    "whenever_def": ast.WheneverDef,
    "invariant_def": ast.InvariantDef,
    "roster_def": ast.RosterDef,
    "param": ast.Param,
    "annotated": ast.Annotated,
    "annotated_modifier": ast.Annotated,
    "annotated_statement": ast.Annotated,
    "passive": ast.Passive,
    "override": ast.Override,
    "forbid": ast.Forbid,
    "grant": ast.Grant,
    "losing": ast.Losing,
    "pattern_argument": ast.PatternArgument,
    "limit": ast.Limit,
    "timing_class": ast.TimingClass,
    "uses": ast.Uses,
    "recharges": ast.Recharges,
    "always": ast.Always,
    "requires": ast.Requires,
    "argument": ast.Argument,
    "call_block": ast.CallBlock,
    "let_stmt": ast.LetStmt,
    "roll_stmt": ast.RollStmt,
    "reroll_stmt": ast.RerollStmt,
    "set_stmt": ast.SetStmt,
    "require_stmt": ast.RequireStmt,
    "prevent_stmt": ast.PreventStmt,
    "end_stmt": ast.EndStmt,
    "resolve_stmt": ast.ResolveStmt,
    "nothing_stmt": ast.NothingStmt,
    "field_value": ast.FieldValue,
    "take_stmt": ast.TakeStmt,
    "place_stmt": ast.PlaceStmt,
    "lift_stmt": ast.LiftStmt,
    "remove_stmt": ast.RemoveStmt,
    "shuffle_stmt": ast.ShuffleStmt,
    "reveal_stmt": ast.RevealStmt,
    "add_stmt": ast.AddStmt,
    "drop_stmt": ast.DropStmt,
    "copy_stmt": ast.CopyStmt,
    "each_stmt": ast.EachStmt,
    "repeat_stmt": ast.RepeatStmt,
    "while_stmt": ast.WhileStmt,
    "may_stmt": ast.MayStmt,
    "option": ast.Option,
    "step_stmt": ast.StepStmt,
    "lasting_stmt": ast.LastingStmt,
    "while_true": ast.WhileTrue,
    "ternary": ast.Ternary,
    "or_else": ast.OrElse,
    "and_also": ast.AndAlso,
    "negation": ast.Negation,
    "quantified": ast.Quantified,
    "comparison": ast.Comparison,
    "adjacent_test": ast.AdjacentTest,
    "within_test": ast.WithinTest,
    "arithmetic": ast.Arithmetic,
    "int_literal": ast.IntLiteral,
    "dice_literal": ast.DiceLiteral,
    "text_literal": ast.TextLiteral,
    "none_literal": ast.NoneLiteral,
    "can_test": ast.CanTest,
    "named_argument": ast.NamedArgument,
    "range": ast.Range,
}

# Rules whose node has one tuple: it takes all children that the other fields do not take.
_GATHERING: dict[str, type[ast.Node]] = {
    "events_def": ast.EventsDef,
    "statuses_def": ast.StatusesDef,
    "function_body": ast.FunctionBody,
    "reference": ast.Reference,
    "trigger": ast.Trigger,
    "reaction": ast.Reaction,
    "activation": ast.Activation,
    "headed": ast.Headed,
    "pattern_operand": ast.PatternOperand,
    "costs": ast.Costs,
    "ai": ast.Ai,
    "block": ast.Block,
    "create_stmt": ast.CreateStmt,
    "choose_one": ast.ChooseOne,
    "list_literal": ast.ListLiteral,
    "path": ast.Path,
    "those_of": ast.BestOf,
    "function_call": ast.FunctionCall,
}


@dataclass(frozen=True, slots=True)
class _Group:
    """Several children that the parent stores as one tuple."""

    span: Span
    items: tuple[Any, ...]
    word: str = ""


def _absences(node: type[ast.Node]) -> tuple[Any, ...]:
    """The value of each field for a part that the text omits: an empty tuple or text, or None."""
    return tuple(_ABSENT.get(str(f.type).partition("[")[0]) for f in fields(node)[1:])


class Builder:
    """One method or entry for each grammar rule. ``None`` stands for a child that the text omits.

    A token is one of Lark, or what `dsl.syntax.tokens` makes of it, or only its text.

    ``made`` is the number of rules that were made of a text.

    The caller sets ``source``, and ``start`` and ``end`` of the rule before each call. ``inner_expression`` parses the
    expression between two offsets of a message.
    """

    source: Source
    start: int
    end: int
    made = 0

    def __init__(self, inner_expression: Callable[[Source, int, int], ast.Expr]) -> None:
        self.inner_expression = inner_expression
        for rule, node in _PLAIN.items():
            setattr(self, rule, self._plain(node, _absences(node)))
        for rule, node in _GATHERING.items():
            setattr(self, rule, self._gathering(node, _absences(node)))

    def _span(self) -> Span:
        return Span(self.source, self.start, self.end)

    def _value(self, child: Any) -> Any:
        """A child as the value of a node's field."""
        if isinstance(child, str):
            match getattr(child, "type", ""):
                case "NAME" | "FUNC":
                    return name(self.source, str(child), child.start_pos, child.end_pos)  # type: ignore[attr-defined]
                case "INT":
                    # The checker refuses longer numbers; `int` itself would refuse 4,300 digits.
                    return int(child[:30])
                case "STRING":
                    return str(child)[1:-1]
                case _:
                    return str(child)
        return child.items if type(child) is _Group else child

    def _plain(self, node: Callable[..., ast.Node], absences: tuple[Any, ...]) -> Callable[[list[Any]], ast.Node]:
        value = self._value
        if not any(absence is not None for absence in absences):
            return lambda c: node(self._span(), *map(value, c))

        def build(c: list[Any]) -> ast.Node:
            pairs = zip(c, absences, strict=True)
            return node(self._span(), *[absent if child is None else value(child) for child, absent in pairs])

        return build

    def _gathering(self, node: Callable[..., ast.Node], absences: tuple[Any, ...]) -> Callable[[list[Any]], ast.Node]:
        value = self._value
        before = absences.index(())
        after = len(absences) - before - 1

        def build(c: list[Any]) -> ast.Node:
            end = len(c) - after
            gathered = tuple([value(child) for child in c[before:end] if child is not None])
            pairs = zip(c[:before], absences[:before], strict=True)
            head = [absent if child is None else value(child) for child, absent in pairs]
            return node(self._span(), *head, gathered, *map(value, c[end:]))

        return build

    # ---- files, rows, and what stands for itself
    def _file(self, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    rules_file = ability_file = statement_file = _file

    def _itself(self, c: list[Any]) -> Any:
        return c[0]

    expression_file = pattern_file = scope = operand = group = bound = preposition = _itself

    def _group(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c))

    abilities = modifiers = preferences = else_if = ai_then = _group

    def _piece(self, c: list[Any], form: str) -> ast.LinePiece:
        return ast.LinePiece(self._span(), form, str(c[0]))

    def line_word(self, c: list[Any]) -> ast.LinePiece:
        return self._piece(c, "word")

    def line_number(self, c: list[Any]) -> ast.LinePiece:
        return self._piece(c, "number")

    def line_sign(self, c: list[Any]) -> ast.LinePiece:
        return self._piece(c, "sign")

    def line_file(self, c: list[Any]) -> ast.Line:
        return ast.Line(self._span(), tuple(c))

    def rows(self, c: list[Any]) -> _Group:
        places = [Span(self.source, t.start_pos or 0, t.end_pos or 0) for t in c]
        return _Group(self._span(), tuple(ast.Row(span, t[1:]) for span, t in zip(places, c, strict=True)))

    # ---- definitions
    def function_case(self, c: list[Any]) -> ast.FunctionCase:
        return ast.FunctionCase(self._span(), "when", c[0], c[1])

    def last_case(self, c: list[Any]) -> ast.FunctionCase:
        return ast.FunctionCase(self._span(), "otherwise", None, c[1])

    def only_case(self, c: list[Any]) -> ast.FunctionCase:
        return ast.FunctionCase(self._span(), "value", None, c[0])

    def table_def(self, c: list[Any]) -> ast.TableDef:
        params = c[1].items if c[1] else ()
        rows = None if isinstance(c[3], _Group) else tuple(c[3:])
        return ast.TableDef(self._span(), self._value(c[0]), params, c[2], rows)

    def verb_def(self, c: list[Any]) -> ast.VerbDef:
        params = (*(c[2].items if c[2] else ()), *filter(None, c[3:4]))
        return ast.VerbDef(self._span(), str(c[0]), self._value(c[1]), params, c[4] is not None, c[5])

    def result(self, c: list[Any]) -> ast.Param:
        return ast.Param(self._span(), "gives", self._value(c[0]), c[1], None)

    def unknown_rows(self, _c: list[Any]) -> _Group:
        return _Group(self._span(), ())

    def table_row(self, c: list[Any]) -> ast.TableRow:
        return ast.TableRow(self._span(), None if isinstance(c[0], _Group) else c[0], c[1])

    otherwise = unknown_rows

    def stacking(self, c: list[Any]) -> Any:
        return self._value(c[-1])

    def params(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c), "params")

    def _signed(self, c: list[Any]) -> tuple[ast.Ident, tuple[ast.Param, ...], list[Any]]:
        """A name with or without parameters, then the rest."""
        params = c[1].items if isinstance(c[1], _Group) else None
        return self._value(c[0]), params or (), c[1 if params is None else 2 :]

    def keyword_def(self, c: list[Any]) -> ast.KeywordDef:
        name, params, (kind, *abilities) = self._signed(c)
        return ast.KeywordDef(self._span(), name, params, self._value(kind), abilities[0].items if abilities else ())

    def status_def(self, c: list[Any]) -> ast.StatusDef:
        name, params, (kind, stacking, *abilities) = self._signed(c)
        below = abilities[0].items if abilities else ()
        return ast.StatusDef(self._span(), name, params, self._value(kind), stacking, below)

    def heading_def(self, c: list[Any]) -> ast.HeadingDef:
        name, params, (kind, ability) = self._signed(c)
        return ast.HeadingDef(self._span(), name, params, self._value(kind), ability)

    def _without_body(self, c: list[Any], node: type[ast.Node]) -> ast.Node:
        end = ast.Block(Span(self.source, self.end, self.end), ())
        return self._gathering(node, _absences(node))([*c, end])

    trigger_heading = partialmethod(_without_body, node=ast.Trigger)
    reaction_heading = partialmethod(_without_body, node=ast.Reaction)
    activation_heading = partialmethod(_without_body, node=ast.Activation)

    def live_def(self, c: list[Any]) -> ast.LiveDef:
        kind, field, whom, condition, *headers, through = c
        each, subject = (whom, None) if isinstance(whom, ast.LiveEach) else (None, whom)
        names = self._value(kind), self._value(field)
        return ast.LiveDef(self._span(), *names, each, subject, condition, tuple(headers), through)

    def _type(self, c: list[Any], form: str) -> ast.TypeRef:
        return ast.TypeRef(self._span(), form, self._value(c[0]))

    plain_type = partialmethod(_type, form="plain")
    optional_type = partialmethod(_type, form="optional")
    card_type = partialmethod(_type, form="card")
    optional_card_type = partialmethod(_type, form="optional-card")

    def collection_type(self, c: list[Any]) -> ast.TypeRef:
        form, name, card = c
        return ast.TypeRef(self._span(), f"{form}-card" if card else str(form), self._value(name))

    # ---- abilities
    def adjust(self, c: list[Any]) -> ast.Adjust:
        return ast.Adjust(self._span(), -1 if c[0] == "-" else 1, c[1], self._value(c[2]), c[3], c[4])

    def pattern(self, c: list[Any]) -> ast.Pattern:
        verb, step, *rest, condition = c
        operands = tuple(x for x in rest if isinstance(x, ast.PatternOperand))
        arguments = tuple(x for x in rest if isinstance(x, ast.PatternArgument))
        return ast.Pattern(self._span(), self._value(verb), self._value(step), operands, arguments, condition)

    def ai_step(self, c: list[Any]) -> ast.AiStep:
        read_on = isinstance(c[-1], _Group) and c[-1].word == "read on"
        thens = tuple(x.items[0] for x in c[1:] if isinstance(x, _Group) and x.items)
        body = tuple(x for x in c[1:] if x is not None and not isinstance(x, _Group))
        return ast.AiStep(self._span(), None if isinstance(c[0], str) else c[0], body, thens, read_on)

    def read_on(self, _c: list[Any]) -> _Group:
        return _Group(self._span(), (), "read on")

    # ---- statements
    def call(self, c: list[Any]) -> ast.Call:
        verb, *rest, duration = c
        operands = tuple([x for x in rest if type(x) is not ast.Argument])
        arguments = tuple([x for x in rest if type(x) is ast.Argument])
        return ast.Call(self._span(), self._value(verb), operands, arguments, duration, None)

    def called(self, c: list[Any]) -> ast.Call:
        call: ast.Call = c[0]
        return call if c[1] is None else replace(call, span=self._span(), result=self._value(c[1]))

    def call_stmt(self, c: list[Any]) -> ast.CallStmt:
        return ast.CallStmt(self._span(), c[0], c[1] is not None)

    def call_or_else(self, c: list[Any]) -> ast.CallElse:
        return ast.CallElse(self._span(), c[0], c[2])

    def change_stmt(self, c: list[Any]) -> ast.ChangeStmt:
        return ast.ChangeStmt(self._span(), -1 if c[0] == "decrease" else 1, c[1], c[2])

    def offer_stmt(self, c: list[Any]) -> ast.OfferStmt:
        *classes, player, subject, once = c
        names = tuple(self._value(x) for x in classes if x is not None)
        return ast.OfferStmt(self._span(), names, player, subject, once is not None)

    def put_stmt(self, c: list[Any]) -> ast.PutStmt:
        return ast.PutStmt(self._span(), c[0], c[1], str(c[2] or "bottom"))

    def put_beside(self, c: list[Any]) -> ast.PutStmt:
        return ast.PutStmt(self._span(), c[0], c[2], str(c[1]))

    def if_stmt(self, c: list[Any]) -> ast.IfStmt:
        condition, body, *branches, otherwise = c
        for branch in reversed(branches):
            span = Span(self.source, branch.span.start, self.end)
            otherwise = ast.Block(span, (ast.IfStmt(span, branch.items[0], branch.items[1], otherwise),))
        return ast.IfStmt(self._span(), condition, body, otherwise)

    def may_often(self, c: list[Any]) -> ast.MayOften:
        return ast.MayOften(self._span(), *c[1:])

    def choose_stmt(self, c: list[Any]) -> ast.ChooseStmt:
        amount, name, *rest = c
        return ast.ChooseStmt(self._span(), amount, self._value(name), *rest)

    def choose_bind(self, c: list[Any]) -> ast.ChooseStmt:
        return self.choose_stmt([*c, None, None])

    def _amount(self, c: list[Any], form: str) -> ast.Amount:
        return ast.Amount(self._span(), form, c[0] if c else None, None)

    at_most = partialmethod(_amount, form="at_most")
    any_number = partialmethod(_amount, form="any_number")
    exactly = partialmethod(_amount, form="exactly")

    def between(self, c: list[Any]) -> ast.Amount:
        return ast.Amount(self._span(), "between", c[1], c[0])

    def at_random(self, _c: list[Any]) -> ast.Amount:
        return ast.Amount(self._span(), "random", None, None)

    def until_event(self, c: list[Any]) -> ast.UntilEvent:
        _until, edge, skip, pattern = c
        return ast.UntilEvent(self._span(), str(edge), skip is not None, pattern)

    def until_value(self, c: list[Any]) -> ast.UntilValue:
        return ast.UntilValue(self._span(), c[1])

    # ---- expressions
    def is_test(self, c: list[Any]) -> ast.IsTest:
        return ast.IsTest(self._span(), c[0], c[1] is not None, c[2])

    def has_test(self, c: list[Any]) -> ast.HasTest:
        return ast.HasTest(self._span(), c[0], c[1] == "lacks", c[2])

    def in_test(self, c: list[Any]) -> ast.InTest:
        return ast.InTest(self._span(), c[0], c[1] is not None, c[2])

    def minus(self, c: list[Any]) -> ast.Minus:
        return ast.Minus(self._span(), c[1])

    def true_literal(self, _c: list[Any]) -> ast.BoolLiteral:
        return ast.BoolLiteral(self._span(), True)

    def false_literal(self, _c: list[Any]) -> ast.BoolLiteral:
        return ast.BoolLiteral(self._span(), False)

    def comprehension(self, c: list[Any]) -> ast.Comprehension:
        function, value, name, source, condition = c
        return ast.Comprehension(self._span(), self._value(function), value, self._value(name), source, condition)

    # ---- queries
    def query(self, c: list[Any]) -> ast.Query:
        return self._query(c, None, ())

    def wide_query(self, c: list[Any]) -> ast.Query:
        # A condition comes last, perhaps with preferences after it, or preferences come without a condition.
        *head, last = c
        preferences = last.items if last is not None else ()
        condition = head.pop() if len(head) > 3 and not isinstance(head[-1], ast.Filter) else None
        return self._query(head, condition, preferences)

    def _query(self, c: list[Any], condition: Any, preferences: tuple[Any, ...]) -> ast.Query:
        quantifier, noun, card, *filters = c
        limit = quantifier.items[0] if quantifier.items else 0
        span, word = self._span(), quantifier.word
        return ast.Query(span, word, limit, self._value(noun), card is not None, tuple(filters), condition, preferences)

    def random_of(self, c: list[Any]) -> ast.RandomOf:
        return ast.RandomOf(self._span(), c[1])

    def measure(self, c: list[Any]) -> ast.Measure:
        return ast.Measure(self._span(), str(c[1]), c[2])

    def quantifier(self, c: list[Any]) -> _Group:
        limit = tuple(self._value(t) for t in c[1:] if t.type == "INT")
        return _Group(self._span(), limit, str(c[0]))

    def filter_within(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), "within", c[1], c[0])

    def _narrowing(self, c: list[Any], form: str) -> ast.Filter:
        return ast.Filter(self._span(), form, c[0], None)

    filter_adjacent = partialmethod(_narrowing, form="adjacent")
    filter_in = partialmethod(_narrowing, form="in")
    filter_other = partialmethod(_narrowing, form="other")

    def filter_having(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), str(c[0]), c[1], None)

    def preference(self, c: list[Any]) -> ast.Preference:
        form, what = str(c[0]), self._value(c[1]) if len(c) > 1 else None
        name, value = (what, None) if isinstance(what, ast.Ident) else (None, what)
        return ast.Preference(self._span(), form, name, value)

    # ---- messages
    def message(self, c: list[Any]) -> ast.Message:
        token = c[0]
        start, end = token.start_pos or 0, token.end_pos or 0
        parts: list[str | ast.Expr] = []
        position = start + 1
        for piece in re.split(r"(\{[^{}]*\})", token[1:-1]):
            if piece.startswith("{") and piece.endswith("}") and piece[1:-1].strip():
                parts.append(self.inner_expression(self.source, position + 1, position + len(piece) - 1))
            elif piece:
                parts.append(piece)
            position += len(piece)
        return ast.Message(Span(self.source, start, end), tuple(parts))

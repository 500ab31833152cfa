"""Text of the language to the surface tree; the only importer of Lark.

Job: `parse_rules` (a ``.rules`` file), `parse_abilities` (ability text of a card), `parse_statements` and
`parse_expression` (tests). Input: a range of a Source. Output: nodes of ``dsl.ast`` whose spans are true to the
file. A fault in one definition or ability is reported and the others are still read. Never evaluates anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedInput, VisitError
from lark.indenter import DedentError, Indenter
from lark.lexer import TextSlice

from dsl import ast
from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax_errors import report_dedent, report_unexpected

MAX_NESTING = 60
_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_STARTS = ["rules_file", "ability_file", "statement_file", "expression_file"]


class _Layout(Indenter):
    """Indentation relative to the block's own margin, and a line end where the text has none."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark's interface
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    margin = 0

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.paren_level = 0
        self.indent_level = [0]
        return self._process(self._ended(stream))

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - Lark's interface
        # The margin of a YAML block belongs to the file, not to the text: it is taken off before counting.
        before, _, indent = token.rpartition("\n")
        inner = indent[self.margin :] if len(indent) >= self.margin else ""
        return super().handle_NL(Token.new_borrow_pos(token.type, f"{before}\n{inner}", token))

    def _ended(self, stream: Iterator[Token]) -> Iterator[Token]:
        last = None
        for token in stream:
            last = token
            yield token
        if last is not None and last.type != self.NL_type:
            yield Token.new_borrow_pos(self.NL_type, "\n" + " " * self.margin, last)


@dataclass(frozen=True, slots=True)
class _Group:
    """Children on their way to a parent that keeps them as a tuple."""

    span: Span
    items: tuple[Any, ...]
    word: str = ""


def _ident(token: Token, source: Source) -> ast.Ident:
    return ast.Ident(Span(source, token.start_pos, token.end_pos), str(token))


class _Builder(Transformer[Any, Any]):
    """One method per grammar rule; children come as Lark gives them, with ``None`` for what is left out."""

    source: Source
    parser: _Parser

    start: int
    end: int

    def _span(self) -> Span:
        return Span(self.source, self.start, self.end)

    def _id(self, token: Any) -> Any:
        return None if token is None else _ident(token, self.source)

    # ---- files and rows
    def _file(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    rules_file = ability_file = statement_file = _file

    def expression_file(self, children: list[Any]) -> Any:
        return children[0]

    def rows(self, children: list[Token]) -> _Group:
        rows = tuple(ast.Row(Span(self.source, t.start_pos, t.end_pos), str(t)[1:]) for t in children)
        return _Group(self._span(), rows)

    def annotated(self, children: list[Any]) -> ast.Annotated:
        return ast.Annotated(self._span(), children[0].items, children[1])

    annotated_modifier = annotated_statement = annotated

    # ---- definitions
    def noun_def(self, c: list[Any]) -> ast.NounDef:
        return ast.NounDef(self._span(), self._id(c[0]), self._id(c[1]), c[2])

    def relation_def(self, c: list[Any]) -> ast.RelationDef:
        return ast.RelationDef(self._span(), self._id(c[0]), _items(c[1]), c[2])

    def define_def(self, c: list[Any]) -> ast.DefineDef:
        return ast.DefineDef(self._span(), self._id(c[0]), _items(c[1]), c[2], c[3])

    def table_def(self, c: list[Any]) -> ast.TableDef:
        rows = None if isinstance(c[3], _Group) else tuple(c[3:])
        return ast.TableDef(self._span(), self._id(c[0]), _items(c[1]), c[2], rows)

    def unknown_rows(self, _c: list[Any]) -> _Group:
        return _Group(self._span(), ())

    def table_row(self, c: list[Any]) -> ast.TableRow:
        return ast.TableRow(self._span(), None if isinstance(c[0], _Group) else c[0], c[1])

    def otherwise(self, _c: list[Any]) -> _Group:
        return _Group(self._span(), ())

    def stat_def(self, c: list[Any]) -> ast.StatDef:
        return ast.StatDef(self._span(), self._id(c[0]), self._id(c[1]), c[2], c[3])

    def stacking(self, c: list[Any]) -> ast.Ident:
        return self._id(c[-1])

    def verb_def(self, c: list[Any]) -> ast.VerbDef:
        return ast.VerbDef(self._span(), str(c[0]), self._id(c[1]), _items(c[2]), c[3])

    def events_def(self, c: list[Any]) -> ast.EventsDef:
        return ast.EventsDef(self._span(), self._id(c[0]), tuple(self._id(t) for t in c[1:] if t is not None))

    def _signed(self, c: list[Any]) -> tuple[ast.Ident, tuple[ast.Param, ...], list[Any]]:
        """A name with or without parameters, then the rest."""
        params = c[1].items if len(c) > 1 and isinstance(c[1], _Group) and c[1].word == "params" else None
        return self._id(c[0]), params or (), c[1 if params is None else 2 :]

    def keyword_def(self, c: list[Any]) -> ast.KeywordDef:
        name, params, rest = self._signed(c)
        return ast.KeywordDef(self._span(), name, params, self._id(rest[0]), _items(rest[1] if rest[1:] else None))

    def status_def(self, c: list[Any]) -> ast.StatusDef:
        name, params, rest = self._signed(c)
        abilities = _items(rest[2] if rest[2:] else None)
        return ast.StatusDef(self._span(), name, params, self._id(rest[0]), rest[1], abilities)

    def abilities(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c), "abilities")

    def every_def(self, c: list[Any]) -> ast.EveryDef:
        return ast.EveryDef(self._span(), self._id(c[0]), _items(c[1]))

    def live_def(self, c: list[Any]) -> ast.LiveDef:
        each = c[2] if isinstance(c[2], ast.LiveEach) else None
        subject = None if each else c[2]
        return ast.LiveDef(
            self._span(), self._id(c[0]), self._id(c[1]), each, subject, c[3], tuple(c[4:-1]), c[-1]
        )

    def live_each(self, c: list[Any]) -> ast.LiveEach:
        return ast.LiveEach(self._span(), self._id(c[0]), c[1])

    whenever_each = live_each

    def whenever_def(self, c: list[Any]) -> ast.WheneverDef:
        return ast.WheneverDef(self._span(), c[0], c[1], c[2])

    def roster_def(self, c: list[Any]) -> ast.RosterDef:
        return ast.RosterDef(self._span(), self._id(c[0]), _items(c[1]), c[2])

    def params(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c), "params")

    def param(self, c: list[Any]) -> ast.Param:
        preposition = "" if c[0] is None else c[0].word if isinstance(c[0], _Group) else str(c[0])
        return ast.Param(self._span(), preposition, self._id(c[1]), c[2], c[3])

    def plain_type(self, c: list[Any]) -> ast.TypeRef:
        return ast.TypeRef(self._span(), "plain", self._id(c[0]))

    def optional_type(self, c: list[Any]) -> ast.TypeRef:
        return ast.TypeRef(self._span(), "optional", self._id(c[0]))

    def card_type(self, c: list[Any]) -> ast.TypeRef:
        return ast.TypeRef(self._span(), "card", self._id(c[0]))

    def collection_type(self, c: list[Any]) -> ast.TypeRef:
        form = "list" if isinstance(c[0], Token) and c[0].type == "LIST" else "set"
        name = next(t for t in c if isinstance(t, Token) and t.type == "NAME")
        is_card = self.source.text[name.end_pos : self.end].strip() == "card"
        return ast.TypeRef(self._span(), form + ("-card" if is_card else ""), self._id(name))

    # ---- abilities
    def passive(self, c: list[Any]) -> ast.Passive:
        return ast.Passive(self._span(), c[0], c[1].items)

    def modifiers(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c))

    def adjust(self, c: list[Any]) -> ast.Adjust:
        return ast.Adjust(self._span(), -1 if c[0] == "-" else 1, c[1], self._id(c[2]), c[3], c[4])

    def override(self, c: list[Any]) -> ast.Override:
        bound = c[2].word if c[2] else ""
        return ast.Override(self._span(), self._id(c[0]), c[1], bound, c[3], c[4])

    def bound(self, c: list[Any]) -> _Group:
        return _Group(self._span(), (), str(c[0]))

    def scope(self, c: list[Any]) -> Any:
        return c[0]

    operand = scope

    def forbid(self, c: list[Any]) -> ast.Forbid:
        return ast.Forbid(self._span(), c[0], c[1], c[2])

    def grant(self, c: list[Any]) -> ast.Grant:
        return ast.Grant(self._span(), c[0], c[1], c[2])

    def reference(self, c: list[Any]) -> ast.Reference:
        return ast.Reference(self._span(), self._id(c[0]), tuple(e for e in c[1:] if e is not None))

    def trigger(self, c: list[Any]) -> ast.Trigger:
        return ast.Trigger(self._span(), str(c[0]), c[1], tuple(c[2:-1]), c[-1])

    def reaction(self, c: list[Any]) -> ast.Reaction:
        return ast.Reaction(self._span(), str(c[0]), c[1], tuple(c[2:-1]), c[-1])

    def activation(self, c: list[Any]) -> ast.Activation:
        label = "" if c[0] is None else str(c[0])[1:-1]
        return ast.Activation(self._span(), label, tuple(c[1:-1]), c[-1])

    def pattern(self, c: list[Any]) -> ast.Pattern:
        operands = tuple(x for x in c[2:-1] if isinstance(x, ast.PatternOperand))
        arguments = tuple(x for x in c[2:-1] if isinstance(x, ast.PatternArgument))
        return ast.Pattern(self._span(), self._id(c[0]), self._id(c[1]), operands, arguments, c[-1])

    def pattern_argument(self, c: list[Any]) -> ast.PatternArgument:
        return ast.PatternArgument(self._span(), c[0].word, c[1])

    def pattern_operand(self, c: list[Any]) -> ast.PatternOperand:
        return ast.PatternOperand(self._span(), c[0], tuple(c[1:]))

    def costs(self, c: list[Any]) -> ast.Costs:
        return ast.Costs(self._span(), tuple(x for x in c if x is not None))

    def requires(self, c: list[Any]) -> ast.Requires:
        return ast.Requires(self._span(), c[0], self._message(c[1]))

    def limit(self, c: list[Any]) -> ast.Limit:
        return ast.Limit(self._span(), self._id(c[-1]))

    def timing_class(self, c: list[Any]) -> ast.TimingClass:
        return ast.TimingClass(self._span(), self._id(c[0]))

    def uses(self, c: list[Any]) -> ast.Uses:
        return ast.Uses(self._span(), int(c[0]))

    def recharges(self, c: list[Any]) -> ast.Recharges:
        return ast.Recharges(self._span(), c[0])

    def ai(self, c: list[Any]) -> ast.Ai:
        return ast.Ai(self._span(), tuple(c))

    def ai_step(self, c: list[Any]) -> ast.AiStep:
        read_on = isinstance(c[-1], _Group) and c[-1].word == "read on"
        thens = tuple(x.items[0] for x in c[1:] if isinstance(x, _Group) and x.word == "then")
        body = tuple(x for x in c[1:] if isinstance(x, ast.Node))
        return ast.AiStep(self._span(), None if isinstance(c[0], Token) else c[0], body, thens, read_on)

    def ai_then(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c), "then")

    def read_on(self, _c: list[Any]) -> _Group:
        return _Group(self._span(), (), "read on")

    # ---- statements
    def block(self, c: list[Any]) -> ast.Block:
        return ast.Block(self._span(), tuple(c))

    def call(self, c: list[Any]) -> ast.Call:
        rest = [x for x in c[1:-1] if not isinstance(x, ast.Argument)]
        arguments = tuple(x for x in c[1:-1] if isinstance(x, ast.Argument))
        return ast.Call(self._span(), self._id(c[0]), tuple(rest), arguments, c[-1])

    def argument(self, c: list[Any]) -> ast.Argument:
        return ast.Argument(self._span(), c[0].word, c[1])

    def preposition(self, c: list[Any]) -> _Group:
        return _Group(self._span(), (), str(c[0]))

    def call_stmt(self, c: list[Any]) -> ast.CallStmt:
        return ast.CallStmt(self._span(), c[0])

    def call_block(self, c: list[Any]) -> ast.CallBlock:
        return ast.CallBlock(self._span(), c[0], c[1])

    def let_stmt(self, c: list[Any]) -> ast.LetStmt:
        return ast.LetStmt(self._span(), self._id(c[0]), c[1])

    def roll_stmt(self, c: list[Any]) -> ast.RollStmt:
        return ast.RollStmt(self._span(), self._id(c[0]), c[1])

    def reroll_stmt(self, c: list[Any]) -> ast.RerollStmt:
        return ast.RerollStmt(self._span(), c[0], c[1])

    def set_stmt(self, c: list[Any]) -> ast.SetStmt:
        return ast.SetStmt(self._span(), c[0], c[1])

    def change_stmt(self, c: list[Any]) -> ast.ChangeStmt:
        return ast.ChangeStmt(self._span(), -1 if c[0] == "decrease" else 1, c[1], c[2])

    def require_stmt(self, c: list[Any]) -> ast.RequireStmt:
        return ast.RequireStmt(self._span(), c[0], self._message(c[1]))

    def prevent_stmt(self, _c: list[Any]) -> ast.PreventStmt:
        return ast.PreventStmt(self._span())

    def end_stmt(self, c: list[Any]) -> ast.EndStmt:
        return ast.EndStmt(self._span(), self._id(c[0]))

    def resolve_stmt(self, _c: list[Any]) -> ast.ResolveStmt:
        return ast.ResolveStmt(self._span())

    def nothing_stmt(self, _c: list[Any]) -> ast.NothingStmt:
        return ast.NothingStmt(self._span())

    def offer_stmt(self, c: list[Any]) -> ast.OfferStmt:
        classes = tuple(self._id(x) for x in c[:-3] if x is not None)
        return ast.OfferStmt(self._span(), classes, c[-3], c[-2], c[-1] is not None)

    def create_stmt(self, c: list[Any]) -> ast.CreateStmt:
        values = tuple(x for x in c[3:] if x is not None)
        return ast.CreateStmt(self._span(), self._id(c[0]), self._id(c[1]), c[2], values)

    def field_value(self, c: list[Any]) -> ast.FieldValue:
        return ast.FieldValue(self._span(), self._id(c[0]), c[1])

    def put_stmt(self, c: list[Any]) -> ast.PutStmt:
        return ast.PutStmt(self._span(), c[0], c[1], str(c[2] or "bottom"))

    def take_stmt(self, c: list[Any]) -> ast.TakeStmt:
        return ast.TakeStmt(self._span(), c[0])

    def place_stmt(self, c: list[Any]) -> ast.PlaceStmt:
        return ast.PlaceStmt(self._span(), c[0], c[1])

    def lift_stmt(self, c: list[Any]) -> ast.LiftStmt:
        return ast.LiftStmt(self._span(), c[0])

    def remove_stmt(self, c: list[Any]) -> ast.RemoveStmt:
        return ast.RemoveStmt(self._span(), c[0])

    def shuffle_stmt(self, c: list[Any]) -> ast.ShuffleStmt:
        return ast.ShuffleStmt(self._span(), c[0])

    def reveal_stmt(self, c: list[Any]) -> ast.RevealStmt:
        return ast.RevealStmt(self._span(), c[0], c[1])

    def add_stmt(self, c: list[Any]) -> ast.AddStmt:
        return ast.AddStmt(self._span(), c[0], c[1], c[2])

    def drop_stmt(self, c: list[Any]) -> ast.DropStmt:
        return ast.DropStmt(self._span(), c[0], c[1])

    def if_stmt(self, c: list[Any]) -> ast.IfStmt:
        otherwise = c[-1]
        for branch in reversed(c[2:-1]):
            condition, body = branch.items
            nested = ast.IfStmt(branch.span, condition, body, otherwise)
            otherwise = ast.Block(branch.span, (nested,))
        return ast.IfStmt(self._span(), c[0], c[1], otherwise)

    def else_if(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c))

    def each_stmt(self, c: list[Any]) -> ast.EachStmt:
        return ast.EachStmt(self._span(), self._id(c[0]), c[1], c[2])

    def repeat_stmt(self, c: list[Any]) -> ast.RepeatStmt:
        return ast.RepeatStmt(self._span(), c[0], c[1])

    def while_stmt(self, c: list[Any]) -> ast.WhileStmt:
        return ast.WhileStmt(self._span(), c[0], c[-2], c[-1])

    def may_stmt(self, c: list[Any]) -> ast.MayStmt:
        return ast.MayStmt(self._span(), c[0], c[1])

    def _choice(self, c: list[Any], body: Any, otherwise: Any) -> ast.ChooseStmt:
        return ast.ChooseStmt(self._span(), c[0], self._id(c[1]), c[2], c[3], c[4], body, otherwise)

    def choose_bind(self, c: list[Any]) -> ast.ChooseStmt:
        return self._choice(c, None, None)

    def choose_stmt(self, c: list[Any]) -> ast.ChooseStmt:
        return self._choice(c, c[5], c[6])

    def at_most(self, c: list[Any]) -> ast.Amount:
        return ast.Amount(self._span(), "at_most", c[0])

    def any_number(self, _c: list[Any]) -> ast.Amount:
        return ast.Amount(self._span(), "any_number", None)

    def exactly(self, c: list[Any]) -> ast.Amount:
        return ast.Amount(self._span(), "exactly", c[0])

    def choose_one(self, c: list[Any]) -> ast.ChooseOne:
        return ast.ChooseOne(self._span(), c[0], tuple(c[1:]))

    def option(self, c: list[Any]) -> ast.Option:
        return ast.Option(self._span(), str(c[0])[1:-1], c[1], c[2])

    def step_stmt(self, c: list[Any]) -> ast.StepStmt:
        return ast.StepStmt(self._span(), self._id(c[0]), c[1])

    def lasting_stmt(self, c: list[Any]) -> ast.LastingStmt:
        return ast.LastingStmt(self._span(), c[0], c[1].items)

    def until_event(self, c: list[Any]) -> ast.UntilEvent:
        return ast.UntilEvent(self._span(), str(c[1]), c[2] is not None, c[3])

    def until_value(self, c: list[Any]) -> ast.UntilValue:
        return ast.UntilValue(self._span(), c[1])

    def while_true(self, c: list[Any]) -> ast.WhileTrue:
        return ast.WhileTrue(self._span(), c[0])

    # ---- expressions
    def ternary(self, c: list[Any]) -> ast.Ternary:
        return ast.Ternary(self._span(), c[0], c[1], c[2])

    def or_else(self, c: list[Any]) -> ast.OrElse:
        return ast.OrElse(self._span(), c[0], c[1])

    def and_also(self, c: list[Any]) -> ast.AndAlso:
        return ast.AndAlso(self._span(), c[0], c[1])

    def negation(self, c: list[Any]) -> ast.Negation:
        return ast.Negation(self._span(), c[-1])

    def quantified(self, c: list[Any]) -> ast.Quantified:
        return ast.Quantified(self._span(), str(c[0]), self._id(c[1]), c[2], c[3])

    def comparison(self, c: list[Any]) -> ast.Comparison:
        return ast.Comparison(self._span(), c[0], str(c[1]), c[2])

    def is_test(self, c: list[Any]) -> ast.IsTest:
        return ast.IsTest(self._span(), c[0], c[1] is not None, c[2])

    def has_test(self, c: list[Any]) -> ast.HasTest:
        return ast.HasTest(self._span(), c[0], c[1] == "lacks", c[2])

    def in_test(self, c: list[Any]) -> ast.InTest:
        return ast.InTest(self._span(), c[0], c[1] is not None, c[2])

    def adjacent_test(self, c: list[Any]) -> ast.AdjacentTest:
        return ast.AdjacentTest(self._span(), c[0], c[1])

    def within_test(self, c: list[Any]) -> ast.WithinTest:
        return ast.WithinTest(self._span(), c[0], c[1], c[2])

    def arithmetic(self, c: list[Any]) -> ast.Arithmetic:
        return ast.Arithmetic(self._span(), c[0], str(c[1]), c[2])

    def minus(self, c: list[Any]) -> ast.Minus:
        return ast.Minus(self._span(), c[-1])

    def int_literal(self, c: list[Token]) -> ast.IntLiteral:
        # Longer numbers are refused by the checker; `int` itself would refuse 4,300 digits.
        return ast.IntLiteral(self._span(), int(c[0][:30]))

    def dice_literal(self, c: list[Any]) -> ast.DiceLiteral:
        return ast.DiceLiteral(self._span(), str(c[0]))

    def text_literal(self, c: list[Any]) -> ast.TextLiteral:
        return ast.TextLiteral(self._span(), str(c[0])[1:-1])

    def true_literal(self, _c: list[Any]) -> ast.BoolLiteral:
        return ast.BoolLiteral(self._span(), True)

    def false_literal(self, _c: list[Any]) -> ast.BoolLiteral:
        return ast.BoolLiteral(self._span(), False)

    def none_literal(self, _c: list[Any]) -> ast.NoneLiteral:
        return ast.NoneLiteral(self._span())

    def group(self, c: list[Any]) -> Any:
        return c[0]

    def list_literal(self, c: list[Any]) -> ast.ListLiteral:
        return ast.ListLiteral(self._span(), tuple(x for x in c if x is not None))

    def can_test(self, c: list[Any]) -> ast.CanTest:
        return ast.CanTest(self._span(), c[0])

    def path(self, c: list[Any]) -> ast.Path:
        head = self._id(c[0]) if isinstance(c[0], Token) else c[0]
        return ast.Path(self._span(), head, tuple(self._id(t) for t in c[1:]))

    def function_call(self, c: list[Any]) -> ast.FunctionCall:
        arguments = tuple(x for x in c[1:] if x is not None)
        return ast.FunctionCall(self._span(), self._id(c[0]), arguments)

    def comprehension(self, c: list[Any]) -> ast.Comprehension:
        values = [x for x in c if not (isinstance(x, Token) and x.type == "FOR")]
        function, value, name, source, condition = values
        return ast.Comprehension(self._span(), self._id(function), value, self._id(name), source, condition)

    def named_argument(self, c: list[Any]) -> ast.NamedArgument:
        return ast.NamedArgument(self._span(), self._id(c[0]), c[1])

    def query(self, c: list[Any]) -> ast.Query:
        return self._query(c, None, None)

    def wide_query(self, c: list[Any]) -> ast.Query:
        preferences = c[-1] if isinstance(c[-1], _Group) else None
        rest = c[2:-1] if preferences or c[-1] is None else c[2:]
        condition = next((x for x in rest if not isinstance(x, ast.Filter)), None)
        return self._query(c[:2] + [x for x in rest if isinstance(x, ast.Filter)], condition, preferences)

    def _query(self, c: list[Any], condition: Any, preferences: _Group | None) -> ast.Query:
        limit = c[0].items[0] if c[0].items else 0
        noun = self._id(c[1])
        return ast.Query(self._span(), c[0].word, limit, noun, tuple(c[2:]), condition, _items(preferences))

    def quantifier(self, c: list[Any]) -> _Group:
        limit = tuple(int(t) for t in c if isinstance(t, Token) and t.type == "INT")
        return _Group(self._span(), limit, str(c[0]))

    def filter_within(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), "within", c[1], c[0])

    def filter_adjacent(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), "adjacent", c[0], None)

    def filter_in(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), "in", c[0], None)

    def filter_having(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), str(c[0]), c[1], None)

    def filter_other(self, c: list[Any]) -> ast.Filter:
        return ast.Filter(self._span(), "other", c[0], None)

    def preferences(self, c: list[Any]) -> _Group:
        return _Group(self._span(), tuple(c))

    def preference(self, c: list[Any]) -> ast.Preference:
        named = isinstance(c[-1], Token) and len(c) == 2
        value = None if len(c) == 1 or named else c[1]
        return ast.Preference(self._span(), str(c[0]), self._id(c[1]) if named else None, value)

    # ---- messages
    def _message(self, token: Token | None) -> ast.Message | None:
        if token is None:
            return None
        parts: list[str | ast.Expr] = []
        position = token.start_pos + 1
        for piece in re.split(r"(\{[^{}]*\})", str(token)[1:-1]):
            if piece.startswith("{") and piece.endswith("}"):
                parts.append(self.parser.inner_expression(self.source, position + 1, position + len(piece) - 1))
            elif piece:
                parts.append(piece)
            position += len(piece)
        return ast.Message(Span(self.source, token.start_pos, token.end_pos), tuple(parts))


def _items(group: _Group | None) -> tuple[Any, ...]:
    return group.items if group is not None else ()


def _place(child: Any) -> tuple[int | None, int | None]:
    """Where a child of a running parse starts and ends; layout and empty helpers have no place."""
    kind = type(child)
    if kind is Token:
        return (None, None) if child.type in _LAYOUT else (child.start_pos, child.end_pos)
    if kind is Tree:
        place: tuple[int | None, int | None] = getattr(child, "place", (None, None))
        return place
    if child is None or kind is tuple or kind is list:
        return None, None
    return child.span.start, child.span.end


class _Parser:
    """Lark with our builder; one for texts, one for the expressions inside messages."""

    def __init__(self) -> None:
        self.layout = _Layout()
        self.builder = _Builder()
        self.builder.parser = self
        self.lark = Lark(
            (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"),
            parser="lalr",
            postlex=self.layout,
            start=_STARTS,
            transformer=self.builder,
            maybe_placeholders=True,
        )
        # Lark hands positions to trees only, and a tree for every node would halve the speed; its callbacks,
        # though, see every child with its tokens, and so can tell the builder what the rule spans.
        callbacks = self.lark._callbacks
        for rule, callback in callbacks.items():
            callbacks[rule] = self._placed(callback)

    def _placed(self, callback: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        builder = self.builder

        def call(children: list[Any]) -> Any:
            start = end = None
            for child in children:
                start, _ = _place(child)
                if start is not None:
                    break
            for child in reversed(children):
                _, end = _place(child)
                if end is not None:
                    break
            builder.start, builder.end = start or 0, end or 0
            result = callback(children)
            if type(result) is Tree:
                result.place = (start, end)  # type: ignore[attr-defined]
            return result

        return call

    def run(self, span: Span, margin: int, start: str) -> Any:
        self.layout.margin = margin
        self.builder.source = span.source
        return self.lark.parse(TextSlice(span.source.text, span.start, span.end), start=start)

    def inner_expression(self, source: Source, start: int, end: int) -> ast.Expr:
        """Parses inside a running parse, so by another parser: the layout keeps state."""
        expr: ast.Expr = _parser(1).run(source.span(start, end), 0, "expression_file")
        return expr


@lru_cache(maxsize=2)
def _parser(_level: int = 0) -> _Parser:
    return _Parser()


def parse_rules(source: Source, sink: Sink) -> tuple[Any, ...]:
    """The definitions of a ``.rules`` file; faulty ones are reported and left out."""
    return _parse(source.span(0, len(source.text)), 0, "rules_file", sink)


def parse_abilities(span: Span, margin: int, sink: Sink) -> tuple[Any, ...]:
    """The abilities of a card's text; ``margin`` is the column at which its lines begin."""
    return _parse(span, margin, "ability_file", sink)


def parse_statements(span: Span, margin: int, sink: Sink) -> tuple[Any, ...] | None:
    """The statements of a test; None when they cannot be read."""
    before = len(sink.items)
    statements = _parse(span, margin, "statement_file", sink)
    return None if len(sink.items) > before else statements


def parse_expression(span: Span, sink: Sink) -> ast.Expr | None:
    """One expression; None when it cannot be read."""
    result = _try(span, 0, "expression_file", sink)
    return result if isinstance(result, ast.Node) else None  # type: ignore[return-value]


def _parse(span: Span, margin: int, start: str, sink: Sink) -> tuple[Any, ...]:
    if not span.text.strip() or all(line.lstrip().startswith("#") for line in span.text.split("\n") if line.strip()):
        return ()
    trial = Sink()
    result = _try(span, margin, start, trial)
    if result is not None:
        return result  # type: ignore[no-any-return]
    good: list[Any] = []
    for chunk in _chunks(span, margin):
        good.extend(_try(chunk, margin, start, sink) or ())
    if not sink.items:  # the parts can be read alone, the whole cannot
        sink.items.extend(trial.items)
    return tuple(good)


def _try(span: Span, margin: int, start: str, sink: Sink) -> Any:
    if not _nesting_ok(span, sink):
        return None
    parser = _parser(0)
    try:
        return parser.run(span, margin, start)
    except VisitError as error:
        if isinstance(error.orig_exc, UnexpectedInput):
            report_unexpected(error.orig_exc, span, sink)
            return None
        raise error.orig_exc from error
    except UnexpectedInput as error:
        report_unexpected(error, span, sink)
    except DedentError:
        report_dedent(span, margin, sink)
    return None


def _chunks(span: Span, margin: int) -> Iterator[Span]:
    """Splits a text at the lines that stand at its margin, rows lines with what follows them."""
    source, starts, after_rows = span.source, [span.start], False
    position = span.start
    for line in span.text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        text = line.strip()
        at_margin = indent == margin or position == span.start
        if at_margin and text and not text.startswith(("#", "else")):
            if not after_rows and position != span.start:
                starts.append(position + indent)
            after_rows = text.startswith("@")
        position += len(line) + 1
    for begin, end in zip(starts, [*starts[1:], span.end], strict=True):
        if source.text[begin:end].strip():
            yield source.span(begin, end)


def _nesting_ok(span: Span, sink: Sink) -> bool:
    """Deep nesting would exhaust the recursion of later passes, so it ends here, with a place."""
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[()\[\]]|\n +(?=\S)', span.text):
        piece = match.group()
        if piece in "([":
            depth += 1
        elif piece in ")]":
            depth -= 1
        if depth > MAX_NESTING or (piece[0] == "\n" and len(piece) > 400):
            place = span.source.span(span.start + match.start(), span.start + match.end())
            sink.add("nesting-too-deep", place, f"nested more than {MAX_NESTING} levels deep")
            return False
    return True

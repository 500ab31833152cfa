"""Expressions of the language, worked out where a debugged game stands.

Job: check and compile an expression with the names of a frame in scope, and work it out without changing the game.
Input: a text, and the locals of a body. Output: a value, or the sentence of the checker. Must never run a statement.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from cardwright.authoring.debugger.scopes import is_written, own_names
from compiler.build import Build
from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.instructions import Piece
from compiler.core.rewrite import keep_locals
from compiler.core.rules_table import Ref as FunctionRef
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Event, Face, Fault, Roll, Square, Zone
from compiler.lowering.span_table import SpanTable
from compiler.lowering.statements import StmtLowering
from dsl.checking.expressions import context_of
from dsl.diagnostics import Sink
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import BOOL, FACE, INT, ROLL, SQUARE, UNKNOWN, Type, kind_of, set_of
from dsl.source import Source, Span
from dsl.syntax.parse import parse_expression

Names = tuple[tuple[str, Ref, Type], ...]  # with what each stands for and its type

_WORK = 1_000_000  # units that one expression may need
_MOST = 2_000  # characters


class NotUnderstood(Exception):
    """An expression cannot be worked out here; the message says why."""


class OnePlace(SpanTable):
    """Gives every node the same place, for a typed expression stands in no file."""

    def index(self, span: Span, owner: str) -> int:
        return 0


class Watcher:
    """Works out expressions in the frames of one game; what was compiled is kept."""

    def __init__(self, build: Build, code: Code) -> None:
        assert build.checked is not None
        self.checked, self.code = build.checked, code
        self.lowering = StmtLowering(build.checked.facts, OnePlace())
        self.compiled: dict[tuple[str, Names, frozenset[str] | None], str] = {}

    def value(self, game: State, v: dict[str, Any], text: str) -> Any:
        """The value of an expression where ``v`` are the locals; raises NotUnderstood."""
        if len(text) > _MOST:
            raise NotUnderstood(f"the expression has more than {_MOST} characters")
        names = tuple(self.names(v))
        own = frozenset(v) if "env" in v else None
        key = text, names, own
        if key not in self.compiled:
            self.compiled[key] = self.compile(text, names, own)
        kept = game.work, game.floor, game.nested
        game.work, game.floor = _WORK, 0
        try:
            return self.code.space[self.compiled[key]](game, v)
        except Fault as fault:
            raise NotUnderstood(fault.message) from fault
        except (AttributeError, TypeError, RecursionError) as error:
            raise NotUnderstood("a value in it is none, where one is needed") from error
        finally:
            game.work, game.floor, game.nested = kept

    def names(self, v: dict[str, Any]) -> list[tuple[str, Ref, Type]]:
        """The names of a frame with their meanings, and the types of the values that they have now."""
        found: dict[str, tuple[Ref, Type]] = {}
        for held, form in (("trigger", "trigger"), ("ev", "event")):
            event = v.get(held)
            for name, value in vars(event).items() if isinstance(event, Event) else ():
                if is_written(name):
                    found[name] = Ref(form, name), self.type_of(value)
        for name, value in vars(v["env"]).items() if "env" in v else ():
            found[name] = Ref("local", name), self.type_of(value)
        for name in own_names(v, found):
            found[name] = Ref("local", name), self.type_of(v[name])
        return [(name, ref, type_) for name, (ref, type_) in found.items()]

    def type_of(self, value: Any) -> Type:
        """The type of a value. Texts have none of their own: they may be values of an enum."""
        match value:
            case bool():
                return BOOL
            case Square():
                return SQUARE
            case int():
                return INT
            case Entity():
                return kind_of(value._kind) if isinstance(value._id, int) else Type("card", value._kind)
            case Roll():
                return ROLL
            case Face():
                return FACE
            case Event():
                return Type("event", value._verb)
            case Zone():
                field = self.checked.vocab.fields_of(value.owner._kind).get(value.name)
                return field.type if field is not None else UNKNOWN
            case tuple() if value:
                return set_of(self.type_of(value[0]))
            case _:
                return UNKNOWN

    def compile(self, text: str, names: Names, own: frozenset[str] | None) -> str:
        """The identifier of a function of the game and the locals. ``own``: those that are not kept in ``env``."""
        sink, source = Sink(), Source("expression", text)
        node = parse_expression(source.span(0, len(text)), sink)
        if node is not None and not sink.errors:
            scope = Scope(subject=next((("self", type_) for name, _, type_ in names if name == "self"), None))
            for name, ref, type_ in names:
                scope.declare(name, ref, type_)
            context_of(self.checked.facts, sink).check(node, scope)
        if node is None or sink.errors:
            raise NotUnderstood(_told(sink))
        made: ir.Expr = self.lowering.expr(node)
        if own is not None:
            made = keep_locals(made, own)[0]
        reference: FunctionRef = self.code.piece(Piece("watched", 0, made))
        self.code.compile_pending()
        return reference.identifier


def _told(sink: Sink) -> str:
    first = sink.sorted()[0]
    return f"{first.message} ({first.help})" if first.help else first.message

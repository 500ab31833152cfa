"""Core statements as instructions: flat rows that a runtime carries out one by one.

Job: turn the body of a verb, ability or check into an array of rows ``[operation, place, operand…]``, so that where a
running body stands is a number, and its locals are data. Jumps name a position in the array. Whatever has to be worked
out is a *piece*: a pure function that takes the running game and the locals. Input: statements, and a writer that
turns expressions into functions. Output: rows for the rules table (``docs/engines.md``, "Bodies"). Never decides the
order of events.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, cast

from compiler.core import ir
from compiler.core.charges import Charges
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Values:
    """A mapping of names to expressions, such as the values of a call."""

    pairs: tuple[tuple[str, ir.Expr], ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A collection; each of its items costs so much work."""

    source: ir.Expr
    work: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A collection that stays as it is while a loop goes over it."""

    source: ir.Expr


# What a piece gives: one value, a mapping, none, or an array of these.
Part = ir.Expr | Values | Counted | Listed | None | tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A pure function of a body: ``given`` are its parameters beside the locals.

    ``repeats``: whether it runs again and again, so that it looks for itself whether work is left.
    """

    title: str
    at: int
    part: Part
    given: tuple[str, ...] = ()
    repeats: bool = False


class PieceWriter(Protocol):
    """What makes the functions of a body, and what it knows of the program."""

    charges: Charges
    marking: bool

    def piece(self, piece: Piece) -> Any:
        """The reference to a function, as it stands in the rules table."""
        ...

    def place(self, at: int) -> Any:
        """A place of the content, as it stands in the rules table."""
        ...

    def add_lasting(self, node: ir.Modifier) -> int:
        """The position of a modifier that a statement adds."""
        ...


Row = list[Any]


def instructions(
    writer: PieceWriter, title: str, body: tuple[ir.Stmt, ...], at: int, **how: Any
) -> tuple[tuple[Any, ...], ...]:
    """The rows of a body. ``paying``: a call that is not done is a cost not paid; ``step``: what `prevent` stops."""
    made = _Body(writer, title, body, **how)
    if body:
        made.add("spend", at, 1 + writer.charges.text(body))
    made.block(body)
    made.add("return", at)
    return tuple(tuple(row) for row in made.rows)


class _Body:
    """The rows of one body as they are added."""

    def __init__(
        self, writer: PieceWriter, title: str, body: tuple[ir.Stmt, ...], *, paying: bool = False, step: str = ""
    ) -> None:
        self.writer, self.title, self.body, self.paying, self.step = writer, title, body, paying, step
        self.rows: list[Row] = []
        self.pieces = 0
        self.loops = 0  # so many loops are around what is added

    @cached_property
    def read(self) -> frozenset[str]:
        """The locals that the body reads."""
        return frozenset(n.name for s in self.body for n in s.walk() if isinstance(n, ir.Local))

    # ---- small makers
    def add(self, operation: str, at: int, *operands: Any) -> Row:
        row = [operation, self.writer.place(at), *operands]
        self.rows.append(row)
        return row

    def piece(self, at: int, part: Part, *given: str, repeats: bool = False) -> Any:
        self.pieces += 1
        return self.writer.piece(Piece(f"{self.title} {self.pieces}", at, part, given, repeats or self.loops > 0))

    def here(self) -> int:
        """The position of the row that is added next."""
        return len(self.rows)

    def owner(self, owner: ir.Expr | None) -> str:
        """The local that holds whose value is set; empty where the value itself is a local."""
        match owner:
            case None:
                return ""
            case ir.Local(name=name):
                return name
            case _:
                name = f"owner {self.here()}"
                self.add("let", owner.at, "", name, self.piece(owner.at, owner))
                return name

    # ---- statements
    def block(self, body: tuple[ir.Stmt, ...]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ir.Stmt) -> None:
        at = node.at
        match node:
            case ir.Let(owner=owner, name=name, value=value):
                self.add("let", at, self.owner(owner), name, self.piece(at, value))
            case ir.Write(owner=owner, field=field, how=how, value=value):
                self.add("write", at, how, field, self.piece(at, (owner, value)))
            case ir.Emit():
                self.emit(node)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                self.branch(at, condition, body, otherwise)
            case ir.Each() | ir.Repeat() | ir.While():
                self.loop(node)
            case ir.Choose():
                self.choose(node)
            case ir.ChooseMode():
                self.choose_mode(node)
            case ir.Roll(owner=owner, name=name, dice=dice):
                self.add("roll", at, self.piece(at, dice))
                self.add("store", at, self.owner(owner), name)
            case ir.Reroll(owner=owner, name=name, dice=dice):
                kept = self.owner(owner)
                held = ir.Get(at, ir.Local(at, kept), name) if kept else ir.Local(at, name)
                self.add("reroll", at, self.piece(at, (held, dice)))
                self.add("store", at, kept, name)
            case ir.Step(name=name, body=body):
                self.add("step", at, name)
                entered = self.add("entered", at)
                self.block(body)
                self.add("step_end", at, name)
                entered.append(self.here())
            case _:
                self.act(node)

    def act(self, node: ir.Stmt) -> None:
        """Statements without others in them."""
        at = node.at
        match node:
            case ir.Prevent():
                self.add("prevent", at, self.step)
            case ir.End(frame=frame):
                self.add("end", at, frame)
            case ir.Resolve(subject=None):
                self.add("resolve", at)
            case ir.Resolve(subject=subject):
                self.add("act", at, self.piece(at, subject))
            case ir.Offer(classes=classes, player=player, subject=subject, once=once):
                self.add("offer", at, classes, once, self.piece(at, (player, subject)))
            case ir.Create(owner=owner, name=name, kind=kind, card=card, values=values):
                self.add("create", at, kind, self.piece(at, (card, Values(values))))
                self.add("store", at, self.owner(owner), name)
            case ir.Primitive(name="shuffle", arguments=arguments):
                self.add("shuffle", at, self.piece(at, arguments[0]))
            case ir.Primitive(name=name, arguments=arguments):
                self.add("call", at, name, self.piece(at, arguments))
            case ir.AddStatus(status=status, values=values, target=target, duration=duration):
                self.add("status", at, self.piece(at, (status, values, target, duration)))
            case ir.Lasting(duration=duration, modifiers=modifiers, keep=keep):
                positions = tuple(self.writer.add_lasting(m) for m in modifiers)
                self.add("lasting", at, positions, self.piece(at, (duration, Values(keep))))
            case ir.Mark(rows=rows):
                if self.writer.marking:
                    self.add("mark", at, rows)
            case ir.Note(form=form, text=text):
                self.add("note", at, form, text)
            case _:
                raise AssertionError(node)  # `statement` names the rest

    def branch(self, at: int, condition: ir.Expr, body: tuple[ir.Stmt, ...], otherwise: tuple[ir.Stmt, ...]) -> None:
        test = self.add("unless", at, self.piece(at, condition))
        self.block(body)
        if not otherwise:
            test.append(self.here())
            return
        past = self.add("jump", at)
        test.append(self.here())
        self.block(otherwise)
        past.append(self.here())

    def loop(self, node: ir.Each | ir.Repeat | ir.While) -> None:
        """What the loop goes over is kept in a local of its own, with how far it has come."""
        at, kept = node.at, f"loop {self.here()}"
        work = self.writer.charges.per_round(node)
        if isinstance(node, ir.Each):
            self.add("each", at, kept, self.piece(at, Listed(node.source)))
        else:
            self.add("repeat", at, kept, self.piece(at, node.times if isinstance(node, ir.Repeat) else node.bound))
        first = self.here()
        leaving = [self.add("next", at, kept, work, node.name if isinstance(node, ir.Each) else "")]
        self.loops += 1
        if isinstance(node, ir.While):
            leaving.append(self.add("unless", at, self.piece(at, node.condition)))
        self.block(node.body)
        self.loops -= 1
        self.add("jump", at, first)
        for row in leaving:
            row.append(self.here())

    def emit(self, node: ir.Emit) -> None:
        self.add("emit", node.at, node.verb, self.piece(node.at, Values(node.arguments)))
        target = node.target if node.target and node.target in self.read else ""
        if not (target or node.result or node.body or self.paying):
            return
        done = self.add("emitted", node.at, target, node.result, self.paying, bool(node.body))
        self.block(node.body)
        done.append(self.here())

    def choose(self, node: ir.Choose) -> None:
        at, such_that, rank = node.at, None, None
        options: Part = node.options if node.how == "yes" else Counted(node.options, self.writer.charges.option(node))
        asked = self.piece(at, (options, node.least, node.most, node.player))
        if node.such_that is not None:
            such_that = self.piece(at, node.such_that, f"v_{node.name}", repeats=True)
        if node.ranks:
            rank = self.piece(at, node.ranks, "v_it", repeats=True)
        self.add("choose", at, node.how, asked, such_that, rank)
        found = self.add("chosen", at, self.owner(node.owner), node.name, self.paying)
        self.block(node.body)
        if not node.otherwise or self.paying:
            found.append(self.here())
            return
        past = self.add("jump", at)
        found.append(self.here())
        self.block(node.otherwise)
        past.append(self.here())

    def choose_mode(self, node: ir.ChooseMode) -> None:
        yes = ir.Const(node.at, True)
        conditions = tuple(m.condition if m.condition is not None else yes for m in node.modes)
        labels = tuple(m.label for m in node.modes)
        self.add("modes", node.at, labels, self.piece(node.at, (node.player, conditions)))
        chosen = self.add("branch", node.at)
        starts: list[int] = []
        leaving: list[Row] = []
        for mode in node.modes:
            starts.append(self.here())
            self.block(mode.body)
            leaving.append(self.add("jump", mode.at))
        chosen += [tuple(starts), self.here()]
        for row in leaving:
            row.append(self.here())


def free_locals(part: Part, given: tuple[str, ...]) -> tuple[str, ...]:
    """The locals of the body that a piece reads, in order; not its parameters, nor what its own loops bind."""
    found: dict[str, None] = {}
    _find(part, frozenset(name.removeprefix("v_") for name in given), found)
    return tuple(found)


def _find(part: Any, bound: frozenset[str], found: dict[str, None]) -> None:
    match part:
        case ir.Local(name=name):
            if name not in bound:
                found[name] = None
        case ir.Gather(source=source, name=name, condition=condition, value=value):
            _find(source, bound, found)
            _find((condition, value), bound | {name}, found)
        case ir.Bind(name=name, value=value, body=body):
            _find(value, bound, found)
            _find(body, bound | {name}, found)
        case ir.Span(keep=pairs) | Values(pairs=pairs):
            _find(tuple(value for _, value in pairs), bound, found)
        case Counted(source=source) | Listed(source=source):
            _find(source, bound, found)
        case tuple():
            for item in cast(tuple[Any, ...], part):
                _find(item, bound, found)
        case ir.Node():
            for child in part.children():
                _find(child, bound, found)
        case _:
            pass

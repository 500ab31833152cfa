"""The core program to Python functions.

Job: compile every pure function, verb, ability, modifier and check to a Python function through Python's own syntax
tree. Code objects carry the content file's name and lines, so that a traceback, a breakpoint and coverage point into
cards and rules. Expressions become pure functions, statements rows that name them. No text of an author is
evaluated: only nodes of the core tree become code, and no builtin is in its reach.
"""

from __future__ import annotations

import ast as py
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from compiler.callables.expressions import ExprWriter
from compiler.callables.loops import LoopWriter
from compiler.callables.pieces import PieceWriter
from compiler.callables.requirements import RequirementWriter
from compiler.core import ir
from compiler.core.charges import Charges
from compiler.core.groups import Groups
from compiler.core.identifiers import Names, identifier
from compiler.core.instructions import Piece, instructions
from compiler.core.parts import table_of_parts
from compiler.core.rules_table import Ref, TableWriter, filled
from compiler.garbage_collection import without_garbage_collection
from compiler.interpreter.calls import ENVIRONMENT
from compiler.interpreter.linked import Linked
from compiler.interpreter.linked_rows import ScriptCode


class Code(Linked):
    """A program compiled for one interpreter; shared by all its games."""

    table_writer = TableWriter

    @without_garbage_collection()
    def __init__(self, program: ir.Program, *, marking: bool = False) -> None:
        super().__init__(program)
        self.names = Names()
        self.pending: dict[str, list[py.stmt]] = {}
        self.space: dict[str, Any] = dict(ENVIRONMENT)
        self.marking = marking
        self._lasting_nodes: list[ir.Modifier] = []
        self._until_nodes: list[ir.Span] = []
        self.function_ids = {name: self.names.fresh(name) for name in program.functions}
        self.charges = Charges(program)
        self.remembering = Groups(program)
        self.tables = self.table_writer(program, self)
        table = self.tables.table()
        table["lasting"], table["untils"] = self.tables.lasting(), self.tables.untils()
        self.compile_pending()
        self.take_groups()
        self.link(filled(table, self.space.__getitem__))

    @without_garbage_collection()
    def scripts(self, scripts: Iterable[Any]) -> list[ScriptCode]:
        """Tests and scenarios, ready to run."""
        rows = self.tables.scripts(scripts)
        lasting, untils = self.tables.lasting(len(self.lasting)), self.tables.untils(len(self.untils))
        self.compile_pending()
        rows, lasting, untils = filled((rows, lasting, untils), self.space.__getitem__)
        self.add_lasting_rows(lasting)
        self.untils += untils
        for worked_out in ("readers", "names_in_rules"):
            self.__dict__.pop(worked_out, None)
        return super().scripts(rows)

    # ---- what is remembered
    def take_groups(self) -> None:
        """Functions that are given to others have their groups by the function itself."""
        groups = self.remembering
        groups.number_walks()
        by_function: dict[Any, int] = {
            self.space[self.function_ids[name]]: group for name, group in groups.of_walked.items()
        }
        self.group_of = {**groups.of, "walk": {**by_function, "all": groups.all_ways}}

    @cached_property
    def readers(self) -> Mapping[str, frozenset[int]]:
        """For each part of the state the groups whose answers depend on it."""
        found = self.remembering.readers(self.tables.writer.lasting_nodes(), self._until_nodes)
        return {part: frozenset(groups) for part, groups in found.items()}

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What saves find statements by; asked for when all scripts are known."""
        return table_of_parts(self.tables.parts)

    # ---- writing
    def function(self, name: str, params: tuple[str, ...], body: list[py.stmt], at: int) -> None:
        """Notes a function to be compiled with the others of its file."""
        place = self.spans[at]
        named = [py.arg(arg=identifier(p)) for p in ("rt", *params)]
        arguments = py.arguments(posonlyargs=[], args=named, kwonlyargs=[], kw_defaults=[], defaults=[])
        made = py.FunctionDef(
            name=name, args=arguments, body=body or [py.Pass()], decorator_list=[], lineno=place.line, col_offset=0
        )
        self.pending.setdefault(place.path, []).append(made)

    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str:
        """A pure function of an expression; gives its identifier."""
        identifier = self.names.fresh(name)
        writer = LoopWriter(self)
        body: list[py.stmt] = [writer.mark(rows, node.at)] if self.marking and rows else []
        body += writer.spending(self.charges.body((node,)), node.at)
        body += writer.answer(node, frozenset(p.removeprefix("v_") for p in params))
        self.function(identifier, params, body, node.at)
        return identifier

    def body_of(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any:
        """Statements as rows, whose functions are written here."""
        return {"name": name, "rows": instructions(self, name, body, at, **how)}

    def piece(self, piece: Piece) -> Ref:
        identifier = self.names.fresh(piece.title)
        self.function(identifier, ("v", *piece.given), PieceWriter(self).body(piece), piece.at)
        return Ref(identifier)

    def place(self, at: int) -> int:
        return at

    def requirement(
        self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, *, lets: bool = True
    ) -> str:
        identifier = self.names.fresh(name)
        self.function(identifier, params, RequirementWriter(self).requirements(head, at, lets=lets), at)
        return identifier

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str:
        """A pure function that gives a verb's values by parameter; gives its identifier."""
        identifier = self.names.fresh(name)
        writer = ExprWriter(self)
        spent = writer.spending(self.charges.body(value for _, value in pairs), at)
        self.function(identifier, params, [*spent, writer.located(py.Return(writer.mapping(pairs, at)), at)], at)
        return identifier

    def game_functions(self) -> dict[str, str]:
        for function in self.program.functions.values():
            self.write_function(function)
        return self.function_ids

    def write_function(self, function: ir.Function) -> None:
        writer = LoopWriter(self)
        if function.body is None:
            body = [writer.unknown(function.name, function.at)]
        else:
            body = [writer.mark(function.rows, function.at)] if self.marking and function.rows else []
            if function.name in self.remembering.of["function"]:
                body += writer.remembered(function, self.worker(function, function.body))
            else:
                body += writer.spending(self.charges.function(function.name), function.at)
                body += writer.answer(function.body, frozenset(function.params))
        params = tuple(f"v_{p}" for p in function.params)
        self.function(self.function_ids[function.name], params, body, function.at)

    def worker(self, function: ir.Function, body: ir.Expr) -> str:
        """The function that works out what is not remembered; gives its identifier."""
        identifier, writer = self.names.fresh(f"work {function.name}"), LoopWriter(self)
        made = writer.spending(self.charges.function(function.name), function.at)
        made += writer.answer(body, frozenset(function.params))
        self.function(identifier, tuple(f"v_{p}" for p in function.params), made, function.at)
        return identifier

    def add_lasting(self, node: ir.Modifier) -> int:
        """A modifier that a statement adds; statements name it by its position."""
        self._lasting_nodes.append(node)
        return len(self._lasting_nodes) - 1

    def lasting_nodes(self) -> list[ir.Modifier]:
        return self._lasting_nodes

    def add_until(self, node: ir.Span) -> int:
        """A duration with a condition, which it names by its position."""
        self._until_nodes.append(node)
        return len(self._until_nodes) - 1

    def until_nodes(self) -> list[ir.Span]:
        return self._until_nodes

    # ---- compiling
    def compile_pending(self) -> None:
        """Compiles what was written since the last time, a module for each file of content."""
        for path, functions in self.pending.items():
            module = py.Module(body=functions, type_ignores=[])
            _fill_places(module, 1, 0)
            exec(compile(module, path, "exec"), self.space)
        self.pending = {}


@cache
def _shape(kind: type[Any]) -> tuple[bool, tuple[str, ...]]:
    """Whether a node of Python has a place, and the fields in which it may have others that have one."""
    below = () if kind is py.Constant else tuple(f for f in kind._fields if f not in _WITHOUT_PLACES)
    return "lineno" in kind._attributes, below


# Fields of what the writers make: words, signs, and lists that are always empty.
_WITHOUT_PLACES = frozenset({
    "id", "attr", "arg", "name", "ctx", "op", "ops", "keywords", "annotation", "type_comment", "returns", "is_async",
    "posonlyargs", "vararg", "kwonlyargs", "kw_defaults", "kwarg", "defaults", "decorator_list", "type_ignores",
})  # fmt: skip


def _fill_places(node: Any, line: int, column: int) -> None:
    """Gives every node without a place that of the node around it; each stands on one line."""
    has_place, below = _shape(node.__class__)
    if has_place:
        held = node.__dict__
        line, column = held.get("lineno") or line, held.get("col_offset") or column
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = column
    for name in below:
        value = getattr(node, name)
        if value.__class__ is list:
            for child in value:
                if child is not None:
                    _fill_places(child, line, column)
        elif value is not None:
            _fill_places(value, line, column)

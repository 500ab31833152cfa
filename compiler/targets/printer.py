"""The core tree as source code of a target.

Job: write each function of a program as readable text with a comment that leads back to the card or rule, and the rules
table that names them. Input: a program, a target, and the scripts that belong to it. Output: lines and literals; which
places they were made from. The words are the target's, the walk is the same for all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from compiler.core import ir
from compiler.core.cached_functions import costly_functions, fixed_functions
from compiler.core.charges import Charges
from compiler.core.groups import Groups
from compiler.core.identifiers import Names
from compiler.core.instructions import Piece, instructions
from compiler.core.parts import table_of_parts
from compiler.core.reads import ALL
from compiler.core.rules_table import FORMAT, At, Ref, Table, TableWriter
from compiler.core.scripts import Script
from compiler.targets.code_text import NOTHING, CodeText, fixed, joined, number
from compiler.targets.functions import FunctionPrinter
from compiler.targets.pieces import PiecePrinter
from compiler.targets.spec import Line, Target


@dataclass(slots=True)
class Written:
    """A function that is to be defined: the target's row for it, its name for people, its place and its lines."""

    row: str
    name: str
    at: int
    body: list[Line]
    writer: FunctionPrinter
    group: int = 0  # in which its answers are remembered, if they are
    opened: tuple[int, ...] = ()  # the positions of parameters whose values may change by themselves


@dataclass(slots=True)
class Module:
    """The functions of a generated module, in order, and the literal that names them."""

    functions: list[list[Line]] = field(default_factory=list[list[Line]])
    literal: CodeText = NOTHING


class Printer:
    """Prints a program for one target. Places are numbered anew, so that only those that are named are kept."""

    marking = False

    def __init__(self, program: ir.Program, target: Target) -> None:
        self.program, self.target = program, target
        self.names = Names()
        self.function_ids = {name: self.names.fresh(name) for name in program.functions}
        self.places: dict[int, int] = {}
        self.counts: dict[str, int] = {}  # of each function's parameters beside the running game
        self.module = Module()
        self._lasting: list[ir.Modifier] = []
        self._untils: list[ir.Span] = []
        self.charges = Charges(program)
        self.remembering = Groups(program)
        self.tables = TableWriter(program, self)
        self.table: dict[str, Any] = {}

    # ---- modules
    def begin(self, scenarios: dict[str, Script]) -> None:
        """The functions of the rules. Bodies and modifiers are counted in this order, which saved games rely on:
        those of the rules, then of the scenarios, then of the tests."""
        self.table = self.tables.table()
        scripts = self.tables.scripts(scenarios.values())
        self.table["scenario_names"] = tuple(scenarios)
        self.table["scenarios"] = dict(zip(scenarios, scripts, strict=True))
        self.table["parts"] = table_of_parts(self.tables.parts)

    def tests(self, scripts: Iterable[Script]) -> Module:
        """The functions of scripts and their array, apart from the rules; printed before the rules are at their end."""
        rules, self.module = self.module, Module()
        self.module.literal = self.literal(self.tables.scripts(scripts))
        made, self.module = self.module, rules
        return made

    def rules(self, hashes: tuple[str, str], deals: Mapping[str, Any], errata: Mapping[str, Any]) -> Module:
        """The functions of the rules, and the rules table without its data."""
        made, program, table = self.module, self.program, self.table
        table["lasting"], table["untils"] = self.tables.lasting(), self.tables.untils()
        table["deals"] = plain_data(deals)
        if self.target.remembers_in_groups:
            table["remembering"] = self.groups()
        head = {
            "format": FORMAT,
            "game": program.game,
            "version": program.version,
            "errata": plain_data(errata),
            "hash": hashes[0],
            "reads": hashes[1],
            "start": program.start,
            "board": program.board,
            "policy": program.policy,
        }
        made.literal = self.literal({**head, **table}, {"data": fixed(self.target.rows["data"].text)})
        return made

    def groups(self) -> Table:
        """Where answers are remembered, and what empties it; told when all functions and modifiers are written."""
        groups = self.remembering
        groups.number_walks()
        readers = groups.readers(self._lasting, self._untils)
        of_any = readers[ALL]
        return {
            "size": groups.size,
            **{form: groups.of[form] for form in ("stat", "trait", "verb")},
            "checks": tuple(groups.of["check"].values()),
            "carriers": tuple((*bearers, group) for bearers, group in groups.of["carriers"].items()),
            "walked": tuple((Ref(self.function_ids[name]), group) for name, group in groups.of_walked.items()),
            "all_ways": groups.all_ways,
            "readers": {
                part: " ".join(str(group) for group in found if part == ALL or group not in of_any)
                for part, found in readers.items()
            },
        }

    def data(self) -> CodeText:
        """What is no code, as a literal; printed last, when it is known which places are named."""
        program = self.program
        used = [program.spans[at] for at in sorted(self.places, key=self.places.__getitem__)]
        paths = _positions(place.path for place in used)
        owners = _positions(place.owner for place in used)
        spans = tuple((paths[p.path], p.line, p.column, owners[p.owner]) for p in used)
        parts = ("kinds", "enums", "dice", "symbols", "terrain", "traits", "cards", "events", "names", "data_rows",
                 "words", "word_keys")  # fmt: skip
        data = {part: plain_data(getattr(program, part)) for part in parts}
        data["rosters"] = {name: {"params": roster.params} for name, roster in program.rosters.items()}
        return self.literal({**data, "paths": tuple(paths), "owners": tuple(owners), "spans": spans})

    # ---- literals
    def literal(self, value: Any, texts: dict[str, CodeText] | None = None) -> CodeText:
        """A value of a table; ``texts`` are members that stand as they are."""
        functions: dict[str, int] = {}
        if self.target.tables_are_text:
            text = json.dumps(self.plain(value, functions), separators=(",", ":"))
            return self.target.table(text, [(name, self.counts[name]) for name in functions])
        if isinstance(value, Ref):
            return self.target.reference(value.identifier)
        if isinstance(value, At):
            return number(self.place(value))
        if isinstance(value, dict):
            held = cast(dict[str, Any], value)
            pairs = [(key, self.literal(item)) for key, item in held.items()]
            return self.target.object([*pairs, *(texts or {}).items()])
        if isinstance(value, tuple | list):
            items = cast(Sequence[Any], value)
            return self.target.array([self.literal(item) for item in items])
        return self.target.plain(value).text

    def plain(self, value: Any, functions: dict[str, int]) -> Any:
        """A value of a table as data for JSON; a function is its number among those that are named."""
        if isinstance(value, Ref):
            return {"fn()": functions.setdefault(value.identifier, len(functions))}
        if isinstance(value, At):
            return self.place(value)
        if isinstance(value, dict):
            return {key: self.plain(item, functions) for key, item in cast(dict[str, Any], value).items()}
        if isinstance(value, tuple | list):
            return [self.plain(item, functions) for item in cast(Sequence[Any], value)]
        return value

    def place(self, at: int) -> int:
        """The number of a place among those that are named."""
        return self.places.setdefault(at, len(self.places))

    # ---- functions
    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str:
        writer = FunctionPrinter(self)
        body = [*writer.spending(self.charges.body((node,)), node.at), *writer.answer(node)]
        return self.define(Written("function", name, node.at, body, writer), params)

    def body_of(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any:
        """Statements as rows, whose functions are printed here."""
        return {"name": name, "rows": instructions(self, name, body, at, **how)}

    def piece(self, piece: Piece) -> Ref:
        writer = PiecePrinter(self)
        written = Written("function", piece.title, piece.at, writer.piece(piece), writer)
        return Ref(self.define(written, ("v", *piece.given)))

    def requirement(
        self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, *, lets: bool = True
    ) -> str:
        writer = FunctionPrinter(self)
        body = writer.requirements(head, at, lets=lets)
        return self.define(Written("function", name, at, body, writer), params)

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str:
        writer = FunctionPrinter(self)
        spent = writer.spending(self.charges.body(value for _, value in pairs), at)
        body = [*spent, *self.target.block("return", at, value=writer.mapping(pairs))]
        return self.define(Written("function", name, at, body, writer), params)

    def game_functions(self) -> dict[str, str]:
        fixed, costly = fixed_functions(self.program), costly_functions(self.program)
        for function in self.program.functions.values():
            writer = FunctionPrinter(self)
            if function.body is None:
                told = writer.core("unknown", self.target.text(function.name), writer.at(function.at))
                body = self.target.block("return", function.at, value=told.text)
            else:
                spent = writer.spending(self.charges.function(function.name), function.at)
                body = [*spent, *writer.answer(function.body)]
            row = "remembered" if function.name in fixed else "known" if function.name in costly else "game function"
            if row not in self.target.lines:
                row = "function"
            group = self.remembering.of["function"].get(function.name, 0)
            written = Written(
                row, function.name, function.at, body, writer, group, self.remembering.open_params(function)
            )
            self.define(written, tuple(f"v_{p}" for p in function.params), self.function_ids[function.name])
        return self.function_ids

    def define(self, written: Written, params: tuple[str, ...], identifier: str = "") -> str:
        """Adds a function under a comment that tells its name and place; gives its identifier."""
        identifier = identifier or self.names.fresh(written.name)
        place, writer, body = self.program.spans[written.at], written.writer, written.body
        taken = [fixed(p) if p == "v" else writer.local(p.removeprefix("v_")) for p in params]
        declared = [name for name in writer.locals if name not in taken]
        if declared:
            body = [*self.target.block("locals", written.at, names=self.target.unset(declared)), *body]
        comment = self.target.remark(f"{written.name} ({place.path}:{place.line})")
        holes = {
            "name": self.target.reference(identifier),
            "params": self.target.parameters([fixed("rt"), *taken]),
            "given": joined(", ", (fixed("rt"), *taken)),
            "count": number(len(params)),
            "group": number(written.group),
            "opened": self.literal(written.opened),
        }
        self.counts[identifier] = len(params)
        defined = self.target.block(written.row, written.at, body, **holes)
        self.module.functions.append([Line(comment, written.at), *defined])
        return identifier

    def add_part(self, node: ir.Expr, names: Sequence[str], *, looping: bool) -> CodeText:
        """A function for a part of an expression, of the locals that the part reads."""
        writer = FunctionPrinter(self)
        writer.looping = looping
        body = self.target.block("return", node.at, value=writer.told(node))
        written = Written("function", "a part of an expression", node.at, body, writer)
        return self.target.reference(self.define(written, tuple(f"v_{name}" for name in names)))

    def add_lasting(self, node: ir.Modifier) -> int:
        """A modifier that a statement adds; statements name it by its position."""
        self._lasting.append(node)
        return len(self._lasting) - 1

    def lasting_nodes(self) -> list[ir.Modifier]:
        return self._lasting

    def add_until(self, node: ir.Span) -> int:
        """A duration with a condition, which it names by its position."""
        self._untils.append(node)
        return len(self._untils) - 1

    def until_nodes(self) -> list[ir.Span]:
        return self._untils


def _positions(texts: Iterable[str]) -> dict[str, int]:
    return {text: position for position, text in enumerate(dict.fromkeys(texts))}


def plain_data(value: Any) -> Any:
    """Declarations as mappings and tuples, by key; the shape that the JSON has, without the names of classes."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain_data(getattr(value, name)) for name in value.__dataclass_fields__ if name != "at"}
    if isinstance(value, dict):
        held = cast(Table, value)
        return {key: plain_data(held[key]) for key in sorted(held)}
    if isinstance(value, tuple | list):
        return tuple(plain_data(item) for item in cast(Sequence[Any], value))
    return value

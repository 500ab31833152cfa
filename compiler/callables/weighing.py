"""A compiled game that notes what its rules preferred.

Job: note, wherever rules keep those of a collection with the lowest or highest value, the values and what was kept; and
say which of these places a choice may depend on. Input: a program. Output: notes, which somebody else forgets. It runs
as any compiled game does, a little slower.
"""

# Values of a running game are of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import ast as py
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from compiler.callables.code import Code
from compiler.core import ir
from compiler.interpreter.calls import ENVIRONMENT

Place = tuple[str, int, int]  # a file, a line and a column
_ENDS = ("with_lowest", "with_highest")


class Weighed(NamedTuple):
    """What the rules preferred at a place: each candidate with its value, and those that were kept."""

    place: Place
    values: tuple[tuple[Any, int], ...]
    kept: tuple[Any, ...]


class WeighingCode(Code):
    """``notes``: what was preferred since somebody last forgot it, in this order."""

    def __init__(self, program: ir.Program) -> None:
        self.notes: list[Weighed] = []
        self.measured: list[Place] = []
        self.places = dict[int, frozenset[Place]]()
        super().__init__(program)
        self.places = {at: frozenset(map(self.place_of, found)) for at, found in _choices(program)}

    def place_of(self, at: int) -> Place:
        place = self.spans[at]
        return place.path, place.line, place.column

    def function(self, name: str, params: tuple[str, ...], body: list[py.stmt], at: int) -> None:
        path = self.spans[at].path
        for node in (below for statement in body for below in py.walk(statement)):
            if isinstance(node, py.Call) and isinstance(node.func, py.Name):
                form = node.func.id.removeprefix("c_")
                if form in _ENDS and hasattr(node, "lineno"):
                    node.func.id = f"noted_{form}"
                    node.args.append(py.Constant(len(self.measured)))
                    self.measured.append((path, node.lineno, node.col_offset + 1))
        super().function(name, params, body, at)

    def compile_pending(self) -> None:
        for form in _ENDS:
            self.space[f"noted_{form}"] = self.noted(ENVIRONMENT[f"c_{form}"])
        super().compile_pending()

    def noted(self, pick: Any) -> Any:
        def found(pairs: Iterable[tuple[Any, int]], number: int) -> tuple[Any, ...]:
            values = tuple(pairs)
            kept: tuple[Any, ...] = pick(values)
            self.notes.append(Weighed(self.measured[number], values, kept))
            return kept

        return found

    def decided(self, at: int, options: Iterable[Any]) -> list[Weighed]:
        """What led to these options of the choice at a place: each step was among those that the one before kept."""
        left, found = set(options), list[Weighed]()
        places = set(self.places.get(at, ()))
        for note in reversed(self.notes):
            if note.place in places and left and left <= set(note.kept):
                places.remove(note.place)
                left = {value for value, _ in note.values}
                found.insert(0, note)
        return found


def _choices(program: ir.Program) -> Iterator[tuple[int, set[int]]]:
    """By the place of each choice those of the preferences that its options are made with."""
    for definition in (*program.verbs.values(), *program.abilities):
        nodes = list(definition.walk())
        lets = {node.name: node.value for node in nodes if isinstance(node, ir.Let)}
        for node in nodes:
            if isinstance(node, ir.Choose) and not node.ranks:
                yield node.at, set(_preferences(program, lets, node.options))


def _preferences(program: ir.Program, lets: dict[str, ir.Expr], start: ir.Expr) -> Iterator[int]:
    known, left = set[str](), [start]
    while left:
        for node in left.pop().walk():
            if isinstance(node, ir.Gather) and node.form in _ENDS:
                yield node.at
            named, body = "", None
            if isinstance(node, ir.Apply):
                named, body = f"{node.function}()", program.functions[node.function].body
            elif isinstance(node, ir.Local | ir.Get):
                named = node.name if isinstance(node, ir.Local) else node.field
                body = lets.get(named)
            if body is not None and named not in known:
                known.add(named)
                left.append(body)

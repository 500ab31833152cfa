"""The groups in which an engine keeps what it works out of the state.

Job: number a group for each text whose answers are kept apart, and tell which groups a change of a part of the state
empties. Input: a program, and what its statements add for a while. Output: numbers; the first group, 0, has the
answers of which nobody knows what they read, and is emptied by any change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from compiler.core import ir
from compiler.core.cached_functions import costly_functions, fixed_functions
from compiler.core.reads import ALL, BOARD, Reads, carriers_of, closed_params

Readers = Mapping[str, tuple[int, ...]]


class Groups:
    """``of``: the group of a text by its form and name. ``of_walked``: of functions that tell what steps cost and where
    ways end, by name; they are noted while the rules are written. ``all_ways``: what hangs on all of these.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.size = 1
        self.walked: dict[str, None] = {}
        self.never_open = closed_params(program)
        worked_out = {*fixed_functions(program), *costly_functions(program)}
        texts: dict[str, Iterable[Any]] = {
            "function": (name for name in program.functions if name in worked_out),
            "stat": (stat.name for stat in program.stats),
            "trait": program.traits,
            "verb": program.verbs,
            "carriers": (carriers_of(program, ability)[1:] for ability in program.abilities),
            "check": range(len(program.checks)),
        }
        self.of: dict[str, dict[Any, int]] = {}
        for form, names in texts.items():
            found = dict.fromkeys(names)
            self.of[form] = dict(zip(found, count(self.size), strict=False))
            self.size += len(found)
        self.of_walked: dict[str, int] = {}
        self.all_ways = 0

    def open_params(self, function: ir.Function) -> tuple[int, ...]:
        """The positions of parameters that may be zones or events: what is read of them is no part of the state."""
        return tuple(i for i in range(len(function.params)) if (function.name, i) not in self.never_open)

    def number_walks(self) -> None:
        """Groups for the functions that are given to others, when all of them are noted, and one for all ways."""
        functions = self.of["function"]
        for name in self.walked:
            if name not in functions:
                functions[name] = self.size
                self.size += 1
            self.of_walked[name] = functions[name]
        self.all_ways = self.size
        self.size += 1

    def readers(self, lasting: Sequence[ir.Modifier], untils: Sequence[ir.Span]) -> Readers:
        """For each part of the state the groups whose answers depend on it."""
        reads = Reads(self.program, lasting, untils, self.walked)
        found: dict[str, list[int]] = {ALL: [0]}
        texts: dict[tuple[str, ...], int] = {
            (form, *name) if form == "carriers" else (form, name): group
            for form, groups in self.of.items()
            for name, group in groups.items()
        }
        texts["all_ways",] = self.all_ways
        for text, group in texts.items():
            parts = reads.of(text)
            if text[0] == "verb" and ALL in parts:  # whether it would be refused is not remembered
                del self.of["verb"][text[1]]
            for part in parts:
                found.setdefault(part, []).append(group)
        found[BOARD] = [*range(self.size)]
        anything = found[ALL]
        for kind in self.program.kinds.values():
            for zone in (f.name for f in kind.fields if f.zone):
                found[zone] = [*found.get(zone, ()), *found.get("_zone", ())]
        return {part: tuple(dict.fromkeys((*anything, *found[part]))) for part in sorted(found)}

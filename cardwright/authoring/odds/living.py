"""Which values of what is being done can still be read.

Job: leave out of a state what nothing that is left to do will read, such as the dice of a roll whose hits are counted,
so that states from which the same comes are equal. Input: checked trees and compiled bodies. Output: the values of an
event or a body that are still alive.

What counts as read is more than what is read: every name that occurs in the rows of a body from where it stands.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from compiler.interpreter.frames import Body, BodyCode
from compiler.interpreter.snapshots import Whole
from compiler.interpreter.state import State
from compiler.interpreter.values import Event
from dsl.checking.results import Checked
from dsl.meaning.types import Type
from dsl.syntax import ast

Values = Mapping[str, Any]


class Living(Whole):
    """Tells for each of the events and bodies of a game which of their values are alive."""

    def __init__(self, checked: Checked) -> None:
        self.read_outside = frozenset(_read_outside(checked))
        self.mentioned: dict[tuple[int, int], frozenset[str]] = {}  # by body and row
        self.bodies: dict[int, list[Body]] = {}  # by event

    def look(self, game: State) -> None:
        """Looks at what is being done now."""
        self.bodies = {}
        for frame in game.frames:
            if isinstance(frame, Body):
                self.bodies.setdefault(id(frame.v.get("ev")), []).append(frame)

    def of_event(self, game: State, event: Event, values: Values) -> Values:
        """Its parameters, and of what its verb has set what is still read: by the verb, or by what answers it."""
        names = set(self.read_outside)
        for body in self.bodies.get(id(event), ()):
            names |= self.from_here(body.code, body.pc)
        lets = game.code.verbs[event._verb].lets
        return {name: value for name, value in values.items() if name not in lets or name in names}

    def of_body(self, body: Body) -> Values:
        names = self.from_here(body.code, body.pc)
        return {name: value for name, value in body.v.items() if name in names}

    def from_here(self, code: BodyCode, pc: int) -> frozenset[str]:
        """The names that occur from the row that a body waits in; of a loop, from its first."""
        key = id(code), pc
        if key not in self.mentioned:
            first = max(pc - 1, 0)
            for place in range(len(code.rows) - 1, -1, -1):
                row = code.rows[place]
                if row[0] == "jump" and place >= first:
                    first = min(first, row[2])
            self.mentioned[key] = frozenset(name for row in code.rows[first:] for name in _names(row))
        return self.mentioned[key]


def _names(value: Any) -> Iterator[str]:
    """All names that occur in a row: in its operands, and in the functions that it has."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for part in value:
            yield from _names(part)
    elif isinstance(value, CodeType):
        yield from value.co_names
        yield from value.co_varnames
        yield from _names(value.co_consts)
    elif callable(value):
        yield from _names(getattr(value, "__code__", None))


def _read_outside(checked: Checked) -> Iterator[str]:
    """The names that texts read of an event other than that of the verb around them."""
    facts = checked.facts
    yield from (ref.name for ref in facts.refs.values() if ref.form == "trigger")
    for pattern in facts.patterns.values():
        yield from (test.param for test in pattern.tests)
    for node in facts.types:
        if isinstance(node, ast.Path) and any(_is_event(facts.types.get(part)) for part in (node, node.head)):
            yield from (field.text for field in node.fields)


def _is_event(type_: Type | None) -> bool:
    return type_ is not None and type_.form == "event"

"""Where a debugged game is to stop.

Job: hold breakpoints and say whether one is met. Input: lines of content, verbs, fields, and what a game tells of
itself. Output: the reason of a stop, in words. Must never change the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from compiler.interpreter.values import Trace, Zone, label
from dsl.dataclass import dataclass

GONE = ""  # in the place of the value of what is not in the game
OUTCOMES = ("illegal", "fizzled", "prevented")  # of events, as the first word of a line of a trace


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a game stopped: ``kind`` is entry, step, breakpoint, event, change, refusal, fault, pause or count."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A field whose change stops the game: the number of an entity and the name of the field."""

    entity: int
    field: str


class LiveTrace(Trace):
    """A trace that also keeps the lines that were told since somebody last asked."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh: list[str] = []

    def add(self, depth: int, text: str) -> None:
        super().add(depth, text)
        self.fresh.append(text)


@dataclass(slots=True)
class Breakpoints:
    """``lines``: condition by file and line (an empty one always holds); ``events``: verbs; ``refusals``: whether a
    call that is refused stops the game; ``fields``: with the values that they had when somebody last looked;
    ``only_if``: the conditions of verbs and fields.
    """

    lines: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    events: frozenset[str] = frozenset()
    refusals: bool = False
    fields: dict[Watched, str] = field(default_factory=dict[Watched, str])
    only_if: dict[str | Watched, str] = field(default_factory=dict[str | Watched, str])

    def at_line(self, place: tuple[str, int], holds: Callable[[str], bool]) -> Reason | None:
        """The reason to stop at a line, if its condition holds."""
        condition = self.lines.get(place)
        if condition is None or (condition and not holds(condition)):
            return None
        return Reason("breakpoint", f"breakpoint at {place[0].rsplit('/', 1)[-1]}:{place[1]}")

    def _holds(self, what: str | Watched, holds: Callable[[str], bool]) -> bool:
        condition = self.only_if.get(what, "")
        return not condition or holds(condition)

    def in_trace(self, lines: Iterable[str], holds: Callable[[str], bool]) -> Reason | None:
        """The reason to stop after these lines of the trace."""
        for line in lines:
            first, _, rest = line.partition(" ")
            if first in OUTCOMES:
                if self.refusals and first != "prevented":
                    return Reason("refusal", line)
                first = rest.partition(" ")[0]
            if first in self.events and self._holds(first, holds):
                return Reason("event", line)
        return None

    def in_fields(self, entities: Mapping[int, Any], holds: Callable[[str], bool]) -> Reason | None:
        """The reason to stop because of a field that has another value than before. To come and go is no change."""
        for watched, before in list(self.fields.items()):
            now = value_of(entities, watched)
            self.fields[watched] = now
            if now != before and GONE not in (now, before) and self._holds(watched, holds):
                return Reason("change", f"{watched.field} of {label(entities.get(watched.entity))}: {before} → {now}")
        return None

    def look_again(self, entities: Mapping[int, Any]) -> None:
        """Takes the values that fields have now for those before."""
        for watched in self.fields:
            self.fields[watched] = value_of(entities, watched)


def value_of(entities: Mapping[int, Any], watched: Watched) -> str:
    """The value of a watched field in words."""
    entity = entities.get(watched.entity)
    if entity is None:
        return GONE
    value = getattr(entity, watched.field, None)
    return label(tuple(value)) if isinstance(value, Zone) else label(value)

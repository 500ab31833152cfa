"""The rows of a rules table, ready to run.

Job: give what a row says its names: its functions, and the data by which they are found. Input: nothing; `Linked` fills
them from a rules table (``docs/engines.md``). Output: one class for each kind of row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from compiler.interpreter.frames import BodyCode

Fn = Callable[..., Any]


@dataclass(slots=True)
class LiveCode:
    """A `live` line: `condition(rt, self, this)`, `subject(rt, this)`; ``through`` is a verb and its values."""

    each: bool
    subject: Fn
    condition: Fn | None
    needs_self: bool
    through: tuple[str, Fn] | None


@dataclass(slots=True)
class ModifierCode:
    """`scope(rt, it, then, self, this, env)` and likewise the others."""

    at: int
    form: str
    stat: str
    verbs: tuple[str, ...]
    scope: Fn | None
    value: Fn | None
    values: tuple[Fn, ...]
    condition: Fn | None
    rows: tuple[str, ...]


@dataclass(slots=True, eq=False)
class AbilityCode:
    """An ability ready to run: every function takes (rt, self, this, trigger). ``group``: who has it (`Linked`)."""

    index: int
    id: str
    at: int
    form: str
    name: str
    label: str
    step: str
    live: LiveCode | None
    condition: Fn | None
    requires: Fn | None
    costs: BodyCode | None
    limits: tuple[str, ...]
    uses: int
    classes: tuple[str, ...]
    chooser: Fn | None
    feasible: Fn | None
    body: BodyCode | None
    rows: tuple[str, ...]
    form_of_use: str = ""
    group: int = 0
    costs_number: int | None = None  # the same number for the same costs


Book = dict[tuple[str, str], tuple[AbilityCode, ...]]  # what answers an event: by step (or empty) and timing


@dataclass(slots=True)
class VerbCode:
    """A verb: `head` and `recheck` give a failed requirement or None."""

    at: int
    params: tuple[tuple[str, Fn | None, bool], ...]
    lets: tuple[str, ...]
    head: Fn
    recheck: Fn
    body: BodyCode
    rows: tuple[str, ...]
    triggers: Book = field(default_factory=dict[tuple[str, str], tuple[AbilityCode, ...]])
    reactions: Book = field(default_factory=dict[tuple[str, str], tuple[AbilityCode, ...]])

    def watched(self, timing: str, step: str = "") -> bool:
        """Whether any ability of the game answers this moment."""
        return (step, timing) in self.triggers or (step, timing) in self.reactions


@dataclass(slots=True)
class CheckCode:
    """A state check: ``reads`` are fields; `found(rt)` tells whether it holds, which is remembered in a ``group``."""

    reads: frozenset[str]
    found: Fn
    body: BodyCode
    rows: tuple[str, ...]
    group: int

    def is_due(self, written: set[str]) -> bool:
        return "*" in self.reads or bool(self.reads & written)


@dataclass(slots=True)
class StatCode:
    value: Fn | None
    stacking: str
    rows: tuple[str, ...]


@dataclass(slots=True)
class RosterCode:
    """A roster's definition: each requirement gives its failure or None; all take (rt, values…)."""

    rows: tuple[str, ...]
    requirements: tuple[Fn, ...]


@dataclass(slots=True)
class PositionCode:
    """A position: its drawing, who stands at its letters, and what is done before and after they are put there."""

    at: int
    board: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    build: BodyCode
    do: BodyCode


@dataclass(slots=True)
class ThenCode:
    """What a test expects: its text, `test(rt, env)`, and the values to be shown where it fails.

    ``joined`` is `and`, `or` or empty; ``parts`` are what it joins.
    """

    text: str
    at: int
    test: Fn
    left: Fn | None
    right: Fn | None
    joined: str
    parts: tuple[ThenCode, ...]


@dataclass(slots=True)
class EventCode:
    """An event as a test names it: one of the verbs, a step or the whole, and `test(rt, env, trigger)`."""

    text: str
    at: int
    verbs: tuple[str, ...]
    step: str
    test: Fn | None


@dataclass(slots=True)
class EventsCode:
    """``events`` happen in this order, ``never`` do not happen, ``exactly`` are all of their kind."""

    events: tuple[EventCode, ...]
    never: tuple[EventCode, ...]
    exactly: tuple[EventCode, ...]


@dataclass(slots=True)
class RefusalCode:
    """A call that is refused, or (without one) an answer that is not offered, for a reason."""

    at: int
    because: str
    answer: str
    call: EventCode | None


@dataclass(slots=True)
class StepCode:
    at: int
    do: BodyCode
    then: tuple[ThenCode, ...]
    choices: tuple[Any, ...]
    dice: tuple[Any, ...]
    draws: tuple[Any, ...]
    offered: tuple[str, ...]
    not_offered: tuple[str, ...]
    refused: tuple[RefusalCode, ...]
    happens: EventsCode
    named: tuple[tuple[str, Fn], ...]


@dataclass(slots=True)
class StageCode:
    """What comes before a test that begins where another test is."""

    test: str
    positions: tuple[PositionCode, ...]
    steps: tuple[StepCode, ...]


@dataclass(slots=True)
class ScriptCode:
    """A test or scenario, ready to run."""

    name: str
    at: int
    rows: tuple[str, ...]
    foregoing: tuple[StageCode, ...]
    positions: tuple[PositionCode, ...]
    steps: tuple[StepCode, ...]
    illegal: str
    happens: EventsCode
    roster: tuple[str, tuple[tuple[str, Any], ...]] | None

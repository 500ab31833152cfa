"""Scripts: tests and scenarios as core statements.

Job: hold what a test or scenario builds, does and expects. The named values of a script are in ``env``.
``compiler.lowering.scripts`` makes scripts, and ``compiler.interpreter.scripts`` runs them.
"""

from __future__ import annotations

from compiler.core import ir
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PositionScript:
    """``board``: the drawn lines; ``letters``: the entity at each letter; ``build``: creates everything."""

    at: int
    board: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    build: tuple[ir.Stmt, ...]
    do: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class ConditionScript:
    """What must hold: its text, and the value of its left side where it is a comparison; of its ``right`` side where
    the text does not say it.

    ``joined`` is `and`, `or`, `not` or empty; ``parts`` are the conditions that it joins, or the one that it denies.
    """

    at: int
    text: str
    test: ir.Expr
    left: ir.Expr | None
    right: ir.Expr | None
    joined: str
    parts: tuple[ConditionScript, ...]


@dataclass(frozen=True, slots=True)
class EventScript:
    """An event as a test names it: one of the verbs, a step or the whole, and a condition on the event `trigger`."""

    at: int
    text: str
    verbs: tuple[str, ...]
    step: str
    test: ir.Expr | None


@dataclass(frozen=True, slots=True)
class EventsScript:
    """``events`` happen in this order, ``never`` do not happen, ``exactly`` are all of their kind."""

    events: tuple[EventScript, ...]
    never: tuple[EventScript, ...]
    exactly: tuple[EventScript, ...]


@dataclass(frozen=True, slots=True)
class RefusalScript:
    """A call that is refused, or (without one) an answer that is not offered, for a reason."""

    at: int
    because: str
    answer: str
    call: EventScript | None


@dataclass(frozen=True, slots=True)
class StepScript:
    """``named``: things that are made in the step, by name; ``choices``, ``dice`` and ``draws`` are answers."""

    at: int
    do: tuple[ir.Stmt, ...]
    then: tuple[ConditionScript, ...]
    choices: tuple[object, ...]
    dice: tuple[object, ...]
    draws: tuple[object, ...]
    offered: tuple[str, ...]
    not_offered: tuple[str, ...]
    refused: tuple[RefusalScript, ...]
    happens: EventsScript
    named: tuple[tuple[str, ir.Expr], ...]


@dataclass(frozen=True, slots=True)
class StageScript:
    """What comes before a test that begins where another test is."""

    test: str
    positions: tuple[PositionScript, ...]
    steps: tuple[StepScript, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A test, or (without steps) a scenario. ``roster``: a roster definition, with the values that a test
    passes to it.
    """

    name: str
    at: int
    rows: tuple[str, ...]
    positions: tuple[PositionScript, ...]
    steps: tuple[StepScript, ...]
    illegal: str
    happens: EventsScript
    roster: tuple[str, tuple[tuple[str, object], ...]] | None = None
    foregoing: tuple[StageScript, ...] = ()


NO_EVENTS = EventsScript((), (), ())

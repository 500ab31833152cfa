"""Scripts: tests and scenarios as core statements.

Job: hold what a test or scenario builds, does and expects. The named values of a script are in ``env``.
``compiler.lowering.scripts`` makes scripts, and ``compiler.interpreter.scripts`` runs them.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.core import ir


@dataclass(frozen=True, slots=True)
class PositionScript:
    """``board``: the drawn lines; ``letters``: the entity at each letter; ``build``: creates everything."""

    at: int
    board: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    build: tuple[ir.Stmt, ...]
    do: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class StepScript:
    """``then``: conditions with their text and, for a comparison, the value of its left side."""

    at: int
    do: tuple[ir.Stmt, ...]
    then: tuple[tuple[str, ir.Expr, ir.Expr | None], ...]
    choices: tuple[object, ...]
    dice: tuple[object, ...]


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
    events: tuple[str, ...]
    roster: tuple[str, tuple[tuple[str, object], ...]] | None = None

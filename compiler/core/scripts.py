"""Scripts: tests and scenarios as core statements.

Job: hold what a test or scenario builds, does and expects. Names of a script's texts are values of ``env``. Made by
``compiler.lowering.scripts``; run by ``compiler.interpreter.scripts``.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.core import ir


@dataclass(frozen=True, slots=True)
class PositionScript:
    """``board`` as drawn; ``letters`` name who stands at a letter; ``build`` makes everything."""

    at: int
    board: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]
    build: tuple[ir.Stmt, ...]
    do: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class StepScript:
    """``then`` are conditions with their text and, for a comparison, the value of its left side."""

    at: int
    do: tuple[ir.Stmt, ...]
    then: tuple[tuple[str, ir.Expr, ir.Expr | None], ...]
    choices: tuple[object, ...]
    dice: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A test, or (without steps) a scenario. ``roster`` is a definition with the values that a test tries."""

    name: str
    at: int
    rows: tuple[str, ...]
    positions: tuple[PositionScript, ...]
    steps: tuple[StepScript, ...]
    illegal: str
    events: tuple[str, ...]
    roster: tuple[str, tuple[tuple[str, object], ...]] | None = None

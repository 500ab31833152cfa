"""Marks: what was carried out and considered, for tests and for people who ask.

Job: note which rows of the rulebook were carried out, and what an automated figure considered. Nothing is noted in a
dry run. Reads the program's data; changes the set of marks and the trace, which no rule reads.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from compiler.interpreter.state import State
from compiler.interpreter.values import Entity


def mark(rt: State, rows: tuple[str, ...]) -> None:
    if rt.marked is not None and not rt.dry_run:
        rt.marked.update(rows)


def mark_data(rt: State, entity: Entity) -> None:
    if rt.marked is not None and not rt.dry_run:
        rt.marked.update(rt.code.rows_of_kind[entity._kind])
        if entity._card is not None:
            rt.marked.update(rt.program.cards[entity._card._id].rows)


def consider(rt: State, form: str, text: str, at: int) -> None:
    """What an automated figure considered; explained on request."""
    if rt.trace is not None and not rt.dry_run:
        rt.trace.remark(form, text, at)
        rt.trace.add(len(rt.stack), f"ai {form}: {text}")

"""Parts of a definition that no author wrote.

Job: find the conditions that the compiler puts before a step of an AI, and the marks by which a later step knows that
an earlier one was taken, where no step could tell a difference. Input: a definition. Output: identities of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from compiler.core import ir
from compiler.mutation.steps import is_many

_UNDONE = frozenset({"idle", "skipped"})  # notes of what could not be carried out


def unwritten(top: ir.Node) -> frozenset[int]:
    """The nodes of a definition whose changes are none of what its author said."""
    found: set[int] = set()
    for node in top.walk():
        if isinstance(node, ir.If) and _notes(node.otherwise) & _UNDONE:
            found.add(id(node.condition))  # whether it can be carried out at all
        for f in fields(node):
            body: Any = getattr(node, f.name)
            if is_many(body):
                found.update(id(mark) for mark in _idle_marks(body))
    return frozenset(found)


def _notes(body: tuple[ir.Stmt, ...]) -> set[str]:
    return {statement.form for statement in body if isinstance(statement, ir.Note)}


def _idle_marks(body: tuple[Any, ...]) -> Iterator[ir.Node]:
    """Of the steps of an AI: what is set before them, the question of a step before which none could be taken, and
    what the last one sets.
    """
    steps = [(statement, flag) for statement in body if (flag := _flag_of_step(statement))]
    flags, taken = {flag for _, flag in steps}, ""
    yield from (s.value for s in body if isinstance(s, ir.Let) and s.name in flags)
    for step, flag in steps:
        if flag != taken:  # no step before it ends the AI
            yield step.condition
        taken = flag if any(_ends(step, flag)) else taken
    for step, flag in steps[-1:]:
        yield from _ends(step, flag)


def _ends(step: ir.If, flag: str) -> Iterator[ir.Expr]:
    """What a step sets so that no step after it is taken."""
    return (n.value for n in step.walk() if isinstance(n, ir.Let) and n.name == flag)


def _flag_of_step(node: object) -> str:
    """The local that says whether a step before this one was taken; empty if it is no step."""
    match node:
        case ir.If(
            condition=ir.Op(operator="not", operands=(ir.Local(name=flag),)),
            body=(ir.Note(form="taken") | ir.If(otherwise=(ir.Note(form="failed" | "idle"),)), *_),
        ):
            return flag
        case _:
            return ""

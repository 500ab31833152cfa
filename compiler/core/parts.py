"""By what a save finds a statement again after the rules have changed.

Job: tell for each body its digest, for each lasting modifier and each condition of a duration the body that it stands
in. Input: the bodies of a rules table, in order. Output: plain data, a member of the rules table. A statement's name is
that of its definition and its row there; the digest tells whether the definition is the same. Line numbers, comments,
rulebook rows, labels, messages and the numbers of generated locals have no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from compiler.core import ir
from compiler.core.comparison import bare_with_names
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A body: its statements, the operations of its rows, how many lasting modifiers and conditions it has."""

    name: str
    body: tuple[ir.Stmt, ...]
    operations: tuple[str, ...]
    lasting: int
    untils: int


def table_of_parts(parts: Iterable[Part]) -> dict[str, Any]:
    """``bodies``: the digest of each, and the number of its first generated local, from which the others follow.

    ``lasting`` and ``untils``: for each position the body, and which one in it.
    """
    bodies: dict[str, tuple[str, int]] = {}
    lasting: list[tuple[str, int]] = []
    untils: list[tuple[str, int]] = []
    for part in parts:
        core, numbers = bare_with_names(part.body)
        bodies[part.name] = sha256(repr((core, part.operations)).encode()).hexdigest()[:8], min(numbers, default=0)
        lasting += ((part.name, number) for number in range(part.lasting))
        untils += ((part.name, number) for number in range(part.untils))
    return {"bodies": bodies, "lasting": tuple(lasting), "untils": tuple(untils)}

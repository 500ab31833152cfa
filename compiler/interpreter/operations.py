"""The operations of bodies: a function for each row that ``compiler/core/instructions.py`` writes.

Job: carry out one row. Each takes the running game, the locals of the body, the row (whose first operand is its place),
and the result that the body has waited for. It gives None for the next row, the position of the row to go on at, a
frame that is done first, or RESULT, where the next row takes ``rt.result``. Never knows what a body is for.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.interpreter.changes import add, lessen, write
from compiler.interpreter.choices import Rolling, Shuffling, choose, choose_mode
from compiler.interpreter.durations import begin_effect, begin_status
from compiler.interpreter.entities import create
from compiler.interpreter.events import end_frame, prevent
from compiler.interpreter.frames import RESULT, RETURN, Frame
from compiler.interpreter.happening import Happening, StepClosing, StepOpening
from compiler.interpreter.marks import consider, mark
from compiler.interpreter.offering import Offering
from compiler.interpreter.places import lift, place, put_after, put_before, put_bottom, put_top, remove, reveal, take
from compiler.interpreter.spending import look, rounds
from compiler.interpreter.statuses import drop, drop_named
from compiler.interpreter.using import Acting, Resolving
from compiler.interpreter.values import Unpaid

Locals = dict[str, Any]
Row = tuple[Any, ...]
Told = Frame | int | str | None


def _spend(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    rt.work -= row[2]
    if rt.work < rt.floor:
        look(rt, row[1])
    return None


def _let(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, owner, name, f = row
    if owner:
        setattr(v[owner], name, f(rt, v))
    else:
        v[name] = f(rt, v)
    return None


def _store(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, owner, name = row
    if owner:
        setattr(v[owner], name, value)
    else:
        v[name] = value
    return None


def _write(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, how, field, f = row
    owner, given = f(rt, v)
    if how == "set":
        write(rt, owner, field, given)
    elif how == "add":
        add(rt, owner, field, given)
    else:
        lessen(rt, owner, field, given)
    return None


# ---- what comes next
def _unless(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return None if row[2](rt, v) else row[3]


def _jump(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return row[2]  # type: ignore[no-any-return]


def _each(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    v[row[2]] = (row[3](rt, v), 0)
    return None


def _repeat(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    v[row[2]] = (rounds(rt, row[3](rt, v), row[1]), 0)
    return None


def _next(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, at, kept, work, name, past = row
    items, position = v[kept]
    if position >= len(items):
        return past  # type: ignore[no-any-return]
    v[kept] = (items, position + 1)
    if name:
        v[name] = items[position]
    rt.work -= work
    if rt.work < rt.floor:
        look(rt, at)
    return None


def _return(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return RETURN


# ---- calls
def _emit(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return Happening(row[2], row[3](rt, v))


def _emitted(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, target, result, paying, asks, past = row
    if paying and not value._done:
        raise Unpaid
    if target:
        v[target] = value.target
    if result and value._done:
        v[result[0]] = getattr(value, result[1])
    return past if asks and not value._done else None


def _step(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return StepOpening(v["ev"], row[2])


def _entered(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return None if value else row[2]


def _step_end(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return StepClosing(v["ev"], row[2])


def _prevent(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    prevent(rt, v["trigger"], row[2])
    return None


def _end(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    end_frame(rt, row[2])
    return None


def _resolve(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return Resolving(v["ev"])


def _act(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return Acting(row[2](rt, v))


def _offer(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, classes, once, f = row
    player, subject = f(rt, v)
    return Offering(classes, once, player, subject)


# ---- requests
def _chosen(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, owner, name, paying, past = row
    if value is None:
        if paying:
            raise Unpaid
        return past  # type: ignore[no-any-return]
    if owner:
        setattr(v[owner], name, value)
    else:
        v[name] = value
    return None


def _branch(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    _, _, starts, past = row
    return starts[value] if value >= 0 else past  # type: ignore[no-any-return]


def _roll(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return Rolling(row[2](rt, v), row[1])


def _reroll(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    held, dice = row[2](rt, v)
    again = tuple(d for d in (dice if isinstance(dice, tuple) else (dice,)) if d is not None)
    return Rolling(tuple(face.die for face in again), row[1], held, again)


def _shuffle(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    return Shuffling(row[2](rt, v), row[1])


# ---- changes
def _create(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    card, values = row[3](rt, v)
    rt.result = create(rt, row[2], card, values)
    return RESULT


def _call(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    PRIMITIVES[row[2]](rt, *row[3](rt, v))
    return None


def _status(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    begin_status(rt, *row[2](rt, v))
    return None


def _lasting(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    duration, kept = row[3](rt, v)
    begin_effect(rt, duration, row[2], kept)
    return None


def _mark(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    mark(rt, row[2])
    return None


def _note(rt: Any, v: Locals, row: Row, value: Any) -> Told:
    consider(rt, row[2], row[3], row[1])
    return None


# What a body calls by name (``ir.PRIMITIVES``).
PRIMITIVES: dict[str, Callable[..., None]] = {
    "put_top": put_top,
    "put_bottom": put_bottom,
    "put_before": put_before,
    "put_after": put_after,
    "take": take,
    "place": place,
    "lift": lift,
    "remove": remove,
    "reveal": reveal,
    "drop": drop,
    "drop_named": drop_named,
}
OPERATIONS: dict[str, Callable[[Any, Locals, Row, Any], Told]] = {
    "spend": _spend,
    "let": _let,
    "store": _store,
    "write": _write,
    "unless": _unless,
    "jump": _jump,
    "each": _each,
    "repeat": _repeat,
    "next": _next,
    "return": _return,
    "emit": _emit,
    "emitted": _emitted,
    "step": _step,
    "entered": _entered,
    "step_end": _step_end,
    "prevent": _prevent,
    "end": _end,
    "resolve": _resolve,
    "act": _act,
    "offer": _offer,
    "choose": choose,
    "chosen": _chosen,
    "modes": choose_mode,
    "branch": _branch,
    "roll": _roll,
    "reroll": _reroll,
    "shuffle": _shuffle,
    "create": _create,
    "call": _call,
    "status": _status,
    "lasting": _lasting,
    "mark": _mark,
    "note": _note,
}

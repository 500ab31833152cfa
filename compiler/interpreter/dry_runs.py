"""Dry runs: whether a stretch of play can pass, tried and taken back.

Job: run frames with answers tried in order, until one way passes. Reads and changes what those frames read and change;
afterwards the state is as it was, apart from the work that was done.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from compiler.interpreter.answers import answers_of
from compiler.interpreter.frames import Frame, begin_frame, run_frames
from compiler.interpreter.spending import TRY
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.values import (
    Choose,
    Draw,
    Ended,
    Exhausted,
    Fault,
    Prevented,
    Request,
    RollDice,
    Shuffle,
    Unpaid,
)

_MOST_TRIES = 64
_STOPS = (Fault, Prevented, Unpaid)


def attempt(rt: State, start: Callable[[], Frame], passes: Callable[[Any], bool]) -> bool:
    """Whether a stretch of play can pass, with some answers; everything is taken back.

    Answers are tried in order, the last changed first, at most 64 times; each roll is taken at its first face, for
    what hangs on a roll cannot be promised.
    """
    prefix: list[int] = []
    for _ in range(_MOST_TRIES):
        widths: list[int] = []
        rt.work -= TRY
        if _attempt_once(rt, start, passes, prefix, widths):
            return True
        path = (prefix + [0] * len(widths))[: len(widths)]
        while path and path[-1] + 1 >= widths[len(path) - 1]:
            path.pop()
        if not path:
            return False
        path[-1] += 1
        prefix = path
    return False


def _attempt_once(
    rt: State, start: Callable[[], Frame], passes: Callable[[Any], bool], prefix: list[int], widths: list[int]
) -> bool:
    journal, dirty, depth = len(rt.journal), set(rt.dirty), len(rt.stack)
    base, checking = len(rt.frames), set(rt.checking)
    steps, events, changes = rt.steps, rt.events, rt.changes
    known, is_own = rt.known, rt.is_own  # true again when the dry run is taken back
    rt.is_own = False
    if rt.marked is not None:  # what is worked out here marks nothing, so who marks works it out again
        rt.known, rt.is_own = nothing_known(), True
    rt.dry_run += 1
    try:
        request = begin_frame(rt, start())
        while request is not None:
            request = run_frames(rt, base, _dry_answer(request, prefix, widths))
        result, rt.result = rt.result, None
        return passes(result)
    except Exhausted:
        raise
    except Ended:
        return True  # it ends what it is a part of, so that nothing of it is left to do
    except _STOPS:
        return False
    finally:
        del rt.frames[base:]
        rt.dry_run -= 1
        rt.back_to(journal)
        rt.known, rt.is_own = known, is_own
        rt.checking = checking
        del rt.stack[depth:]
        rt.dirty, rt.steps, rt.events, rt.changes = dirty, steps, events, changes


def _dry_answer(request: Request, prefix: list[int], widths: list[int]) -> Any:
    match request:
        case RollDice(sizes=sizes):
            return [0] * len(sizes)
        case Draw():
            return 0
        case Shuffle(size=size):
            return list(range(size))
        case Choose():
            answers = list(islice(answers_of(request), 16))
            position = prefix[len(widths)] if len(widths) < len(prefix) else 0
            widths.append(len(answers))
            if not answers:
                raise Fault("nothing can be chosen", request.at)
            return answers[min(position, len(answers) - 1)]

"""The door for generated code: everything that printed and compiled rules may call, and nothing else.

Job: list these functions by the names that generated code uses. `CALLS` and the functions of the core take the running
game first; the others are plain. Of the game itself, generated code reads ``FIELDS`` and counts down ``work``. A house
test compares both lists with what is generated.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from compiler.interpreter.core import CORE, with_end
from compiler.interpreter.entities import of_kind
from compiler.interpreter.legality import can
from compiler.interpreter.marks import mark
from compiler.interpreter.modifiers import has, stat
from compiler.interpreter.places import footprint
from compiler.interpreter.remembering import known_now, may_change, remembering
from compiler.interpreter.spending import look, over, spend, unique
from compiler.interpreter.values import Duration, Env, Fault, past

FIELDS = ("cards", "floor", "game", "known", "standing", "terrain_of", "work")
CALLS: dict[str, Callable[..., Any]] = {
    "can": can,
    "footprint": footprint,
    "has": has,
    "known_now": known_now,
    "look": look,
    "mark": mark,
    "of_kind": of_kind,
    "over": over,
    "spend": spend,
    "stat": stat,
}


def _unknown(name: str, at: int) -> None:
    raise Fault(f"`{name}` is unknown in the source", at)


# Functions that need no running game. There are no builtins among them.
_PLAIN: dict[str, Any] = {
    "any": any,
    "all": all,
    "tuple": tuple,
    "absolute": abs,
    "least_of": min,
    "most_of": max,
    "length": len,
    "unique": lambda items: unique(tuple(items)),
    "sum_of": lambda numbers: past(sum(numbers)),
    "may_change": may_change,
    "past": past,
    "plus": lambda a, b: past(a + b),
    "minus": lambda a, b: past(a - b),
    "product": lambda a, b: past(a * b),
    "highest_of": lambda items: max(items, default=0),
    "lowest_of": lambda items: min(items, default=0),
    "with_lowest": with_end(min),
    "with_highest": with_end(max),
    "duration": lambda edge, skip, verbs, until, env: Duration(edge, skip, verbs, until, Env(env)),
    "unknown": _unknown,
}


# The functions of the core by their names, for rules that were written out as text.
core = SimpleNamespace(known=remembering, **_PLAIN, **CORE)
# All of it as the names that compiled rules find: those of the core begin with ``c_``. There are no builtins.
ENVIRONMENT: dict[str, Any] = {
    "__builtins__": {},
    **CALLS,
    **{f"c_{name}": function for name, function in {**CORE, **_PLAIN}.items()},
}

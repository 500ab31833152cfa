"""Rosters: a list of cards against the requirements of its definition.

Job: read a roster file's parameters as cards, and try every requirement. Input: a compiled program and a roster's data,
valid by schema. Output: a line for each broken requirement, with its place and rulebook rows.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler import ir
from compiler.callables import Code
from compiler.interpreter.game import Game
from compiler.interpreter.values import Event, label


def check_roster(code: Code, data: dict[str, Any], shown: str) -> list[str]:
    """What is wrong with a roster, each in one line; empty when it is legal."""
    declared = code.program.rosters.get(str(data["roster"]))
    if declared is None:
        return [f"{shown}: no roster is named `{data['roster']}`"]
    given, wrong = _values(code, declared, data, shown)
    if wrong:
        return wrong
    game = Game(code)
    holder = Event(declared.name, None, 0)
    for name, value in given.items():
        setattr(holder, name, value)
    for require in (item for item in declared.head if isinstance(item, ir.Require)):
        single = _single(code, declared, require)
        failed = single(game, *given.values())
        if failed is not None:
            message, at, rows = failed
            text = "".join(p if isinstance(p, str) else label(p) for p in message)
            place = code.spans[at]
            cited = f" [{', '.join(rows)}]" if rows else ""
            wrong.append(f"{shown}: {text} ({place.path}:{place.line}){cited}")
    return wrong


def _single(code: Code, declared: ir.Roster, require: ir.Require) -> Any:
    """One requirement as a function: every broken one is told, not the first alone."""
    lets = tuple(item for item in declared.head if isinstance(item, ir.Let))
    params = tuple(f"v_{name}" for name, _ in declared.params)
    name = code.requirement(f"roster {declared.name}", params, (*lets, require), require.at)
    code.compile_pending()
    return code.space[name]


def _values(code: Code, declared: ir.Roster, data: dict[str, Any], shown: str) -> tuple[dict[str, Any], list[str]]:
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for name, form in declared.params:
        if name not in data:
            wrong.append(f"{shown}: `{name}` is missing")
            continue
        found = []
        for card in _cards(data[name]):
            if card in code.prototypes:
                found.append(code.prototypes[card])
            else:
                wrong.append(f"{shown}: no card is named `{card}`")
        if form in ("int", "bool", "text", "enum"):
            values[name], wrong = data[name], [w for w in wrong if f"`{data[name]}`" not in w]
        else:
            values[name] = tuple(found) if form in ("list", "set") else (found[0] if found else None)
    return values, wrong


def _cards(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [str(card) for card, copies in value.items() for _ in range(int(copies))]
    return [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]

"""Functions whose results the engines cache, and for how long.

Job: find the functions that take no entity and read nothing that changes (their results depend only on the squares,
walls and terrain of the board): these results stay valid for the whole game. Find the functions that cost more than a
look-up: their results stay valid until something changes. Find those that have one result in every match. Input: a
program. Output: names of functions.
"""

from __future__ import annotations

from compiler.core import ir

# Nodes through which no text comes to an entity, a player or a square.
_PRINTED = (ir.Gather, ir.Collection, ir.Card, ir.Const, ir.Op, ir.Local, ir.Get)
# Core functions through which a text without entities can still read entities.
_CHANGING = frozenset({"game", "standing_on"})


def fixed_functions(program: ir.Program) -> frozenset[str]:
    """The functions whose results never change, and that do enough work to be worth caching."""
    fixed = {f.name for f in program.functions.values() if f.plain and f.params and f.body is not None}
    while True:
        broken = {name for name in fixed if not _is_fixed(program.functions[name].body, fixed)}
        if not broken:
            return frozenset(name for name in fixed if _takes_work(program.functions[name].body))
        fixed -= broken


def printed_functions(program: ir.Program) -> frozenset[str]:
    """The functions without parameters that look at nothing but what cards print."""
    texts = ((f.name, f.body) for f in program.functions.values() if not f.params and f.body is not None)
    return frozenset(name for name, body in texts if all(isinstance(node, _PRINTED) for node in body.walk()))


def costly_functions(program: ir.Program) -> frozenset[str]:
    """The functions that cost more than a look-up: they loop over a collection, or call such a function."""
    costly = {f.name for f in program.functions.values() if f.params and _holds(f.body, ir.Gather)}
    while True:
        more = {
            f.name for f in program.functions.values() if f.params and f.name not in costly and _calls(f.body, costly)
        }
        if not more:
            return frozenset(costly)
        costly |= more


def _holds(body: ir.Expr | None, node: type[ir.Node]) -> bool:
    return body is not None and any(isinstance(n, node) for n in body.walk())


def _calls(body: ir.Expr | None, functions: set[str]) -> bool:
    return body is not None and any(isinstance(n, ir.Apply) and n.function in functions for n in body.walk())


def _is_fixed(body: ir.Expr | None, fixed: set[str]) -> bool:
    for node in body.walk() if body is not None else ():
        match node:
            case ir.Get() | ir.Stat() | ir.Can() | ir.Span() | ir.Card():
                return False
            case ir.Entities(kind=kind) if kind != "square":
                return False
            case ir.Core(function=function) if function in _CHANGING:
                return False
            case ir.Apply(function=function) | ir.FunctionName(function=function) if function not in fixed:
                return False
            case _:
                pass
    return True


def _takes_work(body: ir.Expr | None) -> bool:
    return body is not None and any(isinstance(n, ir.Gather | ir.Apply) for n in body.walk())

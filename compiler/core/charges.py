"""The units of work that a text is charged, as far as they are known before it runs.

Job: give each function, loop and body of a program a fixed charge, so that every engine counts the same work
(``docs/language.md``, "Bounds"). A function with very little work is *light*: its callers are charged for it. Input: a
program. Output: numbers. Never runs anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from compiler.core import ir

_NODES = 32  # nodes whose work equals one call of a function
_LIGHT = 8  # the largest charge of a light function


class Charges:
    """The charges of a program's texts. Functions are not recursive, so each is computed after those that it calls."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._weights: dict[str, int] = {}

    def is_light(self, name: str) -> bool:
        """Whether the caller of a function is charged for it, and not the function itself."""
        return self._of(name) <= _LIGHT

    def text(self, nodes: Iterable[ir.Node]) -> int:
        """The charge of expressions and statements that run once; loops below them are charged separately."""
        weight = size = 0
        stack = list(nodes)
        while stack:
            node = stack.pop()
            size += 1
            match node:
                case ir.Gather(source=source):
                    weight += few(source) * self.per_round(node)
                    stack.append(source)
                    continue
                case ir.Each(source=source):
                    stack.append(source)
                    continue
                case ir.Repeat(times=bound) | ir.While(bound=bound):
                    stack.append(bound)
                    continue
                case ir.Apply(function=function) if self.is_light(function):
                    weight += 1 + self._of(function)
                case _:
                    pass
            stack.extend(node.children())
        return weight + size // _NODES

    def per_round(self, node: ir.Gather | ir.Each | ir.Repeat | ir.While) -> int:
        """The charge of one round of a loop."""
        match node:
            case ir.Gather(condition=condition, value=value):
                return 1 + self.text(n for n in (condition, value) if n is not None)
            case ir.While(condition=condition, body=body):
                return 1 + self.text((condition, *body))
            case ir.Each(body=body) | ir.Repeat(body=body):
                return 1 + self.text(body)

    def option(self, node: ir.Choose) -> int:
        """The charge of each option of a choice."""
        return 1 + self.text(n for n in (node.such_that, *node.ranks) if n is not None)

    def body(self, nodes: Iterable[ir.Node]) -> int:
        """The charge of a function that the runtime calls and whose calls it counts; 0 for a light function."""
        nodes = tuple(nodes)
        weight = self.text(nodes)
        return weight if weight > _LIGHT or _has_loop(nodes) else 0

    def function(self, name: str) -> int:
        """The charge when a function of the game begins; 0 for a light function."""
        return 0 if self.is_light(name) else self._weights[name]

    def _of(self, name: str) -> int:
        found = self._weights.get(name)
        if found is None:
            body = self.program.functions[name].body
            self._weights[name] = _LIGHT + 1  # for a function that calls itself
            found = 1 + self.text((body,)) if body is not None else 0
            if body is not None and (_has_loop((body,)) or self._calls(body)):
                found += _LIGHT
            self._weights[name] = found
        return found

    def _calls(self, body: ir.Expr) -> bool:
        """Whether a function calls one that is not light."""
        return any(isinstance(n, ir.Apply) and not self.is_light(n.function) for n in body.walk())


def few(source: ir.Expr) -> int:
    """The usual size of a collection that is always small; 0 if the size is unknown.

    A loop over such a collection is charged with the text around it, not when it runs.
    """
    match source:
        case ir.Core(function="standing_on"):
            return 2
        case ir.Core(function="neighbours"):
            return 8
        case ir.Collection(items=items):
            return max(len(items), 1)
        case _:
            return 0


def is_small(node: ir.Expr) -> bool:
    """Whether a number is certainly within 2^53: sums and products of known numbers and counts."""
    return _most(node) < 2**53


def _most(node: ir.Expr) -> int:
    """The largest absolute value of a number, as far as its expression shows."""
    match node:
        case ir.Const(value=bool()):
            return 1
        case ir.Const(value=int(value)):
            return abs(value)
        case ir.Core(function="size" | "stacks" | "distance" | "column" | "row" | "elevation"):
            return 2**20
        case ir.Gather(form="count"):
            return 2**20
        case ir.Op(operator="+" | "-", operands=(left, right)):
            return _most(left) + _most(right)
        case ir.Op(operator="*", operands=(left, right)):
            return _most(left) * _most(right)
        case ir.Op(operator="neg", operands=(inner,)):
            return _most(inner)
        case ir.Pick(value=value, otherwise=otherwise):
            return max(_most(value), _most(otherwise))
        case _:
            return 2**53


def _has_loop(nodes: Iterable[ir.Node]) -> bool:
    """Whether the nodes contain a loop that counts its rounds when it runs."""
    return any(isinstance(n, ir.Gather) and not few(n.source) for node in nodes for n in node.walk())

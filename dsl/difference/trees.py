"""Comparison of two surface trees.

Job: align two trees, and find the smallest pairs that differ, each with its context. Input: old and new nodes. Output:
``Gap``s. Layout, comments, rulebook rows, labels and messages of requirements are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from difflib import SequenceMatcher
from typing import Any

from dsl.dataclass import dataclass
from dsl.syntax import ast

_ASIDE = frozenset({"span", "message", "label"})
_ABILITIES = (ast.Passive, ast.Trigger, ast.Reaction, ast.Activation, ast.Ai, ast.Headed)
# Nodes that are too large to show; the search continues in their children.
_LARGE = (
    *_ABILITIES, ast.AiStep, ast.Block, ast.CallStmt, ast.CallBlock, ast.CallElse, ast.IfStmt, ast.EachStmt,
    ast.RepeatStmt, ast.WhileStmt, ast.MayStmt, ast.MayOften, ast.ChooseStmt, ast.ChooseOne, ast.Option, ast.StepStmt,
    ast.LastingStmt, ast.NounDef, ast.RelationDef, ast.DefineDef, ast.TableDef, ast.StatDef, ast.VerbDef,
    ast.EventsDef, ast.StatusesDef, ast.KeywordDef, ast.StatusDef, ast.EveryDef, ast.LiveDef, ast.WheneverDef,
    ast.RosterDef, ast.HeadingDef, ast.InvariantDef,
)  # fmt: skip
_CONDITIONS = frozenset({
    (ast.Passive, "condition"), (ast.Adjust, "condition"), (ast.Override, "condition"), (ast.Forbid, "condition"),
    (ast.Grant, "condition"), (ast.Losing, "condition"),
    (ast.Pattern, "condition"), (ast.Requires, "condition"), (ast.Always, "condition"),
    (ast.IfStmt, "condition"),
    (ast.WhileStmt, "condition"), (ast.AiStep, "condition"), (ast.Query, "condition"), (ast.Ternary, "condition"),
    (ast.NounDef, "condition"), (ast.RequireStmt, "condition"), (ast.Option, "condition"), (ast.LiveDef, "condition"),
    (ast.WheneverDef, "condition"), (ast.Comprehension, "condition"), (ast.TableRow, "case"), (ast.RelationDef, "body"),
    (ast.InvariantDef, "body"),
    (ast.ChooseStmt, "such_that"),
})  # fmt: skip
_TARGETS = frozenset({
    (ast.Adjust, "scope"), (ast.Override, "scope"), (ast.Forbid, "subject"), (ast.Grant, "subject"),
    (ast.Losing, "subject"),
    (ast.Pattern, "operands"), (ast.Pattern, "arguments"), (ast.ChooseStmt, "source"), (ast.ChooseStmt, "amount"),
    (ast.EachStmt, "source"), (ast.AddStmt, "target"), (ast.DropStmt, "target"), (ast.CopyStmt, "source"),
    (ast.CopyStmt, "target"), (ast.NounDef, "base"), (ast.InvariantDef, "noun"),
    (ast.LiveDef, "subject"), (ast.LiveDef, "each"), (ast.WheneverDef, "each"),
})  # fmt: skip
_TIMINGS = frozenset({
    (ast.Call, "duration"), (ast.AddStmt, "duration"), (ast.LastingStmt, "duration"), (ast.Trigger, "timing"),
    (ast.Reaction, "timing"), (ast.Pattern, "verb"), (ast.Pattern, "step"), (ast.VerbDef, "at_once"),
})  # fmt: skip
_SORTS: dict[type, str] = {
    ast.Costs: "cost", ast.Limit: "timing", ast.TimingClass: "timing", ast.Uses: "timing", ast.Recharges: "timing",
    ast.Always: "condition", ast.Requires: "condition", ast.RequireStmt: "condition",
}  # fmt: skip

Pair = tuple[ast.Node | None, ast.Node | None]


@dataclass(frozen=True, slots=True)
class Gap:
    """``shown`` is the pair shown to people, ``leaf`` the smallest pair that differs, ``around`` its ancestors."""

    sort: str
    shown: Pair
    leaf: tuple[Any, Any]
    around: tuple[Pair, ...]


def key(node: Any) -> Any:
    """The meaning of a tree without places and formatting: trees with equal keys play the same."""
    node = ast.plain(node)
    if isinstance(node, ast.Node):
        return (type(node).__name__, *(key(getattr(node, f.name)) for f in fields(node) if f.name not in _ASIDE))
    return tuple(key(item) for item in _items(node)) if _is_many(node) else node


def _is_many(value: object) -> bool:
    return isinstance(value, tuple)


def _items(value: Any) -> tuple[Any, ...]:
    return tuple(value)


@dataclass(frozen=True, slots=True)
class _Here:
    """The position of the search in the trees."""

    sort: str = "effect"
    shown: Pair = (None, None)
    around: tuple[Pair, ...] = ()


class Comparison:
    """Compares trees; ``is_someone`` tells whether an expression stands for an entity."""

    def __init__(self, is_someone: Callable[[ast.Node], bool]) -> None:
        self.is_someone = is_someone

    def sequence(self, old: Sequence[ast.Node], new: Sequence[ast.Node], here: _Here | None = None) -> Iterator[Gap]:
        """The gaps between two sequences of nodes."""
        here = here or _Here()
        left, right = [ast.plain(n) for n in old], [ast.plain(n) for n in new]
        matcher = SequenceMatcher(None, [key(n) for n in left], [key(n) for n in right], autojunk=False)
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag != "equal":
                yield from self._aligned(left[a:b], right[c:d], here)

    def _aligned(self, old: list[ast.Node], new: list[ast.Node], here: _Here) -> Iterator[Gap]:
        """Pairs the differing nodes by name, then by class."""
        pairs: dict[int, ast.Node] = {}
        free = list(new)
        for alike in (_likeness, type):
            for index, node in enumerate(old):
                found = next((n for n in free if alike(n) == alike(node)), None) if index not in pairs else None
                if found is not None:
                    free.remove(found)
                    pairs[index] = found
        for index, node in enumerate(old):
            yield from self.pair(node, pairs.get(index), here)
        for node in free:
            yield from self.pair(None, node, here)

    def pair(self, old: Any, new: Any, here: _Here) -> Iterator[Gap]:
        """The gaps between two values of one field."""
        old, new = ast.plain(old), ast.plain(new)
        if key(old) == key(new):
            return
        sort = next((s for header, s in _SORTS.items() if isinstance(old if old is not None else new, header)), "")
        here = replace(here, sort=sort) if sort and here.sort == "effect" else here
        if _is_many(old) and _is_many(new):
            yield from self.sequence(_items(old), _items(new), here)
            return
        if here.shown == (None, None) and _is_small(old, new):
            here = replace(here, shown=(old, new))
        if type(old) is not type(new) or not isinstance(old, ast.Node) or _is_end(old):
            yield self._gap(old, new, here)
            return
        below = replace(here, around=(*here.around, (old, new)))
        gaps = [gap for f in fields(old) if f.name not in _ASIDE for gap in self._field(old, new, f.name, below)]
        yield from gaps or [self._gap(old, new, here)]  # only the order differs

    def _field(self, old: ast.Node, new: ast.Node, name: str, here: _Here) -> Iterator[Gap]:
        where = (type(old), name)
        sort = "condition" if where in _CONDITIONS else "target" if where in _TARGETS else ""
        sort = "timing" if where in _TIMINGS else sort
        left, right = getattr(old, name), getattr(new, name)
        if not sort and isinstance(old, ast.Call | ast.Argument) and any(map(self._stands_for_someone, (left, right))):
            sort = "target"
        yield from self.pair(left, right, replace(here, sort=sort) if sort and here.sort == "effect" else here)

    def _stands_for_someone(self, value: Any) -> bool:
        return isinstance(value, ast.Node) and self.is_someone(value)

    def _gap(self, old: Any, new: Any, here: _Here) -> Gap:
        sort = here.sort
        if sort == "effect" and here.shown != (None, None):
            if isinstance(new if old is None else old, ast.IntLiteral | ast.DiceLiteral | ast.Minus | int):
                sort = "number"
            elif any(map(self._stands_for_someone, (old, new))):
                sort = "target"
        if sort == "effect" and (old is None or new is None):
            sort = "added" if old is None else "removed"
        shown = here.shown if here.shown != (None, None) else (_node(old), _node(new))
        if shown == (None, None):
            shown = here.around[-1]
        return Gap(sort, shown, (old, new), here.around)


def _node(value: Any) -> ast.Node | None:
    return value if isinstance(value, ast.Node) else None


def _is_end(node: ast.Node) -> bool:
    return not any(True for _ in node.children())


def _is_small(old: Any, new: Any) -> bool:
    present = [value for value in (old, new) if value is not None]
    return all(isinstance(value, ast.Node) and not isinstance(value, _LARGE) for value in present)


def _likeness(node: ast.Node) -> object:
    """The name in a node, by which two states of one node are paired."""
    match node:
        case ast.CallStmt(call=call) | ast.CallBlock(call=call) | ast.CallElse(call=call):
            return "call", call.verb.text
        case ast.Call(verb=verb):
            return "call", verb.text
        case ast.Trigger(timing=timing, pattern=pattern) | ast.Reaction(timing=timing, pattern=pattern):
            return type(node), timing, pattern.verb.text
        case ast.Adjust(stat=stat) | ast.Override(stat=stat):
            return type(node), stat.text
        case ast.Activation(label=label) | ast.Option(label=label):
            return type(node), label
        case ast.SetStmt(place=place) | ast.ChangeStmt(place=place):
            return type(node), key(place)
        case _:
            return type(node), getattr(getattr(node, "name", None), "text", None)

"""The targets of earlier calls: in which local each is kept, and where there may be none.

Job: choose a local for the target of each call, so that no other call changes what a later line reads; tell which
targets a statement needs that may not be there, or are not there yet. Input: the checker's side tables, in which each
`target` names its call. Output: names, calls, and the condition that calls had a target. Lowers no node.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property

from compiler.core import ir
from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.syntax import ast

Calls = tuple[ast.Call, ...]
SHARED = "target"  # a body begins with it as none, and it is enough where no other call is in the way
_CALLING = ast.CallStmt | ast.CallBlock | ast.CallElse
_LOOPS = ast.EachStmt | ast.RepeatStmt | ast.WhileStmt | ast.MayOften


@dataclass(frozen=True, slots=True)
class Kept:
    """How the target of a call is kept. ``local``: whether in one of its own, or in the shared one, or (None) not at
    all; ``stale``: whether the shared one may hold another target before the call.
    """

    local: bool | None = False
    stale: bool = False


@dataclass(slots=True)
class _Text:
    """The calls of a text that have a target, with whether a loop is around them, and what reads `target` in it."""

    calls: list[tuple[_CALLING, bool]] = field(default_factory=list[tuple[_CALLING, bool]])
    reads: list[tuple[ast.Ident, ast.Call | None]] = field(default_factory=list[tuple[ast.Ident, ast.Call | None]])


class EarlierTargets:
    """``known``: calls that have a target in what is lowered; ``coming``: calls that are judged before they are done;
    ``values``: the locals whose value was worked out from targets, with the calls.
    """

    def __init__(self, facts: Facts, fresh: Callable[[str], str]) -> None:
        self.facts, self.fresh = facts, fresh
        self.known: frozenset[ast.Call] = frozenset()
        self.coming: frozenset[ast.Call] = frozenset()
        self.values: dict[str, Calls] = {}
        self.names: dict[ast.Call, str] = {}  # the locals that calls have of their own

    # ---- what is kept where
    def local(self, call: ast.Call) -> str:
        """The local that holds the target of a call; empty if none has to."""
        local = self.kept(call).local
        if local and call not in self.names:
            self.names[call] = self.fresh(SHARED)
        return self.names[call] if local else SHARED if local is not None else ""

    def kept(self, call: ast.Call) -> Kept:
        return self._kept.get(call, Kept())

    @cached_property
    def _kept(self) -> dict[ast.Call, Kept]:
        roots: list[ast.Node] = [node for node, _ in self.facts.vocab.definitions]
        roots = [node for node in map(ast.plain, roots) if isinstance(node, ast.VerbDef | ast.WheneverDef)]
        roots += [ability for unit in self.facts.units for ability in unit.abilities]
        found: dict[ast.Call, Kept] = {}
        for root in roots:
            text = _Text()
            self._collect(root, text, False)
            found.update((node.call, _kept(text, node, looped)) for node, looped in text.calls)
        return found

    def _collect(self, node: ast.Node, text: _Text, looped: bool) -> None:
        if isinstance(node, _CALLING) and self.facts.vocab.verbs[node.call.verb.text].param("target") is not None:
            text.calls.append((node, looped))
        elif isinstance(node, ast.Ident) and node.text == "target":
            ref = self.facts.refs.get(node)
            if ref is not None and ref.form == "local":
                text.reads.append((node, ref.value))
        for child in node.children():
            self._collect(child, text, looped or isinstance(node, _LOOPS))

    # ---- what is needed
    def needed(self, node: ast.Node) -> Calls:
        """The calls whose target a node needs, and may not have: not what stands in the blocks of a statement, nor the
        operands of a statement that calls.
        """
        found: dict[ast.Call, None] = {}
        for ident in _own_names(node):
            ref = self.facts.refs.get(ident)
            if ref is not None and ref.form == "local":
                of_call = (ref.value,) if isinstance(ref.value, ast.Call) else ()
                found.update(dict.fromkeys(of_call or self.values.get(ref.name, ())))
        return tuple(call for call in found if call not in self.known)

    def are_there(self, at: int, calls: Calls) -> ir.Expr:
        """That these calls had a target."""
        found = tuple(ir.Op(at, "!=", (ir.Local(at, self.local(call)), ir.Const(at, None))) for call in calls)
        return found[0] if len(found) == 1 else ir.Op(at, "and", found)

    def awaited(self, calls: Calls) -> bool:
        """Whether one of the calls is not done yet."""
        return not self.coming.isdisjoint(calls)

    @contextmanager
    def having(self, calls: Iterable[ast.Call]) -> Generator[None, None, None]:
        """What is lowered meanwhile is carried out only if these calls had a target."""
        before, self.known = self.known, self.known.union(calls)
        yield
        self.known = before

    @contextmanager
    def judging(self, nodes: Iterable[ast.Node]) -> Generator[None, None, None]:
        """Meanwhile it is asked what these statements could do."""
        before = self.coming
        self.coming = before.union(n for node in nodes for n in node.walk() if isinstance(n, ast.Call))
        yield
        self.coming = before

    @contextmanager
    def scope(self) -> Generator[None, None, None]:
        """A block with locals of its own."""
        before, self.values = self.values, dict(self.values)
        yield
        self.values = before


def _kept(text: _Text, node: _CALLING, looped: bool) -> Kept:
    """How the target of one call of a text is kept."""
    call, (start, end) = node.call, (node.call.span.start, node.call.span.end)
    mine = [ident for ident, by in text.reads if by is call]
    others = [(ident, by) for ident, by in text.reads if by is not call]
    if any((by is None or by.span.start < start) and (looped or i.span.start >= end) for i, by in others):
        return Kept(True) if mine else Kept(None)
    inside = frozenset(node.body.walk()) if isinstance(node, ast.CallBlock) else frozenset[ast.Node]()
    stale = looped or any(by is None for _, by in others) or any(n.call.span.start < start for n, _ in text.calls)
    return Kept(False, stale and any(ident not in inside for ident in mine))


def _own_names(node: ast.Node) -> Iterator[ast.Ident]:
    if isinstance(node, _CALLING):
        return
    stack = [node]
    while stack:
        below = stack.pop()
        if isinstance(below, ast.Ident):
            yield below
        stack += [child for child in reversed(below.children()) if not isinstance(child, ast.Block | ast.Option)]

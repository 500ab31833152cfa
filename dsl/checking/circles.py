"""Modifiers that depend on what they change.

Job: report a passive that reads the stat or keyword that it changes, of the same entity. Input: a passive whose parts
are checked. Output: diagnostics. Must never report a circle that some position does not have: of several entities, play
tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.queries import trait_call
from dsl.meaning.resolve import Scope
from dsl.syntax import ast


def check_circles(cx: Context, node: ast.Passive, scope: Scope) -> None:
    """Reports each modifier of a passive that depends on its own outcome."""
    this = scope.find("this")
    reads: Callable[[Context, ast.Node, str], bool]
    for modifier in map(ast.plain, node.modifiers):
        match modifier:
            case ast.Adjust(stat=name, scope=of) | ast.Override(stat=name, scope=of):
                own = of is None or path_key(of) == "self"
                reads = _reads_stat
            case ast.Grant(subject=of, reference=reference):
                name, own, reads = reference.name, path_key(of) == "self", _reads_keyword
                if this is not None and this[1].name == name.text:
                    _report(cx, modifier, f"only what has `{name.text}` has this text, which gives `{name.text}`")
                    continue
            case ast.Losing(subject=of, name=name):
                own, reads = path_key(of) == "self", _reads_keyword
            case _:
                continue
        parts = [node.condition, *(n for n in modifier.children() if n is not of and n is not name)]
        if own and any(reads(cx, below, name.text) for below in _below(parts)):
            _report(cx, modifier, f"this changes `{name.text}` of `self`, and reads it to do so")


def _report(cx: Context, node: ast.Node, told: str) -> None:
    help = "read what no modifier changes, for example `printed(…)` or a field"
    cx.sink.add("recursive-definition", node.span, told, help=help)


def _below(parts: list[ast.Node | None]) -> Iterator[ast.Node]:
    """All nodes in these, but nothing in `printed(…)`, which reads no modifiers."""
    for part in parts:
        if part is None or (isinstance(part, ast.FunctionCall) and part.name.text == "printed"):
            continue
        yield part
        yield from _below(list(part.children()))


def _reads_stat(cx: Context, node: ast.Node, stat: str) -> bool:
    if not isinstance(node, ast.Path):
        return False
    ref = cx.facts.refs.get(node.head)
    if ref is not None and ref.form == "field":
        return ref.owner == "self" and ref.name == stat
    return path_key(node).split(".")[:2] == ["self", stat]


def _reads_keyword(_: Context, node: ast.Node, keyword: str) -> bool:
    if not isinstance(node, ast.HasTest) or path_key(node.left) != "self":
        return False
    call = trait_call(node.right)
    return (call.name.text if call is not None else path_key(node.right)) == keyword

"""Which statements read the `target` of an earlier call in their block.

Job: tell whether a `target` in a statement is that of a call before it, or of a call within it. Input: a statement
that is checked. Output: a truth value. The scope of `target` is the checker's (``bind_target``).
"""

from __future__ import annotations

from typing import Protocol

from dsl.checking.results import Facts
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


class Checked(Protocol):
    """What is needed here of the lowering."""

    facts: Facts
    vocab: Vocabulary


def reads_earlier_target(low: Checked, node: ast.Node) -> bool:
    """Whether a node reads the target of a call that stands before it, and not only of one within it."""
    match node:
        case ast.Ident(text="target"):
            return node in low.facts.refs and low.facts.refs[node].form == "local"
        case ast.Block(statements=statements):
            return _reads_first(low, statements)
        case ast.CallBlock(call=call, otherwise=otherwise) if _has_target(low, call):
            return any(reads_earlier_target(low, part) for part in (call, otherwise) if part is not None)
        case _:
            return any(reads_earlier_target(low, child) for child in node.children())


def _reads_first(low: Checked, nodes: tuple[ast.Statement, ...]) -> bool:
    """Whether one of these reads `target` before a call among them has one."""
    for node in nodes:
        if reads_earlier_target(low, node):
            return True
        inner = ast.plain(node)
        if isinstance(inner, ast.CallStmt | ast.CallBlock | ast.CallElse) and _has_target(low, inner.call):
            return False
    return False


def _has_target(low: Checked, call: ast.Call) -> bool:
    return low.vocab.verbs[call.verb.text].param("target") is not None

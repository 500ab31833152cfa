"""What each player may do over and over, because nothing is paid for it and nothing limits it.

Job: find the activations of players that stay possible however often they are used, and what could end them. Input: a
LintContext. Output: activations, and the verbs on which they rest. Does not decide what is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.checking.results import Carrier
from dsl.lint.loops import certain_calls
from dsl.syntax import ast

if TYPE_CHECKING:
    from dsl.lint.base import LintContext

_CHANGES = (ast.SetStmt, ast.ChangeStmt)
_ENDS = (ast.EndStmt, ast.RemoveStmt, ast.PreventStmt)
_BESIDE = (ast.WheneverDef, ast.Trigger, ast.Reaction)


def free_uses(context: LintContext, carriers: dict[ast.Node, Carrier]) -> Iterator[tuple[ast.Activation, list[str]]]:
    """The activations of `every player` without a header but a class, in which something is always done, and nothing
    ends; with the verbs that do it, or none where a field is set.
    """
    for activation in context.nodes(ast.Activation):
        carrier = carriers.get(activation)
        is_own = carrier is not None and (carrier.form, carrier.name) == ("every", "player")
        if not is_own or any(not isinstance(header, ast.TimingClass) for header in activation.headers):
            continue
        calls = [verb for _, verb in certain_calls(context, activation.body)]
        changes = any(isinstance(ast.plain(line), _CHANGES) for line in activation.body.statements)
        if (calls or changes) and not _ends(context, activation.body):
            yield activation, [] if changes else calls


def _ends(context: LintContext, body: ast.Block) -> bool:
    """Whether a body, or that of a verb which it calls, may end something."""
    waiting: list[ast.Node] = [body]
    known: set[str] = set()
    while waiting:
        for node in waiting.pop().walk():
            if isinstance(node, _ENDS):
                return True
            if isinstance(node, ast.Call) and node.verb.text not in known and node.verb.text in context.vocab.verbs:
                known.add(node.verb.text)
                waiting.append(context.vocab.verbs[node.verb.text].node.body)
    return False


def stopping(context: LintContext) -> Iterator[tuple[str, str]]:
    """The path of each text with which a verb may be stopped, or all of a turn be ended, and the verb; an empty one for
    an end.
    """
    for root in context.nodes(*_BESIDE):
        if isinstance(root, ast.Trigger | ast.Reaction) and root.timing == "instead":
            yield root.span.source.path, root.pattern.verb.text
        if any(isinstance(node, ast.EndStmt) for node in root.walk()):
            yield root.span.source.path, ""
    for node in context.nodes(ast.Forbid):
        yield node.span.source.path, node.pattern.verb.text

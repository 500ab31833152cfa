"""Verbs that run the text which is being used.

Job: find them. Input: the declared verbs, with their bodies. Output: ``Verb.resolves``. Never checks who calls them.
"""

from __future__ import annotations

from dsl.meaning.vocab import Verb
from dsl.syntax import ast


def find_resolving(verbs: dict[str, Verb]) -> None:
    """Notes which verbs run the text that is being used: those with `resolve`, and all that call one of them."""
    callers: dict[str, list[Verb]] = {}
    waiting: list[Verb] = []
    for verb in verbs.values():
        for node in verb.node.body.walk():
            if isinstance(node, ast.CallStmt | ast.CallElse | ast.CallBlock):
                callers.setdefault(node.call.verb.text, []).append(verb)
            elif isinstance(node, ast.ResolveStmt) and node.subject is None:
                waiting.append(verb)
    while waiting:
        verb = waiting.pop()
        if not verb.resolves:
            verb.resolves = True
            waiting += callers.get(verb.name, ())

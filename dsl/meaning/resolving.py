"""Verbs that run the text which is being used.

Job: find them, and those that nothing leads to. Input: the declared verbs, with their bodies. Output:
``Verb.resolves``, and lines of the text. Never checks who calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.meaning.vocab import Verb, Vocabulary
from dsl.syntax import ast


def find_resolving(verbs: Iterable[Verb]) -> None:
    """Notes which verbs run the text that is being used: those with `resolve`, and all that call one of them."""
    callers: dict[str, list[Verb]] = {}
    waiting: list[Verb] = []
    for verb in verbs:
        for called in _called(verb):
            callers.setdefault(called, []).append(verb)
        if resolve_in(verb) is not None:
            waiting.append(verb)
    while waiting:
        verb = waiting.pop()
        if not verb.resolves:
            verb.resolves = True
            waiting += callers.get(verb.name, ())


def never_used_through(vocab: Vocabulary) -> Iterator[tuple[Verb, ast.ResolveStmt]]:
    """The verbs with `resolve`, and that line, that no `live … through` names, nor a verb that one names calls."""
    lives = (node for node, _ in vocab.definitions if isinstance(node, ast.LiveDef))
    waiting = [live.through.verb.text for live in lives if live.through is not None]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in vocab.verbs and name not in reached:
            reached.add(name)
            waiting += _called(vocab.verbs[name])
    for verb in vocab.verbs.values():
        line = resolve_in(verb)
        if line is not None and verb.name not in reached:
            yield verb, line


def resolve_in(verb: Verb) -> ast.ResolveStmt | None:
    """The first `resolve` in the body of a verb."""
    found = (node for node in verb.node.body.walk() if isinstance(node, ast.ResolveStmt) and node.subject is None)
    return next(found, None)


def _called(verb: Verb) -> set[str]:
    nodes = verb.node.body.walk()
    return {n.call.verb.text for n in nodes if isinstance(n, ast.CallStmt | ast.CallElse | ast.CallBlock)}

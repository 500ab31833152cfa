"""Modifiers as clauses: what lasts while a text is live.

Job: the clause of a modifier. Input: a node. Output: a text without capital and point.
"""

from __future__ import annotations

from typing import cast

from dsl.syntax import ast
from dsl.wording.calls import clause, event_name, pattern_values
from dsl.wording.phrase import Phrase, same
from dsl.wording.values import trait_phrase
from dsl.wording.writer import Writer


def modifiers(w: Writer, written: tuple[ast.WrittenModifier, ...]) -> str:
    """Modifiers within a sentence. Of several, each tells behind it while what it holds."""
    return "; ".join(modifier(w, one, "clause_while" if len(written) > 1 else "while_clause") for one in written)


def modifier(w: Writer, written: ast.WrittenModifier, key: str = "while_clause") -> str:
    node = cast("ast.Modifier", ast.plain(written))
    match node:
        case ast.Adjust(sign=sign, amount=amount, stat=stat, scope=scope):
            said = _adjust(w, sign, amount, stat, scope)
        case ast.Override(stat=stat, scope=scope, bound=bound, value=value):
            of = w.grammar.possessed(w.noun_named(stat, stat.text), _scope(w, scope))
            said = w.say(f"stat_{bound}" if bound else "stat_is", stat=of, value=w.value(value))
        case ast.Forbid():
            said = _forbid(w, node)
        case ast.Grant(subject=subject, reference=reference):
            said = w.say("gains", of=w.value(subject), what=trait_phrase(w, reference))
        case ast.Losing(subject=subject, name=name):
            said = w.say("loses", of=w.value(subject), what=w.grammar.noun(w.noun_named(name, name.text)))
    if node.condition is not None:
        return w.say(key, condition=w.condition(node.condition), clause=said)
    return said


def _scope(w: Writer, scope: ast.Expr | None) -> Phrase:
    return w.names["self"] if scope is None else w.value(scope)


def _adjust(w: Writer, sign: int, amount: ast.Expr, stat: ast.Ident, scope: ast.Expr | None) -> str:
    said = w.value(amount)
    signed = same(f"{'+' if sign > 0 else '−'}{said.text()}", whole=True)
    if not isinstance(amount, ast.IntLiteral):
        of = w.grammar.possessed(w.noun_named(stat, stat.text), _scope(w, scope))
        return w.say("adjust_by" if sign > 0 else "adjust_down", stat=of, amount=said)
    return w.say("adjust", of=_scope(w, scope), amount=signed, stat=w.grammar.noun(w.noun_named(stat, stat.text)))


def _forbid(w: Writer, node: ast.Forbid) -> str:
    values = pattern_values(w, node.pattern)
    if node.subject is not None:
        values["subject"] = w.value(node.subject)
    values = {key: w.grammar.denied(one) if isinstance(one, Phrase) else one for key, one in values.items()}
    said = clause(w, node.pattern, event_name(node.pattern), "cannot", values)
    if node.pattern.condition is not None:
        before, w.verbs = w.verbs, w.checked.facts.patterns[node.pattern].verbs
        said = w.say("event_if", event=said, condition=w.condition(node.pattern.condition))
        w.verbs = before
    return said

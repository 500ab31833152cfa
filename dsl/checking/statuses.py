"""Statuses that a statement names: one, with some of its values or without, or all of a class.

Job: check the members of a class, and the status after `drop … from` and `copy`.
Input: nodes and their scope. Output: references and types in the side tables. Must never check the values with which
a status is added.
"""

from __future__ import annotations

from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.queries import check_class, check_trait, check_values, trait_call
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import KEYWORD, STATUS, UNKNOWN, Type
from dsl.suggest import suggest
from dsl.syntax import ast


def check_members(cx: Context, members: tuple[ast.Ident, ...]) -> None:
    """Checks the members of a class of statuses."""
    for member in members:
        trait = cx.vocab.traits.get(member.text)
        if trait is None or trait.form != "status":
            known = [t.name for t in cx.vocab.traits.values() if t.form == "status"]
            help = suggest(member.text, known)
            cx.sink.add("unknown-name", member.span, f"no status is named `{member.text}`", help=help)
        else:
            cx.facts.refs[member] = Ref("trait", trait.name, value=trait.name)


def class_of(node: ast.Expr) -> ast.Path | None:
    """The name in `all NAME`; None for any other expression."""
    if not isinstance(node, ast.Query) or node.quantifier != "all" or node.card:
        return None
    narrowed = node.filters or node.condition is not None or node.preferences
    return ast.Path(node.noun.span, node.noun, ()) if not narrowed else None


def check_named(cx: Context, node: ast.Expr, owner: Type, scope: Scope) -> bool:
    """Checks a status with some of its values, or `all` of a class, of which ``owner`` has some; whether it is one."""
    named = trait_call(node)
    if named is not None and named.name.text in cx.vocab.traits:
        check_values(cx, node, named, owner, scope)
        if cx.facts.types[node] != STATUS:
            cx.wrong(node, "a status", KEYWORD)
        return True
    name = class_of(node)
    if name is not None and check_class(cx, name, owner, scope):
        cx.facts.types[node] = STATUS
        return True
    if path_key(node) in cx.vocab.statuses and scope.find(path_key(node)) is None:
        told = f"`{path_key(node)}` is a class of statuses, not a status"
        cx.sink.add("wrong-operand", node.span, told, help=f"write `all {path_key(node)}`")
        return True
    return False


def not_a_status(cx: Context, node: ast.Expr, given: Type, done: str) -> None:
    """Reports what stands where one status is named; each that somebody has is meant without `all`."""
    is_named = isinstance(node, ast.Query) and given.element.name in cx.vocab.traits
    cx.wrong(node, "a status", given, f"leave `all` out: each `{given.element.name}` is {done}" if is_named else "")


def check_copy(cx: Context, node: ast.CopyStmt, scope: Scope) -> None:
    """Checks a status that one entity has, and another gets for what is left of its time."""
    for whom in (node.source, node.target):
        owner = cx.check(whom, scope)
        if owner.form == "optional":
            cx.maybe_none(whom.span)
        elif owner.form not in ("kind", "unknown"):
            cx.wrong(whom, "an entity", owner)
        if check_named(cx, node.status, owner, scope):
            continue
        given = cx.check(node.status, scope)
        if given not in (STATUS, UNKNOWN):
            not_a_status(cx, node.status, given, "copied")
        elif given == STATUS and path_key(node.status) not in cx.vocab.traits:
            told = f"`{path_key(node.status)}` stands for a status that is not known before play"
            cx.sink.add("wrong-operand", node.status.span, told, help="name the status that is copied")
        elif given == STATUS:
            check_trait(cx, node.status, owner, scope)

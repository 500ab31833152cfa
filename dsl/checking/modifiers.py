"""Modifiers: effects that last.

Job: check changes of stats, prohibitions and granted keywords. Input: modifiers and their scope. Output: references and
types in the side tables. Must never check statements: a modifier does nothing by itself.
"""

from __future__ import annotations

from dsl.checking.changes import check_reference
from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.patterns import check_pattern, require_whole_event
from dsl.diagnostics import Label, Sink
from dsl.meaning.resolve import Ref, Scope, noun_named
from dsl.meaning.types import INT, UNKNOWN, Type, kind_of
from dsl.meaning.vocab import Vocabulary
from dsl.suggest import listed, suggest
from dsl.syntax import ast


def check_modifiers(cx: Context, modifiers: tuple[ast.Item, ...], scope: Scope) -> None:
    """Checks modifiers in the scope of the ability or statement that contains them."""
    for modifier in modifiers:
        _modifier(cx, modifier, scope)


def _modifier(cx: Context, node: ast.Item, scope: Scope) -> None:
    match node:
        case ast.Annotated(node=inner):
            _modifier(cx, inner, scope)
        case ast.Adjust(amount=amount):
            _stat_change(cx, node, amount, scope)
        case ast.Override(value=value):
            _stat_change(cx, node, value, scope)
        case ast.Forbid(subject=subject, pattern=pattern, condition=condition, message=message):
            require_whole_event(cx.sink, pattern)
            inside = check_pattern(cx, pattern, scope)
            if pattern.condition is not None:
                cx.condition(pattern.condition, inside)
            if subject is not None:
                _affected(cx, subject, scope)
                _actors(cx.vocab, cx.sink, pattern)
            _modifier_condition(cx, condition, scope)
            cx.message(message, scope)
        case ast.Grant(subject=subject, reference=reference, condition=condition):
            owner = _affected(cx, subject, scope)
            check_reference(cx, reference, owner, scope, "keyword")
            _modifier_condition(cx, condition, scope)
        case ast.Losing():
            _lose(cx, node, scope)
        case _:
            raise AssertionError(node)


def _lose(cx: Context, node: ast.Losing, scope: Scope) -> None:
    """Checks a keyword, or a text of the cards, that something loses."""
    owner, name = _affected(cx, node.subject, scope), node.name.text
    _modifier_condition(cx, node.condition, scope)
    trait = cx.vocab.traits.get(name)
    if trait is not None and trait.form == "keyword":
        cx.facts.refs[node.name] = Ref("lost", f"lost {name}", owner=trait.kind)
        if not cx.fits(owner, kind_of(trait.kind)) and not cx.fits(kind_of(trait.kind), owner):
            label = Label(trait.span, f"it is declared of {trait.kind}")
            cx.sink.add("wrong-operand", node.name.span, f"{owner} never has `{name}`", labels=[label])
        return
    texts = [f.name for f in cx.vocab.fields_of(owner.name).values() if f.type.form == "rules"]
    found = scope.find(name)
    if found is not None and found[1].form == "keyword":
        told = f"`{name}` stands for a keyword that is not known before play"
        cx.sink.add("wrong-operand", node.name.span, told, help="name the keyword that is lost")
    elif name in texts:
        cx.facts.refs[node.name] = Ref("lost", f"lost text {name}", owner=owner.name)
    elif trait is not None:
        cx.sink.add("wrong-operand", node.name.span, f"`{name}` is a status", help="write `drop` where it ends")
    elif owner != UNKNOWN:
        known = [*(t.name for t in cx.vocab.traits.values() if t.form == "keyword"), *texts]
        told = f"`{name}` is no keyword, and no text of {owner}"
        cx.sink.add("unknown-name", node.name.span, told, help=suggest(name, known) or listed("known:", known))


def _actors(vocab: Vocabulary, sink: Sink, pattern: ast.Pattern) -> None:
    """Reports a `cannot` about a verb with nobody who acts."""
    for name in vocab.verbs_named(pattern.verb.text):
        if vocab.verbs[name].actor is None:
            sink.add(
                "wrong-operand",
                pattern.verb.span,
                f"`{name}` has no parameter for who acts",
                labels=[Label(vocab.verbs[name].span, "declared here")],
                help="leave out the word before `cannot`, or leave the verb out of the class",
            )


def _affected(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    """Checks the entities that a modifier affects; returns their type."""
    name = path_key(node)
    noun = noun_named(cx.vocab, name) if scope.find(name) is None and isinstance(node, ast.Path) else None
    if noun is not None and noun[1].form == "kind" and name != "game" and name not in cx.vocab.traits:
        told = f"`{name}` is a noun, not a value"
        cx.sink.add("unknown-name", node.span, told, help=f"write `all {name}`")
        return UNKNOWN
    given = cx.check(node, scope)
    if given.form == "optional":
        return cx.maybe_none(node.span)
    owner = given.element if given.is_collection else given
    if owner.form not in ("kind", "unknown"):
        cx.wrong(node, "an entity that it affects", given, "write `all` before a noun")
    return owner


def _modifier_condition(cx: Context, condition: ast.Expr | None, scope: Scope) -> None:
    if condition is not None:
        cx.condition(condition, scope)


def _stat_change(cx: Context, node: ast.Adjust | ast.Override, value: ast.Expr, scope: Scope) -> None:
    """Checks a change of a stat, for the entities after `for`, else for the nearest subject."""
    stat, target, condition = node.stat, node.scope, node.condition
    subject = scope.nearest_subject()
    owner = _affected(cx, target, scope) if target is not None else (subject[1] if subject else UNKNOWN)
    known = cx.condition(condition, scope) if condition is not None else frozenset[str]()
    if stat.text in scope.all_names() and owner.form == "kind" and not cx.vocab.stat_of(owner.name, stat.text):
        told = f"`{stat.text}` is no stat: a modifier names what it sets or adds to"
        cx.sink.add("unknown-field", stat.span, told, help="what cannot happen to it is written with `cannot`")
        return
    found = cx.vocab.stat_of(owner.name, stat.text) if owner.form == "kind" else None
    declared = cx.vocab.field_of(owner.name, stat.text) if owner.form == "kind" else None
    if declared is None or declared.type == INT:  # of what is no number, the value is none either
        cx.need(value, scope.inner(known=known), INT)
    if owner.form != "kind":
        return
    if found is None:
        names = {name for kind, name in cx.vocab.stats if kind in cx.vocab.ancestors(owner.name)}
        other = next((kind for kind, name in cx.vocab.stats if name == stat.text), "")
        help = f"declare `stat {stat.text} of {owner.name}`" if declared else suggest(stat.text, names)
        if other and not help:
            help = f"{kind_of(other)} has it: say behind `for` which is meant, such as `for all {other} where …`"
        if declared is not None and declared.type != INT:
            help = f"`{stat.text}` is {declared.type}, and modifiers change numbers"
        cx.sink.add("unknown-field", stat.span, f"`{stat.text}` is no stat of {owner}", help=help)
    else:
        cx.facts.refs[stat] = Ref("field", stat.text, owner=found.kind)

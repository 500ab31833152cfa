"""Statements that change the state: dice, fields, entities, zones, statuses.

Job: check the statements that change or move something. Input: a statement and its scope. Output: types and references
in the side tables; new local values in the scope. Must never check statements that contain others.
"""

from __future__ import annotations

from typing import assert_never

from dsl.checking.choosers import PLAYER
from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.laid_statuses import check_added, check_stored
from dsl.checking.names import bind, narrowed, unknown_field
from dsl.checking.patterns import check_duration
from dsl.checking.queries import needs_board
from dsl.checking.results import Facts
from dsl.checking.statuses import check_copy, check_named, not_a_status
from dsl.diagnostics import Label, wrong_count
from dsl.meaning.bounds import integer_literal
from dsl.meaning.field_options import NO_SEAT, check_within
from dsl.meaning.resolve import Ref, Scope, field_type, noun_named
from dsl.meaning.types import (
    DICE,
    DRAWING,
    FACE,
    INT,
    NONE,
    ROLL,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    kind_of,
    present,
)
from dsl.suggest import listed, suggest
from dsl.syntax import ast

Change = (
    ast.RollStmt
    | ast.RerollStmt
    | ast.SetStmt
    | ast.ChangeStmt
    | ast.CreateStmt
    | ast.PutStmt
    | ast.TakeStmt
    | ast.PlaceStmt
    | ast.LiftStmt
    | ast.RemoveStmt
    | ast.ShuffleStmt
    | ast.RevealStmt
    | ast.AddStmt
    | ast.DropStmt
    | ast.CopyStmt
)


def check_change(cx: Context, node: Change, scope: Scope) -> None:
    """Checks a statement that changes something; declares the value that it creates, if any."""
    match node:
        case ast.RollStmt(name=name, dice=dice):
            _dice(cx, dice, scope)
            bind(cx, name, ROLL, scope)
        case ast.RerollStmt(dice=dice, place=place):
            _reroll(cx, dice, place, scope)
        case ast.SetStmt(place=place, value=value):
            wanted = _place_type(cx, place, scope)
            given = cx.need(value, scope, wanted)
            _stored(cx, place, value, scope)
            _widen(cx, path_key(place), given, scope)
        case ast.ChangeStmt(place=place, amount=amount):
            _change(cx, node, place, amount, scope)
        case ast.CreateStmt():
            _create(cx, node, scope)
        case ast.PlaceStmt(entity=drawing, square=square) if cx.check(drawing, scope) == DRAWING:
            cx.need(square, scope, SQUARE)
            needs_board(cx, node, "grid")
        case ast.PutStmt() | ast.TakeStmt() | ast.PlaceStmt() | ast.LiftStmt() | ast.RemoveStmt():
            _movement(cx, node, scope)
        case ast.ShuffleStmt(zone=zone):
            _zone(cx, zone, scope)
        case ast.RevealStmt(entity=entity, player=player):
            check_entity(cx, entity, scope)
            cx.need(player, scope, PLAYER)
        case ast.AddStmt():
            _add(cx, node, scope)
        case ast.DropStmt():
            _drop(cx, node, scope)
        case ast.CopyStmt():
            check_copy(cx, node, scope)
        case _:
            assert_never(node)


def _widen(cx: Context, key: str, given: Type, scope: Scope) -> None:
    """Forgets what a value was before it is set to another; a value of an event has two names."""
    keys = (key, f"event.{key}", key.removeprefix("event.")) if key else ()
    is_some = given.form not in ("optional", "none")

    def stays(fact: str) -> bool:
        path, _, name = fact.partition(" is ")
        if path in keys and name:
            noun = noun_named(cx.vocab, name)
            return noun is not None and cx.fits(given, noun[1])
        return is_some if path in keys else not path.startswith(tuple(f"{key}." for key in keys))

    scope.forget(stays)


# ---- dice


def _dice(cx: Context, node: ast.Expr, scope: Scope) -> None:
    given = cx.check(node, scope, DICE)
    if given not in (DICE, UNKNOWN):
        cx.wrong(node, "dice", given)
    for part in node.walk():
        ref = cx.facts.refs.get(part)
        if ref is not None and ref.name in cx.vocab.dice and cx.vocab.dice[ref.name].faces is None:
            cx.sink.add(
                "unknown-faces",
                part.span,
                f"the faces of `{ref.name}` are not known",
                labels=[Label(cx.vocab.dice[ref.name].span, "declared unknown here")],
            )


def _reroll(cx: Context, dice: ast.Expr, place: ast.Path, scope: Scope) -> None:
    if _place_type(cx, place, scope) not in (ROLL, UNKNOWN):
        cx.sink.add("not-a-place", place.span, f"`{place.span.text}` is no roll")
    given = cx.check(dice, scope)
    element = given.element if given.is_collection else present(given)
    if element not in (FACE, UNKNOWN):
        cx.wrong(dice, "faces of a roll", given)


# ---- paths that can be set


def _place_type(cx: Context, place: ast.Path, scope: Scope) -> Type:
    given = cx.check(place, scope)
    if not place.fields:
        if isinstance(place.head, ast.Ident):
            return _local_place(cx, place.head, scope)
        cx.sink.add("not-a-place", place.span, "only a field or a value can be set")
        return UNKNOWN
    owner = _owner_type(cx.facts, place)
    last = place.fields[-1]
    if owner.form == "kind":
        _check_field(cx, owner, last)
    if owner.form in ("kind", "event"):  # what is known of the value now does not bind what it is set to
        return field_type(cx.vocab, owner, last.text) or UNKNOWN
    if owner.form == "card":
        cx.sink.add("printed-field", last.span, f"`{last.text}` is printed on the card and cannot be changed")
    if owner.form in ("square", "shape", "roll", "face"):
        help = "`moved`, `turned` and `resized` make another shape" if owner.form == "shape" else ""
        cx.sink.add("not-a-place", last.span, f"`{last.text}` of {owner} cannot be set", help=help)
    return given


def _local_place(cx: Context, head: ast.Ident, scope: Scope) -> Type:
    ref = cx.facts.refs.get(head)
    found = scope.find(head.text)
    if ref is None:
        return UNKNOWN
    if ref.form == "field":
        subject = scope.nearest_subject()
        owner = subject[1] if subject else UNKNOWN
        _check_field(cx, owner, head)
        return field_type(cx.vocab, owner, head.text) or UNKNOWN
    if ref.form in ("local", "event", "trigger") and found is not None and head.text not in ("self", "this", "it"):
        return found[1]
    cx.sink.add("not-a-place", head.span, f"`{head.text}` cannot be set")
    return UNKNOWN


def _stored(cx: Context, place: ast.Path, value: ast.Expr, scope: Scope) -> None:
    """Checks the status that a field or a value of an event is set to; a local value is checked with all its block."""
    last = place.fields[-1] if place.fields else place.head
    ref = cx.facts.refs.get(place.head) if isinstance(place.head, ast.Ident) else None
    verb, pattern = scope.enclosing_verb(), scope.enclosing_pattern()
    if verb is None and pattern is not None:
        verb = cx.vocab.verbs.get(pattern.verb.text)
    param = verb.param(last.span.text) if verb is not None else None
    if not place.fields and verb is not None and param is not None and param is not verb.result:
        check_added(cx, value, param, verb)
    elif place.fields or param is not None or (ref is not None and ref.form == "field"):
        check_stored(cx, value, cx.facts.types.get(place, UNKNOWN), last.span.text)


def _owner_type(facts: Facts, place: ast.Path) -> Type:
    before = place.fields[-2] if len(place.fields) > 1 else place.head
    return present(facts.types.get(before, UNKNOWN))


def _check_field(cx: Context, owner: Type, name: ast.Ident) -> None:
    if owner.form != "kind":
        return
    declared = cx.vocab.field_of(owner.name, name.text)
    stat = cx.vocab.stat_of(owner.name, name.text)
    if declared is None and (stat is not None or name.text in ("card", "in_play", "at")):
        how = "place … at …" if name.text == "at" else "a modifier"
        cx.sink.add("not-a-place", name.span, f"`{name.text}` cannot be set", help=f"use {how}")
    elif declared is not None and declared.printed:
        cx.sink.add(
            "printed-field",
            name.span,
            f"`{name.text}` is printed on the card and cannot be changed",
            labels=[Label(declared.span, "declared printed here")],
            help="change it with a modifier, or declare a field of state beside it",
        )
    elif declared is not None and declared.zone:
        cx.sink.add("not-a-place", name.span, f"`{name.text}` is a zone", help="use `put … into …`")


def _change(cx: Context, node: ast.ChangeStmt, place: ast.Path, amount: ast.Expr, scope: Scope) -> None:
    wanted = _place_type(cx, place, scope)
    if wanted not in (INT, UNKNOWN) and not (wanted.is_collection and wanted.form != "zone"):
        word = "increase" if node.sign > 0 else "decrease"
        cx.wrong(place, "a number", wanted, f"`{word}` changes numbers and sets")
        return
    given = cx.check(amount, scope, wanted)
    if node.sign > 0:
        _stored(cx, place, amount, scope)
    if wanted.is_collection:
        element = given.element if given.is_collection else given
        if not cx.fits(element, wanted.element):
            cx.wrong(amount, str(wanted.element), given)
    elif not cx.fits(given, INT):
        cx.wrong(amount, "a number", given)


# ---- entities and zones


def check_entity(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    """Checks an expression that must be an entity, and not none."""
    given = cx.check(node, scope)
    if given.form == "optional":
        cx.maybe_none(node.span)
    elif given.form not in ("kind", "unknown"):
        cx.wrong(node, "an entity", given)
    return given


def _zone(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    given = cx.check(node, scope)
    if given.form not in ("zone", "unknown"):
        cx.wrong(node, "a zone", given)
    return given


def _movement(
    cx: Context,
    node: ast.PutStmt | ast.TakeStmt | ast.PlaceStmt | ast.LiftStmt | ast.RemoveStmt,
    scope: Scope,
) -> None:
    given = check_entity(cx, node.entity, scope)
    trait = cx.vocab.traits.get(given.name) if given.form == "kind" else None
    if trait is not None and trait.form == "keyword":
        help = "a keyword ends with the card or effect that gives it; only a status can be dropped"
        message = f"`{trait.name}` is a keyword, not a status"
        cx.sink.add("wrong-operand", node.entity.span, message, help=help)
    if isinstance(node, ast.PutStmt) and node.end in ("before", "after"):
        _beside(cx, node, given, check_entity(cx, node.place, scope))
    elif isinstance(node, ast.PutStmt):
        zone = _zone(cx, node.place, scope)
        if zone.form == "zone" and given.form == "kind" and not cx.fits(given, kind_of(zone.name)):
            cx.wrong(node.entity, str(kind_of(zone.name)), given)
    elif isinstance(node, ast.PlaceStmt):
        cx.need(node.square, scope, SQUARE)
    if isinstance(node, ast.RemoveStmt) and given == kind_of("game"):
        cx.sink.add("wrong-operand", node.entity.span, "`game` is never removed", help="leave this out")
    on_board = isinstance(node, ast.PlaceStmt | ast.LiftStmt) and given.form == "kind"
    if on_board and not cx.vocab.is_figure(given.name):
        cx.wrong(node.entity, "a figure", given, "declare `figure: true` on its kind")


def _beside(cx: Context, node: ast.PutStmt, given: Type, other: Type) -> None:
    """Reports an entity that does not belong into each zone in which the other one may be."""
    if "kind" not in (given.form, other.form) or "unknown" in (given.form, other.form):
        return
    fields = [field for kind in cx.vocab.kinds.values() for field in kind.fields.values() if field.zone]
    zones = dict.fromkeys(kind_of(field.zone) for field in fields)
    around = [zone for zone in zones if cx.fits(other, zone) or cx.fits(zone, other)]
    if not around:
        cx.sink.add("wrong-operand", node.place.span, f"{other} is never in a zone", help="put it into a zone first")
    for zone in around:
        if not cx.fits(given, zone):
            cx.wrong(node.entity, str(zone), given, f"{other} may be in a zone of these")
            return


def _create(cx: Context, node: ast.CreateStmt, scope: Scope) -> None:
    kind = cx.vocab.kinds.get(node.kind.text)
    if kind is None:
        help, card = suggest(node.kind.text, cx.vocab.kinds), cx.vocab.cards.get(node.kind.text)
        if card is not None and node.card is None:
            help = f"it is a card: write `{card.kind} from {card.id}`"
        cx.sink.add("unknown-type", node.kind.span, f"no kind is named `{node.kind.text}`", help=help)
        bind(cx, node.name, UNKNOWN, scope)
        return
    cx.facts.refs[node.kind] = Ref("kind", kind.name)
    if kind.name == "game":
        cx.sink.add("wrong-operand", node.kind.span, "there is one `game`, and never another", help="leave this out")
    if kind.name == "player":
        help = "name who plays below `players:` of a scenario, or declare a kind for what nobody leads"
        cx.sink.add("wrong-operand", node.kind.span, NO_SEAT, help=help)
    if node.card is not None:
        cx.need(node.card, scope, Type("card", kind.name))
    given: set[str] = set()
    for value in node.values:
        declared = cx.vocab.field_of(kind.name, value.field.text)
        if declared is None:
            unknown_field(cx, value.field, kind_of(kind.name), node.kind.span)
            cx.check(value.value, scope)
        elif value.field.text in given:
            told = f"`{value.field.text}` is given twice"
            cx.sink.add("duplicate-name", value.field.span, told, help="keep one of the two")
        else:
            given.add(value.field.text)
            cx.need(value.value, scope, declared.type)
            whole_keywords(cx, value.value, declared.type)
            if (number := integer_literal(value.value)) is not None:
                check_within(declared, number, value.value.span, cx.sink)
            check_stored(cx, value.value, declared.type, declared.name)
    missing = [
        declared
        for name, declared in cx.vocab.fields_of(kind.name).items()
        if name not in given and not declared.has_default and not (declared.printed and node.card is not None)
    ]
    if missing:
        names = ", ".join(f"`{declared.name}`" for declared in missing)
        cx.sink.add(
            "missing-operand",
            node.kind.span,
            f"a new {kind.name} needs {names}",
            labels=[Label(declared.span, "declared here") for declared in missing],
            help=f"add `with {', '.join(f'{declared.name} = …' for declared in missing)}`",
        )
    bind(cx, node.name, kind_of(kind.name), scope)


def whole_keywords(cx: Context, node: ast.Expr, wanted: Type) -> None:
    """Reports keywords of a new entity that need values: only names can be written there, without values."""
    if (wanted.element if wanted.is_collection else wanted).form != "keyword":
        return
    for name in (part for part in node.walk() if isinstance(part, ast.Ident)):
        trait = cx.vocab.traits.get(name.text)
        if trait is not None and trait.params and (ref := cx.facts.refs.get(name)) and ref.form == "trait":
            params = ", ".join(param.name for param in trait.params)
            cx.sink.add(
                "missing-operand",
                name.span,
                f"`{trait.name}` has no value for its `{params}` here",
                help=f"print it on a card, as `{trait.name}({params})`, or let something gain it",
                labels=[Label(trait.span, "declared here")],
            )


# ---- statuses and keywords


def _add(cx: Context, node: ast.AddStmt, scope: Scope) -> None:
    target = cx.check(node.target, scope)
    owner = target.element if target.is_collection else target
    if owner.form == "optional":
        cx.maybe_none(node.target.span)
    check_reference(cx, node.reference, owner, scope, "status")
    if node.duration is not None:
        check_duration(cx, node.duration, scope)


def check_reference(cx: Context, node: ast.Reference, owner: Type, scope: Scope, form: str) -> None:
    """Checks a keyword or status with its values, for an entity of type ``owner``."""
    trait = cx.vocab.traits.get(node.name.text)
    if trait is None:
        _held(cx, node, scope, form)
        return
    cx.facts.refs[node.name] = Ref("trait", trait.name, value=trait.name)
    if trait.form != form:
        cx.sink.add(
            "wrong-operand",
            node.name.span,
            f"`{trait.name}` is a {trait.form}",
            help="statuses are added and dropped; keywords are printed, or gained by a modifier",
        )
    if not cx.fits(owner, kind_of(trait.kind)) and not cx.fits(kind_of(trait.kind), owner):
        cx.sink.add(
            "wrong-operand",
            node.span,
            f"{owner} cannot have `{trait.name}`",
            labels=[Label(trait.span, f"it is declared of {trait.kind}")],
        )
    missing = any(p.default is None for p in trait.params[len(node.arguments) :])
    if missing or len(node.arguments) > len(trait.params):
        written = f"{trait.name}({', '.join(param.name for param in trait.params)})" if trait.params else trait.name
        cx.sink.add(
            "missing-operand" if missing else "extra-operand",
            node.span,
            wrong_count(trait.name, len(trait.params), len(node.arguments)),
            help=f"it is written `{written}`",
            labels=[Label(trait.span, "declared here")],
        )
    for value, param in zip(node.arguments, trait.params, strict=False):
        cx.need(value, scope, param.type)
        check_added(cx, value, param, trait)


def _held(cx: Context, node: ast.Reference, scope: Scope, form: str) -> None:
    """Checks a name that is no keyword and no status: it may hold one."""
    found = scope.find(node.name.text)
    given = narrowed(cx, found[1], node.name.text, scope) if found is not None else NONE
    if given == UNKNOWN:  # told where it is declared
        return
    if found is not None and present(given).form == form and not node.arguments:
        cx.facts.refs[node.name] = found[0]
        if given.form == "optional":
            cx.maybe_none(node.name.span)
        if form == "keyword":
            message = f"`{node.name.text}` stands for a keyword that is not known before play"
            cx.sink.add("wrong-operand", node.name.span, message, help="name the keyword that is gained")
        return
    known = [t.name for t in cx.vocab.traits.values() if t.form == form]
    cx.sink.add(
        "unknown-name",
        node.name.span,
        f"no {form} is named `{node.name.text}`",
        help=_put(form, given)
        or suggest(node.name.text, known)
        or listed("known:", known)
        or f"declare it, for example `{form} {node.name.text} of …`",
    )


def _put(form: str, given: Type) -> str:
    """The help for an entity that stands where a status is added."""
    is_entity = form == "status" and present(given).form == "kind"
    return "write `put … into …` for what goes to a zone, `increase … by …` for a set" if is_entity else ""


def _drop(cx: Context, node: ast.DropStmt, scope: Scope) -> None:
    if node.target is not None:
        owner = check_entity(cx, node.target, scope)
        if not check_named(cx, node.status, owner, scope):
            given = cx.check(node.status, scope)
            if given not in (STATUS, UNKNOWN):
                not_a_status(cx, node.status, given, "dropped")
        return
    given = cx.check(node.status, scope)
    element = given.element if given.is_collection else given
    trait = cx.vocab.traits.get(element.name) if element.form == "kind" else None
    is_instance = trait is not None and trait.form == "status"
    if not is_instance and given != UNKNOWN:
        cx.wrong(node.status, "a status that something has", given, "write `drop STATUS from …`")

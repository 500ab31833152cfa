"""Carriers of abilities (cards, kinds and traits), and the `live` lines for texts of cards.

Job: check `live` lines, and every text in the scope of its carrier. Input: definitions and cards. Output: `Live`, and
``facts.units``. Must never check an ability outside the scope of its carrier.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.checking.abilities import check_ability
from dsl.checking.calls import check_call
from dsl.checking.circles import check_circles
from dsl.checking.context import Context
from dsl.checking.headings import Live, LiveTexts, check_headers, refuse_always
from dsl.checking.known import known_if
from dsl.checking.names import bind
from dsl.checking.queries import check_collection
from dsl.checking.results import Carrier, Unit
from dsl.diagnostics import Label
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import UNKNOWN, Type, kind_of, present
from dsl.meaning.vocab import Card, TextPart
from dsl.suggest import suggest
from dsl.syntax import ast


def check_live(cx: Context, node: ast.LiveDef, live: Live) -> None:
    """Checks a `live` line, and stores in ``live`` the type of `self` in the texts that it names."""
    kind, field = node.kind.text, node.field.text if node.field else ""
    if kind not in cx.vocab.kinds:
        cx.sink.add("unknown-type", node.kind.span, f"no kind is named `{kind}`", help=suggest(kind, cx.vocab.kinds))
        return
    texts = [f.name for f in cx.vocab.fields_of(kind).values() if f.type.form == "rules"]
    if field and field not in texts and node.field is not None:
        cx.sink.add("unknown-field", node.field.span, f"{kind} has no text `{field}`", help=suggest(field, texts))
    _only_line(cx, node)
    scope = Scope(subject=("this", kind_of(kind)))
    scope.declare("this", Ref("local", "this"), kind_of(kind))
    certain = known_if(node.condition) if node.condition is not None else frozenset[str]()
    subject = _live_subject(cx, node, scope, certain)
    known = cx.condition(node.condition, scope) if node.condition is not None else frozenset[str]()
    scope = scope.inner(known=known)
    refuse_always(cx, node.headers, "not every text of the kind is a reaction", "write it in the texts of the cards")
    check_headers(cx, node.headers, scope)
    if node.through is not None:
        check_call(cx, node.through, scope.inner(any_verb=True))
    for name in [field] if field else texts:
        live[kind, name] = LiveTexts(subject, node.through is not None)


def _only_line(cx: Context, node: ast.LiveDef) -> None:
    """Reports a line for texts for which an earlier line was written: only the last would count."""
    name = _texts_named(node)
    for other in (ast.plain(definition) for definition, _ in cx.vocab.definitions):
        if other is node:
            return
        if isinstance(other, ast.LiveDef) and _texts_named(other) == name:
            told = f"the texts of `{name}` have a `live` line already"
            labels = [Label(other.span, "first written here")]
            cx.sink.add("duplicate-name", node.kind.span, told, help="make one line of both", labels=labels)
            return


def _texts_named(node: ast.LiveDef) -> str:
    return f"{node.kind.text}.{node.field.text}" if node.field is not None else node.kind.text


def _live_subject(cx: Context, node: ast.LiveDef, scope: Scope, certain: frozenset[str]) -> Type:
    """The type of `self`. The condition of the line is known to hold, since a text is live only while it holds."""
    if node.each is not None:
        subject = check_collection(cx, node.each.source, scope)
        bind(cx, node.each.name, subject, scope)
    elif node.subject is not None:
        subject = cx.check(node.subject, scope.inner(known=certain))
    else:
        subject = UNKNOWN
    subject = present(subject)
    if subject.form not in ("kind", "unknown") and (node.subject or node.each):
        place = node.subject or (node.each.source if node.each else node)
        cx.wrong(place, "an entity, which is `self` in the text,", subject)
    scope.declare("self", Ref("local", "self"), subject)
    return subject


def check_carrier(cx: Context, node: ast.Item, rows: tuple[str, ...]) -> None:
    """Checks the abilities of a keyword, a status or an `every` definition; does nothing for other definitions."""
    match node:
        case ast.KeywordDef(name=name, abilities=abilities) | ast.StatusDef(name=name, abilities=abilities):
            trait = cx.vocab.traits[name.text]
            this = kind_of(trait.name)
            carrier = Carrier(trait.form, trait.name, "", kind_of(trait.kind), this)
            scope = _ability_scope(carrier)
            for param in trait.params:
                if param.default is not None:
                    cx.need(param.default, Scope(), param.type)
                scope.declare(param.name, Ref("field", param.name, owner="this"), param.type, param.span)
        case ast.EveryDef(kind=kind, abilities=abilities):
            if kind.text not in cx.vocab.kinds:
                cx.sink.add(
                    "unknown-type",
                    kind.span,
                    f"no kind is named `{kind.text}`",
                    help=suggest(kind.text, cx.vocab.kinds),
                )
                return
            carrier = Carrier("every", kind.text, "", kind_of(kind.text), kind_of(kind.text))
            scope = _ability_scope(carrier)
        case _:
            return
    cx.facts.units.append(Unit(carrier, abilities, rows))
    for ability in abilities:
        check_ability(cx, ability, scope)
    check_circles(cx, abilities, carrier.self_type.name, carrier.name)


def check_cards(cx: Context, live: Live, cards: Iterable[Card]) -> None:
    """Checks the texts of cards; ``live`` comes from the definitions."""
    for card in cards:
        for text in card.texts:
            cx.sink.owner = card.id
            _card_text(cx, live, card, text)
        if card.others:
            _check_others(cx, live, card)
    cx.sink.owner = ""


def _check_others(cx: Context, live: Live, card: Card) -> None:
    """Checks what only other states of a card say; the units of the game are those of one state."""
    known, units = {text.span for text in card.texts}, list(cx.facts.units)
    for state in card.others:
        for text in (text for text in state.texts if text.span not in known):
            known.add(text.span)
            _card_text(cx, live, state, text)
    cx.facts.units[:] = units


def _card_text(cx: Context, live: Live, card: Card, text: TextPart) -> None:
    """Checks a text of a card if a `live` line makes it live."""
    if not text.abilities:
        return
    kind, field = card.kind, text.field
    found = next((live[k, field] for k in cx.vocab.ancestors(kind) if (k, field) in live), None)
    if found is None:
        cx.sink.add(
            "never-live",
            text.abilities[0].span,
            f"no `live` line makes the {field} of {kind_of(kind)} live",
            help=f"declare `live {kind}.{field} for …` in the rules",
        )
        return
    if found.through:
        for ability in text.abilities:
            _refuse_forced(cx, ast.plain(ability), kind, field)
    carrier = Carrier("card", card.id, field, found.subject, kind_of(kind))
    cx.facts.units.append(Unit(carrier, text.abilities, card.rows))
    scope = _ability_scope(carrier)
    for ability in text.abilities:
        check_ability(cx, ability, scope)
    check_circles(cx, text.abilities, found.subject.name)


def _refuse_forced(cx: Context, node: ast.Node, kind: str, field: str) -> None:
    """Reports `always if` in a text that is used through a verb, in its own words or in the heading that it names."""
    told = f"using the {field} of {kind_of(kind)} goes through a verb, and what happens by itself does not"
    help = "write a trigger with that condition, which calls the verb"
    refuse_always(cx, getattr(node, "headers", ()), told, help)
    if isinstance(node, ast.Headed):
        heading = cx.vocab.named_heading(kind, node.heading.name.text)
        if heading is not None and any(isinstance(h, ast.Always) for h in heading.node.ability.headers):
            cx.sink.add("misplaced-always", node.heading.span, told, help=help)


def _ability_scope(carrier: Carrier) -> Scope:
    """The scope of a carrier's abilities: `self`, whose fields can be written as bare names, and `this`."""
    scope = Scope(subject=("self", carrier.self_type))
    scope.declare("self", Ref("local", "self"), carrier.self_type)
    scope.declare("this", Ref("local", "this"), carrier.this_type)
    return scope

"""Scopes, and the meaning of names in them.

Job: hold the names in scope at a place of a text, and find the meaning of a name there. Input: a Vocabulary and the
scopes that the checker opens. Output: references, which the checker stores in a side table. Never changes a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from math import prod
from typing import Any

from dsl.dataclass import dataclass
from dsl.meaning.types import (
    BOOL,
    DICE,
    DRAWING,
    INT,
    KEYWORD,
    POINT,
    SHAPE,
    SQUARE,
    STATUS,
    TERRAIN,
    Type,
    kind_of,
    set_of,
)
from dsl.meaning.vocab import Verb, Vocabulary
from dsl.source import Span
from dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Ref:
    """The meaning of a name.

    ``form``: local (a value of this text), event (a value of the running verb), trigger (a value of the event that a
    trigger reacts to), field (of ``owner``, a local), constant, card, noun, kind, trait, function, builtin, singleton,
    square. ``value`` is the value of a constant, the name of a square, or the call whose `target` a local is.
    """

    form: str
    name: str
    owner: str = ""
    value: Any = None


@dataclass(slots=True)
class Scope:
    """The names in scope, the entity whose fields are bare names (``subject``), and facts such as "is not none".

    ``verb`` and ``pattern``: the verb or pattern around the text, set on the outermost scope of its body. ``rounds``:
    how often the loop of this scope runs, if that is a literal, else 1. ``any_verb``: a verb that runs the text
    that is being used may be called here; set on the outermost scope of `through` and of the texts of a test.
    """

    parent: Scope | None = None
    names: dict[str, tuple[Ref, Type]] = field(default_factory=dict[str, tuple[Ref, Type]])
    places: dict[str, Span] = field(default_factory=dict[str, Span])
    subject: tuple[str, Type] | None = None
    known: frozenset[str] = frozenset()
    verb: Verb | None = None
    pattern: ast.Pattern | None = None
    used: set[str] = field(default_factory=set[str])
    rounds: int = 1
    any_verb: bool = False

    def chain(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def inner(self, **changes: Any) -> Scope:
        """A scope inside this one."""
        return Scope(parent=self, **changes)

    def find(self, name: str) -> tuple[Ref, Type] | None:
        for scope in self.chain():
            if name in scope.names:
                scope.used.add(name)
                return scope.names[name]
        return None

    def declare(self, name: str, ref: Ref, type_: Type, span: Span | None = None) -> None:
        self.names[name] = (ref, type_)
        if span is not None:
            self.places[name] = span

    def place_of(self, name: str) -> Span | None:
        return next((s.places[name] for s in self.chain() if name in s.places), None)

    def nearest_subject(self) -> tuple[str, Type] | None:
        return next((s.subject for s in self.chain() if s.subject is not None), None)

    def is_known(self, key: str) -> bool:
        return any(key in s.known for s in self.chain())

    def known_to_be(self, key: str) -> Iterator[str]:
        """The nouns to which the value of a path is known to belong, innermost first."""
        start = f"{key} is "
        return (fact.removeprefix(start) for s in self.chain() for fact in sorted(s.known) if fact.startswith(start))

    def all_known(self) -> list[frozenset[str]]:
        return [scope.known for scope in self.chain()]

    def forget(self, stays: Callable[[str], bool]) -> None:
        """Forgets the facts that do not stay true."""
        for scope in self.chain():
            scope.known = frozenset(filter(stays, scope.known))

    def later(self, stays: Callable[[str], bool]) -> Scope:
        """This scope at a later time, with the facts alone that stay true."""
        parent = self.parent.later(stays) if self.parent is not None else None
        return replace(self, parent=parent, known=frozenset(filter(stays, self.known)))

    def enclosing_verb(self) -> Verb | None:
        return next((s.verb for s in self.chain() if s.verb is not None), None)

    def enclosing_pattern(self) -> ast.Pattern | None:
        return next((s.pattern for s in self.chain() if s.pattern is not None), None)

    def may_resolve(self) -> bool:
        """Whether a verb may be called here that runs the text which is being used."""
        return any(s.any_verb or s.verb is not None for s in self.chain())

    def all_rounds(self) -> int:
        """The product of the rounds of all enclosing loops, where those are literals."""
        return prod(scope.rounds for scope in self.chain())

    def all_names(self) -> set[str]:
        return {name for scope in self.chain() for name in scope.names}


def constants_named(vocab: Vocabulary, name: str) -> list[tuple[Ref, Type]]:
    """Every constant of that name: values of different enums may have the same name."""
    found = [(Ref("constant", name, value=name), Type("enum", e)) for e in vocab.enums_with(name)]
    if name in vocab.cards:
        found.append((Ref("card", name), Type("card", vocab.cards[name].kind)))
    if name in vocab.traits:
        form = vocab.traits[name].form
        found.append((Ref("trait", name, value=name), KEYWORD if form == "keyword" else STATUS))
    if name in vocab.dice:
        found.append((Ref("constant", name, value=(name,)), DICE))
    if name in vocab.terrain:
        found.append((Ref("constant", name, value=name), TERRAIN))
    if name == "game" and "game" in vocab.kinds:
        found.append((Ref("singleton", "game"), kind_of("game")))
    return found


def noun_named(vocab: Vocabulary, name: str) -> tuple[Ref, Type] | None:
    """A noun, a kind, a status (its instances are entities), or `square`."""
    if name in vocab.nouns:
        return Ref("noun", name), vocab.nouns[name].kind
    if name in vocab.kinds:
        return Ref("kind", name), kind_of(name)
    if name == "square" and vocab.board.get("type") == "grid":
        return Ref("kind", "square"), SQUARE
    return None


SHAPE_FIELDS = ("x", "y", "facing", "width", "depth")


def field_type(vocab: Vocabulary, owner: Type, name: str) -> Type | None:
    """The type of ``owner.name``, or None."""
    match owner.form:
        case "kind":
            return _entity_field(vocab, owner.name, name)
        case "card":
            field_ = vocab.field_of(owner.name, name)
            return field_.type if field_ is not None and field_.printed else None
        case "event":
            return _event_field(vocab, owner.name, name)
        case "roll" | "face":
            known = name in vocab.symbols() or name in ("value", "total")
            return INT if known else None
        case "square":
            return {"column": INT, "row": INT, "elevation": INT}.get(name)
        case "shape":
            return INT if name in SHAPE_FIELDS else None
        case _:
            return None


def _entity_field(vocab: Vocabulary, kind: str, name: str) -> Type | None:
    field_ = vocab.field_of(kind, name)
    if field_ is not None:
        return field_.type
    stat = vocab.stat_of(kind, name)
    if stat is not None:
        return stat.type
    if name == "card" and any(vocab.kinds[k].card for k in vocab.ancestors(kind)):
        return Type("card", kind)
    if name == "at" and vocab.is_figure(kind):
        return Type("optional", inner=SQUARE)
    if name in ("x", "y", "facing") and vocab.is_figure(kind) and vocab.board.get("type") == "table":
        return INT
    return BOOL if name == "in_play" else None


def _event_field(vocab: Vocabulary, verb: str, name: str) -> Type | None:
    declared = vocab.verbs.get(verb)
    if declared is None:
        return None
    param = declared.param(name)
    if param is not None:
        return param.type
    return declared.lets[name][0] if name in declared.lets else None


def field_names(vocab: Vocabulary, owner: Type) -> set[str]:
    """The names that may follow a dot, for suggestions."""
    match owner.form:
        case "kind":
            stats = {name for kind, name in vocab.stats if kind in vocab.ancestors(owner.name)}
            return (
                set(vocab.fields_of(owner.name))
                | stats
                | {"in_play"}
                | ({"card"} if field_type(vocab, owner, "card") is not None else set[str]())
                | ({"at"} if vocab.is_figure(owner.name) else set())
            )
        case "card":
            return {f.name for f in vocab.fields_of(owner.name).values() if f.printed}
        case "roll" | "face":
            return set(vocab.symbols()) | {"value", "total"}
        case "event" if owner.name in vocab.verbs:
            verb = vocab.verbs[owner.name]
            return {p.name for p in verb.params} | set(verb.lets)
        case "square":
            return {"column", "row", "elevation"}
        case "shape":
            return set(SHAPE_FIELDS)
        case _:
            return set()


def figure_kind(vocab: Vocabulary) -> Type:
    """The common ancestor of all kinds that stand on the board."""
    roots = [k.name for k in vocab.kinds.values() if k.figure and not vocab.is_figure(k.parent or "")]
    return kind_of(roots[0]) if len(roots) == 1 else Type("unknown")


def relative_self(vocab: Vocabulary, base: Type) -> Type:
    """What `self` is in the condition of a noun: of the widest kind of its base; for statuses and squares, what bears
    them or stands on them."""
    if base.form == "kind" and base.name in vocab.traits:
        return kind_of(vocab.traits[base.name].kind)
    if base.form == "kind":
        return kind_of(vocab.ancestors(base.name)[-1])
    return figure_kind(vocab)


RESULTS = {"int": INT, "bool": BOOL, "dice": DICE, "set square": set_of(SQUARE), "point": POINT,
           "shape": SHAPE, "set point": set_of(POINT), "int?": Type("optional", inner=INT),
           "list square": Type("list", inner=SQUARE), "drawing": DRAWING}  # fmt: skip

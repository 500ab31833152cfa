"""Names, paths and what is known of them.

Job: the meaning and type of a name or path in a scope; what a condition makes certain; how a wrong type is told. Input:
a node and its scope. Output: the type, and references in the side tables. The ground on which the other checkers stand.
"""

from __future__ import annotations

from dsl import ast
from dsl.check_squares import place_named
from dsl.checked import Facts
from dsl.declare_cards import numbered_dice
from dsl.diagnostics import Label, Sink
from dsl.resolve import (
    Ref,
    Scope,
    constants_named,
    field_names,
    field_type,
    noun_named,
)
from dsl.source import Span
from dsl.suggest import listed, suggest
from dsl.types import (
    BOOL,
    DICE,
    INT,
    KEYWORD,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    assignable,
    present,
)

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CHOOSING = frozenset({"one", "nearest", "farthest", "random", "up"})
LARGEST = 2**53


def path_key(node: ast.Node) -> str:
    """A path as text (``self.bearer``), or an empty string for what is no plain path."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident):
        return ".".join([node.head.text, *(f.text for f in node.fields)])
    return ""


def known_if(node: ast.Expr, truth: bool = True) -> frozenset[str]:
    """What is certain when the condition is true (or false): ``path``, it is not none; ``path is noun``, what it is."""
    match node:
        case ast.AndAlso(left=left, right=right) if truth:
            return known_if(left) | known_if(right)
        case ast.OrElse(left=left, right=right) if not truth:
            return known_if(left, False) | known_if(right, False)
        case ast.Negation(operand=operand):
            return known_if(operand, not truth)
        case ast.IsTest(left=left, negated=negated, right=right):
            excludes_none = (negated == truth) if isinstance(right, ast.NoneLiteral) else (negated != truth)
            key, named = path_key(left), path_key(right)
            if not key or not excludes_none:
                return frozenset()
            return frozenset({key, f"{key} is {named}"} if named and "." not in named else {key})
        case ast.HasTest(left=left, negated=negated):
            return frozenset({path_key(left)} - {""}) if negated != truth else frozenset()
        case ast.Comparison(left=left, operator=operator, right=right):
            excludes = isinstance(right, ast.NoneLiteral) and operator == ("!=" if truth else "==")
            return frozenset({path_key(left)} - {""}) if excludes else frozenset()
        case _:
            return frozenset()


class NameChecker:
    """Checks names and paths."""

    def __init__(self, facts: Facts, sink: Sink) -> None:
        self.facts = facts
        self.vocab = facts.vocab
        self.sink = sink

    # ---- reporting and relations between types
    def wrong(self, node: ast.Node | Span, needed: str, given: Type, help: str = "") -> Type:
        span = node if isinstance(node, Span) else node.span
        if given.form == "optional" and str(present(given)) == needed:
            return self._maybe_none(span, help)
        if given == DICE and needed == str(INT):
            help = help or f"roll first: `let r = roll {short(span.text)}`, and then `total(r)`"
        be = "are" if needed in ("dice", "faces of a roll") else "is"
        self.sink.add("wrong-operand", span, f"`{short(span.text)}` is {given}, but {needed} {be} needed", help=help)
        return UNKNOWN

    def _maybe_none(self, span: Span, help: str = "") -> Type:
        text = short(span.text)
        is_name = text.replace(".", "").isidentifier()
        remedy = f"test `{text} is not none` first" if is_name else "give it a value in every case"
        self.sink.add("maybe-none", span, f"`{text}` may be none here", help=help or remedy)
        return UNKNOWN

    def bounded(self, number: int, span: Span) -> None:
        if number > LARGEST:
            self.sink.add("number-too-large", span, "this number is larger than 2^53")

    def fits(self, given: Type, wanted: Type) -> bool:
        return assignable(given, wanted, self.vocab.ancestors)

    def need(self, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
        """Checks an expression that must have a type."""
        given = self.check(node, scope, wanted)
        if not self.fits(given, wanted):
            self.wrong(node, str(wanted), given)
        return given

    def condition(self, node: ast.Expr, scope: Scope) -> frozenset[str]:
        """Checks a condition; returns what is known not to be none where it holds."""
        given = self.check(node, scope, BOOL)
        if given.form not in ("bool", "unknown"):
            text = short(node.span.text)
            self.sink.add(
                "not-a-condition",
                node.span,
                f"`{text}` is {given}, not a condition",
                help="compare it with something, for example `>= 1` or `is not none`",
            )
        return known_if(node)

    def check(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        """The type of an expression; the whole checker provides it."""
        raise NotImplementedError

    # ---- names and paths
    def _name(self, ident: ast.Ident, scope: Scope, expected: Type | None) -> Type:
        found = scope.find(ident.text)
        subject = scope.nearest_subject()
        of_subject = field_type(self.vocab, subject[1], ident.text) if subject else None
        if found is not None and of_subject is not None and subject is not None and subject[0] == "it":
            self.sink.add(
                "ambiguous-name",
                ident.span,
                f"`{ident.text}` is a value here and a field of {subject[1]}",
                help=f"write `it.{ident.text}` for the field, or rename the value",
            )
            return UNKNOWN
        if found is not None:
            self.facts.refs[ident] = found[0]
            return self._narrowed(found[1], ident.text, scope)
        if subject is not None and of_subject is not None:
            self.facts.refs[ident] = Ref("field", ident.text, owner=subject[0])
            return self._narrowed(of_subject, ident.text, scope)
        return self._constant(ident, scope, expected)

    def _constant(self, ident: ast.Ident, scope: Scope, expected: Type | None) -> Type:
        candidates = constants_named(self.vocab, ident.text)
        wanted = present(expected) if expected is not None else None
        fitting = [c for c in candidates if wanted is not None and self.fits(c[1], wanted)]
        chosen = fitting or candidates
        if len(chosen) > 1:
            meanings = ", ".join(str(t) for _, t in chosen)
            self.sink.add(
                "ambiguous-name",
                ident.span,
                f"`{ident.text}` has more than one meaning here: {meanings}",
                help="compare or assign it where one type is wanted, or rename one of them",
            )
            return UNKNOWN
        if chosen:
            self.facts.refs[ident] = chosen[0][0]
            return chosen[0][1]
        if self._is_square(ident.text):
            self.facts.refs[ident] = Ref("square", ident.text, value=ident.text)
            return SQUARE
        self._unknown_name(ident, scope, wanted)
        return UNKNOWN

    def _die_or_square(self, node: ast.DiceLiteral, text: str, expected: Type | None) -> Type:
        """`d4` is a die; where a square is wanted, it is the fourth of column d."""
        if expected is not None and present(expected) == SQUARE and text[0] == "d" and self._is_square(text):
            self.facts.refs[node] = Ref("square", text, value=text)
            return SQUARE
        count, _, sides = text.partition("d")
        numbered_dice(count, sides, node.span, self.sink)
        return DICE

    def _is_square(self, text: str) -> bool:
        return self.vocab.board.get("type") == "grid" and place_named(text) is not None

    def _unknown_name(self, ident: ast.Ident, scope: Scope, wanted: Type | None) -> None:
        if noun_named(self.vocab, ident.text):
            self.sink.add(
                "unknown-name",
                ident.span,
                f"`{ident.text}` is a noun, not a value",
                help=f"write `one {ident.text}`, `all {ident.text}` or `any {ident.text}`",
            )
            return
        subject = scope.nearest_subject()
        known = scope.all_names() | (field_names(self.vocab, subject[1]) if subject else set[str]())
        message = f"nothing here is named `{ident.text}`"
        if wanted is not None and wanted.form == "enum":
            known = known | set(self.vocab.enums[wanted.name].values)
        elif wanted in (KEYWORD, STATUS):
            known, message = set(self.vocab.traits), f"no keyword or status is named `{ident.text}`"
        else:
            known = known | {v for e in self.vocab.enums.values() for v in e.values} | set(self.vocab.cards)
            known = known | set(self.vocab.traits) | set(self.vocab.dice) | set(self.vocab.terrain)
        near = suggest(ident.text, known) if ident.text not in _NUMBERS else ""
        help = near or self._unknown_help(ident.text, wanted)
        self.sink.add("unknown-name", ident.span, message, help=help)

    def _unknown_help(self, name: str, wanted: Type | None) -> str:
        """What helps with a name that is near no other."""
        if wanted in (KEYWORD, STATUS):
            return listed("known:", self.vocab.traits) or f"declare it, for example `keyword {name} of …`"
        if name in _NUMBERS:
            return f"write numbers in digits: `{_NUMBERS.index(name)}`"
        return "name who is meant: `self`, or choose one: `choose target from …:`" if name == "target" else ""

    def _narrowed(self, given: Type, key: str, scope: Scope) -> Type:
        """The type as what is known here makes it: not none, or of a narrower kind."""
        for name in scope.known_to_be(key) if present(given).form == "kind" else ():
            noun = noun_named(self.vocab, name)
            if noun is not None and noun[1] != present(given) and self.fits(noun[1], present(given)):
                return noun[1]
        return present(given) if given.form == "optional" and scope.is_known(key) else given

    def _path(self, node: ast.Path, scope: Scope, expected: Type | None) -> Type:
        found = self.check(node.head, scope, expected if not node.fields else None)
        key = node.head.text if isinstance(node.head, ast.Ident) else ""
        start = node.head.span
        for ident in node.fields:
            if found.form == "unknown":
                return UNKNOWN
            if found.form == "optional":
                return self._maybe_none(start)
            type_ = field_type(self.vocab, found, ident.text)
            if type_ is None:
                self._unknown_field(ident, found, start)
                return UNKNOWN
            key = f"{key}.{ident.text}" if key else ""
            found = self._narrowed(type_, key, scope) if key else type_
            start = start.to(ident.span)
            self.facts.types[ident] = found
        return found

    def _unknown_field(self, ident: ast.Ident, owner: Type, start: Span) -> None:
        labels: list[Label] = []
        if owner.form == "kind" and owner.name in self.vocab.kinds:
            labels.append(Label(self.vocab.kinds[owner.name].span, f"{owner.name} is declared here"))
        self.sink.add(
            "unknown-field",
            ident.span,
            f"`{short(start.text)}` is {owner} and has no `{ident.text}`",
            help=suggest(ident.text, field_names(self.vocab, owner)),
            labels=labels,
        )


def short(text: str) -> str:
    """A piece of the author's text, cut to one readable line."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "…"

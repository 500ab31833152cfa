"""The context that all parts of the checker share.

Job: hold the side tables, the vocabulary and the sink; check an expression of any sort; report a wrong type. Input:
nodes and their scopes. Output: types, entries of ``facts.types`` and diagnostics. Must never know the classes of
expressions: the expression checker is passed in, so that the parts below it can check expressions without importing it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from dsl.checking.known import known_if
from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.meaning.resolve import Scope
from dsl.meaning.types import BOOL, DICE, INT, ROLL, UNKNOWN, Type, assignable, kind_of, list_of, present
from dsl.meaning.vocab import Vocabulary
from dsl.source import Span
from dsl.suggest import in_digits
from dsl.syntax import ast

LARGEST = 2**53
_BRACE = re.compile(r"\{[^{}]*\}|[{}]")  # with what it holds


class ExpressionChecker(Protocol):
    """Finds the type of an expression; ``expected`` is the type that its place needs, if known."""

    def __call__(self, cx: Context, node: ast.Expr, scope: Scope, expected: Type | None, /) -> Type: ...


@dataclass(frozen=True, slots=True)
class Context:
    """The inputs (``vocab``) and outputs (``facts``, ``sink``) of the checker. Made by `expressions.context_of`.

    ``is_later``: what is checked is read later than its statement is carried out; ``is_trial``: only what is known
    after it is asked, and nothing is reported.
    """

    facts: Facts
    vocab: Vocabulary
    sink: Sink
    expression: ExpressionChecker
    is_later: bool = False
    is_trial: bool = False

    def later(self, scope: Scope) -> tuple[Context, Scope]:
        """The context and the scope of what is read again for as long as it lasts. Names keep their values until then,
        and paths do not.
        """
        names = scope.all_names()

        def stays(fact: str) -> bool:
            return fact.partition(" is ")[0].removeprefix("event.") in names

        return replace(self, is_later=True), scope.later(stays)

    def check(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        """The type of an expression; also stored in the side table."""
        found = self.expression(self, node, scope, expected)
        self.facts.types[node] = found
        return found

    def need(self, node: ast.Expr, scope: Scope, wanted: Type) -> Type:
        """Checks an expression that must have the type ``wanted``."""
        given = self.check(node, scope, wanted)
        if not self.fits(given, wanted):
            self.wrong(node, str(wanted), given)
        self.note_set(node, wanted)
        return given

    def note_set(self, node: ast.Expr, wanted: Type) -> None:
        """Notes the lists and zones that are given where a set is needed: it holds each value once, and what is there
        now, not after the next move.
        """
        if isinstance(node, ast.Ternary):
            self.note_set(node.value, wanted)
            self.note_set(node.otherwise, wanted)
        elif present(wanted).form == "set" and self.facts.types[node].form in ("list", "zone"):
            self.facts.once.add(node)

    def condition(self, node: ast.Expr, scope: Scope, help: str = "") -> frozenset[str]:
        """Checks a condition; returns what is known if it holds. ``help`` is for a value that is none."""
        given = self.check(node, scope, BOOL)
        if given.form not in ("bool", "unknown"):
            text = short(node.span.text)
            self.sink.add(
                "not-a-condition",
                node.span,
                f"`{text}` is {given}, not a condition",
                help=help or _asked(node, given, self.facts.types),
            )
        return known_if(node)

    def message(self, message: ast.Message | None, scope: Scope) -> None:
        """Checks the expressions in a message; reports braces that hold none."""
        for part in message.parts if message is not None else ():
            if not isinstance(part, str):
                self.check(part, scope)
            elif message is not None and (brace := _BRACE.search(part)):
                place = _inside(message.span, part, brace)
                help = "write `{value}` with both braces, or leave them out"
                self.sink.add("syntax", place, "a brace holds no value here", help=help)

    def label(self, node: ast.Option | ast.Activation | ast.Reaction | ast.Headed) -> None:
        """Reports braces in a label, which is no message: it says the same each time."""
        if brace := _BRACE.search(node.label):
            told = "a label holds no values: it says the same each time"
            help = "leave the braces out; what is chosen now is a choice of its own: `choose … from …`"
            self.sink.add("syntax", _inside(node.span, node.label, brace), told, help=help)

    # ---- types
    def fits(self, given: Type, wanted: Type) -> bool:
        """Whether a value of type ``given`` can be used where ``wanted`` is needed."""
        return assignable(given, wanted, self.vocab.ancestors)

    def wrong(self, node: ast.Node | Span, needed: str, given: Type, help: str = "") -> Type:
        """Reports a value of the wrong type; returns the unknown type."""
        span = node if isinstance(node, Span) else node.span
        if given.form == "optional" and str(present(given)) == needed:
            return self.maybe_none(span, help)
        if given == DICE and needed == str(INT):
            help = help or f"roll first: `let r = roll {short(span.text)}`, and then `total(r)`"
        if needed == str(INT) and (given == ROLL or (given.is_collection and given.element != INT)):
            help = help or f"write `{'total' if given == ROLL else 'size'}({short(span.text)})`"
        if isinstance(node, ast.TextLiteral) and needed == str(INT) and in_digits(node.value):
            help = help or f"write numbers in digits, without quotes: `{in_digits(node.value)}`"
        elif isinstance(node, ast.TextLiteral) and node.value.isidentifier():
            help = help or f"write it without quotes: `{node.value}`"
        if given.is_collection and needed in (str(given.element), "an entity" if given.element.form == "kind" else ""):
            help = help or f"go over them: `each x in {short(span.text)}:`, and write `x` in its block"
        if given.form == "set" and needed == str(list_of(given.element)):
            help = help or f"a list says in which order: `list(x for x in {short(span.text)})`"
        if given.form == "none":
            help = help or "give it a value, or write `?` behind its type where it is declared"
        if given.form == "card" and needed == str(kind_of(given.name)):
            card = short(span.text)
            made = card.removesuffix(".card") if "." in card else self._with_field(node)
            help = help or (f"that is what it was made from: write `{made}` alone" if made != card else "")
            help = help or f"a card is no thing of the match: `(the one {given.name} where card is {card})` is"
        help = help or self._as_narrower(node, given, needed) or self._by_field(given, needed, short(span.text))
        be = "are" if needed in ("dice", "faces of a roll") else "is"
        self.sink.add("wrong-operand", span, f"`{short(span.text)}` is {given}, but {needed} {be} needed", help=help)
        return UNKNOWN

    def _with_field(self, node: ast.Node | Span) -> str:
        """Whose field a bare name is; the name itself if it is none."""
        if isinstance(node, Span):
            return node.text
        ref = self.facts.refs.get(node.head if isinstance(node, ast.Path) else node)
        return ref.owner if ref is not None and ref.form == "field" and ref.owner else node.span.text

    def _as_narrower(self, node: ast.Node | Span, given: Type, needed: str) -> str:
        """The help where what is given is of a wider kind than what is needed, and may be one."""
        wider = present(given)
        heirs = self.vocab.heirs(wider.name) if wider.form == "kind" else ()
        kind = next((name for name in heirs if str(kind_of(name)) == needed), "")
        if not kind or isinstance(node, Span):
            return ""
        if isinstance(node, ast.Query):
            return f"say which kind is looked for: `{node.quantifier} {kind} where it is {node.noun.text}`"
        if node.span.text.replace(".", "").isidentifier():
            return f"test `{short(node.span.text)} is {kind}` first"
        return f"give it a name with `let`, and test first whether that is {kind_of(kind)}"

    def _by_field(self, given: Type, needed: str, text: str) -> str:
        """The help where a field of a thing is what is needed in place of the thing: its player, for example."""
        if given.form != "kind" or not text.replace(".", "").isidentifier():
            return ""
        fields = [f.name for f in self.vocab.fields_of(given.name).values() if str(f.type) == needed]
        return "write " + " or ".join(f"`{text}.{name}`" for name in fields) if 0 < len(fields) < 3 else ""

    def bounded(self, number: int, span: Span) -> None:
        """Reports a number that not every engine can hold."""
        if number > LARGEST:
            self.sink.add("number-too-large", span, "this number is larger than 2^53")

    def maybe_none(self, span: Span, help: str = "") -> Type:
        """Reports a value that may be none; returns the unknown type."""
        text = short(span.text)
        is_name = text.replace(".", "").isidentifier()
        remedy = f"test `{text} is not none` first" if is_name else "give it a value in every case"
        if re.fullmatch(r"\w+\(.*\)", text):
            remedy = f"give it a name first, `let found = {text}`, and test `found is not none`"
        elif is_name and _asked_by_loop(span):
            remedy = f"what the loop asked of `it` may have changed since: write `if {text} is not none:` in its block"
        if is_name and self.is_later and "." in text:
            remedy = f"it is read again while this lasts: keep it first, by `let kept = {text}`, and test `kept`"
        self.sink.add("maybe-none", span, f"`{text}` may be none here", help=help or remedy)
        return UNKNOWN


def _asked(node: ast.Expr, given: Type, types: Mapping[ast.Node, Type]) -> str:
    """The help for a value that is no condition: how such a value is asked about."""
    text = short(node.span.text)
    if given.form in ("keyword", "status"):
        return f"write who has it: `self has {text}`"
    end = _last_comparison(node.condition) if isinstance(node, ast.Query) and node.quantifier == "count" else None
    if end is not None and types.get(end.left) == BOOL:
        counted = short(node.span.source.span(node.span.start, end.left.span.end).text)
        return f"a condition goes on to the end: write `({counted}) {end.operator} {short(end.right.span.text)}`"
    if isinstance(node, ast.Query) and node.quantifier == "all":
        rest = text.removeprefix("all ")
        return f"write `any {rest}` where one is enough, `no {rest}` where there must be none"
    return "compare it with something, for example `>= 1` or `is not none`"


def _asked_by_loop(span: Span) -> bool:
    """Whether the loop that a path of names begins with has asked, of `it`, whether the field is none."""
    head, _, field = span.text.partition(".")
    before = span.source.text[max(span.start - 400, 0) : span.start].rsplit("\n\n", 1)[-1]
    loop, tested = rf"\beach\s+{head}\s+in\b[^:]*\bwhere\b", rf"\b{field}\s+is\s+not\s+none\b"
    return bool(field) and re.search(rf"{loop}[^:]*{tested}[^:]*:", before) is not None


def _last_comparison(node: ast.Expr | None) -> ast.Comparison | None:
    """The comparison with which a condition ends."""
    while isinstance(node, ast.Negation | ast.AndAlso | ast.OrElse):
        node = node.operand if isinstance(node, ast.Negation) else node.right
    return node if isinstance(node, ast.Comparison) else None


def _inside(whole: Span, text: str, found: re.Match[str]) -> Span:
    """The place of a match in a text that stands within ``whole``."""
    start = whole.start + whole.text.index(text) + found.start()
    return whole.source.span(start, start + len(found[0]))


def short(text: str) -> str:
    """A piece of the author's text, shortened to one readable line."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "…"

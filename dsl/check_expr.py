"""Types of expressions, and what their names mean.

Job: for every expression, find its type and the meaning of its names, or report what does not fit. Input: a node and
its scope. Output: the type, written with the references into the side tables. Expressions are pure: a query that
chooses is refused here. Never runs anything.
"""

from __future__ import annotations

from typing import assert_never

from dsl import ast
from dsl.builtins import BUILTINS, COMPREHENSIONS, Builtin
from dsl.checked import Facts
from dsl.diagnostics import Label, Sink, miscounted
from dsl.resolve import (
    RESULTS,
    Ref,
    Scope,
    constants_named,
    field_names,
    field_type,
    figure_kind,
    noun_named,
)
from dsl.source import Span
from dsl.suggest import suggest
from dsl.types import (
    BOOL,
    DICE,
    FACE,
    INT,
    KEYWORD,
    NONE,
    STATUS,
    TERRAIN,
    TEXT,
    UNKNOWN,
    Type,
    assignable,
    joined,
    kind_of,
    list_of,
    optional,
    present,
    set_of,
)
from dsl.vocab import Function

CHOOSING = frozenset({"one", "nearest", "farthest", "random", "up"})
LARGEST = 2**53


def path_key(node: ast.Node) -> str:
    """A path as text (``self.bearer``), or an empty string for what is no plain path."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident):
        return ".".join([node.head.text, *(f.text for f in node.fields)])
    return ""


def known_if(node: ast.Expr, truth: bool = True) -> frozenset[str]:
    """The paths that are certainly not none when the condition is true (or false)."""
    match node:
        case ast.AndAlso(left=left, right=right) if truth:
            return known_if(left) | known_if(right)
        case ast.OrElse(left=left, right=right) if not truth:
            return known_if(left, False) | known_if(right, False)
        case ast.Negation(operand=operand):
            return known_if(operand, not truth)
        case ast.IsTest(left=left, negated=negated, right=right):
            excludes_none = (negated == truth) if isinstance(right, ast.NoneLiteral) else (negated != truth)
            return frozenset({path_key(left)} - {""}) if excludes_none else frozenset()
        case ast.HasTest(left=left, negated=negated):
            return frozenset({path_key(left)} - {""}) if negated != truth else frozenset()
        case ast.Comparison(left=left, operator=operator, right=right):
            excludes = isinstance(right, ast.NoneLiteral) and operator == ("!=" if truth else "==")
            return frozenset({path_key(left)} - {""}) if excludes else frozenset()
        case _:
            return frozenset()


class ExprChecker:
    """Checks expressions; the statement and definition checkers build on it."""

    def __init__(self, facts: Facts, sink: Sink) -> None:
        self.facts = facts
        self.vocab = facts.vocab
        self.sink = sink

    # ---- reporting and relations between types
    def wrong(self, node: ast.Node | Span, needed: str, given: Type, help: str = "") -> Type:
        span = node if isinstance(node, Span) else node.span
        if given.form == "optional" and str(present(given)) == needed:
            return self._maybe_none(span, help)
        be = "are" if needed in ("dice", "faces of a roll") else "is"
        self.sink.add("wrong-operand", span, f"`{_short(span.text)}` is {given}, but {needed} {be} needed", help=help)
        return UNKNOWN

    def _maybe_none(self, span: Span, help: str = "") -> Type:
        text = _short(span.text)
        is_name = text.replace(".", "").isidentifier()
        remedy = f"test `{text} is not none` first" if is_name else "give it a value in every case"
        self.sink.add("maybe-none", span, f"`{text}` may be none here", help=help or remedy)
        return UNKNOWN

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
            text = _short(node.span.text)
            self.sink.add(
                "not-a-condition",
                node.span,
                f"`{text}` is {given}, not a condition",
                help="compare it with something, for example `>= 1` or `is not none`",
            )
        return known_if(node)

    # ---- the one entrance
    def check(self, node: ast.Expr, scope: Scope, expected: Type | None = None) -> Type:
        found = self._check(node, scope, expected)
        self.facts.types[node] = found
        return found

    def _check(self, node: ast.Expr, scope: Scope, expected: Type | None) -> Type:
        match node:
            case ast.IntLiteral(value=value):
                if value > LARGEST:
                    self.sink.add("number-too-large", node.span, "this number is larger than 2^53")
                return INT
            case ast.DiceLiteral():
                return DICE
            case ast.TextLiteral():
                return TEXT
            case ast.BoolLiteral():
                return BOOL
            case ast.NoneLiteral():
                return NONE
            case ast.ListLiteral():
                return self._list(node, scope, expected)
            case ast.Ident():
                return self._name(node, scope, expected)
            case ast.Path():
                return self._path(node, scope, expected)
            case ast.FunctionCall():
                return self._call(node, scope)
            case ast.Comprehension():
                return self._comprehension(node, scope)
            case ast.CanTest(call=call):
                self.check_call(call, scope, trying=True)
                return BOOL
            case ast.Ternary():
                return self._ternary(node, scope, expected)
            case ast.OrElse(left=left, right=right):
                self.condition(left, scope)
                self.condition(right, scope.inner(known=known_if(left, False)))
                return BOOL
            case ast.AndAlso(left=left, right=right):
                self.condition(left, scope)
                self.condition(right, scope.inner(known=known_if(left)))
                return BOOL
            case ast.Negation(operand=operand):
                self.condition(operand, scope)
                return BOOL
            case ast.Quantified():
                return self._quantified(node, scope)
            case ast.Comparison():
                return self._comparison(node, scope)
            case ast.IsTest():
                return self._is(node, scope)
            case ast.HasTest():
                return self._has(node, scope)
            case ast.InTest():
                return self._in(node, scope)
            case ast.AdjacentTest(left=left, right=right):
                self._place(left, scope)
                self._place(right, scope)
                return BOOL
            case ast.WithinTest(left=left, range=range_, right=right):
                self._place(left, scope)
                self.need(range_, scope, INT)
                self._place(right, scope)
                return BOOL
            case ast.Arithmetic():
                return self._arithmetic(node, scope)
            case ast.Minus(operand=operand):
                self.need(operand, scope, INT)
                return INT
            case ast.Query():
                return self.query(node, scope)
            case _:
                assert_never(node)

    def check_call(self, call: ast.Call, scope: Scope, *, trying: bool = False) -> None:
        """Checks a verb call; the statement checker provides it."""
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
            return Type("square")
        self._unknown_name(ident, scope, wanted)
        return UNKNOWN

    def _is_square(self, text: str) -> bool:
        letters = text.rstrip("0123456789")
        return (
            self.vocab.board.get("type") == "grid"
            and 0 < len(letters) <= 2 < len(letters) + len(text)
            and (text[len(letters) :].isdigit() and letters.isalpha())
        )

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
        known = scope.all_names() | (field_names(self.vocab, subject[1]) if subject else set())
        message = f"nothing here is named `{ident.text}`"
        if wanted is not None and wanted.form == "enum":
            known = known | set(self.vocab.enums[wanted.name].values)
        elif wanted in (KEYWORD, STATUS):
            known, message = set(self.vocab.traits), f"no keyword or status is named `{ident.text}`"
        else:
            known = known | {v for e in self.vocab.enums.values() for v in e.values} | set(self.vocab.cards)
            known = known | set(self.vocab.traits) | set(self.vocab.dice) | set(self.vocab.terrain)
        self.sink.add("unknown-name", ident.span, message, help=suggest(ident.text, known))

    def _narrowed(self, given: Type, key: str, scope: Scope) -> Type:
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
        labels = []
        if owner.form == "kind" and owner.name in self.vocab.kinds:
            labels.append(Label(self.vocab.kinds[owner.name].span, f"{owner.name} is declared here"))
        self.sink.add(
            "unknown-field",
            ident.span,
            f"`{_short(start.text)}` is {owner} and has no `{ident.text}`",
            help=suggest(ident.text, field_names(self.vocab, owner)),
            labels=labels,
        )

    # ---- collections and queries
    def _list(self, node: ast.ListLiteral, scope: Scope, expected: Type | None) -> Type:
        wanted = present(expected).element if expected is not None and present(expected).is_collection else None
        found: Type | None = None
        for item in node.items:
            given = self.check(item, scope, wanted)
            if given.form == "optional":
                self._maybe_none(item.span)
                given = UNKNOWN
            merged = given if found is None else joined(found, given, self.vocab.ancestors)
            if merged is None and found is not None:
                self.wrong(item, str(found), given)
                merged = found
            found = merged
        element = found or wanted or UNKNOWN
        return list_of(element) if expected is not None and present(expected).form == "list" else set_of(element)

    def _collection(self, node: ast.Expr, scope: Scope) -> Type:
        """Checks a collection and gives what it holds."""
        given = self.check(node, scope)
        if given.form == "unknown":
            return UNKNOWN
        if not given.is_collection:
            self.wrong(node, "a set, list or zone", given)
            return UNKNOWN
        return given.element

    def query(self, node: ast.Query, scope: Scope, *, operand: bool = False) -> Type:
        """Checks a query; one that chooses may only be an operand of a statement's call."""
        element = self._noun(node.noun, scope)
        inside = scope.inner(subject=("it", element))
        inside.declare("it", Ref("local", "it"), element)
        for filter_ in node.filters:
            self.filter(filter_, inside)
        if node.condition is not None:
            self.condition(node.condition, inside)
        for preference in node.preferences:
            self._preference(preference, inside)
        if node.quantifier in CHOOSING and not operand:
            self.sink.add(
                "choice-in-expression",
                node.span,
                f"`{node.quantifier} {node.noun.text}` is a choice",
                help="choices stand in statements: `choose … from all …`, or as operand of a verb",
            )
            return UNKNOWN
        match node.quantifier:
            case "any" | "no":
                return BOOL
            case "count":
                return INT
            case "one" | "nearest" | "farthest" | "random":
                return element
            case _:
                return set_of(element)

    def _noun(self, ident: ast.Ident, scope: Scope) -> Type:
        found = noun_named(self.vocab, ident.text)
        if found is None:
            known = {*self.vocab.nouns, *self.vocab.kinds}
            self.sink.add(
                "unknown-name", ident.span, f"no noun is named `{ident.text}`", help=suggest(ident.text, known)
            )
            return UNKNOWN
        self.facts.refs[ident] = found[0]
        self._relative(ident, scope)
        return found[1]

    def _relative(self, ident: ast.Ident, scope: Scope) -> None:
        noun = self.vocab.nouns.get(ident.text)
        if noun is not None and noun.relative and scope.find("self") is None:
            self.sink.add(
                "needs-self",
                ident.span,
                f"`{ident.text}` is told from `self`, and there is no `self` here",
                labels=[Label(noun.span, "declared here")],
                help="use a relation with both sides named",
            )

    def filter(self, node: ast.Filter, inside: Scope) -> None:
        """Checks a filter; the candidate is `it` of the scope."""
        outer = inside.parent or inside
        match node.form:
            case "within":
                if node.range is not None:
                    self.need(node.range, outer, INT)
                self._place(node.value, outer)
            case "adjacent":
                self._place(node.value, outer)
            case "in":
                self._collection(node.value, outer)
            case "having" | "without":
                subject = inside.nearest_subject()
                self.trait(node.value, subject[1] if subject else UNKNOWN, outer)
            case _:
                self.check(node.value, outer)

    def _preference(self, node: ast.Preference, inside: Scope) -> None:
        if node.name is not None:
            function = self.vocab.functions.get(node.name.text)
            if function is not None and len(function.params) == 1:
                self.facts.refs[node.name] = Ref("function", function.name)
                given = function.result
            else:
                given = self._name(node.name, inside, INT)
            if given.form not in ("int", "unknown"):
                self.wrong(node.name, "a number", given)
        elif node.value is not None:
            subject = inside.nearest_subject()
            self.trait(node.value, subject[1] if subject else UNKNOWN, inside)
        elif inside.find("self") is None:
            self.sink.add("needs-self", node.span, f"`{node.form}` is told from `self`, and there is no `self` here")

    def _place(self, node: ast.Expr, scope: Scope) -> None:
        given = self.check(node, scope)
        is_figure = given.form == "kind" and self.vocab.is_figure(given.name)
        if given.form == "optional":
            self._maybe_none(node.span)
        elif given.form not in ("square", "unknown") and not is_figure:
            self.wrong(node, "a figure or a square", given)

    def _quantified(self, node: ast.Quantified, scope: Scope) -> Type:
        element = self._collection(node.source, scope)
        inside = scope.inner()
        element = UNKNOWN if self._shadow(node.name, scope) else element
        inside.declare(node.name.text, Ref("local", node.name.text), element, node.name.span)
        self.condition(node.condition, inside)
        return BOOL

    def _shadow(self, ident: ast.Ident, scope: Scope) -> bool:
        """Whether the name is in sight already: an error, since the reader could not tell the two apart."""
        is_taken = scope.find(ident.text) is not None
        if is_taken:
            first = scope.place_of(ident.text)
            labels = [Label(first, "first used here")] if first is not None else []
            self.sink.add(
                "duplicate-name",
                ident.span,
                f"`{ident.text}` is in use here already",
                labels=labels,
                help="give one of them another name",
            )
        return is_taken

    def _comprehension(self, node: ast.Comprehension, scope: Scope) -> Type:
        name = node.function.text
        if name not in COMPREHENSIONS:
            self.sink.add(
                "unknown-function",
                node.function.span,
                f"`{name}(… for … in …)` is no function",
                help=suggest(name, COMPREHENSIONS) or "there are " + ", ".join(COMPREHENSIONS),
            )
        element = self._collection(node.source, scope)
        inside = scope.inner()
        element = UNKNOWN if self._shadow(node.name, scope) else element
        inside.declare(node.name.text, Ref("local", node.name.text), element, node.name.span)
        known = self.condition(node.condition, inside) if node.condition is not None else frozenset[str]()
        inside = inside.inner(known=known)
        value = self.check(node.value, inside)
        if name in ("sum", "highest", "lowest") and value.form not in ("int", "unknown"):
            self.wrong(node.value, "a number", value)
        if name in ("set", "list"):
            return set_of(value) if name == "set" else list_of(value)
        return INT

    # ---- functions
    def _call(self, node: ast.FunctionCall, scope: Scope) -> Type:
        name = node.name.text
        if name in self.vocab.functions:
            return self._function(node, self.vocab.functions[name], scope)
        if name in BUILTINS:
            self.facts.refs[node.name] = Ref("builtin", name)
            return self._builtin(node, BUILTINS[name], scope)
        if name == "printed" and len(node.arguments) == 1:
            return self._printed(node, scope)
        if name in ("highest", "lowest", "sum") and len(node.arguments) == 1:
            return self._over_numbers(node, scope)
        for argument in node.arguments:
            self.check(argument.value if isinstance(argument, ast.NamedArgument) else argument, scope)
        known = {*self.vocab.functions, *BUILTINS, *COMPREHENSIONS, "printed"}
        help = f"`{name}` is tested by its name alone" if name in self.vocab.traits else suggest(name, known)
        self.sink.add("unknown-function", node.name.span, f"no function is named `{name}`", help=help)
        return UNKNOWN

    def _over_numbers(self, node: ast.FunctionCall, scope: Scope) -> Type:
        """``highest(r)`` of a roll is a face; of numbers, a number."""
        name = node.name.text
        argument = node.arguments[0]
        if isinstance(argument, ast.NamedArgument):
            return UNKNOWN
        self.facts.refs[node.name] = Ref("builtin", name)
        element = self._collection(argument, scope)
        if element == FACE and name != "sum":
            return optional(FACE)
        if element.form not in ("int", "unknown"):
            self.wrong(argument, "a collection of numbers", set_of(element))
        return INT

    def _printed(self, node: ast.FunctionCall, scope: Scope) -> Type:
        argument = node.arguments[0]
        self.facts.refs[node.name] = Ref("builtin", "printed")
        if isinstance(argument, ast.Path) and (argument.fields or isinstance(argument.head, ast.Ident)):
            return self.check(argument, scope)
        self.sink.add("wrong-operand", node.span, "`printed` needs a field of something", help="`printed(self.speed)`")
        return UNKNOWN

    def _function(self, node: ast.FunctionCall, function: Function, scope: Scope) -> Type:
        self.facts.refs[node.name] = Ref("function", function.name)
        bound: dict[str, ast.Expr] = {}
        for index, argument in enumerate(node.arguments):
            if isinstance(argument, ast.NamedArgument):
                name, value = argument.name.text, argument.value
            else:
                name = function.params[index].name if index < len(function.params) else ""
                value = argument
            param = next((p for p in function.params if p.name == name), None)
            if param is None or name in bound:
                self.sink.add(
                    "extra-operand",
                    argument.span,
                    f"`{function.name}` does not take this value",
                    labels=[Label(function.span, "declared here")],
                )
                self.check(value, scope)
            else:
                bound[name] = value
                self.need(value, scope, param.type)
        missing = [p.name for p in function.params if p.name not in bound and p.default is None]
        if missing:
            names = ", ".join(f"`{m}`" for m in missing)
            self.sink.add(
                "missing-operand",
                node.span,
                f"`{function.name}` needs {names} too",
                labels=[Label(function.span, "declared here")],
            )
        return function.result

    def _builtin(self, node: ast.FunctionCall, builtin: Builtin, scope: Scope) -> Type:
        named = {p.split(":")[0] for p in builtin.params if ":" in p and not p.startswith("fn:")}
        positional = [p for p in builtin.params if ":" not in p or p.startswith("fn:")]
        given = [a for a in node.arguments if not isinstance(a, ast.NamedArgument)]
        for argument in node.arguments:
            if isinstance(argument, ast.NamedArgument):
                if argument.name.text not in named:
                    self.sink.add("extra-operand", argument.span, f"`{builtin.name}` takes no `{argument.name.text}:`")
                self.need(argument.value, scope, INT)
        if len(given) < len(positional) or (len(given) > len(positional) and not builtin.variadic):
            self.sink.add(
                "missing-operand" if len(given) < len(positional) else "extra-operand",
                node.span,
                miscounted(builtin.name, len(positional), len(given)),
            )
        element = UNKNOWN
        for index, argument in enumerate(given):
            word = positional[min(index, len(positional) - 1)] if positional else "int"
            found = self._argument(argument, word, scope)
            element = found if word in ("collection", "roll") and element.form == "unknown" else element
        return self._result(builtin.result, element)

    def _result(self, word: str, element: Type) -> Type:
        match word:
            case "element":
                return element
            case "element?":
                return optional(element)
            case "set":
                return set_of(element)
            case "set figure":
                return set_of(figure_kind(self.vocab))
            case _:
                return RESULTS[word]

    def _argument(self, node: ast.Expr, word: str, scope: Scope) -> Type:
        """Checks one value of a core function; gives what it holds for a collection."""
        if word.startswith("fn:"):
            return self._function_name(node, word[3:])
        if word == "ratio":
            return self._ratio(node, scope)
        if word in ("collection", "roll"):
            return self._collection(node, scope)
        if word == "place":
            self._place(node, scope)
            return UNKNOWN
        given = self.check(node, scope)
        match word:
            case "figure":
                fits = given.form == "kind" and self.vocab.is_figure(given.name)
            case "entity":
                fits = given.form == "kind"
            case "element":
                return given
            case _:
                fits = given.form == word
        if given.form == "optional":
            return self._maybe_none(node.span)
        if not fits and given.form != "unknown":
            return self.wrong(node, {"int": "a number"}.get(word, f"a {word}"), given)
        return UNKNOWN

    def _function_name(self, node: ast.Expr, role: str) -> Type:
        name = path_key(node)
        function = self.vocab.functions.get(name)
        wanted = {"cost": (3, ("int", "optional")), "stop": (2, ("bool",)), "open": (1, ("bool",))}[role]
        if function is None:
            self.sink.add(
                "unknown-function",
                node.span,
                f"no relation or define is named `{_short(node.span.text)}`",
                help=suggest(name, self.vocab.functions),
            )
        elif len(function.params) != wanted[0] or function.result.form not in wanted[1]:
            self.sink.add(
                "wrong-operand",
                node.span,
                f"`{name}` does not fit as `{role}`",
                labels=[Label(function.span, "declared here")],
                help="cost(figure, from: square, to: square) -> int?, stop(figure, square), open(square)",
            )
        else:
            self.facts.refs[node] = Ref("function", name)
        return UNKNOWN

    def _ratio(self, node: ast.Expr, scope: Scope) -> Type:
        if isinstance(node, ast.Arithmetic) and node.operator == "/":
            self.need(node.left, scope, INT)
            self.need(node.right, scope, INT)
            self.facts.types[node] = INT
            return UNKNOWN
        self.need(node, scope, INT)
        return UNKNOWN

    # ---- tests and arithmetic
    def _ternary(self, node: ast.Ternary, scope: Scope, expected: Type | None) -> Type:
        known = self.condition(node.condition, scope)
        value = self.check(node.value, scope.inner(known=known), expected)
        other = self.check(node.otherwise, scope.inner(known=known_if(node.condition, False)), expected)
        found = joined(value, other, self.vocab.ancestors)
        if found is None:
            self.wrong(node.otherwise, str(value), other)
        return found or UNKNOWN

    def _pair(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[Type, Type]:
        """Checks both sides so that a bare constant takes its type from the other."""
        if isinstance(left, ast.Path) and not left.fields and isinstance(left.head, ast.Ident):
            plain = scope.find(left.head.text) is None and constants_named(self.vocab, left.head.text)
            if plain:
                b = self.check(right, scope)
                return self.check(left, scope, b), b
        a = self.check(left, scope)
        return a, self.check(right, scope, a)

    def _comparison(self, node: ast.Comparison, scope: Scope) -> Type:
        a, b = self._pair(node.left, node.right, scope)
        if node.operator in ("==", "!="):
            self._comparable(node, a, b)
            return BOOL
        for side, given in ((node.left, a), (node.right, b)):
            if given.form == "optional":
                self._maybe_none(side.span)
            elif given.form not in ("int", "unknown"):
                self.wrong(side, "a number", given)
        return BOOL

    def _comparable(self, node: ast.Comparison | ast.IsTest, a: Type, b: Type) -> None:
        if joined(present(a), present(b), self.vocab.ancestors) is None and "none" not in (a.form, b.form):
            self.sink.add("not-comparable", node.span, f"{a} can never be {b}")
        elif "none" in (a.form, b.form) and not {"optional", "unknown"} & {a.form, b.form} and a.form != b.form:
            self.sink.add("not-comparable", node.span, f"{a if b.form == 'none' else b} is never none")

    def _is(self, node: ast.IsTest, scope: Scope) -> Type:
        right = node.right
        name = path_key(right)
        left = self.check(node.left, scope)
        if name and "." not in name and scope.find(name) is None and isinstance(right, ast.Path):
            ident = right.head
            assert isinstance(ident, ast.Ident)
            noun = noun_named(self.vocab, name)
            is_trait = name in self.vocab.traits and not self.fits(present(left), kind_of(name))
            if noun is not None and not is_trait:
                return self._is_noun(node, ident, noun, left, scope)
        given = self.check(right, scope, left)
        if given.form in ("status", "keyword"):
            self.sink.add("wrong-operand", right.span, f"`{name}` is a {given.form}", help=f"write `has {name}`")
            return BOOL
        self._comparable(node, left, given)
        return BOOL

    def _is_noun(self, node: ast.IsTest, ident: ast.Ident, noun: tuple[Ref, Type], left: Type, scope: Scope) -> Type:
        self.facts.refs[ident] = noun[0]
        self.facts.types[node.right] = noun[1]
        self._relative(ident, scope)
        fits = self.fits(present(left), noun[1]) or self.fits(noun[1], present(left))
        if not fits:
            self.sink.add("not-comparable", node.span, f"{left} can never be `{ident.text}`, which is {noun[1]}")
        return BOOL

    def _has(self, node: ast.HasTest, scope: Scope) -> Type:
        owner = present(self.check(node.left, scope))
        self.trait(node.right, owner, scope)
        return BOOL

    def trait(self, node: ast.Expr, owner: Type, scope: Scope) -> None:
        """A keyword, status or terrain after `has`, `having` or `without`."""
        wanted = TERRAIN if owner.form == "square" else KEYWORD
        given = self.check(node, scope, wanted)
        if owner.form == "square":
            if given.form not in ("terrain", "unknown"):
                self.wrong(node, "a terrain", given)
        elif given not in (KEYWORD, STATUS, UNKNOWN):
            help = f"write `{_short(node.span.text)} in …` for what a set holds" if given.form == "enum" else ""
            self.wrong(node, "a keyword or status", given, help)
        elif owner.form == "kind" and path_key(node) in self.vocab.traits:
            trait = self.vocab.traits[path_key(node)]
            if not self.fits(owner, kind_of(trait.kind)) and not self.fits(kind_of(trait.kind), owner):
                self.sink.add(
                    "wrong-operand",
                    node.span,
                    f"{owner} never has `{trait.name}`",
                    labels=[Label(trait.span, f"it is declared of {trait.kind}")],
                )

    def _in(self, node: ast.InTest, scope: Scope) -> Type:
        element = self._collection(node.right, scope)
        given = present(self.check(node.left, scope, element))
        if joined(given, element, self.vocab.ancestors) is None:
            self.sink.add("not-comparable", node.span, f"{given} is never in {self.facts.types[node.right]}")
        return BOOL

    def _arithmetic(self, node: ast.Arithmetic, scope: Scope) -> Type:
        left = self.check(node.left, scope)
        if node.operator == "/":
            self.sink.add(
                "unrounded-division",
                node.span,
                "a division must say how it is rounded",
                help=f"write `round_down({node.span.text})`, `round_up(…)` or `round_near(…)`",
            )
            self.check(node.right, scope)
            return INT
        right = self.check(node.right, scope, left)
        if left.form == "dice" and node.operator == "+":
            return self._dice_sum(node, right)
        if left.is_collection and node.operator in "+-":
            found = joined(
                set_of(left.element), set_of(right.element if right.is_collection else right), self.vocab.ancestors
            )
            if found is None:
                self.wrong(node.right, str(left), right)
            return Type(left.form, inner=left.inner) if left.form == "list" else found or UNKNOWN
        for side, given in ((node.left, left), (node.right, right)):
            if given.form == "optional":
                self._maybe_none(side.span)
            elif given.form not in ("int", "unknown"):
                self.wrong(side, "a number", given)
        return INT

    def _dice_sum(self, node: ast.Arithmetic, right: Type) -> Type:
        if right.form not in ("dice", "unknown"):
            self.wrong(node.right, "a dice", right, "add a number to what was rolled: `total(r) + 2`")
        return DICE


def _short(text: str) -> str:
    """A piece of the author's text, cut to one readable line."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "…"

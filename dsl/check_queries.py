"""Collections and queries: what gathers many.

Job: types of lists, queries with their filters and preferences, and comprehensions. Input: a node and its scope.
Output: the type, and references in the side tables.
"""

from __future__ import annotations

from dsl import ast
from dsl.builtins import COMPREHENSIONS
from dsl.check_names import CHOOSING, NameChecker, path_key, short
from dsl.diagnostics import Label
from dsl.resolve import (
    Ref,
    Scope,
    noun_named,
)
from dsl.suggest import suggest
from dsl.types import (
    BOOL,
    INT,
    KEYWORD,
    SQUARE,
    STATUS,
    TERRAIN,
    UNKNOWN,
    Type,
    joined,
    kind_of,
    list_of,
    present,
    set_of,
)


class QueryChecker(NameChecker):
    """Checks collections and queries."""

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
        self.bounded(node.limit, node.span)
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
        if node.quantifier in ("nearest", "farthest"):
            self._from_self(node, node.quantifier, scope)
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
        else:
            self._from_self(node, node.form, inside)

    def _from_self(self, node: ast.Node, word: str, scope: Scope) -> None:
        """What is near or far is so from `self`."""
        if scope.find("self") is None:
            self.sink.add(
                "needs-self",
                node.span,
                f"`{word}` is told from `self`, and there is no `self` here",
                help="write `one … preferring lowest` of a define that tells the distance",
            )

    def _place(self, node: ast.Expr, scope: Scope) -> None:
        given = self.check(node, scope, SQUARE)
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

    def trait(self, node: ast.Expr, owner: Type, scope: Scope) -> None:
        """A keyword, status or terrain after `has`, `having` or `without`."""
        wanted = TERRAIN if owner.form == "square" else KEYWORD
        given = self.check(node, scope, wanted)
        if owner.form == "square":
            if given.form not in ("terrain", "unknown"):
                self.wrong(node, "a terrain", given)
        elif given not in (KEYWORD, STATUS, UNKNOWN):
            help = f"write `{short(node.span.text)} in …` for what a set holds" if given.form == "enum" else ""
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

"""Collections, queries and the filters in them.

Job: find the types of lists, of queries with their filters and preferences, and of comprehensions. Input: a node and
its scope. Output: the type; references in ``facts.refs``. Must never let an expression choose: only an operand of a
verb may be a query that chooses.
"""

from __future__ import annotations

import re

from dsl.checking.context import Context, short
from dsl.checking.known import path_key
from dsl.checking.names import check_name, listed_values, shadows
from dsl.diagnostics import Label
from dsl.meaning.bounds import ROUNDS, integer_literal
from dsl.meaning.builtins import COMPREHENSIONS
from dsl.meaning.resolve import (
    Ref,
    Scope,
    noun_named,
    relative_self,
)
from dsl.meaning.types import (
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
from dsl.meaning.vocab import Trait
from dsl.suggest import listed, suggest
from dsl.syntax import ast
from dsl.syntax.habits import line_around

CHOOSING = frozenset({"one", "nearest", "farthest", "random", "up"})


def check_list(cx: Context, node: ast.ListLiteral, scope: Scope, expected: Type | None) -> Type:
    """The type of a list literal: a set, unless a list is expected. All items must have the same type."""
    wanted = present(expected).element if expected is not None and present(expected).is_collection else None
    found: Type | None = None
    for item in node.items:
        given = cx.check(item, scope, wanted)
        if given.form == "optional":
            cx.maybe_none(item.span)
            given = UNKNOWN
        merged = given if found is None else joined(found, given, cx.vocab.ancestors)
        if merged is None and found is not None:
            cx.wrong(item, str(found), given)
            merged = found
        found = merged
    element = found or wanted or UNKNOWN
    return list_of(element) if expected is not None and present(expected).form == "list" else set_of(element)


def check_collection(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    """Checks a collection; returns the type of its members."""
    given = cx.check(node, scope)
    if given.form == "unknown":
        return UNKNOWN
    if not given.is_collection:
        cx.wrong(node, "a set, list or zone", given)
        return UNKNOWN
    return given.element


def _chosen_before(node: ast.Query) -> str:
    """The help for a choice where none may stand: what is chosen on a line above."""
    _, word, rest = node.span.text.partition("one ")
    if node.quantifier != "one" or node.preferences or not word:
        return "choices stand in statements: `choose … from all …`, or as operand of a verb"
    choice = f"`choose x from {short(f'all {rest}')}`, and write `x` here"
    return f"choose on a line above: {choice}; of a single one, `the one {short(rest)}`"


def check_query(cx: Context, node: ast.Query, scope: Scope, *, operand: bool = False) -> Type:
    """Checks a query; only an operand of a statement's call may be a query that chooses."""
    cx.bounded(node.limit, node.span)
    element = _card(cx, node) if node.card else check_noun(cx, node.noun, scope)
    inside = scope.inner(subject=("it", element))
    inside.declare("it", Ref("local", "it"), element)
    for filter_ in node.filters:
        check_filter(cx, filter_, inside)
    if node.condition is not None:
        cx.condition(node.condition, inside)
    for preference in node.preferences:
        _preference(cx, preference, inside)
    if node.quantifier in CHOOSING and not operand:
        cx.sink.add(
            "choice-in-expression",
            node.span,
            f"`{node.quantifier} {node.noun.text}` is a choice",
            help=_chosen_before(node),
        )
        return UNKNOWN
    if node.quantifier in ("nearest", "farthest"):
        _from_self(cx, node, node.quantifier, inside)
    match node.quantifier:
        case "any" | "no":
            return BOOL
        case "count":
            return INT
        case "one" | "nearest" | "farthest" | "random" | "the":
            return element
        case _:
            return set_of(element)


def check_range(cx: Context, node: ast.Range, scope: Scope) -> Type:
    """The type of ``1 to 6``: all the numbers from the first to the last."""
    cx.need(node.first, scope, INT)
    cx.need(node.last, scope, INT)
    first, last = integer_literal(node.first), integer_literal(node.last)
    if first is not None and last is not None and not 0 <= last - first < ROUNDS:
        told = f"from {first} to {last} there are {max(last - first + 1, 0):,} numbers"
        cx.sink.add("out-of-bounds", node.span, told, help=f"a range has from 1 to {ROUNDS:,}, the lowest first")
    return set_of(INT)


def check_those_of(cx: Context, node: ast.BestOf, scope: Scope) -> Type:
    """The type of ``those of X with the lowest …``; in the measures the member is `it`, its fields are bare names."""
    element = check_collection(cx, node.source, scope)
    inside = scope.inner(subject=("it", element))
    inside.declare("it", Ref("local", "it"), element)
    for measure in node.measures:
        cx.need(measure.value, inside, INT)
    is_list = cx.facts.types.get(node.source, UNKNOWN).form == "list"
    return list_of(element) if is_list else set_of(element)


def _card(cx: Context, node: ast.Query) -> Type:
    """The type of the cards of a kind; only what is printed on them can be asked."""
    name = node.noun.text
    kind = cx.vocab.kinds.get(name)
    if kind is None:
        known = [k for k in cx.vocab.kinds if any(k in cx.vocab.ancestors(c.kind) for c in cx.vocab.cards.values())]
        help = "cards have kinds; write the condition of the noun after `where`" if name in cx.vocab.nouns else ""
        message = f"no kind of card is named `{name}`"
        cx.sink.add("unknown-name", node.noun.span, message, help=help or suggest(name, known))
        return UNKNOWN
    cx.facts.refs[node.noun] = Ref("kind", name)
    parts: tuple[ast.Filter | ast.Preference, ...] = (*node.filters, *node.preferences)
    for part in parts:
        if part.form in ("within", "adjacent", "nearest", "farthest"):
            cx.sink.add("wrong-operand", part.span, "a card is nowhere on the board", help="leave this out")
    if node.quantifier in ("nearest", "farthest"):
        cx.sink.add("wrong-operand", node.span, "a card is nowhere on the board", help="write `one` or `random`")
    return Type("card", name)


def check_noun(cx: Context, ident: ast.Ident, scope: Scope) -> Type:
    """The type of what a noun, kind or status names; reports an unknown one."""
    found = noun_named(cx.vocab, ident.text)
    if found is None:
        known = {*cx.vocab.nouns, *cx.vocab.kinds}
        help = suggest(ident.text, known) or listed("nouns and kinds:", known)
        if ident.text in ("status", "statuses"):
            help = "each status has its own name: `all …` with it, or `instances(self, …)` for those on one"
        if (card := cx.vocab.cards.get(ident.text)) is not None:
            help = f"it is a card: those made from it are `all {card.kind} where card is {card.id}`"
        help = listed_values(cx.vocab, ident.text) or _adjective(cx, ident) or help
        cx.sink.add("unknown-name", ident.span, f"no noun is named `{ident.text}`", help=help)
        return UNKNOWN
    cx.facts.refs[ident] = found[0]
    check_relative(cx, ident, scope)
    return found[1]


def _adjective(cx: Context, ident: ast.Ident) -> str:
    """The help for a word that stands before a noun in English, or for `card` in the place of a kind."""
    noun = re.match(r"\s+([a-z]\w*)", ident.span.source.text[ident.span.end :])
    if ident.text in ("other", "another") and noun is not None:
        return f"who is left out stands behind the noun: `{noun[1]} other than self`"
    kinds = [f"`{kind.name}`" for kind in cx.vocab.kinds.values() if kind.card]
    return f"name the kind of the cards: {' or '.join(kinds[:3])}" if ident.text in ("card", "cards") and kinds else ""


def check_relative(cx: Context, ident: ast.Ident, scope: Scope) -> None:
    """Reports a noun that uses `self` where there is no `self`, or one of another kind than the noun speaks of."""
    noun = cx.vocab.nouns.get(ident.text)
    if noun is None or not noun.relative:
        return
    found = scope.find("self")
    labels = [Label(noun.span, "declared here")]
    wanted = relative_self(cx.vocab, noun.kind)
    if found is None:
        told = f"`{ident.text}` uses `self`, and there is no `self` here"
        cx.sink.add("needs-self", ident.span, told, labels=labels, help="use a relation that takes both entities")
    elif not cx.fits(found[1], wanted):
        told = f"`self` is {found[1]} here, and `{ident.text}` needs a `self` that is {wanted}"
        cx.sink.add("needs-self", ident.span, told, labels=labels, help="use a relation that takes both entities")


def check_filter(cx: Context, node: ast.Filter, inside: Scope) -> None:
    """Checks a filter; the candidate is `it` in the scope."""
    outer = inside.parent or inside
    match node.form:
        case "within":
            if node.range is not None:
                cx.need(node.range, outer, INT)
            _stands(cx, node, inside)
            check_place(cx, node.value, outer)
            measures(cx, node)
        case "adjacent":
            _stands(cx, node, inside)
            check_place(cx, node.value, outer)
            measures(cx, node, "adjacent")
        case "in":
            check_collection(cx, node.value, outer)
        case "having" | "without":
            subject = inside.nearest_subject()
            check_trait(cx, node.value, subject[1] if subject else UNKNOWN, outer)
        case _:
            cx.check(node.value, outer)


def _preference(cx: Context, node: ast.Preference, inside: Scope) -> None:
    if node.name is not None:
        function = cx.vocab.functions.get(node.name.text)
        if function is not None and len(function.params) == 1:
            cx.facts.refs[node.name] = Ref("function", function.name)
            given = function.result
        else:
            given = check_name(cx, node.name, inside, INT)
        if given.form not in ("int", "unknown"):
            cx.wrong(node.name, "a number", given)
    elif node.value is not None:
        subject = inside.nearest_subject()
        check_trait(cx, node.value, subject[1] if subject else UNKNOWN, inside)
    else:
        _from_self(cx, node, node.form, inside)


def _from_self(cx: Context, node: ast.Query | ast.Preference, word: str, inside: Scope) -> None:
    """Reports `nearest` and `farthest` where there is no distance from `self` to the candidate."""
    found = inside.find("self")
    told = ""
    if found is None:
        told = f"`{word}` measures from `self`, and there is no `self` here"
    elif not _is_place(cx, found[1]):
        told = f"`{word}` measures from `self`, which is {found[1]} here and never on the board"
    if told:
        most = "highest" if word == "farthest" else "lowest"
        help = f"write `choose x from those of … with the {most} distance(it, …)`"
        cx.sink.add("needs-self", node.span, told, help=help)
        return
    _stands(cx, node, inside)
    measures(cx, node)


def _is_place(cx: Context, given: Type) -> bool:
    """Whether something of this type is a square or stands on one."""
    return given.form in ("square", "unknown") or (given.form == "kind" and cx.vocab.is_figure(given.name))


def _stands(cx: Context, node: ast.Node, inside: Scope) -> None:
    """Reports a candidate that is never on the board, where its distance counts."""
    subject = inside.nearest_subject()
    if subject is None or subject[1].form == "card" or _is_place(cx, subject[1]):
        return  # cards are reported with their query
    help = "leave this out" if subject[1].form != "kind" else "leave this out, or declare `figure: true` on its kind"
    cx.sink.add("wrong-operand", node.span, f"{subject[1]} is never on the board", help=help)


def measures(cx: Context, node: ast.Node, function: str = "distance") -> None:
    """Reports a distance in squares where the board has none, and the game does not say what it is."""
    if function not in cx.vocab.functions and "distance" not in cx.vocab.functions:
        needs_board(cx, node, "grid")


def needs_board(cx: Context, node: ast.Node, needed: str) -> None:
    """Reports what measures on another board than that of the game. ``needed``: grid, table, or empty."""
    board = cx.vocab.board.get("type", "")
    if needed in ("", board):
        return
    what = "counts squares" if needed == "grid" else "measures on a table"
    have = {"grid": "the board has squares", "table": "the board is a table"}.get(board, "the game has no board")
    told, help = f"`{short(node.span.text)}` {what}, and {have}", f"declare `board: {{type: {needed}}}` in the ruleset"
    if board:
        help = "measure with `gap`, `meets` and shapes" if needed == "grid" else "use `distance` and squares"
    cx.sink.add("wrong-operand", node.span, told, help=help)


def check_place(cx: Context, node: ast.Expr, scope: Scope) -> None:
    """Checks a square, or a figure, which stands for its square."""
    given = cx.check(node, scope, SQUARE)
    if given.form == "optional":
        cx.maybe_none(node.span)
    elif not _is_place(cx, given):
        cx.wrong(node, "a figure or a square", given)


def check_quantified(cx: Context, node: ast.Quantified, scope: Scope) -> None:
    """Checks `some` or `every` over a collection; the condition can use the local value."""
    element = check_collection(cx, node.source, scope)
    inside = scope.inner()
    element = UNKNOWN if shadows(cx.sink, node.name, scope) else element
    inside.declare(node.name.text, Ref("local", node.name.text), element, node.name.span)
    cx.condition(node.condition, inside)


def check_comprehension(cx: Context, node: ast.Comprehension, scope: Scope) -> Type:
    """The type of ``sum(x.cost for x in …)`` and the like; the inner expressions can use the local value."""
    name = node.function.text
    if name not in COMPREHENSIONS:
        cx.sink.add(
            "unknown-function",
            node.function.span,
            f"`{name}(… for … in …)` is no function",
            help=suggest(name, COMPREHENSIONS) or "there are " + ", ".join(COMPREHENSIONS),
        )
    element = check_collection(cx, node.source, scope)
    inside = scope.inner()
    element = UNKNOWN if shadows(cx.sink, node.name, scope) else element
    inside.declare(node.name.text, Ref("local", node.name.text), element, node.name.span)
    known = cx.condition(node.condition, inside) if node.condition is not None else frozenset[str]()
    inside = inside.inner(known=known)
    value = cx.check(node.value, inside)
    if name in ("sum", "highest", "lowest") and value.form not in ("int", "unknown"):
        cx.wrong(node.value, "a number", value)
    if name in ("set", "list"):
        return set_of(value) if name == "set" else list_of(value)
    return INT


def check_trait(cx: Context, node: ast.Expr, owner: Type, scope: Scope) -> None:
    """Checks a keyword, status or terrain after `has`, `having` or `without`."""
    named = trait_call(node)
    if named is not None and named.name.text in cx.vocab.traits:
        check_values(cx, node, named, owner, scope)
        return
    if check_class(cx, node, owner, scope):
        return
    wanted = TERRAIN if owner.form == "square" else KEYWORD
    given = cx.check(node, scope, wanted)
    if owner.form == "square":
        if given.form not in ("terrain", "unknown"):
            cx.wrong(node, "a terrain", given)
    elif given not in (KEYWORD, STATUS, UNKNOWN):
        help = f"write `{short(node.span.text)} in …` for what a set holds" if given.form == "enum" else ""
        if given == BOOL and path_key(node).isidentifier():
            help = _as_field(node)
        if given.form == "card":
            help = f"where such a thing lies is asked so: `any {given.name} in … where card is {short(node.span.text)}`"
        cx.wrong(node, "a keyword or status", given, help)
    elif path_key(node) in cx.vocab.traits:
        _can_have(cx, node, owner, cx.vocab.traits[path_key(node)])


def _as_field(node: ast.Expr) -> str:
    """The help for a field that is yes or no and stands where a keyword is asked for."""
    line, column = line_around(node.span)
    who = re.search(r"([\w.]+)\s+(has|lacks)\s+$", line[:column])
    if who is None:
        return f"it is a field: write `where {path_key(node)}`"
    return f"it is a field: write `{'not ' if who[2] == 'lacks' else ''}{who[1]}.{path_key(node)}`"


def check_class(cx: Context, node: ast.Expr, owner: Type, scope: Scope) -> bool:
    """Whether a path is the name of a class of statuses; then checks that ``owner`` can have one of them."""
    name = path_key(node)
    if name not in cx.vocab.statuses or scope.find(name) is not None or not isinstance(node, ast.Path):
        return False
    assert isinstance(node.head, ast.Ident)
    cx.facts.refs[node.head] = Ref("statuses", name)
    cx.facts.types[node] = STATUS
    if owner.form == "square":
        cx.wrong(node, "a terrain", STATUS)
    members = cx.vocab.statuses_named(name)
    if not any(_may_have(cx, owner, trait) for trait in members):
        _can_have(cx, node, owner, members[0]) if members else None
    return True


def trait_call(node: ast.Expr) -> ast.FunctionCall | None:
    """A keyword or status with values, as `has` and `drop` can name it; None for any other expression."""
    head = node.head if isinstance(node, ast.Path) and not node.fields else None
    return head if isinstance(head, ast.FunctionCall) else None


def check_values(cx: Context, node: ast.Expr, call: ast.FunctionCall, owner: Type, scope: Scope) -> None:
    """Checks a keyword or status that is named with some of its values: the first ones, or by their names."""
    trait = cx.vocab.traits[call.name.text]
    cx.facts.refs[call.name] = Ref("trait", trait.name, value=trait.name)
    cx.facts.types[node] = KEYWORD if trait.form == "keyword" else STATUS
    if owner.form == "square":
        cx.wrong(node, "a terrain", cx.facts.types[node])
    _can_have(cx, node, owner, trait)
    params = {param.name: param.type for param in trait.params}
    for param, argument in zip(given_params(trait, call), call.arguments, strict=True):
        value = argument.value if isinstance(argument, ast.NamedArgument) else argument
        wanted = params.pop(param, None)
        if wanted is not None:
            cx.need(value, scope, wanted)
            continue
        cx.check(value, scope)
        takes = "it has " + ", ".join(f"`{p.name}`" for p in trait.params) if trait.params else "it has no values"
        label = Label(trait.span, "declared here")
        cx.sink.add(
            "extra-operand", argument.span, f"`{trait.name}` does not have this value", help=takes, labels=[label]
        )


def given_params(trait: Trait, call: ast.FunctionCall) -> list[str]:
    """The name of the parameter that each value is compared with; empty for one too many."""
    names = [param.name for param in trait.params] + [""] * len(call.arguments)
    return [a.name.text if isinstance(a, ast.NamedArgument) else names[i] for i, a in enumerate(call.arguments)]


def _may_have(cx: Context, owner: Type, trait: Trait) -> bool:
    return cx.fits(owner, kind_of(trait.kind)) or cx.fits(kind_of(trait.kind), owner)


def _can_have(cx: Context, node: ast.Expr, owner: Type, trait: Trait) -> None:
    if owner.form == "card" and trait.form == "status":
        help = "ask it of what was made from the card"
        cx.sink.add("wrong-operand", node.span, f"a card never has `{trait.name}`, for it is a status", help=help)
    if owner.form == "kind" and not _may_have(cx, owner, trait):
        cx.sink.add(
            "wrong-operand",
            node.span,
            f"{owner} never has `{trait.name}`",
            labels=[Label(trait.span, f"it is declared of {trait.kind}")],
        )

"""Calls of functions of the game and of the core.

Job: find the types of function calls; allow a division only inside a rounding function. Input: a node and its scope.
Output: the type; references in ``facts.refs``. Must never check calls of verbs: `calls` does that.
"""

from __future__ import annotations

from dsl.articles import article_before
from dsl.checking.context import Context, short
from dsl.checking.known import path_key
from dsl.checking.queries import check_collection, check_place, needs_board
from dsl.diagnostics import Label, wrong_count
from dsl.meaning.bounds import negative_literal
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS, Builtin
from dsl.meaning.resolve import (
    RESULTS,
    Ref,
    Scope,
    figure_kind,
)
from dsl.meaning.types import (
    BOOL,
    FACE,
    INT,
    KEYWORD,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    kind_of,
    optional,
    set_of,
)
from dsl.meaning.vocab import Function, Vocabulary
from dsl.suggest import suggest
from dsl.syntax import ast
from dsl.syntax.habits import function_habit


def check_function_call(cx: Context, node: ast.FunctionCall, scope: Scope) -> Type:
    """The type of a call of a function of the game, or else of the core."""
    name = node.name.text
    if name in cx.vocab.functions and not _asks_board(cx, node, scope):
        return _function(cx, node, cx.vocab.functions[name], scope)
    if name in BUILTINS:
        cx.facts.refs[node.name] = Ref("builtin", name)
        return _builtin(cx, node, BUILTINS[name], scope)
    if name == "printed" and len(node.arguments) == 1:
        return _printed(cx, node, scope)
    if name in ("highest", "lowest", "sum") and len(node.arguments) == 1:
        return _over_numbers(cx, node, scope)
    for argument in node.arguments if not function_habit(name) else ():
        cx.check(argument.value if isinstance(argument, ast.NamedArgument) else argument, scope)
    known = {*cx.vocab.functions, *BUILTINS, *COMPREHENSIONS, "printed"}
    help = f"ask `… has {name}(…)`" if name in cx.vocab.traits else function_habit(name) or suggest(name, known)
    if name in cx.vocab.traits and cx.vocab.traits[name].form == "status":
        help += f", or write `add {name}(…) to …`: a status that has a name keeps no values"
    cx.sink.add("unknown-function", node.name.span, f"no function is named `{name}`", help=help)
    return UNKNOWN


def _asks_board(cx: Context, node: ast.FunctionCall, scope: Scope) -> bool:
    """Whether a call passes squares that only the core function takes, and not the game's function of that name."""
    name = node.name.text
    if name not in BUILTINS or any(isinstance(a, ast.NamedArgument) for a in node.arguments):
        return False
    wanted = [p.type for p in cx.vocab.functions[name].params]
    given = [cx.check(a, scope) for a in node.arguments if not isinstance(a, ast.NamedArgument)]
    return any(g == SQUARE != w for g, w in zip(given, wanted, strict=False))


def _over_numbers(cx: Context, node: ast.FunctionCall, scope: Scope) -> Type:
    """The type of ``highest`` and ``lowest``: a face for a roll, a number for numbers."""
    name = node.name.text
    argument = node.arguments[0]
    if isinstance(argument, ast.NamedArgument):
        return UNKNOWN
    cx.facts.refs[node.name] = Ref("builtin", name)
    element = check_collection(cx, argument, scope)
    if element == FACE and name != "sum":
        return optional(FACE)
    if element.form not in ("int", "unknown"):
        cx.wrong(argument, "a collection of numbers", set_of(element))
    return INT


def _printed(cx: Context, node: ast.FunctionCall, scope: Scope) -> Type:
    argument = node.arguments[0]
    cx.facts.refs[node.name] = Ref("builtin", "printed")
    if isinstance(argument, ast.Path) and (argument.fields or isinstance(argument.head, ast.Ident)):
        return cx.check(argument, scope)
    cx.sink.add("wrong-operand", node.span, "`printed` needs a field of something", help="`printed(self.speed)`")
    return UNKNOWN


def _function(cx: Context, node: ast.FunctionCall, function: Function, scope: Scope) -> Type:
    cx.facts.refs[node.name] = Ref("function", function.name)
    bound: dict[str, ast.Expr] = {}
    for index, argument in enumerate(node.arguments):
        if isinstance(argument, ast.NamedArgument):
            name, value = argument.name.text, argument.value
        else:
            name = function.params[index].name if index < len(function.params) else ""
            value = argument
        param = next((p for p in function.params if p.name == name), None)
        if param is None or name in bound:
            cx.sink.add(
                "extra-operand",
                argument.span,
                f"`{function.name}` does not take this value",
                labels=[Label(function.span, "declared here")],
            )
            cx.check(value, scope)
        else:
            bound[name] = value
            cx.need(value, scope, param.type)
    missing = [p.name for p in function.params if p.name not in bound and p.default is None]
    if missing:
        names = ", ".join(f"`{m}`" for m in missing)
        cx.sink.add(
            "missing-operand",
            node.span,
            f"`{function.name}` needs {names} too",
            labels=[Label(function.span, "declared here")],
        )
    return function.result


def _builtin(cx: Context, node: ast.FunctionCall, builtin: Builtin, scope: Scope) -> Type:
    needs_board(cx, node.name, builtin.board)
    named = {p.split(":")[0] for p in builtin.params if ":" in p and not p.startswith("fn:")}
    positional = [p for p in builtin.params if ":" not in p or p.startswith("fn:")]
    given = [a for a in node.arguments if not isinstance(a, ast.NamedArgument)]
    for argument in node.arguments:
        if isinstance(argument, ast.NamedArgument):
            if argument.name.text not in named:
                cx.sink.add("extra-operand", argument.span, f"`{builtin.name}` takes no `{argument.name.text}:`")
            cx.need(argument.value, scope, INT)
            _no_zero(cx, argument.value)
    if len(given) < len(positional) or (len(given) > len(positional) and not builtin.variadic):
        cx.sink.add(
            "missing-operand" if len(given) < len(positional) else "extra-operand",
            node.span,
            wrong_count(builtin.name, len(positional), len(given)),
        )
    if builtin.name == "remainder" and len(given) == len(positional):
        _no_zero(cx, given[1])
    element = UNKNOWN
    for index, argument in enumerate(given):
        word = positional[min(index, len(positional) - 1)] if positional else "int"
        role = word[3:] if word.startswith("fn:") else ""
        found = _function_name(cx, argument, role, given[0]) if role else _argument(cx, argument, word, scope)
        element = found if word in ("collection", "roll", "trait") and element.form == "unknown" else element
    return _result(cx.vocab, builtin.result, element)


def _result(vocab: Vocabulary, word: str, element: Type) -> Type:
    match word:
        case "element":
            return element
        case "element?":
            return optional(element)
        case "set" | "set trait":
            return set_of(element)
        case "set figure":
            return set_of(figure_kind(vocab))
        case _:
            return RESULTS[word]


def _argument(cx: Context, node: ast.Expr, word: str, scope: Scope) -> Type:
    """Checks one argument of a core function; returns the type of its members if it is a collection."""
    if word == "ratio":
        return _ratio(cx, node, scope)
    if word in ("collection", "roll"):
        return check_collection(cx, node, scope)
    if word == "trait":
        return _trait(cx, node, scope)
    if word == "place":
        check_place(cx, node, scope)
        return UNKNOWN
    given = cx.check(node, scope, SQUARE if word == "square" else None)
    match word:
        case "figure" | "shape":
            fits = given.form == word == "shape" or (given.form == "kind" and cx.vocab.is_figure(given.name))
        case "piece":
            fits = given.form == "drawing" or (given.form == "kind" and cx.vocab.is_figure(given.name))
        case "entity":
            fits = given.form == "kind"
        case "element":
            return given
        case _:
            fits = given.form == word
    if given.form == "optional":
        return cx.maybe_none(node.span)
    if not fits and given.form != "unknown":
        named = {"int": "a number", "piece": "a figure or drawing"}
        return cx.wrong(node, named.get(word, f"{article_before(word)} {word}"), given)
    return UNKNOWN


def _trait(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    """The kind of the instances of a keyword or status, which must be named: its values are then known."""
    given = cx.check(node, scope, KEYWORD)
    if given in (KEYWORD, STATUS) and path_key(node) in cx.vocab.traits:
        return kind_of(path_key(node))
    return UNKNOWN if given == UNKNOWN else cx.wrong(node, "the name of a keyword or status", given)


def _function_name(cx: Context, node: ast.Expr, role: str, first: ast.Expr) -> Type:
    """Checks the name of a function of the game that the core asks; ``first`` is what goes, where something does."""
    name = path_key(node)
    function = cx.vocab.functions.get(name)
    goes = cx.facts.types.get(first, UNKNOWN)
    wanted, gives = {
        "cost": ((goes, SQUARE, SQUARE), optional(INT)),
        "stop": ((goes, SQUARE), BOOL),
        "open": ((SQUARE,), BOOL),
    }[role]
    if function is None:
        cx.sink.add(
            "unknown-function",
            node.span,
            f"no relation or define is named `{short(node.span.text)}`",
            help=suggest(name, cx.vocab.functions),
        )
    elif (
        len(function.params) != len(wanted)
        or not all(cx.fits(given, param.type) for given, param in zip(wanted, function.params, strict=True))
        or not cx.fits(function.result, gives)
    ):
        cx.sink.add(
            "wrong-operand",
            node.span,
            f"`{name}` does not fit as `{role}`",
            labels=[Label(function.span, "declared here")],
            help="cost(figure, from: square, to: square) -> int?, stop(figure, square), open(square)",
        )
    else:
        cx.facts.refs[node] = Ref("function", name)
        below = negative_literal(function.node.body) if isinstance(function.node, ast.DefineDef) else None
        if role == "cost" and below is not None:
            cx.sink.add(
                "out-of-bounds",
                below.span,
                f"a step costs nothing or more, and `{name}` says {short(below.span.text)}",
                labels=[Label(node.span, "the cost of steps here")],
                help="`none` is for a step that cannot be taken",
            )
    return UNKNOWN


def _ratio(cx: Context, node: ast.Expr, scope: Scope) -> Type:
    if isinstance(node, ast.Arithmetic) and node.operator == "/":
        cx.need(node.left, scope, INT)
        cx.need(node.right, scope, INT)
        _no_zero(cx, node.right)
        cx.facts.types[node] = INT
        return UNKNOWN
    cx.need(node, scope, INT)
    return UNKNOWN


def _no_zero(cx: Context, node: ast.Expr) -> None:
    """Reports a number by which nothing can be divided. What is worked out in play is a fault there."""
    if isinstance(node, ast.IntLiteral) and node.value == 0:
        cx.sink.add("out-of-bounds", node.span, "nothing can be divided by 0", help="write another number")

"""Functions: the game's and the core's.

Job: types of function calls; divisions only where they are rounded. Input: a node and its scope. Output: the type, and
references in the side tables.
"""

from __future__ import annotations

from dsl import ast
from dsl.builtins import BUILTINS, COMPREHENSIONS, Builtin
from dsl.checking.names import path_key, short
from dsl.checking.queries import QueryChecker
from dsl.diagnostics import Label, miscounted
from dsl.resolve import (
    RESULTS,
    Ref,
    Scope,
    figure_kind,
)
from dsl.suggest import suggest
from dsl.types import (
    FACE,
    INT,
    SQUARE,
    UNKNOWN,
    Type,
    optional,
    set_of,
)
from dsl.vocab import Function


class FunctionChecker(QueryChecker):
    """Checks function calls."""

    # ---- functions
    def _call(self, node: ast.FunctionCall, scope: Scope) -> Type:
        name = node.name.text
        if name in self.vocab.functions and not self._asks_board(node, scope):
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

    def _asks_board(self, node: ast.FunctionCall, scope: Scope) -> bool:
        """Whether a game's function that replaces one of the core is called with places that only the core's takes."""
        name = node.name.text
        if name not in BUILTINS or any(isinstance(a, ast.NamedArgument) for a in node.arguments):
            return False
        wanted = [p.type for p in self.vocab.functions[name].params]
        given = [self.check(a, scope) for a in node.arguments if not isinstance(a, ast.NamedArgument)]
        return any(g == SQUARE != w for g, w in zip(given, wanted, strict=False))

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
        given = self.check(node, scope, SQUARE if word == "square" else None)
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
                f"no relation or define is named `{short(node.span.text)}`",
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

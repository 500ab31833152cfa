"""A choice offers what the verb that is then done with it may refuse: the player chooses, and nothing happens.

Where a call itself chooses (`tap one enemy`), only those are offered with which the call is legal. `choose` offers all
of its set: ask there what the verb requires, or whether the call can be done (`where can (…)`). Where the choice may
come to nothing, say behind the call what is done then: `or stop` or `or else:`.

The rule looks at what is done first, with zones and queries whose conditions call no function, and only at requirements
that ask for a field of what is chosen of which the choice says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.payments import conditions_of
from dsl.meaning.types import present
from dsl.meaning.vocab import Verb
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("refused-option")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for choice in context.nodes(ast.ChooseStmt):
        name, call = _first_call(choice)
        binding = context.facts.bindings.get(call) if call is not None else None
        if call is None or binding is None or not _is_listed(choice.source) or choice.such_that is not None:
            continue
        verb = context.vocab.verbs[binding.verb]
        params = [param for param, operand in binding.operands if _is_name(operand, name)]
        asked = (node for above in (choice, *context.above(choice)) for node in conditions_of(above))
        if any(isinstance(node, ast.CanTest) and node.call.verb.text == verb.name for node in asked):
            continue
        for param in params:
            required = next((r for r in _requirements(verb) if _is_new(context, r, param, choice.source)), None)
            if required is not None:
                label = Label(required.span, "this may not hold")
                told = f"`{verb.name}` may refuse what is offered here"
                yield FOUND(choice.source, told, labels=(label,), help=_asked(context, choice, name, call))
                break


def _first_call(choice: ast.ChooseStmt) -> tuple[str, ast.Call | None]:
    """The name of what is chosen, or of each of it, and the call that is the first thing done with it."""
    first = ast.plain(choice.body.statements[0]) if choice.body is not None else None
    name = choice.name.text
    if isinstance(first, ast.EachStmt) and _is_name(first.source, name):
        name, first = first.name.text, ast.plain(first.body.statements[0])
    return name, first.call if isinstance(first, ast.CallStmt) and not first.stops else None


def _is_name(node: ast.Node, name: str) -> bool:
    return isinstance(node, ast.Path) and not node.fields and _begins_with(node, name)


def _begins_with(node: ast.Path, name: str) -> bool:
    return isinstance(node.head, ast.Ident) and node.head.text == name


def _is_listed(source: ast.Expr) -> bool:
    """Whether it is plain who is offered: a zone, or all of a noun with conditions that call no function."""
    is_plain = bool(source.fields) if isinstance(source, ast.Path) else isinstance(source, ast.Query)
    return is_plain and not any(isinstance(node, ast.FunctionCall | ast.CanTest) for node in source.walk())


def _requirements(verb: Verb) -> Iterator[ast.Expr]:
    for statement in map(ast.plain, verb.node.body.statements):
        if isinstance(statement, ast.RequireStmt):
            yield statement.condition


def _is_new(context: LintContext, required: ast.Expr, param: str, source: ast.Expr) -> bool:
    """Whether a requirement asks of a parameter what the source does not tell."""
    paths = [node for node in required.walk() if isinstance(node, ast.Path) and _begins_with(node, param)]
    fields = {path.fields[0].text for path in paths if path.fields} - {"in_play"}
    if isinstance(source, ast.Path):
        return bool(fields)
    pending = [source.noun.text] if isinstance(source, ast.Query) else []
    nodes = list(source.walk())
    while pending and (noun := context.vocab.nouns.get(pending.pop())) is not None:
        nodes += noun.node.walk()
        pending.append(noun.node.base.text)
    if any(isinstance(node, ast.FunctionCall) for node in [*nodes, *required.walk()]):
        return False
    told = {node.text for node in nodes if isinstance(node, ast.Ident)}
    return bool(fields) and not fields & told


def _asked(context: LintContext, choice: ast.ChooseStmt, name: str, call: ast.Call) -> str:
    """The source with the question whether the call can be done."""
    source, words = choice.source, f" {unparse(call)} ".replace(f" {name} ", " it ").strip()
    asked = f"can ({words})"
    if isinstance(source, ast.Query):
        return f"write `{unparse(source)} {'where' if source.condition is None else 'and'} {asked}`"
    held = context.facts.types.get(source.fields[-1]) if isinstance(source, ast.Path) else None
    kind = present(held).name if held is not None and present(held).name else "…"
    return f"write `all {kind} in {unparse(source)} where {asked}`"


RULE = Rule(
    "refused-option",
    "correctness",
    "a choice that offers what is then refused",
    __doc__,
    bad={
        "ability": """\
activate as action:
  choose foe from all enemy: tap foe
""",
    },
    good={
        "ability": """\
activate as action:
  choose foe from all enemy where can (tap it): tap foe
""",
    },
    check=check,
)

"""An ability begins with words for which the game has a named heading.

Write the name, with its values: `hard(2): …`. `check --fix` does this. What the ability has beyond the heading, such as
`uses 1`, stands behind the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, cast

from dsl.checking.results import Carrier
from dsl.diagnostics import Diagnostic, Fix
from dsl.lint.base import Finder, LintContext, Rule
from dsl.meaning.types import assignable
from dsl.meaning.vocab import Heading
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-heading")
_FIXED = (ast.IntLiteral, ast.DiceLiteral, ast.TextLiteral, ast.BoolLiteral)

Opened = ast.Trigger | ast.Reaction | ast.Activation


def check(context: LintContext) -> Iterator[Diagnostic]:
    for unit in context.facts.units:
        for node in map(ast.plain, unit.abilities):
            if isinstance(node, Opened):
                begins = [_beginning(context, heading, node) for heading in _headings(context, unit.carrier)]
                written = max((text for text in begins if text), key=lambda text: -len(text), default="")
                if written:
                    help = f"write `{written}: …`"
                    yield FOUND(node, "these words are a named heading", help=help, fix=_fix(node, written))


def _headings(context: LintContext, carrier: Carrier) -> Iterator[Heading]:
    """The headings with which the abilities of a carrier may begin."""
    above = context.vocab.ancestors(carrier.this_type.name)
    for (kind, name), heading in context.vocab.headings.items():
        nearest = context.vocab.named_heading(carrier.this_type.name, name) is heading
        if kind in above and nearest and assignable(carrier.self_type, heading.self_type, context.vocab.ancestors):
            yield heading


def _beginning(context: LintContext, heading: Heading, node: Opened) -> str:
    """The name of a heading with its values and what the ability has beyond it, or nothing if it does not fit."""
    ability = heading.node.ability
    if type(ability) is not type(node) or getattr(ability, "timing", "") != getattr(node, "timing", ""):
        return ""
    given: dict[str, ast.Node | None] = dict.fromkeys(param.name for param in heading.params)
    if not _same(getattr(ability, "pattern", None), getattr(node, "pattern", None), given):
        return ""
    more = list(node.headers)
    for header in ability.headers:
        alike = next((own for own in more if type(own) is type(header)), None)
        rest: list[ast.Header] = []
        if isinstance(header, ast.Costs) and isinstance(alike, ast.Costs):  # it may cost more than the heading says
            paid = len(header.calls)
            rest = [replace(alike, calls=alike.calls[paid:])] if alike.calls[paid:] else []
            alike_calls: Any = alike.calls[:paid]
            fits = _same(header.calls, alike_calls, given)
        else:
            fits = _same(header, alike, given)
        if alike is None or not fits:
            return ""
        more[more.index(alike) : more.index(alike) + 1] = rest
    if not all(value is not None and _is_fixed(context, value) for value in given.values()):
        return ""
    label = "" if isinstance(node, ast.Trigger) else node.label
    own = "" if isinstance(ability, ast.Trigger) else ability.label
    if own and own != label:
        return ""
    values = ", ".join(unparse(value) for value in given.values() if value is not None)
    name = f"{heading.name}({values})" if values else heading.name
    return " ".join([name, *[f'"{label}"'] * (label != own), *map(unparse, more)])


def _same(wanted: Any, node: Any, given: dict[str, ast.Node | None]) -> bool:
    """Whether two trees are the same but for the parameters, whose values are noted in ``given``."""
    if isinstance(wanted, ast.Path) and not wanted.fields and isinstance(wanted.head, ast.Ident):
        name = wanted.head.text
        if name in given and isinstance(node, ast.Node):
            first = given[name]
            given[name] = node if first is None else first
            return first is None or unparse(first) == unparse(node)
    if isinstance(wanted, tuple) and isinstance(node, tuple):
        left, right = cast(tuple[Any, ...], wanted), cast(tuple[Any, ...], node)
        return len(left) == len(right) and all(_same(a, b, given) for a, b in zip(left, right, strict=True))
    if not isinstance(wanted, ast.Node) or not isinstance(node, ast.Node):
        return bool(wanted == node)
    names = [f.name for f in fields(wanted) if f.name != "span"]
    return type(wanted) is type(node) and all(_same(getattr(wanted, n), getattr(node, n), given) for n in names)


def _is_fixed(context: LintContext, node: ast.Node) -> bool:
    """Whether a value is the same whenever it is read."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident) and not node.fields:
        ref = context.facts.refs.get(node.head)
        return ref is not None and ref.form in ("constant", "card", "trait")
    return isinstance(node, _FIXED)


def _fix(node: Opened, written: str) -> Fix | None:
    source, start, end = node.span.source, node.span.start, node.body.span.start  # the `:`
    return Fix(source.span(start, end), written) if "#" not in source.text[start:end] else None


RULE = Rule(
    "written-heading",
    "style",
    "the words of a named heading",
    __doc__,
    bad={
        "rules": """\
heading hard(n: int) of unit = react after deal to self where amount > n
""",
        "ability": """\
react after deal to self where amount > 2 uses 1: heal 1 to self
hard(1): heal 2 to self
""",
    },
    good={
        "rules": """\
heading hard(n: int) of unit = react after deal to self where amount > n
""",
        "ability": """\
hard(2) uses 1: heal 1 to self
hard(1): heal 2 to self
""",
    },
    check=check,
)

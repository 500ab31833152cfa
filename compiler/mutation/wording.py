"""Core expressions in words, as a change is shown to people.

Job: show an expression in one short line, close to the language in which it was written. Input: core nodes. Output:
text. Never decides anything.
"""

from __future__ import annotations

import re
from typing import Any

from compiler.core import ir

_MOST = 60
_MADE = re.compile(r"_\d+_$", re.ASCII)  # the end of a generated name, which counts what is before it
_WORDS = {"and": " and ", "or": " or ", "==": " is ", "!=": " is not ", "in": " in "}
_SAID = {"ev": "", "trigger": "", "env": ""}  # owners that nobody writes


def shown(node: Any) -> str:
    """An expression in one line; what is too long is cut."""
    text = _text(node)
    return text if len(text) <= _MOST else f"{text[: _MOST - 1].rstrip()}…"


def _text(node: Any) -> str:
    match node:
        case ir.Const(value=value):
            return _value(value)
        case ir.Local(name=name):
            return _name(name)
        case ir.FunctionName(function=name) | ir.Card(id=name):
            return name
        case ir.Get(owner=owner, field=field) | ir.Stat(owner=owner, stat=field):
            whose = _text(owner)
            return f"{whose}.{field}" if _SAID.get(whose, whose) else field
        case ir.Op(operator=operator, operands=operands):
            return _operation(operator, operands)
        case ir.Apply(function=function, arguments=arguments) | ir.Core(function=function, arguments=arguments):
            return f"{function.removesuffix('?')}({', '.join(map(_text, arguments))})"
        case ir.Pick(condition=condition, value=value, otherwise=otherwise):
            return f"{_text(value)} if {_text(condition)} else {_text(otherwise)}"
        case ir.Bind(name=name, value=value, body=body):
            return f"{_text(body)} with {_name(name)} = {_text(value)}"
        case ir.Gather(form=form, name=name, source=source, condition=condition):
            tail = f" where {_text(condition)}" if condition is not None else ""
            return f"{form.replace('_', ' ')} {_name(name)} in {_text(source)}{tail}"
        case ir.Entities(kind=kind):
            return f"all {kind}"
        case ir.Collection(items=items):
            return f"[{', '.join(map(_text, items))}]"
        case ir.Can(verb=verb):
            return f"can {verb}"
        case ir.Span(edge=edge, verbs=verbs, condition=condition):
            return f"until {edge} of {verbs[0]}" if verbs else f"while {_text(condition)}"
        case _:
            return type(node).__name__.lower()


def _name(name: str) -> str:
    """The name of a local; of a generated one without its number, which another definition would change."""
    return _MADE.sub("", name)


def _value(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            return " + ".join(map(str, value)) or "no dice"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return str(value)


def _operation(operator: str, operands: tuple[ir.Expr, ...]) -> str:
    texts = [_text(operand) for operand in operands]
    if operator == "not":
        return f"not {texts[0]}"
    if operator == "neg":
        return f"-{texts[0]}"
    return _WORDS.get(operator, f" {operator} ").join(texts)

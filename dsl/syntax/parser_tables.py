"""The tables of the parser as plain data, and a parser from them.

Job: spare every run the half second in which the grammar is turned into tables. Input: a parser, or data that it gave
once; output: data, or a parser that reads alike. Data that does not fit is refused with a ValueError. Only
`dsl.syntax.parse` uses it.
"""

# The library's own data has no types:
# pyright: basic
from __future__ import annotations

from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

_OURS = ("postlex", "transformer")  # options that are objects of this process


def tables_of(lark: Lark) -> dict[str, Any]:
    """The tables of a parser as JSON data."""
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    # A row is a flat list of tokens and what each does: a state to go to, or a rule to reduce by, counted from -1 down.
    rows = [
        [part for token, (reduces, arg) in actions.items() for part in (token, -1 - arg["@"] if reduces else arg)]
        for _, actions in sorted(table["states"].items())
    ]
    data["options"] = {k: v for k, v in data["options"].items() if k not in _OURS}
    data["parser"]["parser"] = {**table, "tokens": list(table["tokens"].items()), "states": rows}
    return {"data": data, "memo": list(memo.items())}


def parser_of(tables: dict[str, Any], **ours: Any) -> Lark:
    """The parser that such data came from, with what is this process's own (`postlex`, `transformer`)."""
    try:
        data, memo = tables["data"], dict(tables["memo"])
        table = data["parser"]["parser"]
        states = {
            number: {
                row[i]: ((0, row[i + 1]) if row[i + 1] >= 0 else (1, {"@": -1 - row[i + 1]}))
                for i in range(0, len(row), 2)
            }
            for number, row in enumerate(table["states"])
        }
        parser = {**data["parser"], "parser": {**table, "tokens": dict(table["tokens"]), "states": states}}
        options = {**data["options"], **dict.fromkeys(_OURS)}
        made: Lark = Lark._load_from_dict({**data, "parser": parser, "options": options}, memo, **ours)  # type: ignore[no-untyped-call]
    except (LookupError, TypeError, AttributeError, AssertionError) as error:
        raise ValueError("these are no tables of this parser") from error
    return made

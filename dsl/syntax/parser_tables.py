"""The parser's tables as plain data.

Job: save the second that each run would need to turn the grammar into tables. Input: a parser, or data from an earlier
one. Output: data, or an equal parser. Invalid data raises ValueError. The tables are stored beside the grammar in
``tables.json``, which `make tables` writes. `dsl.syntax.driver` reads by them without Lark; a parser of Lark is made of
them only if the same version of Lark made them.
"""

# The library's own data has no types:
# pyright: basic
from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

TABLES = Path(__file__).parent / "tables.json"
_WIDEST = 2**32 - 1  # of what a terminal may match: without end; versions of Python give different numbers for it
_OURS = ("postlex", "transformer")  # options that hold objects of this process


def made_from(grammar: str) -> str:
    """What the tables depend on."""
    return hashlib.sha256(grammar.encode()).hexdigest()


def shipped(made: str) -> dict[str, Any] | None:
    """The stored tables, if `made_from` gave the same text when they were made; else None."""
    try:
        kept = json.loads(TABLES.read_bytes())
        return kept["tables"] if kept["made_from"] == made else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def written(made: str, tables: dict[str, Any]) -> str:
    """The text of ``tables.json``."""
    return json.dumps({"made_from": made, "tables": tables}, sort_keys=True, separators=(",", ":")) + "\n"


def tables_of(parser: Lark) -> dict[str, Any]:
    """The tables of a parser as JSON data, the same in each run: the order of sets has no influence."""
    import lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    tokens = sorted(table["tokens"].values())
    number = {old: tokens.index(name) for old, name in table["tokens"].items()}
    found = {
        old: sorted((number[token], action) for token, action in actions.items())
        for old, actions in table["states"].items()
    }
    # States are numbered in the order in which they are first reached.
    order = list(table["start_states"].values())
    seen = set(order)
    for state in order:
        reached = [arg for _, (reduces, arg) in found[state] if not reduces and arg not in seen]
        seen.update(reached)
        order += reached
    new = {state: index for index, state in enumerate(order)}
    # A row is a flat list of pairs: a token, and its action. An action is the next state, or a rule to reduce by,
    # counted down from -1.
    rows = [
        [part for token, (reduces, arg) in found[state] for part in (token, -1 - arg["@"] if reduces else new[arg])]
        for state in order
    ]
    data["options"] = {k: v for k, v in data["options"].items() if k not in _OURS}
    ends = {
        name: {start: new[state] for start, state in table[name].items()} for name in ("start_states", "end_states")
    }
    data["parser"]["parser"] = {"tokens": list(enumerate(tokens)), "states": rows, **ends}
    for width in (row["pattern"]["_width"] for row in memo.values() if "_width" in row.get("pattern", ())):
        width[:] = [min(most, _WIDEST) for most in width]
    return {"data": data, "memo": list(memo.items()), "lark": lark.__version__}


def parser_of(tables: dict[str, Any], **ours: Any) -> Lark:
    """The parser that the data describes, with the options of this process (`postlex`, `transformer`)."""
    from lark import Lark

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

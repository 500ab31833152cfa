"""The types of one game in TypeScript.

Job: write ``types.d.ts``: unions of the names that a game has, and the fields of its entities as views show them.
Input: what the game declares. Output: a text. What is the same for every game stands in ``index.d.ts``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import LiteralString

from compiler.targets.code_text import CodeText, bracketed, filled, fixed, javascript_literal, joined, named
from compiler.targets.declared import DataType, Declared

_HEAD = """\
// What this game has, as types: made from its rules by `cardwright export`.

import type { Hidden, Ref, SeenValue } from "./rt.js";

"""
_UNION: LiteralString = "export type $name =$members;\n"
_INTERFACE: LiteralString = "export interface $name {\n$members}\n"

_PLAIN: dict[str, LiteralString] = {
    "int": "number", "bool": "boolean", "text": "string", "rules": "string | null", "drawing": "string",
    "terrain": "string", "none": "null", "square": "{ square: string }",
    "point": "[number, number]", "shape": "number[]", "dice": "Die[]",
    "face": "{ die: Die; face: number }", "roll": "{ roll: { die: Die; face: number }[] }", "event": "{ event: Verb }",
    "status": "Status | [Status, SeenValue[]]", "keyword": "[Keyword, SeenValue[]]",
    "kind": "Ref | Hidden", "zone": "{ zone: string } | Hidden",
}  # fmt: skip


def typescript_types(game: Declared) -> str:
    parts = [_union(named(name), members) for name, members in game.names.items()]
    parts.append(_interface("Enums", {name: _literals(members) for name, members in game.enums.items()}))
    parts.append(_interface("CardIds", {kind: _literals(ids) for kind, ids in game.cards.items()}))
    parts.append(_interface("CardKinds", {id_: javascript_literal(kind) for id_, kind in game.kinds.items()}))
    fields = {kind: _object({name: _type(held) for name, held in of.items()}) for kind, of in game.fields.items()}
    parts.append(_interface("Fields", fields))
    values = {verb: _object({name: _type(held) for name, held in of.items()}) for verb, of in game.values.items()}
    parts.append(_interface("Values", values))
    parts.append(_interface("Rosters", {name: _roster(params) for name, params in game.rosters.items()}))
    return _HEAD + "\n".join(parts)


def _union(name: CodeText, members: Iterable[str]) -> CodeText:
    rows = joined("", [filled("\n  | $text", {"text": javascript_literal(text)}) for text in members])
    return filled(_UNION, {"name": name, "members": rows or fixed(" never")})


def _literals(members: Iterable[str]) -> CodeText:
    return joined(" | ", map(javascript_literal, members)) or fixed("never")


def _interface(name: LiteralString, members: Mapping[str, CodeText]) -> CodeText:
    rows = [filled("  $key: $type;\n", {"key": javascript_literal(key), "type": held}) for key, held in members.items()]
    return filled(_INTERFACE, {"name": fixed(name), "members": joined("", rows)})


def _object(members: Mapping[str, CodeText]) -> CodeText:
    rows = [filled("$key: $type", {"key": javascript_literal(key), "type": held}) for key, held in members.items()]
    return bracketed("{ $arguments }", rows, "    ")


def _type(held: DataType | None) -> CodeText:
    form = held.form if held is not None else "unknown"
    if held is None or form in _PLAIN:
        return fixed(_PLAIN.get(form, "SeenValue"))
    if form in ("enum", "card"):
        row: LiteralString = "Enums[$name]" if form == "enum" else "{ card: CardIds[$name] }"
        return filled(row, {"name": javascript_literal(held.name)})
    rows: dict[str, LiteralString] = {
        "optional": "$inner | null", "hidden": "$inner | Hidden", "set": "($inner)[]", "list": "($inner)[]",
    }  # fmt: skip
    return filled(rows.get(form, "SeenValue"), {"inner": _type(held.inner)})


def _roster(params: Mapping[str, str]) -> CodeText:
    """The parameters that hold cards, beside the roster's name; plain values are of any type."""
    row: LiteralString = "CardIds[$kind] | CardIds[$kind][] | { [Id in CardIds[$kind]]?: number }"
    cards = {name: filled(row, {"kind": javascript_literal(kind)}) for name, kind in params.items() if kind}
    return _object({**cards, **{name: fixed("string | number | boolean") for name, kind in params.items() if not kind}})

"""The types of one game in Python.

Job: write ``types.py``: literals of the names that a game has, and the fields of its entities as views show them.
Input: what the game declares. Output: a text. What is the same for every game stands in the stub of the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import LiteralString

from compiler.targets.code_text import CodeText, bracketed, filled, fixed, joined, named, python_literal
from compiler.targets.declared import DataType, Declared

_HEAD = """\
\"""What this game has, as types: made from its rules by `cardwright export`.\"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Never, TypedDict

Ref = TypedDict("Ref", {"entity": str})
Hidden = TypedDict("Hidden", {"hidden": Literal[True]})
Square = TypedDict("Square", {"square": str})
"""
# What else happens, as `schemas/events.schema.json` has it.
_OTHERS: tuple[LiteralString, ...] = (
    "EventEnd", "EventUse", "EventRoll", "EventChoose", "EventMove", "EventRemove", "EventChange", "EventStatus",
    "EventReveal", "EventShuffle", "EventOther",
)  # fmt: skip
_EVENTS: LiteralString = """\
Place = dict[str, Any] | None


class _Told(TypedDict):
    seq: int
    depth: int
    changes: list[Any]


class EventEnd(_Told):
    what: Literal["end"]
    verb: Verb


class EventUse(_Told):
    what: Literal["use"]
    ability: Ability
    of: Any
    by: Any


class EventRoll(_Told):
    what: Literal["roll"]
    roll: list[Any]


class EventChoose(_Told):
    what: Literal["choose"]
    who: Any
    kind: Literal["one", "some", "yes", "mode", "use", "order"]
    chosen: list[Any]


EventMove = TypedDict("EventMove", {
    "seq": int, "depth": int, "changes": list[Any], "what": Literal["create", "move"], "entity": str | None,
    "from": Place, "to": Place,
})
EventRemove = TypedDict("EventRemove", {
    "seq": int, "depth": int, "changes": list[Any], "what": Literal["remove"], "entity": str | None, "from": Place,
})


class EventChange(_Told):
    what: Literal["change"]
    entity: str | None
    field: FieldName
    before: Any
    after: Any


class LaidStatus(TypedDict):
    name: str | None
    kind: Status
    values: dict[str, Any]


class EventStatus(_Told):
    what: Literal["status", "drop"]
    entity: str | None
    status: LaidStatus


class EventReveal(_Told):
    what: Literal["reveal"]
    entity: str | None
    who: Any


class EventShuffle(_Told):
    what: Literal["shuffle"]
    zone: str | None


class EventOther(_Told):
    what: Literal["lasting", "ask", "board", "anew"]
"""
_TAIL = """\
View = TypedDict("View", {
    "for": int | Literal["all"] | None, "board": dict[str, Any] | None, "players": list[str],
    "entities": dict[str, Entity], "zones": dict[str, dict[str, Any]], "effects": list[dict[str, Any]],
    "request": dict[str, Any] | None,
})
Setup = TypedDict("Setup", {
    "scenario": Scenario | None, "rosters": Mapping[Seat, Roster | RosterName] | None,
}, total=False)
"""
_PLAIN: dict[str, LiteralString] = {
    "int": "int", "bool": "bool", "text": "str", "rules": "str | None", "drawing": "str",
    "terrain": "str", "none": "None", "square": "Square", "point": "list[int]", "shape": "list[int]",
    "dice": "list[Die]", "status": "Status | list[Any]",
    "keyword": "list[Any]", "kind": "Ref | Hidden",
}  # fmt: skip


def python_types(game: Declared) -> str:
    parts = [_HEAD, *(_union(named(name), members) for name, members in game.names.items())]
    parts += [_union(_of("Enum", name), members) for name, members in game.enums.items()]
    parts += [_union(_of("Card", kind), ids) for kind, ids in game.cards.items()]
    parts += [_union(fixed("CardId"), game.kinds), _union(fixed("Kind"), game.fields)]
    for kind, fields in game.fields.items():
        parts += [_fields(kind, fields), _printed(kind), _entity(kind)]
    parts += [part for verb, values in game.values.items() for part in (_values(verb, values), _event(verb))]
    parts += [_EVENTS, _one_of("Event", [*(_of("Event", verb) for verb in game.values), *map(fixed, _OTHERS)])]
    parts.append(_one_of("Entity", [_of("Entity", kind) for kind in game.fields]))
    parts.append(_typed(fixed("Cards"), {id_: _of("Printed", kind) for id_, kind in game.kinds.items()}))
    parts += [_roster(name, params) for name, params in game.rosters.items()]
    parts.append(_one_of("Roster", [_of("Roster", name) for name in game.rosters]))
    return "\n".join([*parts, _TAIL])


def _of(sort: LiteralString, name: str) -> CodeText:
    """The name of a type that is of a kind, an enum or a roster."""
    return filled("$sort$name", {"sort": fixed(f"{sort}_"), "name": named(name)})


def _union(name: CodeText, members: Iterable[str]) -> CodeText:
    held = [python_literal(member) for member in members]
    row = bracketed("Literal[$arguments]", held, "    ") if held else fixed("Never")
    return filled("$name = $row\n", {"name": name, "row": row})


def _one_of(name: LiteralString, types: list[CodeText]) -> CodeText:
    return filled("$name = $row\n", {"name": fixed(name), "row": joined(" | ", types) or fixed("Never")})


def _typed(name: CodeText, members: Mapping[str, CodeText], closing: LiteralString = "") -> CodeText:
    pairs = [filled("$key: $type", {"key": python_literal(key), "type": held}) for key, held in members.items()]
    row = bracketed("{$arguments}", pairs, "    ")
    called = {"name": name, "text": python_literal(name), "row": row, "closing": fixed(closing)}
    return filled("$name = TypedDict($text, $row$closing)\n", called)


def _fields(kind: str, fields: Mapping[str, DataType]) -> CodeText:
    return _typed(_of("Fields", kind), {name: _type(held) for name, held in fields.items()})


def _printed(kind: str) -> CodeText:
    """A card of a kind as it is printed; its values have the names of the fields, and their own forms."""
    names: LiteralString = "dict[str, str]"
    members = {
        "id": _of("Card", kind),
        "kind": _literal(kind),
        "names": fixed(names),
        "values": fixed("dict[str, Any]"),
    }
    return _typed(_of("Printed", kind), {**members, "rows": fixed("tuple[str, ...]")})


def _entity(kind: str) -> CodeText:
    many: LiteralString = "list[dict[str, Any]]"
    card = filled("$card | None", {"card": _of("Card", kind)})
    members = {"kind": _literal(kind), "card": card, "zone": fixed("str | None"), "place": fixed("int | None")}
    members |= {"at": fixed("str | None"), "fields": _of("Fields", kind), "statuses": fixed(many)}
    return _typed(_of("Entity", kind), {**members, "keywords": fixed(many)})


def _values(verb: str, values: Mapping[str, DataType]) -> CodeText:
    return _typed(_of("Values", verb), {name: _type(held) for name, held in values.items()})


def _event(verb: str) -> CodeText:
    """An event of a verb that begins, or does not."""
    what: LiteralString = 'Literal["begin", "prevented", "refused"]'
    members = {"seq": fixed("int"), "depth": fixed("int"), "changes": fixed("list[Any]"), "what": fixed(what)}
    return _typed(_of("Event", verb), {**members, "verb": _literal(verb), "values": _of("Values", verb)})


def _literal(text: str) -> CodeText:
    return filled("Literal[$text]", {"text": python_literal(text)})


def _type(held: DataType | None) -> CodeText:
    form = held.form if held is not None else "unknown"
    if held is None or form in _PLAIN:
        return fixed(_PLAIN.get(form, "Any"))
    if form == "enum":
        return _of("Enum", held.name)
    if form == "card":
        return filled("dict[Literal['card'], $card]", {"card": _of("Card", held.name)})
    rows: dict[str, LiteralString] = {
        "optional": "$inner | None", "hidden": "$inner | Hidden", "set": "list[$inner]", "list": "list[$inner]",
    }  # fmt: skip
    return filled(rows.get(form, "Any"), {"inner": _type(held.inner)})


def _roster(name: str, params: Mapping[str, str]) -> CodeText:
    """The parameters that hold cards, beside the roster's name; plain values are of any type."""
    row: LiteralString = "$card | Sequence[$card] | Mapping[$card, int]"
    cards = {param: filled(row, {"card": _of("Card", kind)}) for param, kind in params.items() if kind}
    plain = {param: fixed("str | int | bool") for param, kind in params.items() if not kind}
    return _typed(_of("Roster", name), {"roster": _literal(name), **cards, **plain}, ", total=False")

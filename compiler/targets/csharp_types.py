"""The types of one game in C#.

Job: write ``types.cs``: a class of constants for each sort of names that a game has, and for each kind a class whose
properties are the fields of its entities as views show them. Input: what the game declares. Output: a text.

A name is a constant whose value is its text. Its identifier is the name itself as far as C# can have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import LiteralString

from compiler.targets.code_text import CodeText, csharp_literal, filled, fixed, identified, indented, joined, named
from compiler.targets.declared import DataType, Declared

_FILE: LiteralString = """\
// What this game has, as types: made from its rules by `cardwright export`.

using Cardwright;

namespace $space
{

$types

}
"""
_NAMES: LiteralString = """\
public static class $name
{
    $members
}"""
_KIND: LiteralString = """\
/// <summary>An entity of a kind, as views show it.</summary>
public sealed class $name : SeenEntity
{
    public const string KIND = $kind;

    public $name(Bag row) : base(row, KIND)
    {
    }

    $members
}"""
_EVENT: LiteralString = """\
/// <summary>An event of a verb, as a watcher is told of it.</summary>
public sealed class $name : SeenEvent
{
    public const string VERB = $verb;

    public $name(Bag row) : base(row, VERB)
    {
    }

    $members
}"""
_ROSTER: LiteralString = """\
/// <summary>A list of cards that a player brings.</summary>
public sealed class $name : Bag
{
    public $name()
    {
        this["roster"] = $roster;
    }

    $members
}"""
_SETUP: LiteralString = """\
/// <summary>What a game begins from: a scenario, the first one where none is named; what players bring.</summary>
public sealed class Setup : Bag
{
    public string Scenario
    {
        get { return (string)this["scenario"]; }
        set { this["scenario"] = value; }
    }

    /// <summary>A roster of a player, or the name of one of the game's own.</summary>
    public Setup Bring(string seat, object roster)
    {
        if (!has("rosters")) this["rosters"] = new Bag();
        bag("rosters")[seat] = roster;
        return this;
    }
}"""
_CONSTANT: LiteralString = "public const string $name = $text;"
_FIELD: LiteralString = "public $type $name { get { return $read($key); } }"
_MEMBER: LiteralString = "public object $name { get { return this[$key]; } set { this[$key] = value; } }"
# The classes of constants, by the sorts of names.
_CLASSES: dict[str, LiteralString] = {
    "Scenario": "Scenarios", "Verb": "Verbs", "EventGroup": "EventGroups", "Option": "Options",
    "Ability": "AbilityIds", "Keyword": "KeywordNames", "Status": "StatusNames", "Die": "DieNames", "Seat": "Seats",
    "RosterName": "RosterNames", "FieldName": "FieldNames",
}  # fmt: skip
# The type of a field's property, and the method that reads it.
_PLAIN: dict[str, tuple[LiteralString, LiteralString]] = {
    "int": ("long", "number"), "bool": ("bool", "truth"), "text": ("string", "text"), "enum": ("string", "text"),
    "terrain": ("string", "text"), "rules": ("string", "text"), "drawing": ("string", "text"),
    "square": ("string", "square"), "card": ("string", "card"), "kind": ("string", "entity"),
    "zone": ("string", "zone"), "set": ("Seq", "list"),
    "list": ("Seq", "list"), "dice": ("Seq", "list"), "point": ("Seq", "list"), "shape": ("Seq", "list"),
}  # fmt: skip


def csharp_types(game: Declared, space: CodeText) -> str:
    parts = [_names(fixed(_CLASSES[sort]), members) for sort, members in game.names.items()]
    parts += [_names(_of("Enum", name), members) for name, members in game.enums.items()]
    parts.append(_names(fixed("Cards"), game.kinds))
    parts += [_names(_of("Cards", kind), ids) for kind, ids in game.cards.items()]
    parts.append(_names(fixed("Kinds"), game.fields))
    parts += [_kind(kind, fields) for kind, fields in game.fields.items()]
    parts += [_event(verb, values) for verb, values in game.values.items()]
    parts += [_roster(name, params) for name, params in game.rosters.items()]
    return filled(_FILE, {"space": space, "types": joined("\n\n", [*parts, fixed(_SETUP)])})


def _of(sort: LiteralString, name: str) -> CodeText:
    """The name of a class that is of a kind, an enum or a roster."""
    return filled("$sort$name", {"sort": fixed(f"{sort}_"), "name": named(name)})


def _class(row: LiteralString, members: Iterable[CodeText], **holes: CodeText) -> CodeText:
    inner = indented(joined("\n", members), "    ")
    return filled(row.replace("    $members", "$members"), {**holes, "members": inner})


def _names(name: CodeText, members: Iterable[str]) -> CodeText:
    taken: set[str] = {name, "Equals", "ReferenceEquals"}
    rows = [
        filled(_CONSTANT, {"name": identified(text, taken), "text": csharp_literal(text)})
        for text in dict.fromkeys(members)
    ]
    return _class(_NAMES, rows, name=name)


def _kind(kind: str, fields: Mapping[str, DataType]) -> CodeText:
    name = _of("Entity", kind)
    return _class(_KIND, _properties(fields, {name, *_INHERITED}), name=name, kind=csharp_literal(kind))


def _event(verb: str, values: Mapping[str, DataType]) -> CodeText:
    name = _of("Event", verb)
    return _class(_EVENT, _properties(values, {name, *_INHERITED, *_OF_EVENT}), name=name, verb=csharp_literal(verb))


def _properties(values: Mapping[str, DataType], taken: set[str]) -> list[CodeText]:
    return [_property(name, held, taken) for name, held in values.items()]


# What every object and every seen entity has.
_INHERITED = (
    "Equals", "ReferenceEquals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "KIND", "Row",
    "Card", "Zone", "Place", "At", "Fields", "Statuses", "Keywords", "number", "truth", "text", "square", "card",
    "entity", "zone", "list", "value", "number_or_none", "truth_or_none", "name", "Kind",
)  # fmt: skip
_OF_EVENT = (
    "VERB", "Is", "What", "Depth", "Changes", "BEGIN", "END", "REFUSED", "PREVENTED", "USE", "CHOOSE", "ROLL", "CREATE",
    "MOVE", "REMOVE", "CHANGE", "STATUS", "DROP", "REVEAL", "SHUFFLE", "LASTING", "ASK", "ANEW",
)  # fmt: skip
_OF_ROSTER = (
    "Equals", "ReferenceEquals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "of", "Count",
    "has", "remove", "name_at", "value_at", "Keys", "text", "number", "truth", "list", "bag", "copy", "copy_to", "Item",
)  # fmt: skip


def _property(name: str, held: DataType | None, taken: set[str]) -> CodeText:
    """What may be hidden or none is null then."""
    is_open = True
    while held is not None and held.form in ("optional", "hidden"):
        held, is_open = held.inner, False
    kind, read = _PLAIN.get(held.form if held is not None else "", ("object", "value"))
    if not is_open and kind in ("long", "bool"):
        kind, read = f"{kind}?", f"{read}_or_none"
    called = {"name": identified(name, taken), "key": csharp_literal(name)}
    return filled(_FIELD, {**called, "type": fixed(kind), "read": fixed(read)})


def _roster(name: str, params: Mapping[str, str]) -> CodeText:
    called = _of("Roster", name)
    taken: set[str] = {called, *_OF_ROSTER}
    rows = [filled(_MEMBER, {"name": identified(param, taken), "key": csharp_literal(param)}) for param in params]
    return _class(_ROSTER, rows, name=called, roster=csharp_literal(name))

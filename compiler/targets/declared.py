"""What a game declares, for the types of its packages.

Job: gather the names and types of a game in one plain record that knows no language. Input: a program, the types of its
fields, its scenarios and rosters. Output: `Declared`. All names of one sort are a union of texts in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from compiler.core import ir
from compiler.core.scripts import Script

Names = tuple[str, ...]
NOT_HIDDEN = "all"


@dataclass(frozen=True, slots=True)
class DataType:
    """A type as views have its values. ``form`` and ``name`` are those of the language's types (`docs/language.md`)."""

    form: str
    name: str = ""
    inner: DataType | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """``names`` are those of each sort; ``fields`` types by kind and field, ``values`` by verb and parameter; ``cards``
    ids by kind, those of kinds below it with them; ``kinds`` the kind of each card; ``rosters`` for each definition the
    parameters with the kind of their cards, empty where they are none.
    """

    names: Mapping[str, Names] = field(default_factory=dict[str, Names])
    enums: Mapping[str, Names] = field(default_factory=dict[str, Names])
    fields: Mapping[str, Mapping[str, DataType]] = field(default_factory=dict[str, Mapping[str, DataType]])
    values: Mapping[str, Mapping[str, DataType]] = field(default_factory=dict[str, Mapping[str, DataType]])
    cards: Mapping[str, Names] = field(default_factory=dict[str, Names])
    kinds: Mapping[str, str] = field(default_factory=dict[str, str])
    rosters: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])


def declared(
    program: ir.Program,
    types: Mapping[str, Mapping[str, DataType]],
    values: Mapping[str, Mapping[str, DataType]],
    scenarios: Mapping[str, Script],
    deals: Mapping[str, Mapping[str, tuple[tuple[str, str, str, str], ...]]],
) -> Declared:
    """``types`` are those of fields, by kind, ``values`` those of events, by verb; other kinds have no entities."""
    return Declared(
        names={
            "Scenario": tuple(scenarios),
            "Verb": tuple(program.verbs),
            "EventGroup": tuple(program.events),
            "Option": _distinct(mode.label for mode in _modes(program)),
            "Ability": tuple(ability.id for ability in program.abilities),
            "Keyword": tuple(name for name, trait in program.traits.items() if trait.form == "keyword"),
            "Status": tuple(name for name, trait in program.traits.items() if trait.form == "status"),
            "Die": tuple(program.dice),
            "FieldName": _distinct(_changing(program, types)),
            "Seat": _distinct(name for seats in deals["seats"].values() for name in map(str, seats)),
            "RosterName": tuple(deals["lists"]),
        },
        enums=program.enums,
        fields={kind: _fields(program.kinds[kind], held) for kind, held in types.items()},
        values={verb: held for verb, held in values.items() if verb in program.verbs},
        cards={
            kind: tuple(card.id for card in program.cards.values() if kind in program.kinds[card.kind].ancestors)
            for kind in types
        },
        kinds={card.id: card.kind for card in program.cards.values()},
        rosters={
            name: {param: kind if form in ("card", "list") else "" for param, form, kind, _ in rows}
            for name, rows in deals["rosters"].items()
        },
    )


def _changing(program: ir.Program, types: Mapping[str, Mapping[str, DataType]]) -> Iterable[str]:
    """The names of the fields of entities, and of the values of statuses."""
    for held in types.values():
        yield from held
    for trait in program.traits.values():
        if trait.form == "status":
            yield from trait.params


def _fields(kind: ir.KindDecl, types: Mapping[str, DataType]) -> dict[str, DataType]:
    """The types of the fields that views show: entities in a zone stand elsewhere there."""
    return {
        one.name: types[one.name] if one.visible == NOT_HIDDEN else DataType("hidden", inner=types[one.name])
        for one in kind.fields
        if not one.zone
    }


def _modes(program: ir.Program) -> Iterable[ir.Mode]:
    bodies: list[ir.Node] = [*program.verbs.values(), *program.abilities, *program.checks]
    for root in bodies:
        for node in root.walk():
            if isinstance(node, ir.Mode):
                yield node


def _distinct(names: Iterable[str]) -> Names:
    return tuple(dict.fromkeys(names))

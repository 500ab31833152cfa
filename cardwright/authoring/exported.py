"""The contents of an export.

Job: collect the program, its scenarios (the default one first) and tests, and the data that a host needs to deal
rosters. Paths are relative to the game's folder, so the export is the same wherever the game is. Input: a build.
Output: Content, or the rules that play matches of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from compiler.build import Build
from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.scripts import PositionScript
from compiler.interpreter import host
from compiler.targets.declared import DataType
from compiler.targets.export import Content, content_of, hashes_of, seats_of
from dsl.checking.rosters import read_roster
from dsl.diagnostics import Sink
from dsl.game.errata import state_at
from dsl.meaning.types import Type, kind_of
from dsl.meaning.vocab import Param, Vocabulary
from dsl.reading.yaml_tree import plain

_END = "end_of_test"  # the event with which a played test ends; it does nothing


def exported(build: Build, shown: str = "", as_of: str = "") -> Content:
    """The content of a build without errors; ``shown``: the beginning of its paths, ``as_of``: the day of its cards."""
    assert build.program is not None
    content = content_of(build.program, build.scripts)
    usual = build.vocab.scenario
    names = sorted(content.scenarios, key=lambda name: name != usual)
    home = f"{shown}/" if shown else ""
    spans = tuple(replace(place, path=place.path.removeprefix(home)) for place in build.program.spans)
    scenarios = {name: content.scenarios[name] for name in names}
    keys = {place.removeprefix(home): key for place, key in build.program.word_keys.items()}
    program = replace(build.program, spans=spans, word_keys=keys)
    deals = _deals(build, seats_of(program, scenarios))
    vocab = build.vocab
    types = {kind: {name: _data_type(f.type) for name, f in vocab.fields_of(kind).items()} for kind in vocab.kinds}
    values = {name: {p.name: _value_type(p) for p in verb.params} for name, verb in vocab.verbs.items()}
    content = replace(content, program=program, scenarios=scenarios, deals=deals, title=_title(build))
    errata = {entry.id: state_at(entry.states, as_of).since for entry in build.files.cards if entry.states}
    errata = {card: since for card, since in errata.items() if since}
    return replace(content, types=types, values=values, as_of=as_of, errata=errata)


def _value_type(param: Param) -> DataType:
    """The type of a value of an event; what the verb gives is none at first."""
    found = _data_type(param.type)
    return DataType("optional", inner=found) if param.preposition == "gives" else found


def _data_type(type_: Type) -> DataType:
    return DataType(type_.form, type_.name, _data_type(type_.inner) if type_.inner is not None else None)


def _title(build: Build) -> str:
    """The name of the game in its first language."""
    assert build.files.ruleset is not None
    ruleset: Any = plain(build.files.ruleset)
    return str(ruleset["name"][build.vocab.languages[0]])


def rules_of(
    build: Build, watch: Callable[[], bool] | None = None, compiled: Callable[[ir.Program], Code] = Code
) -> host.Rules:
    """The rules of a build without errors; ``watch`` is called from time to time, and says whether a match stops."""
    return rules_from(exported(build), watch, compiled)


def rules_from(
    content: Content, watch: Callable[[], bool] | None = None, compiled: Callable[[ir.Program], Code] = Code
) -> host.Rules:
    """The rules of an export, which can be sent to another process."""
    code = compiled(content.program)
    code.watch = watch
    return host.Rules(code, content.scenarios, hashes_of(content), content.deals)


def _deals(build: Build, seats: dict[str, Any]) -> dict[str, Any]:
    """The data for dealing rosters: roster definitions, the fields that name a card's player, the lists, the seats."""
    vocab = build.vocab
    zones = {f.roster: f.name for f in vocab.fields_of("player").values() if f.roster}
    rows = {roster.name: tuple(_param(param.name, param.type, zones) for param in roster.params)
            for roster in vocab.rosters.values()}  # fmt: skip
    dealt = {name: params for name, params in rows.items() if all(map(_can_be_dealt, params))}
    lists = {name: held for name, held in _lists(build).items() if held["roster"] in dealt}
    kinds = {card.kind for card in vocab.cards.values()} if dealt else set[str]()
    return {
        "rosters": dealt,
        "whose": {kind: _whose(vocab, kind) for kind in sorted(kinds)},
        "lists": lists,
        "seats": seats if dealt else {},
    }


def _can_be_dealt(param: tuple[str, str, str, str]) -> bool:
    _, form, _, zone = param
    return bool(zone) or form not in ("card", "list", "set")


def _param(name: str, type_: Type, zones: dict[str, str]) -> tuple[str, str, str, str]:
    """A parameter: its form (`list`, `card`, or that of a plain value), the kind of its cards, and the zone they go to.

    For an enum value, the name of the enum replaces the kind.
    """
    many = type_.form in ("list", "set")
    held = type_.element if many else type_
    if held.form != "card":
        return name, type_.form, type_.name if type_.form == "enum" else "", ""
    return name, "list" if many else "card", held.name, zones.get(name, "")


def _whose(vocab: Vocabulary, kind: str) -> tuple[str, ...]:
    fields = vocab.fields_of(kind).items()
    return tuple(name for name, field in fields if field.type == kind_of("player") and not field.has_default)


def _lists(build: Build) -> dict[str, dict[str, Any]]:
    """The game's rosters by file name."""
    found: dict[str, dict[str, Any]] = {}
    for node in build.files.rosters:
        data = read_roster(build.vocab, node, Sink())
        if data is not None:
            found[PurePath(node.span.source.path).stem] = {"roster": data.definition, **dict(data.values)}
    return dict(sorted(found.items()))


def of_test(content: Content, name: str) -> Content | None:
    """Content with one scenario: the position of a test. Its steps are done with the answers of who plays.

    None where there is no such test with a position.
    """
    test = next((test for test in content.tests if test.name == name and test.positions), None)
    if test is None:
        return None
    program = content.program
    ending = _END
    while ending in program.verbs:
        ending += "_"
    stages = [(stage.positions, stage.steps) for stage in test.foregoing]
    positions = [
        position
        for given, steps in [*stages, (test.positions, test.steps)]
        for position in (*given, *(PositionScript(step.at, (), (), (), step.do) for step in steps))
    ]
    scenario = replace(test, positions=tuple(positions), steps=(), foregoing=(), rows=(), illegal="", roster=None)
    verbs = {**program.verbs, ending: ir.Verb(test.at, ending, (), (), (), (), (), ())}
    program = replace(program, start=ending, verbs=verbs)
    return replace(content, program=program, scenarios={test.name: scenario}, tests=())

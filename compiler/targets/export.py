"""A game's rules as files for another program.

Job: print a program for a target, and arrange the modules with the target's runtime. Input: a program with its scripts,
and a target. Output: texts by path; writes nothing. Equal input gives equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any, LiteralString, cast

from compiler.core import ir
from compiler.core.ir_json import TAG, data_of, items_of, lines_of
from compiler.core.scripts import Script
from compiler.garbage_collection import without_garbage_collection
from compiler.targets.code_text import CodeText, filled, joined, remark, wrapped
from compiler.targets.csharp import CSharp
from compiler.targets.declared import DataType, declared
from compiler.targets.javascript import JavaScript
from compiler.targets.lua import Lua
from compiler.targets.lua_runtime import LUA_RUNTIME, joined_runtime
from compiler.targets.package import LICENCE, LineMap, Package
from compiler.targets.printer import Module, Printer, plain_data
from compiler.targets.python import Python
from compiler.targets.spec import Target

TARGETS: dict[str, type[Target]] = {t.name: t for t in (Python, JavaScript, Lua, CSharp)}
LINES = "lines.json"  # for each generated file: [line, source path, source line], for reading tracebacks
_MIT = "SPDX-License-Identifier: MIT"
DEALS = ("lists", "rosters", "seats", "whose")
_SCENARIO, _TEST = "scenario ", "test "


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of an export: the program, the scenarios by name, the tests in order, and data for dealing rosters.

    ``title`` is the game's name for people; ``types`` are those of fields, by kind, ``values`` those of events, by
    verb. ``deals`` is plain data: `rosters` by definition, one row for each parameter; `whose`: the fields of a kind
    that hold a card's player; the game's own `lists`; the `seats` of each scenario. ``as_of`` is the day whose cards
    these are, empty with all errata; ``errata`` has since when each card with errata is as it is here.
    """

    program: ir.Program
    scenarios: dict[str, Script] = field(default_factory=dict[str, Script])
    tests: tuple[Script, ...] = ()
    deals: Mapping[str, Any] = field(default_factory=lambda: {part: {} for part in DEALS})
    title: str = ""
    as_of: str = ""
    errata: Mapping[str, str] = field(default_factory=dict[str, str])
    types: Mapping[str, Mapping[str, DataType]] = field(default_factory=dict[str, Mapping[str, DataType]])
    values: Mapping[str, Mapping[str, DataType]] = field(default_factory=dict[str, Mapping[str, DataType]])
    hashes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]], init=False, repr=False, compare=False)


def errata_of(content: Content) -> dict[str, Any]:
    """Which versions of its cards an export has."""
    known = {card: since for card, since in sorted(content.errata.items()) if card in content.program.cards}
    return {"as_of": content.as_of, "cards": known}


def content_of(program: ir.Program, scripts: Mapping[str, Script]) -> Content:
    """A program with its scripts, from a build that names them `scenario NAME` and `test N`."""
    scenarios = {k.removeprefix(_SCENARIO): s for k, s in scripts.items() if k.startswith(_SCENARIO)}
    return Content(program, scenarios, tuple(s for k, s in scripts.items() if k.startswith(_TEST)))


def seats_of(program: ir.Program, scenarios: Mapping[str, Script]) -> dict[str, tuple[str, ...]]:
    """The names of each scenario's players, in order."""
    players = {name for name, kind in program.kinds.items() if "player" in kind.ancestors}
    return {
        name: tuple(
            made.name
            for position in script.positions
            for made in position.build
            if isinstance(made, ir.Create) and made.kind in players
        )
        for name, script in scenarios.items()
    }


def rules_hash(content: Content) -> str:
    """The hash of what plays: 16 hexadecimal digits, the same for programs, scenarios and deals that play alike."""
    return hashes_of(content)[0]


def hashes_of(content: Content) -> tuple[str, str]:
    """The hash of what plays, and that of what is only read; saves hold both.

    Only read are: names in any language, messages, labels, the version, and rows of the rulebook. Places of texts
    count for neither. Each target asks for them, so they are worked out once for a content.
    """
    if not content.hashes:
        read: list[Any] = []
        program = _played(replace(content.program, spans=(), word_keys={}), read)
        del program["word_keys"]  # they have places
        whole = [{**program, "spans": None}, [_played(script, read) for script in content.scenarios.values()]]
        deals = lines_of(plain_data(content.deals))
        content.hashes.append((_hashed([ir.VERSION, whole, deals]), _hashed(read)))
    return content.hashes[0]


_ONLY_READ = frozenset({"names", "version", "data_rows", "rows", "message", "label", "words"})


def _played(value: Any, read: list[Any]) -> Any:
    """The data of a value of the core tree without what is only read, which is added to ``read``, without places."""
    if value is None or isinstance(value, str | int):
        return value
    fields = _fields_of(value.__class__)
    if fields is not None:
        aside, played = fields
        read += [data_of(getattr(value, name)) for name in aside]
        return {TAG: value.__class__.__name__, **{name: _played(getattr(value, name), read) for name in played}}
    if isinstance(value, dict):
        held = {str(key): item for key, item in cast("dict[Any, Any]", value).items()}
        return {key: _played(held[key], read) for key in sorted(held)}
    items = cast("tuple[Any, ...]", value)
    read += [list(item.rows) for item in items if isinstance(item, ir.Mark)]
    return [_played(item, read) for item in items if not isinstance(item, ir.Mark)]


@cache
def _fields_of(kind: type[Any]) -> tuple[list[str], list[str]] | None:
    """The fields of a class that are only read, and those that play; none where it is no dataclass."""
    if not is_dataclass(kind):
        return None
    names = sorted(field.name for field in fields(kind))
    aside = _ONLY_READ | {"text"} if kind is ir.Note else _ONLY_READ
    return [n for n in names if n in aside], [n for n in names if n not in aside and n != "at"]


def _hashed(data: list[Any]) -> str:
    return sha256(items_of(data).encode()).hexdigest()[:16]


@without_garbage_collection()
def export_code(content: Content, target: Target, *, tests: bool = False) -> dict[str, str]:
    """The files of a target by path; with ``tests`` also the content tests as a module."""
    printer = Printer(content.program, target)
    hashes = hashes_of(content)
    title = remark(f"{content.program.game} {content.program.version}, rules {hashes[0]}")
    made: dict[str, Module] = {}
    printer.begin(content.scenarios)
    if tests:
        made["tests"] = printer.tests(content.tests)
    made["rules"] = printer.rules(hashes, content.deals, errata_of(content))
    made["data"] = Module([], printer.data())
    made["index"] = Module()
    found: dict[str, str] = {}
    names = wrapped((target.reference(name) for name in printer.function_ids.values()), target.indent)
    maps: dict[str, LineMap] = {}
    for name, module in made.items():
        path, text = target.modules[name]
        holes = target.holes(content.program.game, _text_of(module))
        found[path] = _laid_out(text, module, {"title": title, "names": names, **holes})
        if module.functions:
            maps[path] = _line_map(content.program, found[path], module)
    found[LINES] = lines_of(maps) + "\n"
    for path in target.runtime:
        found[path] = runtime_text(target, path)
    found[LICENCE] = files("compiler.targets").joinpath("runtime", LICENCE).read_text(encoding="utf-8")
    found.update(target.package(_package(content, maps), found))
    return dict(sorted(found.items()))


def _package(content: Content, maps: Mapping[str, LineMap]) -> Package:
    program = content.program
    game = declared(program, content.types, content.values, content.scenarios, content.deals)
    return Package(program.game, program.version, content.title, maps, game, content.as_of)


def _laid_out(text: LiteralString, module: Module, holes: dict[str, CodeText]) -> str:
    """The text of a module: its template with the functions and the literal."""
    return filled(text, {"functions": _text_of(module), "literal": module.literal, **holes}).strip("\n") + "\n"


def _text_of(module: Module) -> CodeText:
    return joined("\n\n", (joined("\n", (line.text for line in lines)) for lines in module.functions))


def _line_map(program: ir.Program, text: str, module: Module) -> LineMap:
    """Where in a module the functions of each source path and line begin."""
    number = text[: text.index(module.functions[0][0].text)].count("\n") + 1
    found: LineMap = []
    for lines in module.functions:
        for line in lines:
            place = program.spans[line.at]
            if not found or found[-1][1:] != (place.path, place.line):
                found.append((number, place.path, place.line))
            number += line.text.count("\n") + 1
        number += 1
    return found


def runtime_text(target: Target, path: str) -> str:
    """A file of the runtime, under a line with its licence; modules in `rt/` come from a folder of their language.

    The interpreter's modules are Python's; they lie in one package and name each other so. Lua's are joined into one.
    """
    return f"{target.remark(_MIT)}\n{_runtime_file(target.name, path)}"


@cache
def _runtime_file(target: str, path: str) -> str:
    """The same for every game, so it is read once."""
    if path == LUA_RUNTIME:
        return joined_runtime()
    name, is_module = PurePosixPath(path).name, path.startswith("rt/")
    if target == "python" and is_module:
        text = files("compiler.interpreter").joinpath(name).read_text(encoding="utf-8")
        return re.sub(r"from compiler\.interpreter(\.| import)", lambda f: "from ." + f[1].removeprefix("."), text)
    folder = files("compiler.targets").joinpath("runtime", *([target] if is_module else []))
    name = "package.pyi.template" if path.endswith(".pyi") else name  # no module of this program
    return folder.joinpath(name).read_text(encoding="utf-8").replace('from "./javascript/', 'from "./rt/')

"""The modules of the Lua runtime: their size, what they need, their order, and which globals they use."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from graphlib import CycleError
from struct import calcsize, unpack_from
from typing import Any

import pytest

from compiler.core.ir import PRIMITIVES
from compiler.targets.lua_runtime import modules, needed, ordered
from tests.content_games import files

MODULES = modules()
CEILING = 500
# What every host has, `unpack` by one of two names; and the function that the joined file defines.
GLOBALS = {
    "error", "ipairs", "math", "need", "next", "pairs", "pcall", "rawget", "rawset", "select", "setmetatable", "string",
    "table", "tonumber", "tostring", "type", "unpack",
}  # fmt: skip
# The parts of a running game: each needs of the others only those before it.
PARTS = (
    "frames", "remembering", "spending", "state", "changes", "entities", "linked", "statuses", "places", "modifiers",
    "answers", "choices", "dry_runs", "durations", "core", "core_places", "events", "triggers", "using", "happening",
    "legality", "offers", "calls", "offering", "operations", "game",
)  # fmt: skip
GET_GLOBAL, SET_GLOBAL = 5, 7  # of the operations of Lua 5.1, which stand in the lower 6 bits of an instruction
_NEEDED = re.compile(r'^(?:local ([\w, ]+) = )?need\(\s*"\w+"((?:, "\w+"|,\s+"\w+")*)\s*\)$', re.MULTILINE)
_ASKED = re.compile(r'\bneed\(\s*"(\w+)"([^)]*)\)')
_HEAD = re.compile(r"(?:--.*\n)+\n(?:local [\w, ]+ = (?:\w+\.\w+(?:, )?)+\n)?")


def test_there_are_modules() -> None:
    assert {"values", "events", "host", "rt"} <= MODULES.keys()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_fits_its_ceiling(name: str) -> None:
    assert MODULES[name].count("\n") <= CEILING


@pytest.mark.parametrize("name", MODULES)
def test_a_module_names_at_its_head_what_it_needs_and_uses_it(name: str) -> None:
    head = _HEAD.match(MODULES[name])
    assert head is not None, "a module begins with a comment"
    text, bound = MODULES[name][head.end() :], list[str]()
    while found := _NEEDED.match(text):
        names = found[1].split(", ") if found[1] else []
        assert names == words(found[2]), found[0]
        bound += names
        text = text[found.end() + 1 :]
    assert "need(" not in text, "only the head names what is needed"
    assert [each for each in bound if not re.search(rf"\b{each}\b", text)] == []


def test_modules_need_each_other_in_one_direction() -> None:
    assert {other for text in MODULES.values() for other in needed(text)} <= MODULES.keys()
    order = ordered(MODULES)
    assert sorted(order) == sorted(MODULES)
    assert all(order.index(other) < order.index(name) for name, text in MODULES.items() for other in needed(text))


def test_a_module_gives_what_others_need_and_nothing_else() -> None:
    given = {(name, each) for name, text in MODULES.items() if name != "rt" for each in gives(text)}
    asked = {
        (found[1], each) for text in MODULES.values() for found in _ASKED.finditer(text) for each in words(found[2])
    }
    assert given == asked


def gives(text: str) -> list[str]:
    """The names in the table that a module ends with."""
    found = re.search(r"^return \{([\w\s,=]*)\}\n\Z", text, re.MULTILINE)
    assert found is not None
    return re.findall(r"(\w+) =", found[1])


def words(text: str) -> list[str]:
    return re.findall(r'"(\w+)"', text)


def test_parts_of_a_running_game_need_parts_before_them() -> None:
    wanted = {name: set(needed(MODULES[name])) for name in PARTS}
    later = {(name, other) for i, name in enumerate(PARTS) for other in wanted[name] if other in PARTS[i:]}
    assert later == set()
    others = {"drawings", "faults", "grid", "segments", "table", "texts", "values", "walks"}
    assert {other for found in wanted.values() for other in found} <= {*PARTS, *others}


def test_no_part_is_built_on_another_by_inheritance() -> None:
    """A running game is a record without methods; of the classes in its parts, only frames have one above them."""
    for name in PARTS:
        text = MODULES[name]
        plain = set(re.findall(r"^(\w+)\.__index = \1$", text, re.MULTILINE))
        assert plain <= {"Code", "Driver", "Minstd"}
        frames = set(re.findall(r'^local (\w+) = frame_class\("\1"(?:, \w+)?\)$', text, re.MULTILINE))
        assert set(re.findall(r"^function (\w+):", text, re.MULTILINE)) <= plain | frames, name
    assert [name for name, text in MODULES.items() if re.search(r"\b(?:rt|game):\w", text)] == []


@pytest.mark.slow
def test_the_door_for_generated_code_is_exact() -> None:
    """It has what a game's printed rules call; `PRIMITIVES` are what rows name."""
    [given] = re.findall(r"^local calls = {([^}]*)}", MODULES["calls"], re.MULTILINE)
    [listed] = re.findall(r"^local PRIMITIVES = {([^}]*)}", MODULES["calls"], re.MULTILINE)
    called, primitives = set[str](), set[str]()
    exported = files("dungeon_command", "lua")
    for text in (exported["rules.lua"], exported["tests.lua"]):
        called |= set(re.findall(r"\bcalls\.(\w+)", text))
        primitives |= set(re.findall(r'\{"call", \d+, "(\w+)"', text))
        assert set(re.findall(r"\brt[.:](\w+)", text)) <= {"cards", "game"}
        assert set(re.findall(r'require\(here \.\. "rt"\)(.*)', text)) == {".calls"}
    assert called == set(re.findall(r"(\w+) =", given))
    assert primitives <= set(re.findall(r"(\w+) =", listed)) == {*PRIMITIVES} - {"shuffle"}


def test_a_circle_is_found() -> None:
    with pytest.raises(CycleError):
        ordered({"a": 'local b = need("b", "b")', "b": 'local a = need(\n  "a", "a"\n)'})


def test_every_module_is_part_of_what_a_host_reaches() -> None:
    reached, waiting = set[str](), ["rt"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += needed(MODULES[name])
    assert reached == MODULES.keys()


# ---- globals
@pytest.mark.parametrize("name", MODULES)
def test_a_module_uses_no_global_but_those_of_every_host(name: str) -> None:
    found = set(globals_of(MODULES[name]))
    assert {each for operation, each in found if operation == GET_GLOBAL} <= GLOBALS
    assert {each for operation, each in found if operation == SET_GLOBAL} == set()


def test_a_global_is_found_in_a_function_of_a_function() -> None:
    text = "local a = b\nfunction c() return function() local x = 'd' e = math.floor(a + 1) end end"
    assert set(globals_of(text)) == {
        (GET_GLOBAL, "b"), (SET_GLOBAL, "c"), (SET_GLOBAL, "e"), (GET_GLOBAL, "math"),
    }  # fmt: skip


def globals_of(text: str) -> Iterator[tuple[int, str]]:
    """The globals that a text reads and sets, with the operation, by its bytecode of Lua 5.1."""
    lua: Any = importlib.import_module("lupa.lua51").LuaRuntime(encoding=None)
    dump = b"return string.dump(assert(loadstring(...)))"
    yield from Bytecode(lua.execute(dump, text.encode())).function()


class Bytecode:
    """What ``string.dump`` of Lua 5.1 gives, read from its start; a header of 12 bytes comes first."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 12

    def number(self, form: str) -> Any:
        (found,) = unpack_from(f"<{form}", self.data, self.position)
        self.position += calcsize(f"<{form}")
        return found

    def text(self) -> str:
        size = self.number("Q")
        self.position += size
        return self.data[self.position - size : self.position].rstrip(b"\0").decode()

    def constant(self) -> Any:
        match self.number("B"):
            case 0:
                return None
            case 1:
                return self.number("B")
            case 3:
                return self.number("d")
            case _:
                return self.text()

    def function(self) -> Iterator[tuple[int, str]]:
        self.text()
        self.position += 12  # two lines, and four counts of a byte each
        code = [self.number("I") for _ in range(self.number("I"))]
        constants = [self.constant() for _ in range(self.number("I"))]
        for _ in range(self.number("I")):
            yield from self.function()
        for _ in range(self.number("I")):
            self.number("I")  # the line of an instruction
        for _ in range(self.number("I")):
            self.text()
            self.position += 8  # where a local begins and ends
        for _ in range(self.number("I")):
            self.text()
        for instruction in code:
            if instruction & 63 in (GET_GLOBAL, SET_GLOBAL):
                yield instruction & 63, constants[instruction >> 14]

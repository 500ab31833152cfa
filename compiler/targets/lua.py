"""The words of Lua, for the printer: of 5.1 to 5.4, and of MoonSharp.

A chunk may have 200 locals, so the functions of a module are members of one table, ``f``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, LiteralString

from compiler.core.identifiers import is_identifier
from compiler.targets.code_text import WIDTH, CodeText, bracketed, indented, joined, lua_literal, named
from compiler.targets.lua_package import rock
from compiler.targets.lua_runtime import LUA_RUNTIME
from compiler.targets.package import Package
from compiler.targets.spec import ATOM, Printed, Row, Target

_OR, _AND, _COMPARED, _SUM, _PRODUCT, _SIGN = 1, 2, 3, 4, 5, 6
_SIDES = {"left": _COMPARED + 1, "right": _COMPARED + 1}

# Modules name each other as `require` does; a host without it puts its own in its place. In a package they are called
# `NAME.rt`, `NAME.rules`; `require` tells each its own name.
_INDEX = """
-- SPDX-License-Identifier: MIT
-- $title: play it with `new_game` and `step`.

local name = ...
local here = type(name) == "string" and string.match(name, "^.*%.") or ""
local rt = require(here .. "rt")
local rules = require(here .. "rules")

local game = { rt = rt, rules = rules }

-- A game before its first event; `setup` is { scenario = name, rosters = { player = roster } }, or nil for the first
-- scenario as it stands.
function game.new_game(setup, seed, limits)
  return rt.new_game(rules, setup, seed, limits)
end

-- A saved game, the JSON text that `save` gave in any engine, as it was.
function game.load(save, limits)
  return rt.load(rules, save, limits)
end

-- The match of a snapshot, the JSON text that `snapshot` gave in any engine, as it was.
function game.restore(snapshot, limits)
  return rt.restore(rules, snapshot, limits)
end

-- What is wrong with a roster: a list of { reason, place, rows }, empty where it is legal.
function game.check_roster(roster)
  return rt.judge_roster(rules, roster)
end

return game
"""
_RULES = """
-- $title: the functions of the rules, and the table that names them.

local name = ...
local here = type(name) == "string" and string.match(name, "^.*%.") or ""
local calls = require(here .. "rt").calls
local core = calls.core
local data = require(here .. "data")
local f = {}

$functions

local rules = $literal
rules.f = f
return rules
"""
_TESTS = """
-- $title: the content tests.

local name = ...
local here = type(name) == "string" and string.match(name, "^.*%.") or ""
local calls = require(here .. "rt").calls
local core = calls.core
local f = setmetatable({}, { __index = require(here .. "rules").f })

$functions

return $literal
"""
_DATA = """
-- $title: what is no code.

return $literal
"""

# A function of the core over a collection: in one line, and where that is wide, in several.
_Over = tuple[LiteralString, LiteralString]
_VALUE: _Over = "function($name) return $value end", "  function($name)\n    return $value\n  end"
_TEST: _Over = "function($name) return $condition end", "  function($name)\n    return $condition\n  end"
_NIL: _Over = "nil", "  nil"


def _over(function: LiteralString, *arguments: _Over) -> Row:
    """A function of the core over a collection; where it is wide, each function within it has lines of its own."""
    lines = ",\n".join(["  $source", *(wide for _, wide in arguments)])
    narrow = ", ".join(["$source", *(short for short, _ in arguments)])
    return Row(f"core.{function}({narrow})", spread_out=f"core.{function}(\n{lines}\n)")


class Lua(Target):
    name = "lua"
    remembers_in_groups = True
    suffix = "lua"
    comment = "-- $words"
    indent = "  "
    reserved = frozenset(
        (
            *("and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local"),
            *("nil", "not", "or", "repeat", "return", "then", "true", "until", "while"),
        )
    )
    runtime = (LUA_RUNTIME,)
    modules: ClassVar[Mapping[str, tuple[str, LiteralString]]] = {
        "data": ("data.lua", _DATA),
        "rules": ("rules.lua", _RULES),
        "tests": ("tests.lua", _TESTS),
        "index": ("game.lua", _INDEX),
    }
    rows: ClassVar[Mapping[str, Row]] = {
        "none": Row("nil"),
        "true": Row("true"),
        "false": Row("false"),
        "key": Row("[$name]"),
        "bare_key": Row("$name"),
        "pair": Row("$key = $value"),
        "object": Row("{$arguments}"),
        "data": Row("data"),
        "reference": Row("f.$name"),
        "get": Row("$owner.$name", ATOM, {"owner": ATOM}),
        "get_reserved": Row("$owner[$key]", ATOM, {"owner": ATOM}),
        "held": Row("v.$name"),
        "held_reserved": Row("v[$key]"),
        "listed": Row("core.listed($source)"),
        "card": Row("rt.cards[$id]"),
        "game": Row("rt.game"),
        "call": Row("$function($arguments)"),
        "core": Row("core.$function($arguments)"),
        "given": Row("core.given($value)"),
        "asked": Row("calls.$function(rt, $arguments)"),
        "function": Row("function($params) return $body end"),
        "pick": Row("(function() if $condition then return $value end return $otherwise end)()"),
        "pick_something": Row(
            "$condition and $value or $otherwise", _OR, {"condition": _AND, "value": _AND, "otherwise": _OR}
        ),
        "bind": Row("(function($name) return $body end)($value)"),
        "or": Row("or", _OR, {"value": _OR}),
        "and": Row("and", _AND, {"value": _AND}),
        "not": Row("not $value", _SIGN, {"value": _SIGN}),
        "in": Row("core.contains($items, $item)"),
        "is none": Row("$left == nil", _COMPARED, _SIDES),
        "is not none": Row("$left ~= nil", _COMPARED, _SIDES),
        "==": Row("core.eq($left, $right)"),
        "!=": Row("not core.eq($left, $right)", _SIGN),
        "== plain": Row("$left == $right", _COMPARED, _SIDES),
        "!= plain": Row("$left ~= $right", _COMPARED, _SIDES),
        **{op: Row(f"$left {op} $right", _COMPARED, _SIDES) for op in ("<", "<=", ">", ">=")},
        "+": Row("$left + $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "-": Row("$left - $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "*": Row("$left * $right", _PRODUCT, {"left": _PRODUCT, "right": _SIGN}),
        "neg": Row("-$value", _SIGN, {"value": ATOM}),
        "some": _over("some", _TEST),
        "every": _over("every", _TEST),
        "count": Row("core.count($source)"),
        "count_if": _over("count", _TEST),
        **{form: _over(f"{form}_of", _VALUE) for form in ("sum", "highest", "lowest", "set", "list")},
        **{f"{form}_if": _over(f"{form}_of", _VALUE, _TEST) for form in ("sum", "highest", "lowest", "set", "list")},
        **{form: _over(form, _VALUE) for form in ("with_lowest", "with_highest")},
        **{f"{form}_if": _over(form, _VALUE, _TEST) for form in ("with_lowest", "with_highest")},
        "set_same": Row("core.set_of($source)"),
        "set_if_same": _over("set_of", _NIL, _TEST),
        "list_same": Row("core.list_of($source)"),
        "list_if_same": _over("list_of", _NIL, _TEST),
    }
    lines: ClassVar[Mapping[str, LiteralString]] = {
        "function": "function $name($params)\n  $body\nend",
        "remembered": "$name = core.remembered($count, function($params)\n  $body\nend)",
        "known": "$name = core.known($group, $opened, $count, function($params)\n  $body\nend)",
        "locals": "local $names",
        "take": "local $place = $value",
        "return": "return $value",
        "assign": "$place = $value",
        "assign_reserved": "$owner[$key] = $value",
        "do": "$call",
        "if": "if $condition then\n  $body",
        "end if": "end",
    }

    def package(self, package: Package, files: Mapping[str, str]) -> dict[str, str]:
        return rock(package, files)

    def text(self, value: str) -> CodeText:
        return lua_literal(value)

    def array(self, items: list[CodeText]) -> CodeText:
        return bracketed("{$arguments}", items, self.indent)

    def results(self, items: list[CodeText]) -> CodeText:
        """Values beside each other, of which each may be none."""
        whole = joined(", ", items)
        if "\n" not in whole and len(whole) <= WIDTH:
            return whole
        return joined(",\n", [items[0], *(indented(item, self.indent) for item in items[1:])])

    def reference(self, identifier: str) -> CodeText:
        """A member of the table of functions; no identifier ends or begins with a line, so that none meets another."""
        bare = identifier.removeprefix("f_")
        if bare in self.reserved:
            bare += "_"
        return self.rowed("reference", name=named(bare if is_identifier(bare) else f"_{bare}"))

    def given(self, value: Printed, something: bool) -> CodeText:
        """A value of a table in which none must differ from what is not there."""
        return value.text if something else self.rowed("given", value=value.text)

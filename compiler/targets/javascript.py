"""The words of JavaScript, for the printer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, LiteralString

from compiler.targets.code_text import CodeText, bracketed, fixed, javascript_literal
from compiler.targets.javascript_package import npm_package
from compiler.targets.package import Package
from compiler.targets.spec import ATOM, Printed, Row, Target

# How tightly operators bind, the loosest first; a function's body takes anything that is no list of arguments.
_BODY, _PICK, _OR, _AND, _EQUAL, _COMPARED, _SUM, _PRODUCT, _SIGN = 1, 2, 3, 4, 5, 6, 7, 8, 9


# The modules of the runtime, named as those of the interpreter.
_RUNTIME = (
    "agents", "answers", "board_text", "calls", "changes", "choices", "claims", "copies", "core", "dealt_rosters",
    "drawings", "dry_runs", "durations", "entities", "events", "forms", "frames", "game", "grid", "happening", "hidden",
    "host", "invariants", "legality", "linked", "marks", "match", "modifiers", "offering", "offers", "operations",
    "pictures", "places", "remembering", "restoring", "rosters", "saves", "scripts", "self_check", "setups",
    "snapshots", "spending", "state", "statuses", "table", "telling", "test_answers", "test_names", "transcript",
    "triggers", "using", "values", "views", "watching", "withheld",
)  # fmt: skip


def _over(function: LiteralString, *arguments: LiteralString) -> Row:
    """A function of the core over a collection; what it asks of each item is a function within the expression."""
    asked: list[LiteralString] = ["$source", *(f"($name) => {argument}" for argument in arguments)]
    lines: list[LiteralString] = [f"  {part}" for part in asked]
    narrow, wide = ", ".join(asked), ",\n".join(lines)
    needs = {"condition": _BODY, "value": _BODY}
    return Row(f"core.{function}({narrow})", ATOM, needs, f"core.{function}(\n{wide}\n)")


_INDEX = """
// SPDX-License-Identifier: MIT
// $title: play it with `new_game` and `step`.

import * as rt from "./rt.js";
import { rules } from "./rules.js";

export { rules };
export const cards = rules.data.cards;
export const new_game = (setup = null, seed = 1, limits = null) => rt.new_game(rules, setup, seed, limits);
export const load = (save, limits = null) => rt.load(rules, save, limits);
export const restore = (snapshot, limits = null) => rt.restore(rules, snapshot, limits);
export const check_roster = (roster) => rt.judge_roster(rules, roster);
"""
_RULES = """
// $title: the functions of the rules, and the table that names them.

import { data } from "./data.js";
import { can, core, has, of_kind, over, spend, stat } from "./rt/calls.js";

$functions

export { $names };

export const rules = $literal;
"""
_TESTS = """
// $title: the content tests.

import { can, core, has, of_kind, over, spend, stat } from "./rt/calls.js";
import { $names } from "./rules.js";

$functions

export const tests = $literal;
"""
_DATA = """
// $title: what is no code.

export const data = $literal;
"""


class JavaScript(Target):
    name = "javascript"
    remembers_in_groups = True
    suffix = "js"
    comment = "// $words"
    indent = "  "
    reserved = frozenset({"__proto__"})  # every other word may stand after a point
    runtime = ("rt.js", "rt.d.ts", "index.d.ts", *(f"rt/{name}.js" for name in _RUNTIME))
    rows: ClassVar[Mapping[str, Row]] = {
        "none": Row("null"),
        "true": Row("true"),
        "false": Row("false"),
        # In brackets, so that the key `__proto__` is a key as any other.
        "key": Row("[$name]"),
        "bare_key": Row("$name"),
        "pair": Row("$key: $value"),
        "object": Row("{$arguments}"),
        "data": Row("data"),
        "reference": Row("$name"),
        "get": Row("$owner.$name", ATOM, {"owner": ATOM}),
        "get_reserved": Row("$owner[$key]", ATOM, {"owner": ATOM}),
        "held": Row("v.$name"),
        "held_reserved": Row("v[$key]"),
        "listed": Row("core.listed($source)"),
        "card": Row("rt.cards[$id]"),
        "game": Row("rt.game"),
        "call": Row("$function($arguments)"),
        "core": Row("core.$function($arguments)"),
        "asked": Row("$function($arguments)"),
        "function": Row("($params) => $body", _BODY),
        "pick": Row("$condition ? $value : $otherwise", _PICK, {"condition": _OR, "value": _BODY, "otherwise": _BODY}),
        "bind": Row("(($name) => $body)($value)", ATOM, {"body": _BODY}),
        "or": Row("||", _OR, {"value": _OR + 1}),
        "and": Row("&&", _AND, {"value": _AND + 1}),
        "not": Row("!$value", _SIGN, {"value": _SIGN}),
        "in": Row("core.contains($items, $item)"),
        "not in": Row("!core.contains($items, $item)", _SIGN),
        "is none": Row("$left === null", _EQUAL, {"left": _EQUAL}),
        "is not none": Row("$left !== null", _EQUAL, {"left": _EQUAL}),
        "==": Row("core.eq($left, $right)"),
        "!=": Row("!core.eq($left, $right)", _SIGN),
        "== plain": Row("$left === $right", _EQUAL, {"left": _EQUAL, "right": _COMPARED}),
        "!= plain": Row("$left !== $right", _EQUAL, {"left": _EQUAL, "right": _COMPARED}),
        **{op: Row(f"$left {op} $right", _COMPARED, {"left": _SUM, "right": _SUM}) for op in ("<", "<=", ">", ">=")},
        "+": Row("$left + $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "-": Row("$left - $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "*": Row("$left * $right", _PRODUCT, {"left": _PRODUCT, "right": _SIGN}),
        "neg": Row("-$value", _SIGN, {"value": ATOM}),
        "some": _over("some", "$condition"),
        "every": _over("every", "$condition"),
        "count": Row("core.size(rt, $source)"),
        "count_if": _over("count", "$condition"),
        "sum": _over("sum_of", "$value"),
        "sum_if": _over("sum_of", "$value", "$condition"),
        "highest": _over("highest_of", "$value"),
        "highest_if": _over("highest_of", "$value", "$condition"),
        "lowest": _over("lowest_of", "$value"),
        "lowest_if": _over("lowest_of", "$value", "$condition"),
        "with_lowest": _over("with_lowest", "$value"),
        "with_lowest_if": _over("with_lowest", "$value", "$condition"),
        "with_highest": _over("with_highest", "$value"),
        "with_highest_if": _over("with_highest", "$value", "$condition"),
        "set": _over("set_of", "$value"),
        "set_if": _over("set_of", "$value", "$condition"),
        "set_same": Row("core.unique($source)"),
        "set_if_same": Row("core.unique(core.where($source, ($name) => $condition))", ATOM, {"condition": _BODY}),
        "list_same": Row("[...$source]"),
        "list_if_same": _over("where", "$condition"),
        "list": _over("list_of", "$value"),
        "list_if": _over("list_of", "$value", "$condition"),
    }
    lines: ClassVar[Mapping[str, LiteralString]] = {
        "function": "function $name($params) {\n  $body\n}",
        "remembered": "const $name = core.remembered(($params) => {\n  $body\n});",
        "known": "const $name = core.known($group, $opened, ($params) => {\n  $body\n});",
        "locals": "let $names;",
        "take": "const $place = $value;",
        "return": "return $value;",
        "assign": "$place = $value;",
        "assign_reserved": "$owner[$key] = $value;",
        "do": "$call;",
        "if": "if ($condition) {\n  $body",
        "end if": "}",
    }

    modules: ClassVar[Mapping[str, tuple[str, LiteralString]]] = {
        "index": ("index.js", _INDEX),
        "rules": ("rules.js", _RULES),
        "data": ("data.js", _DATA),
        "tests": ("tests.js", _TESTS),
    }

    def package(self, package: Package, files: Mapping[str, str]) -> dict[str, str]:
        return npm_package(package, files)

    def text(self, value: str) -> CodeText:
        return javascript_literal(value)

    def array(self, items: list[CodeText]) -> CodeText:
        return bracketed("[$arguments]", items, self.indent)

    def call(self, row_name: str, arguments: list[CodeText], /, **holes: CodeText) -> Printed:
        """What the running game is asked is a function, too, whose first argument is the game."""
        given = [fixed("rt"), *arguments] if row_name == "asked" else arguments
        return super().call(row_name, given, **holes)

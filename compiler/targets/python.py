"""The words of Python, for the printer."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import ClassVar, LiteralString

from compiler.targets.code_text import CodeText, bracketed, python_literal
from compiler.targets.package import Package
from compiler.targets.python_package import pip_package
from compiler.targets.spec import ATOM, Row, Target

_PICK, _OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN = 1, 2, 3, 4, 5, 6, 7, 8
_SIDES = {"left": _COMPARED + 1, "right": _COMPARED + 1}
_NAMED = {"item": _COMPARED + 1, "items": _COMPARED + 1}


# The interpreter's modules, which are this target's runtime.
_RUNTIME = (
    "__init__", "agents", "answers", "asking", "board_text", "calls", "carrying", "chance", "changes", "choices",
    "claims", "copies", "core", "dealt_rosters", "drawings", "dry_runs", "durations", "entities", "events",
    "forms", "found_places", "frames", "game", "grid", "happening", "hidden", "host", "invariants", "legality",
    "linked", "linked_rows", "loading", "marks", "match", "match_setup", "modifiers", "offering", "offers",
    "operations", "pictures", "places", "remembering", "restoring", "rosters", "saves", "scripts", "segments",
    "self_check", "setups", "snapshots", "spending", "state", "statuses", "table", "telling", "test_answers",
    "test_names", "transcript", "triggers", "using", "values", "views", "watching", "withheld",
)  # fmt: skip

_INDEX = """
# SPDX-License-Identifier: MIT
\"""$title: play it with `new_game` and `step`.\"""

from .rt.host import Rules
from .rules import RULES

_rules = Rules.of_table(RULES)
cards = RULES["data"]["cards"]
new_game = _rules.new_game
load = _rules.load
restore = _rules.restore
check_roster = _rules.check_roster
transcript_of_test = _rules.transcript_of_test
transcript_of_match = _rules.transcript_of_match
"""
_RULES = """
\"""$title: the functions of the rules, and the table that names them.\"""

from .data import DATA
from .rt.calls import can, core, has, of_kind, over, spend, stat

$functions


RULES = $literal
"""
_TESTS = """
\"""$title: the content tests.\"""

from .rt.calls import can, core, has, of_kind, over, spend, stat
from .rules import *

$functions


TESTS = $literal
"""
_DATA = """
\"""$title: what is no code.\"""

DATA = $literal
"""


def _over(begin: LiteralString, value: LiteralString, end: LiteralString, test: LiteralString = "") -> Row:
    """A function over what a loop gives."""
    parts: list[LiteralString] = [value, "for $name in $source", *([f"if {test}"] if test else [])]
    lines: list[LiteralString] = [begin, *(f"    {part}" for part in parts), end]
    narrow, wide = " ".join(parts), "\n".join(lines)
    return Row(f"{begin}{narrow}{end}", ATOM, {"source": _OR, "condition": _OR if test else 0}, wide)


def _both(form: str, begin: LiteralString, value: LiteralString, end: LiteralString) -> dict[str, Row]:
    """A form of gathering, of all and of those that pass."""
    return {form: _over(begin, value, end), f"{form}_if": _over(begin, value, end, "$condition")}


_KNOWN: LiteralString = "@core.known($group, $opened)\ndef $name($params):\n    $body"


class Python(Target):
    name = "python"
    remembers_in_groups = True
    suffix = "py"
    comment = "# $words"
    indent = "    "
    reserved = frozenset(keyword.kwlist)
    runtime = ("__init__.pyi", *(f"rt/{name}.py" for name in _RUNTIME))
    rows: ClassVar[Mapping[str, Row]] = {
        "none": Row("None"),
        "true": Row("True"),
        "false": Row("False"),
        "key": Row("$name"),
        "pair": Row("$key: $value"),
        "object": Row("{$arguments}"),
        "data": Row("DATA"),
        "reference": Row("$name"),
        "get": Row("$owner.$name", ATOM, {"owner": ATOM}),
        "get_reserved": Row("getattr($owner, $key)"),
        "held": Row("v[$key]"),
        "held_reserved": Row("v[$key]"),
        "listed": Row("tuple($source)"),
        "card": Row("rt.cards[$id]"),
        "game": Row("rt.game"),
        "call": Row("$function($arguments)"),
        "core": Row("core.$function($arguments)"),
        "asked": Row("$function(rt, $arguments)"),
        "function": Row("lambda $params: $body", _PICK - 1),
        "pick": Row("$value if $condition else $otherwise", _PICK, {"value": _PICK + 1, "condition": _PICK + 1}),
        "bind": Row("(lambda $name: $body)($value)"),
        "or": Row("or", _OR, {"value": _OR + 1}),
        "and": Row("and", _AND, {"value": _AND + 1}),
        "not": Row("not $value", _NOT, {"value": _NOT}),
        "in": Row("$item in $items", _COMPARED, _NAMED),
        "not in": Row("$item not in $items", _COMPARED, _NAMED),
        "is none": Row("$left is None", _COMPARED, _SIDES),
        "is not none": Row("$left is not None", _COMPARED, _SIDES),
        **{op: Row(f"$left {op} $right", _COMPARED, _SIDES) for op in ("==", "!=", "<", "<=", ">", ">=")},
        **{f"{op} plain": Row(f"$left {op} $right", _COMPARED, _SIDES) for op in ("==", "!=")},
        "+": Row("$left + $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "-": Row("$left - $right", _SUM, {"left": _SUM, "right": _PRODUCT}),
        "*": Row("$left * $right", _PRODUCT, {"left": _PRODUCT, "right": _SIGN}),
        "neg": Row("-$value", _SIGN, {"value": ATOM}),
        "some": _over("any(", "$condition", ")"),
        "every": _over("all(", "$condition", ")"),
        **_both("count", "sum(", "1", ")"),
        **_both("sum", "core.sum_of(", "$value", ")"),
        **_both("highest", "max((", "$value", "), default=0)"),
        **_both("lowest", "min((", "$value", "), default=0)"),
        **_both("with_lowest", "core.with_lowest(", "($name, $value)", ")"),
        **_both("with_highest", "core.with_highest(", "($name, $value)", ")"),
        **_both("set", "core.unique(", "$value", ")"),
        **_both("list", "tuple(", "$value", ")"),
    }
    lines: ClassVar[Mapping[str, LiteralString]] = {
        "function": "def $name($params):\n    $body",
        "remembered": _KNOWN,
        "known": _KNOWN,
        "locals": "",
        "take": "$place = $value",
        "return": "return $value",
        "assign": "$place = $value",
        "assign_reserved": "setattr($owner, $key, $value)",
        "do": "$call",
        "if": "if $condition:\n    $body",
        "end if": "",
    }

    modules: ClassVar[Mapping[str, tuple[str, LiteralString]]] = {
        "index": ("__init__.py", _INDEX),
        "rules": ("rules.py", _RULES),
        "data": ("data.py", _DATA),
        "tests": ("tests.py", _TESTS),
    }

    def package(self, package: Package, files: Mapping[str, str]) -> dict[str, str]:
        return pip_package(package, files)

    def text(self, value: str) -> CodeText:
        return python_literal(value)

    def array(self, items: list[CodeText]) -> CodeText:
        return bracketed("($arguments,)" if len(items) == 1 else "($arguments)", items, self.indent)

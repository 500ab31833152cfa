"""The words of C# 6, for the printer.

Every value of the rules is an `object`, and overloads of the runtime's functions tell at compile time what is a truth
value or a number: nothing is looked up while the rules run. Tables are JSON texts, so that no method is long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import ClassVar, LiteralString

from compiler.targets.code_text import (
    NOTHING,
    CodeText,
    bracketed,
    csharp_literal,
    filled,
    fixed,
    joined,
    named,
    number,
    pascal,
    spread,
)
from compiler.targets.csharp_package import SAMPLE, unity_package
from compiler.targets.package import Package
from compiler.targets.spec import ATOM, Printed, Row, Target

_BODY, _PICK, _OR, _AND, _EQUAL, _COMPARED, _SUM, _PRODUCT, _SIGN = 1, 2, 3, 4, 5, 6, 7, 8, 9
_FIELD = re.compile(r"\bn_[A-Za-z0-9_]+")
_CHUNK = 150  # so long is a part of a table's text
_GROUP = 200  # so many functions or parts are in a method
_SIDES = {"left": ATOM, "right": ATOM}


def _modules() -> tuple[str, ...]:
    folder = files("compiler.targets").joinpath("runtime", "csharp")
    return (SAMPLE, *sorted(f"rt/{path.name}" for path in folder.iterdir() if path.name.endswith(".cs")))


def _over(function: LiteralString, *arguments: LiteralString) -> Row:
    """A function of the core over a collection; what it asks of each item is a function within the expression."""
    asked: list[LiteralString] = ["$source", *(f"$name => {argument}" for argument in arguments)]
    lines: list[LiteralString] = [f"  {part}" for part in asked]
    narrow, wide = ", ".join(asked), ",\n".join(lines)
    needs = {"condition": _BODY, "value": _BODY}
    return Row(f"Core.{function}({narrow})", ATOM, needs, f"Core.{function}(\n{wide}\n)")


def _of_numbers(operator: LiteralString, level: int) -> Row:
    return Row(f"Core.num($left) {operator} Core.num($right)", level)


_TEST: LiteralString = "Core.yes($condition)"
_VALUE: LiteralString = "$value"

_INDEX = """
// SPDX-License-Identifier: MIT
// $title: play it with `NewGame` and `Step`.

using Cardwright;

namespace ${space}Rules
{

/// <summary>The matches of this game.</summary>
public static class Rules
{
    /// <summary>A game before its first event; `setup` names a scenario and rosters, each may be left out.</summary>
    public static Play NewGame(object setup = null, object seed = null, object limits = null)
    {
        return Host.new_game(RulesTable.rules, setup, seed ?? 1L, limits);
    }

    /// <summary>A saved game of any engine, as it was; a save is JSON text or what `Save` gave.</summary>
    public static Play Load(object save, object limits = null)
    {
        return Host.load(RulesTable.rules, save, limits);
    }

    /// <summary>The match of a snapshot of any engine, as it was; JSON text or what `Snapshot` gave.</summary>
    public static Play Restore(object snapshot, object limits = null)
    {
        return Host.restore(RulesTable.rules, snapshot, limits);
    }

    /// <summary>What is wrong with a roster; nothing where it is legal.</summary>
    public static Seq CheckRoster(object roster)
    {
        return DealtRosters.judge_roster(RulesTable.rules, roster);
    }
}

}
"""
_HEAD: LiteralString = """
// $title: $what.

#pragma warning disable 0219 // a value that is worked out because it may be refused

using System;
using Cardwright;

namespace ${space}Rules
{

public static class $class
{
$fields

$functions

$literal

$last
}

}
"""


def _module(what: LiteralString, name: LiteralString, last: LiteralString) -> LiteralString:
    return _HEAD.replace("$what", what).replace("$class", name).replace("$last", last).replace("${space}", "$space")


def _kept(function: LiteralString) -> LiteralString:
    """A function whose answers are kept: a delegate, and a method that calls it."""
    kept: LiteralString = f"public static readonly Fn$count p_$name = Core.{function}((Fn$count)(($params) =>\n"
    return kept + "{\n    $body\n}));\npublic static object $name($params)\n{\n    return p_$name($given);\n}"


# A table is made in a class of its own, when it is first read and the class with the functions is ready: for as long as
# that is not, Mono looks through all of its methods for its initializer, at each function that the table names.
_MADE_APART: LiteralString = """
public static ${type} ${name} { get { return Made.${name}; } }

static class Made
{
    static Made() { }

    internal static readonly ${type} ${name} = ${value};
}
"""


def _table(type_: LiteralString, name: LiteralString, value: LiteralString) -> LiteralString:
    return _MADE_APART.replace("${type}", type_).replace("${name}", name).replace("${value}", value)


class CSharp(Target):
    name = "csharp"
    suffix = "cs"
    comment = "// $words"
    indent = "    "
    reserved = frozenset[str]()  # generated names have a prefix
    tables_are_text = True
    most_nested = 4  # compilers read a function within n others up to 2 ** n times
    runtime = _modules()
    rows: ClassVar[Mapping[str, Row]] = {
        "none": Row("null"),
        "true": Row("true"),
        "false": Row("false"),
        "key": Row("$name"),
        "pair": Row("$key, $value"),
        "object": Row("Bag.of($arguments)"),
        "data": Row("null"),
        "reference": Row("$name"),
        "get": Row("Core.get($owner, n_$name)"),
        "get_reserved": Row("Core.get($owner, n_$name)"),
        "held": Row("Core.held(v, $key)"),
        "held_reserved": Row("Core.held(v, $key)"),
        "listed": Row("Core.listed($source)"),
        "card": Row("rt.cards[$id]"),
        "game": Row("rt.game"),
        "call": Row("$function($arguments)"),
        "core": Row("Core.$function($arguments)"),
        "asked": Row("Calls.$function(rt, $arguments)"),
        "function": Row("($params) => $body", _BODY),
        "pick": Row("Core.yes($condition) ? (object)($value) : (object)($otherwise)", _PICK),
        "bind": Row("Core.bind($value, $name => $body)", ATOM, {"body": _BODY}),
        "operand": Row("Core.yes($value)"),
        "or": Row("||", _OR, {"value": _OR + 1}),
        "and": Row("&&", _AND, {"value": _AND + 1}),
        "not": Row("!Core.yes($value)", _SIGN),
        "in": Row("Core.contains($items, $item)"),
        "is none": Row("(object)$left == null", _EQUAL, _SIDES),
        "is not none": Row("(object)$left != null", _EQUAL, _SIDES),
        "==": Row("Core.eq($left, $right)"),
        "!=": Row("!Core.eq($left, $right)", _SIGN),
        "== plain": Row("Core.eq($left, $right)"),
        "!= plain": Row("!Core.eq($left, $right)", _SIGN),
        **{op: _of_numbers(op, _COMPARED) for op in ("<", "<=", ">", ">=")},
        **{op: _of_numbers(op, _SUM) for op in ("+", "-")},
        "*": _of_numbers("*", _PRODUCT),
        "neg": Row("-Core.num($value)", _SIGN),
        "some": _over("some", _TEST),
        "every": _over("every", _TEST),
        "count": Row("Core.size(rt, $source)"),
        "count_if": _over("count", _TEST),
        **{form: _over(f"{form}_of", _VALUE) for form in ("sum", "highest", "lowest", "set", "list")},
        **{f"{form}_if": _over(f"{form}_of", _VALUE, _TEST) for form in ("sum", "highest", "lowest", "set", "list")},
        **{form: _over(form, _VALUE) for form in ("with_lowest", "with_highest")},
        **{f"{form}_if": _over(form, _VALUE, _TEST) for form in ("with_lowest", "with_highest")},
        "set_same": Row("Core.unique($source)"),
        "set_if_same": Row("Core.unique(Core.where($source, $name => Core.yes($condition)))"),
        "list_same": Row("Core.listed($source)"),
        "list_if_same": _over("where", _TEST),
    }
    lines: ClassVar[Mapping[str, LiteralString]] = {
        "function": "public static object $name($params)\n{\n    $body\n}",
        "game function": "public static object $name($params)\n{\n    $body\n}\n"
        "public static readonly Fn$count p_$name = $name;",
        "remembered": _kept("remembered"),
        "known": _kept("known"),
        "locals": "object $names;",
        "take": "object $place = $value;",
        "return": "return $value;",
        "assign": "$place = $value;",
        "assign_reserved": "Core.set($owner, n_$name, $value);",
        "do": "$call;",
        "if": "if (Core.yes($condition)) {\n    $body",
        "end if": "}",
    }
    modules: ClassVar[Mapping[str, tuple[str, LiteralString]]] = {
        "index": ("game.cs", _INDEX.replace("${space}", "$space")),
        "rules": (
            "rules.cs",
            _module(
                "the functions of the rules, and the table that names them",
                "RulesTable",
                _table("Bag", "rules", "TableReader.joined(table(), DataTable.table())"),
            ),
        ),
        "data": ("data.cs", _module("what is no code", "DataTable", "")),
        "tests": (
            "tests.cs",
            _module("the content tests", "TestsTable", _table("Seq", "tests", "(Seq)table()")).replace(
                "using Cardwright;\n", "using Cardwright;\nusing static $spaceRules.RulesTable;\n"
            ),
        ),
    }

    def package(self, package: Package, files: Mapping[str, str]) -> dict[str, str]:
        return unity_package(package, files)

    def text(self, value: str) -> CodeText:
        return csharp_literal(value)

    def plain(self, value: bool | int | str | None) -> Printed:
        """A whole number is a long one, wherever it stands."""
        printed = super().plain(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return Printed(filled("$value$l", {"value": printed.text, "l": fixed("L")}), printed.level)
        return printed

    def array(self, items: list[CodeText]) -> CodeText:
        if len(items) == 1:  # alone, none or an array would be taken for all items
            items = [filled("(object)($item)", {"item": items[0]})]
        return bracketed("Seq.of($arguments)", items, self.indent)

    def by_key(self, name: str) -> bool:
        """An assignment to a field is a call."""
        return True

    def parameters(self, names: list[CodeText]) -> CodeText:
        game, *others = names
        typed = [filled("State $name", {"name": game})]
        return joined(", ", [*typed, *(filled("object $name", {"name": name}) for name in others)])

    def unset(self, names: list[CodeText]) -> CodeText:
        return joined(", ", [filled("$name = null", {"name": name}) for name in names])

    def function_name(self, identifier: str) -> CodeText:
        """The delegate beside a function of the game: the same one each time."""
        return filled("p_$name", {"name": named(identifier)})

    def holes(self, game: str, functions: CodeText) -> Mapping[str, CodeText]:
        """The namespace, and the fields that the functions name."""
        row: LiteralString = "static readonly Field n_$name = Field.of($key);"
        names = [name.removeprefix("n_") for name in sorted(set(_FIELD.findall(functions)))]
        fields = [filled(row, {"name": named(name), "key": csharp_literal(name)}) for name in names]
        return {"space": pascal(game), "fields": joined("\n", fields)}

    def table(self, text: str, functions: list[tuple[str, int]]) -> CodeText:
        """Members of the class: parts of the text, the functions, and a method that joins both."""
        parts = [csharp_literal(text[at : at + _CHUNK]) for at in range(0, len(text), _CHUNK)]
        row: LiteralString = "(Fn$count)$name"
        given = [filled(row, {"count": number(count), "name": named(name)}) for name, count in functions]
        members: list[CodeText] = []
        calls: list[CodeText] = []
        for title, kind, items in (
            (fixed("texts"), fixed("string"), parts),
            (fixed("functions"), fixed("Delegate"), given),
        ):
            for at in range(0, len(items), _GROUP):
                holes = {
                    "kind": kind,
                    "name": filled("$title_$at", {"title_": title, "at": number(at)}),
                    "items": joined(",\n", items[at : at + _GROUP]),
                }
                members.append(filled(_PART, holes))
                calls.append(filled("table.add($name());", {"name": holes["name"]}))
        members.append(spread(_TABLE, {"calls": joined("\n", calls)}))
        return joined("\n\n", members) or NOTHING


_PART: LiteralString = """\
static $kind[] $name()
{
    return new $kind[] {
$items
    };
}"""
_TABLE: LiteralString = """\
public static object table()
{
    TableReader table = new TableReader();
    $calls
    return table.read();
}"""

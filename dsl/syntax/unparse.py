"""From nodes to canonical text.

Job: print any node of `dsl.syntax.ast` as text that parses to the same node: two spaces for each level, one statement
on each line, brackets only where the grammar needs them. Input: a node. Output: text without a final line end. The tree
has no comments, so they are lost.

Most nodes are printed by one row of a table. In a row, ``{field}`` prints a field, ``{field:level}`` adds brackets if
the field binds more loosely than that level, ``{field|, }`` prints a tuple with a separator, and ``[ … ]`` is omitted
if the field in it is absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from dsl.syntax import ast

# From the loosest binding to the tightest; `operand`, `side` and `scope` also take a query without brackets.
_LEVELS = {"expr": 0, "or": 1, "and": 2, "not": 3, "test": 4, "sum": 5, "product": 6, "unary": 7, "atom": 8}
_BARE = {"operand": ("atom", True), "among": ("atom", True), "side": ("sum", False), "scope": ("atom", False)}
# Where a range or the best of a collection stands without brackets.
_OPEN: dict[type[ast.Node], tuple[str, ...]] = {
    ast.BestOf: ("operand", "among", "source"),
    ast.RandomOf: ("operand",),
    ast.Range: ("among", "source"),
}
_PLAIN_STACKING = ("sum", "highest", "lowest", "none", "all")

_ROWS: dict[type[ast.Node], str] = {
    ast.Ident: "{text}",
    ast.Row: "@{text}",
    ast.LinePiece: "{text}",
    ast.Param: "[{preposition} ]{name}: {type}[ = {default}]",
    # definitions
    ast.NounDef: "noun {name} = {base}[ where {condition}]",
    ast.RelationDef: "relation {name}({params|, }){body:body}",
    ast.DefineDef: "define {name}({params|, }) -> {result}{body:body}",
    ast.FunctionBody: ":{lines|block}",
    ast.EventsDef: "events {name} = {members|, }",
    ast.StatusesDef: "statuses {name} = {members|, }",
    ast.KeywordDef: "keyword {name}[({params|, })] of {kind}[:{abilities|block}]",
    ast.EveryDef: "every {kind}:{abilities|block}",
    ast.LiveDef: "live {kind}[.{field}] for [{each}][{subject}][ while {condition}][ {headers| }][ through {through}]",
    ast.LiveEach: "each {name} in {source}",
    ast.InvariantDef: "invariant {name}[ of {noun}]{body:body}",
    ast.RosterDef: "roster {name}({params|, }){body}",
    # abilities
    ast.Passive: "passive[ while {condition}]:{modifiers|block}",
    ast.Override: "{stat}[ of {scope:scope}] is[ at {bound}] {value}[ while {condition}]",
    ast.Forbid: "[{subject:operand} ]cannot {pattern}[ while {condition}][ {message}]",
    ast.Grant: "{subject:operand} gains {reference}[ while {condition}]",
    ast.Losing: "{subject:operand} loses {name}[ while {condition}]",
    ast.Reference: "{name}[({arguments|, })]",
    ast.Pattern: "{verb}[.{step}][ {operands| }][ {arguments| }][ where {condition}]",
    ast.PatternArgument: "{preposition} {operand}",
    ast.Activation: 'activate[ "{label}"][ {headers| }]{body}',
    ast.Headed: '{heading}[ "{label}"][ {headers| }]{body}',
    ast.Costs: "costs {calls|, }",
    ast.Requires: "requires {condition}[ {message}]",
    ast.Limit: "once per {frame}",
    ast.TimingClass: "as {name}",
    ast.Uses: "uses {count}",
    ast.Recharges: "recharges {pattern}",
    ast.Always: "always if {condition}",
    ast.Ai: "ai:{steps|block}",
    # statements
    ast.Block: ":{statements|block}",
    ast.CallBlock: "{call}{body}[\nelse{otherwise}]",
    ast.CallElse: "{call} or else{otherwise}",
    ast.Call: "{verb}[ {operands:operand| }][ {arguments| }][ {duration}][ giving {result}]",
    ast.Argument: "{preposition} {operand:operand}",
    ast.LetStmt: "let {name} = {value}",
    ast.RollStmt: "let {name} = roll {dice:or}",
    ast.RerollStmt: "reroll {dice:atom} in {place}",
    ast.SetStmt: "set {place} to {value}",
    ast.RequireStmt: "require {condition}[ {message}]",
    ast.PreventStmt: "prevent",
    ast.EndStmt: "end {frame}",
    ast.ResolveStmt: "resolve[ ai of {subject:operand}]",
    ast.NothingStmt: "nothing",
    ast.CreateStmt: "create {name} = {kind}[ from {card:operand}][ with {values|, }]",
    ast.FieldValue: "{field} = {value}",
    ast.TakeStmt: "take {entity:operand} out",
    ast.PlaceStmt: "place {entity:operand} at {square:operand}",
    ast.LiftStmt: "lift {entity:operand}",
    ast.RemoveStmt: "remove {entity:operand}",
    ast.ShuffleStmt: "shuffle {zone:operand}",
    ast.RevealStmt: "reveal {entity:operand} to {player:operand}",
    ast.AddStmt: "add {reference} to {target:operand}[ {duration}]",
    ast.DropStmt: "drop {status:operand}[ from {target:operand}]",
    ast.CopyStmt: "copy {status:operand} from {source:operand} to {target:operand}",
    ast.EachStmt: "each {name} in {source}{body}",
    ast.RepeatStmt: "repeat {times:operand} times{body}",
    ast.WhileStmt: "while {condition} at most {bound:operand} times{body}",
    ast.MayStmt: "may[ by {player:operand}]{body}",
    ast.MayOften: "may any number of times[ by {player:operand}][ while {condition}]{body}",
    ast.ChooseOne: "choose one[ by {player:operand}]:{options|block}",
    ast.Option: 'option "{label}"[ if {condition}]{body}',
    ast.StepStmt: "step {name}{body}",
    ast.LastingStmt: "{duration}:{modifiers|block}",
    ast.UntilValue: "until {value}",
    ast.WhileTrue: "while {condition}",
    # expressions
    ast.IntLiteral: "{value}",
    ast.DiceLiteral: "{text}",
    ast.TextLiteral: '"{value}"',
    ast.NoneLiteral: "none",
    ast.Path: "{head}[.{fields|.}]",
    ast.FunctionCall: "{name}({arguments|, })",
    ast.NamedArgument: "{name}: {value}",
    ast.Comprehension: "{function}({value:or} for {name} in {source:source}[ where {condition:or}])",
    ast.CanTest: "can ({call})",
    ast.Ternary: "{value:or} if {condition:or} else {otherwise}",
    ast.OrElse: "{left:or} or {right:and}",
    ast.AndAlso: "{left:and} and {right:not}",
    ast.Negation: "not {operand:not}",
    ast.Quantified: "{word} {name} in {source:among} satisfies {condition:not}",
    ast.Comparison: "{left:side} {operator} {right:sum}",
    ast.AdjacentTest: "{left:sum} adjacent to {right:sum}",
    ast.WithinTest: "{left:sum} within {range:atom} of {right:sum}",
    ast.Minus: "-{operand:unary}",
    ast.Range: "{first:sum} to {last:sum}",
    ast.BestOf: "those of {source:operand} with {measures| then }",
    ast.RandomOf: "random of {source:operand}",
    ast.Measure: "the {form} {value:sum}",
}

_LEVEL_OF: dict[type[ast.Node], str] = {
    ast.Ternary: "expr",
    ast.Range: "expr",
    ast.BestOf: "expr",
    ast.RandomOf: "expr",
    ast.OrElse: "or",
    ast.AndAlso: "and",
    ast.Negation: "not",
    ast.Quantified: "not",
    ast.Comparison: "test",
    ast.IsTest: "test",
    ast.HasTest: "test",
    ast.InTest: "test",
    ast.AdjacentTest: "test",
    ast.WithinTest: "test",
    ast.Minus: "unary",
}


def unparse(node: ast.Node) -> str:
    """The canonical text of a node; the lines of its blocks are indented relative to the node."""
    kind = type(node)
    return _SPECIAL[kind](node) if kind in _SPECIAL else _filled(node, _ROWS[kind])


def in_one_line(node: ast.Node) -> str:
    """The canonical text of a node in one line; a place in the text may leave out the bracket that ends a node."""
    return " ".join(unparse(node).split())


def _filled(node: ast.Node, row: str) -> str:
    text = ""
    for piece, name, level, separator in _pieces(row):
        if not name:
            text += piece
            continue
        value = getattr(node, name)
        if piece:
            before, after = piece.split("\0")
            text += (
                "" if value is None or value == () or value == "" else before + _shown(value, level, separator) + after
            )
        else:
            text += _shown(value, level, separator)
    return text


@cache
def _pieces(row: str) -> tuple[tuple[str, str, str, str], ...]:
    """Splits a row into plain text and fields; for a field in `[ … ]`, with the text around it."""
    found: list[tuple[str, str, str, str]] = []
    for optional, plain, text in re.findall(r"\[([^\]]*\}[^\]]*)\]|(\{[^}]*\})|([^\[\]{}]+)", row):
        if text:
            found.append((text, "", "", ""))
            continue
        before, inside, after = re.split(r"\{([^}]*)\}", optional or plain)
        field, _, separator = inside.partition("|")
        name, _, level = field.partition(":")
        found.append((f"{before}\0{after}" if optional else "", name, level or "expr", separator))
    return tuple(found)


def _shown(value: Any, level: str, separator: str) -> str:
    if isinstance(value, ast.Node):
        return _bound(value, level)
    if isinstance(value, str | int):
        return str(value)
    shown = [_shown(item, level, "") for item in value]
    return "".join("\n" + _indented(item) for item in shown) if separator == "block" else separator.join(shown)


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.split("\n"))


def _bound(node: ast.Node, level: str) -> str:
    """The text of a node, in brackets if it binds more loosely than its place allows."""
    if level == "body":
        return unparse(node) if isinstance(node, ast.FunctionBody) else f" = {unparse(node)}"
    if level in _OPEN.get(type(node), ()):
        return unparse(node)
    level = "or" if level == "source" else level
    if isinstance(node, ast.Query) and level in _BARE and (_BARE[level][1] or _level(node) == "test"):
        return unparse(node)
    needed = _BARE[level][0] if level in _BARE else level
    text = unparse(node)
    return text if _LEVELS[_level(node)] >= _LEVELS[needed] else f"({text})"


def _level(node: ast.Node) -> str:
    if isinstance(node, ast.Query):
        return "expr" if node.condition is not None or node.preferences else "test"
    if isinstance(node, ast.Arithmetic):
        return "sum" if node.operator in "+-" else "product"
    return _LEVEL_OF.get(type(node), "atom")


# ---- nodes without a row -------------------------------------------------------------------------


def _annotated(node: ast.Annotated[ast.Node]) -> str:
    return " ".join(unparse(row) for row in node.rows) + "\n" + unparse(node.node)


def _type(node: ast.TypeRef) -> str:
    form, _, card = node.form.partition("-")
    name = node.name.text + " card" * ("card" in (form, card)) + "?" * (form == "optional")
    return f"{form} of {name}" if form in ("set", "list") else name


def _function_case(node: ast.FunctionCase) -> str:
    if node.form == "value":
        return unparse(node.value)
    head = "otherwise" if node.condition is None else f"when {unparse(node.condition)}"
    return head + unparse(node.value) if isinstance(node.value, ast.FunctionBody) else f"{head}: {unparse(node.value)}"


def _table(node: ast.TableDef) -> str:
    head = _filled(node, "table {name}({params|, }) -> {result}:")
    return head + (" unknown" if node.rows is None else _shown(node.rows, "expr", "block"))


def _table_row(node: ast.TableRow) -> str:
    return f"{unparse(node.case) if node.case is not None else 'otherwise'}: {unparse(node.value)}"


def _verb(node: ast.VerbDef) -> str:
    given = [param for param in node.params if param.preposition == "gives"]
    taken = replace(node, params=node.params[: len(node.params) - len(given)])
    head = _filled(taken, "{word} {name}({params|, })") + "".join(f" {unparse(param)}" for param in given)
    return head + " at once" * node.at_once + unparse(node.body)


def _stacking(name: ast.Ident | None) -> str:
    if name is None:
        return ""
    return f" stacks {name.text}" if name.text in _PLAIN_STACKING else f" stacks by {name.text}"


def _stat(node: ast.StatDef) -> str:
    return _filled(node, "stat {name} of {kind}[ = {value}]") + _stacking(node.stacking)


def _status(node: ast.StatusDef) -> str:
    head = _filled(node, "status {name}[({params|, })] of {kind}") + _stacking(node.stacking)
    return head + _filled(node, "[:{abilities|block}]")


def _heading(node: ast.HeadingDef) -> str:
    head = _filled(node, "heading {name}[({params|, })] of {kind} = ")
    return head + unparse(node.ability).removesuffix(":")


def _whenever(node: ast.WheneverDef) -> str:
    each = "" if node.each is None else f"each {node.each.name.text} in {_bound(node.each.source, 'or')} where "
    return f"whenever {each}{unparse(node.condition)}{unparse(node.body)}"


def _adjust(node: ast.Adjust) -> str:
    sign = "-" if node.sign < 0 else "+"
    return sign + _filled(node, "{amount:atom} {stat}[ for {scope:operand}][ while {condition}]")


def _answer(node: ast.Trigger | ast.Reaction) -> str:
    timing = "instead of" if node.timing == "instead" else node.timing
    label = f'"{node.label}" ' if isinstance(node, ast.Reaction) and node.label else ""
    word = f"react {label}" if isinstance(node, ast.Reaction) else ""
    return f"{word}{timing} " + _filled(node, "{pattern}[ {headers| }]{body}")


def _ai_step(node: ast.AiStep) -> str:
    head = "otherwise:" if node.condition is None else f"when {unparse(node.condition)}:"
    lines = [*map(unparse, node.body), *(f"then {unparse(s)}" for s in node.thens), *["read on"] * node.read_on]
    return head + "".join("\n" + _indented(line) for line in lines)


def _change(node: ast.ChangeStmt) -> str:
    return ("decrease" if node.sign < 0 else "increase") + _filled(node, " {place} by {amount}")


def _pattern_operand(node: ast.PatternOperand) -> str:
    # A bare text after a pattern would be parsed as a message.
    row = "({value})[ {filters| }]" if isinstance(node.value, ast.TextLiteral) else "{value:atom}[ {filters| }]"
    return _filled(node, row)


def _message(node: ast.Message) -> str:
    return '"' + "".join(p if isinstance(p, str) else "{" + unparse(p) + "}" for p in node.parts) + '"'


def spaced(words: Iterable[str]) -> str:
    """The words of a printed line with spaces between them, but none before ``, ; : . )``, after ``(`` or
    after a sign.
    """
    return re.sub(r" (?=[,;:.)])|(?<=\() |(?<=(?<!\w)[-+/]) ", "", " ".join(word for word in words if word))


def _line(node: ast.Line) -> str:
    return spaced(piece.text for piece in node.pieces)


def _call_stmt(node: ast.CallStmt) -> str:
    return unparse(node.call) + " or stop" * node.stops


def _offer(node: ast.OfferStmt) -> str:
    return _filled(node, "offer {classes|, } to {player:operand}[ for {subject:operand}]") + " once" * node.once


def _put(node: ast.PutStmt) -> str:
    if node.end in ("before", "after"):
        return _filled(node, "put {entity:operand} {end} {place:operand}")
    return _filled(node, "put {entity:operand} into {place:operand}") + (" at top" if node.end == "top" else "")


def _if(node: ast.IfStmt) -> str:
    text = _filled(node, "if {condition}{body}")
    if node.otherwise is None:
        return text
    below = node.otherwise.statements
    is_chain = len(below) == 1 and isinstance(below[0], ast.IfStmt)
    return f"{text}\nelse {unparse(below[0])}" if is_chain else f"{text}\nelse{unparse(node.otherwise)}"


def _choose(node: ast.ChooseStmt) -> str:
    row = "choose [{amount} ]{name} from {source}[ by {player:operand}][ such that {such_that}][{body}]"
    return _filled(node, row) + _filled(node, "[\nelse{otherwise}]")


def _amount(node: ast.Amount) -> str:
    if node.limit is None:
        return "random" if node.form == "random" else "any number of"
    if node.least is not None:
        return _filled(node, "{least:atom} to {limit:atom}")
    return ("up to " if node.form == "at_most" else "exactly ") + _bound(node.limit, "atom")


def _until_event(node: ast.UntilEvent) -> str:
    return f"until {node.edge} of {'next ' * node.skip}{unparse(node.pattern)}"


def _list_literal(node: ast.ListLiteral) -> str:
    return f"[{_shown(node.items, 'expr', ', ')}]"


def _negatable(word: str, negated: str, right: str) -> Callable[[Any], str]:
    def show(node: ast.IsTest | ast.HasTest | ast.InTest) -> str:
        middle = negated if node.negated else word
        return f"{_bound(node.left, 'sum')} {middle} {_bound(node.right, right)}"

    return show


def _arithmetic(node: ast.Arithmetic) -> str:
    row = (
        "{left:sum} {operator} {right:product}" if node.operator in "+-" else "{left:product} {operator} {right:unary}"
    )
    return _filled(node, row)


def _query(node: ast.Query) -> str:
    words = {"count": "count of", "up": f"up to {node.limit}", "the": "the one"}
    quantifier = words.get(node.quantifier, node.quantifier)
    row = "{noun}" + " card" * node.card + "[ {filters| }][ where {condition:or}][ preferring {preferences| then }]"
    return f"{quantifier} " + _filled(node, row)


def _filter(node: ast.Filter) -> str:
    words = {"adjacent": "adjacent to", "other": "other than"}
    if node.range is not None:
        return _filled(node, "within {range:atom} of {value:atom}")
    return f"{words.get(node.form, node.form)} {_bound(node.value, 'atom')}"


_SPECIAL: dict[type[ast.Node], Callable[[Any], str]] = {
    ast.Annotated: _annotated,
    ast.TypeRef: _type,
    ast.FunctionCase: _function_case,
    ast.TableDef: _table,
    ast.TableRow: _table_row,
    ast.VerbDef: _verb,
    ast.StatDef: _stat,
    ast.StatusDef: _status,
    ast.HeadingDef: _heading,
    ast.WheneverDef: _whenever,
    ast.Adjust: _adjust,
    ast.Trigger: _answer,
    ast.Reaction: _answer,
    ast.AiStep: _ai_step,
    ast.ChangeStmt: _change,
    ast.Message: _message,
    ast.Line: _line,
    ast.PatternOperand: _pattern_operand,
    ast.OfferStmt: _offer,
    ast.PutStmt: _put,
    ast.IfStmt: _if,
    ast.CallStmt: _call_stmt,
    ast.ChooseStmt: _choose,
    ast.Amount: _amount,
    ast.UntilEvent: _until_event,
    ast.BoolLiteral: lambda node: "true" if node.value else "false",
    ast.ListLiteral: _list_literal,
    ast.IsTest: _negatable("is", "is not", "sum"),
    ast.HasTest: _negatable("has", "lacks", "atom"),
    ast.InTest: _negatable("in", "not in", "sum"),
    ast.Arithmetic: _arithmetic,
    ast.Query: _query,
    ast.Filter: _filter,
    ast.Preference: lambda node: _filled(node, "{form}[ {name}][ {value:atom}]"),
}

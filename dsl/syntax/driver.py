"""Reads sound texts by the tables that Lark makes of the grammar, without Lark.

Job: carry out the actions of the tables, and the layout of lines. Input: the tables, a builder, a range of a Source.
Output: what the builder makes, the same as by Lark. A text that is not of the language raises `Unread`: Lark then says
where it fails, and what may stand there. Must never accept a text that Lark refuses.
"""

# The library's own data has no types:
# pyright: basic, reportArgumentType=false, reportOptionalSubscript=false
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from dsl.dataclass import dataclass
from dsl.source import Span
from dsl.syntax.tokens import LEAVES
from dsl.syntax.tree_builder import Builder

_NL, _INDENT, _DEDENT, _END = "_NL", "_INDENT", "_DEDENT", "$END"
_BRACKETS = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}
_TAB = 8  # the width of a tab
_WIDTH = 4  # places on the stack for each symbol: a state, a value, where it starts and ends

_Pick = Callable[[list[Any]], list[Any]]
_Make = Callable[[list[Any]], tuple[Any, "int | None", "int | None"]]


class Unread(Exception):
    """The text is not of the language."""


@dataclass(frozen=True, slots=True)
class _Symbol:
    name: str
    is_term: bool
    filter_out: bool


class _Rule:
    """A rule of the grammar, of the data of the tables."""

    def __init__(self, data: dict[str, Any]) -> None:
        options = data["options"]
        self.origin: str = data["origin"]["name"]
        self.alias: str | None = data["alias"]
        self.absent: list[bool] = options["empty_indices"]
        self.expansion = [
            _Symbol(part["name"], part["__type__"] == "Terminal", part.get("filter_out", False))
            for part in data["expansion"]
        ]
        names = [symbol.name for symbol in self.expansion]
        self.passes_on = passes_on(self.origin, names, options["expand1"] and self.alias is None)


class _Terminal:
    """A token of the grammar: a text, or what a pattern matches."""

    def __init__(self, data: dict[str, Any]) -> None:
        pattern = data["pattern"]
        self.name: str = data["name"]
        self.is_text = pattern["__type__"] == "PatternStr"
        self.value: str = pattern["value"]
        self.priority: int = data["priority"]
        self.regexp = re.sub(r"(\W)", r"\\\1", self.value) if self.is_text else self.value
        width = len(self.value) if self.is_text else pattern["_width"][1]
        self.order = (-self.priority, -width, -len(self.value), self.name)


def passes_on(origin: str, names: list[str], expands: bool) -> bool:
    """Whether a rule only passes on its single child (``?atom: path``, ``operand: atom``), as most reductions do."""
    stands = expands or origin in ("operand", "scope")
    return stands and len(names) == 1 and not names[0].startswith("_") and names[0].islower()


class Driver:
    """Reads texts for one builder."""

    def __init__(self, tables: dict[str, Any], builder: Builder) -> None:
        made = dict(tables["memo"])
        data = tables["data"]["parser"]
        table, lexer = data["parser"], data["lexer_conf"]
        names = [name for _, name in table["tokens"]]
        terminals = [_Terminal(made[part["@"]]) for part in lexer["terminals"]]
        self.first_states: dict[str, int] = table["start_states"]
        self.last_states: dict[str, int] = table["end_states"]
        self.builder = builder
        self.rows = _Rows(table["states"], names, made, builder)
        self.scanners = _Scanners(sorted(terminals, key=lambda each: each.order), lexer["ignore"], self.rows)

    def read(self, span: Span, margin: int, goal: str) -> Any:
        """What the builder makes of a text; ``margin`` is the column at which its lines begin."""
        builder, rows, scanners, leaves = self.builder, self.rows, self.scanners, LEAVES
        source, text, position, end = span.source, span.source.text, span.start, span.end
        state, last, lines, kind = self.first_states[goal], self.last_states[goal], _Lines(margin), ""
        builder.source = source
        waiting, builder.made, value = lines.waiting, 0, cast("Any", None)
        stack: list[Any] = [state, None, None, None]
        while True:
            if waiting:
                kind, value, start, stop = waiting.pop(), None, None, None
            else:
                match, words = scanners[state]
                found = match(text, position, end)
                if found is None:
                    scanners.end(text, position, end)
                    lines.end(kind)
                    continue
                kind = found.lastgroup
                start, position = found.span(kind)
                stop, value = position, text[start:position]
                if kind == _NL:
                    lines.line_end(value)
                    continue
                if kind in words:
                    kind = words[kind].get(value, kind)
                if kind in leaves:
                    value = leaves[kind](source, value, start, stop)
                elif kind in _BRACKETS:
                    lines.depth += _BRACKETS[kind]
            action = rows[state].get(kind)
            while action.__class__ is not int:
                if action.__class__ is _Passing:
                    state, action = action[stack[-_WIDTH - _WIDTH]]
                    stack[-_WIDTH] = state
                    continue
                if action is None:
                    raise Unread
                origin, size, build = action
                made = build(stack[-size:])
                del stack[-size:]
                state = rows[stack[-_WIDTH]][origin]
                if state == last and kind == _END:
                    return made[0]
                stack += (state, *made)
                action = rows[state].get(kind)
            state = action
            stack += (state, value, start, stop)


def _made(build: Callable[[Any], Any] | None, pick: _Pick | None, builder: Builder) -> _Make:
    """What makes the value of a rule from its symbols on the stack, and says where it starts and ends."""
    if build is None:
        return _listed(pick)

    def make(symbols: list[Any]) -> tuple[Any, int | None, int | None]:
        start, stop, children = symbols[2], symbols[-1], symbols[1::_WIDTH]
        if start is None or stop is None:
            start, stop = _outer(symbols)
        if pick is not None:
            children = pick(children)
        builder.start, builder.end = start or 0, stop or 0
        builder.made += 1
        made = build(children)
        span = getattr(made, "span", None)
        return (made, start, stop) if span is None else (made, span.start, span.end)

    return make


def _listed(pick: _Pick | None) -> _Make:
    """The children of a rule that has no node: they become those of the rule above it."""

    def make(symbols: list[Any]) -> tuple[Any, int | None, int | None]:
        start, stop, children = symbols[2], symbols[-1], symbols[1::_WIDTH]
        if start is None or stop is None:  # layout and empty parts have no place
            start, stop = _outer(symbols)
        return (children if pick is None else pick(children)), start, stop

    return make


def _outer(symbols: list[Any]) -> tuple[int | None, int | None]:
    """The first place at which a symbol starts, and the last at which one ends."""
    starts = [at for at in symbols[2::_WIDTH] if at is not None]
    stops = [at for at in symbols[3::_WIDTH] if at is not None]
    return (starts[0], stops[-1]) if starts else (None, None)


class _Lines:
    """The indentation of lines, as tokens that wait to be read; the next one is last in ``waiting``."""

    def __init__(self, margin: int) -> None:
        self.margin = margin
        self.depth = 0  # of brackets; in them, lines do not count
        self.indents = [0]
        self.waiting: list[str] = []
        self.has_ended = False

    def line_end(self, written: str) -> None:
        """A line end in the text, with the indentation of the next line."""
        if self.depth > 0:
            return
        indent = written.rpartition("\n")[2]
        if "#" in indent:  # a comment ends the text, and nothing follows it
            indent = ""
        indent = indent[self.margin :]  # the margin of a YAML block does not belong to the text
        self._to(indent.count(" ") + indent.count("\t") * _TAB)

    def end(self, before: str) -> None:
        """The end of the text; ``before`` is the token before it."""
        if self.has_ended:
            raise Unread
        self.has_ended = True
        if before and before not in (_NL, _INDENT, _DEDENT) and self.depth <= 0:
            self._to(0)
        self.waiting[:0] = [_END, *[_DEDENT for _ in self.indents[1:]]]

    def _to(self, indent: int) -> None:
        indents = self.indents
        if indent > indents[-1]:
            indents.append(indent)
            self.waiting += (_INDENT, _NL)
            return
        steps = [_NL]
        while indent < indents[-1]:
            indents.pop()
            steps.append(_DEDENT)
        if indent != indents[-1]:
            raise Unread
        self.waiting += reversed(steps)


class _Passing(dict[int, tuple[int, Any]]):
    """A reduction that passes on its child, with those that follow it: by the state below the child, the state and
    the action after them.
    """

    def __init__(self, rows: _Rows, kind: str, origin: str) -> None:
        self.rows, self.kind, self.origin = rows, kind, origin

    def __missing__(self, below: int) -> tuple[int, Any]:
        state = self.rows[below][self.origin]
        action = self.rows[state].get(self.kind)
        self[below] = action[below] if type(action) is _Passing else (state, action)
        return self[below]


class _Rows(dict[int, dict[str, Any]]):
    """By state and symbol: the next state, a rule to reduce by, or a rule that passes on its child."""

    def __init__(self, states: list[list[int]], names: list[str], made: dict[int, Any], builder: Builder) -> None:
        self.states, self.names, self.made, self.builder = states, names, made, builder
        self.rules: dict[int, tuple[_Rule, Any]] = {}

    def __missing__(self, state: int) -> dict[str, Any]:
        row, names = self.states[state], self.names  # pairs of a symbol and an action: a state, or a rule from -1 on
        self[state] = {
            names[row[at]]: row[at + 1] if row[at + 1] >= 0 else self._action(names[row[at]], -1 - row[at + 1])
            for at in range(0, len(row), 2)
        }
        return self[state]

    def _action(self, kind: str, number: int) -> Any:
        if number not in self.rules:
            rule = _Rule(self.made[number])
            self.rules[number] = rule, self._plan(rule)
        rule, plan = self.rules[number]
        return _Passing(self, kind, rule.origin) if plan is _Passing else plan

    def _plan(self, rule: _Rule) -> Any:
        if not rule.expansion:  # the empty file: Lark reads it
            return None
        first = rule.expansion[0]
        is_inner = len(rule.expansion) == 1 and not first.is_term and first.name.startswith("_")
        build = getattr(self.builder, rule.alias or rule.origin, None)
        if rule.passes_on or (is_inner and build is None):
            return _Passing
        return rule.origin, len(rule.expansion) * _WIDTH, _made(build, _pick(rule), self.builder)


def _pick(rule: _Rule) -> _Pick | None:
    """What keeps the children of a rule: without words and signs, with None for parts that may be left out."""
    absent = "".join("1" if is_absent else "0" for is_absent in rule.absent) or "0" * len(rule.expansion)
    before = [len(ones) for ones in absent.split("0")]
    order: list[int] = []  # the number of a child; -1 for None
    several: list[int] = []  # the children whose own children are kept
    for index, symbol in enumerate(rule.expansion):
        order += [-1] * before[index]
        if not (symbol.is_term and symbol.filter_out):
            order.append(index)
            if not symbol.is_term and symbol.name.startswith("_"):
                several.append(index)
    order += [-1] * before[-1]
    if order == list(range(len(rule.expansion))) and not several:
        return None
    return _gathering(order, frozenset(several)) if several else _choosing(order)


def _choosing(order: list[int]) -> _Pick:
    if -1 not in order:
        return lambda children: [children[index] for index in order]
    return lambda children: [None if index < 0 else children[index] for index in order]


def _gathering(order: list[int], several: frozenset[int]) -> _Pick:
    first, *rest = order

    def gather(children: list[Any]) -> list[Any]:
        # A list grows with each of its entries, so that the first child is not copied.
        kept: list[Any] = children[first] if first in several else [None if first < 0 else children[first]]
        for index in rest:
            if index in several:
                kept += children[index]
            else:
                kept.append(None if index < 0 else children[index])
        return kept

    return gather


class _Scanners(dict[int, tuple[Callable[..., Any], dict[str, dict[str, str]]]]):
    """By state of the parser: what matches the next token, and the words among its matches that are other tokens."""

    def __init__(self, terminals: list[_Terminal], ignored: list[str], rows: _Rows) -> None:
        self.terminals = [terminal for terminal in terminals if terminal.name not in ignored]
        self.rows = rows
        self.made: dict[frozenset[str], Any] = {}
        skipped = [terminal.regexp for terminal in terminals if terminal.name in ignored]
        self.skipped = f"(?:{'|'.join(skipped)})*+"
        self.all_skipped = re.compile(self.skipped).fullmatch

    def __missing__(self, state: int) -> Any:
        accepted = frozenset((*self.rows[state], _NL))
        if accepted not in self.made:
            self.made[accepted] = self._scanner([each for each in self.terminals if each.name in accepted])
        self[state] = self.made[accepted]
        return self[state]

    def end(self, text: str, position: int, end: int) -> None:
        """Raises `Unread` unless the text is at its end, but for blanks and comments."""
        if self.all_skipped(text, position, end) is None:
            raise Unread

    def _scanner(self, terminals: list[_Terminal]) -> Any:
        words = {terminal.name: _words(terminal, terminals) for terminal in terminals if not terminal.is_text}
        inner = {name for found in words.values() for name in found.values()}
        groups = [f"(?P<{t.name}>{t.regexp})" for t in terminals if t.name not in inner]
        pattern = re.compile(f"{self.skipped}(?:{'|'.join(groups)})")
        return pattern.match, {name: found for name, found in words.items() if found}


def _words(terminal: _Terminal, terminals: list[_Terminal]) -> dict[str, str]:
    """The words that a pattern matches, too, and that are tokens of their own: by their text, their names."""
    pattern = re.compile(terminal.regexp)
    texts = [other for other in terminals if other.is_text and other.priority == terminal.priority]
    return {other.value: other.name for other in texts if pattern.fullmatch(other.value)}

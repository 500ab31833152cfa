"""Texts made by the grammar: any of its rules as words, the names taken from a game.

Job: unfold a rule of `dsl/syntax/grammar.lark` at random, to a bounded depth, and lay its words out as an author would.
Input: a generator of chance, names. Output: text that the parser can read, and most of which the checker refuses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from lark import Lark

ROOT = Path(__file__).parents[2]
DEPTH = 14
# Which rule makes a piece of which sort.
RULES = {
    "definition": "definition", "ability": "ability", "modifier": "modifier", "statement": "_statement",
    "expression": "or_", "header": "header", "duration": "duration", "Query": "query", "Pattern": "pattern",
    "Filter": "_filter", "Preference": "preference", "AiStep": "ai_step", "Reference": "reference", "TypeRef": "type",
}  # fmt: skip
STARTS = ["rules_file", "ability_file", "statement_file", "expression_file"]
NUMBERS = ("0", "1", "2", "3", "7", "100", "9007199254740992")
TEXTS = ('"a"', '"{self} is here"', '""', '"ж {1 + 1}"')


@cache
def _rules() -> dict[str, list[tuple[tuple[str, bool], ...]]]:
    """Each rule as its expansions: names, and whether they are terminals."""
    text = (ROOT / "dsl" / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    # The rules are the same for every parser; this one has no tables, which take a second to make.
    lark = Lark(text, parser="earley", lexer="basic", start=STARTS, maybe_placeholders=False, postlex=_Layout())
    found: dict[str, list[tuple[tuple[str, bool], ...]]] = {}
    for rule in lark.rules:
        found.setdefault(str(rule.origin.name), []).append(tuple((str(s.name), s.is_term) for s in rule.expansion))
    _patterns.update({str(t.name): t.pattern for t in lark.terminals})
    return found


_patterns: dict[str, Any] = {}


class _Layout:
    """What the grammar's indentation is to its maker: nothing."""

    always_accept = ("_NL",)

    def process(self, stream: Any) -> Any:
        return stream


@cache
def _depths() -> dict[str, float]:
    """How deep a rule is at least."""
    rules = _rules()
    found = dict.fromkeys(rules, math.inf)
    for _ in range(60):
        for name, expansions in rules.items():
            found[name] = min(1 + max((0 if term else found[s] for s, term in e), default=0) for e in expansions)
    return found


class Writer:
    """Writes texts with the names and functions of a game."""

    def __init__(self, chance: Random, names: Sequence[str], functions: Sequence[str]) -> None:
        self.chance, self.names, self.functions = chance, names or ("a",), functions or ("max",)

    def text(self, sort: str, depth: int = DEPTH) -> str:
        """A piece of this sort at the left margin."""
        words: list[str] = []
        self._unfold(RULES[sort], depth, words)
        return _laid_out(words)

    def _unfold(self, rule: str, depth: int, words: list[str]) -> None:
        depths = _depths()
        fitting = [e for e in _rules()[rule] if max((0 if t else depths[s] for s, t in e), default=0) < depth]
        if not fitting:
            least = min(_rules()[rule], key=lambda e: max((0 if t else depths[s] for s, t in e), default=0))
            fitting = [least]
        for name, is_term in self.chance.choice(fitting):
            if is_term:
                words.append(self._word(name))
            else:
                self._unfold(name, depth - 1, words)

    def _word(self, name: str) -> str:
        chance = self.chance
        match name:
            case "NAME":
                return chance.choice(self.names)
            case "FUNC":
                return chance.choice(self.functions) + "\0"
            case "INT":
                return chance.choice(NUMBERS)
            case "DICE":
                return chance.choice(("d6", "2d6", "d1", "d4"))
            case "STRING":
                return chance.choice(TEXTS)
            case "ROW":
                return "@SK-ORDER-01"
            case "_NL" | "_INDENT" | "_DEDENT":
                return name
            case "ADD" | "MUL" | "CMP":
                return chance.choice(
                    {"ADD": ("+", "-"), "MUL": ("*",), "CMP": ("==", "!=", "<", "<=", ">", ">=")}[name]
                )
            case _:
                return str(_patterns[name].value)


def _laid_out(words: list[str]) -> str:
    """Words as lines: an end of line, and how far the next one stands in."""
    lines, line, level = [], "", 0
    for word in words:
        if word == "_NL":
            lines.append(line)
            line = ""
        elif word in ("_INDENT", "_DEDENT"):
            level += 1 if word == "_INDENT" else -1
        elif not line:
            line = "  " * level + word
        else:
            line += word if line.endswith("\0") else " " + word
    return "\n".join([*lines, line] if line else lines).replace("\0", "")

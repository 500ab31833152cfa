"""A word in a name contains letters of two alphabets.

Some Latin and Cyrillic letters look the same, and a search does not find a name with both. Type the word again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule

FOUND = Finder("mixed-script")


_WORD = re.compile(r"[^\W\d_]+")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for _, value in context.names:
        for match in _WORD.finditer(value.text):
            if {"LATIN", "CYRILLIC"} <= {unicodedata.name(char, "").partition(" ")[0] for char in match.group()}:
                message = f"`{match.group()}` is written with Latin and Cyrillic letters"
                yield FOUND(value.span, message, help="type the word anew, in one alphabet")


RULE = Rule(
    "mixed-script",
    "text",
    "a word in two alphabets",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Pазведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    check=check,
)

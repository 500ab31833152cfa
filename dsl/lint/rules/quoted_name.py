"""A name stands in the quotes of a word processor.

YAML knows straight quotes only, so these are displayed as a part of the name. `check --fix` makes them straight.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Fix
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule

FOUND = Finder("quoted-name")
_QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’"}


def check(context: LintContext) -> Iterator[Diagnostic]:
    for _, value in context.names:
        text, written = value.text, value.span.text
        inner = text[1:-1]
        if len(text) < 3 or text[-1] not in _QUOTES.get(text[0], "") or set(inner) & set('“”„«»‘"\\'):
            continue
        fix = Fix(value.span, f'"{inner}"') if written == text else None
        yield FOUND(value.span, "the quotes belong to this name, and are displayed", help=f'write "{inner}"', fix=fix)


RULE = Rule(
    "quoted-name",
    "text",
    "a name in the quotes of a word processor",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: “Scout”, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: "Scout", ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    check=check,
)

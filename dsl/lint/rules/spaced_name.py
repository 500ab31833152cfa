"""A name begins or ends with a space, or contains two spaces in a row.

The spaces are displayed, and a search for the name fails. `check --fix` removes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Fix
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule

FOUND = Finder("spaced-name")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for _, value in context.names:
        wanted = " ".join(value.text.split(" ")).strip()
        while "  " in wanted:
            wanted = wanted.replace("  ", " ")
        written = value.span.text
        if value.text != wanted and value.text in written:
            fix = Fix(value.span, written.replace(value.text, wanted))
            yield FOUND(value.span, "the name has stray spaces", help=f'write "{wanted}"', fix=fix)


RULE = Rule(
    "spaced-name",
    "text",
    "a name with stray spaces",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: "Scout ", ru: Разведчик}, provenance: house, level: 2, hp: 3}
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

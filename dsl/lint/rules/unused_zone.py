"""A zone is declared, but no rule, card or test names it.

Use the zone, or delete it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused

FOUND = Finder("unused-zone")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    kinds = context.vocab.kinds.values()
    declared = ((field.name, field.span) for kind in kinds for field in kind.fields.values() if field.zone)
    yield from unused(context, FOUND, "zone", declared)


RULE = Rule(
    "unused-zone",
    "dead",
    "a zone that nothing uses",
    __doc__,
    bad={
        "player_fields": """\
attic: {zone: unit}
""",
    },
    good={
        "player_fields": """\
attic: {zone: unit}
""",
        "ability": """\
passive while size(self.owner.attic) > 1: +1 armor
""",
    },
    whole=whole,
)

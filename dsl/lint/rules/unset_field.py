"""A field of the state is read, but no rule, card, scenario or test ever gives it a value.

It is no, 0, none or empty for the whole of every match, so that what asks for it is always answered alike: a card that
waits for it does nothing. Not reported are fields with a default of their own, printed fields, zones, stats that
modifiers change, what the core reads, and fields that implement a row of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.rules.unused_field import CORE

FOUND = Finder("unset-field")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    summary, vocab = context.summary, context.vocab
    given = summary.names_in("set_fields") | summary.names_in("listed_cards") | summary.names_in("modified_stats")
    for kind in vocab.kinds.values():
        for field in kind.fields.values() if kind.name not in vocab.traits and not kind.part else ():
            is_state = not (field.printed or field.zone or field.rows or field.default) and field.has_default
            if is_state and field.name not in (*CORE, *given) and field.name in summary.words:
                told = f"nothing gives `{field.name}` of {kind.name} a value, so it is always as it begins"
                yield FOUND(field.span, told, help="set it where the game says so, or leave it out")


RULE = Rule(
    "unset-field",
    "dead",
    "a field that nothing gives a value",
    __doc__,
    bad={
        "fields": """\
blessed: bool
""",
        "ability": """\
passive while self.blessed: +1 armor
""",
    },
    good={
        "fields": """\
blessed: bool
""",
        "ability": """\
passive while self.blessed: +1 armor
after heal to self: set self.blessed to true
""",
    },
    whole=whole,
)

"""The text of a card has more than twelve lines.

A card has little space, and such a long text is usually a rule of the game: define a verb, keyword or status. Row ids,
comments and the steps of an AI are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("long-card-text")


_MOST = 12


def check(context: LintContext) -> Iterator[Diagnostic]:
    for card in context.cards:
        for text in card.texts:
            abilities = [ast.plain(ability) for ability in text.abilities]
            written = [ability.span.text for ability in abilities if not isinstance(ability, ast.Ai)]
            lines = [line.strip() for ability in written for line in ability.split("\n")]
            count = sum(1 for line in lines if line and line[0] not in "#@")
            if count > _MOST:
                message = f"the text of `{card.id}` has {count} lines"
                yield FOUND(card.span, message, help="make a verb, keyword or status of a part of it")


RULE = Rule(
    "long-card-text",
    "text",
    "a card text of more than twelve lines",
    __doc__,
    bad={
        "ability": """\
after tap self where self.damage == 1: heal 1 to self
after tap self where self.damage == 2: heal 2 to self
after tap self where self.damage == 3: heal 3 to self
after tap self where self.damage == 4: heal 4 to self
after tap self where self.damage == 5: heal 5 to self
after tap self where self.damage == 6: heal 6 to self
after tap self where self.damage == 7: heal 7 to self
after tap self where self.damage == 8: heal 8 to self
after tap self where self.damage == 9: heal 9 to self
after tap self where self.damage == 10: heal 10 to self
after tap self where self.damage == 11: heal 11 to self
after tap self where self.damage == 12: heal 12 to self
after tap self where self.damage == 13: heal 13 to self
""",
    },
    good={
        "ability": """\
after tap self: heal self.damage to self
""",
    },
    check=check,
)

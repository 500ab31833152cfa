"""A terrain is declared, but no rule, card or test names it.

On the board it has no effect. Write a rule for it, or delete it. A terrain that implements a row of the rulebook is not
reported. Every occurrence of the name counts as a use, whatever it means there, so a finding is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.mentions import unused
from dsl.reading.yaml_tree import Mapping
from dsl.source import Span

FOUND = Finder("unused-terrain")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    yield from unused(context, FOUND, "terrain", _declared(context))


def _declared(context: LintContext) -> Iterator[tuple[str, Span]]:
    ruleset = context.files.ruleset
    board = ruleset.get("board") if ruleset is not None else None
    terrain = board.get("terrain") if isinstance(board, Mapping) else None
    for key, _ in terrain.entries if isinstance(terrain, Mapping) else ():
        if not context.vocab.terrain.get(key.text):
            yield key.text, key.span


RULE = Rule(
    "unused-terrain",
    "dead",
    "a terrain that nothing asks about",
    __doc__,
    bad={
        "board": """\
board: {type: grid, metric: chebyshev, terrain: {mud: "~"}}
""",
    },
    good={
        "board": """\
board: {type: grid, metric: chebyshev, terrain: {mud: "~"}}
""",
        "ability": """\
passive while self.at has mud: -1 armor
""",
    },
    whole=whole,
)

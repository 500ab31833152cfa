"""The section `names` of the ruleset contains a word that the game does not declare.

The entry is never shown. Usually the word was renamed and the entry was not.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unused-name-entry")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab, ruleset = context.vocab, context.files.ruleset
    known = {
        *vocab.kinds, *vocab.enums, *vocab.dice, *vocab.nouns, *vocab.functions, *vocab.verbs, *vocab.events,
        *vocab.traits, *vocab.terrain, *vocab.rosters, *vocab.invariants,
        *vocab.symbols(), *(name for _, name in vocab.stats),
        *(value for enum in vocab.enums.values() for value in enum.values),
        *(field for kind in vocab.kinds.values() for field in kind.fields),
        *(step for verb in vocab.verbs.values() for step in verb.steps),
        *(param.name for verb in vocab.verbs.values() for param in verb.params),
        *context.summary.names_in("labels"),
    }  # fmt: skip
    node = ruleset.get("names") if ruleset is not None else None
    for key, _ in getattr(node, "entries", ()):
        if key.text not in known:
            yield FOUND(key.span, f"nothing is named `{key.text}`", help="name what is declared, or leave it out")


RULE = Rule(
    "unused-name-entry",
    "dead",
    "a name of a word that is not declared",
    __doc__,
    bad={
        "names": """\
speed: {en: Speed, ru: Скорость}
""",
    },
    good={
        "names": """\
armor: {en: Armor, ru: Броня}
""",
    },
    whole=whole,
)

"""A text of a card, keyword or status needs a word that the game's `words.yaml` does not have.

`cardwright text` and printed cards make these texts from the rules and the words of the game, in English and Russian;
where a word is missing, the text is left out. The rule looks at games with a `words.yaml`, and in the languages of the
game. A card whose `text:` gives what is printed on it needs no words in that language.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.results import Checked
from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unworded-text")


def check(context: LintContext) -> Iterator[Diagnostic]:
    vocab = context.vocab
    if vocab.words is None:
        return
    from dsl.wording.texts import GRAMMARS, lacking, writer

    own = {node for node, _ in vocab.definitions}
    traits = [trait.name for trait in vocab.traits.values() if trait.node in own]
    for language in (one for one in vocab.languages if one in GRAMMARS):
        for lack in lacking(writer(Checked(vocab, context.facts), language), context.cards, traits):
            help = lack.help or f"`cardwright text {vocab.game}` lists all that is missing"
            yield FOUND(lack.span, f"in the text in `{language}`: {lack.message}", help=help)


_UNIT = """\
nouns:
  unit:
    en: {one: unit, many: units}
    ru:
      gender: masculine
      one: [отряд, отряда, отряду, отряд, отрядом, отряде]
      many: [отряды, отрядов, отрядам, отряды, отрядами, отрядах]
"""
_TAP = """\
verbs:
  tap:
    en: {event: "{target} is tapped"}
    ru: {event: "{target} повернут"}
"""
_HEAL = """\
  heal:
    en: {do: "{target} {target|heals|heal} {amount}"}
    ru: {do: "{target} {target|лечит|лечат|лечите} {amount}"}
"""

RULE = Rule(
    "unworded-text",
    "text",
    "a text of a card that the words of the game cannot say",
    __doc__,
    bad={"ability": "after tap self: heal 2 to self\n", "words": _UNIT + _TAP},
    good={"ability": "after tap self: heal 2 to self\n", "words": _UNIT + _TAP + _HEAL},
    check=check,
)

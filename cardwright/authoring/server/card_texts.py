"""What an editor shows of a card's printed text and of its errata.

Job: say beside a printed text what the rules of the card say, and at an erratum what is different since then. Input: a
LiveGame, a place. Output: a few lines of Markdown. Reads one entry, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from cardwright.authoring.server.live import LiveGame
from dsl.checking.carriers import check_cards
from dsl.checking.expressions import context_of
from dsl.checking.results import Checked
from dsl.diagnostics import Sink
from dsl.game.entries import CardEntry
from dsl.game.errata import ERRATA
from dsl.lint.base import LintContext
from dsl.meaning.other_files import Cards
from dsl.meaning.vocab import Card
from dsl.reading.yaml_tree import Mapping, Node, Scalar
from dsl.wording.texts import GRAMMARS, MissingWords, Paragraph, card_text


def said_of_card(game: LiveGame, inside: str, at: int) -> str:
    """What is to be said at the `text:` or in the `errata:` of a card; empty elsewhere."""
    if not inside.startswith("cards/"):
        return ""
    game.worker.read(inside, range(at, at))
    context = game.worker.study(inside, Sink())
    for entry in context.files.cards if context is not None else ():
        found = next((pair for pair in entry.node.entries if pair[0].start <= at <= pair[1].end), None)
        if context is not None and found is not None:
            card = context.vocab.cards[entry.id]
            match found[0].text:
                case "text":
                    return "\n\n".join(_rules(game, context, card))
                case "errata":
                    return _erratum(game, context, (entry, card), at)
                case _:
                    return ""
    return ""


def _rules(game: LiveGame, context: LintContext, card: Card) -> Iterator[str]:
    """What the rules say, in each language in which a text is printed."""
    for language in card.printed:
        said = _sentences(game, context, card, language)
        if said:
            yield f"the rules say (`{language}`):\n\n{said}"


def _erratum(game: LiveGame, context: LintContext, of: tuple[CardEntry, Card], at: int) -> str:
    """What is different since the erratum at a place."""
    entry, card = of
    since = _day_at(entry.node.get(ERRATA), at)
    index = next((i for i, state in enumerate(entry.states) if since and state.since == since), None)
    states = (card, *card.others)
    if index is None or index + 1 >= len(states):
        return ""
    now, before = states[index], states[index + 1]
    lines = [f"**since {since}**", *_values(before, now)]
    for language in context.vocab.languages:
        old, new = (_sentences(game, context, state, language) for state in (before, now))
        if old != new:
            lines += [f"before (`{language}`): {old or '–'}", f"since then (`{language}`): {new or '–'}"]
    return "\n\n".join(lines)


def _day_at(node: Node | None, at: int) -> str:
    errata = getattr(node, "items", ())
    held = next((one for one in errata if isinstance(one, Mapping) and one.start <= at <= one.end), None)
    since = held.get("since") if held is not None else None
    return since.text if isinstance(since, Scalar) else ""


def _values(before: Card, now: Card) -> Iterator[str]:
    """The printed values that differ, as they are written."""
    for name in sorted(before.values.keys() | now.values.keys()):
        old, new = (card.values.get(name) for card in (before, now))
        if old != new and name not in {text.field for text in (*before.texts, *now.texts)}:
            yield f"`{name}`: {_shown(old)} → {_shown(new)}"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return ", ".join(map(_shown, cast("tuple[Any, ...]", value))) if isinstance(value, tuple) else f"`{value}`"


def _sentences(game: LiveGame, context: LintContext, card: Card, language: str) -> str:
    """What the rules of a state of a card say; empty where the game has no words for it."""
    shared, held = game.worker.checked, context.vocab.cards
    if context.vocab.words is None or language not in GRAMMARS or shared is None or not isinstance(held, Cards):
        return ""
    state = replace(card, printed={}, others=())
    vocab = replace(context.vocab, cards=Cards(held.other_files, {**held.own(), card.id: state}))
    facts = replace(context.facts, vocab=vocab, units=list(shared.facts.units))
    check_cards(context_of(facts, Sink()), shared.live, (state,))
    try:
        told = card_text(Checked(vocab, facts), card.id, language)
    except MissingWords:
        return ""
    return "\n\n".join(map(_paragraph, told))


def _paragraph(one: Paragraph) -> str:
    return f"**{one.title}** — {one.text}" if one.title else one.text

"""What stands beside the text that is being written: the card under the cursor, as it is printed.

Job: draw the face of a card and write its texts, from the file as it stands in the editor. Input: a LiveGame, the path
of a file, an offset. Output: plain data. Reads one entry, never the whole game, so that it can follow each key.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.authoring.card_facts import card_facts
from cardwright.authoring.faces.describe import Describer, Face
from cardwright.authoring.faces.layouts import style_of
from cardwright.authoring.faces.sheets import single
from cardwright.authoring.faces.typesetting import Look, Missing, shortened, typeset
from cardwright.authoring.faces.wording import rules_text
from cardwright.authoring.server.live import LiveGame
from compiler.build import Build
from compiler.lowering.printed import printed_cards
from dsl.checking.results import Checked
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity, Sink
from dsl.lint.base import LintContext
from dsl.meaning.other_files import Cards
from dsl.meaning.vocab import Card
from dsl.wording.texts import GRAMMARS, MissingWords, card_text


@dataclass(frozen=True, slots=True)
class Drawing:
    """A card that can be drawn, in one language; ``said`` has its texts by language, ``missing`` the words that the
    game lacks for them.
    """

    face: Face
    look: Look
    rows: tuple[str, ...]
    said: dict[str, list[tuple[str, str]]]
    missing: dict[str, list[str]]


class _AllCards(Cards):
    """The cards of the file, and those of other files as their own files have them."""

    def __init__(self, cards: Cards, game: LiveGame) -> None:
        super().__init__(cards.other_files, cards.own())
        self.game = game

    def __getitem__(self, key: str) -> Card:
        if key not in self.own():
            for inside in self.game.folder.files("cards"):
                view = self.game.view(inside) if key in self.game.source(inside).text else None
                found = _own(view).get(key) if view is not None else None
                if found is not None:
                    return found
        return super().__getitem__(key)


def _own(context: LintContext) -> dict[str, Card]:
    """The cards of a file that was studied."""
    held = context.vocab.cards
    return held.own() if isinstance(held, Cards) else {}


def described(game: LiveGame, inside: str, at: int, language: str) -> Drawing | str:
    """The card at an offset; where it cannot be drawn, why not, as a word for the page."""
    if not inside.startswith("cards/"):
        return "no-card"
    worker = game.worker
    if worker.checked is None or not worker.checked.sound:
        return "broken-game"
    worker.read(inside, range(at, at))
    context = worker.study(inside, Sink())
    entries = context.files.cards if context is not None else ()
    entry = next((e for e in entries if e.node.span.start <= at <= e.node.span.end), None)
    if context is None or entry is None:
        return "broken-card" if _is_faulty(game, inside, at, at) else "no-card"
    if _is_faulty(game, inside, entry.node.span.start, entry.node.span.end):
        return "broken-card"
    return _drawn(game, context, entry.id, language)


def _is_faulty(game: LiveGame, inside: str, start: int, end: int) -> bool:
    """Whether an error stands in a range of a file."""
    found = (item for item in game.found.get(inside, ()) if item.severity is Severity.ERROR)
    return any(item.span.start <= end and start <= item.span.end for item in found)


def _drawn(game: LiveGame, context: LintContext, card_id: str, language: str) -> Drawing:
    """The face and the texts of a card of a file that was read as it is now."""
    worker, held = game.worker, context.vocab.cards
    assert worker.checked is not None and isinstance(held, Cards)
    own = held.own()
    vocab = replace(context.vocab, cards=_AllCards(held, game))
    units = [*worker.checked.facts.units, *context.facts.units]
    checked = Checked(vocab, replace(context.facts, vocab=vocab, units=units))
    files = replace(worker.shared.files, cards=context.files.cards)
    build = Build(files, vocab, worker.shared.book, checked)
    (facts,) = (f for f in card_facts(build, printed_cards(vocab, (own[card_id],))) if f.id == card_id)
    language = language if language in vocab.languages else vocab.languages[0]
    describer = Describer(build, style_of(build), language, rules_text(build, language))
    kinds = held.other_files.kinds | {card.id: card.kind for card in own.values()}
    alike = sorted(id for id, kind in kinds.items() if kind == facts.kind)
    face = describer.face(facts, f"{alike.index(card_id) + 1}/{len(alike)}")
    said, missing = _said(checked, card_id)
    return Drawing(face, Look(describer.game(), language), own[card_id].rows, said, missing)


def _said(checked: Checked, card_id: str) -> tuple[dict[str, list[tuple[str, str]]], dict[str, list[str]]]:
    """The texts of a card by language, and the words that are missing."""
    said: dict[str, list[tuple[str, str]]] = {}
    missing: dict[str, list[str]] = {}
    for language in GRAMMARS if checked.vocab.words is not None else ():
        try:
            said[language] = [(told.title, told.text) for told in card_text(checked, card_id, language)]
        except MissingWords as lack:
            missing[language] = [fault.message for fault in lack.findings]
    return said, missing


def picture(drawing: Drawing) -> bytes | None:
    """The face as SVG, as `cardwright cards` draws it; None without the packages that draw."""
    try:
        (face,) = shortened([drawing.face])
        return typeset([face], [single([face], 0)], drawing.look, "svg")[0]
    except Missing:
        return None

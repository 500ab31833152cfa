"""``cardwright text``: writes the rules texts of cards, from the checked tree and the words of the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from cardwright.cli.days import day_option
from cardwright.cli.games import Reading, games_at, read_rules, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import refuse_given
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from compiler.lowering.told import lacking_words
from dsl.checking.results import Checked
from dsl.counts import numbered
from dsl.dataclass import dataclass
from dsl.meaning.lexicon import LANGUAGES
from dsl.meaning.vocab import Card
from dsl.suggest import suggest
from dsl.wording.texts import NoWords, Paragraph, Writer, card_paragraphs, trait_paragraphs, unused_words, writer

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Written:
    """What a card, keyword or status says; ``form`` is the kind of the card, or `keyword` or `status`."""

    id: str
    form: str
    name: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def length(self) -> int:
        return sum(len(p.title) + len(p.text) for p in self.paragraphs)


@click.command("text")
@click.argument("game", type=GamePath())
@click.argument("cards", nargs=-1)
@click.option("--lang", "--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
              help="markdown: a page with the source of each card and its text in all languages.")  # fmt: skip
@click.option("--play", is_flag=True, help="List instead what players are told in words made from names alone.")
@day_option
def command(game: Path, cards: tuple[str, ...], lang: str, form: str, **options: Any) -> int:
    """Write the texts of the CARDS of a GAME (default: all, with its keywords and statuses).

    The texts are made from the checked rules and the words in the game's words.yaml. A word that a text needs and that
    is not there is reported with its place, and nothing is written.
    """
    if options["play"]:
        told = "`--play` lists what all cards lack, as text"
        refuse_given({"cards": told, "form": told})
    if form == "markdown":
        refuse_given({"lang": "a page has the texts in all languages"})
    reading = read_rules(games_at([game])[0], day=options["day"])
    build = reading.build
    checked = build.checked if build is not None else None
    if report_errors(reading) or build is None or checked is None:
        return FINDINGS
    if options["play"]:
        return _list_lacking(reading, checked, lang)
    _check_ids(checked, cards)
    try:
        languages = (lang,) if form != "markdown" else LANGUAGES
        writers = [writer(checked, one) for one in languages]
    except NoWords as none:
        raise click.ClickException(str(none)) from none
    texts = [written(w, cards) for w in writers]
    missing = [fault for w in writers for fault in w.findings]
    for fault in missing:
        show(as_text(fault), err=True)
    if missing:
        say(f"{reading.shown}: {numbered(len(missing), 'missing word')}", err=True)
        return FINDINGS
    _show(checked, texts, lang, form)
    if not cards:
        _report_unused(checked, writers, build.seats)
    return CLEAN


def _list_lacking(reading: Reading, checked: Checked, lang: str) -> int:
    """Names what a match tells without words of the game; a finding, so that a game can keep itself complete."""
    assert reading.build is not None and reading.build.program is not None
    told = lacking_words(checked, reading.build.program, lang)
    lacking = list(dict.fromkeys(told.lacking))
    for name in lacking:
        say(f"  {name}")
    for name in told.idle:
        say(f"  nothing needs `{name}`")
    said = f"{len(lacking)} phrases made from names alone" if lacking else "all that players are told has words"
    say(f"{reading.shown}, {lang}: {said}")
    return FINDINGS if lacking or told.idle else CLEAN


def _check_ids(checked: Checked, cards: Sequence[str]) -> None:
    for card in cards:
        if card not in checked.vocab.cards:
            near = suggest(card, checked.vocab.cards)
            raise click.ClickException(f"the game has no card `{card}`" + (f"; {near}" if near else ""))


def written(w: Writer, cards: Sequence[str]) -> list[Written]:
    """The texts of the named cards; of all that have any, and of keywords and statuses, where none is named."""
    vocab, language = w.checked.vocab, w.grammar.language
    found: list[Written] = []
    for card in vocab.cards.values():
        if not cards or card.id in cards:
            found.append(Written(card.id, card.kind, card.names.get(language, ""), tuple(card_paragraphs(w, card.id))))
    for trait in () if cards else vocab.traits.values():
        paragraphs = tuple(trait_paragraphs(w, trait.name))
        found += [Written(trait.name, trait.form, p.title, (p,)) for p in paragraphs]
    return [one for one in found if one.paragraphs or cards]


def _show(checked: Checked, texts: list[list[Written]], lang: str, form: str) -> None:
    match form:
        case "json":
            show(as_json(_data(checked.vocab.game, lang, texts[0])))
        case "markdown":
            show(_page(checked, texts), nl=False)
        case _:
            show("\n\n".join(_lines(one) for one in texts[0]))


def _lines(one: Written) -> str:
    said = [f"{p.title} — {p.text}" if p.title and p.title != one.name else p.text for p in one.paragraphs]
    return "\n".join((f"{one.name} ({one.length})", *said))


def _data(game: str, lang: str, texts: list[Written]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": game,
        "language": lang,
        "texts": [
            {
                "id": one.id, "form": one.form, "name": one.name, "length": one.length,
                "paragraphs": [{"field": p.field, "title": p.title, "text": p.text} for p in one.paragraphs],
            }
            for one in texts
        ],
    }  # fmt: skip


def _report_unused(checked: Checked, writers: list[Writer], seats: Collection[str]) -> None:
    """Names the words that no text needs in any language."""
    words = checked.vocab.words
    assert words is not None
    others = [writer(checked, one) for one in LANGUAGES if one not in [w.grammar.language for w in writers]]
    for other in others:
        written(other, ())
    writers = [*writers, *others]
    for word in unused_words(writers, seats):
        say(f"{words.span.source.path}: no text uses `{word}`", err=True)


# ---- a page
def _page(checked: Checked, texts: list[list[Written]]) -> str:
    """Each card: its source, and its text in every language."""
    said: list[str] = []
    for versions in zip(*texts, strict=True):
        first = versions[0]
        said.append(f"## {' · '.join(one.name for one in versions)}\n")
        card = checked.vocab.cards.get(first.id)
        if card is not None:
            said.append(f"```yaml\n{_source(card, first)}```\n")
        for one in versions:
            said += [
                f"> **{p.title}** — {p.text}\n" if p.title and p.title != one.name else f"> {p.text}\n"
                for p in one.paragraphs
            ]
    return "\n".join(said)


def _source(card: Card, text: Written) -> str:
    """The fields of a card from which its text is written, as they stand in the file."""
    shown: list[str] = []
    for field in dict.fromkeys(p.field for p in text.paragraphs):
        span = card.spans[field]
        lines = span.source.text[span.start : span.end].rstrip().split("\n")
        shown.append(
            f"{field}: {lines[0]}\n" + "".join(f"{line[4:] if line[:4].isspace() else line}\n" for line in lines[1:])
        )
    return "".join(shown)

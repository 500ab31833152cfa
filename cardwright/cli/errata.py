"""``cardwright errata``: the errata of a game, from the dates of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.differences import compared
from cardwright.cli.games import games_at, read_game, read_rules, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.markdown import prose
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.cli.render import counted
from compiler.build import Build
from dsl.dataclass import dataclass
from dsl.meaning.lexicon import LANGUAGES
from dsl.reading.yaml_tree import plain

FORMAT = 1
_FIRST = "0001-01-01"  # a day before all errata
_TITLES = {"en": "Errata", "ru": "Исправления"}


@dataclass(frozen=True, slots=True)
class Erratum:
    """``said``: what is different since that day, in sentences for players."""

    since: str
    card: str
    name: str
    reason: str
    said: tuple[str, ...]


@click.command("errata")
@click.argument("game", type=GamePath())
@click.option("--lang", "--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
              help="markdown: a page for players.")  # fmt: skip
def command(game: Path, lang: str, form: str) -> int:
    """List the errata of GAME, the newest first: since when, why, and what is different.

    They stand with the cards, each with the card as it was before (`errata:`). What is different is not written by
    anybody: it is found by comparing the two states.
    """
    folder = games_at([game])[0]
    reading = read_game(folder)
    if report_errors(reading) or reading.build is None:
        return FINDINGS
    found = list(errata_of(folder, reading.build, lang))
    if form == "json":
        show(as_json(_data(reading.build, lang, found)))
    elif not found:
        say(f"{reading.shown}: no card has errata")
    else:
        show(_page(reading.build, lang, found) if form == "markdown" else "\n\n".join(map(_text, found)))
    return CLEAN


def errata_of(folder: Path, build: Build, lang: str) -> Iterator[Erratum]:
    """Every erratum, the newest first; those of one day by the ids of their cards."""
    reasons = {
        (state.since, entry.id): state.reason
        for entry in build.files.cards for state in entry.states if state.reason is not None
    }  # fmt: skip
    days = sorted({since for since, _ in reasons})
    for before, day in reversed(list(zip([_FIRST, *days], days, strict=False))):
        told = _told(folder, (before, day), lang)
        for card in sorted(card for since, card in reasons if since == day):
            node = reasons[day, card]
            why: Any = plain(node)
            name = build.vocab.cards[card].names.get(lang, card)
            yield Erratum(day, card, name, str(why.get(lang, "")), told.get(card, ()))


def _told(folder: Path, days: tuple[str, str], lang: str) -> dict[str, tuple[str, ...]]:
    """By card, what is different between two days."""
    readings = [read_rules(folder, day) for day in days]
    for day, reading in zip(days, readings, strict=True):
        if reading.errors:
            raise click.ClickException(f"as of {day}, {counted(reading.errors)}; first {reading.errors[0].message}")
    old, new = (reading.build for reading in readings)
    return {subject.name: subject.said for subject in compared(folder.name, old, new, lang).subjects}


def _text(one: Erratum) -> str:
    return "\n".join([f"{one.since} {one.name}: {one.reason}", *(f"  {sentence}" for sentence in one.said)])


def _page(build: Build, lang: str, found: Sequence[Erratum]) -> str:
    """A page for players: a heading for each day."""
    named: Any = plain(build.files.ruleset) if build.files.ruleset is not None else {}
    said = [f"# {_TITLES[lang]}: {prose(str(named.get('name', {}).get(lang, build.files.id)))}"]
    for index, one in enumerate(found):
        if index == 0 or found[index - 1].since != one.since:
            said.append(f"## {one.since}")
        said.append(
            "\n".join([f"### {prose(one.name)}", "", prose(one.reason), "", *(f"- {prose(s)}" for s in one.said)])
        )
    return "\n\n".join(said)


def _data(build: Build, lang: str, found: Sequence[Erratum]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": build.files.id,
        "language": lang,
        "errata": [
            {"since": e.since, "card": e.card, "name": e.name, "reason": e.reason, "changes": list(e.said)}
            for e in found
        ],
    }

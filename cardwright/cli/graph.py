"""``cardwright graph``: which card or rule answers which event, and how an automated figure acts, as a graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.charts import board_graph, boards, event_graph
from cardwright.authoring.drawing.graph import Graph, draw_graph
from cardwright.cli.games import games_at, read_rules, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import chosen_language, language_option
from cardwright.cli.output import as_json, say, show, show_markup
from cardwright.cli.paths import GamePath
from compiler.build import Build
from dsl.suggest import suggest
from dsl.writing import write_text

ANSWERS = "an arrow goes from an event to what answers it, and with dashes to the events that this makes"
FLOW = "questions are asked from the top; the first that holds is carried out"
_FORMATS: dict[str, Callable[[Graph, str], str]] = {
    "svg": draw_graph,
    "dot": lambda graph, _told: graph.as_dot(),
    "json": lambda graph, _told: as_json(graph.as_data()) + "\n",
}


@click.command("graph")
@click.argument("game", type=GamePath())
@click.option("--events", is_flag=True, help="Which card, keyword, status or kind answers which event.")
@click.option("--card", help="Of the events: only what this card answers and does, and what answers that.")
@click.option("--event", help="Of the events: only what answers this one.")
@click.option("--ai", "board", metavar="CARD", help="What the figure of this card does by itself, step by step.")
@click.option(
    "--format", "form", type=click.Choice(sorted(_FORMATS)), help="The format (default: as FILE ends, or svg)."
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it into this file.")
@language_option
def command(game: Path, **options: Any) -> int:
    """Draw rules of GAME as a graph: `--events`, or the steps of an automated figure (`--ai`)."""
    if options["events"] == (options["board"] is not None):
        raise click.UsageError("say what is drawn: `--events` or `--ai CARD`")
    if options["board"] is not None and (options["card"] or options["event"]):
        raise click.UsageError("`--card` and `--event` are about `--events`")
    if options["card"] and options["event"]:
        raise click.UsageError("`--card` and `--event` are two ways to take a part; take one of them")
    reading = read_rules(games_at([game])[0])
    if report_errors(reading) or reading.build is None or reading.build.program is None:
        return FINDINGS
    graph, told = _graph(reading.build, options)
    out: Path | None = options["out"]
    form = options["form"] or (out.suffix[1:] if out is not None and out.suffix[1:] in _FORMATS else "svg")
    text = _FORMATS[form](graph, told)
    if out is not None:
        write_text(out, text)
        say(f"{out}: {len(graph.nodes)} nodes, {len(graph.edges)} edges")
    elif form == "svg":
        show_markup(text)
    else:
        show(text, nl=False)
    return CLEAN


def _graph(build: Build, options: dict[str, Any]) -> tuple[Graph, str]:
    language = chosen_language(build.vocab.languages, options["language"])
    card, event, board = options["card"], options["event"], options["board"]
    if board is not None:
        _known(board, boards(build.vocab), "automated figure")
        return board_graph(build, board, language), FLOW
    if card is not None:
        _known(card, build.vocab.cards, "card")
    if event is not None:
        _known(event, build.vocab.verbs, "event")
    return event_graph(build, language, card or "", event or ""), ANSWERS


def _known(name: str, names: Any, what: str) -> None:
    if name not in names:
        near = suggest(name, names) or ("the game has none" if not names else "")
        raise click.ClickException(f"no {what} is named `{name}`" + (f"; {near}" if near else ""))

"""``cardwright simulate``: plays a game many times, and says who wins, and what never happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import run_options, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import Measure, refuse_given
from cardwright.cli.output import as_json, escaped, say, show, show_markup
from cardwright.cli.paths import GamePath
from cardwright.cli.watched_matches import watch_matches
from cardwright.lab.columns import NotInstalled, parquet_of
from cardwright.lab.one_match import ENDED
from cardwright.lab.report_page import page_of
from cardwright.lab.report_text import lines_of
from dsl.counts import numbered
from dsl.meaning.lexicon import LANGUAGES
from dsl.writing import write_files, write_text


@click.command("simulate")
@click.argument("game", type=GamePath())
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@run_options()
@click.option("--format", "form", type=click.Choice(["text", "json", "html", "parquet"]), default="text")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the report to this file.")
@click.option(
    "--lang",
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="The language of a report in HTML.",
)
@click.option(
    "--tell-every",
    type=Measure(0),
    metavar="SECONDS",
    help="Between two lines that tell how far it is, where there is no terminal; 30 without it.",
)
@click.option("--watch", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Judge the invariants of the game before each decision; stop at the first match that breaks one: "
                   "it is made as short as possible and kept in this file. There is no report then.")  # fmt: skip
def command(
    game: Path, scenarios: tuple[str, ...], form: str, out: Path | None, watch: Path | None, **options: Any
) -> int:
    """Play GAME many times, in each SCENARIO (default: the usual one), and report on it.

    The report says who wins, how long matches take, how the lead changes, what becomes of each card and what that adds
    to winning, what never happens, and which matches did not end. Every rate has its interval of 95 %. The same seed
    gives the same report, whatever the number of processes.

    Exit codes: 0 every match ended, 1 some did not, an invariant is broken, or the game has errors, 2 it cannot be
    played so.
    """
    if watch is not None:
        no_report = "`--watch` makes no report and no record"
        refuse_given({"form": no_report, "out": no_report, "record": no_report, "engine": "`--watch` plays in Python"})
    table = table_of(game, scenarios, options)
    if table is None:
        return FINDINGS
    if watch is not None:
        return watch_matches(table, watch)
    if form == "parquet" and out is None:
        raise click.UsageError("Parquet is written to a file: name it with --out")
    sums = table.played(options["record"])
    report = table.report(sums)
    if form == "parquet":
        _write_parquet(out, sums["rows"])
        return _code(report)
    text = {
        "text": lambda: "".join(f"{line}\n" for line in lines_of(report)),
        "json": lambda: as_json(report) + "\n",
        "html": lambda: page_of(report, options["lang"]),
    }[form]()
    if out is not None:
        write_text(out, text if form != "text" else escaped(text))
        for line in report["headline"]:
            say(line)
    elif form == "html":
        show_markup(text)
    else:
        show(text, nl=False)
    return _code(report)


def _code(report: dict[str, Any]) -> int:
    return CLEAN if set(report["outcomes"]) <= {ENDED} else FINDINGS


def _write_parquet(out: Path | None, rows: list[dict[str, Any]]) -> None:
    assert out is not None
    try:
        data = parquet_of(rows)
    except NotInstalled as fault:
        raise click.ClickException(str(fault)) from fault
    write_files({out: data}, out.parent)
    say(f"{numbered(len(rows), 'match', 'matches')} in {out}")

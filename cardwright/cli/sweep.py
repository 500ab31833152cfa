"""``cardwright sweep``: what a number on a card does to the matches of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import Refused, Table, run_options, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.lab.batches import Sums
from cardwright.lab.comparing import compared
from cardwright.lab.report import percent
from cardwright.lab.report_text import table as lines_of_table
from cardwright.lab.varying import CannotVary, Change, printed_number

_NUMBERS = re.compile(r"(-?\d+)\.\.(-?\d+)")
_MOST = 50


@click.command("sweep")
@click.argument("game", type=GamePath())
@click.argument("number", metavar="CARD.FIELD")
@click.argument("values", metavar="FIRST..LAST")
@click.argument("scenario", required=False)
@run_options()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: Path, number: str, values: str, scenario: str | None, **options: Any) -> int:
    """Play the same matches of GAME with each value of a number that a card prints, and compare them.

    The files stay as they are. Each value is compared with the printed one, match by match; `*` marks what differs
    significantly from it. `search` finds the value with which a player wins so often.

    Exit codes: 0 played, 1 the game has errors, 2 it cannot be played so.
    """
    form = options.pop("form")
    table = table_of(game, (scenario,) if scenario else (), options)
    if table is None:
        return FINDINGS
    try:
        card, _, field = number.partition(".")
        printed = printed_number(table.build, card, field)
        changes = [Change(card, field, value) for value in values_of(values)]
        runs = [(c.number, table if c.number == printed else table.with_change(c)) for c in changes]
    except CannotVary as fault:
        raise Refused(str(fault)) from fault
    found = values_played(table, table.played(table.record_in(options["record"])), runs, options["record"])
    if form == "json":
        show(as_json({"format": 1, **table.about, "number": number, "printed": printed, "values": found}))
        return CLEAN
    columns = [side["players"] for side in found[0]["sides"]]
    rows = [(field, *(" ".join(players) for players in columns), "decisions", "")]
    for row in found:
        mark = "printed" if row["value"] == printed else "*" if row["significant"] else ""
        rates = [percent(side["wins"]) if side["wins"]["of"] else "" for side in row["sides"]]
        rows.append((str(row["value"]), *rates, f"{row['decisions']:.1f}", mark))
    for line in lines_of_table(rows):
        say(line)
    return CLEAN


def values_played(table: Table, base: Sums, runs: list[tuple[int, Table]], record: Path | None) -> list[dict[str, Any]]:
    """What became of each value, and whether it differs from the printed one, ``base``, in who wins."""
    name = table.plan.scenarios[0]
    players = table.declared()["players"]
    found: list[dict[str, Any]] = []
    for value, run in runs:
        sums = base if run is table else run.played(run.record_in(record))
        scenario = run.report(sums)["scenarios"][0]
        changes, _ = compared(base["rows"], sums["rows"], {name: players[name]})
        found.append({
            "value": value, "matches": scenario["matches"], "sides": scenario["sides"],
            "decisions": scenario["decisions"]["mean"],
            "significant": any(row["significant"] and row["what"].endswith(" won") for row in changes),
        })  # fmt: skip
    return found


def values_of(text: str, most: int = _MOST) -> range:
    whole = _NUMBERS.fullmatch(text)
    if whole is None or int(whole[1]) > int(whole[2]):
        raise Refused(f"`{text}` names no values; write the first and the last, as `1..6`")
    found = range(int(whole[1]), int(whole[2]) + 1)
    if len(found) > most:
        raise Refused(f"`{text}` are {len(found)} values; at most {most} are tried")
    return found

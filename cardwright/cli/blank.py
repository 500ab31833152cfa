"""``cardwright blank``: what a card adds to winning, by the same matches without what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.cli.compare import ended_alike, tell_compared
from cardwright.cli.lab_run import Refused, run_options, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, show
from cardwright.cli.paths import GamePath
from cardwright.lab.comparing import compared
from cardwright.lab.varying import CannotVary, blanked


@click.command("blank")
@click.argument("game", type=GamePath())
@click.argument("card")
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@run_options()
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text")
def command(game: Path, card: str, scenarios: tuple[str, ...], form: str, **options: Any) -> int:
    """Play the same matches of GAME with CARD and with one in its place that does nothing, and compare them.

    The one that does nothing has no abilities; it lies in the same decks, and the numbers printed on it are the same.
    A change is what the card adds: its number less that of the other, with its interval of 95 %.

    Exit codes: 0 played, 1 the game has errors, 2 it cannot be played so.
    """
    table = table_of(game, scenarios, options)
    if table is None:
        return FINDINGS
    try:
        without = table.with_build(blanked(table.build, card))
    except CannotVary as fault:
        raise Refused(str(fault)) from fault
    sums = [run.played(run.record_in(options["record"])) for run in (without, table)]
    rows, alike = compared(sums[0]["rows"], sums[1]["rows"], table.declared()["players"])
    count = len(sums[1]["rows"])
    if form == "json":
        show(as_json({"format": 1, **table.about, "card": card, "matches": count, "alike": alike, "rows": rows}))
    else:
        agents = ", ".join(table.plan.agents)
        below = f"old: `{card}` does nothing; new: as it is; {ended_alike(alike, count)}; played by {agents}"
        tell_compared(rows, form, below)
    return CLEAN

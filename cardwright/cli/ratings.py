"""``cardwright ratings``: puts the rosters of a game in order, by who beats whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import Refused, Table, run_options, seats_with_rosters, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.lab.columns import NotInstalled
from cardwright.lab.one_match import ENDED
from cardwright.lab.ratings import rated
from cardwright.lab.report import percent
from cardwright.lab.report_text import table as lines_of_table
from compiler.interpreter.setups import HostError
from dsl.counts import numbered

_MOST = 1000  # so many ways to seat rosters


@click.command("ratings")
@click.argument("game", type=GamePath())
@click.argument("scenario", required=False)
@run_options("swap_rosters")
@click.option(
    "--rosters", metavar="A,B,…", help="The rosters (default: all that are of the kind that the scenario gives)."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: Path, scenario: str | None, rosters: str | None, form: str, **options: Any) -> int:
    """Play the rosters of GAME against each other in SCENARIO, each at every place, and rate them.

    A rating ranks; it does not predict. How often a roster wins against the others is told beside it, with an interval
    of 95 %. The same seed gives the same table.

    Exit codes: 0 every match ended, 1 some did not, or the game has errors, 2 it cannot be played so.
    """
    table = table_of(game, (scenario,) if scenario else (), options)
    if table is None:
        return FINDINGS
    table = _seated(table, rosters)
    sums = table.played(options["record"])
    try:
        rows = rated(sums["rows"], table.brought)
    except NotInstalled as fault:
        raise click.ClickException(str(fault)) from fault
    outcomes = dict(sorted(Counter(row["outcome"] for row in sums["rows"]).items()))
    if form == "json":
        show(as_json({
            "format": 1, **table.about, "scenario": table.plan.scenarios[0], "matches": len(sums["rows"]),
            "outcomes": outcomes, "ratings": rows,
        }))  # fmt: skip
    else:
        _tell(table, rows, outcomes, sum(row["winners"] == [] for row in sums["rows"]))
    return CLEAN if set(outcomes) <= {ENDED} else FINDINGS


def _seated(table: Table, wanted: str | None) -> Table:
    """The run with every way to seat different rosters."""
    name = table.plan.scenarios[0]
    players = seats_with_rosters(table.build, name)
    if len(players) < 2:
        raise Refused(f"the scenario `{name}` does not give a roster to several players, so none can be rated")
    lists = table.rules.deals.lists
    kinds = {lists[roster]["roster"] for _, roster in players}
    rosters = (
        tuple(dict.fromkeys(wanted.split(",")))
        if wanted is not None
        else tuple(sorted(roster for roster, held in lists.items() if held["roster"] in kinds))
    )
    if len(rosters) < len(players):
        raise Refused(f"{len(rosters)} rosters cannot be seated at {len(players)} places; name more with --rosters")
    seats = [player for player, _ in players]
    for roster in rosters:
        try:
            table.rules.new_game({"scenario": name, "rosters": {seats[0]: roster}}, 1)
        except HostError as fault:
            raise Refused(str(fault)) from fault
    ways = tuple(tuple(zip(seats, brought, strict=True)) for brought in permutations(rosters, len(seats)))
    if len(ways) > _MOST:
        raise Refused(
            f"{len(rosters)} rosters sit at {len(seats)} places in {len(ways)} ways; at most {_MOST} are tried"
        )
    return replace(table, plan=table.plan._replace(rosters=((name, ways),)), brought=rosters)


def _tell(table: Table, rows: list[dict[str, Any]], outcomes: dict[str, int], drawn: int) -> None:
    told = [("roster", "rated", "interval", "wins against others", "matches")]
    for row in rows:
        wins = percent(row["wins"]) if row["wins"] is not None else "no match decided"
        told.append((
            row["roster"], f"{row['mean']:.1f}", f"{row['low']:.1f} to {row['high']:.1f}", wins, str(row["matches"]),
        ))  # fmt: skip
    for line in lines_of_table(told):
        say(line)
    say("")
    say(f"played by {', '.join(table.plan.agents)}; ratings rank and do not predict: for how often, read the wins")
    if drawn:
        say(f"{numbered(drawn, 'match has', 'matches have')} no winner; a rating takes such sides to be equal")
    others = ", ".join(f"{count} {name}" for name, count in outcomes.items() if name != ENDED)
    if others:
        say(f"matches that are not counted: {others}")

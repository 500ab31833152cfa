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
_GOAL = re.compile(r"(\S+?)(?: +|=)(\d+(?:\.\d+)?) *%")
_MOST = 50


@click.command("sweep")
@click.argument("game", type=GamePath())
@click.argument("number", metavar="CARD.FIELD")
@click.argument("values", metavar="FIRST..LAST")
@click.argument("scenario", required=False)
@run_options()
@click.option("--goal", metavar="'PLAYER 50 %'", help="Say with which numbers this player wins so many matches.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: Path, number: str, values: str, scenario: str | None, **options: Any) -> int:
    """Play the same matches of GAME with each value of a number that a card prints, and compare them.

    The files stay as they are. Each value is compared with the printed one, match by match; `*` marks what differs
    significantly from it. With --goal, the value that comes nearest to a rate is named, and those that may have it.

    Exit codes: 0 played, 1 the game has errors, 2 it cannot be played so.
    """
    goal = goal_of(options.pop("goal"))
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
    nearest = nearest_value(found, goal) if goal is not None else None
    if form == "json":
        show(
            as_json(
                {"format": 1, **table.about, "number": number, "printed": printed, "values": found, "goal": nearest}
            )
        )
        return CLEAN
    columns = [side["players"] for side in found[0]["sides"]]
    rows = [(field, *(" ".join(players) for players in columns), "decisions", "")]
    for row in found:
        mark = "printed" if row["value"] == printed else "*" if row["significant"] else ""
        rates = [percent(side["wins"]) if side["wins"]["of"] else "" for side in row["sides"]]
        rows.append((str(row["value"]), *rates, f"{row['decisions']:.1f}", mark))
    for line in lines_of_table(rows):
        say(line)
    for line in told_of(nearest):
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


def goal_of(text: str | None) -> tuple[str, float] | None:
    if text is None:
        return None
    whole = _GOAL.fullmatch(text.strip())
    if whole is None:
        raise Refused(f"`{text}` is no goal; write a player and a rate, as 'p1 50 %'")
    return whole[1], float(whole[2]) / 100


def nearest_value(found: list[dict[str, Any]], goal: tuple[str, float]) -> dict[str, Any]:
    """The value that comes nearest to a goal, and all whose interval has it."""
    player, wanted = goal
    rates = [
        (row["value"], side["wins"]) for row in found for side in row["sides"]
        if player in side["players"] and side["wins"]["of"]
    ]  # fmt: skip
    if not rates:
        raise Refused(f"nobody is named `{player}`, or nobody has won")
    best = min(rates, key=lambda row: abs(row[1]["rate"] - wanted))
    possible = [value for value, rate in rates if rate["low"] <= wanted <= rate["high"]]
    return {"player": player, "wanted": wanted, "nearest": best[0], "wins": best[1], "possible": possible}


def told_of(nearest: dict[str, Any] | None) -> list[str]:
    if nearest is None:
        return []
    held = ", ".join(map(str, nearest["possible"])) or "none"
    return [
        "",
        f"nearest to {nearest['wanted']:.0%} for {nearest['player']}: {nearest['nearest']}, with "
        f"{percent(nearest['wins'])}; values whose interval has it: {held}".replace("%", " %").replace("  %", " %"),
    ]

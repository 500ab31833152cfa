"""``cardwright search``: the number on a card with which a player wins so often."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import Refused, run_options, table_of
from cardwright.cli.main import FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.cli.sweep import code_of, troubles_told, values_of, values_played, wins_told
from cardwright.lab.report import not_ended, percent
from cardwright.lab.report_text import table as lines_of_table
from cardwright.lab.varying import CannotVary, Change, printed_number
from dsl.counts import numbered

_GOAL = re.compile(r"(\S+?)(?: +|=)(\d+(?:\.\d+)?) *%")
_MOST = 10_000  # so many values may lie within the bounds


@click.command("search")
@click.argument("game", type=GamePath())
@click.argument("number", metavar="CARD.FIELD")
@click.argument("bounds", metavar="LEAST..MOST")
@click.argument("scenario", required=False)
@run_options()
@click.option("--goal", required=True, metavar="'PLAYER 50 %'", help="The rate of wins that this player is to have.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: Path, number: str, bounds: str, scenario: str | None, **options: Any) -> int:
    """Find the value of a number on a card of GAME, within bounds, with which a player wins so often.

    The bounds and their middle are played, then what lies in the middle between the best value and its neighbours,
    until all neighbours are played. It finds the best value where more of the number is always better, or always
    worse. `sweep` plays all values.

    Exit codes: 0 every match ended, 1 some did not, or the game has errors, 2 it cannot be played so.
    """
    goal = goal_of(options.pop("goal"))
    form = options.pop("form")
    table = table_of(game, (scenario,) if scenario else (), options)
    if table is None:
        return FINDINGS
    players = table.declared()["players"][table.plan.scenarios[0]]
    if goal[0] not in players:
        raise Refused(f"nobody is named `{goal[0]}`; there are {', '.join(players)}")
    card, _, field = number.partition(".")
    try:
        printed = printed_number(table.build, card, field)
        values = values_of(bounds, _MOST)
        found: dict[int, dict[str, Any]] = {}
        base = table.played(table.record_in(options["record"]))
        wanted = {values[0], values[len(values) // 2], values[-1]}
        while wanted:
            runs = [
                (value, table if value == printed else table.with_change(Change(card, field, value)))
                for value in sorted(wanted)
            ]
            found |= {row["value"]: row for row in values_played(table, base, runs, options["record"])}
            nearest = nearest_value(field, [found[value] for value in sorted(found)], goal)
            wanted = between(nearest["nearest"], sorted(found))
    except CannotVary as fault:
        raise Refused(str(fault)) from fault
    rows = [found[value] for value in sorted(found)]
    if form == "json":
        show(
            as_json({"format": 1, **table.about, "number": number, "printed": printed, "values": rows, "goal": nearest})
        )
        return code_of(rows)
    told = [(field, f"wins of {goal[0]}")]
    told += [(str(row["value"]), wins_told(row, goal[0])) for row in rows]
    for line in (*lines_of_table(told), *told_of(nearest)):
        say(line)
    for line in (
        f"{len(rows)} of {numbered(len(values), 'value was', 'values were')} played",
        *troubles_told(field, rows),
    ):
        say(line)
    return code_of(rows)


def between(best: int, played: list[int]) -> set[int]:
    """The middles between the best value and its neighbours among those that were played, if any lie there."""
    at = played.index(best)
    neighbours = [played[n] for n in (at - 1, at + 1) if 0 <= n < len(played)]
    return {(best + other) // 2 for other in neighbours if abs(best - other) > 1} - {best}


def goal_of(text: str) -> tuple[str, float]:
    whole = _GOAL.fullmatch(text.strip())
    if whole is None:
        raise Refused(f"`{text}` is no goal; write a player and a rate, as 'p1 50 %'")
    if float(whole[2]) > 100:
        raise Refused(f"nobody wins {whole[2]} % of all matches; write a rate of at most 100 %")
    return whole[1], float(whole[2]) / 100


def nearest_value(field: str, found: list[dict[str, Any]], goal: tuple[str, float]) -> dict[str, Any]:
    """The value that comes nearest to a goal, and all whose interval has it."""
    player, wanted = goal
    rates = [
        (row["value"], side["wins"]) for row in found for side in row["sides"]
        if player in side["players"] and side["wins"]["of"]
    ]  # fmt: skip
    if not rates:
        troubled = [f"; {field} {row['value']}: {not_ended(row)}" for row in found if row["troubles"]]
        raise Refused("".join(("no match had a winner", *troubled)))
    best = min(rates, key=lambda row: abs(row[1]["rate"] - wanted))
    possible = [value for value, rate in rates if rate["low"] <= wanted <= rate["high"]]
    return {"player": player, "wanted": wanted, "nearest": best[0], "wins": best[1], "possible": possible}


def told_of(nearest: dict[str, Any]) -> list[str]:
    held = ", ".join(map(str, nearest["possible"])) or "none"
    return [
        "",
        f"nearest to {nearest['wanted']:.0%} for {nearest['player']}: {nearest['nearest']}, with "
        f"{percent(nearest['wins'])}; values whose interval has it: {held}".replace("%", " %").replace("  %", " %"),
    ]

"""``cardwright sweep``: what a number on a card does to the matches of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import Refused, Table, run_options, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath
from cardwright.lab.batches import Sums
from cardwright.lab.comparing import compared
from cardwright.lab.report import not_ended, percent
from cardwright.lab.report_text import table as lines_of_table
from cardwright.lab.report_text import trouble_told
from cardwright.lab.varying import CannotVary, Change, printed_number
from dsl.reading.yaml_tree import LARGEST_NUMBER

_NUMBERS = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
_LONGEST = len(str(-LARGEST_NUMBER))  # is looked at first: Python refuses to read very long numbers
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

    Exit codes: 0 every match ended, 1 some did not, or the game has errors, 2 it cannot be played so.
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
        return code_of(found)
    columns = [side["players"] for side in next((row["sides"] for row in found if row["sides"]), ())]
    rows = [(field, *(" ".join(players) for players in columns), "decisions", "")]
    for row in found:
        mark = "printed" if row["value"] == printed else "*" if row["significant"] else ""
        rates = [wins_told(row, players[0]) for players in columns]
        decisions = "" if row["decisions"] is None else f"{row['decisions']:.1f}"
        rows.append((str(row["value"]), *rates, decisions, mark))
    for line in (*lines_of_table(rows), *troubles_told(field, found)):
        say(line)
    return code_of(found)


def values_played(table: Table, base: Sums, runs: list[tuple[int, Table]], record: Path | None) -> list[dict[str, Any]]:
    """What became of each value, and whether it differs from the printed one, ``base``, in who wins."""
    name = table.plan.scenarios[0]
    players = table.declared()["players"]
    found: list[dict[str, Any]] = []
    for value, run in runs:
        sums = base if run is table else run.played(run.record_in(record))
        report = run.report(sums)
        scenario = report["scenarios"][0]
        changes, _ = compared(base["rows"], sums["rows"], {name: players[name]})
        found.append({
            "value": value, "matches": scenario["matches"], "sides": scenario["sides"],
            "decisions": scenario["decisions"]["mean"] if scenario["ended"] else None,
            "outcomes": report["outcomes"], "troubles": report["troubles"],
            "significant": any(row["significant"] and row["what"].endswith(" won") for row in changes),
        })  # fmt: skip
    return found


def wins_told(row: Mapping[str, Any], player: str) -> str:
    """How often a player wins with a value."""
    wins = [side["wins"] for side in row["sides"] if player in side["players"] and side["wins"]["of"]]
    return percent(wins[0]) if wins else "no match decided"


def troubles_told(field: str, found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """With which values matches did not end as they should, each with the first such match."""
    troubled = [row for row in found if row["troubles"]]
    if troubled:
        yield ""
    for row in troubled:
        yield f"{field} {row['value']}: {not_ended(row)}"
        yield trouble_told(row["troubles"][0])


def code_of(found: Sequence[Mapping[str, Any]]) -> int:
    return FINDINGS if any(row["troubles"] for row in found) else CLEAN


def values_of(text: str, most: int = _MOST) -> range:
    whole = _NUMBERS.fullmatch(text)
    bounds = whole.groups() if whole is not None else ("1", "0")
    if any(len(bound) > _LONGEST or abs(int(bound)) > LARGEST_NUMBER for bound in bounds):
        raise Refused(f"`{text}` goes beyond 2^53, and no number on a card does; write bounds that are nearer to 0")
    found = range(int(bounds[0]), int(bounds[1]) + 1)
    if not found:
        raise Refused(f"`{text}` names no values; write the first and the last, as `1..6`")
    if len(found) > most:
        raise Refused(f"`{text}` are {len(found)} values; at most {most} are tried")
    return found

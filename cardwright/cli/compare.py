"""``cardwright compare``: what a change of a game does to its matches."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from cardwright.cli.lab_run import Refused, Table, run_options, table_of
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.markdown import cell
from cardwright.cli.output import as_json, say, show
from cardwright.cli.revisions import folder_of, parse_argument
from cardwright.lab.comparing import compared, shown
from cardwright.lab.report_text import table as lines_of_table
from dsl.counts import numbered

_COLUMNS = ("scenario", "", "old", "new", "change", "interval", "p", "significant")


@click.command("compare")
@click.argument("old")
@click.argument("new")
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@run_options()
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text")
def command(old: str, new: str, scenarios: tuple[str, ...], form: str, **options: Any) -> int:
    """Play the same matches under the rules OLD and NEW of a game, and compare them.

    Each is a game by its name, a folder, or a revision of git, as for `cardwright diff`. The matches have the same
    seeds, agents and seats. What differs is given with its interval of 95 %, and called significant where chance
    would hardly make it, as many numbers as there are.

    Exit codes: 0 nothing differs significantly, 1 something does, 2 a side cannot be read or played.
    """
    with ExitStack() as stack:
        before, after = parse_argument(old, new), parse_argument(new, old)
        folders = [stack.enter_context(folder_of(place)) for place in (before, after)]
        tables = [_table(folder, scenarios, options) for folder in folders]
        sums = [table.played(table.record_in(options["record"])) for table in tables]
    players = tables[0].declared()["players"]
    rows, alike = compared(sums[0]["rows"], sums[1]["rows"], players)
    count = len(sums[1]["rows"])
    if form == "json":
        about = {
            name: {**table.about, "place": place}
            for name, table, place in zip(("old", "new"), tables, (old, new), strict=True)
        }
        show(as_json({"format": 1, **about, "matches": count, "alike": alike, "rows": rows}))
    else:
        tell_compared(rows, form, f"{ended_alike(alike, count)}; played by {', '.join(tables[0].plan.agents)}")
    return FINDINGS if any(row["significant"] for row in rows) else CLEAN


def _table(folder: Path, scenarios: tuple[str, ...], options: dict[str, Any]) -> Table:
    table = table_of(folder, scenarios, options)
    if table is None:
        raise Refused("a game with errors cannot be compared")
    return table


def ended_alike(alike: int, count: int) -> str:
    """How many of so many matches end alike, in words."""
    return f"alike at the end: {alike} of {numbered(count, 'match', 'matches')}"


def tell_compared(rows: list[dict[str, Any]], form: str, below: str) -> None:
    """Prints what differs as a table, with a line below it."""
    told = [
        (row["scenario"], row["what"], *shown(row), f"{row['p']:.3g}", "yes" if row["significant"] else "no")
        for row in rows
    ]
    if form == "text":
        for line in lines_of_table([_COLUMNS, *told]):
            say(line)
    else:
        say("| " + " | ".join(name or "what" for name in _COLUMNS) + " |")
        say("|" + "---|" * len(_COLUMNS))
        for scenario, what, *rest in told:
            say("| " + " | ".join((cell(scenario), cell(what), *rest)) + " |")
    say("")
    say(below)

"""``cardwright conformance``: compares the transcripts of another engine with a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.cli.json_input import read_object
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import doing, say
from cardwright.cli.paths import shown_path
from compiler.core.rules_table import FORMAT
from compiler.targets.suite import compare, rates, reported, shown_line


@click.command("conformance")
@click.argument("suite", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("transcripts", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--all", "whole", is_flag=True, help="Show every difference, not only the shortest.")
def command(suite: Path, transcripts: Path, whole: bool) -> int:
    """Compare the TRANSCRIPTS of an engine with those of a SUITE from `export --conformance`.

    TRANSCRIPTS is a JSON object that maps the name of each case to an array of lines. Constructs with differences are
    listed first.
    """
    with doing(f"reading {shown_path(suite)}"):
        cases = _cases(suite)
    with doing(f"reading {shown_path(transcripts)}"):
        given = _transcripts(transcripts)
    unknown = sorted(given.keys() - {case["name"] for case in cases})
    if unknown:
        raise click.ClickException(f"`{transcripts}`: the suite has no case `{shown_line(unknown[0])}`")
    with doing(f"comparing {len(cases)} cases"):
        failed = compare(cases, given)
    for found in failed if whole else failed[:1]:
        for line in (*reported(found), ""):
            say(line)
    for name, (passed, all_) in sorted(rates(cases, failed).items(), key=lambda item: item[1][0] - item[1][1]):
        say(f"{100 * passed // all_:3d} %  {passed:4d} of {all_:4d}  {shown_line(name)}")
    say(f"{len(cases) - len(failed)} cases agree, {len(failed)} differ")
    return FINDINGS if failed else CLEAN


def _cases(path: Path) -> list[dict[str, Any]]:
    data = read_object(path)
    cases: Any = data.get("cases")
    if data.get("format") != FORMAT or not isinstance(cases, list):
        raise click.ClickException(f"`{path}` is no suite of format {FORMAT}")
    for case in cases:
        if not _is_case(case):
            raise click.ClickException(f"`{path}` has a case that is none")
    return cases


def _is_case(case: Any) -> bool:
    return (
        isinstance(case, dict)
        and all(isinstance(case.get(part), str) for part in ("name", "place"))
        and all(_is_lines(case.get(part)) for part in ("constructs", "transcript"))
    )


def _is_lines(held: Any) -> bool:
    return isinstance(held, list) and all(isinstance(line, str) for line in held)


def _transcripts(path: Path) -> dict[str, list[str]]:
    data = read_object(path)
    for name, lines in data.items():
        if not _is_lines(lines):
            raise click.ClickException(f"`{path}`: the transcript of `{shown_line(name)}` is no array of lines")
    return data

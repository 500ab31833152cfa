"""``cardwright conformance``: how far another engine plays the same games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.main import CLEAN, FINDINGS
from cli.shown import say
from compiler.rules_table import FORMAT
from compiler.targets.suite import compare, rates, reported


@click.command("conformance")
@click.argument("suite", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("transcripts", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--all", "whole", is_flag=True, help="Tell every difference, not only the shortest.")
def command(suite: Path, transcripts: Path, whole: bool) -> int:
    """Compare an engine's TRANSCRIPTS with those of a SUITE that `export --conformance` wrote.

    TRANSCRIPTS is a JSON object: for each case by its name the array of its lines. Constructs that fail come first.
    """
    cases = _cases(suite)
    given = _transcripts(transcripts)
    unknown = sorted(given.keys() - {case["name"] for case in cases})
    if unknown:
        raise click.ClickException(f"`{transcripts}`: the suite has no case `{unknown[0]}`")
    failed = compare(cases, given)
    for found in failed if whole else failed[:1]:
        for line in (*reported(found), ""):
            say(line)
    for name, (passed, all_) in sorted(rates(cases, failed).items(), key=lambda item: item[1][0] - item[1][1]):
        say(f"{100 * passed // all_:3d} %  {passed:4d} of {all_:4d}  {name}")
    say(f"{len(cases) - len(failed)} cases agree, {len(failed)} differ")
    return FINDINGS if failed else CLEAN


def _cases(path: Path) -> list[dict[str, Any]]:
    data = _object(path)
    cases: Any = data.get("cases")
    if data.get("format") != FORMAT or not isinstance(cases, list):
        raise click.ClickException(f"`{path}` is no suite of format {FORMAT}")
    for case in cases:
        if not isinstance(case, dict) or not case.keys() >= {"name", "place", "constructs", "transcript"}:
            raise click.ClickException(f"`{path}` has a case that is none")
    return cases


def _transcripts(path: Path) -> dict[str, list[str]]:
    data = _object(path)
    for name, lines in data.items():
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise click.ClickException(f"`{path}`: the transcript of `{name}` is no array of lines")
    return data


def _object(path: Path) -> dict[str, Any]:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise click.ClickException(f"`{path}` is no JSON") from fault
    if not isinstance(data, dict):
        raise click.ClickException(f"`{path}` is no object")
    return data

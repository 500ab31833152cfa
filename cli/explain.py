"""``cardwright explain``: the page of a diagnostic code."""

from __future__ import annotations

from importlib.resources import files

import click

from dsl.codes import CODES
from dsl.suggest import suggest


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Say what a diagnostic code means, with a bad and a good example; without CODE, list all codes."""
    if code is None:
        width = max(map(len, CODES))
        click.echo("\n".join(f"{row.name:{width}}  {row.title}" for row in CODES.values()))
        return
    row = CODES.get(code)
    if row is None:
        near = suggest(code, CODES) or "`cardwright explain` lists all codes"
        raise click.UsageError(f"there is no diagnostic code `{code}`; {near}")
    click.echo(f"{row.severity}[{row.name}]: {row.title} (stage {row.stage}, since {row.since})")
    page = files("dsl").joinpath("explain", f"{code}.md")
    if page.is_file():
        click.echo("\n" + page.read_text(encoding="utf-8").rstrip())

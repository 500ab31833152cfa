"""``cardwright explain``: the page of a diagnostic code."""

from __future__ import annotations

from importlib.resources import files

import click

from cardwright.cli.output import say, show
from dsl.suggest import suggest


def _codes(_context: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    from dsl.lint.table import ALL_CODES

    return [code for code in ALL_CODES if code.startswith(begun)]


@click.command("explain")
@click.argument("code", required=False, shell_complete=_codes)
def command(code: str | None) -> None:
    """Explain a diagnostic code, with a bad and a good example. Without CODE, list all codes."""
    from dsl.lint.pages import page
    from dsl.lint.table import ALL_CODES, BY_CODE

    if code is None:
        width = max(map(len, ALL_CODES))
        show("\n".join(f"{row.name:{width}}  {row.title}" for row in ALL_CODES.values()))
        return
    row = ALL_CODES.get(code)
    if row is None:
        near = suggest(code, ALL_CODES) or "`cardwright explain` lists all codes"
        raise click.UsageError(f"there is no diagnostic code `{code}`; {near}")
    say(f"{row.severity}[{row.name}]: {row.title} (stage {row.stage}, since {row.since})")
    file = files("dsl").joinpath("explain", f"{code}.md")
    if code in BY_CODE:
        show("\n" + page(BY_CODE[code]).rstrip())
    elif file.is_file():
        show("\n" + file.read_text(encoding="utf-8").rstrip())

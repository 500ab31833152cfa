"""``cardwright lsp``: the language server, for editors."""

from __future__ import annotations

import click

from cardwright.cli.endings import end_at_once


@click.command("lsp")
@click.option("--allow-rules", is_flag=True, help="Run lint rules in Python that settings name; they can do anything.")
def command(allow_rules: bool) -> None:
    """Run the language server for editors, on stdin and stdout.

    It needs the extra `lsp`: `pip install cardwright[lsp]`.
    """
    from cardwright import __version__

    try:
        from cardwright.authoring.server.server import serve
    except ModuleNotFoundError as fault:
        if fault.name is None or fault.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.ClickException("the language server needs more: `pip install cardwright[lsp]`") from fault
    end_at_once()
    serve(__version__, allow_rules=allow_rules)

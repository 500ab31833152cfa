"""``cardwright studio``: a page on this machine, where a game is written and looked at."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cardwright.cli.games import games_at
from cardwright.cli.main import CLEAN
from cardwright.cli.output import say
from cardwright.cli.paths import GamePath, shown_path

_NEEDED = ("pygls", "lsprotocol", "starlette", "uvicorn", "watchfiles", "websockets", "anyio")


@click.command("studio")
@click.argument("game", type=GamePath(), default=".")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; without it, one that is free.")
@click.option("--no-open", is_flag=True, help="Only tell the address; open no browser.")
def command(game: Path, port: int, no_open: bool) -> int:
    """Open a page in which GAME is written: with findings, faces and texts of cards as they arise.

    GAME is the folder of a game, or its name; by default the working folder. The page is served on this machine only,
    to whoever has the address with its token. It runs until it is interrupted. It needs the packages of
    `pip install cardwright[studio]`.
    """
    from cardwright import __version__

    folder, *others = games_at([game])
    if others:
        raise click.ClickException(f"there are {1 + len(others)} games in `{shown_path(game)}`; name one of them")
    try:
        from cardwright.studio.serving import serve
    except ModuleNotFoundError as fault:
        if fault.name is None or fault.name.partition(".")[0] not in _NEEDED:
            raise
        raise click.ClickException("the studio needs more: `pip install cardwright[studio]`") from fault

    def tell(address: str) -> None:
        say(f"{shown_path(folder)}: {address}")
        if not no_open:
            webbrowser.open_new_tab(address)

    serve(folder, __version__, port, tell)
    return CLEAN

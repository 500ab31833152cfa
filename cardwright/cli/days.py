"""The option ``--as-of``: the cards of a game as they were on a day.

Job: read the day. Input: an argument. Output: its text, or an error of usage. Reads no clock.
"""

from __future__ import annotations

from collections.abc import Callable

import click

from dsl.game.errata import sound_day


def _read(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str:
    try:
        return sound_day(given) if given is not None else ""
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from fault


def day_option(body: Callable[..., int]) -> Callable[..., int]:
    """Adds the option; its value is empty where no day is named."""
    help = "Take the cards as they were on this day, such as 2026-01-31 (default: with all errata)."
    option: Callable[[Callable[..., int]], Callable[..., int]] = click.option(
        "--as-of", "day", metavar="DATE", callback=_read, help=help
    )
    return option(body)

"""Formats for findings: one module each, with ``show(readings) -> str``, imported when it is used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from cardwright.cli.games import Reading

FORMATS = ("text", "json", "github", "sarif", "junit", "gitlab")


def shown_as(form: str, readings: Sequence[Reading]) -> str:
    """The findings of games in a format."""
    show = cast("Callable[[Sequence[Reading]], str]", import_module(f"cardwright.cli.formats.{form}").show)
    return show(readings)

"""What options of several commands have in common.

Job: the option that names a language, numbers that are measures, and the refusal of options that would have no effect.
Input: what a person has given. Output: a language, a number, or an error of click in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import click
from click.core import ParameterSource


class Measure(click.FloatRange):
    """The type of an option that is a number with a measure, such as seconds; `nan` and `inf` are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a word of the command line stands for."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


language_option = click.option(
    "--language", "--lang", "language", metavar="LANGUAGE",
    help="The language of names (default: the first language of the game).",
)  # fmt: skip


def chosen_language(known: Sequence[str], wanted: str | None) -> str:
    """The language that is asked for, which the game must have; else its first."""
    if wanted is not None and wanted not in known:
        raise click.ClickException(f"the game has no names in `{wanted}`; it has {', '.join(known)}")
    return wanted or known[0]


def refuse_given(why: Mapping[str, str]) -> None:
    """Ends the command if an option was given that would have no effect: ``why``, by the name of its parameter."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in why and context.get_parameter_source(param.name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"`{param.opts[0]}` has no effect here: {why[param.name]}")

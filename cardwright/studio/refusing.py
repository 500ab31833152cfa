"""Refusals, in the languages of the page.

Job: hold why something was not done, in English and in Russian, so that the page can say it in its own language, and in
another one when it is turned to that. Input: sentences. Output: plain data. What a command, the system or the debugger
has said stays as it is.
"""

from __future__ import annotations

from typing import Any

from dsl.visible import visible


class NotDone(Exception):
    """Why something was not done, in a sentence for each language; what another program has said has only one."""

    def __init__(self, english: str, russian: str = "") -> None:
        super().__init__(english)
        self.russian = russian or english


class NotRun(NotDone):
    """Why a command was not run."""


class NotSaved(NotDone):
    """Why a file was not read, or nothing was written."""


def refused(fault: Exception) -> dict[str, Any]:
    """The answer to the page."""
    told = fault if isinstance(fault, NotDone) else NotDone(str(fault), _of_system(fault))
    return {"refused": {"en": visible(str(told)), "ru": visible(told.russian)}}


def no_file_of_a_game() -> NotSaved:
    return NotSaved("this is no path of a file of a game", "по такому пути не может быть файла игры")


def too_long(seconds: float) -> NotRun:
    return NotRun(
        f"it took more than {seconds:.0f} seconds, and was ended",
        f"выполнение заняло больше {seconds:.0f} с и было прервано",
    )


def _of_system(fault: Exception) -> str:
    return f"система отказала: {fault}" if isinstance(fault, OSError) else ""

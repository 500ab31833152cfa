"""The only door to the terminal: what leaves the command passes here and can be seen as what it is.

Job: print texts in which no character is hidden and no line is a command to the service that runs the checks. Input:
texts, in which names, messages and paths from anywhere may stand; output: lines on stdout or stderr. Escapes are only
those of `status` and of ``Shown`` texts. Nothing else in this package prints (`tests/house/test_doors.py`).

Services read commands from the output: ``::error::`` at the begin of a line, and ``##[error]``, ``##vso[…]``,
``##teamcity[…]`` anywhere in one. A backslash in them makes them text.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import click

from dsl.visible import BROKEN_LINE, in_one_line, spelled, visible

_BEGIN = re.compile(r"^([^\S\n]*)(?=::)", re.MULTILINE)
_MARK = re.compile(r"#(?=#\w*\[)")


class Shown(str):
    """Lines in which everything from outside can be seen already; colours in them are ours."""

    __slots__ = ()


def shown(text: str) -> Shown:
    """Lines as they are printed."""
    return text if isinstance(text, Shown) else Shown(_BEGIN.sub(r"\1\\", unmarked(visible(text))))


def unmarked(text: str) -> str:
    """A text without commands that may stand anywhere in a line."""
    return _MARK.sub(r"#\\", text)


def pieces(text: str) -> list[str]:
    """A part of a line, character by character as it is shown there."""
    signs = list(text)
    for found in BROKEN_LINE.finditer(text):
        signs[found.start()] = spelled(found.group())
    for found in _MARK.finditer(text):
        signs[found.start()] = "#\\"
    return signs


def show(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Prints a text whose line ends are ours."""
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    known = shown(text).encode(encoding, "backslashreplace").decode(encoding)
    click.echo(known, err=err, nl=nl)


def say(line: str, *, err: bool = False) -> None:
    """Prints one line, whatever stands in it."""
    show(in_one_line(line), err=err)


def status(text: str) -> None:
    """What is being done: a line of the terminal that the next one takes the place of; elsewhere nothing."""
    if sys.stderr.isatty():
        show(Shown("\r\x1b[K" + shown(in_one_line(text))), err=True, nl=False)


@contextmanager
def doing(text: str) -> Iterator[None]:
    """Shows what is being done for as long as it lasts."""
    status(f"{text} …")
    try:
        yield
    finally:
        status("")


def ask(question: str) -> str:
    """What a person answers to a question in one line; nothing where they only press the key."""
    answer: str = click.prompt(shown(in_one_line(question)), prompt_suffix=" > ", default="", show_default=False)
    return answer


def as_json(data: object) -> str:
    """Data for programs; they, too, are shown no hidden characters. Marks of commands are escapes of the format."""
    text = json.dumps(_visible(data), indent=2, ensure_ascii=False)
    return _MARK.sub(lambda _: "\\u0023", text)


def _visible(data: Any) -> Any:
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {visible(str(key)): _visible(value) for key, value in cast("dict[Any, Any]", data).items()}
    if isinstance(data, list | tuple):
        return [_visible(item) for item in cast("list[Any]", data)]
    return data

"""The only module that prints. It makes the output of the command safe to show.

Job: print texts without hidden characters, and without lines that a CI service would execute as commands. Input: texts,
which may contain names, messages and paths from anywhere. Output: lines on stdout or stderr. Only `status` and
``EscapedText`` texts contain terminal escapes. Nothing else in this package prints (`tests/house/test_doors.py`).

CI services read commands from the output: ``::error::`` at the beginning of a line, and ``##[error]``, ``##vso[…]``,
``##teamcity[…]`` anywhere in a line. A backslash inside makes them plain text.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from dsl.visible import BROKEN_LINE, in_one_line, spelled, visible

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_BEGIN = re.compile(r"^([^\S\n]*)(?=::)", re.MULTILINE)
_MARK = re.compile(r"#(?=#\w*\[)")


class EscapedText(str):
    """Lines whose outside text is already escaped; their colours are ours."""

    __slots__ = ()


def escaped(text: str) -> EscapedText:
    """The lines of a text, escaped for printing."""
    return text if isinstance(text, EscapedText) else EscapedText(_BEGIN.sub(r"\1\\", unmarked(visible(text))))


def unmarked(text: str) -> str:
    """A text without CI commands that could be anywhere in a line."""
    return _MARK.sub(r"#\\", text)


def pieces(text: str) -> list[str]:
    """The characters of a part of a line, each in its visible form."""
    signs = list(text)
    for found in BROKEN_LINE.finditer(text):
        signs[found.start()] = spelled(found.group())
    for found in _MARK.finditer(text):
        signs[found.start()] = "#\\"
    return signs


def show(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Prints a text with line ends of our own."""
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    known = escaped(text).encode(encoding, "backslashreplace").decode(encoding)
    click.echo(known, err=err, nl=nl, color=_coloured())


def _coloured() -> bool | None:
    """Whether to show colours where the environment says it; None: on terminals only. https://no-color.org"""
    return False if os.environ.get("NO_COLOR") else True if os.environ.get("FORCE_COLOR") else None


def say(line: str, *, err: bool = False) -> None:
    """Prints one line; escapes line ends in it."""
    show(in_one_line(line), err=err)


def status(text: str) -> None:
    """Shows a temporary line on a terminal, which the next output replaces; nothing elsewhere."""
    if sys.stderr.isatty():
        show(EscapedText("\r\x1b[K" + escaped(in_one_line(text))), err=True, nl=False)


@contextmanager
def doing(text: str) -> Iterator[None]:
    """Shows what is being done for as long as it lasts."""
    status(f"{text} …")
    try:
        yield
    finally:
        status("")


def ask(question: str) -> str:
    """The user's answer to a question, on one line; empty if they only press Enter."""
    answer: str = click.prompt(escaped(in_one_line(question)), prompt_suffix=" > ", default="", show_default=False)
    return answer


def as_protocol() -> tuple[BinaryIO, BinaryIO]:
    """The streams of a command that speaks a protocol and prints nothing else: from the other side, and to it."""
    return sys.stdin.buffer, sys.stdout.buffer


def as_json(data: object) -> str:
    """Prints data for programs. Hidden characters and CI commands are escaped as the format allows."""
    text = json.dumps(_visible(data), indent=2, ensure_ascii=not _all_characters())
    return _MARK.sub(lambda _: "\\u0023", text)


def as_xml(root: Element) -> str:
    """Prints a document for programs. Where stdout is not UTF-8, characters beyond ASCII are written as numbers."""
    from xml.etree.ElementTree import indent, tostring

    indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_markup(tostring(root, encoding="unicode"))}'


def show_markup(text: str) -> None:
    """Prints SVG or HTML without scripts, in the same way."""
    show(_markup(text), nl=False)


def _markup(text: str) -> str:
    return text if _all_characters() else text.encode("ascii", "xmlcharrefreplace").decode()


def _all_characters() -> bool:
    """Whether stdout is UTF-8: any other encoding lacks characters, or is not what a program expects."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")


def _visible(data: Any) -> Any:
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {visible(str(key)): _visible(value) for key, value in cast("dict[Any, Any]", data).items()}
    if isinstance(data, list | tuple):
        return [_visible(item) for item in cast("list[Any]", data)]
    return data

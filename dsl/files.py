"""Bytes of a file to a source.

Job: read one content file and refuse what must never reach a parser: bad UTF-8, invisible and direction-changing
characters, tabs in the indentation, files that are too large or empty. Input: a path and the name people know it by;
output: ``Source`` or a diagnostic with the place. Must never interpret the text.
"""

from __future__ import annotations

import re
from pathlib import Path

from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.visible import HIDDEN_IN_LINE, HIDDEN_IN_LINES, UNSEEN, named

MAX_BYTES = 5 * 1024 * 1024

_TAB = re.compile(r"^ *(\t[ \t]*)(?=\S)", re.MULTILINE)
_CONTENT = re.compile(r"^[^\S\n]*[^\s#]", re.MULTILINE)


def source_of(data: bytes, sink: Sink, shown: str) -> Source | None:
    """The text that the bytes of a file mean, without its byte order mark, or None after a diagnostic."""
    text = _decode(data, sink, shown)
    if text is None:
        return None
    source = Source(shown, text)
    before = len(sink.items)
    _check_characters(source, sink)
    _check_tabs(source, sink)
    if not _CONTENT.search(text):
        sink.add("empty-file", source.whole(), "the file holds only white space and comments")
    return source if len(sink.items) == before else None


def read_bytes(path: Path, sink: Sink, shown: str) -> bytes | None:
    """What stands in a file, or None after a diagnostic."""
    place = Source(shown, "").whole()
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file has {size / 1024 / 1024:.1f} MiB, but at most 5 MiB are read"
            sink.add("file-too-large", place, message, help="split it into several files")
            return None
        return path.read_bytes()
    except FileNotFoundError:
        sink.add("missing-file", place, f"there is no file `{shown}`")
    except IsADirectoryError:
        sink.add("unreadable-file", place, f"`{shown}` is a folder, but a file is needed")
    except OSError as error:
        sink.add("unreadable-file", place, f"`{shown}` cannot be read: {(error.strerror or 'unknown reason').lower()}")
    return None


def check_name(name: str, place: Span, sink: Sink) -> None:
    """Report the first character in the name of a file or folder that people could not see in a message."""
    match = HIDDEN_IN_LINE.search(name)
    if match:
        message = f"the character {named(match.group())} stands in this name"
        sink.add("forbidden-character", place, message, help="rename it: the name would be shown as something else")


def shown_text(data: bytes) -> str:
    """The text that findings point into: bytes that are no text stand as U+FFFD."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")


def _decode(data: bytes, sink: Sink, shown: str) -> str | None:
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # The bad bytes stand as U+FFFD in the source that people are shown; what precedes them is exact.
        at = len(data[: error.start].decode("utf-8"))
        source = Source(shown, data.decode("utf-8", errors="replace"))
        message = f"the byte 0x{data[error.start]:02X} is not valid UTF-8 here"
        sink.add("invalid-utf8", source.span(at, at + 1), message, help="save the file as UTF-8")
        return None


def _check_characters(source: Source, sink: Sink) -> None:
    seen: set[str] = set()
    for match in HIDDEN_IN_LINES.finditer(source.text):
        char = match.group()
        if char in seen:
            continue
        seen.add(char)
        message = f"the character {named(char)} stands here"
        if char == "\r":
            message += " without a line feed"
        sink.add("forbidden-character", source.span(match.start(), match.end()), message, help=UNSEEN)


def _check_tabs(source: Source, sink: Sink) -> None:
    match = _TAB.search(source.text)
    if match:
        span = source.span(match.start(1), match.end(1))
        sink.add("tab-indent", span, "a tab stands in the indentation of this line", help="indent with spaces")

"""Bytes of a file to a source.

Job: read one content file and refuse what must never reach a parser: bad UTF-8, invisible and direction-changing
characters, tabs in the indentation, files that are too large or empty. Input: a path and the name people know it by;
output: ``Source`` or a diagnostic with the place. Must never interpret the text.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from dsl.diagnostics import Sink
from dsl.source import Source

MAX_BYTES = 5 * 1024 * 1024

# Invisible marks, line ends that editors do not show, direction overrides (they make a card read otherwise than it
# runs), tag characters, and controls; a carriage return stands only before a line feed, or lines would be miscounted.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]|\r(?!\n)"
)
_TAB = re.compile(r"^ *(\t[ \t]*)(?=\S)", re.MULTILINE)
_CONTENT = re.compile(r"^[^\S\n]*[^\s#]", re.MULTILINE)
# Control characters have no names in Unicode's table.
_CONTROLS = {0: "NULL", 8: "BACKSPACE", 11: "LINE TABULATION", 12: "FORM FEED", 13: "CARRIAGE RETURN", 27: "ESCAPE"}


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
    for match in _FORBIDDEN.finditer(source.text):
        char = match.group()
        if char in seen:
            continue
        seen.add(char)
        name = f"U+{ord(char):04X} {unicodedata.name(char, _CONTROLS.get(ord(char), 'CONTROL CHARACTER'))}"
        message = f"the character {name} stands here"
        if char == "\r":
            message += " without a line feed"
        help = "remove it: readers cannot see it, but it changes what is read"
        sink.add("forbidden-character", source.span(match.start(), match.end()), message, help=help)


def _check_tabs(source: Source, sink: Sink) -> None:
    match = _TAB.search(source.text)
    if match:
        span = source.span(match.start(1), match.end(1))
        sink.add("tab-indent", span, "a tab stands in the indentation of this line", help="indent with spaces")

"""Bytes of a file to a source.

Job: read one content file and refuse what must never reach a parser: links, bad UTF-8, invisible and direction-changing
characters, tabs in the indentation, files that are too large or empty. Input: a path and the name people know it by;
output: ``Source`` or a diagnostic with the place. Must never interpret the text.
"""

from __future__ import annotations

import os
import re
import unicodedata

from dsl.diagnostics import Sink
from dsl.folders import FOLDER, LINK, Folder, NotAFileError
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


def read_bytes(folder: Folder, inside: str, sink: Sink, shown: str) -> bytes | None:
    """What stands in a file of a folder, or None after a diagnostic."""
    place = Source(shown, "").whole()
    try:
        data = folder.read(inside, MAX_BYTES)
    except NotAFileError as error:
        tell_form(error.form, shown, sink)
    except FileNotFoundError:
        sink.add("missing-file", place, f"there is no file `{shown}`")
    except OSError as error:
        sink.add("unreadable-file", place, f"`{shown}` cannot be read: {(error.strerror or 'unknown reason').lower()}")
    else:
        if len(data) <= MAX_BYTES:
            return data
        message = "the file has more than 5 MiB, which is the most that is read"
        sink.add("file-too-large", place, message, help="split it into several files")
    return None


def tell_form(form: str, shown: str, sink: Sink) -> None:
    """Reports what stands where a file is needed; what lies behind a link is neither read nor shown."""
    place = Source(shown, "").whole()
    if form == LINK:
        message = f"`{shown}` is a link, and links are not followed"
        sink.add("linked-file", place, message, help="put the file itself in its place")
    elif form == FOLDER:
        sink.add("unreadable-file", place, f"`{shown}` is a folder, but a file is needed")
    else:
        sink.add("unreadable-file", place, f"`{shown}` is neither a file nor a folder", help="remove it")


def visible(name: str) -> str:
    """A path as it can be shown and written: bytes that are no text, and what nobody sees, stand as escapes."""
    try:
        text = os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a part of a character, which no file system gives, but an editor may
        text = name.encode("utf-8", "backslashreplace").decode()
    return re.sub(f"{_FORBIDDEN.pattern}|[\t\n\r]", lambda found: ascii(found.group())[1:-1], text)


def tell_name(name: str, shown: str, sink: Sink) -> bool:
    """Whether people can read the name of a file; reports one that they cannot."""
    if visible(name) == name:
        return True
    place = Source(visible(shown), "").whole()
    try:
        name.encode()
    except UnicodeEncodeError:
        message, help = f"the name `{visible(name)}` is not valid UTF-8", "rename the file"
        sink.add("invalid-utf8", place, message, help=help)
    else:
        message = f"the name `{visible(name)}` has a character that nobody sees"
        sink.add("forbidden-character", place, message, help="rename the file: it is not called what it seems to be")
    return False


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

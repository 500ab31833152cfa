"""From the bytes of a file to a source.

Job: read one content file and refuse what must never reach a parser: links, invalid UTF-8, invisible and
direction-changing characters, tabs in the indentation, files that are too large or empty. Input: a path, and the path
shown to people. Output: a ``Source``, or a diagnostic with its place. Must never interpret the text.
"""

from __future__ import annotations

import os
import re

from dsl.diagnostics import Sink
from dsl.reading.folders import FOLDER, LINK, Folder, NotAFileError
from dsl.source import Source
from dsl.visible import HIDDEN_IN_LINE, HIDDEN_IN_LINES, UNSEEN, character_name, may_hide, spelled

MAX_BYTES = 5 * 1024 * 1024

_TAB = re.compile(r"^ *(\t[ \t]*)(?=\S)", re.MULTILINE)
_CONTENT = re.compile(r"^[^\S\n]*[^\s#]", re.MULTILINE)


def source_of(data: bytes, sink: Sink, shown: str) -> Source | None:
    """The text of a file's bytes without its byte order mark, or None after a diagnostic."""
    text = _decode(data, sink, shown)
    if text is None:
        return None
    source = Source(shown, text)
    before = len(sink.items)
    _check_characters(source, sink)
    _check_tabs(source, sink)
    if not _CONTENT.search(text):
        sink.add(
            "empty-file",
            source.whole(),
            "the file holds only white space and comments",
            help="write its content, or remove it",
        )
    return source if len(sink.items) == before else None


def read_bytes(folder: Folder, inside: str, sink: Sink, shown: str) -> bytes | None:
    """The bytes of a file in a folder, or None after a diagnostic."""
    place = Source(shown, "").whole()
    try:
        data = folder.read(inside, MAX_BYTES)
    except NotAFileError as error:
        report_file_kind(error.form, shown, sink)
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


def report_file_kind(form: str, shown: str, sink: Sink) -> None:
    """Reports a link, folder or device at a place that needs a file. A link's target is neither read nor shown."""
    place = Source(shown, "").whole()
    if form == LINK:
        message = f"`{shown}` is a link, and links are not followed"
        sink.add("linked-file", place, message, help="put the file itself in its place")
    elif form == FOLDER:
        sink.add("unreadable-file", place, f"`{shown}` is a folder, but a file is needed")
    else:
        sink.add("unreadable-file", place, f"`{shown}` is neither a file nor a folder", help="remove it")


def visible(name: str) -> str:
    """A path as messages can show it: undecodable bytes and invisible characters become escapes."""
    try:
        text = os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a lone surrogate: no file system gives one, but an editor may
        text = name.encode("utf-8", "backslashreplace").decode()
    return HIDDEN_IN_LINE.sub(lambda found: spelled(found.group()), text)


def check_file_name(name: str, shown: str, sink: Sink) -> bool:
    """Whether a file name has only characters that people can read; reports a name that has others."""
    if visible(name) == name:
        return True
    place = Source(visible(shown), "").whole()
    try:
        name.encode()
    except UnicodeEncodeError:
        message, help = f"the name `{visible(name)}` is not valid UTF-8", "rename the file"
        sink.add("invalid-utf8", place, message, help=help)
    else:
        hidden = HIDDEN_IN_LINE.search(name)
        assert hidden is not None  # else the name would not differ from its visible form
        message = f"the character {character_name(hidden.group())} stands in this name"
        sink.add("forbidden-character", place, message, help="rename it: the name is not what it looks like")
    return False


def shown_text(data: bytes) -> str:
    """The text that findings point into: undecodable bytes become U+FFFD."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")


def _decode(data: bytes, sink: Sink, shown: str) -> str | None:
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # The source for the message has U+FFFD for the bad bytes; offsets before the first of them are exact.
        at = len(data[: error.start].decode("utf-8"))
        source = Source(shown, data.decode("utf-8", errors="replace"))
        message = f"the byte 0x{data[error.start]:02X} is not valid UTF-8 here"
        sink.add("invalid-utf8", source.span(at, at + 1), message, help="save the file as UTF-8")
        return None


def _check_characters(source: Source, sink: Sink) -> None:
    if not may_hide(source.text):
        return
    seen: set[str] = set()
    for match in HIDDEN_IN_LINES.finditer(source.text):
        char = match.group()
        if char in seen:
            continue
        seen.add(char)
        message = f"the character {character_name(char)} stands here"
        if char == "\r":
            message += " without a line feed"
        sink.add("forbidden-character", source.span(match.start(), match.end()), message, help=UNSEEN)


def _check_tabs(source: Source, sink: Sink) -> None:
    match = _TAB.search(source.text)
    if match:
        span = source.span(match.start(1), match.end(1))
        sink.add("tab-indent", span, "a tab stands in the indentation of this line", help="indent with spaces")

"""Invisible characters, and how messages show them.

Job: define which characters are forbidden in content (control characters, changes of direction, invisible characters,
surrogates, noncharacters), name such a character for people, and write a text so that all its characters are visible.
Input and output: texts. The visible form of a text is never written back into content.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters except tab and line feed; characters that Unicode displays as nothing; line and paragraph
# separators, which editors do not show as line ends; surrogates, which appear in undecodable file names; noncharacters.
_MARKS = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
) + "".join(chr(plane * 0x10000 + low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))
# Variation selectors choose between a coloured and a black symbol. They have no meaning after any other character.
_STYLED = "#*0-9\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
_HIDDEN = f"[{_MARKS}]|(?<![{_STYLED}])[\ufe0e\ufe0f]"

HIDDEN = re.compile(f"{_HIDDEN}|\r")
HIDDEN_IN_LINES = re.compile(f"{_HIDDEN}|\r(?!\n)")
HIDDEN_IN_LINE = re.compile(f"{_HIDDEN}|[\r\n\t]")
# A tab does not change what a line means.
BROKEN_LINE = re.compile(f"{_HIDDEN}|[\r\n]")

TAB = "\t"
# The help about a forbidden character.
UNSEEN = "remove it: readers cannot see it, but it changes what is read"

# Unicode gives control characters no names.
_CONTROLS = {
    0: "NULL", 7: "BELL", 8: "BACKSPACE", 9: "TABULATION", 10: "LINE FEED", 11: "LINE TABULATION", 12: "FORM FEED",
    13: "CARRIAGE RETURN", 27: "ESCAPE", 127: "DELETE",
}  # fmt: skip
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def may_hide(text: str) -> bool:
    """Whether a text has a character that may be hidden. Each is looked at once, which is much faster than a search."""
    return HIDDEN.search("a".join(set(text))) is not None


def character_name(char: str) -> str:
    """The name of a character in messages: ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    code = ord(char)
    other = "CONTROL CHARACTER" if code < 0xA0 else "UNASSIGNED CODE"
    if 0xD800 <= code <= 0xDFFF:
        other = "HALF OF A SURROGATE PAIR"
    return f"U+{code:04X} {unicodedata.name(char, _CONTROLS.get(code, other))}"


def spelled(char: str) -> str:
    """A character as an escape: ``\\x1b``, ``\\u202e``, ``\\U000e0041``."""
    code = ord(char)
    return _SHORT.get(char) or (
        f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    )


def visible(text: str) -> str:
    """A text of several lines with its invisible characters written as escapes; line ends and tabs stay."""
    return HIDDEN_IN_LINES.sub(_spelled, text)


def in_one_line(text: str) -> str:
    """A text with its invisible characters written as escapes, line ends too, so that it is shown on one line."""
    return BROKEN_LINE.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return spelled(found.group())

"""Names of files, judged.

Job: say what is wrong with the name of a file of a game: it is shown to people, stands in places that exports tell, and
must be the same file on every system. Input: a name, as the system gave it. Output: a reason in words, or the form by
which two names are one.
"""

from __future__ import annotations

import unicodedata

_SIGNS = frozenset('\\/:*?"<>|')
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")}
)


def why_no_name(name: str) -> str:
    """Why a file cannot have this name, as the end of a sentence; empty where it can."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return "is no valid UTF-8"
    unseen = next((c for c in name if not c.isprintable()), "")
    if unseen:
        return f"has the character U+{ord(unseen):04X}, which cannot be seen"
    sign = next((c for c in name if c in _SIGNS), "")
    if sign:
        return f"has a `{sign}`, which not every system allows"
    if name.endswith((" ", ".")):
        return "ends with a space or a dot, which not every system keeps"
    if is_device(name.partition(".")[0]):
        return "is one that Windows keeps for a device"
    return ""


def is_device(stem: str) -> bool:
    """Whether Windows takes a name for a device, with any ending."""
    return unicodedata.normalize("NFKC", stem).casefold().rstrip(" ") in _DEVICES or stem.casefold() in _DEVICES


def same_file(name: str) -> str:
    """What equal names have in common on systems that do not tell capitals, or forms of a character, apart."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def shown_name(name: str) -> str:
    """A name for people: what cannot be seen is told by its code point."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in name)

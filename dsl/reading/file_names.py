"""Names of files that mean the same file on every system.

Job: say why a name does not, and what equal names have in common. Input: a name that people can see. Output: a reason
in words, or the form by which two names are one.
"""

from __future__ import annotations

import unicodedata

_SIGNS = frozenset('\\/:*?"<>|')
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")}
)


def why_not_portable(name: str) -> str:
    """Why not every system can have a file of this name, as the end of a sentence; empty where all can."""
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

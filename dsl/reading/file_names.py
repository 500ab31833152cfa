"""File names that work on every system.

Job: say why a file name does not work everywhere, and when two names are the same file on some system. Input: a name of
visible characters. Output: a reason in words, or a normalized name.
"""

from __future__ import annotations

import unicodedata

_SIGNS = frozenset('\\/:*?"<>|')
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")}
)


def why_not_portable(name: str) -> str:
    """Why some system cannot have a file of this name, as the end of a sentence; empty if every system can."""
    sign = next((c for c in name if c in _SIGNS), "")
    if sign:
        return f"has a `{sign}`, which not every system allows"
    if name.endswith((" ", ".")):
        return "ends with a space or a dot, which not every system keeps"
    if is_device(name.partition(".")[0]):
        return "is one that Windows keeps for a device"
    return ""


def is_device(stem: str) -> bool:
    """Whether Windows reserves the name for a device, whatever its extension."""
    return unicodedata.normalize("NFKC", stem).casefold().rstrip(" ") in _DEVICES or stem.casefold() in _DEVICES


def normalized_name(name: str) -> str:
    """The normalized name: equal for names that some systems do not distinguish (letter case, Unicode form)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())

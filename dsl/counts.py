"""Numbers of things in sentences for people."""

from __future__ import annotations


def numbered(count: int, one: str, many: str = "") -> str:
    """``1 match``, ``2 matches``: a number of things. ``many`` is given where it is more than ``one`` and an `s`."""
    return f"{count} {one if count == 1 else many or one + 's'}"

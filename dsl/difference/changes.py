"""What a difference is made of.

Job: `Change`, one thing that plays differently; `Subject`, a card or definition with its changes. Input and output:
plain values. Nothing here compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BUFF, NERF, UNCLEAR = "buff", "nerf", "unclear"
SORTS = ("number", "condition", "target", "cost", "timing", "effect", "value", "added", "removed")
STATES = ("added", "removed", "changed")


@dataclass(frozen=True, slots=True)
class Change:
    """``sort`` is one of SORTS; ``where`` the printed field or text it stands in; a side that has nothing is empty."""

    sort: str
    where: str
    old: str
    new: str
    verdict: str = UNCLEAR


@dataclass(frozen=True, slots=True)
class Subject:
    """``sort`` is card, definition, ruleset, scenario or roster; ``path`` and ``line`` are its place.

    The place is the new one where there is one. The verdict of a subject that was added or removed is empty.
    """

    sort: str
    name: str
    state: str
    path: str
    line: int
    changes: tuple[Change, ...] = ()

    @property
    def verdict(self) -> str:
        return together(change.verdict for change in self.changes) if self.state == "changed" else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs in one game. ``texts`` name what reads otherwise and plays the same."""

    subjects: tuple[Subject, ...]
    texts: tuple[str, ...]


def together(verdicts: Iterable[str]) -> str:
    """One verdict for several changes: better in one thing and worse in another is unclear."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else UNCLEAR


def by_size(old: object, new: object, better: str) -> str:
    """The verdict on a number (or yes and no), where it is declared whether more is better."""
    if not better or not isinstance(old, int) or not isinstance(new, int) or old == new:
        return UNCLEAR
    return BUFF if (new > old) == (better == "higher") else NERF

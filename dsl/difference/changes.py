"""The parts of a difference.

Job: define `Change`, one thing that plays differently, and `Subject`, a card or definition with its changes. Input and
output: plain values. Nothing here compares.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.dataclass import dataclass

BUFF, NERF, UNCLEAR = "buff", "nerf", "unclear"
SORTS = ("number", "condition", "target", "cost", "timing", "effect", "value", "added", "removed")
STATES = ("added", "removed", "changed")


@dataclass(frozen=True, slots=True)
class Change:
    """``sort`` is one of SORTS; ``where`` is the printed field or text; ``old`` or ``new`` is empty if it does not
    exist.
    """

    sort: str
    where: str
    old: str
    new: str
    verdict: str = UNCLEAR


@dataclass(frozen=True, slots=True)
class Subject:
    """``sort`` is card, definition, ruleset, scenario or roster; ``path`` and ``line`` are its place.

    The place is the new one, if there is one. The verdict of an added or removed subject is empty. ``said``: the
    changes in sentences for players, if they are asked for.
    """

    sort: str
    name: str
    state: str
    path: str
    line: int
    changes: tuple[Change, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        return together(change.verdict for change in self.changes) if self.state == "changed" else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences in one game. ``texts`` names what is written differently but plays the same."""

    subjects: tuple[Subject, ...]
    texts: tuple[str, ...]


def together(verdicts: Iterable[str]) -> str:
    """One verdict for several changes; better in one and worse in another is unclear."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else UNCLEAR


def by_size(old: object, new: object, better: str) -> str:
    """The verdict on a number or truth value, if the ruleset declares which direction is better."""
    if not better or not isinstance(old, int) or not isinstance(new, int) or old == new:
        return UNCLEAR
    return BUFF if (new > old) == (better == "higher") else NERF

"""Did you mean: the known names nearest to a misspelt one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nsmallest

_FEW = 8
_LONG = 60  # letters
MOST_COMPARED = 250  # names that a misspelt one is compared with letter by letter, however many are known
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SUGGESTION = re.compile(r"did you mean `([^`]+)`\?")


def suggest(name: str, known: Iterable[str]) -> str:
    """Help text naming the nearest known name, or an empty string where none is near."""
    near = nearest(name, known)
    return f"did you mean `{near}`?" if near else ""


def listed(what: str, known: Iterable[str]) -> str:
    """Help text with known names where none is near: the first few of them, by spelling."""
    names = sorted(known)
    more = ", …" if len(names) > _FEW else ""
    return f"{what} {', '.join(f'`{name}`' for name in names[:_FEW])}{more}" if names else ""


def suggested(help: str) -> str:
    """The name that a help text of ``suggest`` gives, or an empty string."""
    found = _SUGGESTION.fullmatch(help)
    return found.group(1) if found else ""


def in_digits(word: str) -> str:
    """A number that is written in words, or in digits, in digits; empty for any other word."""
    return str(_NUMBERS.index(word)) if word in _NUMBERS else word if word.isascii() and word.isdigit() else ""


def nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The nearest known name: with two letters swapped, else with such a likeness or more; ties by spelling. An empty
    string if there is none.
    """
    # Names that differ in length by more than three letters cannot be a plausible slip.
    # Nobody slips at the first letter and leaves out several others.
    spare = {k: 3 if k[:1] == name[:1] else 1 for k in known if k != name}
    candidates = {k for k, letters in spare.items() if abs(len(k) - len(name)) <= letters}
    if swapped := candidates & _swapped(name):
        return min(swapped)
    matches = get_close_matches(name, sorted(_likely(name, candidates)), n=1, cutoff=likeness)
    return matches[0] if matches else ""


def _swapped(name: str) -> set[str]:
    """The name with each two neighbouring letters swapped; nothing for a name that is longer than people write."""
    last = len(name) - 1 if len(name) <= _LONG else 0
    return {name[:i] + name[i + 1] + name[i] + name[i + 2 :] for i in range(last)}


def _likely(name: str, candidates: set[str]) -> Iterable[str]:
    """The candidates that are compared: of too many, those that begin alike, then those of a like length."""
    if len(candidates) <= MOST_COMPARED:
        return candidates
    return nsmallest(
        MOST_COMPARED, candidates, key=lambda k: (k[:2] != name[:2], k[:1] != name[:1], abs(len(k) - len(name)), k)
    )

"""How large observations and action spaces are.

Job: hold the bounds that a user may set. Input: numbers by name. Output: `Sizes`; `EnvError` for what is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from dsl.dataclass import dataclass
from dsl.suggest import suggest

_LARGEST = 2**24  # a greater number is not exact in an observation, whose numbers have 32 bits


class EnvError(Exception):
    """An environment that cannot be made, or a call that it refuses, in a sentence."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The most rows of each table of an observation, the greatest number in it, and the bounds of action ids.

    ``copies``: options that are alike, such as two entities of one card. ``numbers``: from minus this to this.
    ``others``: options of one request that have no id of their own.
    """

    entities: int = 192
    zones: int = 128
    traits: int = 128
    items: int = 256
    effects: int = 32
    options: int = 128
    value: int = 1_000_000
    copies: int = 8
    numbers: int = 500
    others: int = 64


def sizes_of(given: Mapping[str, int] | None) -> Sizes:
    """The usual sizes, with those that are given."""
    known = [one.name for one in fields(Sizes)]
    for name, size in (given or {}).items():
        if name not in known:
            meant = suggest(name, known) or f"there are: {', '.join(known)}"
            raise EnvError(f"there is no size `{name}`; {meant}")
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= _LARGEST:
            raise EnvError(f"the size `{name}` is a whole number from 1 to {_LARGEST}")
    return Sizes(**(given or {}))

"""What the changes need to know of a game beside its core tree.

Job: hold the types of expressions, fields and verbs as words. Input: whoever knows both trees fills it. Output: plain
values. Never looks at a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# A type as a word for its form, and the name of its kind or enum.
Typed = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """``types`` by place (an index of the span table) and the last name of the expression; empty for other ones."""

    types: Mapping[tuple[int, str], Typed] = field(default_factory=dict[tuple[int, str], Typed])
    fields: Mapping[str, Mapping[str, Typed]] = field(default_factory=dict[str, Mapping[str, Typed]])
    verbs: Mapping[str, tuple[tuple[str, Typed], ...]] = field(default_factory=dict[str, tuple[tuple[str, Typed], ...]])
    line: Callable[[int], str] = lambda _at: ""

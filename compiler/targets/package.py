"""What an exported package is made for, and what the packages of all languages have in common.

Job: names and versions that the clients of package registries take. Input: a program. Output: plain values. Whatever
becomes part of a file is written there by a serializer, since names and versions are texts of a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.targets.declared import Declared

LICENCE = "LICENSE"
_VERSION = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.(?:0|[1-9][0-9]{0,8})){2}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)

LineMap = list[tuple[int, str, int]]  # from this line on, what was made from this path and line


@dataclass(frozen=True, slots=True)
class Package:
    """An export as a package. ``lines`` are the line maps of its files; ``declared`` is what its types tell.

    ``as_of`` is the day whose cards it has; empty with all errata.
    """

    game: str
    version: str
    title: str
    lines: Mapping[str, LineMap]
    declared: Declared = field(default_factory=Declared)
    as_of: str = ""

    def __post_init__(self) -> None:
        """What `check` accepts is fine here; a program that came another way is looked at, too."""
        if not _NAME.fullmatch(self.game) or not _VERSION.fullmatch(self.version):
            raise ValueError(f"no package can be called {self.game!a} {self.version!a}")

    @property
    def words(self) -> str:
        """One sentence about it, on one line."""
        title = "".join(c if c.isprintable() else " " for c in self.title)
        day = f" as of {self.as_of}" if self.as_of else ""
        return f"The rules of {title or self.game}{day}, compiled by Cardwright"

    def name(self, taken: frozenset[str] = frozenset()) -> str:
        """The id of the game as an import names it; a name that the language has already gets another ending."""
        bare = self.game.strip("_")
        return f"{bare}_rules" if bare in taken else bare

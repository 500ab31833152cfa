"""Identifiers of generated functions.

Job: decide which texts are valid names in generated code, and give each function a unique name. Input: words of a game,
which may be any text. Output: names of ASCII letters, digits and underscores. The in-process compiler and the exports
both use these names.
"""

from __future__ import annotations

import re

_OTHERS = re.compile(r"[^A-Za-z0-9]")


def is_identifier(text: str) -> bool:
    """Whether a text is a valid name. Only ASCII is valid, so that no language treats two texts as the same name."""
    return text.isascii() and text.isidentifier()


def identifier(text: str) -> str:
    """The name unchanged. ValueError if it is invalid: the checker ensures valid names, so that is a fault of ours."""
    if not is_identifier(text):
        raise ValueError(f"{text!a} cannot be a name in generated code")
    return text


class Names:
    """Names for the functions of a generated module: unique, readable, beginning with ``f_``."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.numbers: dict[str, int] = {}  # the last number of each base: thousands of functions share one

    def fresh(self, words: str) -> str:
        base = _OTHERS.sub("_", words).strip("_")
        number = self.numbers.get(base, 0) + 1
        name = f"f_{base}" if number == 1 else f"f_{base}_{number}"
        while name in self.taken:
            number += 1
            name = f"f_{base}_{number}"
        self.taken.add(name)
        self.numbers[base] = number
        return name

"""Pictures of values, and hashes of texts: the same in every runtime.

Job: say what a value is, so that equal states give equal texts. Input: a value of a game, or a text. Output: a text.
"""

from __future__ import annotations

from typing import Any

from compiler.interpreter.values import Entity, Roll, Zone, label


def shown(value: Any, hidden: frozenset[Entity] = frozenset()) -> str:
    if isinstance(value, Zone):
        return "[" + " ".join("?" if e in hidden else label(e) for e in value.items) + "]"
    if isinstance(value, Roll):
        return "[" + " ".join(str(f) for f in value) + "]"
    return label(value)


def text_hash(text: str) -> str:
    """16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has."""
    first = second = 0
    for byte in text.encode():
        first = (first * 1_000_003 + byte + 1) % 2_147_483_647
        second = (second * 999_983 + byte + 1) % 2_147_483_629
    return f"{first:08x}{second:08x}"

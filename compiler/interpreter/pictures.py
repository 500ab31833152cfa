"""Pictures of values, and hashes of texts: the same in every runtime.

Job: say what a value or a whole game is, so that equal states give equal texts.
Input: a value, a text, or a running game, of which nothing changes. Output: a text.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.values import Roll, Zone, label

_BLOCK = 1024


class _Polynomial:
    """The polynomial of a text's bytes, each raised by one, at a point: worked out a block at a time."""

    def __init__(self, point: int, modulus: int) -> None:
        self.modulus = modulus
        self.powers = tuple(pow(point, i, modulus) for i in range(_BLOCK, -1, -1))

    def of(self, block: bytes) -> tuple[int, int]:
        """The polynomial of a block, and by what that of the bytes before it is multiplied."""
        shift, *powers = self.powers[_BLOCK - len(block) :]
        return (sum(map(mul, block, powers)) + sum(powers)) % self.modulus, shift


_FIRST, _SECOND = _Polynomial(1_000_003, 2_147_483_647), _Polynomial(999_983, 2_147_483_629)


@lru_cache(maxsize=4096)
def _of_block(block: bytes) -> tuple[int, int, int, int]:
    """The polynomials of a block. Pictures of one match have most of their lines in common."""
    return *_FIRST.of(block), *_SECOND.of(block)


def shown(value: Any) -> str:
    if isinstance(value, Zone):
        return "[" + " ".join(label(e) for e in value.items) + "]"
    if isinstance(value, Roll):
        return "[" + " ".join(str(f) for f in value) + "]"
    return label(value)


def text_hash(text: str) -> str:
    """16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has."""
    first = second = 0
    begun, *lines = text.encode().split(b"\n")
    for line in (begun, *(b"\n" + line for line in lines)):
        for start in range(0, len(line), _BLOCK):
            own, shift, other, other_shift = _of_block(line[start : start + _BLOCK])
            first = (first * shift + own) % _FIRST.modulus
            second = (second * other_shift + other) % _SECOND.modulus
    return f"{first:08x}{second:08x}"


def picture(rt: State) -> str:
    """Every entity with every value, in one text; equal states give equal texts in every runtime."""
    lines: list[str] = []
    for entity in sorted((e for held in rt.kinds.values() for e in held), key=lambda e: e._id):
        names = sorted(rt.code.field_names[entity._kind])
        values = [f"{n}={shown(getattr(entity, n, None))}" for n in names]
        place = f" at={entity.at}" if entity._figure else ""
        zone = f" in={entity._zone!r}" if entity._zone is not None else ""
        lines.append(f"{label(entity)}{zone}{place} {' '.join(values)}")
    return "\n".join(lines)


def fingerprint(rt: State) -> str:
    return text_hash(picture(rt))

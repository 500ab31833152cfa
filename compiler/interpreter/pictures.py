"""Pictures of values, and hashes of texts: the same in every runtime.

Job: say what a value or a whole game is, so that equal states give equal texts.
Input: a value, a text, or a running game, of which nothing changes. Output: a text.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.values import Roll, Zone, label

# A text is the polynomial of its bytes, each raised by one, at a point and modulo a prime: twice. Both are worked out
# at once, modulo the product of the primes, at the point that is each of the points modulo its prime.
_PRIMES, _POINTS = (2_147_483_647, 2_147_483_629), (1_000_003, 999_983)
_MODULUS = _PRIMES[0] * _PRIMES[1]
_POINT = _POINTS[0] + _PRIMES[0] * ((_POINTS[1] - _POINTS[0]) * pow(_PRIMES[0], -1, _PRIMES[1]) % _PRIMES[1])
_BLOCK = 1024
_POWERS = tuple(pow(_POINT, i, _MODULUS) for i in range(_BLOCK, -1, -1))
_SUMS = tuple(accumulate(reversed(_POWERS[1:]), initial=0))  # of so many of the lowest powers


def _polynomial(text: str) -> tuple[int, int]:
    """The value of a text, and the power by which that of a text before it counts: worked out a block at a time."""
    data, value, shift = text.encode(), 0, 1
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        power, *powers = _POWERS[_BLOCK - len(block) :]
        value = (value * power + sum(map(mul, block, powers)) + _SUMS[len(block)]) % _MODULUS
        shift = shift * power % _MODULUS
    return value, shift


_of_line = lru_cache(maxsize=8192)(_polynomial)  # most lines of a picture are those of the picture before


def shown(value: Any) -> str:
    if isinstance(value, Zone):
        return "[" + " ".join(label(e) for e in value.items) + "]"
    if isinstance(value, Roll):
        return "[" + " ".join(str(f) for f in value) + "]"
    return label(value)


def text_hash(text: str) -> str:
    """16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has."""
    return _digits(_polynomial(text)[0])


def _digits(value: int) -> str:
    return f"{value % _PRIMES[0]:08x}{value % _PRIMES[1]:08x}"


def picture(rt: State) -> str:
    """Every entity with every value, in one text; equal states give equal texts in every runtime."""
    return "".join(_lines(rt))


def _lines(rt: State) -> list[str]:
    """The lines of a picture; all but the first begin with the end of the line before."""
    lines, end, names_of = list[str](), "", {kind: sorted(rt.code.field_names[kind]) for kind in rt.kinds}
    for entity in sorted((e for held in rt.kinds.values() for e in held), key=lambda e: e._id):
        values = [f"{n}={shown(getattr(entity, n, None))}" for n in names_of[entity._kind]]
        place = f" at={entity.at}" if entity._figure else ""
        zone = f" in={entity._zone!r}" if entity._zone is not None else ""
        lines.append(f"{end}{label(entity)}{zone}{place} {' '.join(values)}")
        end = "\n"
    return lines


def fingerprint(rt: State) -> str:
    """The hash of a picture."""
    value = 0
    for line in _lines(rt):
        held, shift = _of_line(line)
        value = (value * shift + held) % _MODULUS
    return _digits(value)

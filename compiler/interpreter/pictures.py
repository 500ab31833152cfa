"""Pictures of values, and hashes of texts: the same in every runtime.

Job: say what a value or a whole game is, so that equal states give equal texts.
Input: a value, a text, or a running game, of which nothing changes. Output: a text.
"""

from __future__ import annotations

from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.values import Roll, Zone, label


def shown(value: Any) -> str:
    if isinstance(value, Zone):
        return "[" + " ".join(label(e) for e in value.items) + "]"
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

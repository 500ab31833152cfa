"""A short look at the numbers and texts of whoever runs this, before anything is played.

Job: refuse, in words, a Python that would play otherwise than other engines and say nothing. Input: nothing. Output:
nothing, or `ImportError`.
"""

from __future__ import annotations

from compiler.interpreter.game import Minstd
from compiler.interpreter.pictures import text_hash
from compiler.interpreter.values import LARGEST

_CHANCE = [7896, 557, 9613, 2576, 1404]  # what seed 7 gives below 10,000
_ORDER = ["", "B", "a", "aa", "b", "\u00e9", "\u044f", "\uff5e", "\U0001f409"]


def check_engine() -> None:
    """Refuses an engine that reckons, draws, reads or sorts in another way."""
    largest = LARGEST - 1
    if largest != 9007199254740991 or largest - 1 + 1 != largest or largest != 1048576 * 8589934592 - 1:
        refuse("its whole numbers are too small or not exact; they need whole numbers up to 2^53")
    for above, below, whole, left in (
        (-7, 3, -3, 2),
        (7, -3, -3, -2),
        (-6, 3, -2, 0),
        (largest, 10, 900719925474099, 1),
    ):
        if above // below != whole or above % below != left:
            refuse("it divides in another way")
    generator = Minstd(7)
    if [generator.below(10_000) for _ in _CHANCE] != _CHANCE:
        refuse("its random numbers are others")
    if text_hash("Cardwright \u2192 \U0001f409") != "5f3aa2846b25e5f8":
        refuse("it reads or writes texts in another way")
    if sorted([*_ORDER[4:], *_ORDER[:4]]) != _ORDER:
        refuse("it sorts texts in another way")


def refuse(what: str) -> None:
    raise ImportError(f"this Python cannot play these rules: {what}")

"""Suggestions for misspelt names: the nearest name, found with a bounded number of comparisons."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from dsl import suggest as module
from dsl.suggest import MOST_COMPARED, nearest, suggest

LETTERS = "abcdefghijklmnopqrst"


def test_the_nearest_name_is_suggested() -> None:
    assert nearest("darw", ["draw", "drain", "raw"]) == "draw"
    assert nearest("draw", ["draw", "zebra"]) == ""
    assert nearest("draw", ["drawing_of_cards"]) == ""
    assert suggest("strke", ["strike"]) == "did you mean `strike`?"


def test_swapped_letters_are_the_likeliest_slip() -> None:
    assert nearest("tset", ["text", "test"]) == "test"
    assert nearest("cheif", ["thief", "chief", "check"]) == "chief"
    assert not module._swapped("ab" * 100)  # as many texts as letters, each as long


def test_ties_are_decided_by_spelling() -> None:
    assert nearest("bat", ["cat", "bar", "hat"]) == nearest("bat", ["hat", "cat", "bar"]) == "hat"


@pytest.mark.parametrize("misspelt", ["aabbx", "abxba", "tstts"])
def test_few_of_many_names_are_compared(misspelt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a file of misspelt names would cost as much as the square of its length."""
    compared: list[int] = []
    real: Any = module.get_close_matches

    def counted(word: str, names: Iterable[str], **more: Any) -> list[str]:
        compared.append(len(list(names)))
        return list(real(word, names, **more))

    monkeypatch.setattr(module, "get_close_matches", counted)
    known = ["".join(letters) for letters in product(LETTERS, repeat=4)]
    assert nearest(misspelt, known)[:2] == misspelt[:2]
    assert compared == [MOST_COMPARED]


def test_nobody_slips_at_the_first_letter_and_leaves_out_others() -> None:
    assert nearest("heal", {"reveal"}) == ""
    assert nearest("heal", {"reveal", "deal"}) == nearest("eal", {"deal"}) == "deal"

"""The collector of cycles, around what is compiled."""

from __future__ import annotations

import gc

import pytest

from compiler.garbage_collection import program_spared, spare_the_program


def test_nothing_is_collected_while_a_program_is_made_and_only_the_first_is_kept_for_good() -> None:
    with program_spared():
        assert not gc.isenabled()
    kept = gc.get_freeze_count()
    assert gc.isenabled() and kept
    with program_spared():
        made = [[number] for number in range(1000)]
    assert gc.get_freeze_count() <= kept and made


@pytest.mark.parametrize(("set_before", "kept"), [(700, 100_000), (2_000_000, 2_000_000)])
def test_who_wants_fewer_collections_keeps_them(set_before: int, kept: int) -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(set_before)
        spare_the_program()
        assert gc.get_threshold()[0] == kept
    finally:
        gc.set_threshold(*before)

"""The collector of cycles, around what is compiled."""

from __future__ import annotations

import gc

from compiler.garbage_collection import program_spared


def test_nothing_is_collected_while_a_program_is_made_and_only_the_first_is_kept_for_good() -> None:
    with program_spared():
        assert not gc.isenabled()
    kept = gc.get_freeze_count()
    assert gc.isenabled() and kept
    with program_spared():
        made = [[number] for number in range(1000)]
    assert gc.get_freeze_count() <= kept and made

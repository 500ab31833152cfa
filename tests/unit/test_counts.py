"""Numbers of things in sentences."""

from __future__ import annotations

from dsl.counts import numbered


def test_one_thing_is_no_plural_and_none_is_one() -> None:
    assert [numbered(count, "match", "matches") for count in (0, 1, 2)] == ["0 matches", "1 match", "2 matches"]
    assert [numbered(count, "file") for count in (0, 1, 2)] == ["0 files", "1 file", "2 files"]

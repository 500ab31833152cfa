"""What a player was told, in lines: what happens inside of another event stands below it, and nothing else does."""

from __future__ import annotations

from cardwright.cli.watched import told_lines


def told(*happened: tuple[int, str]) -> list[str]:
    return list(told_lines({"depth": depth, "words": words} for depth, words in happened))


def test_what_happens_inside_of_an_event_stands_below_it() -> None:
    assert told((1, "turn"), (2, ""), (3, "blow"), (4, "damage")) == ["turn", "  blow", "    damage"]


def test_what_follows_stands_beside() -> None:
    assert told((1, "turn"), (2, "blow"), (3, "damage"), (2, "move")) == ["turn", "  blow", "    damage", "  move"]


def test_what_happens_inside_of_an_event_of_which_nobody_is_told_is_not_set_below_the_one_before() -> None:
    assert told((1, "turn"), (2, "blow"), (3, "damage"), (2, ""), (4, "move")) == [
        "turn",
        "  blow",
        "    damage",
        "  move",
    ]

"""Whether a condition holds wherever another does."""

from __future__ import annotations

import pytest

from tests.lint_game import linted, write_example

STEPS = "ai:\n  when {wide}:\n    heal 1 to self\n  when {narrow}:\n    tap self\n  otherwise:\n    nothing\n"


@pytest.mark.parametrize(
    ("wide", "narrow", "told"),
    [
        ("self.damage > 2", "self.damage > 3", True),
        ("self.damage > 3", "self.damage > 2", False),
        ("self.damage > 2", "3 <= self.damage", True),
        ("self.damage > 2", "self.level > 3", False),
        ("tapped", "tapped and self.damage > 1", True),
        ("tapped and self.damage > 1", "tapped", False),
        ("tapped or self.damage > 1", "self.damage == 2", True),
        ("self.damage > 1", "self.damage == 2 or tapped", False),
        ("any enemy within 5 of self", "any enemy within 2 of self", True),
        ("any enemy within 2 of self", "any enemy within 5 of self", False),
        ("any enemy", "any enemy adjacent to self where damage > 1", True),
        ("any enemy where damage > 1", "any enemy", False),
        ("any enemy where damage > 1", "any enemy where damage > 2", True),
        ("no enemy within 2 of self", "no enemy within 5 of self", True),
        ("no enemy within 5 of self", "no enemy within 2 of self", False),
    ],
)
def test_a_narrower_step_below_a_wider_one_is_told(
    tmp_path_factory: pytest.TempPathFactory, wide: str, narrow: str, told: bool
) -> None:
    example = {"ability": STEPS.format(wide=wide, narrow=narrow)}
    codes = {found.code for found in linted(write_example(tmp_path_factory.mktemp("lint"), example))}
    assert ("repeated-ai-condition" in codes) is told

"""Whether a step of an AI can be done: certain where it is told, and silent where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint_game import linted, write_example

VERBS = """
verb mend(amount: int = 2, to target: unit):
  require amount > 0 and target.damage > 0 "it is whole"
  decrease target.damage by amount
verb call_up(target: unit):
  require target.at is none "it stands there already"
  increase game.round by 1
verb roar(by who: unit):
  require game.round < 3 "it is too late"
  require who.damage < 5 "it is too weak"
  increase game.round by 1
"""
CASES = {
    "hurt, and mended": ("self.damage > 0", "mend 2 to self", False),
    "whole, and mended": ("self.damage == 0", "mend 2 to self", True),
    "whole by a bare name": ("damage == 0 and not tapped", "mend 2 to self", True),
    "somebody else is mended": ("self.damage == 0", "mend 2 to one enemy", False),
    "mended by nothing": ("self.damage > 0", "mend 0 to self", True),
    "a default": ("self.damage > 0", "mend to self", False),
    "stands, and is called up": ("self.at is not none", "call_up self", True),
    "is not there, and is called up": ("self.at is none", "call_up self", False),
    "too late": ("game.round > 5", "roar by self", True),
    "in time": ("game.round > 1", "roar by self", False),
    "too weak, by the second requirement": ("self.damage >= 5", "roar by self", True),
    "either": ("self.damage >= 5 or tapped", "roar by self", False),
    "one of two can be done": ("self.damage == 0", "mend 2 to self\n    then roar by self", False),
    "neither of two can be done": (
        "self.damage == 0 and game.round > 4",
        "mend 2 to self\n    then roar by self",
        True,
    ),
    "something else beside it": ("self.damage == 0", "if tapped: mend 2 to self", False),
}


@pytest.mark.parametrize("case", CASES)
def test_steps(case: str, tmp_path: Path) -> None:
    condition, step, is_told = CASES[case]
    text = f"ai:\n  when {condition}:\n    {step}\n  otherwise:\n    heal 1 to self\n"
    uses = "activate as action:\n  mend 1 to self\n  call_up self\n  roar by self\n"
    found = linted(write_example(tmp_path, {"rules": VERBS, "ability": text + uses}))
    assert {fault.severity.value for fault in found} <= {"warning"}, [f"{f.message} {f.span}" for f in found]
    told = [fault for fault in found if fault.code == "infeasible-ai-step"]
    assert len(told) == is_told
    assert all(label.text == "required here" for fault in told for label in fault.labels)

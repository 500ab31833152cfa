"""What tests of the lab share: games of ``content/`` are read and compiled once in a process."""

from __future__ import annotations

import pytest

from cardwright.cli import lab_run
from tests.content_games import read_once, rules_once


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_run, "read_rules", read_once)
    monkeypatch.setattr(lab_run, "rules_of", rules_once)

"""The schemas by which editors check cards are those that the rulesets make."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.main import main

CONTENT = Path(__file__).parents[2] / "content"


def test_written_schemas_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    for ruleset in sorted(CONTENT.glob("*/ruleset.yaml")):
        assert main(["schema", "--check", str(ruleset.parent)]) == 0, capsys.readouterr().out
    assert CONTENT.is_dir()

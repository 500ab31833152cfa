"""Who may import whom: the contracts in ``pyproject.toml``, and a command line that answers at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]
HEAVY = {"lark", "jsonschema", "ruamel"}


def test_import_contracts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert code == 0, capsys.readouterr().out


@pytest.mark.parametrize("module", ["cardwright.cli.main", "cardwright.cli.explain", "cardwright.cli.new"])
def test_nothing_slow_is_imported_before_it_is_needed(module: str) -> None:
    """Checked by what is loaded, not by the clock, which a busy machine would bend."""
    script = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not HEAVY & {name.partition(".")[0] for name in loaded.stdout.split()}

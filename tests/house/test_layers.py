"""Who may import whom: the contracts in ``pyproject.toml``, and a command line that answers at once."""

from __future__ import annotations

import os
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


@pytest.mark.slow
def test_an_unchanged_game_is_told_without_what_checks(tmp_path: Path) -> None:
    """The findings of the last check are told; rooms that read, check and lint texts are not imported."""
    script = "import sys; from cardwright.cli.main import main;main(['new', 'small']); main(['check', 'content/small'])"
    cached = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, cwd=tmp_path, env=cached)
    script = "import sys; from cardwright.cli.main import main; main(['check', 'content/small']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path, env=cached
    )
    assert "no findings" in done.stdout
    loaded = done.stdout.split()
    rooms = ("dsl.checking", "dsl.lint.rules", "dsl.lint.runner", "dsl.meaning", "compiler.build", "multiprocessing")
    assert [name for name in loaded if name.startswith(rooms)] == []

"""The package in Python: pip builds and installs it, and it plays; `test_python_types.py` has its types."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardwright.cli.main import main
from tests.packages.clients import last_line, new_game_folder, program_of, ran

GAME = "moon_market"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game_folder(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def folder(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pip") / "exported"  # the folder need not have the name of the game
    assert main(["export", str(game), "--target", "python", "--conformance", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def python(folder: Path) -> str:
    """The interpreter of an environment that has nothing but the package."""
    wheels, environment = folder.parent / "wheels", folder.parent / "environment"
    pip = [sys.executable, "-m", "pip", "--quiet"]
    ran(folder, *pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels), str(folder))
    (wheel,) = wheels.glob("*.whl")
    assert wheel.name == f"{GAME}-0.1.0-py3-none-any.whl"
    ran(folder, sys.executable, "-m", "venv", "--without-pip", str(environment))
    ran(folder, *pip, "--python", str(environment), "install", "--no-index", str(wheel))
    return str(environment / "bin" / "python")


def test_the_program_of_its_page_plays(game: Path, folder: Path, python: str, tmp_path: Path) -> None:
    program = program_of((folder / "README.md").read_text(encoding="utf-8"), "python")
    (tmp_path / "play.py").write_text(program, encoding="utf-8")
    assert ran(tmp_path, python, "play.py").splitlines()[-1] == last_line(game)


def test_it_brings_all_its_files(folder: Path, python: str) -> None:
    (installed,) = (folder.parent / "environment").glob(f"lib/python*/site-packages/{GAME}")
    names = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if "__pycache__" not in path.parts}
    wanted = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if "build" not in path.parts}
    others = ("pyproject.toml", "README.md", "LICENSE", ".cardwright-export.json", "conformance.json")
    assert names == {path for path in wanted if path not in others and ".egg-info" not in path}
    (metadata,) = installed.parent.glob("*.dist-info/METADATA")
    assert "The rules of Moon Market, compiled by Cardwright" in metadata.read_text(encoding="utf-8")
    assert list(metadata.parent.glob("licenses/LICENSE"))

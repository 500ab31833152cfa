"""The wheel: what it holds, and that it works in an environment with nothing else but packages of likely names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import cardwright

ROOT = Path(__file__).parents[2]
PYTHON = os.environ.get("WHEEL_PYTHON", sys.executable)  # `make wheel` tries other versions
NEIGHBOURS = ("schemas", "cli", "content", "authoring", "tests")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the files under version control, so that nothing else of this folder can be in it."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("content/", "tests/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(made),
        ".",
    ]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=300)
    (found,) = made.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel, what pip installs with it, and packages with likely names."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(environment)], check=True, timeout=300)
    command = [sys.executable, "-m", "pip", "--quiet", "--python", str(environment), "install", str(wheel)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (folder,) = environment.glob("lib/python*/site-packages")
    for name in NEIGHBOURS:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(
            "raise ImportError('a package of somebody else')\n", encoding="utf-8"
        )
    return environment / "bin" / "python"


def ran(python: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [str(python), *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_its_version_is_the_one_of_the_package(wheel: Path) -> None:
    assert wheel.name.split("-")[:2] == ["cardwright", cardwright.__version__]


def test_it_brings_three_packages_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        names = held.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"cardwright", "compiler", "dsl"}
    for kept in (
        "cardwright/py.typed", "cardwright/cli/template/ruleset.yaml.template", "compiler/targets/runtime/javascript", "compiler/targets/runtime/LICENSE",
        "compiler/targets/runtime/package.pyi.template", "dsl/schemas/ruleset.schema.json",
        "dsl/syntax/grammar.lark", "dsl/syntax/tables.json", "dsl/explain/unknown-verb.md", "cardwright/authoring/hosts/files",
        "cardwright/studio/bundle/studio.js", "cardwright/studio/bundle/index.html",
    ):  # fmt: skip
        assert any(name == kept or name.startswith(kept + "/") for name in names), kept


def test_it_is_what_is_imported(python: Path, tmp_path: Path) -> None:
    """Otherwise the tests below would look at the repository."""
    told = ran(python, tmp_path, "-c", "import cardwright, dsl, compiler; print(cardwright.__file__, dsl.__file__)")
    assert all(path.startswith(str(python.parents[1])) for path in told.stdout.split()), told.stderr
    assert len(told.stdout.split()) == 2


def test_its_parser_is_made_of_the_tables_that_come_with_it(python: Path, tmp_path: Path) -> None:
    told = ran(python, tmp_path, "-c", "from dsl.syntax.parse import kept_tables; print(len(kept_tables()['memo']))")
    assert int(told.stdout or 0) > 100, told.stderr


def test_a_game_is_begun_checked_tested_played_and_exported(python: Path, tmp_path: Path) -> None:
    for arguments in (
        ["new", "moon_market"],
        ["check", "content/moon_market"],
        ["test", "content/moon_market"],
        ["play", "content/moon_market", "--seed", "3"],
        ["explain", "unknown-verb"],
        ["schema", "content/moon_market"],
        *(
            ["export", "moon_market", "--target", name, "--out", f"out/{name}"]
            for name in ("json", "python", "javascript", "lua", "tabletop", "boardgame.io", "godot", "csv")
        ),
    ):
        done = ran(python, tmp_path, "-m", "cardwright", *arguments)
        assert (done.returncode, done.stderr) == (0, ""), (arguments, done.stdout, done.stderr)
    done = subprocess.run([str(python.parent / "cardwright"), "--version"], capture_output=True, text=True, check=True)
    assert cardwright.__version__ in done.stdout


def test_what_it_exports_plays_where_it_is_not_installed(python: Path, tmp_path: Path) -> None:
    for arguments in (["new", "moon_market"], ["export", "moon_market", "--target", "python", "--out", "exported"]):
        assert ran(python, tmp_path, "-m", "cardwright", *arguments).returncode == 0
    script = "import exported; print(exported.new_game(seed=3).step()['type'])"
    done = subprocess.run([PYTHON, "-S", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "event\n"), done.stderr


def test_it_brings_its_licence(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        (metadata,) = (held.read(name).decode() for name in held.namelist() if name.endswith(".dist-info/METADATA"))
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in held.namelist())
    assert "\nLicense-Expression: MIT\n" in metadata


def test_the_public_package_works(python: Path, tmp_path: Path) -> None:
    ran(python, tmp_path, "-m", "cardwright", "new", "moon_market")
    script = "import cardwright; print(cardwright.load('content/moon_market').new(seed=3).request.kind)"
    done = ran(python, tmp_path, "-c", script)
    assert (done.stdout.strip(), done.stderr) != ("", "")
    assert done.returncode == 0, done.stderr

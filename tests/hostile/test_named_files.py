"""A path that a person types may lead through links; nothing in the folder of a game is read through one.

Each command that reads a file beside the content is given the file itself, a link to it, and a link to it that lies in
a game, where whoever wrote the game has put it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.cli.main import main
from compiler.targets.json_export import input_hash
from dsl.game.game_files import GameFolder
from dsl.game.named_files import read_named

Shown = pytest.CaptureFixture[str]
Ran = Callable[..., tuple[int, str]]
GAME = "content/moon"
NOTES = ".notes"  # in the game; the names of other folders would be errors of their own
# For each file that a person names: the arguments before it, and those after it.
NAMED: dict[str, tuple[list[str], list[str]]] = {
    "save.json": (["play", GAME, "--replay"], []),
    "suite.json": (["conformance"], ["transcripts.json"]),
    "transcripts.json": (["conformance", "suite.json"], []),
    "baseline.json": (["check", GAME, "--no-cache", "--baseline"], []),
    "settings.toml": (["check", GAME, "--no-cache", "--config"], []),
    "manifest.json": (["export", GAME, "--target", "json", "--out", "out", "--manifest"], []),
}
SECRET = "a secret of the machine"


@pytest.fixture
def ran(capsys: Shown) -> Ran:
    def run(*arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = main(arguments)
        told = capsys.readouterr()
        return code, told.out + told.err

    return run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and the files that are named."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "moon", "--into", "content"]) == 0
    assert main(["play", GAME, "--save", "save.json"]) == 0
    assert main(["export", GAME, "--conformance", "--matches", "1", "--out", "suite"]) == 0
    (tmp_path / "suite" / "conformance.json").rename(tmp_path / "suite.json")
    (tmp_path / "transcripts.json").write_text("{}\n", encoding="utf-8")
    assert main(["check", GAME, "--no-cache", "--baseline", "baseline.json", "--write-baseline"]) == 0
    (tmp_path / "settings.toml").write_text("[lint]\n", encoding="utf-8")
    (tmp_path / "manifest.json").write_text('{"name": "mine", "cannot": {}}\n', encoding="utf-8")
    return tmp_path


def command(name: str, path: str) -> list[str]:
    before, after = NAMED[name]
    return [*before, path, *after]


@pytest.mark.parametrize("name", NAMED)
def test_a_link_that_a_person_names_is_the_file(name: str, here: Path, ran: Ran) -> None:
    (here / "elsewhere").mkdir()
    (here / name).rename(here / "elsewhere" / name)
    direct = ran(*command(name, f"elsewhere/{name}"))
    assert direct[0] == (1 if name in ("suite.json", "transcripts.json") else 0), direct
    (here / "by_link").symlink_to(here / "elsewhere" / name)
    (here / "by_folder").symlink_to(here / "elsewhere", target_is_directory=True)
    for path in ("by_link", f"by_folder/{name}", f"{GAME}/../../elsewhere/{name}"):
        code, told = ran(*command(name, path))
        assert (code, told.replace(path, f"elsewhere/{name}")) == direct


@pytest.mark.parametrize("name", NAMED)
def test_a_link_in_a_game_is_not_followed(name: str, here: Path, ran: Ran) -> None:
    (here / "secret").write_text(SECRET, encoding="utf-8")
    (here / GAME / NOTES).mkdir()
    for inside, target in ((f"{NOTES}/{name}", here / name), (f"{NOTES}/other", here / "secret")):
        (here / GAME / inside).symlink_to(target)
        for path in (f"{GAME}/{inside}", f"content/../{GAME}/{inside}", f"{GAME}/cards/../{inside}"):
            code, told = ran(*command(name, path))
            assert code == 2
            assert f"`{GAME}/{inside}` is a link, and links in the folder of a game are not followed" in told
            assert SECRET not in told


@pytest.mark.parametrize("name", NAMED)
def test_a_folder_in_a_game_is_not_reached_through_a_link(name: str, here: Path, ran: Ran) -> None:
    (here / "elsewhere").mkdir()
    (here / name).rename(here / "elsewhere" / name)
    (here / GAME / NOTES).symlink_to(here / "elsewhere", target_is_directory=True)
    code, told = ran(*command(name, f"{GAME}/{NOTES}/{name}"))
    assert code == 2
    assert f"`{GAME}/{NOTES}` is a link" in told


def test_a_file_in_a_game_can_be_named(here: Path, ran: Ran) -> None:
    (here / GAME / NOTES).mkdir()
    (here / "save.json").rename(here / GAME / NOTES / "save.json")
    assert ran(*command("save.json", f"{GAME}/{NOTES}/save.json"))[0] == 0


def test_more_than_a_bound_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"x" * 11)
    assert read_named(tmp_path / "long", 11) == b"x" * 11
    with pytest.raises(OSError, match="is longer than 10 bytes"):
        read_named(tmp_path / "long", 10)


def test_the_hash_of_a_game_is_of_what_lies_in_its_folder(here: Path) -> None:
    """A link may have a hidden name, with which it is no error; what lies behind it is no part of the game."""
    game = here / GAME
    before = input_hash(GameFolder(game, "").everything())
    (here / "secret").write_text(SECRET, encoding="utf-8")
    (game / ".hidden").symlink_to(here / "secret")
    (game / "docs").symlink_to(here / "suite", target_is_directory=True)
    (game / "cards" / "other.yaml").symlink_to(here / "secret")
    assert input_hash(GameFolder(game, "").everything()) == before
    os.unlink(game / "docs")
    (game / "docs").mkdir()
    (game / "docs" / "page.md").write_text("a page\n", encoding="utf-8")
    assert input_hash(GameFolder(game, "").everything()) != before

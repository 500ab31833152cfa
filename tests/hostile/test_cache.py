"""What is kept between runs: believed only where this user on this machine wrote it, and never beside content."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.incremental import store as store_module
from dsl.incremental.store import Store, cache_folder
from tests.hostile.gate_game import BROKEN, make_game, write

Shown = pytest.CaptureFixture[str]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "somebody" / "cache"
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(folder))
    return folder


@pytest.fixture
def game(tmp_path: Path, cache: Path) -> Path:
    return make_game(tmp_path / "repository" / "content")


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


# ---- what a repository holds has no say
def test_nothing_is_kept_beside_content(game: Path, cache: Path) -> None:
    before = files(game.parent)
    assert main(["check", str(game)]) == 0
    assert main(["mutate", str(game), "--limit", "1", "--jobs", "1", "--fail-under", "0"]) == 0
    assert files(game.parent) == before
    (kept,) = (cache / "games").iterdir()
    assert {"run.json", "mutants.json"} < set(files(kept))


def test_a_link_for_the_old_folder_is_not_followed(game: Path, tmp_path: Path) -> None:
    outside = tmp_path / "precious"
    for name in ("file-1.json", "file-of-mine", "run.json"):
        write(outside / name, "mine")
    (game / ".cardwright_cache").symlink_to(outside)
    for _ in range(2):
        assert main(["check", str(game)]) == 0
    assert files(outside) == ["file-1.json", "file-of-mine", "run.json"]
    assert {path.read_text(encoding="utf-8") for path in outside.iterdir()} == {"mine"}


@pytest.mark.parametrize("key", ["none", "with its key"])
def test_results_that_come_with_the_content_are_not_believed(
    key: str, game: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody checks a sound game, hands over what was kept as if of another one, and breaks the game."""
    assert main(["check", str(game)]) == 0
    shutil.copytree(cache, game / ".cardwright_cache")
    other = tmp_path / "other"
    if key == "none":
        shutil.copytree(cache / "games", other / "games")
    else:
        shutil.copytree(cache, other)
        (other / "key").chmod(0o644)  # as version control writes it
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(other))
    forge(other)
    write(game / "cards" / "more.yaml", BROKEN)
    assert main(["check", str(game)]) == 1


def forge(cache: Path) -> None:
    """Makes what was kept say that nothing was found, whatever the content, signed with a plain checksum."""
    for path in (cache / "games").rglob("run.json"):
        head, _, body = path.read_bytes().partition(b"\n")
        data = json.loads(body)
        new = json.dumps({**data, "findings": []}, separators=(",", ":")).encode()
        mark = store_module.digest(new)
        path.write_bytes(head.rpartition(b" ")[0] + b" " + mark.encode() + b"\n" + new)


def test_each_result_holds_for_its_game_and_its_name(game: Path, cache: Path, tmp_path: Path) -> None:
    kept = Store(game)
    kept.put("one", {"a": 1})
    assert kept.get("one") == Store(game).get("one") == {"a": 1}
    assert kept.folder is not None
    shutil.copy(kept.folder / "one.json", kept.folder / "two.json")
    assert Store(game).get("two") is None
    other = make_game(tmp_path / "elsewhere")
    moved = Store(other)
    moved.put("one", {"b": 2})
    assert moved.folder is not None
    shutil.copy(kept.folder / "one.json", moved.folder / "one.json")
    assert Store(other).get("one") is None


def test_another_key_believes_nothing(game: Path, cache: Path) -> None:
    Store(game).put("one", {"a": 1})
    (cache / "key").write_bytes(b"\0" * 32)
    assert Store(game).get("one") is None
    (cache / "key").write_bytes(b"short")
    assert Store(game).get("one") is None
    Store(game).put("one", {"a": 2})
    assert Store(game).get("one") == {"a": 2} and len((cache / "key").read_bytes()) == 32


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o604])
def test_a_key_that_others_can_read_signs_nothing(mode: int, game: Path, cache: Path) -> None:
    Store(game).put("one", {"a": 1})
    (cache / "key").chmod(mode)
    assert Store(game).get("one") is None
    (cache / "key").chmod(0o600)
    assert Store(game).get("one") == {"a": 1}


# ---- where it lies, and whose it is
def test_only_its_user_can_read_and_write_it(game: Path, cache: Path) -> None:
    held = os.umask(0)
    try:
        assert main(["check", str(game)]) == 0
    finally:
        os.umask(held)
    assert {path.stat().st_mode & 0o777 for path in [cache, *cache.rglob("*")] if path.is_dir()} == {0o700}
    assert {path.stat().st_mode & 0o777 for path in cache.rglob("*") if path.is_file()} == {0o600}


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("link", "is a link"),
        ("open", "can be written by others"),
        ("file", "is no folder"),
        ("foreign", "belongs to somebody else"),
    ],
)
def test_a_folder_that_others_could_have_made_is_refused(
    harm: str, said: str, game: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    assert main(["check", str(game)]) == 0
    if harm == "link":
        cache.rename(tmp_path / "moved")
        cache.symlink_to(tmp_path / "moved")
    elif harm == "open":
        cache.chmod(0o777)
    elif harm == "file":
        shutil.rmtree(cache)
        cache.write_text("x", encoding="utf-8")
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 4711)
    write(game / "cards" / "more.yaml", BROKEN)
    capsys.readouterr()
    before = files(tmp_path)
    assert main(["check", str(game)]) == 1
    assert said in capsys.readouterr().err
    assert files(tmp_path) == before


@pytest.mark.parametrize("inside", ["games", "games/of"])
def test_a_link_within_is_not_followed(inside: str, game: Path, cache: Path, tmp_path: Path) -> None:
    Store(game).put("file-1", {"a": 1})
    folder = Store(game).folder
    assert folder is not None
    place = folder if inside == "games/of" else folder.parent
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    before = files(tmp_path / "moved")
    assert Store(game).get("file-1") is None
    Store(game).put("file-2", {})
    Store(game).keep_only([], "file-")
    assert files(tmp_path / "moved") == before


def test_a_link_for_a_result_is_replaced_and_not_written_through(game: Path, cache: Path, tmp_path: Path) -> None:
    Store(game).put("one", {"a": 1})
    folder = Store(game).folder
    assert folder is not None
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    (folder / "one.json").unlink()
    (folder / "one.json").symlink_to(tmp_path / "mine")
    assert Store(game).get("one") is None
    Store(game).put("one", {"a": 2})
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine" and Store(game).get("one") == {"a": 2}


def test_a_folder_in_the_repository_of_the_game_is_refused(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    repository = game.parents[1]
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("CARDWRIGHT_CACHE", "kept")
    assert main(["check", "content"]) == 0
    assert "lies beside the content" in capsys.readouterr().err
    assert not (repository / "kept").exists()


def test_where_nothing_can_be_kept_all_works(
    game: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module.tempfile, "mkstemp", full)
    for _ in range(2):
        assert main(["check", str(game)]) == 0
    assert capsys.readouterr().err == ""
    assert not list((cache / "games").rglob("*.json"))


def test_a_write_that_fails_leaves_the_old_and_no_rest(
    game: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(game).put("one", {"a": 1})
    before = files(cache)

    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(store_module.os, "replace", fails)
    Store(game).put("one", {"a": 2})
    assert files(cache) == before and Store(game).get("one") == {"a": 1}


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"CARDWRIGHT_CACHE": "/a/b"}, Path("/a/b")),
        ({"CARDWRIGHT_CACHE": "/a/b", "CI": "true"}, Path("/a/b")),
        ({"CI": "true", "XDG_CACHE_HOME": "/x"}, None),
        ({"CI": "1"}, None),
        ({"CI": "false", "XDG_CACHE_HOME": "/x"}, Path("/x/cardwright")),
        ({"XDG_CACHE_HOME": "/x", "CARDWRIGHT_CACHE": ""}, Path("/x/cardwright")),
        ({"XDG_CACHE_HOME": "not/absolute"}, Path.home() / ".cache" / "cardwright"),
        ({}, Path.home() / ".cache" / "cardwright"),
    ],
)
def test_where_it_lies(environ: dict[str, str], wanted: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module.sys, "platform", "linux")
    assert cache_folder(environ) == wanted


def test_in_ci_nothing_is_kept(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("CI", "true")
    assert main(["check", str(game)]) == 0
    assert not (tmp_path / "xdg").exists()
    monkeypatch.delenv("CI")
    assert main(["check", str(game)]) == 0
    assert (tmp_path / "xdg" / "cardwright" / "key").is_file()

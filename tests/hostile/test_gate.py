"""A gate that content cannot open: links, odd files, and what every command answers where a game has an error."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import dsl.reading.folders
from cardwright.cli.main import COMMANDS as ALL_COMMANDS
from cardwright.cli.main import main
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFolder, find_games, load_game_files
from dsl.reading.folders import FILE, LINK, Folder, NotAFileError
from tests.hostile.gate_game import BROKEN, CARD, COMMANDS, DAMAGES, SECRET, SOUND_CODES, make_game, write

Shown = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_game(tmp_path_factory.mktemp("made"))


@pytest.fixture
def game(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound game in a folder `content` of an empty place, which is the working folder; nobody types."""
    shutil.copytree(made, tmp_path / "content" / "market")
    shutil.copytree(made, tmp_path / "sound" / "market")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path / "content" / "market"


def run(command: str) -> int:
    words = {"GAME": "content/market", "SOUND": "sound/market", "OUT": "out"}
    return main(
        [words.get(first, first) + rest for first, rest in map(_parted, COMMANDS.get(command, command).split())]
    )


def _parted(word: str) -> tuple[str, str]:
    first, slash, rest = word.partition("/")
    return first, slash + rest


def written(folder: Path) -> str:
    """All that a command has written into its folders."""
    files = [path for name in ("out", "schemas") for path in (folder / name).rglob("*") if path.is_file()]
    return "".join(path.read_text(encoding="utf-8") for path in files)


# ---- an error anywhere is an error, in every command
def test_every_command_that_reads_games_is_tried() -> None:
    without_games = {"conformance", "explain", "lints", "lsp", "new", "studio"}  # the last opens damaged games, too
    assert {line.split()[0] for line in COMMANDS.values()} == {name for name, _ in ALL_COMMANDS} - without_games


# As their help says: what they tell of two games, or of changes, would be wrong of one with errors.
WORK_ON_SOUND_GAMES = ("mutate", "diff", "compare")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_sound_game_is_accepted(command: str, game: Path, capsys: Shown) -> None:
    assert run(command) == SOUND_CODES[command], capsys.readouterr()


@pytest.mark.parametrize("damage", ["a broken file", "a link to a broken file outside", "a link to the environment"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_game_is_refused(command: str, damage: str, game: Path, capsys: Shown) -> None:
    DAMAGES[damage][0](game)
    assert run(command) == (2 if command.split()[0] in WORK_ON_SOUND_GAMES else 1)
    shown = capsys.readouterr()
    assert "content/market/cards/more.yaml" in shown.out + shown.err
    assert "PATH=" not in shown.out + shown.err + written(game.parents[1])
    if damage != "a broken file":
        assert "worht" not in shown.out + shown.err + written(game.parents[1])


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_no_file_of_the_game_is_told_at_its_name(damage: str, game: Path, capsys: Shown) -> None:
    harm, place = DAMAGES[damage]
    harm(game)
    assert main(["check", "content"]) == 1
    shown = capsys.readouterr()
    told = [line for line in shown.out.splitlines() if ": error[" in line]
    assert any(line.startswith(f"content/market/{place}:") for line in told), told
    if "link" in damage:
        assert (
            f"content/market/{place}: error[linked-file]: `content/market/{place}` is a link, and links are not followed"
            in told
        )
    for command in ("test", "play", "export", "layout, only looked at", "strict coverage"):
        assert run(command) in (1, 2)
    shown_then = capsys.readouterr()
    everything = shown.out + shown.err + shown_then.out + shown_then.err + written(game.parents[1])
    assert SECRET not in everything and "PATH=" not in everything
    assert "\n::error" not in everything and "\u202e" not in everything


def test_errors_elsewhere_are_counted_and_the_first_is_placed(game: Path, capsys: Shown) -> None:
    write(game / "cards" / "more.yaml", BROKEN)
    assert main(["check", "content/market/rules"]) == 1
    assert "no findings (1 error elsewhere in the game, the first at content/market/cards/more.yaml:2:" in (
        capsys.readouterr().out
    )
    assert main(["check", "content/market/rules", "--format", "json"]) == 1
    assert "1 error elsewhere in the game, the first at content/market/cards" in capsys.readouterr().err


def test_tests_that_are_not_run_are_a_failure(game: Path, capsys: Shown) -> None:
    write(game / "rules" / "more.rules", "verb odd(by who: player): increase who.scor by 1\n")
    assert main(["test", "content/market/tests"]) == 1
    shown = capsys.readouterr().out
    assert "1 error elsewhere in the game, the first at content/market/rules/more.rules:1:40" in shown
    assert shown.endswith("0 passed, 0 failed, 3 not run\n")


@pytest.mark.parametrize("command", [name for name in COMMANDS if not name.startswith("layout of")])
def test_no_game_is_an_error(command: str, game: Path, capsys: Shown) -> None:
    shutil.rmtree(game)
    game.mkdir()
    assert run(command) == 2
    assert "there is no" in (shown := capsys.readouterr().err) or "does not exist" in shown


def test_an_asked_for_link_is_told(game: Path, capsys: Shown) -> None:
    """A name that CI hands over, because a pull request changes it."""
    DAMAGES["a link to a broken file outside"][0](game)
    assert main(["check", "content/market/cards/more.yaml"]) == 1
    assert "cards/more.yaml: error[linked-file]" in capsys.readouterr().out


# ---- which games there are
def test_games_behind_links_are_not_found(game: Path, capsys: Shown) -> None:
    (game.parent / "other").symlink_to(Path.cwd() / "sound" / "market")
    assert main(["check", "content"]) == 2
    assert "`content/other` is a link" in capsys.readouterr().err
    sink = Sink()
    assert find_games([Path("content")], sink) == (Path("content/market"),)
    assert [item.code for item in sink.items] == ["linked-file"]


def test_what_a_person_names_may_be_a_link(game: Path, capsys: Shown) -> None:
    Path("here").mkdir()
    Path("here/market").symlink_to(game)
    Path("all").symlink_to(game.parent)
    assert main(["check", "here/market"]) == 0 and main(["check", "all"]) == 0
    DAMAGES["a link to the environment"][0](game)
    assert main(["check", "here/market/cards"]) == 1 and main(["check", "all"]) == 1
    assert "all/market/cards/more.yaml: error[linked-file]" in capsys.readouterr().out


def test_a_linked_folder_of_a_game_is_no_game_of_its_own(game: Path, capsys: Shown) -> None:
    (game / "cards" / "more").symlink_to(Path.cwd() / "sound" / "market")
    assert main(["check", "content/market/cards/more/ruleset.yaml"]) == 1
    shown = capsys.readouterr().out
    assert "the first at content/market/cards/more)" in shown


def test_a_link_that_leads_round_is_not_walked(game: Path) -> None:
    (game / "locale" / "round").symlink_to(game)
    (game.parent / ".round").symlink_to(game.parent)
    assert main(["check", "content"]) == 1
    (game / "locale" / "round").unlink()
    assert main(["check", "content"]) == 0


def test_hidden_files_are_not_read(game: Path) -> None:
    before = list(GameFolder(game, "").everything())
    (game / ".more").symlink_to("/dev/zero")
    os.mkfifo(game / "cards" / ".more.yaml")
    assert list(GameFolder(game, "").everything()) == before
    assert main(["check", "content"]) == 0


def test_an_unreadable_folder_is_told(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Folder.entries

    def entries(self: Folder, inside: str = "") -> object:
        if inside == "cards":
            raise PermissionError(13, "Permission denied")
        return held(self, inside)

    monkeypatch.setattr(Folder, "entries", entries)
    sink = Sink()
    load_game_files(game, sink, "market")
    assert [(item.code, item.span.source.path) for item in sink.items if item.code == "unreadable-file"] == [
        ("unreadable-file", "market/cards")
    ]


# ---- the door
@pytest.fixture(params=[True, False], ids=["handles", "paths"])
def door(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A folder with a file, read in both ways: relative to handles, and by paths where a system has none."""
    monkeypatch.setattr(dsl.reading.folders, "HANDLES", request.param)
    write(tmp_path / "in" / "below" / "a.yaml", "here")
    write(tmp_path / "out" / "a.yaml", SECRET)
    return Folder(tmp_path / "in")


def test_a_file_is_read(door: Folder) -> None:
    assert door.read("below/a.yaml") == b"here" and door.read("below/a.yaml", 2) == b"her"
    assert door.form("below/a.yaml") == FILE and door.form("below/b.yaml") == door.form("b/a.yaml") == ""
    assert list(door.walk()) == [("below", "folder"), ("below/a.yaml", FILE)]


@pytest.mark.parametrize(
    "inside", ["l", "below/l", "way/a.yaml", "way/../a.yaml", "../out/a.yaml", "below/../../out/a.yaml", "a\0b"]
)
def test_no_way_leads_out(door: Folder, inside: str) -> None:
    (door.path / "l").symlink_to("../out/a.yaml")
    (door.path / "below" / "l").symlink_to("../../out/a.yaml")
    (door.path / "way").symlink_to("../out")
    with pytest.raises(NotAFileError) as refused:
        door.read(inside)
    assert refused.value.form == LINK


@pytest.mark.parametrize("other", ["link", "pipe", "file"])
def test_what_takes_the_place_of_a_file_meanwhile_is_not_read(
    door: Folder, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking at a name and opening it, the name is given to something else."""
    held = dsl.reading.folders._Place.open  # pyright: ignore[reportPrivateUsage]

    def swapped(self: object, name: str, flags: int) -> int:
        path = door.path / "below" / name
        if name == "a.yaml":
            path.rename(path.with_name("b.yaml"))
            if other == "link":
                path.symlink_to("../../out/a.yaml")
            elif other == "pipe":
                os.mkfifo(path)
            else:
                write(path, SECRET)
        return held(self, name, flags)  # type: ignore[arg-type]

    monkeypatch.setattr(dsl.reading.folders._Place, "open", swapped)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(OSError):  # noqa: PT011 - which one, the systems differ
        door.read("below/a.yaml")


# ---- revisions
def committed(*arguments: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    for given in (
        ["init", "-q"],
        ["add", "-A"],
        *([list(arguments)] if arguments else []),
        [*who, "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *given], check=True, capture_output=True)


@pytest.mark.parametrize("inside", ["cards/more.yaml", "locale/en/more.ftl", "ruleset.yaml"])
def test_a_link_in_a_revision_is_refused(inside: str, game: Path, capsys: Shown) -> None:
    (game / inside).unlink(missing_ok=True)
    (game / inside).symlink_to("/proc/self/environ")
    committed()
    assert main(["diff", "HEAD:content", "sound"]) == 2
    assert (
        capsys.readouterr().err
        == f"Error: HEAD:content: `market/{inside}` is a link, and links are not followed\n".replace(
            "HEAD:content", "`HEAD:content`"
        )
    )


def test_a_submodule_in_a_game_of_a_revision_is_refused(game: Path, capsys: Shown) -> None:
    committed("update-index", "--add", "--cacheinfo", "160000," + "1" * 40 + ",content/market/rules/sub")
    assert main(["diff", "HEAD:content", "sound"]) == 2
    assert "`market/rules/sub` is a submodule" in capsys.readouterr().err


def test_links_beside_games_of_a_revision_are_left_out(game: Path, capsys: Shown) -> None:
    (game.parent / "README.md").symlink_to("../sound/market/README.md")
    (game.parent / "sub").symlink_to("../sound")
    (game / ".hidden").symlink_to("/proc/self/environ")
    committed()
    assert main(["diff", "HEAD:content", "sound"]) == 0
    assert main(["diff", "HEAD:content/sub", "sound"]) == 2  # a link is no folder of the revision
    assert "there was no folder" in capsys.readouterr().err


def test_attributes_of_a_revision_hide_and_change_nothing(game: Path, capsys: Shown) -> None:
    committed()
    write(game / "cards" / "more.yaml", CARD.format(id="gift", name="'$Format:%an$'"))
    write(game / "cards" / ".gitattributes", "more.yaml export-ignore export-subst\n")
    committed()
    assert main(["diff", "HEAD~1:content", "HEAD:content"]) == 1
    assert "gift" in capsys.readouterr().out
    assert main(["diff", "HEAD", "content"]) == 0


def test_odd_names_and_sizes_in_a_revision(game: Path, capsys: Shown) -> None:
    DAMAGES["a name that is no UTF-8"][0](game)
    DAMAGES["too large a file"][0](game)
    committed()
    assert main(["diff", "HEAD:content/market", "sound/market"]) == 2
    assert "m\\xffre.yaml" in capsys.readouterr().err
    (game / "cards" / os.fsdecode(b"m\xffre.yaml")).unlink()
    committed()
    assert main(["diff", "HEAD:content/market", "sound/market"]) == 2
    assert "cards/more.yaml:1:1: the file has more than 5 MiB" in capsys.readouterr().err


@pytest.mark.parametrize("name", [b"..", b"a/../../../escaped.yaml", b"."])
def test_a_crafted_tree_does_not_lead_out(name: bytes, game: Path, capsys: Shown) -> None:
    """A tree whose names git itself would not make, as an object that somebody pushed."""
    committed()
    blob = subprocess.run(["git", "hash-object", "-w", "--stdin"], input=b"x", capture_output=True, check=True).stdout
    entry = b"100644 " + name + b"\0" + bytes.fromhex(blob.decode().strip())
    hash_tree = ["git", "hash-object", "-w", "-t", "tree", "--literally", "--stdin"]
    tree = subprocess.run(hash_tree, input=entry, capture_output=True, check=True).stdout.decode().strip()
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    made = subprocess.run(["git", *who, "commit-tree", tree, "-m", "x"], capture_output=True, check=True).stdout
    assert main(["diff", f"{made.decode().strip()}:.", "sound"]) == 2
    assert "is no path within a folder" in capsys.readouterr().err
    assert not list(Path.cwd().parent.rglob("escaped.yaml"))


def test_two_games_of_one_name_are_not_compared(game: Path, capsys: Shown) -> None:
    shutil.copytree(Path("sound/market"), "content/z/market")
    assert main(["diff", "sound", "content"]) == 2
    assert "two games are named `market`" in capsys.readouterr().err

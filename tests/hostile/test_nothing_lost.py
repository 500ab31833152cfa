"""Whatever happens while something is written, each file is the old one or the new one, and nothing else has changed.

Every command that writes is run again and again, and each time another call to the system fails, or is the last one
that a killed process made.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import dsl.lint.rules
from cardwright.cli.export_folder import RECORD
from cardwright.cli.main import main
from dsl import writing
from tests.lint_game import write_example

Shown = pytest.CaptureFixture[str]
State = dict[str, bytes]

ROOT = Path(__file__).parents[2]
CALLS = ("open", "read", "write", "fstat", "lstat", "fsync", "close", "chmod", "chown", "mkdir", "replace", "rename")
CLEANING = ("unlink", "rmdir")
ERRORS = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EACCES, errno.EROFS)
ABILITY = "after   tap self: # first\n  let idle = 2\n  increase self.damage by -2   # kept\n  heal 1 to self\n"


class Killed(BaseException):
    """Stands for the end of the process: nothing that would clean up runs with any effect."""


@dataclass
class Failing:
    """The system's calls as the writer sees them: the n-th of ``CALLS`` fails with an error or, without one, kills."""

    at: int
    error: int | None
    count: int = 0
    dead: bool = False
    calls: list[str] = field(default_factory=list[str])

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in (*CALLS, *CLEANING):
            return real

        def call(*given: Any, **more: Any) -> Any:
            if self.dead:
                raise Killed
            if name in CALLS:
                self.count += 1
                self.calls.append(name)
            if name not in CALLS or self.count != self.at:
                return 0 if name == "fsync" else real(*given, **more)
            if name == "write":  # some of it arrives
                real(given[0], bytes(given[1])[: len(given[1]) // 2])
            if name == "close":
                real(*given)
            self.dead = self.error is None
            raise Killed if self.error is None else OSError(self.error, os.strerror(self.error), *self._named(given))

        return call

    @staticmethod
    def _named(given: tuple[Any, ...]) -> list[str]:
        return [os.fspath(given[0])] if isinstance(given[0], str | os.PathLike) else []


@dataclass(frozen=True)
class Command:
    """A command that writes: what must lie there before, and what it is called with. Paths are within a folder."""

    prepare: Callable[[Path], None]
    arguments: list[str]


def _messy(here: Path) -> None:
    """A game with something to mend and to lay out in two files, one with a mark and other line ends."""
    game = write_example(here, {"ability": ABILITY})
    cards = game / "cards" / "units.yaml"
    cards.write_bytes(b"\xef\xbb\xbf" + cards.read_bytes().replace(b"\n", b"\r\n"))
    cards.chmod(0o640)
    rules = sorted((game / "rules").iterdir())[0]
    rules.write_text(rules.read_text(encoding="utf-8").replace(" = ", "  =  "), encoding="utf-8")


def _guessed(here: Path) -> None:
    write_example(here, {"ability": "after tap self: hael 1 to self\n"})


def _begun(here: Path) -> None:
    assert main(["new", "moon", "--into", str(here / "content")]) == 0


def _outdated(here: Path) -> None:
    """A game without the schema of its cards, beside that of an older format."""
    _begun(here)
    (here / "schemas" / "generated" / "moon.schema.json").unlink()
    (here / "schemas" / "tests.schema.json").write_text("{}\n", encoding="utf-8")


def _exported(here: Path) -> None:
    """An earlier export, of another state of the game."""
    _begun(here)
    assert main(["export", "content/moon", "--target", "json", "--conformance", "--matches", "1", "--out", "out"]) == 0
    cards = here / "content" / "moon" / "cards" / "actions.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("worth: 3", "worth: 4"), encoding="utf-8")


def _saved(here: Path) -> None:
    _begun(here)
    (here / "game.json").write_text("something old\n", encoding="utf-8")


COMMANDS = {
    "fmt": Command(_messy, ["fmt", "example"]),
    "fix": Command(_messy, ["check", "example", "--fix", "--no-cache"]),
    "guess": Command(_guessed, ["check", "example", "--fix", "--unsafe-fixes", "--no-cache"]),
    "baseline": Command(_guessed, ["check", "example", "--no-cache", "--baseline", "known/b.json", "--write-baseline"]),
    "schema": Command(_outdated, ["schema", "content/moon", "--write"]),
    "new": Command(lambda here: None, ["new", "moon"]),
    "lints": Command(lambda here: None, ["lints", "--write", "docs/lint"]),
    "save": Command(_saved, ["play", "content/moon", "--save", "game.json"]),
    "export": Command(
        _begun, ["export", "content/moon", "--target", "json", "--conformance", "--matches", "1", "--out", "out"]
    ),
    "export again": Command(
        _exported, ["export", "content/moon", "--target", "json", "--conformance", "--matches", "1", "--out", "out"]
    ),
}


@pytest.fixture
def here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in. What is written is looked at here, so the same files are read, checked and played once."""
    monkeypatch.chdir(tmp_path)
    if "lints" in request.node.name:
        monkeypatch.setattr(dsl.lint.rules, "RULES", dsl.lint.rules.RULES[:3])
    made: dict[Any, Any] = {}

    def once(module: str, name: str, key: Callable[..., Any]) -> None:
        place = import_module(f"cardwright.cli.{module}")
        real = getattr(place, name)

        def call(*given: Any, **more: Any) -> Any:
            known = name, key(*given)
            if known not in made:
                made[known] = real(*given, **more)
            return made[known]

        monkeypatch.setattr(place, name, call)

    def files(folder: Path, *_: Any) -> Any:
        return folder, frozenset(state(folder).items())

    for module, name in (
        ("export", "read_game"),
        ("fmt", "read_game"),
        ("play", "read_rules"),
        ("check", "checked_game"),
    ):
        once(module, name, files)
    once("export", "exported", lambda build, shown, day: (id(build), shown, day))
    once("export", "suite", lambda content, matches, *_: (id(content), matches))
    return tmp_path


def state(folder: Path) -> State:
    """Every file by its path, without what a kill may leave."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found if not left_behind(p)}


def left_behind(path: Path) -> bool:
    return any(writing.is_temporary(part) for part in path.parts)


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if left_behind(path)]


def folders(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_dir()}


def brought_to_the_disk(calls: list[str]) -> bool:
    """Whether what is written is on the disk before it gets its name, and the name thereafter."""
    written = [call for call in calls if call in ("write", "fsync", "replace", "rename")]
    first = next(n for n, call in enumerate(written) if call in ("replace", "rename"))
    return written[:first] == ["write", "fsync"] * (first // 2) and written[-1] == "fsync"


def put(folder: Path, wanted: State) -> None:
    """Makes a folder what it was; what is the same keeps its mode."""
    for path in leftovers(folder):
        if path.is_file():
            path.unlink()
    for name, data in state(folder).items():
        if name not in wanted:
            (folder / name).unlink()
        elif data != wanted[name]:
            (folder / name).write_bytes(wanted[name])
    for path in sorted((p for p in folder.rglob("*") if p.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()


def runs(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], error: Callable[[int], int | None]
) -> Iterator[tuple[Failing, int]]:
    """Runs a command with its first call failing, then its second, until it needs no more; gives each exit code."""
    for at in range(1, 2000):
        failing = Failing(at, error(at))
        with monkeypatch.context() as patch:
            patch.setattr(writing, "os", failing)
            try:
                code = main(arguments)
            except Killed:
                code = -1
        yield failing, code
        if failing.count < at:
            return
    raise AssertionError("the command never ends")


def before_and_after(here: Path, command: Command) -> tuple[State, State]:
    command.prepare(here)
    old = state(here)
    main(command.arguments)
    new = state(here)
    assert new != old
    put(here, old)
    assert state(here) == old
    return old, new


def same(name: str, old: State, new: State, found: State, *, killed: bool = False) -> bool:
    """Whether each file is the old one or the new one; a new folder is there as a whole or not at all.

    What a new game names may be there before it, if a kill comes between them.
    """
    if killed and name == "new":
        named = {path: data for path, data in new.items() if path.startswith("schemas/")}
        return found == new or found.items() <= named.items()
    if name in ("new", "export"):
        return found in (old, new)
    names = {path for path in {*old, *new, *found} if not path.endswith(RECORD)}  # which may know both
    return all(found.get(path) in (old.get(path), new.get(path)) for path in names)


# ---- every call to the system
@pytest.mark.parametrize("name", COMMANDS)
def test_a_failing_call_leaves_the_old_or_the_new(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    old, new = before_and_after(here, COMMANDS[name])
    seen: set[str] = set()
    around = folders(here)
    capsys.readouterr()
    for failing, code in runs(monkeypatch, COMMANDS[name].arguments, lambda at: ERRORS[at % len(ERRORS)]):
        found, told = state(here), capsys.readouterr().err
        if failing.count < failing.at:
            assert found == new
            assert brought_to_the_disk(failing.calls), failing.calls
            break
        call = failing.calls[failing.at - 1]
        seen.add(call)
        if code == 2:
            assert told.startswith("Error: `") and told.count("\n") == 1 + told.count("mended"), told
            assert ".tmp" not in told
        else:  # what need not succeed: the owner of a file, the names in a folder
            assert call in ("chown", "open", "fsync", "close") and found == new, (call, told)
        assert same(name, old, new, found), (call, failing.at)
        assert not leftovers(here), (call, failing.at)
        assert found != old or folders(here) == around, (call, failing.at)
        put(here, old)
    assert {"open", "write", "fsync", "close"} <= seen


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kill_at_any_moment_leaves_the_old_or_the_new(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    old, new = before_and_after(here, COMMANDS[name])
    for failing, code in runs(monkeypatch, COMMANDS[name].arguments, lambda at: None):
        if failing.count < failing.at:
            break
        assert code == -1
        assert same(name, old, new, state(here), killed=True), failing.at
        if failing.at % 8 == 0 or "replace" in failing.calls:  # what a kill leaves stands in nobody's way
            main(COMMANDS[name].arguments)
            assert state(here) == new, failing.at
        put(here, old)
    capsys.readouterr()


def test_a_write_may_take_less_than_it_is_given(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = before_and_after(here, COMMANDS["export"])
    real = os.write
    monkeypatch.setattr(writing.os, "write", lambda handle, data: real(handle, bytes(data)[:1000]))
    assert main(COMMANDS["export"].arguments) == 0
    assert state(here) == new != old


@pytest.mark.parametrize("at", ["is_dir", "lexists", "mkdir"])
def test_a_folder_that_another_program_makes_meanwhile_is_used(
    at: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = here / "record" / "first.json"
    holder: Any = {"is_dir": Path, "lexists": os.path, "mkdir": os}[at]
    real, mkdir = getattr(holder, at), os.mkdir

    def late(asked: Any) -> Any:
        found = real(asked) if at != "mkdir" else None
        if Path(asked) == path.parent and not os.path.isdir(asked):
            mkdir(asked)
        return found if at != "mkdir" else real(asked)

    with monkeypatch.context() as patch:
        patch.setattr(holder, at, late)
        writing.write_text(path, "{}\n", here)
    assert path.read_text(encoding="utf-8") == "{}\n"


def test_an_export_that_ended_halfway_does_not_lock_out_the_next(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """One of its files is new, and the game has changed once more: both are still known to be an export's."""
    _exported(here)
    arguments, before, done = COMMANDS["export again"].arguments, state(here), list[str]()
    real = os.replace

    def third(*given: Any) -> None:
        done.append(str(given[1]))
        if len(done) == 3:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(*given)

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", third)
        assert main(arguments) == 2
    assert capsys.readouterr().err == (
        f"Error: `{done[2]}`: Input/output error; written: `{done[0]}`, `{done[1]}`; not written: `{done[2]}`\n"
    )
    assert state(here)[done[1]] != before[done[1]] and state(here)[done[2]] == before[done[2]]
    cards = here / "content" / "moon" / "cards" / "actions.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("worth: 4", "worth: 5"), encoding="utf-8")
    assert main(arguments) == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["fmt"], "example: 2 files laid out"), (["check", "--fix", "--no-cache"], "example: 2 mended")],
)
def test_a_fault_in_the_second_of_two_games_tells_what_was_done_in_the_first(
    arguments: list[str], told: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    _messy(here)
    shutil.copytree(here / "example", here / "second" / "example")
    old, real, done = state(here), os.replace, list[str]()

    def fails(*given: Any) -> None:
        if "second" in str(given[1]) and done:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        done.append(str(given[1]))
        real(*given)

    monkeypatch.setattr(os, "replace", fails)
    assert main([*arguments, "example", "second"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert told in lines[0] and lines[-1].startswith("Error: `second/example/") and len(lines) == 2
    found = state(here)
    changed = {path for path in old if found[path] != old[path]}
    assert changed == {path for path in changed if path.startswith("example/")} and changed


def test_a_fault_names_few_of_many_files(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    real, done = os.replace, list[str]()

    def fails(*given: Any) -> None:
        done.append(str(given[1]))
        if len(done) == 11:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(*given)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="and 2 more; not written: ") as fault:
        writing.write_texts({here / f"f{n:02}": "x" for n in range(30)}, here)
    assert str(fault.value).count("`") == 2 * (8 + 8) and "and 12 more" in str(fault.value)


MOMENTS = """
import os, signal, sys
from cardwright.cli.main import main
from dsl import writing
name, left = sys.argv[1], [int(sys.argv[2])]
real = getattr(os, name)
def call(*given, **more):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*given, **more)
setattr(os, name, call)
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.parametrize(("call", "count"), [("fsync", 2), ("replace", 1), ("replace", 2)])
def test_a_real_kill_leaves_the_old_or_the_new(call: str, count: int, here: Path) -> None:
    command = COMMANDS["fmt"]
    old, new = before_and_after(here, command)
    ran = started(["-c", MOMENTS, call, str(count), *command.arguments])
    assert ran.returncode == -signal.SIGKILL
    found = state(here)
    assert same("fmt", old, new, found) and found != new and leftovers(here)
    assert (found == old) is (count == 1 or call == "fsync")
    assert main(command.arguments) == 0 and state(here) == new
    assert main(["check", "example", "--no-cache", "--ignore", "all"]) == 0


@pytest.mark.parametrize("name", ["export again", "export", "fmt", "save"])
def test_a_limit_on_the_size_of_files_leaves_the_old(name: str, here: Path) -> None:
    command = COMMANDS[name]
    if name == "fmt":  # it takes files of more than the limit
        command = Command(_long, command.arguments)
    old, _ = before_and_after(here, command)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64) if name == "save" else (1500, 1500))

    ran = started(["-m", "cardwright.cli.main", *command.arguments], limit)
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.startswith("Error: `") and ran.stderr.endswith("`: File too large\n")
    assert ran.stderr.count("\n") == 1
    assert state(here) == old and not leftovers(here)


def _long(here: Path) -> None:
    _messy(here)
    rules = sorted((here / "example" / "rules").iterdir())[0]
    rules.write_text(rules.read_text(encoding="utf-8") + "# A long remark.\n" * 200, encoding="utf-8")


def started(arguments: list[str], limit: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments], preexec_fn=limit, env=environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


# ---- links
def _linked_file(here: Path, target: Path) -> None:
    target.symlink_to(here / "victim")


def _linked_folder(here: Path, target: Path) -> None:
    (here / "elsewhere").mkdir()
    if target.parent.exists():
        for path in target.parent.iterdir():
            path.rename(here / "elsewhere" / path.name)
        target.parent.rmdir()
    target.parent.symlink_to(here / "elsewhere", target_is_directory=True)


@pytest.mark.parametrize("link", [_linked_file, _linked_folder])
@pytest.mark.parametrize(
    ("name", "target"),
    [("schema", "schemas/generated/moon.schema.json"), ("export", "out/rules.json"), ("lints", "docs/lint/README.md"),
     ("baseline", "known/b.json"), ("save", "saves/game.json"), ("new", "content/moon")],
)  # fmt: skip
def test_nothing_is_written_through_a_link(
    name: str, target: str, link: Callable[[Path, Path], None], here: Path, capsys: Shown
) -> None:
    command = COMMANDS[name]
    if name != "new" or link is _linked_file:
        command.prepare(here)
    (here / "victim").write_text("mine", encoding="utf-8")
    if link is _linked_file:
        (here / target).parent.mkdir(parents=True, exist_ok=True)
    else:
        (here / target).parent.parent.mkdir(parents=True, exist_ok=True)
    link(here, here / target)
    before = state(here)
    capsys.readouterr()
    given = [target if each == "game.json" else each for each in command.arguments]
    assert main(given) == 2
    told = capsys.readouterr().err
    assert told.count("\n") <= 4 and ("is a link, and nothing is written through a link" in told or name == "new")
    assert state(here) == before and not leftovers(here)
    assert (here / "victim").read_text(encoding="utf-8") == "mine"


def test_a_new_game_is_not_there_where_what_it_names_cannot_be(here: Path, capsys: Shown) -> None:
    """The folder of schemas is a link, so nothing is written: no game, and nothing behind the link."""
    (here / "elsewhere").mkdir()
    (here / "schemas").symlink_to(here / "elsewhere", target_is_directory=True)
    assert main(COMMANDS["new"].arguments) == 2
    assert "is a link, and nothing is written through a link" in capsys.readouterr().err
    assert state(here) == {} and folders(here) == {here / "elsewhere", here / "schemas"} and not leftovers(here)


@pytest.mark.parametrize("arguments", [["fmt", "example"], ["check", "example", "--fix", "--no-cache"]])
@pytest.mark.parametrize("part", ["cards/units.yaml", "cards", ""])
def test_a_game_is_not_mended_through_a_link(part: str, arguments: list[str], here: Path, capsys: Shown) -> None:
    _messy(here)
    place = here / "example" / part
    place.rename(here / "outside")
    place.symlink_to(here / "outside")
    before = state(here)
    main(arguments)
    assert "Traceback" not in capsys.readouterr().err
    now = state(here)
    outside = [name for name in before if name.startswith("outside")]
    assert outside and all(now[name] == before[name] for name in outside)


def test_what_is_no_plain_file_is_not_replaced(here: Path, capsys: Shown) -> None:
    _begun(here)
    os.mkfifo(here / "pipe")
    (here / "folder").mkdir()
    capsys.readouterr()
    for name, told in (("pipe", "is no plain file"), ("folder", "is a folder"), ("/dev/null", "is no plain file")):
        assert main(["play", "content/moon", "--save", name]) == 2
        assert capsys.readouterr().err == f"Error: `{name}` {told}\n"


# ---- what somebody else has
@pytest.mark.parametrize("arguments", [["fmt", "example"], ["check", "example", "--fix", "--no-cache"]])
def test_a_file_that_changes_after_it_was_read_is_left_alone(
    arguments: list[str], here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    _messy(here)
    cards = here / "example" / "cards" / "units.yaml"
    before = state(here)
    theirs = cards.read_bytes() + b"# a remark of somebody else\r\n"
    real = writing.rewrite

    def late(*given: Any) -> None:
        cards.write_bytes(theirs)
        real(*given)

    monkeypatch.setattr("cardwright.cli.apply_fixes.rewrite", late)
    assert main(arguments) == 2
    told = "was changed after it was read, so nothing was written; run the command again"
    assert capsys.readouterr().err == f"Error: `example/cards/units.yaml` {told}\n"
    assert state(here) == {**before, "example/cards/units.yaml": theirs}


def test_a_file_that_changes_while_others_are_written_is_left_alone(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    _messy(here)
    cards = here / "example" / "cards" / "units.yaml"
    before, theirs = state(here), b"cards: []\n"
    real = writing._write_beside

    def late(*given: Any) -> None:
        real(*given)
        cards.write_bytes(theirs)

    monkeypatch.setattr(writing, "_write_beside", late)
    assert main(["fmt", "example"]) == 2
    assert "was changed after it was read" in capsys.readouterr().err
    assert state(here) == {**before, "example/cards/units.yaml": theirs} and not leftovers(here)


def test_an_export_replaces_only_what_exports_wrote(here: Path, capsys: Shown) -> None:
    _begun(here)
    (here / "out").mkdir()
    (here / "out" / "package.json").write_text('{"name": "mine"}', encoding="utf-8")
    (here / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    before = state(here)
    arguments = ["export", "content/moon", "--target", "javascript", "--out", "out"]
    capsys.readouterr()
    assert main(arguments) == 2
    assert "`out/package.json` was not written by an export" in capsys.readouterr().err
    assert state(here) == before
    assert main([*arguments, "--overwrite"]) == 0
    assert (here / "out" / "notes.txt").read_text(encoding="utf-8") == "mine"
    first = state(here)
    assert main([*arguments[:3], "lua", *arguments[4:]]) == 0  # another target leaves the first one's files
    assert first.items() - state(here).items() <= {
        (path, data) for path, data in first.items() if RECORD in path or "lines" in path or path == "out/README.md"
    }
    cards = here / "content" / "moon" / "cards" / "actions.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("worth: 3", "worth: 4"), encoding="utf-8")
    assert main(arguments) == 0  # its own files, of another state of the game
    assert state(here)["out/data.js"] != first["out/data.js"]
    data = here / "out" / "data.js"
    data.write_bytes(data.read_bytes().replace(b"\n", b"\r\n"))
    assert main(arguments) == 0  # as version control may check it out
    data.write_bytes(data.read_bytes() + b"// changed by hand\n")
    before = state(here)
    assert main(arguments) == 2
    assert "`out/data.js` was not written by an export, or was changed since" in capsys.readouterr().err
    assert state(here) == before


@pytest.mark.parametrize(
    "record", ["", "[]", "{}", '{"format": 1}', '{"format": 1, "files": {"rules.json": 3}}', "[" * 9999]
)
def test_a_record_that_cannot_be_read_knows_nothing(record: str, here: Path, capsys: Shown) -> None:
    _exported(here)
    (here / "out" / RECORD).write_text(record, encoding="utf-8")
    assert main(COMMANDS["export again"].arguments) == 2
    assert "was not written by an export" in capsys.readouterr().err
    assert main([*COMMANDS["export again"].arguments, "--overwrite"]) == 0
    assert json.loads((here / "out" / RECORD).read_text(encoding="utf-8"))["format"] == 1


# ---- what stays
def test_mode_marks_and_line_ends_stay(here: Path) -> None:
    _messy(here)
    cards = here / "example" / "cards" / "units.yaml"
    assert main(["fmt", "example"]) == 0 and main(["check", "example", "--fix", "--no-cache"]) == 0
    data = cards.read_bytes()
    assert b"decrease self.damage by 2" in data and b"after tap self:  # first" in data
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\n") == data.count(b"\r\n") > 0
    assert stat.S_IMODE(cards.stat().st_mode) == 0o640


def test_what_is_made_anew_keeps_its_marks(here: Path) -> None:
    _begun(here)
    assert main(["schema", "content/moon", "--write"]) == 0
    schema = here / "schemas" / "generated" / "moon.schema.json"
    wanted = b"\xef\xbb\xbf" + schema.read_bytes().replace(b"\n", b"\r\n")
    schema.write_bytes(wanted.replace(b"harvest", b"harvested") + b"\r\n")
    assert main(["schema", "content/moon", "--write"]) == 0
    assert schema.read_bytes() == wanted
    assert main(["schema", "content/moon", "--check"]) == 0


def test_a_file_that_may_not_be_written_is_not_replaced(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    _messy(here)
    before = state(here)
    monkeypatch.setattr(
        os, "access", lambda path, mode: mode != os.W_OK or "units" not in str(path)
    )  # root may anything
    assert main(["fmt", "example"]) == 2
    assert capsys.readouterr().err == "Error: `example/cards/units.yaml`: Permission denied\n"
    assert state(here) == before and not leftovers(here)


def test_what_a_kill_left_behind_is_read_by_nothing(here: Path, capsys: Shown) -> None:
    _begun(here)
    assert main(["check", "content", "--no-cache"]) == 0
    clean = capsys.readouterr().out.splitlines()[-1]
    name = ".cardwright-0123456789abcdef.tmp"
    for folder in ("cards", "rules", "tests", "."):
        (here / "content" / "moon" / folder / name).write_text("cards: [", encoding="utf-8")
    (here / "content" / name).mkdir()
    (here / "content" / name / "ruleset.yaml").write_text("half of", encoding="utf-8")
    assert main(["check", "content", "--no-cache"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == clean

"""What a newcomer meets first: a new game with all that its files name, names for paths, colours, completion, watching."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardwright.cli import watch
from cardwright.cli.main import CLEAN, COMMANDS, FINDINGS, USAGE, cardwright, main

Shown = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> Path:
    """A folder outside of this repository, with one game."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "moon"]) == CLEAN
    capsys.readouterr()
    return tmp_path


def modelines(folder: Path) -> Iterator[Path]:
    """The schemas that the files of a folder name."""
    for file in folder.rglob("*.yaml"):
        for named in re.findall(r"\$schema=(\S+)", file.read_text(encoding="utf-8")):
            yield file.parent / named


def test_all_that_a_new_game_names_is_there(here: Path) -> None:
    named = list(modelines(here))
    assert len(named) == 4
    assert all(json.loads(path.read_text(encoding="utf-8"))["$schema"] for path in named)
    assert main(["schema", "--check"]) == CLEAN


@pytest.mark.parametrize("into", ["games", "far/off/games"])
def test_a_new_game_lies_where_it_is_wanted(into: str, here: Path) -> None:
    assert main(["new", "sun", "--into", into]) == CLEAN
    assert all(path.is_file() for path in modelines(here / into))


def test_a_schema_that_is_there_is_kept_and_told(here: Path, capsys: Shown) -> None:
    mine = here / "schemas" / "tests.schema.json"
    mine.write_text("{}", encoding="utf-8")
    assert main(["new", "sun"]) == CLEAN
    assert mine.read_text(encoding="utf-8") == "{}"
    told = "schemas/tests.schema.json is of another version or game: `cardwright schema content/sun --write`"
    assert told in capsys.readouterr().out
    assert main(["schema", "--check"]) == FINDINGS
    assert main(["schema", "content/sun", "--write"]) == CLEAN
    assert main(["schema", "--check"]) == CLEAN


# ---- a game by its name, or as a path
ALONE = ["--jobs", "1"]  # forks of the tests take longer than the matches; `simulate` has them
GIVEN = {
    "check": [], "test": [], "mutate": ["--limit", "1", "--fail-under", "0"], "play": [], "explain-turn": [],
    "coverage": [], "errata": [], "cards": ["--format", "json"], "diff": [], "fmt": [], "schema": [],
    "export": ["--target", "json", "--out", "out", "--overwrite"], "picture": ["first"], "graph": ["--events"],
    "site": ["--no-pictures", "--out", "out", "--overwrite"],
    "simulate": ["--matches", "1"], "compare": ["--matches", "1", *ALONE],
    "sweep": ["harvest.worth", "1..2", "--matches", "1", *ALONE],
    "search": ["harvest.worth", "1..2", "--matches", "6", "--goal", "p1 50 %", *ALONE],
    "blank": ["feast", "--matches", "1", *ALONE],
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("game", ["moon", "content/moon", "./content/moon"])
def test_a_game_is_a_name_or_a_path(name: str, game: str, here: Path, capsys: Shown) -> None:
    second = ["content/moon"] if name in ("diff", "compare") else []
    code, told = main([name, game, *second, *GIVEN[name]]), capsys.readouterr().err
    assert code == CLEAN or told == "Error: there is no such turn in this game\n", told  # nobody in it is automated


@pytest.mark.parametrize(("inside", "game"), [("", "."), ("", "../moon"), ("cards", ".."), ("cards", "../../moon")])
def test_a_game_has_its_name_from_within(
    inside: str, game: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.chdir(here / "content" / "moon" / inside)
    for command in (["check", game, "--format", "json"], ["cards", game, "--format", "json"]):
        assert main(command) == CLEAN
        assert json.loads(capsys.readouterr().out)["games"] == ["moon"]
    assert main(["coverage", game, "--page", str(here / "page.html")]) == CLEAN
    assert capsys.readouterr().out.startswith("moon: 0 rows")
    assert "<title>The rules of moon, " in (here / "page.html").read_text(encoding="utf-8")
    assert main(["diff", str(here / "content" / "moon"), game]) == CLEAN
    assert capsys.readouterr().out.startswith("moon: no difference")


@pytest.mark.parametrize("inside", ["", "cards", "rules"])
def test_a_file_is_dumped_from_within(inside: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    game = here / "content" / "moon"
    monkeypatch.chdir(game / inside)
    for stage in ("ast", "resolved", "ir"):
        file = os.path.relpath(game / "cards" / "actions.yaml")
        assert main(["dump", file, "--stage", stage]) == CLEAN
        assert capsys.readouterr().out.startswith("# ")


@pytest.mark.parametrize("inside", ["", "cards"])
def test_cards_are_printed_beside_the_game_from_within(
    inside: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(here / "content" / "moon" / inside)
    assert main(["cards", ".", "--format", "html"]) == CLEAN
    assert (here / "content" / "moon-cards.html").is_file()
    assert main(["check", "."]) == CLEAN


ALONE = {
    "debug": [],
    "ratings": [],
    "studio": ["--no-open"],
    "text": [],
    "odds": ["first", "--of", "1"],
}  # those with which this game can do nothing, and one that serves until it is ended


@pytest.mark.parametrize("name", [*GIVEN, *ALONE])
def test_a_game_that_is_not_there_is_named(name: str, here: Path, capsys: Shown) -> None:
    second = ["content/moon"] if name == "compare" else []
    assert main([name, "mars", *second, *{**GIVEN, **ALONE}[name]]) == USAGE
    assert "mars`" in capsys.readouterr().err


def test_every_command_with_a_game_is_tried() -> None:
    """Those that are not: a file, a code, or no game at all."""
    others = {"roster", "conformance", "explain", "lints", "lsp", "dump", "new"}
    assert {name for name, _ in COMMANDS} == {*GIVEN, *ALONE, *others}


def test_the_lines_around_end_with_the_file(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("next\nlist\n"))
    assert main(["debug", "moon"]) == CLEAN
    scenario = (here / "content" / "moon" / "scenarios" / "first.yaml").read_text(encoding="utf-8").splitlines()
    shown = re.findall(r"^  +\d+ [ >] ?(.*)$", capsys.readouterr().out.partition("> list\n")[2], re.MULTILINE)
    assert shown == scenario[-len(shown) :] and len(shown) > 4


# ---- colours
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": ""}, False),
     ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False), ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True)],
)  # fmt: skip
def test_the_environment_says_whether_there_are_colours(
    environment: dict[str, str], coloured: bool, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    (here / "content" / "moon" / "rules" / "match.rules").write_text("verb ()\n", encoding="utf-8")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for command in (["check"], ["play", "moon"]):  # on stdout, and on stderr
        assert main(command) == FINDINGS
        assert ("\x1b[" in "".join(capsys.readouterr())) is coloured


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["check", "mono"], "there is no file or folder `content/mono` (did you mean `content/moon`?)"),
        (["play", "mooon"], "there is no file or folder `content/mooon` (did you mean `content/moon`?)"),
        (["test", "content/moon/tests/action.yaml"], "(did you mean `content/moon/tests/actions.yaml`?)"),
        (["test", "-k", "sunn"], "no test has 'sunn' in its name"),
        (["tset"], "did you mean `test`?"),
        (["new", "Sun-Market"], "take lower-case letters, digits and `_`, a letter first, such as `sun_market`"),
    ],
)
def test_a_slip_on_the_command_line_is_told_what_was_meant(
    command: list[str], told: str, here: Path, capsys: Shown
) -> None:
    assert main(command) in (FINDINGS, USAGE)
    assert told in capsys.readouterr().err


def test_an_empty_folder_is_told_how_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["check"], ["test"], ["fmt"], ["coverage"]):
        assert main(command) == USAGE
        assert "`cardwright new NAME` creates a game in it" in capsys.readouterr().err


def test_a_match_is_told_from_its_start_however_it_is_played(here: Path, capsys: Shown) -> None:
    told = []
    for words in ([], ["--save", "kept.json"], ["--replay", "kept.json"], ["--agents", "greedy:2", "--save", "best.json"],
                  ["--replay", "best.json"]):  # fmt: skip
        capsys.readouterr()
        assert main(["play", "moon", "--seed", "4", *words]) == CLEAN
        told.append(capsys.readouterr().out)
    assert told[0].startswith("Player 1: turn.\n  Player 1: play ")
    assert told[1] == told[2] == told[0]
    assert told[4] == told[3] and told[3].startswith("Player 1: turn.\n")
    assert main(["play", "moon", "--load", "kept.json"]) == CLEAN
    assert "turn" not in capsys.readouterr().out


def test_no_data_is_coloured(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    (here / "content" / "moon" / "rules" / "match.rules").write_text("verb ()\n", encoding="utf-8")
    monkeypatch.setenv("FORCE_COLOR", "1")
    for form in ("json", "sarif", "github", "gitlab", "junit"):
        assert main(["check", "--format", form]) == FINDINGS
        assert "\x1b" not in capsys.readouterr().out, form


# ---- completion
def completed(here: Path, words: Sequence[str]) -> list[str]:
    """What the shell offers for the last of the words."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1),
        "_CARDWRIGHT_COMPLETE": "bash_complete",
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", "from cardwright.cli.main import run; run()"], env=environment, cwd=here,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return [line.partition(",")[2] for line in run.stdout.splitlines() if line.startswith("plain,")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "offered"),
    [(["cov"], ["coverage"]), (["play", "m"], ["moon"]), (["test", ""], ["moon", "sun"]), (["play", "x"], []),
     (["export", "moon", "--target", "j"], ["json", "javascript"]), (["explain", "unknown-v"], ["unknown-verb"])],
)  # fmt: skip
def test_the_shell_completes(words: list[str], offered: list[str], here: Path) -> None:
    assert main(["new", "sun"]) == CLEAN
    assert completed(here, ["cardwright", *words]) == offered


def test_the_line_for_the_shell_is_the_one_of_the_readme() -> None:
    assert cardwright.name == "cardwright"
    assert 'eval "$(_CARDWRIGHT_COMPLETE=bash_source cardwright)"' in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_name_from_a_folder_is_offered_only_if_it_can_be_one(here: Path) -> None:
    (here / "content" / "moon").rename(here / "content" / "moon;rm")
    assert completed(here, ["cardwright", "play", "m"]) == []


# ---- watching
@pytest.mark.parametrize("path", ["moon", "content/moon/tests", "content/moon/tests/actions.yaml", "content"])
@pytest.mark.parametrize("changed", ["content/moon/rules/match.rules", "cardwright.toml"])
def test_a_game_is_checked_again_when_a_file_changes(
    path: str, changed: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """The second look at the files, after an edit, ends the pause; the third is interrupted."""
    pauses: list[str] = []

    def edit(_seconds: float) -> None:
        pauses.append("".join(capsys.readouterr()))
        if len(pauses) == 2:
            raise KeyboardInterrupt
        (here / changed).write_text("nonsense\n", encoding="utf-8")

    monkeypatch.setattr(watch, "sleep", edit)
    main(["check", path, "--watch"])
    assert pauses[0] == "content/moon: 2 cards, 3 tests: no findings\n"
    assert any(words in pauses[1] for words in ("nonsense", "cardwright.toml", "elsewhere in the game"))


@pytest.mark.parametrize(
    "name", ["cards/notes.txt", "Rules.yml", "cards/more.yaml/", "rules/old/", "scenarios/away.yaml@"]
)
def test_what_nothing_reads_is_told_as_long_as_it_is_there(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """Such a file, folder or link is a finding, so it is looked for again when it comes and when it goes."""
    place, told = here / "content" / "moon" / name.rstrip("/@"), list[str]()

    def come() -> None:
        if name.endswith("@"):
            place.symlink_to(here)
        elif name.endswith("/"):
            place.mkdir()
        else:
            place.touch()

    def go() -> None:
        if place.is_dir() and not place.is_symlink():
            place.rmdir()
        else:
            place.unlink()

    def edit(_seconds: float) -> None:
        told.append("".join(capsys.readouterr()))
        if len(told) > 4 or (len(told) > 1 and not told[-1]):
            raise KeyboardInterrupt  # it does not see what has come or gone
        if len(told) in (1, 3):
            come()
        else:
            go()

    monkeypatch.setattr(watch, "sleep", edit)
    main(["check", "moon", "--watch"])
    endings = [text.strip("\n").rpartition(": ")[2] for text in told]
    assert endings == ["no findings", "1 error", "no findings", "1 error", "no findings"]

"""The cache of checking: what is checked again after an edit, and what is never believed."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cardwright.cli.main import main
from cardwright.cli.progress import progress
from cardwright.cli.render import place
from cardwright.cli.worker_pool import start_workers
from compiler.build import build_game
from dsl.diagnostics import InternalError, Sink
from dsl.game.game_files import GameFolder
from dsl.incremental.check import check_game
from dsl.incremental.packing import Found, Read
from dsl.incremental.run import SingleProcess, WorkerPool
from dsl.incremental.shared import Shared
from dsl.incremental.store import Store
from dsl.incremental.worker import Worker
from dsl.meaning.other_files import OtherFiles
from tests.changing_game import CONFIG, SHOWN, at_once, by_file, shown, write_changing
from tests.small_game import try_small


class Watched(SingleProcess):
    """Notes which files are read and checked."""

    seen: list[str]

    def read(self, files: list[str]) -> dict[str, Read]:
        self.seen += [f"read {name}" for name in files]
        return super().read(files)

    def find(self, files: Mapping[str, list[int]], other_files: OtherFiles) -> dict[str, Found]:
        self.seen += [f"find {name}" for name in files]
        return super().find(files, other_files)


def checked_again(game: Path) -> list[str]:
    """The files that a check with stored results reads or checks again."""
    seen: list[str] = []

    def watched(worker: Worker, size: int) -> WorkerPool:
        workers = Watched(worker)
        workers.seen = seen
        return workers

    check_game(GameFolder(game, SHOWN), CONFIG, Store(game), watched)
    return seen


def cache_folder(game: Path) -> Path:
    """The folder with the stored results of a game."""
    folder = Store(game).folder
    assert folder is not None
    return folder


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    made = write_changing(tmp_path)
    by_file(made, Store(made))
    return made


# ---- what is done again
def test_without_an_edit_nothing_is_done(game: Path) -> None:
    assert checked_again(game) == []


def test_a_changed_text_concerns_its_file_only(game: Path) -> None:
    edited(game / "cards" / "more_0.yaml", "heal 1", "heal 2")
    assert checked_again(game) == ["read cards/more_0.yaml", "find cards/more_0.yaml"]


def test_a_renamed_card_concerns_those_who_name_it(game: Path) -> None:
    edited(game / "cards" / "more_0.yaml", "id: card_1", "id: card_one")
    found = checked_again(game)
    assert "read cards/more_0.yaml" in found and "read cards/more_1.yaml" not in found
    assert "find cards/more_1.yaml" in found  # its `promote self into card_1`
    assert "find cards/more_2.yaml" not in found and "find tests/more_2.yaml" not in found


def test_a_printed_number_concerns_those_who_compare_with_it(game: Path) -> None:
    edited(game / "cards" / "units.yaml", "level: 7", "level: 9")
    found = [name for name in checked_again(game) if name.startswith("find")]
    assert found == ["find cards/more_0.yaml", "find cards/more_2.yaml", "find cards/units.yaml"]  # `level > …`


def test_a_changed_rule_concerns_everything(game: Path) -> None:
    edited(game / "rules" / "play.rules", "game.round by 1", "game.round by 2")
    assert len([name for name in checked_again(game) if name.startswith("find")]) == 9


def test_a_test_concerns_nothing_else(game: Path) -> None:
    edited(game / "tests" / "more_1.yaml", "card_3 is tapped", "card_3 lies down")
    assert checked_again(game) == ["read tests/more_1.yaml", "find tests/more_1.yaml"]


def test_a_name_that_is_wrong_keeps_its_place(game: Path) -> None:
    """The name of a file is no place in its text, also where the text has a fault, too, and is known."""
    (game / "cards" / "more:less.yaml").write_text("cards: [{id: twice, kind: unit, speed: 1}]\n", encoding="utf-8")
    made, kept = (
        [place(fault.span) for fault in check_game(GameFolder(game, SHOWN), CONFIG, Store(game)).findings]
        for _ in range(2)
    )
    assert made == kept and made[0] == "example/cards/more:less.yaml" and len(made) > 1


# ---- what follows from a fault, and is not told
LOST = {
    "a card file that is no YAML": ("cards/more_0.yaml", "    kind: unit", "   kind: unit"),
    "a card without a name": ("cards/more_0.yaml", "    name: {en: Card 0, ru: Карта 0}\n", ""),
    "a card of no kind": ("cards/more_0.yaml", "kind: unit", "kind: unti"),
    "a scenario that is no YAML": ("scenarios/first.yaml", "players: [p1]", "players: [p1"),
    "a scenario with an unknown card": ("scenarios/first.yaml", "card: grunt", "card: grunnt"),
}


@pytest.mark.parametrize("wrong", ["of unti", "of unit extra", "of unit: passive: 1 armor"])
def test_a_keyword_that_is_lost_is_told_once(tmp_path: Path, wrong: str) -> None:
    """Cards that print it, with its value, and rules that ask for it have no fault of their own."""
    rules = f"keyword brave(n: int) {wrong}\nverb cheer(u: unit):\n  require u has brave\n  set u.tapped to true\n"
    cards = "- {id: guard, kind: unit, name: {en: Guard}, provenance: house, keywords: [brave(1)]}\n"
    _, told = try_small(tmp_path, rules, cards=cards)
    assert len(told) == 1 and "rules.rules:1" in told[0], told


def test_a_stat_of_no_kind_is_told_once(tmp_path: Path) -> None:
    rules = "stat might of unti = hp\nkeyword keen of unit: passive: +1 might\nverb cheer(u: unit): increase u.damage by u.might\n"
    cards = "- {id: guard, kind: unit, name: {en: Guard}, provenance: house, keywords: [keen]}\n"
    _, told = try_small(tmp_path, rules, cards=cards)
    assert [line.partition(" (")[0] for line in told] == ["unknown-type: no type is named `unti`"]


@pytest.mark.parametrize("name", LOST)
def test_only_the_fault_itself_is_told(game: Path, name: str) -> None:
    inside, old, new = LOST[name]
    edited(game / inside, old, new)
    result = check_game(GameFolder(game, SHOWN), CONFIG, Store(game))
    assert {fault.span.source.path for fault in result.findings} == {f"{SHOWN}/{inside}"}, shown(result.findings)
    assert by_file(game, Store(game)) == by_file(game)
    sink = Sink()
    build = build_game(game, sink, SHOWN)
    assert build is not None and build.program is None
    assert shown(sink.sorted()) == shown(result.findings)
    edited(game / inside, new, old)
    assert by_file(game, Store(game)) == by_file(game)


def test_a_name_that_is_lost_and_then_gone_is_told(game: Path) -> None:
    edited(game / "cards" / "more_1.yaml", "    kind: unit", "   kind: unit")
    assert "no card is named" not in str(by_file(game, Store(game)))
    (game / "cards" / "more_1.yaml").unlink()
    told = by_file(game, Store(game))
    assert told == by_file(game)
    assert "no card is named `card_3`" in str(told)


def test_a_status_in_one_file_that_an_answer_in_another_adds_is_told(game: Path) -> None:
    rules = "status burnt(n: int) of unit\nverb announce(what: status, to target: unit): nothing\n"
    (game / "rules" / "more.rules").write_text(rules, encoding="utf-8")
    names, answers = game / "cards" / "more_0.yaml", game / "cards" / "more_2.yaml"
    edited(names, "after tap self once per turn: heal 1 to self", "after tap self: announce burnt to self")
    was = 'activate "all" as action:\n        each foe in all enemy where level > 3: deal 1 cold to foe'
    for does, told in (("drop what from self", False), ("add what to self", True), ("drop what from self", False)):
        edited(answers, was, was := f"after announce to self: {does}")
        found = by_file(game, Store(game))
        assert found == by_file(game) == at_once(game)
        assert ("what answers `announce` adds its `what`" in str(found)) is told


# ---- what is not believed
def test_what_was_kept_for_another_game_is_made_anew(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "example"
    shutil.copytree(game, other)
    assert len(checked_again(other)) == 18
    assert checked_again(other) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-10],
        lambda data: b"",
        lambda data: data.replace(b"cardwright 1 ", b"cardwright 0 ", 1),
        lambda data: data.replace(b'"card_', b'"carp_', 1),
        lambda data: b"\x80\x04\x95" + data,
    ],
)
def test_a_spoiled_file_is_made_anew(game: Path, spoil: Callable[[bytes], bytes]) -> None:
    cold = by_file(game)
    for path in cache_folder(game).glob("*.json"):
        path.write_bytes(spoil(path.read_bytes()))
    assert by_file(game, Store(game)) == cold
    assert checked_again(game) == []


@pytest.mark.parametrize("name", ["run", "file"])
@pytest.mark.parametrize(
    ("key", "value"),
    [("findings", [["no-such-code", ["x", 0, 1]]]), ("findings", 3), ("cards", "many"), ("read", {"ids": [[1]]}),
     ("read", {"entries": "two"}), ("read", []), ("found", {"faults": [[]]}), ("found", {"questions": {"card:a": 1}}),
     ("found", {"questions": {"nothing:": "x"}}), ("found", {"unheard": []}), ("found", {"verb_use": {"patterns": [[0]]}}),
     ("found", {"faults": [["syntax", ["cards/units.yaml", 5, 99999], "", "", [], None, "", ""]]})],
)  # fmt: skip
def test_data_of_another_shape_is_made_anew(game: Path, name: str, key: str, value: object) -> None:
    cold = by_file(game)
    store = Store(game)
    for path in cache_folder(game).glob(f"{name}*.json"):
        data = json.loads(path.read_bytes().partition(b"\n")[2])
        store.put(path.stem, {**data, key: value} if key in data else data)
    if name == "file":
        (cache_folder(game) / "run.json").unlink()
    assert by_file(game, store) == cold


def test_what_a_file_that_cannot_be_read_declares_is_not_missing_elsewhere(game: Path) -> None:
    edited(game / "cards" / "more_0.yaml", "cards:\n", "cards:\n\t\n\t# a tab\n")
    found = by_file(game, Store(game))
    assert found == at_once(game)
    assert "tab-indent" in str(found) and "unknown-name" not in str(found)


def test_what_belongs_to_no_file_is_removed(game: Path) -> None:
    before = len(list(cache_folder(game).glob("file-*")))
    (game / "cards" / "more_2.yaml").unlink()
    checked_again(game)
    assert len(list(cache_folder(game).glob("file-*"))) == before - 1


# ---- the command
def test_the_command_keeps_nothing_when_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = write_changing(tmp_path)
    assert main(["check", str(made), "--no-cache"]) == 0
    assert not cache_folder(made).exists()
    told = capsys.readouterr().out
    assert main(["check", str(made)]) == 0
    assert (cache_folder(made) / "run.json").is_file()
    assert main(["check", str(made)]) == 0
    assert capsys.readouterr().out == told * 2


def test_lints_left_out_are_not_taken_for_none_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = write_changing(tmp_path)
    assert main(["check", str(made), "--no-lint"]) == 0
    assert "no findings" in capsys.readouterr().out
    assert main(["check", str(made), "--select", "unused-keyword"]) == 0
    assert "1 warning" in capsys.readouterr().out
    assert main(["check", str(made)]) == 0
    assert "9 warnings" in capsys.readouterr().out


# ---- several processes
def test_an_error_of_a_process_is_told_here(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Worker, inside: str) -> Read:
        raise InternalError(inside)

    monkeypatch.setattr(Worker, "read", broken)
    (cache_folder(game) / "run.json").unlink()
    edited(game / "cards" / "more_0.yaml", "heal 1", "heal 2")
    with pytest.raises(InternalError, match=r"cards/\w+.yaml"):
        by_file(game, Store(game), workers=True)


def test_a_worker_can_be_sent_to_a_process_that_begins_empty(game: Path) -> None:
    worker = Worker(Shared(GameFolder(game, SHOWN)), CONFIG)
    sent = pickle.loads(pickle.dumps(worker))  # as the library for processes does
    assert sent.read("cards/more_1.yaml") == worker.read("cards/more_1.yaml")


def test_little_work_is_not_shared(game: Path) -> None:
    worker = Worker(Shared(GameFolder(game, SHOWN)), CONFIG)
    assert isinstance(start_workers(worker, 1000), SingleProcess)


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress("checking x") as tell:
        tell(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress("checking x") as tell:
        tell(1, 2)
    assert "checking x: 1 of 2 files …" in capsys.readouterr().err

"""``cardwright test``: which tests it runs, what a faulty one stops, its report as XML, and running again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from cardwright.cli import watch
from cardwright.cli.main import main
from tests.scripted_game import CARDS, RULES, entry
from tests.small_game import write_game

GOOD = entry("good", "when: hit 1 to owl\n  then: [owl.damage == 1]")
WRONG = entry("wrong", "when: hit 1 to owl\n  then: [owl.damage == 2]")
FAULTY = entry("faulty", "when: aim by ann\n  then: [owl.damage == 1]")
SPOILT = entry("spoilt", "when: hit 1 to owl\n  then: [owl.damge == 2]")
LAST = entry("last", "when: hit 2 to owl\n  then: [owl.damage == 2]")

# The elements and attributes of JUnit's reports, as services for continuous integration read them.
JUNIT: dict[str, tuple[set[str], set[str]]] = {
    "testsuites": ({"name", "tests", "failures"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, {"testcase"}),
    "testcase": ({"classname", "name"}, {"failure", "error"}),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = write_game(tmp_path, RULES, cards=CARDS, tests=GOOD + WRONG + FAULTY + SPOILT + LAST)
    (folder / "tests" / "more.yaml").write_text("tests:\n" + entry("elsewhere", "when: hit 1 to owl\n  exactly: [hit]"))
    return folder.relative_to(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["test", *arguments])
    return code, "".join(capsys.readouterr())


def test_a_faulty_test_stops_no_other(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "small")
    assert code == 1 and told.endswith("3 passed, 2 failed, 1 not run\n")
    assert "wrong: `owl.damage == 2` does not hold (it is 1)" in told
    assert "faulty: a choice is not scripted: one of fox, owl" in told
    assert "`owl` has no field `damge`" in told or "damge" in told


def test_only_what_is_asked_for_is_run(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "small/tests/more.yaml")[1].endswith("1 passed, 0 failed\n")
    code, told = said(capsys, "small", "-k", "last")
    assert code == 0 and told == "1 passed, 0 failed\n"
    code, told = said(capsys, "small/cards/cards.yaml")
    assert code == 1 and told.endswith("3 passed, 2 failed, 1 not run\n"), "a card stands for its game"


def elements(node: Element) -> Iterator[Element]:
    yield node
    for child in node:
        yield from elements(child)


def test_the_report_is_junit(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "small", "--format", "junit")
    root = fromstring(told.encode())
    assert code == 1 and root.tag == "testsuites"
    for node in elements(root):
        attributes, children = JUNIT[node.tag]
        assert set(node.attrib) == attributes and {child.tag for child in node} <= children
    assert {name: root.attrib[name] for name in ("tests", "failures")} == {"tests": "6", "failures": "2"}
    (suite,) = root
    cases = {case.attrib["name"]: [(fault.tag, fault.attrib["message"]) for fault in case] for case in suite}
    assert cases["good"] == [] and cases["elsewhere"] == [] and cases["last"] == []
    assert cases["wrong"] == [("failure", "`owl.damage == 2` does not hold (it is 1)")]
    assert cases["faulty"] == [("failure", "a choice is not scripted: one of fox, owl")]
    assert [told[0][0] for name, told in cases.items() if name not in ("wrong", "faulty") and told] == ["error"]


def test_results_are_reported_into_a_file_beside_the_lines(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is what `--format junit` shows; the lines stay."""
    main(["test", "small", "--format", "junit"])
    shown = capsys.readouterr().out
    main(["test", "small"])
    lines = capsys.readouterr().out
    main(["test", "small", "--report", "far/off/tests.xml"])
    assert capsys.readouterr().out == lines
    assert Path("far/off/tests.xml").read_text(encoding="utf-8") == shown


def test_tests_are_run_again_when_a_file_changes(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second look at the files, after an edit, ends the pause; the third is interrupted."""
    pauses: list[str] = []
    file = game / "tests" / "more.yaml"

    def edit(_seconds: float) -> None:
        pauses.append(capsys.readouterr().out)
        if len(pauses) == 2:
            raise KeyboardInterrupt
        file.write_text(file.read_text().replace("exactly: [hit]", "never: [hit]"))

    monkeypatch.setattr(watch, "sleep", edit)
    main(["test", "small/tests/more.yaml", "--watch"])
    assert pauses[0] == "1 passed, 0 failed\n"
    assert pauses[1].endswith("`hit` was not to happen: hit amount=1 target=owl\n0 passed, 1 failed\n")


def test_a_folder_that_goes_away_during_a_look_ends_nothing(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As while another branch is checked out: it was listed with the others, and is gone when its turn comes."""
    listed, lost = os.scandir, list[str]()

    def scandir(place: Any = ".") -> Any:
        if Path(place).name == "tests":
            lost.append(str(place))
            raise FileNotFoundError(2, "No such file or directory", str(place))
        return listed(place)

    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    def run() -> int:
        return 0

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(watch, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        watch.watching([game], run, again=True)
    assert lost

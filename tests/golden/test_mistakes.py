"""The mistakes that authors make, and the whole of what they are told, word for word: a page for each sort of author."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from cardwright.cli.apply_fixes import apply_fixes
from cardwright.cli.games import Reading, read_game
from cardwright.cli.linting import linted
from cardwright.cli.render import as_text
from dsl.lint.config import LintConfig
from dsl.syntax import parse, syntax_errors
from tests.golden.test_cli import FENCE
from tests.lint_game import write_example

PAGES = sorted((Path(__file__).parent / "mistakes").glob("*.md"))
CASES = [
    (page, case)
    for page in PAGES
    for case in re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
]
TITLES = [case.partition("\n")[0].removeprefix("## ") for _, case in CASES]
# Words that only who knows parsers can read; and names of terminals, which are written in capitals.
JARGON = re.compile(r"invalid syntax|token|terminal|parse|lexer|\$END|__ANON|\b_?[A-Z]{2,}\b")


def reading_of(case: str, folder: Path) -> Reading:
    """The small game with the mistake of a case, and what is found in it."""
    parts = {found["language"]: found["body"] for found in FENCE.finditer(case) if not found["path"]}
    game = write_example(folder, {name: body for name, body in parts.items() if name != "text"})
    for found in FENCE.finditer(case):
        if found["path"]:
            (game / found["path"]).parent.mkdir(parents=True, exist_ok=True)
            (game / found["path"]).write_text(found["body"], encoding="utf-8")
    return linted(read_game(game), [], LintConfig())


def rendered(case: str, folder: Path) -> str:
    """What is said of a case."""
    return click.unstyle("".join(as_text(fault) + "\n" for fault in reading_of(case, folder).findings))


@pytest.mark.parametrize(("page", "case"), CASES, ids=TITLES)
def test_what_an_author_is_told(
    page: Path, case: str, tmp_path: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (written,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
    found = rendered(case, tmp_path)
    if update_golden:
        changed = case.replace(f"```text\n{written}```", f"```text\n{found}```")
        page.write_text(page.read_text(encoding="utf-8").replace(case, changed), encoding="utf-8")
    assert found == written
    assert found, "a mistake that nobody is told of"


def test_a_certain_fix_mends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `check --fix` changes without being asked leaves nothing of the message that it belongs to."""
    monkeypatch.chdir(tmp_path)
    mended = 0
    for number, (_, case) in enumerate(CASES):
        reading = reading_of(case, tmp_path / str(number))
        faults = {(fault.code, fault.message) for fault in reading.findings if fault.fix is not None and fault.fix.safe}
        if not faults:
            continue
        mended += apply_fixes(reading, unsafe=False)
        again = linted(read_game(tmp_path / str(number) / "example"), [], LintConfig())
        left = [(fault.code, fault.message) for fault in again.findings]
        assert not faults.intersection(left), case
        assert not [left for left in again.findings if left.code in ("syntax", "yaml-syntax", "indentation")], case
    assert mended >= 40


def test_there_are_enough() -> None:
    assert len(set(TITLES)) == len(TITLES) >= 190


def test_no_message_speaks_of_the_grammar() -> None:
    for _, case in CASES:
        (text,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
        said = [line for line in text.splitlines() if re.match(r"\S+: (error|warning)|\s*= help", line)]
        assert said
        assert [line for line in said if JARGON.search(line)] == []


def test_every_word_of_the_grammar_is_said_in_words() -> None:
    """Whatever may stand at a place, no terminal is shown by the name that it has in the grammar."""
    names = {terminal.name for terminal in parse._parser().lark.terminals}
    assert len(names) > 50
    for name in names:
        shown = syntax_errors._expected({name})
        assert not JARGON.search(shown), (name, shown)

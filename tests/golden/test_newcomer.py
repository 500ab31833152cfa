"""The mistakes that newcomers make, and the whole of what they are told, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from cardwright.cli.games import read_game
from cardwright.cli.linting import linted
from cardwright.cli.render import as_text
from dsl.lint.config import LintConfig
from dsl.syntax import parse, syntax_errors
from tests.golden.test_cli import FENCE
from tests.lint_game import write_example

PAGE = Path(__file__).parent / "newcomer.md"
CASES = re.split(r"^(?=## )", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
TITLES = [case.partition("\n")[0].removeprefix("## ") for case in CASES]
# Words that only who knows parsers can read; and names of terminals, which are written in capitals.
JARGON = re.compile(r"invalid syntax|token|terminal|parse|lexer|\$END|__ANON|\b_?[A-Z]{2,}\b")


def rendered(case: str, folder: Path) -> str:
    """What is said of a case."""
    parts = {found["language"]: found["body"] for found in FENCE.finditer(case) if not found["path"]}
    game = write_example(folder, {name: body for name, body in parts.items() if name != "text"})
    for found in FENCE.finditer(case):
        if found["path"]:
            (game / found["path"]).parent.mkdir(parents=True, exist_ok=True)
            (game / found["path"]).write_text(found["body"], encoding="utf-8")
    reading = linted(read_game(game), [], LintConfig())
    return click.unstyle("".join(as_text(fault) + "\n" for fault in reading.findings))


@pytest.mark.parametrize("case", CASES, ids=TITLES)
def test_what_a_newcomer_is_told(
    case: str, tmp_path: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (written,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
    found = rendered(case, tmp_path)
    if update_golden:
        page = PAGE.read_text(encoding="utf-8")
        changed = case.replace(f"```text\n{written}```", f"```text\n{found}```")
        PAGE.write_text(page.replace(case, changed), encoding="utf-8")
    assert found == written
    assert found, "a mistake that nobody is told of"


def test_there_are_enough() -> None:
    assert len(set(TITLES)) == len(TITLES) >= 40


def test_no_message_speaks_of_the_grammar() -> None:
    for case in CASES:
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

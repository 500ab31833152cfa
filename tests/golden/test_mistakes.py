"""The mistakes that authors make, and the whole of what they are told, word for word: a page for each sort of author."""

from __future__ import annotations

import re
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

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


@dataclass(frozen=True)
class Told:
    """What is said of a case; how many certain fixes were made, what belongs to them, and what was found then."""

    text: str
    mended: int = 0
    faults: frozenset[tuple[str, str]] = frozenset()
    left: frozenset[tuple[str, str]] = frozenset()


@cache
def told(case: str) -> Told:
    with TemporaryDirectory() as folder, chdir(folder):
        reading = reading_of(case, Path(folder))
        text = click.unstyle("".join(as_text(fault) + "\n" for fault in reading.findings))
        certain = [fault for fault in reading.findings if fault.fix is not None and fault.fix.safe]
        if not certain:
            return Told(text)
        mended = apply_fixes(reading, unsafe=False)
        again = linted(read_game(Path(folder) / "example"), [], LintConfig())
        faults, left = (frozenset((one.code, one.message) for one in many) for many in (certain, again.findings))
        return Told(text, mended, faults, left)


@pytest.mark.parametrize(("page", "case"), CASES, ids=TITLES)
def test_what_an_author_is_told(page: Path, case: str, update_golden: bool) -> None:
    (written,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
    found = told(case).text
    if update_golden:
        changed = case.replace(f"```text\n{written}```", f"```text\n{found}```")
        page.write_text(page.read_text(encoding="utf-8").replace(case, changed), encoding="utf-8")
    assert found == written
    assert found, "a mistake that nobody is told of"


def test_a_certain_fix_mends() -> None:
    """What `check --fix` changes without being asked leaves nothing of the message that it belongs to."""
    for _, case in CASES:
        assert not told(case).faults & told(case).left, case
        assert not {code for code, _ in told(case).left} & {"syntax", "yaml-syntax", "indentation"}, case
    assert sum(told(case).mended for _, case in CASES) >= 40


# The score of a mistake is that of its first message: 3, it names the slip in this text at the narrowest place, and says
# what to write; 2, the remedy must be guessed; 1, it misleads; 0, nobody says anything. Read by a person, once for each
# case; those that are not 3 are listed.
SCORES = {
    "after taking damage": 2,
    "`whenever` in a card": 2,
    "a key at the wrong depth": 2,  # two readings: a key of the value above, or of the card
    "a dash is forgotten": 2,
    "words of a printed card": 2,
    "a language `de`": 2,  # the language is to be declared, or the name is to go
}
# What says only what is known or may stand there, which is no remedy.
LISTING = re.compile(r"expected|known here|verbs: |it has: |compare with what was meant|allowed: ")


def test_there_are_enough() -> None:
    assert len(set(TITLES)) == len(TITLES) >= 330


def test_the_first_message_says_what_to_write() -> None:
    """The mean is 2.9 or more, none is below 2, and nobody has to guess where only known words are listed."""
    assert set(SCORES) <= {title.strip("`") for title in TITLES} | set(TITLES)
    scores = [SCORES.get(title, SCORES.get(title.strip("`"), 3)) for title in TITLES]
    assert min(scores) == 2 and sum(scores) >= 2.9 * len(scores)
    for title, (_, case), score in zip(TITLES, CASES, scores, strict=True):
        (text,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
        first = re.split(r"\n(?=\S+: (?:error|warning))", text)[0]
        help = re.search(r"^ *= help: (.*)", first, re.MULTILINE)
        assert help, title
        assert score < 3 or not LISTING.match(help[1]), (title, help[1])


def test_no_message_speaks_of_the_grammar() -> None:
    for _, case in CASES:
        (text,) = [found["body"] for found in FENCE.finditer(case) if found["language"] == "text"]
        said = [line for line in text.splitlines() if re.match(r"\S+: (error|warning)|\s*= help", line)]
        assert said
        assert [line for line in said if JARGON.search(line)] == []


def test_every_word_of_the_grammar_is_said_in_words() -> None:
    """Whatever may stand at a place, no terminal is shown by the name that it has in the grammar."""
    names = {terminal.name for terminal in parse._parser().by_lark.lark.terminals}
    assert len(names) > 50
    for name in names:
        shown = syntax_errors._expected({name})
        assert not JARGON.search(shown), (name, shown)

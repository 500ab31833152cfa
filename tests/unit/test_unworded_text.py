"""`check` finds the words that texts lack where `cardwright text` finds them, file by file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardwright.cli.text import written
from compiler.build import build_game
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFolder
from dsl.incremental.check import check_game
from dsl.incremental.store import Store
from dsl.lint.config import LintConfig
from dsl.wording.texts import writer

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GARDEN, tmp_path / "garden"))


def without(text: str, name: str) -> str:
    """The words without the noun or the phrases of a name."""
    return re.sub(rf"(?m)^  {name}:\n(?:    .*\n)*", "", text)


def by_text(garden: Path) -> set[tuple[str, int, str]]:
    """What the texts of both languages lack: file, place, message."""
    sink = Sink()
    build = build_game(garden, sink, "garden")
    assert build is not None and build.checked is not None and not sink.errors
    found: set[tuple[str, int, str]] = set()
    for language in ("en", "ru"):
        w = writer(build.checked, language)
        written(w, ())
        found |= {(lack.span.source.path, lack.span.start, f"in the text in `{language}`: {lack.message}")
                  for lack in w.findings}  # fmt: skip
    return found


def by_check(garden: Path) -> set[tuple[str, int, str]]:
    found = check_game(GameFolder(garden, "garden"), LintConfig(), Store(garden, enabled=False)).findings
    return {(item.span.source.path, item.span.start, item.message) for item in found if item.code == "unworded-text"}


NAMES = [
    "action",
    "player",
    "played",
    "worth",
    "hand",
    "ripe",
    "tired",
    "amount",
    "turn",
    "score",
    "gain",
    "play",
    "dig",
]


def test_a_game_with_all_its_words_has_no_finding(garden: Path) -> None:
    assert by_check(garden) == by_text(garden) == set()
    (garden / "words.yaml").unlink()
    assert by_check(garden) == set()


@pytest.mark.parametrize("name", NAMES)
def test_check_finds_what_text_lacks(garden: Path, name: str) -> None:
    path = garden / "words.yaml"
    path.write_text(without(path.read_text(encoding="utf-8"), name), encoding="utf-8")
    found = by_check(garden)
    assert found and found == by_text(garden)


def test_who_lacks_a_phrase_is_told_where_it_belongs(garden: Path) -> None:
    path = garden / "words.yaml"
    path.write_text(without(path.read_text(encoding="utf-8"), "turn"), encoding="utf-8")
    found = check_game(GameFolder(garden, "garden"), LintConfig(), Store(garden, enabled=False)).findings
    assert "add it to `verbs:`: `turn`, `noun`" in {item.help for item in found}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "{who} {who|gains|gain} {amount#point}",
            "{who} {who|gains|gain}",
            "the phrase of `gain`, `do` in `verbs:` does not show `{amount}`: show it, or write `{-amount}` where it needs no "
            "words",
        ),
        (
            "{who} {who|plays|play}",
            "{who} {who|plays|play} {played:acc}",
            "the phrase of `play`, `event` in `verbs:` shows `{played}` too: put that in brackets, `[ … {played}]`, or add a "
            "phrase without it",
        ),
        (
            "{who} {who|gains|gain} {amount#point}",
            "{who} {who|gains|gain} {amount!}",
            "the phrase of `gain`, `do` in `verbs:` shows a number that is known, with `!`, and here it is not: add a phrase "
            "without `!`",
        ),
    ],
)
def test_who_has_a_phrase_that_does_not_fit_is_told_why(garden: Path, old: str, new: str, told: str) -> None:
    path = garden / "words.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = check_game(GameFolder(garden, "garden"), LintConfig(), Store(garden, enabled=False)).findings
    assert told in {item.help for item in found}


def test_a_printed_text_needs_no_words_of_its_own(garden: Path) -> None:
    path, cards = garden / "words.yaml", garden / "cards" / "actions.yaml"
    path.write_text(without(path.read_text(encoding="utf-8"), "dig"), encoding="utf-8")
    lacking = {message for _, _, message in by_check(garden)}
    text = cards.read_text(encoding="utf-8")
    printed = re.sub("(?m)^    (rules|habits): ", r"    text: {en: 'Printed.'}\n    \1: ", text)
    cards.write_text(printed, encoding="utf-8")
    assert {message for _, _, message in by_check(garden)} == {one for one in lacking if "`ru`" in one}

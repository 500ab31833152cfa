"""The layout changes spaces and nothing else, and laying out twice is laying out once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.source import Source
from dsl.syntax.layout import formatted_abilities, formatted_rules
from tests.golden.language import chunks, expected
from tests.lint_game import RULES, write_example

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("content/*/rules/*.rules"), *ROOT.glob("tests/golden/fixture/rules/*.rules")])
TEXTS = [
    RULES,
    *(path.read_text(encoding="utf-8") for path in FILES),
    *(expected(text)[0] for _, text in chunks(ROOT / "tests" / "golden" / "types" / "clean.rules")),
]


@cache
def laid_out(text: str) -> str:
    made = formatted_rules(Source("a.rules", text))
    assert made is not None
    return made


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_twice_is_once(text: str) -> None:
    once = laid_out(text)
    assert laid_out(once) == once


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_an_untidy_text_becomes_the_tidy_one(text: str) -> None:
    tidy = laid_out(text)
    depth, lines, goes_on = 0, [], False
    for line in tidy.split("\n"):
        column = len(line) - len(line.lstrip(" "))
        wide = line.strip() if '"' in line or "#" in line else re.sub(r" ", "   ", line.strip())
        lines.append(" " * (column if depth else 2 * column) + wide + "  " * (not wide.startswith("#") and bool(wide)))
        bare = re.sub(r'"[^"]*"|#.*', "", line)
        depth += sum(bare.count(c) for c in "([") - sum(bare.count(c) for c in ")]")
        goes_on = goes_on or depth > 0
        if not depth and not line:
            lines.append("")
    made = laid_out("\n".join(lines))
    assert unindented(made) == unindented(tidy)
    if not goes_on:
        assert made == tidy


def unindented(text: str) -> list[str]:
    """The lines without the indentation of those that go on within brackets, which follows the line they began on."""
    return [line.strip() for line in text.split("\n")]


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("noun  a=unit where x>=-1", "noun a = unit where x >= -1\n"),
        ("define f( a:int ,b : int )->int=a-b*-1", "define f(a: int, b: int) -> int = a - b * -1\n"),
        ("verb a():\n    b (c + d) to e  # why\n    # last", "verb a():\n  b (c + d) to e  # why\n  # last\n"),
        ("# top\n\n\n\nverb a():b [ c ,d ]", "# top\n\nverb a(): b [c, d]\n"),
        ("every u:\n   passive:\n         +2  armor\n         -( n ) speed\n   # next\n   activate:nothing\n",
         "every u:\n  passive:\n    +2 armor\n    -(n) speed\n  # next\n  activate: nothing\n"),
        ("verb a():\n    set x to (\n      b +\n      c)\n", "verb a():\n  set x to (\n    b +\n    c)\n"),
        ('verb a():\n require b  "keep   {c}  # this"', 'verb a():\n  require b "keep   {c}  # this"\n'),
    ],
)  # fmt: skip
def test_layout(text: str, tidy: str) -> None:
    assert formatted_rules(Source("a.rules", text)) == tidy


def test_what_cannot_be_read_is_left_alone() -> None:
    assert formatted_rules(Source("a.rules", "verb a(:\n")) is None
    source = Source("a.yaml", "rules: |\n  after:\n")
    assert formatted_abilities(source.span(11, len(source.text))) is None


def test_line_ends_stay() -> None:
    assert formatted_rules(Source("a.rules", "verb a():\r\n    b\r\n")) == "verb a():\r\n  b\r\n"


def test_a_text_beside_its_key_is_left_alone() -> None:
    source = Source("a.yaml", "rules: prevent   # x\n")
    span = source.span(7, 14)
    assert formatted_abilities(span) == "prevent"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = write_example(tmp_path, {"ability": "after tap  self:\n    heal 1   to self # kept\npassive:+1 armor\n"})
    monkeypatch.chdir(tmp_path)
    cards = game / "cards" / "units.yaml"
    before = cards.read_text(encoding="utf-8")
    assert main(["fmt", "--check", "example"]) == 1
    assert capsys.readouterr().out == "example/cards/units.yaml: not laid out\n1 of 2 files to be laid out\n"
    assert main(["fmt", "--diff", "example"]) == 1
    assert "-          heal 1   to self # kept" in capsys.readouterr().out
    assert cards.read_text(encoding="utf-8") == before
    assert main(["fmt", "example"]) == 0
    head = before[: before.index("after tap")]
    assert cards.read_text(encoding="utf-8") == (
        head + "after tap self:\n        heal 1 to self # kept\n      passive: +1 armor\n".replace("self #", "self  #")
    )
    assert main(["fmt", "--check", "example"]) == 0
    (game / "rules" / "example.rules").write_text("verb a(:\n")
    assert main(["fmt", "example/cards"]) == 0
    assert main(["fmt", "example"]) == 1
    assert "rules/example.rules: not laid out, since it cannot be read" in capsys.readouterr().out

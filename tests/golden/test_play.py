"""A person at the terminal, word for word: what they see, are asked and are told, and what they type.

Each page of ``play/`` is read from top to bottom where the games are. A ``console`` fence runs the commands behind
``$``; ``printf 'ANSWERS' | cardwright play …`` types the answers, one a line. ``$SAVES`` is a folder that is empty when
a page begins.
"""

from __future__ import annotations

import functools
import io
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli import debug, explain_turn, play
from cardwright.cli.main import main
from cardwright.cli.play import Table
from compiler.callables.weighing import WeighingCode
from compiler.core import ir
from tests.content_games import program, read_once, rules_once, with_rules
from tests.golden.test_cli import FENCE

ROOT = Path(__file__).parents[2]
PAGES = sorted((Path(__file__).parent / "play").glob("*.md"))


def table_once(*given: Any) -> Table:
    return with_rules(Table(*given))


def weighing_once(tree: ir.Program) -> WeighingCode:
    return weighing(tree.game)


@functools.cache
def weighing(game: str) -> WeighingCode:
    return WeighingCode(program(game))


# Each game is read and compiled once in a process.
ONCE = (
    (play, {"read_rules": read_once, "Table": table_once, "rules_of": rules_once}),
    (explain_turn, {"read_rules": read_once, "WeighingCode": weighing_once}),
    (debug, {"read_game": read_once}),
)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_played_as_written(
    page: Path, update_golden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for module, made_once in ONCE:
        for name, once in made_once.items():
            monkeypatch.setattr(module, name, once)
    written = page.read_text(encoding="utf-8")

    def run(command: str) -> str:
        typed, _, rest = command.rpartition(" | ")
        answers = shlex.split(typed)[1].replace("\\n", "\n") if typed else ""
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        program, *arguments = shlex.split(rest.replace("$SAVES", str(tmp_path)))
        assert program == "cardwright"
        code = main(arguments)
        output = "".join(capsys.readouterr()).replace(str(tmp_path), "$SAVES")
        return f"$ {command}\n{output}" + (f"[exit {code}]\n" if code else "")

    happened = FENCE.sub(
        lambda f: "```console\n" + "".join(run(c[2:]) for c in f["body"].splitlines() if c.startswith("$ ")) + "```",
        written,
    )
    if update_golden:
        page.write_text(happened, encoding="utf-8")
    assert happened == written


def test_there_are_pages() -> None:
    assert len(PAGES) >= 2

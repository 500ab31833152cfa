"""A board that is laid in play: every engine lays it, forgets what hung on it, and takes it back, as the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.targets.export import Content, content_of
from tests import laid_game
from tests.conformance.engines import ENGINES, HAS_CSHARP, Case, Interpreter
from tests.small_game import Small

SEEDS = 12


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return laid_game.built(tmp_path_factory.mktemp("laid"))


def cases(content: Content) -> list[Case]:
    tests: list[Case] = [("test", number) for number in range(len(content.tests))]
    return [*tests, *(("match", "first", seed) for seed in range(1, SEEDS + 1))]


def test_the_matches_lay_something(laid: Small, tmp_path: Path) -> None:
    content = content_of(laid.program, laid.build.scripts)
    told = Interpreter(content, tmp_path).run(cases(content)[len(content.tests) :])
    assert sum("lay " in line for lines in told for line in lines) > SEEDS


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "csharp" or HAS_CSHARP])
def test_engines_agree(engine: str, laid: Small, tmp_path: Path) -> None:
    content = content_of(laid.program, laid.build.scripts)
    expected = Interpreter(content, tmp_path).run(cases(content))
    found = ENGINES[engine](content, tmp_path / f"laid_{engine}").run(cases(content))
    for case, wanted, given in zip(cases(content), expected, found, strict=True):
        assert given == wanted, case

"""Chunks of card files: faults in ability text stand at their true line and column, whatever comes before them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dsl.checking.check import check
from dsl.diagnostics import Sink
from dsl.game.game_files import load_game_files
from dsl.meaning.declare import declare
from tests.golden.language import HERE, chunks, expected

CASES = [(path, start, text) for path in sorted((HERE / "cards").glob("*.yaml")) for start, text in chunks(path)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("path", "start", "text"), CASES, ids=[f"{path.stem}:{start}" for path, start, _ in CASES])
def test_chunk(path: Path, start: int, text: str, line_end: str, tmp_path: Path) -> None:
    plain, wanted = expected(text)
    game = tmp_path / "fixture"
    shutil.copytree(HERE / "fixture", game)
    (game / "cards" / "chunk.yaml").write_bytes(plain.replace("\n", line_end).encode())
    sink = Sink()
    files = load_game_files(game, sink, "fixture")
    assert files is not None
    check(declare(files, sink), sink)
    found = []
    for item in sink.sorted():
        line, column = item.span.line_column()
        found.append((line, f"{item.code}@{column}", item.message))
    assert [(line, code) for line, code, _ in found] == [(line, code) for line, code, _ in wanted], found
    for (_, _, message), (_, _, piece) in zip(found, wanted, strict=True):
        assert piece in message

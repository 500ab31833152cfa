"""The small game of the goldens, and the findings for a text that is added to it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

from dsl.checking.check import check
from dsl.diagnostics import Diagnostic, Sink
from dsl.game.game_files import GameFiles, load_game_files
from dsl.meaning.declare import declare
from dsl.meaning.rulebook import read_rulebook
from dsl.source import Source

HERE = Path(__file__).parent
MARK = re.compile(r"[ \t]*#! (.*)$")


@cache
def fixture() -> GameFiles:
    sink = Sink()
    files = load_game_files(HERE / "fixture", sink, "fixture")
    assert files is not None
    assert not sink.items, [(str(d.span), d.message) for d in sink.items]
    return files


def findings(rules: str = "", shown: str = "chunk.rules") -> list[Diagnostic]:
    """The findings of the fixture with additional rules."""
    files = replace(fixture(), rules=(*fixture().rules, Source(shown, rules)))
    sink = Sink()
    vocab = declare(files, sink)
    check(vocab, sink)
    read_rulebook(files, vocab, sink)
    return sink.sorted()


def chunks(path: Path) -> list[tuple[int, str]]:
    """The chunks of a golden file, each with its first line."""
    found, start, lines = [], 1, []
    for number, line in enumerate([*path.read_text(encoding="utf-8").split("\n"), "---"], start=1):
        if line.strip() == "---":
            found.append((start, "\n".join(lines)))
            start, lines = number + 1, []
        else:
            lines.append(line)
    return [(start, text) for start, text in found if text.strip()]


def expected(text: str) -> tuple[str, list[tuple[int, str, str]]]:
    """The text without its marks, and the expected findings in the marks: line, code, part of the message."""
    plain: list[str] = []
    wanted: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        mark = MARK.search(line)
        plain.append(line[: mark.start()] if mark else line)
        for one in mark.group(1).split(" #! ") if mark else ():
            code, _, piece = one.partition(": ")
            wanted.append((number, code.strip(), piece.strip()))
    return "\n".join(plain), wanted


def differences(wanted: list[tuple[int, str, str]], found: list[Diagnostic]) -> list[str]:
    """The missing and the unexpected findings."""
    left = Counter(wanted)
    told: list[str] = []
    for item in found:
        line, column = item.span.line_column()
        hit = next((w for w in left if w[:2] == (line, item.code) and w[2] in item.message), None)
        if hit is None or item.span.source.path != "chunk.rules":
            told.append(f"not expected: {item.span.source.path}:{line}:{column} {item.code}: {item.message}")
        else:
            left = left - Counter([hit])
    return told + [f"missing: line {line} {code}: {piece}" for line, code, piece in left]

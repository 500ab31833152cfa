"""Chunks of rules: every fault is told once, on its line, in the words that stand there as a comment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.language import HERE, chunks, differences, expected, findings

FILES = sorted([*(HERE / "syntax").glob("*.rules"), *(HERE / "types").glob("*.rules")])
CASES = [(path, start, text) for path in FILES for start, text in chunks(path)]
NOT_SAID = ("invalid syntax", "unexpected token", "_NL", "_INDENT", "_DEDENT", "LPAR", "RPAR", "__ANON", "$END")


def test_the_fixture_is_clean() -> None:
    assert [(str(d.span), d.message) for d in findings()] == []


@pytest.mark.parametrize(("path", "start", "text"), CASES, ids=[f"{p.parent.name}/{p.stem}:{n}" for p, n, _ in CASES])
def test_chunk(path: Path, start: int, text: str) -> None:
    plain, wanted = expected(text)
    found = findings(plain)
    assert differences(wanted, found) == [], f"{path.name}:{start}\n{text}"
    for item in found:
        words = f"{item.message} {item.help}"
        assert not [piece for piece in NOT_SAID if piece in words]
        assert "\n" not in item.message
        assert not item.message.endswith(".")

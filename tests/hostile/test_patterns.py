"""Patterns of schemas end at the end of a text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from dsl.diagnostics import Sink
from dsl.reading.structure import ONE_LINE, Structure, compiled
from dsl.reading.yaml_tree import parse_yaml
from dsl.source import Source

ROOT = Path(__file__).parents[2]
SAMPLES = (
    "abc",
    "en",
    "01234abc",
    "A-B",
    "1.2.3",
    "unknown",
    "0123456789abcdef",
    "0" * 64,
    "0.1.0",
    "docs/decisions/0001-a.md",
    "m",
    "12.hand",
    "#0f3a9c",
    "2026-01-31",
)


def patterns_of(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        held = cast("dict[str, Any]", schema)
        if isinstance(held.get("pattern"), str):
            yield held["pattern"]
        for value in held.values():
            yield from patterns_of(value)
    elif isinstance(schema, list):
        for value in cast("list[Any]", schema):
            yield from patterns_of(value)


PATTERNS = sorted(
    {pattern for path in (ROOT / "schemas").rglob("*.json")
     for pattern in patterns_of(json.loads(path.read_text(encoding="utf-8")))}
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_nothing_stands_after_the_end_or_before_the_beginning(pattern: str) -> None:
    assert pattern[0] == "^" and pattern[-1] == "$"
    structure = Structure({"type": "string", "pattern": pattern})
    fitting = [text for text in SAMPLES if compiled(pattern).search(text)]
    assert fitting, f"no sample fits {pattern}: add one"
    for text in fitting:
        for other in (f"{text}\n", f"\n{text}", f"{text}\r", f"{text}\u2028", f"{text}\0", f"{text}\n{text}"):
            sink = Sink()
            node = parse_yaml(Source("a.yaml", json.dumps(other)), sink)
            if node is None:  # a character that is refused wherever it stands
                assert {fault.code for fault in sink.items} == {"forbidden-character"}
            else:
                assert not structure.check(node, sink, "this"), (pattern, other)
                told = "forbidden-character" if pattern == ONE_LINE else "wrong-value"
                assert [fault.code for fault in sink.items] == [told]


def test_patterns_are_read_as_the_standard_reads_them() -> None:
    assert compiled("^[$]$").search("$") and not compiled("^[$]$").search("$\n")
    assert compiled(r"^\$$").search("$") and not compiled(r"^\$$").search("$\n")
    assert not compiled(r"^\d+$").search("٣") and not compiled(r"^\w+$").search("é")

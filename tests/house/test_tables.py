"""The tables of the parser that come with the grammar are what the grammar gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse, parser_tables
from dsl.syntax.ast.node import dump

TEXT = "noun foe = unit\n"


@pytest.fixture
def fresh() -> Iterator[None]:
    """Parsers made in a test are forgotten after it, and those from before it are not used in it."""
    for clear in (parse._PARSERS.made.clear, parse.kept_tables.cache_clear):
        clear()
    yield
    for clear in (parse._PARSERS.made.clear, parse.kept_tables.cache_clear):
        clear()


def test_the_file_is_what_the_grammar_gives(update_golden: bool) -> None:
    """After a change of the grammar: `make tables`."""
    now = parse.tables_text()
    if update_golden:
        parser_tables.TABLES.write_text(now, encoding="utf-8")
    same = now == parser_tables.TABLES.read_text(encoding="utf-8")  # a difference would be too long to be shown
    assert same, "run `make tables`"


@pytest.mark.usefixtures("fresh")
def test_parsers_are_made_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "Lark", None)
    assert _read([TEXT]) == _read([TEXT])
    assert parse.parse_rules(Source("x", TEXT), Sink())


@pytest.mark.usefixtures("fresh")
def test_a_parser_of_the_file_reads_as_one_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parents[1].rglob("*.rules"))]
    with_file = _read(texts)
    assert parse.kept_tables() is not None
    assert len(with_file) > 100
    parse._PARSERS.made.clear()
    monkeypatch.setattr(parse, "kept_tables", lambda: None)
    assert _read(texts) == with_file


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("lark.__version__", "0.0"),
        ("parse._STARTS", parse._STARTS[:-1]),
        ("parse._grammar", lambda: (Path(parse.__file__).parent / "grammar.lark").read_text(encoding="utf-8") + "\n"),
    ],
)
def test_tables_of_something_else_are_not_used(monkeypatch: pytest.MonkeyPatch, part: str, value: Any) -> None:
    owner, _, name = part.partition(".")
    monkeypatch.setattr({"lark": parser_tables.lark, "parse": parse}[owner], name, value)
    assert parse.kept_tables() is None
    assert parse.parse_rules(Source("x", TEXT), Sink())


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("held", ["{", "[]", "{}", "damaged"])
def test_a_damaged_file_is_as_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, held: str) -> None:
    if held == "damaged":
        made = json.loads(parser_tables.TABLES.read_text(encoding="utf-8"))["made_from"]
        held = json.dumps({"made_from": made, "tables": {"data": {"parser": 3}, "memo": []}})
    path = tmp_path / "tables.json"
    path.write_text(held, encoding="utf-8")
    monkeypatch.setattr(parser_tables, "TABLES", path)
    sink = Sink()
    assert parse.parse_rules(Source("x", TEXT), sink) and not sink.items


def _read(texts: list[str]) -> list[str]:
    """Everything that is read of texts, and everything that is said of them."""
    found: list[str] = []
    for text in texts:
        sink = Sink()
        found += [dump(node) for node in parse.parse_rules(Source("x", text), sink)]
        found += [f"{item.span.start} {item.message} {item.help}" for item in sink.items]
    return found

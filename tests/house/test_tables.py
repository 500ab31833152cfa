"""The tables of the parser that come with the grammar are what the grammar gives."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import lark_parser, parse, parser_tables
from dsl.syntax.ast.node import dump

ROOT = Path(__file__).parents[2]
TEXT = "noun foe = unit\n"


@pytest.fixture
def fresh() -> Iterator[None]:
    """Parsers made in a test are forgotten after it, and those from before it are not used in it."""
    for clear in (parse._PARSERS.made.clear, parse.kept_tables.cache_clear):
        clear()
    yield
    for clear in (parse._PARSERS.made.clear, parse.kept_tables.cache_clear):
        clear()


UNSOUND = "noun foe unit\n"


def test_the_file_is_what_the_grammar_gives(update_golden: bool) -> None:
    """After a change of the grammar: `make tables`."""
    now = parse.tables_text()
    if update_golden:
        parser_tables.TABLES.write_text(now, encoding="utf-8")
    same = now == parser_tables.TABLES.read_text(encoding="utf-8")  # a difference would be too long to be shown
    assert same, "run `make tables`"


@pytest.mark.usefixtures("fresh")
def test_parsers_are_made_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark_parser, "Lark", None)
    monkeypatch.setattr(parse, "_computed_tables", None)
    assert _read([TEXT, UNSOUND]) == _read([TEXT, UNSOUND])
    assert parse.parse_rules(Source("x", TEXT), Sink())


def test_sound_texts_are_read_without_lark() -> None:
    script = "import sys; from dsl.syntax.parse import *; sink = Sink(); "
    script += f"print(len(parse_rules(Source('x', {TEXT!r}), sink)), 'lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "1 False\n"


@pytest.mark.slow
@pytest.mark.usefixtures("fresh")
def test_a_parser_of_the_file_reads_as_one_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parents[1].rglob("*.rules"))]
    with_file = _read(texts)
    assert parse.kept_tables() is not None
    assert len(with_file) > 100
    parse._PARSERS.made.clear()
    monkeypatch.setattr(parse, "kept_tables", lambda: None)
    assert _read(texts) == with_file


@pytest.mark.slow
@pytest.mark.usefixtures("fresh")
def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = parse._grammar()
    monkeypatch.setattr(parse, "_grammar", lambda: grammar + "\n")
    assert parse.kept_tables() is None
    assert parse.parse_rules(Source("x", TEXT), Sink())


@pytest.mark.slow
@pytest.mark.usefixtures("fresh")
def test_another_version_of_lark_makes_its_own_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    with_file = _read([TEXT, UNSOUND])
    parse._PARSERS.made.clear()
    monkeypatch.setattr(lark_parser.lark, "__version__", "0.0")
    monkeypatch.setattr(lark_parser, "parser_of", None)
    assert _read([TEXT, UNSOUND]) == with_file


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

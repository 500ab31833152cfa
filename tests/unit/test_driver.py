"""The driver reads what Lark reads, makes the same of it, and accepts nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from dsl.source import Source, Span
from dsl.syntax import parse
from dsl.syntax.ast.node import Node, dump
from dsl.syntax.driver import Unread

CONTENT = Path(__file__).parents[2] / "content"
RULES = sorted(CONTENT.rglob("*.rules"))
CARDS = sorted(CONTENT.glob("*/cards/*.yaml"))
# What mistakes put into a text.
PIECES = [" ", "\n", "\n  ", "\n    ", "\n\t", "\t", "# x", "\n# y", "(", ")", "[", '"', "\r\n", "", "0", "when", "of"]


def by_driver(span: Span, margin: int, goal: str) -> Any:
    return parse._parser(0).driver.read(span, margin, goal)


def by_lark(span: Span, margin: int, goal: str) -> Any:
    return parse._parser(0).by_lark.run(span, margin, goal)


def read(how: Callable[[Span, int, str], Any], span: Span, margin: int, goal: str) -> list[Any] | None:
    """The nodes with their places; None if the text is refused."""
    with suppress(Unread, UnexpectedInput, DedentError):
        made = how(span, margin, goal)
        roots: tuple[Node, ...] = made if isinstance(made, tuple) else (made,)
        places = [(node.span.start, node.span.end) for root in roots for node in root.walk()]
        return [*map(dump, roots), places]
    return None


def same(text: str, goal: str, margin: int = 0, part: tuple[int, int] | None = None) -> bool:
    """Whether a text is sound; for both it is the same."""
    span = Source("x", text).span(*(part or (0, len(text))))
    read_by_lark = read(by_lark, span, margin, goal)
    assert read(by_driver, span, margin, goal) == read_by_lark, f"{goal}: {text!r}"
    return read_by_lark is not None


@pytest.mark.parametrize("path", RULES[:: len(RULES) // 12], ids=lambda path: path.stem)
def test_rules_of_the_games(path: Path) -> None:
    assert same(path.read_text(encoding="utf-8"), "rules_file")


@pytest.mark.parametrize("path", CARDS[:: len(CARDS) // 12], ids=lambda path: path.stem)
def test_texts_of_cards(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for block in re.finditer(r"\n( +)rules: \|\n((?:\1  .*\n|\n)+)", text):
        assert same(text, "ability_file", len(block[1]) + 2, block.span(2))


@pytest.mark.parametrize("seed", range(4))
def test_texts_with_mistakes(seed: int) -> None:
    random = Random(seed)
    text = random.choice(RULES).read_text(encoding="utf-8")
    chunks = [span.text for span in parse.definition_spans(Source("x", text)) if span.end - span.start < 500]
    words = re.findall(r"\w+|[^\w\s]", text) + PIECES
    refused = 0
    for _ in range(60):
        parts = re.findall(r"\n *| +|\w+|[^\w\s]", random.choice(chunks))
        at = random.randrange(len(parts))
        parts[at : at + random.choice((0, 1, 1))] = [random.choice(words)] * random.choice((0, 1, 1))
        refused += not same("".join(parts), random.choice(("rules_file", "rules_file", "statement_file")))
    assert refused > 10


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("\n  \n", "expression_file"),
        ("a" + " " * 5000, "expression_file"),
        ("a" + " " * 5000 + "?", "expression_file"),
        ("ingroup", "expression_file"),
        ("each x ingroup: nothing", "statement_file"),
        ("(\n  a\n    + 1\n)", "expression_file"),
        ("a)", "expression_file"),
        ("if a:\n    nothing\n  nothing", "statement_file"),
        ("if a:\n\tnothing\n\tnothing", "statement_file"),
        ('require "{a} is {b.c + 1}"', "statement_file"),
        ('require a "b is {b.c + 1} {"', "statement_file"),
        ('require a "b is {b.c +} c"', "statement_file"),
        ("Deal 2: to (one) foe.", "line_file"),
        ("007", "line_file"),
        ("deal to self where type is fire", "pattern_file"),
    ],
)
def test_odd_texts(text: str, goal: str) -> None:
    same(text, goal)

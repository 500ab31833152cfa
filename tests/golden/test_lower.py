"""What becomes of a text in the core tree: the text above, its dump below, for each chunk of ``lower/``.

The text is added to the small game of the goldens; only what was made of it is dumped.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from compiler.core import ir
from compiler.core.ir_text import program_text
from compiler.lowering.program import lower
from dsl.checking.check import check
from dsl.diagnostics import Sink
from dsl.meaning.declare import declare
from dsl.source import Source
from tests.golden.language import HERE, chunks, fixture

LINE = "-" * 12  # between a text and its dump
FILES = sorted((HERE / "lower").glob("*.txt"))


def lowered(text: str) -> str:
    """The dump of everything that was made of a text."""
    files = replace(fixture(), rules=(*fixture().rules, Source("chunk.rules", text)))
    sink = Sink()
    checked = check(declare(files, sink), sink)
    assert checked is not None, [f"{d.span}: {d.message}" for d in sink.sorted()]
    return program_text(lower(checked).program, "chunk.rules")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_lowering(path: Path, update_golden: bool) -> None:
    now = []
    for _, chunk in chunks(path):
        text = chunk.partition(LINE)[0].strip("\n") + "\n"
        now.append(f"{text}{LINE}\n{lowered(text)}")
    whole = "---\n".join(now)
    if update_golden:
        path.write_text(whole, encoding="utf-8")
    assert whole == path.read_text(encoding="utf-8")


def test_the_goldens_show_every_node_of_the_core() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in FILES)
    classes = {
        c.__name__ for c in vars(ir).values() if isinstance(c, type) and issubclass(c, ir.Node) and c is not ir.Node
    }
    in_cards = {"Card"}  # made by names of cards, of which the small game's rules name none
    assert {name for name in classes if f"({name} " not in shown} <= in_cards

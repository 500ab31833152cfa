"""The page about the Python package is true: its examples print what it says, and they show every public name."""

from __future__ import annotations

import re
import shutil
import traceback
from contextlib import redirect_stdout
from doctest import DocTestParser, Example
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import cardwright
from tests.golden.test_cli import FENCE, perform

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"


def test_the_examples_print_what_the_page_says(
    update_golden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "content" / "dungeon_command", tmp_path / "content" / "dungeon_command")
    written = PAGE.read_text(encoding="utf-8")
    known: dict[str, Any] = {}

    def happen(fence: re.Match[str]) -> str:
        if fence["language"] != "pycon":
            return perform(fence[0], tmp_path, capsys)
        return examples_as_printed(fence["body"], known)

    happened = FENCE.sub(happen, written)
    if update_golden:
        PAGE.write_text(happened, encoding="utf-8")
    assert happened == written


def examples_as_printed(body: str, known: dict[str, Any]) -> str:
    """A block of examples with what they print."""
    examples = DocTestParser().get_examples(body)
    return "```pycon\n" + "".join(prompted(example) + printed(example, known) for example in examples) + "```"


def prompted(example: Example) -> str:
    """The example as a person types it."""
    first, *rest = example.source.rstrip("\n").split("\n")
    return "".join([f">>> {first}\n", *(f"... {line}\n" for line in rest)])


def printed(example: Example, known: dict[str, Any]) -> str:
    """What Python prints for an example; of an exception, without the places in between."""
    output = StringIO()
    with redirect_stdout(output):
        try:
            exec(compile(example.source, "<example>", "single"), known)
        except Exception as error:
            print("Traceback (most recent call last):", *traceback.format_exception_only(error), sep="\n", end="")
    return output.getvalue()


def public_members() -> set[str]:
    """The public names, and those of the classes that the package itself defines."""
    classes = (cardwright.Rules, cardwright.Match, cardwright.Request)
    members = {name for made in classes for name in (*vars(made), *made.__annotations__) if not name.startswith("_")}
    members |= {"game", "scenarios", "hash", "diagnostics"}  # set when the object is made
    return members


def test_every_public_name_has_an_example() -> None:
    code = "\n".join(
        fence["body"] for fence in FENCE.finditer(PAGE.read_text(encoding="utf-8")) if fence["language"] == "pycon"
    )
    shown = set(re.findall(r"\.(\w+)", code))
    assert public_members() - shown == set()
    rows = re.findall(r"^\| `(\w+)` \| ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(cardwright.__all__) - set(rows) == set()


def test_every_field_of_a_finding_is_named() -> None:
    text = PAGE.read_text(encoding="utf-8")
    fields = set(cardwright.Diagnostic.__dataclass_fields__) - {"level"}  # which `severity` tells
    assert [name for name in sorted(fields) if f"`{name}`" not in text] == []

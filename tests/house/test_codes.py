"""Every code is triggered by a test and explained by a page; the examples of the pages say what they claim."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.codes import CODES
from tests.golden.language import chunks, expected, findings

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "dsl" / "explain"
GOLDEN = ROOT / "tests" / "golden"
OF_LANGUAGE = ("syntax", "resolve", "check")
EXAMPLE = re.compile(r"^## (Bad|Good)\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def golden_codes() -> set[str]:
    files = [*GOLDEN.glob("syntax/*.rules"), *GOLDEN.glob("types/*.rules"), *GOLDEN.glob("cards/*.yaml")]
    marks = [mark for path in files for _, text in chunks(path) for mark in expected(text)[1]]
    return {code.partition("@")[0] for _, code, _ in marks}


def test_every_code_of_the_language_has_a_golden() -> None:
    wanted = {row.name for row in CODES.values() if row.stage in OF_LANGUAGE}
    assert wanted - golden_codes() == set()


def test_goldens_name_only_codes() -> None:
    assert golden_codes() - set(CODES) == set()


def test_every_code_of_files_is_triggered_by_a_test() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    files = [row.name for row in CODES.values() if row.stage in ("file", "schema")]
    assert [name for name in files if not any(f'"{name}"' in text for text in texts)] == []


def test_every_code_has_its_page_and_every_page_its_code() -> None:
    assert {path.stem for path in PAGES.iterdir()} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_page(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n\n")
    examples = {title: (language, body) for title, language, body in EXAMPLE.findall(text)}
    assert set(examples) == {"Bad", "Good"}
    assert len(text.splitlines()) <= 50
    language, bad = examples["Bad"]
    if language == "rules":
        assert {item.code for item in findings(bad)} == {code}
        assert [item.message for item in findings(examples["Good"][1])] == []

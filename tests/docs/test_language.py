"""The reference of the language is true: every example checks, runs and gives what the page says."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from dsl.meaning.builtins import BUILTINS, COMPILED_NAMES, COMPREHENSIONS, FIELDS, NO_VARIABLE, RESERVED
from dsl.syntax import ast
from dsl.syntax.parse import MAX_BLOCKS, MAX_NESTING
from tests.docs.pages import Page, blocks, nodes, read_page, values

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGE = DOCS / "language.md"
PAGES = {"language": "skirmish", "tables": "march"}
# Unions and bases: what they stand for is covered, each by itself.
ABSTRACT = {"Node", "Definition", "Ability", "Modifier", "Header", "Statement", "Expr", "Duration", "Item"}
# A word of these fields chooses between forms of one construct; every one needs an example.
WORDS: dict[tuple[str, str], set[object]] = {
    ("TypeRef", "form"): {"plain", "optional", "card", "set", "list", "set-card"},
    ("Trigger", "timing"): {"before", "after", "instead"},
    ("Reaction", "timing"): {"before", "during", "after", "instead"},
    ("Override", "bound"): {"", "least", "most"},
    ("Adjust", "sign"): {1, -1},
    ("ChangeStmt", "sign"): {1, -1},
    ("PutStmt", "end"): {"top", "bottom", "before", "after"},
    ("Amount", "form"): {"at_most", "any_number", "exactly", "between", "random"},
    ("UntilEvent", "edge"): {"start", "end"},
    ("UntilEvent", "skip"): {True, False},
    ("Quantified", "word"): {"some", "every"},
    ("Arithmetic", "operator"): {"+", "-", "*", "/"},
    ("Comparison", "operator"): {"==", "!=", "<=", ">=", "<", ">"},
    ("Query", "quantifier"): {"one", "all", "any", "no", "count", "nearest", "farthest", "random", "up", "the"},
    ("Query", "card"): {True, False},
    ("Measure", "form"): {"lowest", "highest"},
    ("Filter", "form"): {"within", "adjacent", "in", "having", "without", "other"},
    ("Preference", "form"): {"most", "highest", "lowest", "nearest", "farthest", "having", "without"},
    ("AiStep", "read_on"): {True, False},
    ("VerbDef", "word"): {"verb", "flow"},
}


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Page]:
    path = DOCS / f"{request.param}.md"
    return path, read_page(path, tmp_path_factory.mktemp("page") / PAGES[request.param])


def test_the_examples_are_free_of_faults(page: tuple[Path, Page]) -> None:
    assert page[1].faults == []


def test_the_examples_do_what_the_page_says(page: tuple[Path, Page]) -> None:
    outcomes = page[1].outcomes()
    failed = [f"{o.name}: {f.message}" for o in outcomes for f in o.failures]
    assert failed == []
    assert len(outcomes) >= sum(b.form == "statements" for b in blocks(page[0])) > 0


def test_expressions_have_the_values_that_the_page_gives(page: tuple[Path, Page]) -> None:
    path, game = page
    written = {line: value for b in blocks(path) if b.form == "expr" for line, _, value in values(b)}
    assert game.worth() == written


def test_every_construct_has_an_example(tmp_path: Path) -> None:
    builds = [read_page(DOCS / f"{name}.md", tmp_path / name / game).build for name, game in PAGES.items()]
    seen = [node for build in builds if build is not None for node in nodes(build)]
    classes = {name for name in ast.__all__ if isinstance(getattr(ast, name), type)} - ABSTRACT
    assert classes - {type(n).__name__ for n in seen} == set()
    for (name, field), words in WORDS.items():
        assert field in {f.name for f in fields(getattr(ast, name))}
        assert words - {getattr(n, field) for n in seen if type(n).__name__ == name} == set(), (name, field)
    called = {n.name.text for n in seen if isinstance(n, ast.FunctionCall)}
    called |= {n.function.text for n in seen if isinstance(n, ast.Comprehension)}
    assert {*BUILTINS, *COMPREHENSIONS, "printed"} - called == set()


def test_every_construct_is_named() -> None:
    """Every word of the grammar stands in the reference as code."""
    grammar = (DOCS.parent / "dsl" / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar))
    text = "\n".join((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in PAGES)
    code = " ".join(re.findall(r"`[^`\n]+`", text)) + "".join(b.body for b in blocks(DOCS / "language.md"))
    assert {w for w in words if not re.search(rf"\b{w}\b", code)} == set()


def test_the_reserved_names_are_those_of_the_checker() -> None:
    (text,) = (part for part in LANGUAGE.read_text(encoding="utf-8").split("\n\n") if part.startswith("Reserved for"))
    listed = [set(re.findall(r"`(\w+)`", sentence)) for sentence in re.split(r"\.\s", text)]
    assert listed == [RESERVED, (RESERVED | COMPILED_NAMES) - NO_VARIABLE, COMPILED_NAMES, FIELDS]


def test_the_depth_of_texts_is_that_of_the_parser() -> None:
    pages = [LANGUAGE, ROOT / "dsl" / "explain" / "nesting-too-deep.md"]
    said = [" ".join(page.read_text(encoding="utf-8").split()) for page in pages]
    assert (
        f"blocks can be nested {MAX_BLOCKS} deep" in said[0]
        and f"(a sum of sums, `else if` after `else if`), {MAX_NESTING} deep" in said[0]
    )
    assert (
        f"nested more than {MAX_NESTING} levels deep" in said[1]
        and f"nested more than {MAX_BLOCKS} levels deep" in said[1]
    )

"""One module reads the files of games, without following a link; all others read what is Cardwright's own or was named."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.house.sources import modules

READER = "dsl/reading/folders.py"
# What else opens files, and which.
ALLOWED = {
    "cardwright/authoring/faces/__init__.py": "templates and icons of its own",
    "cardwright/authoring/hosts/__init__.py": "templates of its own",
    "cardwright/cli/explain.py": "pages of its own",
    "cardwright/cli/formats/sarif.py": "pages of its own",
    "cardwright/cli/lints.py": "pages that it made, to compare them",
    "cardwright/cli/mutation_known.py": "its own code, to know whether results are of this version",
    "cardwright/cli/new.py": "templates of its own",
    "cardwright/cli/revisions.py": "files that it writes",
    "cardwright/cli/schema.py": "a schema that it made, to compare it",
    "cardwright/lab/node_engine.py": "programs of its own",
    "cardwright/studio/serving.py": "the page of its own",
    "cardwright/studio/site/shell.py": "scripts and styles of its own",
    "compiler/targets/export.py": "the runtimes of its own",
    "compiler/targets/lua_runtime.py": "the modules of its own runtime",
    "dsl/game/named_files.py": "the file that a person names",
    "dsl/incremental/store.py": "its cache, and the code that makes it",
    "dsl/reading/schemas.py": "schemas of its own",
    "dsl/syntax/parse.py": "the grammar of its own",
    "dsl/syntax/parser_tables.py": "the tables of its own grammar",
    "dsl/writing.py": "files that it writes",
}
METHODS = {"read_text", "read_bytes", "fdopen", "open"}


def reads(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Each call of a module that opens a file."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="open")):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield ast.unparse(node)
            case _:
                pass


def file_accesses() -> dict[str, list[str]]:
    calls = {module.name: list(reads(module.nodes)) for module in modules()}
    return {where: opened for where, opened in calls.items() if opened}


def test_one_module_reads_the_files_of_games() -> None:
    others = {where: calls for where, calls in file_accesses().items() if where not in (READER, *ALLOWED)}
    assert not others, f"read through {READER}: {others}"


def test_what_is_allowed_is_needed() -> None:
    assert {READER, *ALLOWED} - file_accesses().keys() == set(), "delete what reads nothing"


@pytest.mark.parametrize(
    "way", ["open(p)", "p.open()", "io.open(p)", "os.open(p, 0)", "p.read_text()", "(a / b).read_bytes()"]
)
def test_a_way_of_reading_is_seen(way: str) -> None:
    assert list(reads(ast.walk(ast.parse(way)))) == [way]

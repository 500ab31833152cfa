"""The JavaScript runtime: modules named as the interpreter's, of at most 500 lines, that import in one direction."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

from compiler.targets.javascript import JavaScript
from tests.house.test_ceilings import CEILINGS

COMPILER = Path(__file__).parents[2] / "compiler"
MODULES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((COMPILER / "targets" / "runtime" / "javascript").iterdir())
}
COMMENT = re.compile(r"^ *(?://|/?\*).*", re.MULTILINE)
IMPORTED = re.compile(r'\b(?:from|import) *\(?"([^"]*)"')


def test_modules_are_named_as_those_of_the_interpreter() -> None:
    assert len(MODULES) > 15
    assert set(MODULES) <= {path.stem for path in (COMPILER / "interpreter").glob("*.py")}


def test_modules_are_short() -> None:
    lines = {name: len(text.splitlines()) for name, text in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > CEILINGS["module"]} == {}


def test_modules_import_only_each_other_and_in_one_direction() -> None:
    imports = {name: IMPORTED.findall(text) for name, text in MODULES.items()}
    assert "./values.js" in imports["events"]
    assert {path for found in imports.values() for path in found} <= {f"./{name}.js" for name in MODULES}
    TopologicalSorter({f"./{name}.js": found for name, found in imports.items()}).prepare()  # a circle is a CycleError


def test_a_running_game_is_data() -> None:
    """A generator or an asynchronous function would hold where a match is, and could not be saved."""
    suspended = re.compile(r"\b(?:yield|async|await)\b|\bfunction *\*")
    assert {name for name, text in MODULES.items() if suspended.search(COMMENT.sub("", text))} == set()


def test_every_module_is_exported() -> None:
    assert {path for path in JavaScript.runtime if path.startswith("rt/")} == {f"rt/{name}.js" for name in MODULES}

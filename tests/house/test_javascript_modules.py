"""The JavaScript runtime: modules named as the interpreter's, of at most 500 lines, that import in one direction."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from compiler.core.ir import PRIMITIVES
from compiler.targets.javascript import JavaScript
from tests.content_games import files
from tests.house.test_ceilings import CEILINGS

COMPILER = Path(__file__).parents[2] / "compiler"
MODULES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((COMPILER / "targets" / "runtime" / "javascript").iterdir())
}
COMMENT = re.compile(r"^ *(?://|/?\*).*", re.MULTILINE)
IMPORTED = re.compile(r'\b(?:from|import) *\(?"([^"]*)"')
# The parts of a running game: each imports of the others only those before it.
PARTS = (
    "frames", "linked", "remembering", "spending", "state", "changes", "marks", "entities", "statuses", "places",
    "modifiers", "core", "answers", "choices", "dry_runs", "durations", "events", "triggers", "using", "happening",
    "legality", "offers", "calls", "offering", "operations", "game",
)  # fmt: skip
CLASS = re.compile(r"^ *(?:export )?class (\w+)(?: extends (\w+))?", re.MULTILINE)


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


def test_parts_of_a_running_game_import_parts_before_them() -> None:
    imports = {name: {Path(path).stem for path in IMPORTED.findall(MODULES[name])} for name in PARTS}
    later = {(name, other) for i, name in enumerate(PARTS) for other in imports[name] if other in PARTS[i:]}
    assert later == set()
    assert {other for found in imports.values() for other in found} <= {*PARTS, "drawings", "grid", "table", "values"}


def test_no_part_is_built_on_another_by_inheritance() -> None:
    """Frames extend a frame, errors an error; the state of a match is one record."""
    bases = {name: base for text in MODULES.values() for name, base in CLASS.findall(text)}

    def first(name: str) -> str:
        return first(bases[name]) if bases.get(name) else name

    assert {first(name) for name in bases if bases[name]} == {"Array", "Error", "Frame", "RangeError"}
    assert bases["State"] == "" and "State" not in bases.values()


@pytest.mark.slow
def test_the_door_for_generated_code_is_exact() -> None:
    """It has what printed rules import, and that is what a game uses; `PRIMITIVES` are what rows name."""
    given = ",".join(re.findall(r"^export {([^}]*)} from", MODULES["calls"], re.MULTILINE))
    door = {name.strip() for name in given.split(",")}
    for module in ("rules", "tests"):
        [imported] = re.findall(r'import {([^}]*)} from "./rt/calls.js";', JavaScript.modules[module][1])
        assert {name.strip() for name in imported.split(",")} == door
    called: set[str] = set()
    primitives: set[str] = set()
    exported = files("dungeon_command", "javascript")
    for text in (exported["rules.js"], exported["tests.js"]):
        called |= {name for name in door if re.search(rf"(?<![.\w]){name}[.(]", text)}
        primitives |= set(re.findall(r'\["call", \d+, "(\w+)"', text))
        assert set(re.findall(r"\brt\.(\w+)", text)) <= {"cards", "game"}
    assert called == door
    [listed] = re.findall(r"PRIMITIVES = Object.freeze\({([^}]*)}", MODULES["calls"])
    assert primitives <= {name.strip() for name in listed.split(",")} - {""} == {*PRIMITIVES} - {"shuffle"}

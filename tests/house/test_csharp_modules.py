"""The C# runtime: files of at most 500 lines in C# 6, with nothing that a compiler ahead of time lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler.core.ir import PRIMITIVES
from compiler.interpreter.core import CORE
from compiler.targets.csharp import CSharp
from tests.content_games import files
from tests.house.test_ceilings import CEILINGS

RUNTIME = Path(__file__).parents[2] / "compiler" / "targets" / "runtime" / "csharp"
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(RUNTIME.glob("*.cs"))}
COMMENT = re.compile(r"//.*")
# Namespaces of .NET Standard 2.1 that every host has.
NAMESPACES = {
    "System", "System.Collections", "System.Collections.Generic", "System.Globalization", "System.Numerics",
    "System.Runtime.CompilerServices", "System.Text", "System.Text.RegularExpressions",
}  # fmt: skip
# Numbers and texts by the culture of the machine, or by a hash that differs from run to run.
BY_CULTURE = re.compile(
    r"\.ToString\(\"|\.To(?:Upper|Lower)\(\)|\b(?:int|long|double)\.Parse\([^,\n]*\);|string\.Format|Convert\.To|\$\""
)


def code(name: str) -> str:
    return COMMENT.sub("", FILES[name])


def test_files_are_short() -> None:
    lines = {name: text.count("\n") for name, text in FILES.items()}
    assert {name: count for name, count in lines.items() if count > CEILINGS["module"]} == {}


def test_every_file_is_exported() -> None:
    assert {path for path in CSharp.runtime if path.startswith("rt/")} == {f"rt/{name}" for name in FILES}


def test_only_what_every_host_has_is_used() -> None:
    used = {name for text in FILES.values() for name in re.findall(r"^using ([\w.]+);", text, re.MULTILINE)}
    assert used <= NAMESPACES
    words = re.compile(r"\b(?:dynamic|async|await|GetType|typeof|Activator|Expression|Thread|unsafe)\b|System\.Linq")
    found = {(name, word) for name in FILES for word in words.findall(code(name))}
    assert {word for _, word in found} <= {"GetType"}  # an object's own class, in words of a fault


def test_a_running_game_is_data() -> None:
    """An iterator would hold where a match is, and could not be saved; those of collections are over at once."""
    assert {name for name in FILES if re.search(r"\byield\b", code(name))} <= {"Maps.cs", "Seq.cs"}


def test_nothing_follows_the_culture_of_the_machine() -> None:
    found = {(name, word) for name in FILES for word in BY_CULTURE.findall(code(name))}
    # What is given a culture that never changes.
    assert found <= {("Json.cs", '.ToString("'), ("Pictures.cs", '.ToString("')}
    assert "InvariantCulture" in FILES["Json.cs"] and "invariant" in FILES["Pictures.cs"]


def test_every_function_of_the_core_is_there() -> None:
    text = "\n".join(FILES[name] for name in FILES if name.startswith("Core"))
    made = set(re.findall(r"public static [\w<>]+ (\w+)\(", text))
    assert set(CORE) - {"game"} <= made


@pytest.mark.slow
def test_the_door_for_generated_code_is_exact() -> None:
    """Printed rules call functions of Core and Calls, make lists and mappings; of a game they read two members."""
    exported = files("dungeon_command", "csharp")
    called = set[str]()
    for text in (exported["rules.cs"], exported["tests.cs"]):
        functions = re.sub(r'"(?:[^"\\]|\\.)*"', '""', COMMENT.sub("", text))
        called |= set(re.findall(r"(?<![.\w])([A-Z]\w*)\.\w+\(", functions))
        assert set(re.findall(r"\brt\.(\w+)", functions)) <= {"cards", "game"}
    assert called == {"Bag", "Calls", "Core", "Field", "Seq", "DataTable", "TableReader"}  # the last two for tables
    named = set(re.findall(r'case "(\w+)":', FILES["Calls.cs"]))
    assert named == {*PRIMITIVES} - {"shuffle"}

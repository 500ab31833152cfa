"""Exports in C#: a host is told the same as by the interpreter, and a save goes from one to the other."""

from __future__ import annotations

import pytest

from compiler.core.identifiers import is_identifier
from compiler.targets.code_text import identified
from tests.conformance.conftest import EngineOf
from tests.conformance.engines import HAS_CSHARP, CSharp
from tests.conformance.test_javascript_export import ANSWERS, SEED, log_of
from tests.content_games import content, rules
from tests.hostile.names import TEXTS

# Between them, these have a board with walls, a table, hidden hands, rosters and dice.
GAMES = ("dungeon_command", "warhammer")


@pytest.mark.skipif(not HAS_CSHARP, reason="this machine has no C# compiler (mono-mcs)")
@pytest.mark.parametrize("game", GAMES)
def test_a_host_is_told_the_same_and_saves_go_both_ways(game: str, engine_of: EngineOf) -> None:
    engine = engine_of(game, "csharp")
    assert isinstance(engine, CSharp)
    scenario = next(iter(content(game).scenarios))
    asked = {"setup": {"scenario": scenario}, "seed": SEED}
    theirs = engine.told({**asked, "save": None, "log": ANSWERS})
    ours = log_of(rules(game).new_game({"scenario": scenario}, SEED), ANSWERS)
    for number, (one, other) in enumerate(zip(theirs, ours, strict=True)):
        assert one == other, f"{game}, {number}"
    match = rules(game).load(theirs[-1])
    assert match.save() == theirs[-1]
    assert engine.told({**asked, "save": match.save(), "log": ANSWERS // 2}) == log_of(match, ANSWERS // 2)


def test_no_table_is_made_while_the_class_of_its_functions_is_begun(engine_of: EngineOf) -> None:
    """Mono would look through all functions for each that the table names: half a minute for a large game."""
    folder = engine_of("dungeon_command", "csharp").folder
    for name, kind in (("rules", "Bag"), ("tests", "Seq")):
        text = (folder / f"{name}.cs").read_text(encoding="utf-8")
        assert f"public static {kind} {name} {{ get {{ return Made.{name}; }} }}" in text
        functions, _, made = text.partition("static class Made\n")
        assert "= table()" not in functions and "joined(table()" not in functions and "table()" in made


def test_any_text_has_an_identifier_of_its_own() -> None:
    taken: set[str] = set()
    found = [identified(text, taken) for text in (*dict.fromkeys(TEXTS), "class", "class", "1st", "", "a b", "a_b")]
    assert len(set(found)) == len(found)
    assert all(is_identifier(name.removeprefix("@")) for name in found)
    assert found[found.index("@class") + 1] == "class_2"

"""Exports in Lua: every dialect takes them, and a bare host plays them as the interpreter does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import pytest

from tests.conformance.bare_lua import VERSIONS, BareLua
from tests.conformance.conftest import interpreter, told_to_a_page
from tests.conformance.test_lua_runtime import violations
from tests.content_games import CONTENT, GAMES, content, files, rules

PLAYED = "warhammer"  # on a table, without squares
PLAYED_ON_SQUARES = "ddm"
MATCHES = {PLAYED: ("meadow", "patrols"), PLAYED_ON_SQUARES: ("follow_up", "skirmish")}


def exported(game: str) -> Mapping[str, str]:
    return files(game, "lua")


@pytest.mark.parametrize("game", GAMES)
def test_every_dialect_takes_an_export(game: str) -> None:
    modules = {path: text for path, text in exported(game).items() if path.endswith(".lua")}
    assert {path: violations(text) for path, text in modules.items() if violations(text)} == {}
    for version in VERSIONS:  # of which each has its own limits of locals, upvalues and constants
        assert len(BareLua(version, exported(game)).require("tests")) == len(content(game).tests)


@cache
def expected(game: str) -> tuple[list[list[str]], dict[str, list[str]]]:
    """The transcripts of the first tests, and of matches of some scenarios."""
    tests, names = interpreter(game).run([("test", number) for number in range(30)]), MATCHES[game]
    return tests, dict(zip(names, interpreter(game).run([("match", name, 3) for name in names]), strict=True))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("game", [PLAYED, PLAYED_ON_SQUARES])
def test_a_bare_host_plays_as_the_interpreter(game: str, version: str) -> None:
    bare, (tests, matches) = BareLua(version, exported(game)), expected(game)
    rules, scripts = bare.require("rules"), bare.require("tests")
    for number, transcript in enumerate(tests, 1):
        assert list(bare.rt.transcript_of_test(rules, scripts[number]).values()) == transcript
    for name, transcript in matches.items():
        assert list(bare.rt.transcript_of_match(rules, name, 3).values()) == transcript


@pytest.mark.parametrize("version", VERSIONS)
def test_a_host_goes_step_by_step_saves_and_loads(version: str) -> None:
    held, bare = content(PLAYED_ON_SQUARES), BareLua(version, exported(PLAYED_ON_SQUARES))
    game, name = bare.require("game"), next(iter(held.scenarios))
    setup = bare.lua.table_from({"scenario": name})
    ours = rules(PLAYED_ON_SQUARES).new_game({"scenario": name}, 5)
    theirs = game.new_game(setup, 5)
    for _ in range(120):
        told, expected = theirs.step(theirs), ours.step()
        assert plain(told) == expected
        if told.type == "request":
            assert plain(theirs.legal(theirs)) == ours.legal()
            assert plain(theirs.explain(theirs)) == ours.explain()
            answer = ours.legal()[-1]["answer"]
            ours.step(answer)
            theirs.step(theirs, bare.lua.table_from(answer))
            ours.skip()
            theirs.skip(theirs)
    assert json.loads(theirs.view(theirs, 0)) == json.loads(json.dumps(ours.view(0)))
    text = theirs.save(theirs)
    assert bare.rt.to_json(bare.rt.from_json(text, True)) == text
    again = game.load(text)
    ours.skip()
    theirs.skip(theirs)
    assert plain(again.step(again)) == plain(theirs.step(theirs)) == ours.step()
    with pytest.raises(Exception, match="is no legal answer"):
        again.step(again, bare.lua.table_from([9999]))
    with pytest.raises(Exception, match="of other rules"):
        game.load(text.replace('"plays":"', '"plays":"0'))


def test_the_host_of_the_page_plays_to_the_end() -> None:
    page = (CONTENT.parent / "docs" / "engines.md").read_text(encoding="utf-8")
    bare = BareLua("lua52", exported(PLAYED))
    lines: list[str] = []
    bare.lua.globals().print = lines.append
    bare.lua.execute(page.split("```lua\n")[1].split("```")[0])
    assert lines == told_to_a_page(PLAYED)


def plain(value: object) -> object:
    """A table as Python's own: a list where it counts from 1, or holds nothing."""
    if not hasattr(value, "items"):
        return value
    held = dict(value.items())
    if not held or 1 in held:
        return [plain(held[i]) for i in range(1, len(held) + 1)]
    return {key: plain(item) for key, item in held.items()}

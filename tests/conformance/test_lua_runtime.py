"""The Lua runtime answers to the digit as the interpreter does, and keeps to what every dialect has."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from lupa import lua52

from compiler.interpreter.pictures import text_hash
from compiler.targets.lua_runtime import joined_runtime
from tests.conformance.bare_lua import VERSIONS, BareLua
from tests.conformance.test_javascript_boards import Asked, about_numbers, drawn, on_a_board, on_a_table

RUNTIME = joined_runtime()
BOARDS = Path(__file__).parent / "lua" / "boards.lua"
DRAWN = [
    [". .|#", "  -", ". . ."], ["a b c", "", "d"], [".", "-"], ["-", "."], [". . . .", "- +"], [".x."],
    [".|"], ["é . ü", ". ."], [". -", ". ."], [" . .", ". ."], [""], ["."] * 65,
]  # fmt: skip


@pytest.fixture(scope="module", params=VERSIONS)
def engine(request: pytest.FixtureRequest) -> BareLua:
    files = {"rt.lua": RUNTIME, "boards.lua": BOARDS.read_text(encoding="utf-8")}
    return BareLua(str(request.param), files)


def test_a_board_of_squares_answers_alike(engine: BareLua) -> None:
    compare(engine, [asked for seed in range(8) for asked in on_a_board(random.Random(seed))])


@pytest.mark.parametrize("keyword", ["reach", "route", "prices", "stops"])
def test_a_keyword_may_be_named_as_what_is_remembered_of_a_walk(engine: BareLua, keyword: str) -> None:
    board = ("board", 2, 2, "chebyshev", [True] * 4, []), "b2"
    compare(engine, [board, (("walked", keyword), [False, 4, 1, False])])


def test_a_table_answers_alike(engine: BareLua) -> None:
    compare(engine, list(on_a_table(random.Random(7))))


def test_numbers_and_chance_are_alike(engine: BareLua) -> None:
    compare(engine, list(about_numbers(random.Random(3))))


def test_drawn_boards_and_their_faults_are_alike(engine: BareLua) -> None:
    compare(engine, [(("drawn", board), drawn(board)) for board in DRAWN])


def test_json_reads_back(engine: BareLua) -> None:
    for value in ([], [0, -7, 2**53, None, 1e3], {"a": ['"\\\n\t\u0001', "é", True, False], "b": {"c": [[], [1]]}}):
        text = json.dumps(value)
        assert json.loads(engine.rt.to_json(engine.rt.from_json(text))) == value
    for broken in ("[1", '{"a" 1}', "[1] 2", "nul", '"a', "01", "1.", '"\\x"', "[" * 10_000):
        with pytest.raises(Exception, match="this is no JSON"):
            engine.rt.from_json(broken)


def test_texts_of_utf16_are_read_as_their_characters() -> None:
    """Where a host's texts are made of characters, a hash is still that of their bytes in UTF-8."""
    lua = lua52.LuaRuntime(encoding="latin-1")  # a character is one unit, as in UTF-16
    rt = lua.execute("string.unicode = string.byte; return assert(load(...))()", RUNTIME)
    for text in ("abc", "é", "Ünder déep hills"):
        assert rt.text_hash(text) == text_hash(text)
        assert rt.from_json(json.dumps(text)) == text
    assert rt.parse_board(lua.table_from(["é « ."])).width == 3


def compare(engine: BareLua, asked: list[Asked]) -> None:
    answers = json.loads(engine.require("boards")(json.dumps([question for question, _ in asked])))
    for (question, expected), answer in zip(asked, answers, strict=True):
        assert in_one_order(question[0], answer) == in_one_order(question[0], plain(expected)), question


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def in_one_order(question: str, answer: Any) -> Any:
    """Answers without what a table of Lua leaves open: the order of walls and of what is reached."""
    if question == "board":
        return answer if isinstance(answer, str) else answer[0]
    if question == "reachable":
        return sorted(answer)
    if question == "drawn" and not isinstance(answer, str):
        return [*answer[:3], sorted(answer[3])]
    return answer


# ---- dialects

# What some dialect does not have, or what is the host's: by what stands in the text without its comments and texts.
FORBIDDEN = {
    "goto": r"\bgoto\b",
    "a label": r"::",
    "integer division": r"//",
    "an operator on bits": r"[&|]|<<|>>|(?<!\.)~(?!=)",
    "a library that hosts leave out": r"\b(io|os|debug|utf8|bit32|package)\s*\.",
    "code as text": r"(?<![.\w])(load|loadstring|loadfile|dofile|setfenv|getfenv|collectgarbage)\b",
    "pcall's cousin": r"\bxpcall\b",
    "a coroutine, which can be neither copied nor saved": r"\bcoroutine\b",
    "an attribute of a local": r"<\s*(const|close)\s*>",
    "integers apart": r"\bmath\.(tointeger|type|ult|maxinteger|mininteger)\b",
    "what was renamed": r"\b(table\.(pack|move|getn)|math\.(mod|pow)|string\.(gfind|pack|unpack))\b",
    "sorting that is not stable": r"\btable\.sort\b",
    "a number with a fraction": r"(?<![\w.])\d+\.\d",
}
_APART = re.compile(r'"(?:\\.|[^"\\])*"|--[^\n]*', re.DOTALL)


def violations(text: str) -> list[str]:
    """What of a Lua text not every dialect takes."""
    code = _APART.sub(lambda found: '""' if found[0].startswith('"') else "", text)
    found = [f"{what}: {hit[0]}" for what, pattern in FORBIDDEN.items() for hit in re.finditer(pattern, code)]
    requires = re.findall(r'\brequire\((?:here \.\. )?"([^"]*)"\)', text)
    return found + [f"a module of the host: {name}" for name in requires if name not in ("rt", "rules", "data")]


def test_the_runtime_keeps_to_what_every_dialect_has() -> None:
    assert violations(RUNTIME) == []


@pytest.mark.parametrize(
    "text",
    [
        "goto x",
        "a = 7 // 2",
        "a = b & c",
        "a = ~b",
        "x = io.read()",
        "coroutine.yield(x)",
        "table.sort(t)",
        "a = 0.5",
        'require("socket")',
    ],
)
def test_what_a_dialect_lacks_is_found(text: str) -> None:
    assert violations(text)

"""The ready-made hosts take what players write and send: nothing of it ends in a raw error or changes the state."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from cardwright.authoring.exported import exported
from cardwright.authoring.hosts.table import HOSTS
from cardwright.cli.main import main
from compiler.build import Build, build_game
from dsl.diagnostics import Sink
from tests.hosts.test_hosts import TabletopTable, written

HOSTS_OF_TESTS = Path(__file__).parents[1] / "hosts"
RAW = ("attempt to", "bad argument", "stack overflow", "stack traceback", "nil value", "the rules stop here")

REFUSALS = (
    "there is no ", "this is no ", "a seed is ", "no roster ", "the roster ", "the scenario ", "nothing is asked", "[",
)  # fmt: skip


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Build:
    folder = tmp_path_factory.mktemp("market")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    found = build_game(folder / "moon_market", Sink())
    assert found is not None and found.program is not None
    return found


@pytest.fixture(scope="module")
def script(market: Build) -> str:
    saved = json.loads(HOSTS["tabletop"].export(market, exported(market))["moon_market.json"])
    return str(saved["ObjectStates"][0]["LuaScript"])


WORDS = [
    "0", "1", "-1", "1.5", "1e400", "-1e400", "nan", "inf", "0x10", "0x1p4", "9007199254740993", "99999999999999999999",
    "first", "__index", "__proto__", "constructor", "nil", "%s%n", "%", "\0", "\x1b[31m", "é", "\U0001f600", "x" * 5000,
    "{1}", "[[", "]]", "--", "''", '"', "\\",
]  # fmt: skip


def test_whatever_is_written_in_the_chat(script: str) -> None:
    table, chance = TabletopTable(script), random.Random(3)
    table.globals.onLoad("")
    commands = ["", "new", "why", "again", "pass", "pick", *WORDS]
    refused = 0
    for number in range(1500):
        if number % 40 == 0:
            table.says("!new")
        before = table.globals.onSave()
        parts = [chance.choice(commands), *(chance.choice(WORDS) for _ in range(chance.randrange(4)))]
        table.says("!" + " ".join(parts))
        assert not [line for line in table.said if any(raw in line for raw in RAW)], (parts, table.said)
        if parts[0] in ("why", "again") or (table.said and table.said[0].lower().startswith(REFUSALS)):
            refused += 1
            assert table.globals.onSave() == before, (parts, table.said)
    assert refused > 1000


@pytest.mark.parametrize(
    "saved",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        "null",
        "false",
        "0",
        '"x"',
        "[]",
        "{}",
        '{"format":1e999}',
        '"\\ud800',
        '"\\u-001"',
        "\0",
    ],
)
def test_whatever_a_table_has_kept(script: str, saved: str) -> None:
    table = TabletopTable(script)
    table.globals.onLoad(saved)
    assert table.said[-1] == "Begin with !new" and table.said[-2].startswith("this is no ")
    assert table.globals.onSave() == ""


def test_whatever_is_sent_to_boardgame_io(market: Build, tmp_path: Path) -> None:
    folder = written(HOSTS["boardgame.io"].export(market, exported(market)), tmp_path)
    command = ["node", "hostile.mjs", folder.as_posix()]
    ran = subprocess.run(command, cwd=HOSTS_OF_TESTS, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["moves"] == [True] * len(told["moves"]) and len(told["moves"]) > 25
    assert told["answers"] == [[0]]
    assert told["setups"] == [
        *[None] * 5,
        "a setup is an object",
        "there is no scenario `__proto__`; there are: first",
        "a setup has no `__proto__`",
        "the scenario `first` has no player `p1`; there are: none",
        *["a match is set up with an object of `setup`"] * 5,
    ]
    assert told["shown"] == [True] * 7
    assert told["players"] == "this game has 2 players, and not 3"

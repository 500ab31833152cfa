"""The package in Lua: LuaRocks installs it, and the program of its page plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lupa.lua51
import lupa.lua54
import pytest

from cardwright.cli.main import main
from compiler.targets.lua_runtime import joined_runtime
from tests.packages.clients import last_line, new_game_folder, program_of, ran

GAME = "moon_market"
HERE = Path(__file__).parent


@pytest.mark.parametrize("dialect", [lupa.lua51, lupa.lua54])
def test_luarocks_installs_what_plays(dialect: Any, tmp_path: Path) -> None:
    game, folder, tree = new_game_folder(tmp_path / "games"), tmp_path / GAME, tmp_path / "tree"
    assert main(["export", str(game), "--target", "lua", "--out", str(folder)]) == 0
    (rockspec,) = folder.glob("*.rockspec")
    assert rockspec.name == "moon-market-0.1.0-1.rockspec"
    ran(folder, "luarocks", "lint", rockspec.name)
    ran(folder, "luarocks", "make", "--tree", str(tree), rockspec.name)
    (modules,) = tree.glob("share/lua/*")
    page = (folder / "README.md").read_text(encoding="utf-8")
    for place in (modules, tmp_path):  # as installed, and the exported folder itself
        lua, said = dialect.LuaRuntime(), list[str]()
        lua.globals().print = said.append
        lua.execute(f'package.path = "{place}/?.lua;{place}/?/init.lua"')
        lua.execute(program_of(page, "lua"))
        assert said[-1] == last_line(game)
        assert lua.eval("package.loaded.rt") is None, "no name of its own is taken from others"


def test_a_lua_with_32_bits_is_refused_when_it_loads(tmp_path: Path) -> None:
    (tmp_path / "rt.lua").write_text(joined_runtime(), encoding="utf-8")
    said = ran(HERE, "node", "fengari.mjs", str(tmp_path / "rt.lua"))
    assert said == (
        "this Lua cannot play these rules: a product of its numbers passes 32 bits and is wrong; "
        "they need whole numbers up to 2^53\n"
    )


@pytest.mark.parametrize(
    ("changed", "by", "said"),
    [
        ("-7 % 3", "math.fmod(-7, 3)", "it divides in another way"),
        ("(modulus - 1) * generator % modulus", "(modulus - 1) * generator % 4294967296 % modulus", "passes 32 bits"),
        ('text_hash("Cardwright")', 'text_hash("cardwright")', "texts in another way"),
    ],
)
def test_every_part_of_the_check_refuses(changed: str, by: str, said: str) -> None:
    text = joined_runtime()
    assert text.count(changed) == 1
    with pytest.raises(Exception, match=said):
        lupa.lua54.LuaRuntime().execute(text.replace(changed, by))

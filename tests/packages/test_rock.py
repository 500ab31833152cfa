"""The package in Lua: LuaRocks installs it, and the program of its page plays."""

from __future__ import annotations

from pathlib import Path

import lupa.lua51
import lupa.lua54
import pytest

from cardwright.cli.main import main
from tests.packages.clients import last_line, new_game_folder, program_of, ran

GAME = "moon_market"


@pytest.mark.parametrize("dialect", [lupa.lua51, lupa.lua54])
def test_luarocks_installs_what_plays(dialect: object, tmp_path: Path) -> None:
    game, folder, tree = new_game_folder(tmp_path / "games"), tmp_path / GAME, tmp_path / "tree"
    assert main(["export", str(game), "--target", "lua", "--out", str(folder)]) == 0
    (rockspec,) = folder.glob("*.rockspec")
    assert rockspec.name == "moon-market-0.1.0-1.rockspec"
    ran(folder, "luarocks", "lint", rockspec.name)
    ran(folder, "luarocks", "make", "--tree", str(tree), rockspec.name)
    (modules,) = tree.glob("share/lua/*")
    page = (folder / "README.md").read_text(encoding="utf-8")
    for place in (modules, tmp_path):  # as installed, and the exported folder itself
        lua, said = dialect.LuaRuntime(), []  # type: ignore[attr-defined]
        lua.globals().print = said.append
        lua.execute(f'package.path = "{place}/?.lua;{place}/?/init.lua"')
        lua.execute(program_of(page, "lua"))
        assert said[-1] == last_line(game)
        assert lua.eval("package.loaded.rt") is None, "no name of its own is taken from others"

"""The package of an export in Lua, for LuaRocks.

Job: beside the modules, write what LuaRocks looks for: a rockspec, a module that has the package's own name, a page.
Input: a package and the files of the export. Output: texts by path.
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler.targets.code_text import lua_literal
from compiler.targets.package import LICENCE, Package

_TAKEN = frozenset(
    ("bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "math", "os", "package", "string", "table", "utf8")
)
_INIT = """\
-- SPDX-License-Identifier: MIT
-- The module that has the name of the package: `require` finds it as `NAME/init.lua`.

return require((...) .. ".game")
"""
_README = """\
# $rock

The compiled rules of a game: modules without dependencies, for Lua 5.1 to 5.4, LuaJIT and MoonSharp. The package was
written by `cardwright export --target lua`. Export again rather than change these files.

```sh
luarocks make --local $title.rockspec      # in the folder of this file
```

A program without LuaRocks finds the folder by its path: `package.path = "?.lua;?/init.lua;" .. package.path`, where the
folder is called `$name`.

This program plays a match; each player takes the last of the legal answers:

```lua
local match = require("$name").new_game(nil, 7)
local told = match:step()
while told.type ~= "result" do
  if told.type == "event" then
    print(string.rep(" ", told.depth) .. told.text)
  end
  local legal = match:legal()
  told = match:step(told.type == "request" and legal[#legal].answer or nil)
end
print(told.outcome .. " " .. told.state)
```

Before you upload the rock, write the address of your source into the rockspec, as `source.url`. `lines.json` says which
line of a card or rule each line of `rules.lua` was made from.

`LICENSE` says which files are under the MIT License. The rules belong to whoever wrote them.
"""


def rock(package: Package, files: Mapping[str, str]) -> dict[str, str]:
    """The files that make a rock of an export's modules."""
    name = package.name(_TAKEN)
    title = f"{name.replace('_', '-')}-{package.version}-1"
    page = _README.replace("$rock", name.replace("_", "-")).replace("$name", name).replace("$title", title)
    return {"init.lua": _INIT, f"{title}.rockspec": _rockspec(package, name, files), "README.md": page}


def _rockspec(package: Package, name: str, files: Mapping[str, str]) -> str:
    parts = sorted(path.removesuffix(".lua") for path in files if path.endswith(".lua"))
    modules = {name: "init.lua", **{f"{name}.{part}": f"{part}.lua" for part in parts}}
    rows = [f"    [{lua_literal(module)}] = {lua_literal(path)}," for module, path in modules.items()]
    return "\n".join(
        [
            'rockspec_format = "3.0"',
            f"package = {lua_literal(name.replace('_', '-'))}",
            f"version = {lua_literal(package.version + '-1')}",
            'source = { url = "file://." }',
            "description = {",
            f"  summary = {lua_literal(package.words)},",
            f'  license = "see {LICENCE}",',
            "}",
            'dependencies = { "lua >= 5.1" }',
            "build = {",
            '  type = "builtin",',
            "  modules = {",
            *rows,
            "  },",
            "}\n",
        ]
    )

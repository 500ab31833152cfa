"""The runtime in Lua as one file, for hosts that have no `require`.

Job: put the modules of ``compiler/targets/runtime/lua/`` into one text, in an order in which each comes after those
that it needs. A module names these at its head, ``need("values", "label")``; in the text it is a function of its own,
for a function may have 200 locals. Output: a text that gives what the module ``rt`` gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from importlib.resources import files

LUA_RUNTIME = "rt.lua"
_NEED = re.compile(r'\bneed\(\s*"(\w+)"')
_START = """\
-- The runtime of compiled rules in Lua: 5.1 to 5.4, and MoonSharp, which Tabletop Simulator runs.
--
-- Joined from modules. Each is a function that is called once; `need` gives members of one that was called before.

local loaded = {}

local function need(name, member, ...)
  if member ~= nil then
    return loaded[name][member], need(name, ...)
  end
end
"""


def modules() -> dict[str, str]:
    """The texts of the modules, by name."""
    folder = files("compiler.targets").joinpath("runtime", "lua")
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".lua")), key=lambda path: path.name)
    return {path.name.removesuffix(".lua"): path.read_text(encoding="utf-8") for path in paths}


def needed(text: str) -> list[str]:
    """The modules that a module names, in order."""
    return sorted(set(_NEED.findall(text)))


def ordered(texts: Mapping[str, str]) -> list[str]:
    """The names of the modules, each after those that it needs; CycleError where they need each other."""
    return list(TopologicalSorter({name: needed(text) for name, text in texts.items()}).static_order())


def joined_runtime() -> str:
    """The text of ``rt.lua``."""
    texts = modules()
    parts = [f'loaded["{name}"] = (function()\n{texts[name]}end)()\n' for name in ordered(texts)]
    return "\n".join([_START, *parts, 'return loaded["rt"]\n'])

"""A minimal host for exported rules: any version of Lua, with only the features that every host has."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

VERSIONS = ("lua51", "lua52", "lua53", "lua54")

# Removes what a host such as MoonSharp does not have, so that using it fails. Such a host raises only texts, and may
# put the place before the text.
_START = """
local texts = ...
local read, preload = loadstring or load, package.preload
for name, text in pairs(texts) do
  preload[name] = assert(read(text, "=" .. name))
end
local load_module = require
io, os, debug, load, loadstring, loadfile, dofile, package, utf8, bit32, coroutine, python = nil
require = function(name) return (load_module(name)) end -- 5.4 would tell where from, too
local fail = error
error = function(message)
  if type(message) ~= "string" then
    fail("bad argument #1 to 'error' (string expected, got " .. type(message) .. ")", 0)
  end
  fail("chunk:(1,1-2): " .. message, 0)
end
return require
"""


class BareLua:
    """``files`` are the texts of modules by path, from `export_code`; `require` uses these paths."""

    def __init__(self, version: str, files: Mapping[str, str]) -> None:
        self.lua: Any = importlib.import_module(f"lupa.{version}").LuaRuntime(unpack_returned_tuples=True)
        self.lua.execute('collectgarbage("setpause", 1000)')  # less work for more memory
        texts = {path.removesuffix(".lua"): text for path, text in files.items() if path.endswith(".lua")}
        self.require: Any = self.lua.execute(_START, self.lua.table_from(texts))
        self.rt: Any = self.require("rt")

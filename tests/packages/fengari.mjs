// Loads a module of Lua in Fengari, whose whole numbers have 32 bits; prints why it cannot be loaded.
import fengari from "fengari";

const { lauxlib, lua, lualib, to_luastring } = fengari;
const L = lauxlib.luaL_newstate();
lualib.luaL_openlibs(L);
const status = lauxlib.luaL_dofile(L, to_luastring(process.argv[2]));
console.log(status === lua.LUA_OK ? "loaded" : lua.lua_tojsstring(L, -1));

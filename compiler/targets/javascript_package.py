"""The package of an export in JavaScript, for `npm`.

Job: beside the ES modules, write what a client of npm and a bundler look for: `package.json`, all modules as one for
`require`, source maps to the content, a page. Input: a package and the files of the export. Output: texts by path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import quote

from compiler.targets.package import LICENCE, LineMap, Package
from compiler.targets.typescript_types import typescript_types

DOOR = "index.js"
COMMON = "index.cjs"
# Modules that Node has itself: an import of such a name gives Node's.
_TAKEN = frozenset(
    (
        *("assert", "buffer", "cluster", "console", "constants", "crypto", "dgram", "dns", "domain", "events", "fs"),
        *("http", "http2", "https", "inspector", "module", "net", "os", "path", "process", "punycode", "querystring"),
        *("readline", "repl", "sea", "sqlite", "stream", "sys", "test", "timers", "tls", "tty", "url", "util", "v8"),
        *("vm", "wasi", "zlib"),
    )
)
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_FROM = re.compile(r'^(?:import|export) (\* as \w+|{[^}]*}) from "(\.[^"]*)";', re.MULTILINE)
_NAMED = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export {([^}]*)};", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b", re.MULTILINE)

_README = """\
# $name

The compiled rules of a game: ES modules without dependencies, for Node 18 and later, browsers, Deno and Bun.
The package was written by `cardwright export --target javascript`. Export again rather than change these files.

```sh
npm install ./$folder      # the folder of this file, or what `npm pack` makes of it
```

This program plays a match; each player takes the last of the legal answers:

```js
import { new_game } from "$name";

const match = new_game(null, 7);
let told = match.step();
while (told.type !== "result") {
  if (told.type === "event") console.log(" ".repeat(told.depth) + told.text);
  told = match.step(told.type === "request" ? match.legal().at(-1).answer : undefined);
}
console.log(told.outcome, told.state);
```

In a CommonJS module, `const { new_game } = require("$name");` gives the same. `index.d.ts` declares everything for
TypeScript. `$name/rt.js` has the runtime's own parts.

Errors name lines of `rules.js`. `node --enable-source-maps` and browsers name the lines of the cards and rules instead;
`lines.json` has the same for other programs.

`LICENSE` says which files are under the MIT License. The rules belong to whoever wrote them.
"""


def npm_name(package: Package) -> str:
    return package.name(_TAKEN).replace("_", "-")


def npm_package(package: Package, files: Mapping[str, str]) -> dict[str, str]:
    """The files that make a package of an export's modules; a module with a source map names it."""
    made = {COMMON: _one_module(files)}
    types = {path: text for path, text in files.items() if path.endswith(".d.ts")}
    types["types.d.ts"] = made["types.d.ts"] = typescript_types(package.declared)
    for path, text in types.items():
        made[path.removesuffix(".d.ts") + ".d.cts"] = text.replace('.js"', '.cjs"')
    maps = dict(package.lines)
    if "rules.js" in maps:
        first = next(line for line in files["rules.js"].split("\n")[maps["rules.js"][0][0] - 1 :])
        begin = made[COMMON][: made[COMMON].index(first)].count("\n") + 1 - maps["rules.js"][0][0]
        maps[COMMON] = [(number + begin, path, line) for number, path, line in maps["rules.js"]]
    for path, lines in maps.items():
        made[f"{path}.map"] = source_map(path, lines, (made.get(path) or files[path]).count("\n"))
        made[path] = f"{made.get(path) or files[path]}//# sourceMappingURL={path}.map\n"
    made["package.json"] = _manifest(package, files)
    made["README.md"] = _README.replace("$name", npm_name(package)).replace("$folder", package.game)
    return made


def _manifest(package: Package, files: Mapping[str, str]) -> str:
    doors = {
        "import": {"types": "./index.d.ts", "default": f"./{DOOR}"},
        "require": {"types": "./index.d.cts", "default": f"./{COMMON}"},
    }
    others = [path for path in ("rt.js", "tests.js", "lines.json") if path in files]
    manifest = {
        "name": npm_name(package),
        "version": package.version,
        "description": package.words,
        "license": f"SEE LICENSE IN {LICENCE}",
        "type": "module",
        "main": f"./{COMMON}",
        "module": f"./{DOOR}",
        "types": "./index.d.ts",
        "exports": {".": doors, **{f"./{path}": f"./{path}" for path in (*others, "package.json")}},
        "sideEffects": False,
        "files": ["*.js", "*.cjs", "*.ts", "*.cts", "*.map", "lines.json", "rt"],
        "engines": {"node": ">=18"},
    }
    return json.dumps(manifest, indent=2) + "\n"


# ---- all modules as one
def _one_module(files: Mapping[str, str]) -> str:
    """What `require` gives: each module in a function that is called once, after those that it imports."""
    imported = {path: _once(_imports, path, text) for path, text in files.items() if path.endswith(".js")}
    needed = TopologicalSorter({path: imported[path] for path in sorted(_reached(DOOR, imported))})
    parts = [f"need[{json.dumps(path)}] = (() => {{\n{_once(_as_function, path, files[path])}}})();\n"
             for path in needed.static_order()]  # fmt: skip
    head = (
        "// All modules of this package as one, for `require`. LICENSE says which of them are under the MIT License.\n"
    )
    return "\n".join([f'{head}"use strict";\n\nconst need = {{}};\n', *parts, f'module.exports = need["{DOOR}"];\n'])


def _once(work: Callable[[str, str], Any], path: str, text: str) -> Any:
    """What is worked out of a module; once for those of the runtime, which are the same for every game."""
    return _of_runtime(work, path, text) if path.startswith("rt/") else work(path, text)


@lru_cache(maxsize=256)
def _of_runtime(work: Callable[[str, str], Any], path: str, text: str) -> Any:
    return work(path, text)


def _imports(path: str, text: str) -> list[str]:
    """The modules that a module imports."""
    return [normpath(join(dirname(path), name)) for _, name in _FROM.findall(text)]


def _reached(path: str, imported: Mapping[str, list[str]]) -> set[str]:
    found, waiting = set[str](), [path]
    while waiting:
        found.add(one := waiting.pop())
        waiting += [other for other in imported[one] if other not in found]
    return found


def _as_function(path: str, text: str) -> str:
    """The text of a module as that of a function which gives what the module exports; each line stays a line."""
    given = _NAMED.findall(text) + [name for names in _LISTED.findall(text) for name in _names(names)]

    def taken(found: re.Match[str]) -> str:
        source = f"need[{json.dumps(normpath(join(dirname(path), found[2])))}]"
        if found[1].startswith("*"):
            return f"const {found[1].removeprefix('* as ')} = {source};"
        if found[0].startswith("export"):
            given.extend(_names(found[1].strip("{}")))
        return f"const {re.sub(r' as ', ': ', found[1])} = {source};"

    inside = _LISTED.sub(lambda found: "\n" * found[0].count("\n"), _NAMED.sub("", _FROM.sub(taken, text)))
    if _LEFT.search(inside):
        raise ValueError(f"{path} imports or exports in a form that is not known here")
    return f"{inside}return {{ {', '.join(given)} }};\n"


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


# ---- source maps
def source_map(path: str, lines: LineMap, count: int) -> str:
    """The source map (version 3) of a file of so many lines: from each line to a line of the content."""
    sources = list(dict.fromkeys(source for _, source, _ in lines))
    rows, before = [""] * (lines[0][0] - 1), (0, 0)
    for (number, source, line), (end, _, _) in zip(lines, [*lines[1:], (count + 1, "", 0)], strict=True):
        at = (sources.index(source), line - 1)
        segment = "".join(_digits((0, at[0] - before[0], at[1] - before[1], 0)))
        rows += [segment, *["AAAA"] * (end - number - 1)]
        before = at
    named = [quote(source, errors="surrogateescape") for source in sources]
    held = {"version": 3, "file": path, "sources": named, "names": [], "mappings": ";".join(rows)}
    return json.dumps(held) + "\n"


def _digits(values: tuple[int, ...]) -> Iterator[str]:
    """Numbers in base 64, the lowest five bits first; the lowest of all is the sign."""
    for value in values:
        rest = abs(value) << 1 | (value < 0)
        while rest > 31:
            yield _DIGITS[rest & 31 | 32]
            rest >>= 5
        yield _DIGITS[rest]

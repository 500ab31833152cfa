"""The package of an export in Python, for `pip`.

Job: beside the modules, write what a client of PyPI and a type checker look for: `pyproject.toml`, `py.typed`, stubs of
the generated modules, a page. Input: a package and the files of the export. Output: texts by path. The folder of the
export is the package itself, so that it can be imported as it stands, too.
"""

from __future__ import annotations

import json
import keyword
import sys
from collections.abc import Mapping

from compiler.targets.package import LICENCE, Package
from compiler.targets.python_types import python_types

# An import of such a name is no import of the package: words of the language, and modules that come with it.
_TAKEN = frozenset((*keyword.kwlist, *sys.stdlib_module_names))

_README = """\
# $project

The compiled rules of a game: a package without dependencies, for Python 3.11 and later. It was written by `cardwright
export --target python`. Export again rather than change these files.

```sh
pip install ./$folder      # the folder of this file; `python -m build` makes a wheel of it
```

This program plays a match; each player takes the last of the legal answers:

```python
import $name

match = $name.new_game(seed=7)
told = match.step()
while told["type"] != "result":
    if told["type"] == "event":
        print(" " * told["depth"] + told["text"])
    told = match.step(match.legal()[-1]["answer"] if told["type"] == "request" else None)
print(told["outcome"], told["state"])
```

The package has types for mypy and pyright. `lines.json` says which line of a card or rule each line of `rules.py` was
made from.

`LICENSE` says which files are under the MIT License. The rules belong to whoever wrote them.
"""
_STUB = """\
# SPDX-License-Identifier: MIT
from typing import Any

$member: $type
"""
_STUBS = {
    "rules": ("RULES", "dict[str, Any]"),
    "data": ("DATA", "dict[str, Any]"),
    "tests": ("TESTS", "tuple[Any, ...]"),
}


def pip_package(package: Package, files: Mapping[str, str]) -> dict[str, str]:
    """The files that make a package of an export's modules."""
    name = package.name(_TAKEN)
    made = {"py.typed": "\n", "pyproject.toml": _project(package, name), "types.py": python_types(package.declared)}
    for module, (member, type_) in _STUBS.items():
        if f"{module}.py" in files:
            made[f"{module}.pyi"] = _STUB.replace("$member", member).replace("$type", type_)
    page = _README.replace("$project", name.replace("_", "-")).replace("$name", name)
    made["README.md"] = page.replace("$folder", package.game)
    return made


def _project(package: Package, name: str) -> str:
    tables: dict[str, dict[str, str | list[str] | dict[str, str]]] = {
        "build-system": {"requires": ["setuptools>=77"], "build-backend": "setuptools.build_meta"},
        "project": {
            "name": name.replace("_", "-"),
            "version": package.version,
            "description": package.words,
            "readme": "README.md",
            "requires-python": ">=3.11",
            "license-files": [LICENCE],
        },
        "tool.setuptools": {"packages": [name, f"{name}.rt"], "package-dir": {name: "."}},
        "tool.setuptools.package-data": {name: ["py.typed", "*.pyi", "lines.json"]},
    }
    rows = [
        [f"[{table}]", *(f"{key} = {toml(value)}" for key, value in held.items())] for table, held in tables.items()
    ]
    return "\n\n".join("\n".join(row) for row in rows) + "\n"


def toml(value: str | list[str] | dict[str, str]) -> str:
    """A value as TOML, in one line of ASCII."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{toml(key)} = {toml(held)}' for key, held in value.items())}}}"
    return '"' + "".join(map(_character, value)) + '"'


def _character(one: str) -> str:
    if ord(one) > 0xFFFF:
        return f"\\U{ord(one):08X}"
    if 0xD800 <= ord(one) < 0xE000:  # half a character, which TOML cannot hold
        return "\\uFFFD"
    return "\\u007F" if one == "\x7f" else json.dumps(one)[1:-1]

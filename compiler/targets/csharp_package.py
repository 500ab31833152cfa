"""The package of an export in C#, for Unity's package manager; other programs compile its folder.

Job: beside the classes, write what Unity looks for: `package.json`, an assembly definition, a `.meta` file for each
file and folder, a sample. Input: a package and the files of the export. Output: texts by path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from posixpath import dirname

from compiler.targets.code_text import CodeText, fixed, joined, pascal
from compiler.targets.csharp_types import csharp_types
from compiler.targets.package import LICENCE, Package

SAMPLE = "Samples~/PlayMatch/PlayMatch.cs"  # Unity does not look into folders whose name ends so
_README = """\
# $name

The compiled rules of a game for .NET Standard 2.1, without dependencies: C# 6, no reflection and nothing that is made
while it runs, so that it can be compiled ahead of time (IL2CPP, NativeAOT). The package was written by
`cardwright export --target csharp`. Export again rather than change these files.

- **Unity** (2021.2 and later): Package Manager, "Add package from disk", and this folder's `package.json`. The sample
  `PlayMatch` plays a match with events to animate.
- **.NET** programs: copy the folder into the project; what is compiled are the files ending in `.cs`. For **Godot**,
  `cardwright export --target godot` writes these classes with a node that GDScript calls.
- **Mono**: `mcs -langversion:6 -r:System.Numerics.dll -recurse:'*.cs' -out:play.exe`, run in a folder with this folder
  and a program.

This program plays a match; each player takes the last of the legal answers:

```csharp
using System;
using Cardwright;
using $space;

public static class Program
{
    public static void Main()
    {
        Play match = Rules.NewGame(null, 7);
        Bag told = match.Step();
        while (told.text("type") != "result")
        {
            if (told.text("type") == "event") Console.WriteLine(told.text("text"));
            Seq legal = match.Legal();
            object answer = told.text("type") == "request" ? ((Bag)legal[legal.Count - 1])["answer"] : null;
            told = match.Step(answer);
        }
        Console.WriteLine(told.text("outcome") + " " + told.text("state"));
    }
}
```

`types.cs` has the names of the game as constants and the fields of its entities as properties. `lines.json` says which
line of a card or rule each line of `rules.cs` was made from.

The runtime's classes have the namespace `Cardwright`. Code that uses the packages of two games sees them twice: let an
assembly definition of its own name one of the packages.

`LICENSE.md` says which files are under the MIT License. The rules belong to whoever wrote them.
"""
_IMPORTERS = {
    "cs": "MonoImporter",
    "asmdef": "AssemblyDefinitionImporter",
    "md": "TextScriptImporter",
    "json": "TextScriptImporter",
}


def assembly(package: Package) -> CodeText:
    """The name of the namespace and of the assembly."""
    return space_of(package.game)


def space_of(game: str) -> CodeText:
    return joined("", [pascal(game), fixed("Rules")])


def unity_package(package: Package, files: Mapping[str, str]) -> dict[str, str]:
    """The files that make a package of an export's classes."""
    space = assembly(package)
    made = {
        "types.cs": csharp_types(package.declared, space),
        f"{space}.asmdef": json.dumps(_definition(space), indent=4) + "\n",
        "package.json": json.dumps(_manifest(package), indent=2) + "\n",
        "README.md": _README.replace("$name", package.name()).replace("$space", space),
        SAMPLE: files.get(SAMPLE, "").replace("$space", space),
    }
    if LICENCE in files:
        made[f"{LICENCE}.md"] = files[LICENCE]
    paths = {path for path in (*files, *made) if path != SAMPLE}
    folders = {dirname(path) for path in paths} - {""}
    for path in sorted(paths | folders):
        made[f"{path}.meta"] = _meta(package, path, path in folders)
    return made


def _definition(space: str) -> dict[str, object]:
    return {"name": space, "references": [], "autoReferenced": True, "noEngineReferences": True}


def _manifest(package: Package) -> dict[str, object]:
    shown = package.name().replace("_", " ")
    return {
        "name": f"cardwright.rules.{package.name().replace('_', '-')}",
        "version": package.version,
        "displayName": f"Rules of {shown}",
        "description": package.words,
        "unity": "2021.2",
        "license": f"SEE LICENSE IN {LICENCE}.md",
        "samples": [
            {"displayName": "Play a match", "description": "A match, with events to animate.", "path": dirname(SAMPLE)}
        ],
    }


def _meta(package: Package, path: str, is_folder: bool) -> str:
    """What Unity knows a file by: the same number at each export, another one for each game."""
    number = sha256(f"{package.name()}/{path}".encode()).hexdigest()[:32]
    head = f"fileFormatVersion: 2\nguid: {number}\n"
    if is_folder:
        return f"{head}folderAsset: yes\nDefaultImporter:\n  externalObjects: {{}}\n  userData:\n"
    importer = "PackageManifestImporter" if path == "package.json" else _importer(path)
    return f"{head}{importer}:\n  externalObjects: {{}}\n  userData:\n"


def _importer(path: str) -> str:
    return _IMPORTERS.get(path.rpartition(".")[2], "DefaultImporter")

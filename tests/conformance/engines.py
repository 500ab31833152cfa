"""Engines that play exported rules. Each runs cases of a game and returns their transcripts.

A case is ``("test", number)`` or ``("match", scenario, seed)``. An engine that cannot run is an error, not a skip.
"""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, ClassVar, Self, cast

import lupa.lua51
import lupa.lua52
import lupa.lua53
import lupa.lua54

from compiler.callables.code import Code
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.interpreter.values import Bounds
from compiler.targets.code_text import pascal
from compiler.targets.export import TARGETS, Content, export_code
from tests.compiled_runtime import compile_runtime
from tests.content_games import Exports
from tests.line_process import LineProcess

Case = tuple[Any, ...]
Transcript = list[str]
NODE = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const [folder, cases] = JSON.parse(line);
  const rt = await import(`${folder}/rt.js`);
  const { rules } = await import(`${folder}/rules.js`);
  const { tests } = await import(`${folder}/tests.js`);
  const run = ([kind, name, seed]) =>
    kind === "test" ? rt.transcript_of_test(rules, tests[name]) : rt.transcript_of_match(rules, name, seed);
  console.log(JSON.stringify(cases.map(run)));
}
"""
LUA = """
collectgarbage("setpause", 1000)  -- a match is short: a fifth less work for more memory
return function(folder, kind, name, seed)
  package.path = folder .. "/?.lua"
  local rt, rules = require("rt"), require("rules")
  local lines
  if kind == "test" then
    lines = rt.transcript_of_test(rules, require("tests")[name + 1])
  else
    lines = rt.transcript_of_match(rules, name, seed)
  end
  return table.concat(lines, "\\n")
end
"""


CSHARP_COMPILER = ("mcs", "-langversion:6", "-warn:4", "-warnaserror", "-r:System.Numerics.dll")
CSHARP_PROGRAMS = Path(__file__).parent / "csharp"
# Where a machine has no C# compiler, one test says so (test_engines.py), and C# is not compared.
HAS_CSHARP = shutil.which("mcs") is not None and shutil.which("mono") is not None


class Engine(ABC):
    """``folder`` is a folder for the export, which may have been ``written`` there before."""

    target = ""
    runtime = ""  # its file with the bounds of a run

    def __init__(self, content: Content, folder: Path, *, written: bool = False) -> None:
        self.content, self.folder = content, folder
        if self.target and not written:
            write(export_code(content, TARGETS[self.target](), tests=True), folder)

    def lowered(self, **bounds: int) -> Self:
        """The same engine with lower bounds of a run: they are changed in what was exported."""
        path = self.folder / self.runtime
        text = path.read_text(encoding="utf-8")
        real = {field.name: field.default for field in fields(Bounds)}
        for name, bound in bounds.items():
            text, count = re.subn(
                rf"\b({name}(?:: int =| =|:)) (?:{real[name]}|{real[name]:_})\b", rf"\1 {bound}", text
            )
            assert count == 1, (self.runtime, name, count)
        path.write_text(text, encoding="utf-8")
        return self

    @abstractmethod
    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        """The transcripts of cases, in order."""


class Interpreter(Engine):
    def __init__(self, content: Content, folder: Path, *, written: bool = True) -> None:
        super().__init__(content, folder, written=written)
        self.scripts: dict[Any, Any] = {**content.scenarios, **dict(enumerate(content.tests))}
        self.runner = Scripts(Code(content.program), self.scripts)

    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        runner, scripts = self.runner, self.scripts
        return [
            transcript_of_test(runner, scripts[case[1]])
            if case[0] == "test"
            else transcript_of_match(runner, scripts[case[1]], case[2])
            for case in cases
        ]


class Python(Engine):
    target = "python"
    runtime = "rt/values.py"

    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        compile_runtime(self.folder / "rt")
        sys.path.insert(0, str(self.folder.parent))
        try:
            package = importlib.import_module(self.folder.name)
            tests = importlib.import_module(f"{self.folder.name}.tests")
            return [
                package.transcript_of_test(tests.TESTS[case[1]])
                if case[0] == "test"
                else package.transcript_of_match(*case[1:])
                for case in cases
            ]
        finally:
            sys.path.remove(str(self.folder.parent))


class JavaScript(Engine):
    """One process plays all exports, each until its files change: what is imported stays."""

    target = "javascript"
    runtime = "rt/values.js"
    player: ClassVar[LineProcess] = LineProcess("node", "--input-type=module", "--eval", NODE)
    imported: ClassVar[dict[Path, int]] = {}

    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        (self.folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
        newest = max(path.stat().st_mtime_ns for path in self.folder.rglob("*.js"))
        if self.imported.get(self.folder, newest) != newest:
            self.player.end()
            self.imported.clear()
        self.imported[self.folder] = newest
        transcripts: list[Transcript] = json.loads(self.player.ask(json.dumps([str(self.folder), cases])))
        return transcripts


class CSharp(Engine):
    """Compiled once for all its runs. An export that was written before is compiled whole, as its users do; others have
    the runtime of most exports as a library.
    """

    target = "csharp"
    runtime = "rt/Values.cs"

    def __init__(self, content: Content, folder: Path, *, written: bool = False) -> None:
        super().__init__(content, folder, written=written)
        self.is_whole = written

    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        return cast("list[Transcript]", self.told({"cases": cases}))

    def told(self, asked: Any, door: str = "Door") -> Any:
        """What a program of the tests tells of what it is asked."""
        program, given, out = self.program(door), self.folder / "asked.json", self.folder / "told.json"
        given.write_text(json.dumps(asked), encoding="utf-8")
        ran(["mono", str(program), str(given), str(out)])
        return json.loads(out.read_text(encoding="utf-8"))

    def program(self, name: str) -> Path:
        """A program of the tests, compiled with the export."""
        source, runtime = self.folder / "run" / f"{name}.cs", sorted(self.folder.glob("rt/*.cs"))
        if not source.exists():
            write({source.name: self.text(name)}, source.parent)
        own = [*sorted(self.folder.glob("*.cs")), source]
        if self.is_whole:
            return compiled_csharp(f"{name}.exe", [*own, *runtime])
        return compiled_csharp(f"{name}.exe", own, compiled_csharp("rt.dll", runtime))

    def text(self, name: str) -> str:
        text = (CSHARP_PROGRAMS / f"{name}.cs").read_text(encoding="utf-8")
        return text.replace("GAME", f"{pascal(self.content.program.game)}Rules", 2)


def compiled_csharp(name: str, sources: Sequence[Path], library: Path | None = None) -> Path:
    """A program or a library, compiled once in a run of the tests: who has the same texts takes what is there."""
    home = (Exports.folder or sources[0].parent) / "csharp"
    home.mkdir(exist_ok=True)
    parts = [path.read_bytes() for path in (*sources, *([library] if library is not None else []))]
    place = home / sha256(repr([sha256(part).digest() for part in parts]).encode()).hexdigest()
    if not (place / name).exists():
        made = Path(mkdtemp(dir=home))
        how = ["-target:library"] if name.endswith(".dll") else []
        if library is not None:
            (made / library.name).hardlink_to(library)  # programs look for it beside them
            how.append(f"-r:{library}")
        ran([*CSHARP_COMPILER, *how, f"-out:{made / name}", *map(str, sources)])
        with suppress(OSError):  # another process was faster
            made.rename(place)
    return place / name


def ran(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


class Lua(Engine):
    target = "lua"
    runtime = "rt.lua"
    dialect: Any = lupa.lua54

    def run(self, cases: Sequence[Case]) -> list[Transcript]:
        run = self.dialect.LuaRuntime(unpack_returned_tuples=True).execute(LUA)
        return [run(str(self.folder), *case).split("\n") for case in cases]


class Lua52(Lua):
    dialect = lupa.lua52


class Lua51(Lua):
    dialect = lupa.lua51


class Lua53(Lua):
    dialect = lupa.lua53


def write(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


ENGINES: dict[str, type[Engine]] = {
    "python": Python, "javascript": JavaScript, "lua52": Lua52, "lua54": Lua, "lua51": Lua51, "lua53": Lua53,
    **({"csharp": CSharp} if HAS_CSHARP else {}),
}  # fmt: skip


def engines_of(content: Content, home: Path, name: str) -> Iterator[tuple[str, Engine]]:
    """Every engine for a game; what several of them play is exported once.

    A package of Python is known by its name for as long as the process lasts, so ``name`` is used once in a process.
    """
    written: set[str] = set()
    for engine, made in ENGINES.items():
        yield engine, made(content, home / f"{made.target}_{name}", written=made.target in written)
        written.add(made.target)

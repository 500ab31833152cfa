"""Runs the sketch in each language: an engine answers commands, all forms in one process."""

from __future__ import annotations

import json
import subprocess
from time import process_time
from typing import Any

import python_generators
import python_machine
import python_rows
from linking import program
from lupa.lua54 import LuaRuntime
from python_state import Core, Thing


class Python:
    name = "python"

    def __init__(self) -> None:
        made: dict[str, Any] = {"core": Core, "rows": python_rows.rows, "Code": self.code}
        exec(compile(program("python"), "<printed>", "exec"), made)
        self.codes = {form: made[form.upper()] for form in ("generators", "flat", "cut")}

    @staticmethod
    def code(**values: Any) -> Thing:
        found = Thing()
        found.__dict__.update(values)
        return found

    def made(self, form: str, every: int) -> Any:
        kind = python_generators.Generators if form == "generators" else python_machine.Machine
        return kind(self.codes[form], every)

    def drive(self, rt: Any, verb: str, **values: Any) -> Any:
        options = rt.start(verb, values)
        while options is not None:
            options = rt.go(rt.rule(options))
        return rt

    def run(self, what: str, form: str, first: int, second: int = 0) -> Any:
        if what == "facts":
            rt = self.drive(self.made(form, first), "encounter", rounds=8)
            return [rt.events, rt.requests, rt.hash, rt.depths, len(rt.journal)]
        if what == "clone":
            rt = self.made(form, 1)
            rt.start("nest", {"n": first, "times": 9})
        start = process_time()
        if what == "play":
            for _ in range(second):
                self.drive(self.made(form, first), "encounter", rounds=8)
        elif what == "resume":
            self.drive(self.made(form, 1), "nest", n=first, times=second)
        else:
            for _ in range(second):
                rt.clone()
        return process_time() - start


class JavaScript:
    name = "javascript"

    def __init__(self) -> None:
        self.node = subprocess.Popen(
            ["node", "-e", program("javascript")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, *command: Any) -> Any:
        assert self.node.stdin is not None and self.node.stdout is not None
        self.node.stdin.write(json.dumps(command) + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())


class Lua:
    name = "lua"

    def __init__(self) -> None:
        self.commands = LuaRuntime().execute(program("lua"))

    def run(self, *command: Any) -> Any:
        found = self.commands(*command)
        return [int(part) for part in found.split()] if isinstance(found, str) else found


ENGINES = (Python, JavaScript, Lua)

"""A program that is asked by lines and answers by lines: one process for all questions, for it is slow to begin."""

from __future__ import annotations

import atexit
import subprocess
from pathlib import Path


class LineProcess:
    """Begins with the first question; one that has ended is told, and begins anew."""

    def __init__(self, *command: str | Path, folder: Path | None = None) -> None:
        self.command, self.folder = [*map(str, command)], folder
        self.process: subprocess.Popen[str] | None = None

    def ask(self, line: str) -> str:
        """The line that answers a line."""
        process = self.process or self.begin()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer.endswith("\n"):
            self.end()
            raise AssertionError(f"{self.command[0]} ended without an answer; what it said is among what was captured")
        return answer.removesuffix("\n")

    def begin(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            self.command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.process = process
        atexit.register(self.end)
        return process

    def end(self) -> None:
        """Ends the process, if it runs."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()

"""Commands that the page may ask for, each in a process of its own.

Job: run one of a few commands on the game, with words that the page gives, and pass on what it prints. Input: the name
of a row in the table, and its words. Output: the exit code and both outputs. A command that takes too long or prints
too much is ended: no test of a game can stop the studio.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120.0
MOST = 16 * 1024 * 1024  # bytes of an output
_REVISION = re.compile(r"[A-Za-z0-9][\w.~^/-]*")
_LONG = 400  # characters of a word

PROGRAM = (sys.executable, "-P", "-m", "cardwright")  # -P: modules in the game's folder are none

Words = Mapping[str, str]
# What the page may ask for, and the arguments of the command; what a person wrote is always the value of an option, or
# stands behind `--`, so that it cannot be an option itself.
COMMANDS: dict[str, Callable[[str, Words], list[str]]] = {
    "test": lambda game, words: ["test", "--format=junit", f"-k{words['name']}", "--", f"{game}/{words['path']}"],
    "coverage": lambda game, words: ["coverage", "--rows", "--format=json", "--jobs=1", "--", game],
    "diff": lambda game, words: ["diff", "--format=json", *_told_in(words), "--", _revision(words["of"]), game],
    "simulate": lambda game, words: ["simulate", "--matches=20", "--jobs=1", "--", game, *_scenario(words)],
    "graph": lambda game, words: ["graph", "--format=svg", "--events", f"--card={words['name']}", "--", game],
    "odds": lambda game, words: ["odds", "--format=text", f"--of={words['of']}", "--", game, words["name"]],
    "picture": lambda game, words: ["picture", "--", game, words["name"]],
}


class NotRun(Exception):
    """Why a command was not run, in a sentence."""


def _revision(text: str) -> str:
    """A revision of git, and no folder: the page knows one game."""
    if not _REVISION.fullmatch(text) or ".." in text:
        raise NotRun("this is no revision of git, as `HEAD`, `HEAD~3`, a branch or a tag")
    return text


def _told_in(words: Words) -> list[str]:
    return [f"--lang={words['language']}"] if words.get("language") in ("en", "ru") else []


def _scenario(words: Words) -> list[str]:
    return [words["name"]] if words.get("name") else []


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str


async def run(name: str, game: Path, words: Words) -> Ran:
    """Runs a command of the table."""
    if name not in COMMANDS:
        raise NotRun("the studio has no such command")
    if any(len(word) > _LONG or "\0" in word for word in words.values()):
        raise NotRun(f"a name has at most {_LONG} characters")
    try:
        arguments = COMMANDS[name](str(game), words)
    except KeyError as fault:
        raise NotRun(f"the command needs {fault}") from fault
    return await run_arguments(arguments, game)


async def run_arguments(arguments: list[str], folder: Path) -> Ran:
    """Runs the command in a folder, with arguments that the page did not choose."""
    process = await asyncio.create_subprocess_exec(
        *PROGRAM, *arguments, cwd=folder,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = await asyncio.wait_for(_outputs(process), SECONDS)
        return Ran(await process.wait(), out, err)
    except TimeoutError as late:
        raise NotRun(f"it took more than {SECONDS:.0f} seconds, and was ended") from late
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _outputs(process: asyncio.subprocess.Process) -> tuple[str, str]:
    assert process.stdout is not None and process.stderr is not None
    out, err = await asyncio.gather(_bounded(process.stdout), _bounded(process.stderr))
    return out, err


async def _bounded(stream: asyncio.StreamReader) -> str:
    """What a process prints, if it is not too much."""
    pieces: list[bytes] = []
    size = 0
    while piece := await stream.read(1 << 16):
        size += len(piece)
        if size > MOST:
            raise NotRun("it printed more than 16 MiB, and was ended")
        pieces.append(piece)
    return b"".join(pieces).decode("utf-8", "replace")

"""Commands that the page may ask for, each in a process of its own.

Job: run one of a few commands on the game, with words that the page gives, and pass on what it prints. Input: the name
of a row in the table, and its words. Output: the exit code and both outputs. A command that takes too long or prints
too much is ended: no test of a game can stop the studio.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from cardwright.studio.refusing import NotRun, too_long
from dsl.dataclass import dataclass

SECONDS = 120.0
_LONG_RUNS = {"simulate": 3600.0}  # seconds of commands that tell how far they are, and can be stopped
MOST = 16 * 1024 * 1024  # bytes of an output
_REVISION = re.compile(r"[A-Za-z0-9][\w.~^/-]*")
_LONG = 400  # characters of a word
_LONG_COUNT = 9  # digits of a number
MOST_MATCHES = 10_000

PROGRAM = (sys.executable, "-P", "-m", "cardwright")  # -P: modules in the game's folder are none

Words = Mapping[str, str]
Tell = Callable[[str], None]
# What the page may ask for, and the arguments of the command; what a person wrote is always the value of an option, or
# stands behind `--`, so that it cannot be an option itself.
COMMANDS: dict[str, Callable[[str, Words], list[str]]] = {
    "test": lambda game, words: ["test", "--format=junit", f"-k{words['name']}", "--", f"{game}/{words['path']}"],
    "coverage": lambda game, words: ["coverage", "--rows", "--format=json", "--jobs=1", "--", game],
    "diff": lambda game, words: ["diff", "--format=json", *_told_in(words), "--", _revision(words["of"]), game],
    "simulate": lambda game, words: [
        "simulate",
        f"--matches={_count(words['matches'])}",
        "--format=html",
        "--tell-every=0",
        *_told_in(words),
        f"--jobs={max(1, (os.cpu_count() or 1) - 1)}",
        "--",
        game,
        *_scenario(words),
    ],
    "graph": lambda game, words: ["graph", "--format=svg", "--events", f"--card={words['name']}", "--", game],
    "odds": lambda game, words: [
        "odds",
        "--format=text",
        *(f"--{option}={words[option]}" for option in ("of", "do") if words.get(option)),
        "--",
        game,
        words["name"],
    ],
    "picture": lambda game, words: ["picture", "--", game, words["name"]],
}


def _revision(text: str) -> str:
    """A revision of git, and no folder: the page knows one game."""
    if not _REVISION.fullmatch(text) or ".." in text:
        raise NotRun(
            "this is no revision of git, as `HEAD`, `HEAD~3`, a branch or a tag",
            "это не ревизия git, как `HEAD`, `HEAD~3`, ветка или метка",
        )
    return text


def _count(text: str) -> int:
    """A number of matches."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:_LONG_COUNT]) <= MOST_MATCHES):
        raise NotRun(f"play 1 to {MOST_MATCHES} matches", f"партий может быть от 1 до {MOST_MATCHES}")
    return int(text)


def _told_in(words: Words) -> list[str]:
    return [f"--lang={words['language']}"] if words.get("language") in ("en", "ru") else []


def _scenario(words: Words) -> list[str]:
    return [words["name"]] if words.get("name") else []


def _not_told(_text: str) -> None:
    """What is said while it runs is told at its end."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str


async def run(name: str, game: Path, words: Words, tell: Tell = _not_told) -> Ran:
    """Runs a command of the table; ``tell`` is given what it says while it runs."""
    if name not in COMMANDS:
        raise NotRun("the studio has no such command", "такой команды в студии нет")
    if any(len(word) > _LONG or "\0" in word for word in words.values()):
        raise NotRun(f"a name has at most {_LONG} characters", f"в имени может быть не больше {_LONG} знаков")
    try:
        arguments = COMMANDS[name](str(game), words)
    except KeyError as fault:
        raise NotRun(f"the command needs {fault}", f"команде не хватает {fault}") from fault
    return await _run(arguments, game, tell, _LONG_RUNS.get(name, SECONDS))


async def explained(game: Path, save: Path, language: str) -> Ran:
    """Runs the command that explains the automated figures of a saved match."""
    told_in = _told_in({"language": language})
    arguments = ["explain-turn", f"--load={save}", "--format=json", *told_in, "--", str(game)]
    return await _run(arguments, game, _not_told, SECONDS)


async def _run(arguments: list[str], folder: Path, tell: Tell, seconds: float) -> Ran:
    process = await asyncio.create_subprocess_exec(
        *PROGRAM, *arguments, cwd=folder,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        out, err = await asyncio.wait_for(_outputs(process, tell), seconds)
        return Ran(await process.wait(), out, err)
    except TimeoutError as late:
        raise too_long(seconds) from late
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)  # with the processes that it has begun
            await process.wait()


async def _outputs(process: asyncio.subprocess.Process, tell: Tell) -> tuple[str, str]:
    assert process.stdout is not None and process.stderr is not None
    out, err = await asyncio.gather(_bounded(process.stdout, _not_told), _bounded(process.stderr, tell))
    return out, err


async def _bounded(stream: asyncio.StreamReader, tell: Tell) -> str:
    """What a process prints, if it is not too much."""
    pieces: list[bytes] = []
    size = 0
    while piece := await stream.read(1 << 16):
        size += len(piece)
        if size > MOST:
            raise NotRun(
                "it printed more than 16 MiB, and was ended", "напечатано больше 16 МиБ, и выполнение было прервано"
            )
        pieces.append(piece)
        tell(piece.decode("utf-8", "replace"))
    return b"".join(pieces).decode("utf-8", "replace")

"""One input of the fuzzer: a game is read, checked, built, tried, played and exported.

Job: take a game's files through every stage and say how far it came, or what went wrong that must not. Input: files,
a seed. Output: a Report. Runs in a process of its own (`tests/fuzz/guard.py`), for it may never end.
"""

from __future__ import annotations

import re
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import compiler.interpreter.state as state
from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.core.ir_json import to_json
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.interpreter.values import Bounds
from compiler.targets.export import Content, content_of
from dsl.diagnostics import Severity, Sink
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import run_lints
from dsl.syntax.layout import formatted_rules
from tests.conformance.engines import ENGINES
from tests.fuzz.games import Files, write

REFUSED, BUILT, PLAYED = "refused", "built", "played"
ROOT = Path(__file__).parents[2]
STEPS, TESTS = 20_000, 6
_UNSOUND = re.compile(r"a value was none where one is needed \((?!'NoneType'|.*NoneType)(.*)\)", re.DOTALL)
_ANSWERS = re.compile(r"(?<=were never asked for: ).*|(?<= has no face ).*|.*(?= is no option: )", re.DOTALL)
# What a Fault of ours in disguise says: the words of Python.
_WORDS = re.compile(r"'[^']*'|\"[^\"]*\"|\d+")


@dataclass(frozen=True, slots=True)
class Report:
    """How far an input came; ``failure`` is the signature of what went wrong, and ``told`` all that is known of it."""

    reached: str
    failure: str = ""
    told: str = ""


class Wrong(Exception):
    """A stage did what it never may; the message is the signature."""


def attempt(files: Files, seed: int, engines: tuple[str, ...]) -> Report:
    """Takes an input through all stages; exceptions of ours become a report."""
    reached = [REFUSED]
    try:
        _all_stages(files, seed, engines, reached)
    except Wrong as wrong:
        return Report(reached[0], str(wrong.args[0]), "\n".join(map(str, wrong.args)))
    except Exception as error:
        return Report(reached[0], signature(error), "".join(traceback.format_exception(error))[-6000:])
    return Report(reached[0])


def signature(error: BaseException) -> str:
    """The exception's type and the innermost function of ours."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(str(ROOT))]
    ours = [f for f in frames if "/tests/" not in f.filename and "/.venv/" not in f.filename]
    where = f"{Path(ours[-1].filename).relative_to(ROOT)}:{ours[-1].name}" if ours else "?"
    told = _WORDS.sub("…", str(error))[:60] if type(error).__name__ in ("InternalError", "ValueError") else ""
    return f"{type(error).__name__} in {where} {told}".strip()


def _all_stages(files: Files, seed: int, engines: tuple[str, ...], reached: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="fuzz") as held:
        folder = Path(held) / name_of(files)
        write(files, folder)
        sink = Sink()
        build = build_game(folder, sink, "game")
        if build is None:
            return
        if any(d.severity is Severity.ERROR for d in sink.items) or sink.broken or build.checked is None:
            return
        if build.program is None:
            raise Wrong("check is clean, and nothing is built")
        context = LintContext(build.files, build.vocab, build.checked.facts, build.scenarios, build.tests)
        run_lints(context, LintConfig(), "game", sink.items)
        for source in build.files.rules:
            formatted_rules(source)
        reached[0] = BUILT
        _play(build, seed, engines, _bounds(files), Path(held))
        reached[0] = PLAYED


def _bounds(files: Files) -> dict[str, int]:
    """Bounds of a run, lower than those of the language, so that an input is quick; a large game needs more of them."""
    is_large = sum(map(len, files.values())) > 100_000
    return {"steps": STEPS, "work": 20_000_000 if is_large else 1_000_000}


def name_of(files: Files) -> str:
    found = re.search(r"^id: ([a-z][a-z0-9_]*)$", files.get("ruleset.yaml", ""), re.MULTILINE)
    return found[1][:40] if found else "game"


def _play(build: Build, seed: int, engines: tuple[str, ...], bounds: dict[str, int], folder: Path) -> None:
    program = build.program
    assert program is not None
    content = content_of(program, build.scripts)
    to_json(program)
    with patch.object(state, "Bounds", lambda: Bounds(**bounds)):
        cases, ours = _play_here(build, content, seed)
    for engine in engines:
        there = folder / f"{engine}_{folder.name}"
        there.mkdir()
        theirs = ENGINES[engine](content, there).lowered(**bounds).run(cases)
        for case, mine, other in zip(cases, ours, theirs, strict=True):
            mine, other = _compared(mine), _compared(other)
            if mine != other:
                raise Wrong(
                    f"{engine} plays otherwise: {_first_difference(mine, other)}", case, *mine[-20:], "--", *other[-20:]
                )


def _play_here(build: Build, content: Content, seed: int) -> tuple[list[tuple[Any, ...]], list[list[str]]]:
    """The cases of a game and their transcripts by the interpreter, which must not differ a second time."""
    program = content.program
    rosters = [s.roster for s in build.scripts.values() if s.roster is not None]
    scripts: dict[Any, Any] = {**content.scenarios, **dict(enumerate(content.tests))}
    runner = Scripts(Code(program), scripts)
    marking = Scripts(Code(program, marking=True), scripts)
    cases = list(_cases(content, seed))
    ours = [_transcript(runner, scripts, case) for case in cases]
    for case, lines in zip(cases, ours, strict=True):
        _sound(lines)
        if _transcript(marking, scripts, case) != lines:
            raise Wrong("a game plays otherwise a second time", case, *lines[-40:])
    for definition, values in rosters:
        check_roster(marking.code, definition, values)
    return cases, ours


def _cases(content: Content, seed: int) -> Iterator[tuple[Any, ...]]:
    chosen = range(len(content.tests))
    start = seed % max(len(chosen), 1)
    yield from (("test", n) for n in [*chosen[start:], *chosen[:start]][:TESTS])
    names = list(content.scenarios)
    if names and content.program.start:
        yield ("match", names[seed % len(names)], seed % 1000)


def _transcript(runner: Scripts, scripts: dict[Any, Any], case: tuple[Any, ...]) -> list[str]:
    if case[0] == "test":
        return transcript_of_test(runner, scripts[case[1]])
    return transcript_of_match(runner, scripts[case[1]], case[2])


def _sound(lines: list[str]) -> None:
    """Python's complaint of a type is no fault of the content: the checker should have told it."""
    for line in lines:
        found = _UNSOUND.search(line)
        if found:
            raise Wrong(f"not sound: {_WORDS.sub('…', found[1])[:80]}", line)


def _compared(lines: list[str]) -> list[str]:
    """Lines without the answers of a test that do not fit: each runtime shows them in its own language."""
    return [_ANSWERS.sub("…", line) if line.startswith(("failed", "fault")) else line for line in lines]


def _first_difference(ours: list[str], theirs: list[str]) -> str:
    for mine, other in zip([*ours, ""], [*theirs, ""], strict=False):
        if mine != other:
            return f"{_WORDS.sub('…', _kind(mine))} / {_WORDS.sub('…', _kind(other))}"
    return "one is longer"


def _kind(line: str) -> str:
    """What sort of line it is, so that equal differences have one signature."""
    text = line.strip()
    return text[:70] if text.startswith(("fault", "failed")) else text.split(" ")[0][:12]


Job = Callable[[], Report]

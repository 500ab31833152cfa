"""``cardwright debug``: a match or test that stops at statements, at the terminal or for an editor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.authoring.debugger.adapter import Adapter, Arguments, Refused
from cardwright.authoring.debugger.debuggees import (
    DebuggedMatch,
    DebuggedState,
    DebuggedTest,
    Debuggee,
    NotThere,
)
from cardwright.authoring.debugger.session import Session
from cardwright.authoring.debugger.watching import Watcher
from cardwright.authoring.debugger.wire import Wire
from cardwright.authoring.exported import exported, of_test, rules_from
from cardwright.cli.debug_prompt import Prompt
from cardwright.cli.debug_words import DebugWords
from cardwright.cli.endings import end_at_once
from cardwright.cli.games import games_at, read_game
from cardwright.cli.json_input import read_object
from cardwright.cli.localization import Localization
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import chosen_language, language_option
from cardwright.cli.output import as_protocol, show
from cardwright.cli.paths import GamePath, named_place
from cardwright.cli.render import as_text
from cardwright.cli.subjects import usual_scenario
from compiler.build import Build, build_game
from compiler.interpreter.agents import AGENTS
from compiler.interpreter.game import Decide
from compiler.interpreter.setups import HostError
from dsl.diagnostics import Severity, Sink

_AGENTS = ("random", "first")


@click.command("debug")
@click.argument("game", type=GamePath(), required=False)
@click.argument("subject", required=False)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the match.")
@click.option("--agents", type=click.Choice(_AGENTS), default="random", show_default=True)
@click.option("--replay", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Debug a saved match.")
@language_option
@click.option("--trace", is_flag=True, help="Tell what happens by ids, as in transcripts.")
@click.option("--dap", is_flag=True, help="Speak the Debug Adapter Protocol on stdin and stdout, for editors.")
def command(game: Path | None, subject: str | None, **options: Any) -> int:
    """Run GAME statement by statement, forth and back.

    SUBJECT is a scenario (default: the usual one) or the name of a test. Type `help` at the prompt for its commands.
    """
    if options["dap"]:
        end_at_once()
        Adapter(Wire(*as_protocol()), _launched).serve()
        return CLEAN
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    reading = read_game(games_at([game])[0])
    errors = [f for f in reading.findings if f.severity is Severity.ERROR]
    for fault in errors:
        show(as_text(fault), err=True)
    if errors or reading.build is None or reading.build.program is None:
        return FINDINGS
    path = options["replay"]
    saved = read_object(path) if path is not None else None
    if saved is not None and subject is not None:
        raise click.UsageError("a save says which scenario it is of; `--replay` takes no SUBJECT")
    try:
        debuggee = _debuggee(reading.build, subject or "", options, saved)
    except NotThere as fault:
        raise click.ClickException(str(fault)) from fault
    except HostError as refused:
        raise click.ClickException(f"`{path}`: {refused}") from refused
    session = Session(debuggee)
    language = chosen_language(reading.build.vocab.languages, options["language"])
    words = DebugWords(session, Localization(debuggee.code.program, language, {}, whole=options["trace"]))
    Prompt(session, Watcher(reading.build, debuggee.code), reading.build.files, words).run()
    return CLEAN


def _debuggee(build: Build, subject: str, options: Arguments, saved: dict[str, Any] | None) -> Debuggee:
    """What is debugged: a scenario of this name, else a test."""
    scenarios = [s.removeprefix("scenario ") for s in build.scripts if s.startswith("scenario ")]
    name = subject or usual_scenario(build)
    if saved is None and name not in scenarios and any(t.name == name for t in build.tests):
        return DebuggedTest(build, name)
    return DebuggedMatch(build, name, AGENTS[options["agents"]](options["seed"]), seed=options["seed"], saved=saved)


def _launched(given: Arguments) -> tuple[Session, Watcher]:
    """What an editor asks for: `game` (a folder), `subject`, `seed`, `agents`; `save`: a match that stands there."""
    name, subject, seed = given.get("game"), given.get("subject", ""), given.get("seed", 1)
    agents = given.get("agents", "random")
    if not isinstance(name, str) or not name:
        raise Refused("the launch configuration needs `game`, the folder of a game")
    if not isinstance(subject, str) or not isinstance(seed, int) or agents not in _AGENTS:
        raise Refused("`subject` is a text, `seed` a number, and `agents` is random or first")
    folder = named_place(Path(name)).resolve()
    sink = Sink()
    build = build_game(folder, sink, str(folder)) if folder.is_dir() else None
    if build is None:
        raise Refused(f"there is no game in `{name}`")
    if build.program is None:
        raise Refused(f"`{name}` has errors: {sink.sorted()[0].message}")
    try:
        if "save" in given:
            debuggee: Debuggee = _standing(build, subject, given["save"], AGENTS[agents](seed))
        else:
            debuggee = _debuggee(build, subject, {"agents": agents, "seed": seed}, None)
    except (NotThere, HostError) as fault:
        raise Refused(str(fault)) from fault
    return Session(debuggee), Watcher(build, debuggee.code)


def _standing(build: Build, test: str, save: Any, decide: Decide) -> DebuggedState:
    """A match where its save left it; ``test``: the test whose position it plays, if it does."""
    content = exported(build)
    played = of_test(content, test) if test else content
    if played is None:
        raise NotThere(f"there is no test `{test}` with a position")
    return DebuggedState(rules_from(played), save, decide)

"""``cardwright picture``: a scenario, test or save as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.authoring.begun_test import game_of_test
from cardwright.authoring.drawing.picture import draw_view
from cardwright.authoring.drawing.scene import Words
from cardwright.authoring.exported import rules_of
from cardwright.cli.games import games_at, read_game, report_errors
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import chosen_language, language_option
from cardwright.cli.output import say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.saved_match import loaded
from cardwright.cli.subjects import SAVED, script_key
from compiler.build import Build
from compiler.callables.code import Code
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.host import Rules
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.setups import HostError
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Fault, Stopped
from compiler.interpreter.views import Asker, Outlook
from dsl.writing import write_text


@click.command("picture")
@click.argument("game", type=GamePath())
@click.argument("subject", required=False)
@click.option("--save", type=SAVED, help="Draw the match of a save instead.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it into this file.")
@click.option(
    "--as", "viewer", metavar="PLAYER",
    help="Draw what this player may know, or `spectator`; without it, all that is hidden is drawn, too.",
)  # fmt: skip
@click.option("--step", type=click.IntRange(0), help="Of a test: after so many steps (default: 0, where it begins).")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the match of a scenario.")
@language_option
@time_limit
def command(game: Path, subject: str | None, **options: Any) -> int:
    """Draw a position of GAME as SVG: its board or table, figures, players and zones.

    SUBJECT is a scenario (default: the usual one), drawn where somebody is first asked in a match, or the name of a
    test.
    """
    reading = read_game(games_at([game])[0])
    if report_errors(reading) or reading.build is None or reading.build.program is None:
        return FINDINGS
    build, clock = reading.build, Clock(options["time_limit"])
    language = chosen_language(build.vocab.languages, options["language"])
    try:
        with clock.running(lambda: "picture"):
            position, title = _position(build, subject, options, clock)
    except (Fault, HostError, Stopped) as why:
        raise click.ClickException(str(why)) from why
    finally:
        status("")
    text = drawn(build, position, title, options["viewer"], language)
    out: Path | None = options["out"]
    if out is not None:
        write_text(out, text)
        say(f"{out}: {title}")
    else:
        show(text, nl=False)
    return CLEAN


def _position(build: Build, subject: str | None, options: dict[str, Any], clock: Clock) -> tuple[State, str]:
    """The game that is drawn, and what it is."""
    if options["save"] is not None:
        if subject is not None or options["step"] is not None:
            raise click.UsageError("a save says where it stands: `--save` takes no SUBJECT and no `--step`")
        match = loaded(rules_of(build, clock), options["save"], None)
        match.relive()
        return match.game, f"{match.scenario}, as saved"
    key = script_key(build, subject)
    name = build.scripts[key].name
    if key.startswith("test "):
        return position_of_test(build, key, options["step"] or 0, clock), name
    if options["step"] is not None:
        raise click.UsageError("`--step` is for tests")
    return position_of_scenario(rules_of(build, clock), name, options["seed"]), name


def position_of_scenario(rules: Rules, name: str, seed: int) -> State:
    """The game of a scenario where somebody is first asked; one that cannot be played, as it is built."""
    match = rules.new_game({"scenario": name}, seed) if rules.code.program.start else None
    if match is not None and match.result is None:
        return match.game
    game = new_game(rules.code)
    rules.scripts.start(
        rules.scenarios[name], game, Env({}), Driver(lambda _game, request: legal_answers(request)[0], seed)
    )
    return game


def position_of_test(build: Build, key: str, steps: int, clock: Clock | None) -> State:
    """The game of a test after so many of its steps."""
    assert build.program is not None
    code, script = Code(build.program), build.scripts[key]
    code.watch = clock
    if steps > len(script.steps):
        raise click.ClickException(f"the test has {len(script.steps)} steps")
    return game_of_test(Scripts(code, {"": script}), script, steps, Env({}))


def drawn(build: Build, game: State, title: str, viewer: str | None, language: str) -> str:
    """The picture of a game as somebody sees it; without a viewer, with all that is hidden."""
    assert build.program is not None
    players = of_kind(game, "player")
    names = [game.test_names.get(player._id, f"player {seat}") for seat, player in enumerate(players, 1)]
    if viewer is None or viewer == "spectator":
        asker = Asker("all" if viewer is None else None, None)
    elif viewer in names:
        asker = Asker(names.index(viewer), players[names.index(viewer)])
    else:
        raise click.ClickException(f"nobody is named `{viewer}`; there are {', '.join(names)} and `spectator`")
    judged = {
        kind: frozenset(name for name, field in build.vocab.fields_of(kind).items() if field.better)
        for kind in build.vocab.kinds
    }
    view = Outlook(game, asker).data(None)
    return draw_view(view, Words(build.program, language, judged, names), title)

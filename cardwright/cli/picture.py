"""``cardwright picture``: a scenario, test or save as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.begun_test import game_of_test
from cardwright.authoring.drawing.picture import draw_view, told_pieces
from cardwright.authoring.drawing.scene import Words
from cardwright.authoring.exported import rules_of
from cardwright.authoring.faces.describe import name_of
from cardwright.authoring.faces.maps import INCH, MapPaper, map_page, map_sheets
from cardwright.authoring.faces.typesetting import Missing
from cardwright.cli.export_folder import write_export
from cardwright.cli.games import games_at, read_game, report_errors
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import Measure, chosen_language, language_option, refuse_given
from cardwright.cli.output import doing, say, show_markup, status
from cardwright.cli.paths import GamePath
from cardwright.cli.saved_match import loaded
from cardwright.cli.subjects import SAVED, script_key
from compiler.build import Build
from compiler.callables.code import Code
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.host import Rules
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.setups import HostError
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Fault, Stopped
from compiler.interpreter.views import Asker, Outlook
from dsl.counts import numbered
from dsl.reading.yaml_tree import data_of
from dsl.writing import write_files, write_text


@click.command("picture")
@click.argument("game", type=GamePath())
@click.argument("subject", required=False)
@click.option("--save", type=SAVED, help="Draw the match of a save instead.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it into this file.")
@click.option(
    "--as", "viewer", metavar="PLAYER",
    help="Draw what this player may know, or `spectator`; without it, all that is hidden is drawn, too.",
)  # fmt: skip
@click.option("--step", type=click.IntRange(0), help="Of a test: after so many steps (default: 0, where it begins).")
@click.option("--sheets", type=click.Choice(["pdf", "svg", "html"]),
              help="Print it: the board on sheets of paper, at the size of figures, behind an overview.")  # fmt: skip
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="The paper of sheets (default: a4).")
@click.option("--square", type=Measure(5, 100), metavar="MM", help="Of sheets: how wide a square is (25.4).")
@click.option("--overwrite", is_flag=True, help="Of sheets: also replace files that are there already.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the match of a scenario.")
@language_option
@time_limit
def command(game: Path, subject: str | None, **options: Any) -> int:
    """Draw a position of GAME as SVG: its board or table, figures, players and zones.

    SUBJECT is a scenario (default: the usual one), drawn where somebody is first asked in a match, or the name of a
    test.
    """
    if options["sheets"] is None:
        refuse_given(dict.fromkeys(("paper", "square", "overwrite"), "it is for `--sheets`"))
    elif options["out"] is None:
        raise click.UsageError("`--sheets` needs `--out`")
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
    out: Path | None = options["out"]
    if options["sheets"] is not None and out is not None:
        return _print_sheets(build, _seen(build, position, options["viewer"], language), title, (out, options))
    text = drawn(build, position, title, options["viewer"], language)
    if out is not None:
        write_text(out, text)
        say(f"{out}: {title}")
    else:
        show_markup(text)
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


def _print_sheets(build: Build, seen: tuple[dict[str, Any], Words], title: str, to: tuple[Path, dict[str, Any]]) -> int:
    """Writes the sheets of a map."""
    view, words = seen
    out, options = to
    if view["board"] is None and not told_pieces(view, words):
        raise click.ClickException(f"`{title}` has neither a board nor anything that stands on a table")
    form: str = options["sheets"]
    ruleset = build.files.ruleset
    scenario = next((node for node in build.files.scenarios if data_of(node).get("id") == title), None)
    heading = name_of(scenario, words.language) if scenario is not None else title
    titles = heading or title, name_of(ruleset, words.language) if ruleset is not None else ""
    paper = MapPaper(options["paper"] or "a4", options["square"] or INCH)
    try:
        with doing("drawing"):
            made = map_sheets(view, words, titles, paper, "svg" if form == "html" else form)
    except Missing as missing:
        raise click.ClickException(str(missing)) from missing
    if form == "svg":
        files = {f"sheet_{number}.svg": sheet for number, sheet in enumerate(made, 1)}
        write_export(files, out, overwrite=options["overwrite"])
        say(f"{numbered(len(files), 'file')} in {out}")
        return CLEAN
    if os.path.lexists(out) and not options["overwrite"]:
        raise click.ClickException(f"`{out}` is there already; take another name, or say --overwrite")
    write_files({out: map_page(made, title, words.language) if form == "html" else made[0]}, out.parent)
    say(f"{out}: {title}")
    return CLEAN


def drawn(build: Build, game: State, title: str, viewer: str | None, language: str) -> str:
    """The picture of a game as somebody sees it; without a viewer, with all that is hidden."""
    return draw_view(*_seen(build, game, viewer, language), title)


def _seen(build: Build, game: State, viewer: str | None, language: str) -> tuple[dict[str, Any], Words]:
    """The view of somebody, and the words for it."""
    assert build.program is not None
    players = players_by_seat(game)
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
    return view, Words(build.program, language, judged, names)

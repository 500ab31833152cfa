"""``cardwright odds``: how likely each outcome of a rule, a test or a saved match is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.authoring.exported import rules_of
from cardwright.authoring.odds.question import NoAnswer, Question, of_match, of_script, usual_questions
from cardwright.authoring.odds.walk import Odds, TooMany, Walker
from cardwright.cli.games import games_at, read_game, report_errors
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.odds_formats import FORMATS, Told
from cardwright.cli.output import show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.saved_match import loaded
from cardwright.cli.subjects import SAVED, script_key
from compiler.build import Build
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Fault, Stopped
from dsl.writing import write_text

_MOST, _SIMULATIONS = 20_000, 5_000


@click.command("odds")
@click.argument("game", type=GamePath())
@click.argument("subject", required=False)
@click.option("--save", type=SAVED, help="Ask about the match of a save instead; `--choose` answers what it waits for.")
@click.option("--of", "of", multiple=True, metavar="EXPRESSION", help="What is looked at when all is done (repeated).")
@click.option("--event", "events", multiple=True, metavar="VERB[.VALUE]",
              help="How often this happens, or what the last such event has there (repeated).")  # fmt: skip
@click.option("--do", "do", multiple=True, metavar="STATEMENT", help="What is done, instead of the steps of a test.")
@click.option("--step", type=click.IntRange(1), help="The step of a test that is asked about (default: the last).")
@click.option("--choose", multiple=True, metavar="ANSWER", help="Answers of players, as in `choices` of tests.")
@click.option("--most", type=click.IntRange(0), default=_MOST, show_default=True, metavar="WAYS",
              help="Simulate if chance has more ways than this to be walked; 0: always.")  # fmt: skip
@click.option("--simulations", type=click.IntRange(1), default=_SIMULATIONS, show_default=True, metavar="N")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the simulations.")
@click.option("--format", "form", type=click.Choice(sorted(FORMATS)), help="How to show it (default: as FILE ends).")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it into this file.")
@time_limit
def command(game: Path, subject: str | None, **options: Any) -> int:
    """Work out how likely each outcome in GAME is.

    SUBJECT is the name of a test, whose last step is asked about, or a scenario (default: the usual one), in which
    `--do` says what is done. All rolls and draws are open, whatever the test says of them. The odds are exact if chance
    has few enough ways; if not, they are simulated, with the interval that holds the truth in 95 of 100 cases.

    Players answer as `choices` or `--choose` say. What these leave open is passed or declined, or is the first answer.
    """
    reading = read_game(games_at([game])[0])
    if report_errors(reading) or reading.build is None or reading.build.program is None:
        return FINDINGS
    clock = Clock(options["time_limit"])
    question = Question(options["of"], options["events"], "\n".join(options["do"]), options["step"], options["choose"])
    try:
        with clock.running(lambda: "odds"):
            told = _told(reading.build, subject, question, options, clock)
    except (NoAnswer, Fault, HostError) as why:
        raise click.ClickException(str(why)) from why
    except Stopped as stop:
        raise click.ClickException(f"{stop}; walk fewer ways (`--most`), or simulate less (`--simulations`)") from stop
    finally:
        status("")
    out: Path | None = options["out"]
    form = options["form"] or (out.suffix.lstrip(".") if out is not None and out.suffix[1:] in FORMATS else "text")
    text = FORMATS[form](told)
    if out is not None:
        write_text(out, text)
    else:
        show(text, nl=False)
    return CLEAN


def _told(build: Build, subject: str | None, question: Question, options: dict[str, Any], clock: Clock) -> Told:
    """What is asked and the odds of it."""
    if options["save"] is not None:
        if subject is not None or question.do or question.step is not None:
            raise click.UsageError("a save says where it stands: `--save` takes no SUBJECT, no `--do` and no `--step`")
        if not question.names:
            raise click.UsageError("say what is looked at: `--of` or `--event`")
        match = loaded(rules_of(build, clock), options["save"], None)
        walker, title = of_match(build, match, question), f"{match.scenario}, as saved"
    else:
        if question.do and question.step is not None:
            raise click.UsageError("`--do` takes the place of the steps of a test, so it takes no `--step`")
        key = script_key(build, subject)
        question = usual_questions(build, key, question)
        if not question.names:
            raise click.UsageError("say what is looked at: `--of` or `--event`")
        walker, title = of_script(build, key, question), build.scripts[key].name
        walker.position.game.watch = clock
    return Told(title, question, _odds(walker, options))


def _odds(walker: Walker, options: dict[str, Any]) -> Odds:
    try:
        return walker.exact(options["most"])
    except TooMany:
        return walker.simulated(options["simulations"], options["seed"])

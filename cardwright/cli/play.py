"""``cardwright play``: plays a game with agents or a person at the terminal, from its start or from a save."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.exported import rules_of
from cardwright.cli.days import day_option
from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading, games_at, read_rules
from cardwright.cli.limits import EACH, Clock, time_limit
from cardwright.cli.localization import Localization
from cardwright.cli.main import CLEAN, FAULT, FINDINGS
from cardwright.cli.options import chosen_language, language_option
from cardwright.cli.output import say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from cardwright.cli.saved_match import loaded, name_players, play_on, write_save
from cardwright.cli.subjects import usual_scenario
from cardwright.cli.terminal_display import TerminalDisplay
from cardwright.cli.terminal_player import Content, TerminalPlayer
from cardwright.cli.told_turns import NotedTrace
from cardwright.cli.watched import eye_of, told_lines
from cardwright.lab.agents import UnknownAgent, agent_of, lacks
from cardwright.lab.turn import Turn
from compiler.callables.code import Code
from compiler.callables.weighing import WeighingCode
from compiler.core import ir
from compiler.core.scripts import Script
from compiler.interpreter.agents import AGENTS
from compiler.interpreter.game import Decide, Driver, new_game, place_of, play
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint, picture
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.setups import HostError
from compiler.interpreter.spending import shown_place
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env, Fault, Stopped, Trace
from compiler.interpreter.views import Asker, Outlook
from compiler.interpreter.watching import Eye
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity

SAVED = click.Path(path_type=Path, exists=True, dir_okay=False)
_LAST = 60  # lines of a match that nobody plays at the terminal: a long one would hide how it ended


@dataclass(slots=True)
class Played:
    """A finished game, who watched it, and the fault that ended it, if any; ``broken`` is a fault of Cardwright."""

    game: State
    fault: Fault | Stopped | None
    broken: Exception | None = None
    eye: Eye | None = None  # that was told all of it, in words


@click.command("play")
@click.argument("game", type=GamePath())
@click.argument("scenario", required=False)
@time_limit
@click.option(
    "--seed", type=int, default=1, show_default=True,
    help="The seed of the first match; each further match has the next number.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="The number of matches.")
@click.option(
    "--agents", default="random", show_default=True, metavar="AGENT",
    help="Who plays: human, random, first; where the ruleset says how well a player stands, greedy, "
         "greedy:TRIES, mcts, mcts:RUNS or mcts:SECONDSs; or module:function.",
)  # fmt: skip
@click.option(
    "--as", "seats", multiple=True, help="Play this player yourself (can be repeated); agents play the others."
)
@language_option
@click.option("--trace", is_flag=True, help="Show all events and the decisions of automated figures.")
@click.option("--save", type=click.Path(path_type=Path), help="Save the (last) match in this file, also if you quit.")
@click.option("--load", type=SAVED, help="Go on with the match of a save.")
@click.option("--replay", type=SAVED, help="The same as `--load FILE --by replay`: play a saved match from its start.")
@click.option(
    "--by", type=click.Choice(["replay", "state"]),
    help="How to load a save of other rules: give its answers again, or take over its state.",
)  # fmt: skip
@day_option
def command(game: Path, scenario: str | None, **options: Any) -> int:
    """Play GAME from SCENARIO (default: the usual scenario of the game).

    Agents choose among legal answers only. The same seed gives the same match.
    """
    reading = read_rules(games_at([game])[0], options["day"])
    errors = [f for f in reading.findings if f.severity is Severity.ERROR]
    for fault in errors:
        show(as_text(fault), err=True)
        say("", err=True)
    if errors or reading.build is None or reading.build.program is None:
        return FINDINGS
    path, by = _save_to_load(options)
    if path is not None:
        return _play_loaded(reading, path, by, options)
    table = Table(reading, scenario, Clock(options["time_limit"]))
    table.speak(options["language"])
    faults, broken, games, trace = 0, 0, options["games"], options["trace"]
    for seed in range(options["seed"], options["seed"] + games):
        table.seat(options)
        is_saved = options["save"] is not None or options["agents"] not in (*AGENTS, "human")
        if is_saved:
            match, watching = table.new_match(seed)
            played = table.play_and_save(match, watching, _decide(table, seed, options, match), options["save"])
        else:
            played = table.play(seed, _decide(table, seed, options), tracing=trace or games == 1)
        faults += played.fault is not None
        broken += played.broken is not None
        table.report(played, seed, whole=trace, many=games > 1)
    status("")
    if games > 1:
        say(f"{games - faults - broken} games ended, {faults + broken} with a fault")
    return FAULT if broken else FINDINGS if faults else CLEAN


def _save_to_load(options: dict[str, Any]) -> tuple[Path | None, str | None]:
    """The file of the save that is played, if any, and the way to load it."""
    load, replay, by = options["load"], options["replay"], options["by"]
    if load is not None and replay is not None:
        raise click.UsageError("`--load` and `--replay` both name a save; take one of them")
    if by is not None and load is None:
        raise click.UsageError("`--by` says how `--load` is done")
    if (load or replay) is not None and options["games"] > 1:
        raise click.UsageError("a save is one match, so `--games` is 1")
    return (replay, "replay") if replay is not None else (load, by)


def _play_loaded(reading: Reading, path: Path, by: str | None, options: dict[str, Any]) -> int:
    """Goes on with the match of a save, to its end."""
    assert reading.build is not None
    clock = Clock(options["time_limit"])
    with clock.running(None):
        match = loaded(rules_of(reading.build, clock), path, by)
    table = Table(reading, match.scenario, clock)
    table.speak(options["language"])
    table.seat(options)
    watching = Watching(table)
    if by == "replay":
        match = table.again(match, watching)
    else:
        watching(match.game)
    played = table.play_and_save(match, watching, _decide(table, options["seed"], options, match), options["save"])
    table.report(played, match.seed, whole=options["trace"], many=False)
    return FAULT if played.broken is not None else FINDINGS if played.fault is not None else CLEAN


class Watching:
    """Watches a match for a table, from before its first event where it is given to the match that begins."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.eye: Eye | None = None  # none while the match is being set up

    def __call__(self, game: State) -> Trace:
        name_players(game, self.table.players)
        self.eye = self.table.watch(game)
        assert game.trace is not None
        return game.trace


class Table:
    """A game that is ready to be played from a scenario."""

    def __init__(
        self,
        reading: Reading,
        scenario: str | None,
        clock: Clock | None = None,
        compiled: Callable[[ir.Program], Code] = Code,
    ) -> None:
        build = reading.build
        assert build is not None and build.program is not None
        names = [s.removeprefix("scenario ") for s in build.scripts if s.startswith("scenario ")]
        if not names or not build.program.start:
            raise click.ClickException(f"{reading.shown} cannot be played: it has no scenario or no `start`")
        chosen = scenario or usual_scenario(build)
        if chosen not in names:
            message = f"there is no scenario `{chosen}`" if chosen else f"{reading.shown} has no usual scenario"
            raise click.ClickException(f"{message}; name one of {', '.join(names)}")
        self.build, self.scenario = build, chosen
        self.script: Script = build.scripts[f"scenario {chosen}"]
        self.languages = build.vocab.languages
        self.players = [e.name for e in build.scenarios[chosen].entities if e.kind == "player"]
        self.content = Content(build)
        self.clock, self.compiled = clock or Clock(EACH), compiled
        self.language = chosen_language(self.languages, None)
        self.person: TerminalPlayer | None = None
        self.with_person = False  # who reads at the terminal what is asked, and not how far it is

    @cached_property
    def code(self) -> Code:
        """The compiled program. A match that can be saved is one of rules that are compiled for it, and needs none."""
        assert self.build.program is not None
        made = self.compiled(self.build.program)
        made.watch = self.clock
        return made

    @cached_property
    def scripts(self) -> Scripts:
        return Scripts(self.code, {f"scenario {self.scenario}": self.script})

    def speak(self, language: str | None) -> None:
        """Takes the language in which people are told; by itself the first of the game."""
        self.language = chosen_language(self.languages, language)

    def texts(self, *, whole: bool) -> Localization:
        """The words for people; ``whole``: also of what has no name for them."""
        no_words = self.build.vocab.words is None
        assert self.build.program is not None
        return Localization(self.build.program, self.language, self.content.labels, whole=whole or no_words)

    def progress(self, seed: int, game: State) -> Callable[[], str] | None:
        """What tells how far a match is; nothing does where a person reads what is asked."""
        return None if self.with_person else lambda: f"seed {seed}: {game.events} events"

    def seat(self, options: Mapping[str, Any]) -> None:
        """Lets the person at the terminal sit down, who plays all seats, the chosen ones, or none."""
        agents, seats = options["agents"], set(options["seats"])
        if unknown := sorted(seats - set(self.players)):
            raise click.ClickException(f"nobody is named `{unknown[0]}`; there are {', '.join(self.players)}")
        self.with_person = agents == "human" or bool(seats)
        texts = self.texts(whole=options["trace"])
        person = TerminalPlayer(texts, self.content, interactive=sys.stdin.isatty(), trace=options["trace"])
        person.seats = frozenset() if agents == "human" else frozenset(seats)
        self.person = person if self.with_person else None

    def new_match(self, seed: int) -> tuple[Match, Watching]:
        """A match that can be saved, and who watches it."""
        watching = Watching(self)
        with self.clock.running(None):
            rules = rules_of(self.build, self.clock)
            return Match(rules, {"scenario": self.scenario}, seed, {}, watching), watching

    def again(self, match: Match, traced: Callable[[State], Trace]) -> Match:
        """The match of a save, played again as far as it was played."""
        with self.clock.running(lambda: f"seed {match.seed}: {match.game.events} events"):
            try:
                return match.played_again(traced)
            except HostError as refused:
                raise click.ClickException(str(refused)) from refused

    def play_and_save(self, match: Match, watching: Watching, decide: Decide, path: Path | None) -> Played:
        """Plays a match to its end, and writes its save, also where a person leaves it."""
        played = Played(match.game, None)
        try:
            with self.clock.running(
                None if self.with_person else lambda: f"seed {match.seed}: {match.game.events} events"
            ):
                play_on(match, self.players, decide)
        except (Fault, Stopped) as ending:  # an agent may ask the rules how players stand
            played.fault = ending
        except (MemoryError, RecursionError):
            played.fault = Fault("the game takes more memory than there is")
        except (click.ClickException, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            played.broken = error
        finally:
            if path is not None:
                write_save(path, match)
        played.game, played.eye = match.game, watching.eye
        if match.result is not None and match.result["outcome"] != "ended":
            played.fault = match.fault or Fault(match.result["message"])
        return played

    def watch(self, game: State) -> Eye:
        """Somebody who is told all of a game; who plays at the terminal watches it, too."""
        if self.person is not None:
            self.person.watch(game)
        return eye_of(game, Asker("all", None), self.language)

    def play(self, seed: int, agents: str | Decide, *, tracing: bool) -> Played:
        """Plays one game from its start; ``agents`` is the name of an agent, or the function that answers."""
        decide = AGENTS[agents](seed) if isinstance(agents, str) else agents
        game = new_game(self.code)
        driver = Driver(decide, seed)
        eye: Eye | None = None
        try:
            with self.clock.running(self.progress(seed, game)):
                self.scripts.start(self.script, game, Env({}), driver)
                if tracing:
                    game.trace = self.noted(game)
                    eye = game.trace.eye
                play(game, driver)
        except (Fault, Stopped) as fault:
            return Played(game, fault, eye=eye)
        except (MemoryError, RecursionError):
            return Played(game, Fault("the game takes more memory than there is"))
        except (click.ClickException, click.Abort, BrokenPipeError):  # the person at the terminal may leave
            raise
        except Exception as error:
            return Played(game, None, error, eye)
        return Played(game, None, eye=eye)

    def play_again(self, match: Match) -> Played:
        """Plays the match of a save again as far as it was played, with a trace."""

        def traced(game: State) -> NotedTrace:
            name_players(game, self.players)
            return self.noted(game)

        again = self.again(match, traced)
        trace = again.game.trace
        if not isinstance(trace, NotedTrace):
            raise click.ClickException("the match of the save has not begun")
        return Played(again.game, again.fault, eye=trace.eye)

    def noted(self, game: State) -> NotedTrace:
        """A trace that notes what automated figures consider, as somebody sees it who is told all."""
        return NotedTrace(eye=self.watch(game), code=self.code if isinstance(self.code, WeighingCode) else None)

    def report(self, played: Played, seed: int, *, whole: bool, many: bool) -> None:
        """Prints the lines about a finished game: all events, the last ones, or one line if there are many games."""
        game = played.game
        status("")
        if whole and game.trace is not None:
            for line in game.trace.lines:
                say(line)
        elif not many and played.eye is not None and self.person is None:
            lines = list(told_lines(played.eye.events(None)))
            if len(lines) > _LAST:
                say(f"… {len(lines) - _LAST} lines before these; `--trace` shows all events")
            for line in lines[-_LAST:]:
                say(line)
        elif self.person is not None:
            self.person.show_end()
        if played.broken is not None:
            show(f"seed {seed}: {fault_message(played.broken)}", err=True)
        elif isinstance(played.fault, Stopped):
            say(f"seed {seed}: {played.fault}", err=True)
        elif played.fault is not None:
            where = f" at {place_of(game, played.fault.at)}" if played.fault.at else ""
            told = played.fault.message.removesuffix(shown_place(game, played.fault.at))  # said once, with its folder
            say(f"seed {seed}: a fault: {told}{where}", err=True)
        elif not many:
            say("")
            for line in _outcome(game) if whole else self.position(game):
                say(line)
            say(f"{game.events} events, state {fingerprint(game)}")
        else:
            status(f"seed {seed}")

    def position(self, game: State) -> Iterator[str]:
        """How the players stand, in words; who has played sees no more of it than anybody."""
        display = TerminalDisplay(self.texts(whole=False), self.content.judged, has_words=self.content.has_words)
        seen = Outlook(game, Asker("all" if self.person is None else None, None))
        yield from display.people_lines(seen)


def _decide(table: Table, seed: int, options: dict[str, Any], match: Match | None = None) -> Decide:
    """The function that answers requests: the person for all seats or for the chosen ones, and else an agent.

    ``match`` is the one that is played, for an agent that tries what its answers lead to.
    """
    person = table.person
    if person is None:
        return _agent(options["agents"], seed, match)
    if options["agents"] == "human":
        return person.decide
    agent = _agent(options["agents"], seed, match)

    def decide(game: State, request: Choose) -> list[int]:
        return (person.decide if game.test_names.get(request.who._id) in person.seats else agent)(game, request)

    return decide


def _agent(name: str, seed: int, match: Match | None) -> Decide:
    if name in AGENTS:
        return AGENTS[name](seed)
    try:
        agent = agent_of(name, seed)
    except UnknownAgent as fault:
        raise click.ClickException(str(fault)) from fault
    assert match is not None
    if lacking := lacks(name, match.game.program.policy):
        raise click.ClickException(lacking)
    return lambda _game, _request: agent.answer(Turn(match))


def _outcome(game: State) -> list[str]:
    """The final values of the game entity and of each player."""
    return [line for line in picture(game).split("\n") if line.startswith(("game#", "player#"))]

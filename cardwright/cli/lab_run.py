"""A run of many matches, for the commands of the lab.

Job: read a game, plan a run as the options say, play what is not in its record yet, and tell how far it is. Input:
paths and options. Output: the sums of the run, and its report.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import click

from cardwright import __version__
from cardwright.authoring.exported import exported, rules_of
from cardwright.cli.games import games_at, read_rules, report_errors
from cardwright.cli.limits import Clock
from cardwright.cli.options import refuse_given
from cardwright.cli.output import say, status
from cardwright.lab.agents import UnknownAgent, agent_of, lacks
from cardwright.lab.batches import Plan, Seating, Sums, added
from cardwright.lab.cluster import LOCAL, NoCluster, Where, is_place, play_on
from cardwright.lab.columns import NotInstalled
from cardwright.lab.node_engine import AGENTS, NoNode, play_by_node
from cardwright.lab.one_match import MOST
from cardwright.lab.pool import Batch, Done, Source, play_all
from cardwright.lab.record import OtherRun, Record
from cardwright.lab.report import report_of
from cardwright.lab.varying import Change, varied
from compiler.build import Build
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.host import Rules
from dsl.counts import numbered
from dsl.dataclass import dataclass
from dsl.reading.yaml_tree import plain

_EVERY = 30.0  # seconds between two lines that tell how far it is, where there is no terminal


class Refused(click.ClickException):
    """What was asked for cannot be played."""


def _sound_place(context: click.Context, _option: click.Parameter, place: str | None) -> str | None:
    """The address of a cluster; --jobs has no effect on one that is there already."""
    if place is not None and not is_place(place):
        raise click.BadParameter(f"`{place}` names no cluster; write `dask://local` or `dask://HOST:PORT`")
    return place


_OPTIONS: dict[str, Callable[..., Any]] = {
    "matches": click.option("--matches", type=click.IntRange(1), default=100, show_default=True,
                 help="The number of matches in each scenario."),
    "seed": click.option("--seed", type=int, default=1, show_default=True, help="The seed of the run."),
    "jobs": click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores"),
    "on": click.option("--on", callback=_sound_place, metavar="dask://HOST:PORT",
                       help="Play on a Dask cluster; `dask://local` makes one of --jobs processes here."),
    "engine": click.option("--engine", type=click.Choice(["python", "node"]), default="python", show_default=True,
                 help="What plays: Python, or the exported JavaScript in Node, with the same report."),
    "agents": click.option("--agents", default="random", show_default=True, metavar="A,B",
                 help="Who plays: random, first, greedy, greedy:TRIES, mcts, mcts:RUNS, mcts:SECONDSs or "
                      "module:function. Several change sides, so that each plays every side with the same seeds."),
    "swap_rosters": click.option("--swap-rosters", is_flag=True,
                                 help="Let each roster of a scenario be played by every player."),
    "most": click.option("--most", type=click.IntRange(1), default=MOST, show_default=True,
                 help="A match that has had so many answers is given up."),
    "record": click.option("--record", type=click.Path(path_type=Path, file_okay=False),
                 help="Keep what is played in this folder, with saves of matches that did not end; go on from it."),
}  # fmt: skip


def run_options(*without: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of every command that plays many matches, but for some."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, option in reversed(_OPTIONS.items()):
            command = command if name in without else option(command)
        return command

    return with_options


class Means(NamedTuple):
    """What plays: so many processes of this machine, of Python or Node, or those of a cluster.

    ``tells``: seconds between two lines of progress.
    """

    jobs: int
    on: str | None = None
    engine: str = "python"
    tells: float | None = None

    def play(self, source: Source, plan: Plan, batches: Sequence[Batch]) -> Iterator[Done]:
        if self.on is not None:
            return play_on(Where(self.on, self.jobs), source, plan, batches)
        return (play_by_node if self.engine == "node" else play_all)(source, plan, self.jobs, batches)


@dataclass(slots=True)
class Table:
    """A game that is ready to be played, and the plan of a run."""

    build: Build
    rules: Rules
    plan: Plan
    means: Means
    brought: tuple[str, ...] = ()  # the rosters that are rated

    @property
    def about(self) -> dict[str, Any]:
        """What the run is: a record of another one is not gone on with."""
        program = self.rules.code.program
        return {
            "game": program.game, "version": program.version, "rules": self.rules.hash, "cardwright": __version__,
            "run": {
                "seed": self.plan.seed, "agents": list(self.plan.agents), "swaps_rosters": bool(self.plan.rosters),
                "most": self.plan.most, **({"rosters": list(self.brought)} if self.brought else {}),
            },
        }  # fmt: skip

    def declared(self) -> dict[str, Any]:
        """What the game has, for what is never used."""
        code, scenarios = self.rules.code, self.build.scenarios
        at = code.spans
        return {
            "verbs": list(code.program.verbs), "cards": list(code.program.cards),
            "abilities": {
                a.id: {
                    "name": a.label, "place": f"{at[a.at].path}:{at[a.at].line}",
                    "card": a.name if a.name in code.program.cards else "",
                }
                for a in code.abilities
                if a.form_of_use != "passive"
            },
            "players": {
                name: [entity.name for entity in scenarios[name].entities if entity.kind == "player"]
                for name in self.plan.scenarios
            },
        }  # fmt: skip

    def played(self, folder: Path | None) -> Sums:
        """Plays the run, or what its record lacks of it."""
        try:
            record = Record(folder, self.about)
        except OtherRun as fault:
            raise Refused(str(fault)) from fault
        wanted = list(record.missing(self.plan))
        for batch, sums in self.told(wanted):
            record.keep(batch, sums)
        return added(list(record.of(self.plan).values()))

    def told(self, batches: Sequence[Batch]) -> Iterator[Done]:
        """Plays batches where the run is to be played, and tells how far it is."""
        source = Source(self.rules, partial(exported, self.build))
        progress = Progress(sum(end - start for _, start, end in batches), self.means.tells)
        spare_the_program()
        try:
            for batch, sums in self.means.play(source, self.plan, batches):
                yield batch, sums
                progress.add(batch[2] - batch[1])
        except (UnknownAgent, NoCluster, NoNode, NotInstalled) as fault:
            raise Refused(str(fault)) from fault
        finally:
            status("")

    def with_change(self, change: Change) -> Table:
        """The same run with another number on a card."""
        return self.with_build(varied(self.build, change))

    def with_build(self, build: Build) -> Table:
        """The same run under other rules."""
        return replace(self, build=build, rules=rules_of(build))

    def record_in(self, folder: Path | None) -> Path | None:
        """Where the record of these rules is, of a run that compares several."""
        return folder / self.rules.hash if folder is not None else None

    def report(self, sums: Sums) -> dict[str, Any]:
        return report_of(self.about, self.plan, sums, self.declared())


class Progress:
    """Tells how far a run is: in a line that changes on a terminal, and elsewhere in a line from time to time."""

    def __init__(self, count: int, every: float | None) -> None:
        self.count, self.done, self.every = count, 0, _EVERY if every is None else every
        self.began = self.told = monotonic()

    def add(self, count: int) -> None:
        self.done += count
        now = monotonic()
        speed = self.done / max(now - self.began, 0.001)
        left = (self.count - self.done) / speed
        line = f"{self.done} of {numbered(self.count, 'match', 'matches')}, {speed:.1f} a second, {left:.0f} s left"
        if sys.stderr.isatty():
            status(line)
        elif now - self.told >= self.every:
            self.told = now
            say(line, err=True)


def table_of(game: Path, scenarios: Sequence[str], options: Mapping[str, Any]) -> Table | None:
    """A game and the plan that the options make; None, and its first error is told, where it has errors."""
    if options["on"] not in (None, LOCAL):
        refuse_given({"jobs": "a cluster that is there has processes of its own"})
    folder = games_at([game])[0]
    reading = read_rules(folder)
    if report_errors(reading) or reading.build is None or reading.build.program is None:
        return None
    rules = rules_of(reading.build, Clock(0))
    if not rules.scenarios or not rules.code.program.start:
        raise Refused(f"{reading.shown} cannot be played: it has no scenario or no `start`")
    names = tuple(dict.fromkeys(scenarios)) or (next(iter(rules.scenarios)),)
    for name in names:
        if name not in rules.scenarios:
            raise Refused(f"there is no scenario `{name}`; name some of {', '.join(rules.scenarios)}")
    agents = tuple(str(options["agents"]).split(","))
    _look_at(agents, rules)
    if options["engine"] == "node":
        _look_at_node(agents)
    rosters = _rosters(reading.build, names) if options.get("swap_rosters") else ()
    plan = Plan(names, options["matches"], options["seed"], agents, rosters, options["most"])
    means = Means(options["jobs"], options["on"], options["engine"], options.get("tell_every"))
    return Table(reading.build, rules, plan, means)


def _look_at(agents: Sequence[str], rules: Rules) -> None:
    """Refuses agents that there are not, or that cannot play this game."""
    for name in agents:
        try:
            agent_of(name, 1)
        except UnknownAgent as fault:
            raise Refused(str(fault)) from fault
        if lacking := lacks(name, rules.code.program.policy):
            raise Refused(lacking)


def _look_at_node(agents: Sequence[str]) -> None:
    """Refuses what Node does not play."""
    refuse_given({"on": "a cluster plays in Python, and not in Node"})
    for name in agents:
        if name.partition(":")[0] not in AGENTS:
            raise Refused(f"`{name}` does not play in Node: there are {', '.join(AGENTS)}; or use `--engine python`")


def seats_with_rosters(build: Build, scenario: str) -> Seating:
    """The players to whom a scenario gives rosters, with these."""
    every: list[Any] = [plain(node) for node in build.files.scenarios]
    players = next(data for data in every if data["id"] == scenario).get("players", ())
    return tuple((one["name"], one["roster"]) for one in players if isinstance(one, dict) and "roster" in one)


def _rosters(build: Build, names: Sequence[str]) -> tuple[tuple[str, tuple[Seating, ...]], ...]:
    """By scenario, the ways to seat its rosters: each player has each once."""
    found: list[tuple[str, tuple[Seating, ...]]] = []
    for name in names:
        given = seats_with_rosters(build, name)
        if len(given) < 2:
            raise Refused(f"the scenario `{name}` does not give a roster to several players, so none can be swapped")
        players, rosters = zip(*given, strict=True)
        moved = (rosters[n:] + rosters[:n] for n in range(len(rosters)))
        found.append((name, tuple(tuple(zip(players, brought, strict=True)) for brought in moved)))
    return tuple(found)

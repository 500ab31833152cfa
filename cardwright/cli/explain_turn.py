"""``cardwright explain-turn``: explains why an automated figure did what it did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.exported import rules_of
from cardwright.cli.games import Reading, games_at, read_rules, report_errors
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import language_option, refuse_given
from cardwright.cli.output import as_json, say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.play import SAVED, Played, Table
from cardwright.cli.saved_match import loaded
from cardwright.cli.told_turns import NotedTrace, Told, turns_of
from compiler.callables.weighing import WeighingCode
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Remark, Stopped, label
from dsl.dataclass import dataclass
from dsl.syntax import ast
from dsl.syntax.unparse import unparse
from dsl.wording.steps import Place
from dsl.wording.texts import GRAMMARS, automated_words

_SENTENCES = {
    "failed": "not `{}`: it does not hold",
    "idle": "not `{}`: it holds, and nothing in it can be done now",
    "taken": "taken: `{}`",
    "then": "then `{}`",
    "skipped": "left out: `{}` cannot be done now",
}
_LABEL = re.compile(r"\b\w+#\d+")
_EVENT = re.compile(r"( *)((?:illegal |prevented |fizzled |ended )?)([a-z]\w*)((?: \w+=(?:\[[^\]]*\]|\S+))*)(: .*)?")
# A trigger without a label is not shown: the events that it causes are shown below it.
_NAMELESS = re.compile(r" *\w+#\d+ of \S+")


@click.command("explain-turn")
@click.argument("game", type=GamePath())
@click.argument("scenario", required=False)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the match, as in `play`.")
@click.option("--agents", type=click.Choice(["random", "first"]), default="random", show_default=True)
@time_limit
@click.option(
    "--of", "figure", help="Only turns of this figure: its card, or (without --load) its name in the scenario."
)
@click.option("--turn", type=click.IntRange(1), help="Only the turn with this number among those shown.")
@click.option("--load", type=SAVED, help="Explain the match of a save as far as it was played.")
@language_option
@click.option("--trace", is_flag=True, help="By ids, with the words and places of the rules.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(game: Path, scenario: str | None, **options: Any) -> int:
    """Play GAME from SCENARIO, and explain the turns of its automated figures.

    For each turn: which step was taken, why the steps above it were not, what was skipped, which candidate a step chose
    and by which preference, and what happened then.
    """
    reading = read_rules(games_at([game])[0])
    if report_errors(reading):
        return FINDINGS
    table, played = _played(reading, scenario, options)
    status("")
    if played.broken is not None:
        raise played.broken
    turns = Turns(reading, played.game)
    told = told_turns(reading, played, table.language, turns.queries)
    both = [(turn, words) for turn, words in zip(turns.all(), told, strict=True)
            if options["figure"] in (None, turn.name, turn.card)]  # fmt: skip
    number = options["turn"]
    shown = both if number is None else both[number - 1 : number]
    lines = [list(turns.describe_turn(turn)) if options["trace"] else words for turn, words in shown]
    if options["form"] == "json":
        rows = zip(shown, lines, strict=True)
        whole = [{"figure": turn.name, "card": turn.card, "has_ended": turn.has_ended, "lines": told}
                 for (turn, _), told in rows]  # fmt: skip
        show(as_json(whole))
    elif not shown:
        raise click.ClickException("there is no such turn in this game")
    else:
        for position, (first, *others) in enumerate(lines, start=number or 1):
            for line in (f"{position}. {first}", *others, ""):
                say(line)
    if played.fault is not None:
        how = "was" if isinstance(played.fault, Stopped) else "ended with a fault:"
        say(f"the game {how} {played.fault}", err=True)
    return FINDINGS if played.fault is not None else CLEAN


def _played(reading: Reading, scenario: str | None, options: Mapping[str, Any]) -> tuple[Table, Played]:
    """The match that is explained: one of agents, or that of a save."""
    clock, save = Clock(options["time_limit"]), options["load"]
    if save is None:
        table = Table(reading, scenario, clock, WeighingCode)
        table.speak(options["language"])
        return table, table.play(options["seed"], options["agents"], tracing=True)
    told = "a save tells how its match was played"
    refuse_given({"scenario": told, "seed": told, "agents": told})
    assert reading.build is not None and reading.build.program is not None
    code = WeighingCode(reading.build.program)
    rules = rules_of(reading.build, clock, lambda _program: code)
    with clock.running(None):
        match = loaded(rules, save, None)
    table = Table(reading, match.scenario, clock, lambda _program: code)
    table.speak(options["language"])
    return table, table.play_again(match)


def told_turns(
    reading: Reading, played: Played, language: str, queries: Mapping[Place, ast.Query]
) -> Iterator[list[str]]:
    """Each turn in words."""
    build, trace = reading.build, played.game.trace
    assert build is not None and build.checked is not None and isinstance(trace, NotedTrace)
    words = automated_words(build.checked, language if language in GRAMMARS else "en")
    told = Told(language, played.game.code.spans, words, queries, trace.eye.happened)
    for turn in turns_of(trace.notes, len(trace.eye.happened)):
        yield list(told.turn(turn))


@dataclass(frozen=True, slots=True)
class Turn:
    """One run of an AI: the figure, the place of its steps, and its remarks without the first and the last.

    ``has_ended``: whether it has ended, and no player is asked in it.
    """

    name: str
    card: str
    at: int
    lines: tuple[int, int]
    remarks: tuple[Remark, ...]
    has_ended: bool = True


class Turns:
    """The AI turns of a game that was played with a transcript."""

    def __init__(self, reading: Reading, game: State) -> None:
        self.game = game
        self.queries: dict[tuple[str, int, int], ast.Query] = {}
        build = reading.build
        assert build is not None and game.trace is not None
        self.remarks, self.lines = game.trace.remarks, game.trace.lines
        self.verbs = build.vocab.verbs
        entities = [e for kind in game.kinds.values() for e in kind]
        self.shown_names = {label(e): game.test_names[e._id] for e in entities if e._id in game.test_names}
        self.priority = build.vocab.policy.get("priority", "")
        roots = [ability for card in build.vocab.cards.values() for text in card.texts for ability in text.abilities]
        for root in [*roots, *(node for node, _ in build.vocab.definitions)]:
            for node in root.walk():
                if isinstance(node, ast.Query):
                    self.queries[node.span.source.path, *node.span.line_column()] = node

    def all(self) -> Iterator[Turn]:
        begun: list[int] = []
        for position, remark in enumerate(self.remarks):
            if remark.form == "acts":
                begun.append(position)
            elif remark.form == "acted" and begun:
                first = begun.pop()
                lines = (self.remarks[first].line, remark.line)
                card = remark.text.partition("#")[0]
                inside = tuple(self.remarks[first + 1 : position])
                yield Turn(self.with_names(remark.text), card, remark.at, lines, inside)
        for first in reversed(begun):
            remark = self.remarks[first]
            lines, inside = (remark.line, len(self.lines)), tuple(self.remarks[first + 1 :])
            yield Turn(self.with_names(remark.text), remark.text.partition("#")[0], remark.at, lines, inside, False)

    def describe_turn(self, turn: Turn) -> Iterator[str]:
        """The turn in words, line by line."""
        place = self.game.code.spans[turn.at]
        yield f"{turn.name} acts by its steps ({place.path}:{place.line})"
        first, last = turn.lines
        shown = self.lines[first:last]
        left = min((len(line) - len(line.lstrip()) for line in shown), default=0)
        remarks = list(turn.remarks)
        for number, line in enumerate(shown, start=first):
            while remarks and remarks[0].line <= number:
                yield from self.describe_remark(remarks.pop(0))
            if not line.lstrip().startswith("ai ") and not _NAMELESS.fullmatch(line):
                yield "      " + self.as_call(line[left:])
        for remark in remarks:
            yield from self.describe_remark(remark)
        if not turn.has_ended:
            return
        if not any(r.form == "taken" for r in turn.remarks):
            yield "   nothing is done: no step can be taken"
        elif all(line.lstrip().startswith("ai ") for line in shown):
            yield "      nothing comes of it"

    def describe_remark(self, remark: Remark) -> Iterator[str]:
        if remark.form in _SENTENCES:
            depth = "      " if remark.form in ("then", "skipped") else "   "
            sentence = _SENTENCES[remark.form].format(remark.text)
            yield depth + (sentence.replace("it holds, and ", "") if remark.text == "otherwise" else sentence)
        elif remark.form == "weighed" and len(remark.ranks) > 1:
            yield from self.describe_choice(remark)

    def describe_choice(self, remark: Remark) -> Iterator[str]:
        """The candidates of a choice, and those that each preference left."""
        place = self.game.code.spans[remark.at]
        query = self.queries.get((place.path, place.line, place.column))
        words = [] if query is None else [unparse(p) for p in query.preferences]
        if query is not None and query.quantifier in ("nearest", "farthest"):
            words.insert(0, query.quantifier)
        words += [self.priority] * (len(remark.ranks[0][1]) - len(words))
        left: list[tuple[Any, tuple[int, ...]]] = list(remark.ranks)
        yield f"        among {self.names(o for o, _ in left)}:"
        for position, word in enumerate(words):
            if len(left) == 1:
                break
            least = min(ranks[position] for _, ranks in left)
            kept = [(o, ranks) for o, ranks in left if ranks[position] == least]
            if len(kept) == len(left):
                yield f"          {word}: all alike"
            else:
                values = ", ".join(f"{self.value_name(o)}{_value(word, ranks[position])}" for o, ranks in left)
                yield f"          {word}: {self.names(o for o, _ in kept)} ({values})"
            left = kept
        chosen = self.names(o for o, _ in left)
        yield f"        so {chosen}" + (", as the players choose" if len(left) > 1 else "")

    # ---- names
    def value_name(self, value: Any) -> str:
        return self.game.test_names.get(value._id) or label(value) if isinstance(value, Entity) else label(value)

    def names(self, values: Iterator[Any]) -> str:
        return ", ".join(self.value_name(v) for v in values)

    def with_names(self, line: str) -> str:
        """A line of the transcript with the names of the scenario instead of numbers."""
        return _LABEL.sub(lambda m: self.shown_names.get(m[0], m[0]), line)

    def as_call(self, line: str) -> str:
        """An event with its prepositions, as a call is written; any other line unchanged."""
        found = _EVENT.fullmatch(self.with_names(line))
        verb = self.verbs.get(found[3]) if found is not None else None
        if found is None or verb is None:
            return self.with_names(line)
        given = dict(re.findall(r"(\w+)=(\[[^\]]*\]|\S+)", found[4]))
        words = [
            f" {param.preposition} {given[param.name]}" if param.preposition else f" {given[param.name]}"
            for param in verb.params
            if given.get(param.name, "none") not in ("none", "false")
        ]
        return f"{found[1]}{found[2]}{found[3]}{''.join(words)}{found[5] or ''}"


def _value(word: str, rank: int) -> str:
    """The value for a rank: a low rank is always the better one, so some ranks are negated values."""
    form = word.split(" ", 1)[0]
    if form in ("having", "without"):
        return " yes" if (rank == 0) == (form == "having") else " no"
    return f" {-rank if form in ('most', 'highest', 'farthest') else rank}"

"""Games for Python programs: read a folder, play matches, save and load them.

Job: give the checker and the interpreter one typed interface. Input: the folder of a game. Output: diagnostics, or
`Rules` that start matches. Must never print, and never know a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict, cast

from cardwright.authoring.exported import rules_of
from cardwright.authoring.worth import winners
from compiler.build import Build, build_game
from compiler.interpreter import foresight, match, watching
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.setups import MOST_POSITIONS, HostError
from compiler.interpreter.values import Fault
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.errata import sound_day
from dsl.game.wanted_tests import ALL_TESTS, NO_TESTS

__all__ = [
    "BrokenInvariant", "ContentError", "Diagnostic", "Event", "HostError", "Match", "Request", "Rules", "View",
    "Watcher", "check", "load",
]  # fmt: skip


class ContentError(Exception):
    """The game has errors; ``diagnostics`` has all findings, in the order of files and places."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        errors = [d for d in self.diagnostics if d.severity is Severity.ERROR]
        first = errors[0]
        rest = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first.span}: {first.message}{rest}")


@dataclass(frozen=True, slots=True)
class Request:
    """A decision that a match waits for.

    ``kind`` is one, some, yes, mode, use or order. ``who`` is the name of the player. ``options`` are the names of the
    options; answers are positions in this tuple. ``least`` and ``most`` are the limits for the number of options to
    choose. ``place`` is the ``file:line:column`` of the rule.

    Where the host answers for chance, ``kind`` may also be roll, draw or shuffle. ``sizes`` has the number of faces of
    each die, which ``options`` name, and an answer has a position for each; the size of a draw, whose answer is one
    position; or that of a shuffle, whose answer has every position once.
    """

    kind: str
    who: str
    prompt: str
    options: tuple[str, ...]
    least: int
    most: int
    place: str
    sizes: tuple[int, ...] = ()


def check(folder: str | Path, *, as_of: str = "") -> tuple[Diagnostic, ...]:
    """Every finding of a game, without lints, sorted by place; empty if the game has none. ``as_of``: as for `load`."""
    sink = Sink()
    build_game(Path(folder), sink, wanted=replace(ALL_TESTS, day=as_of and sound_day(as_of)))
    return tuple(sink.sorted())


def load(folder: str | Path, *, as_of: str = "") -> Rules:
    """The rules of the game in a folder; raises `ContentError` if they have errors. Its tests are not read.

    ``as_of``: a day, such as 2026-01-31, whose cards are taken; without it they have all their errata. Raises
    `ValueError` for what is no day.
    """
    sink = Sink()
    build = build_game(Path(folder), sink, wanted=replace(NO_TESTS, day=as_of and sound_day(as_of)))
    if build is None or build.program is None:
        raise ContentError(sink.sorted())
    return Rules(build)


class Rules:
    """The rules of a game. ``scenarios`` are names for `new`; equal rules have the same ``hash``."""

    def __init__(self, build: Build) -> None:
        self._rules = rules_of(build)
        self.game = self._rules.code.program.game
        self.scenarios = tuple(self._rules.scenarios)
        self.hash = self._rules.hash

    def new(
        self,
        scenario: str | None = None,
        *,
        seed: int = 1,
        rosters: Mapping[str, Any] | None = None,
        chance: str = "own",
    ) -> Match:
        """A match at its first request.

        ``scenario``: the default is the game's usual scenario. ``seed``: equal seeds and answers give equal matches.
        ``rosters``: maps names of players to one of the game's rosters, by name or as a mapping. Raises `HostError` if
        the match cannot be set up.
        """
        setup: dict[str, Any] = {} if scenario is None else {"scenario": scenario}
        if rosters is not None:
            setup["rosters"] = rosters
        return Match(self._rules.new_game(setup, seed, {"chance": chance}))

    def load(self, save: Mapping[str, Any], *, by: str | None = None) -> Match:
        """The saved match, where it was; raises `HostError` if the save is damaged.

        A save of other rules is refused unless ``by`` says how it is to be taken: ``replay`` gives its answers again,
        as far as they are legal; ``state`` takes over its state, as far as it still exists. `Match.report` says what
        did not fit.
        """
        return Match(self._rules.load(save, None, by))

    def restore(self, snapshot: Mapping[str, Any], *, chance: str = "own") -> Match:
        """The match of a snapshot, as it was; raises `HostError` for one that is damaged or of other rules.

        What was done before the snapshot cannot be undone in it. ``chance``: as for `new`; a snapshot does not say who
        answers for it.
        """
        return Match(self._rules.restore(snapshot, {"chance": chance}))

    def check_roster(self, roster: Any) -> list[dict[str, Any]]:
        """The faults of a roster, each with ``reason``, ``place`` and ``rows``; empty if the roster is legal."""
        return self._rules.check_roster(roster)


class BrokenInvariant(TypedDict):
    """An invariant that does not hold: of which entity (empty for the whole game), and the values that it reads."""

    name: str
    place: str
    rows: list[str]
    of: str
    values: dict[str, str]


class View(TypedDict):
    """What somebody may know of a match: ``schemas/view.schema.json`` describes its parts."""

    board: dict[str, Any] | None
    players: list[str]
    entities: dict[str, dict[str, Any]]
    zones: dict[str, dict[str, Any]]
    effects: list[dict[str, Any]]
    request: dict[str, Any] | None


_From = TypedDict("_From", {"from": NotRequired[dict[str, Any] | None]})  # a word of Python


class Event(_From):
    """Something that happened, as one viewer is told it: ``schemas/events.schema.json`` says which of them has what.

    ``changes`` are what it changes in the view: each a path and the new value, or a path alone for what is gone.
    """

    seq: int
    depth: int
    what: str
    changes: list[list[Any]]
    words: NotRequired[str]
    verb: NotRequired[str]
    values: NotRequired[dict[str, Any]]
    ability: NotRequired[str]
    of: NotRequired[Any]
    by: NotRequired[Any]
    roll: NotRequired[list[Any]]
    who: NotRequired[Any]
    kind: NotRequired[str]
    chosen: NotRequired[list[Any]]
    entity: NotRequired[str | None]
    to: NotRequired[dict[str, Any] | None]
    zone: NotRequired[str | None]
    status: NotRequired[dict[str, Any]]
    field: NotRequired[str]
    before: NotRequired[Any]
    after: NotRequired[Any]


class Watcher:
    """Somebody who watches a match, from `Match.watch`."""

    def __init__(self, watcher: watching.Watcher) -> None:
        self._watcher = watcher

    def view(self) -> View:
        """What they may know now."""
        return cast("View", self._watcher.view())

    def events(self) -> list[Event]:
        """What happened since they asked last, for a view or for events; with it the last view becomes the next one."""
        return cast("list[Event]", self._watcher.events())

    def refused(self) -> list[dict[str, Any]]:
        """What they are not offered now: each has an ``option``, the parts of a ``reason``, ``place``, ``rows``."""
        return self._watcher.refused()

    def allows(self, picked: Sequence[int]) -> bool:
        """Whether some answer to what they are asked has all of these options.

        Raises `HostError` where they are asked nothing, or where that takes too much work to find out.
        """
        return self._watcher.allows(_positions(picked))

    def close(self) -> None:
        """Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names anew."""
        self._watcher.close()


def _positions(answer: Any) -> Any:
    """An answer as the match takes it: any sequence is an array. Whether it is one at all is the match's to say."""
    if isinstance(answer, list | tuple | str | bytes) or not isinstance(answer, Sequence):
        return cast("Any", answer)
    return list(islice(cast("Sequence[Any]", answer), MOST_POSITIONS + 1))


class Match:
    """A running match, from `Rules.new` or `Rules.load`."""

    def __init__(self, running: match.Match) -> None:
        self._match = running

    @property
    def request(self) -> Request | None:
        """The current request; None if the match has ended."""
        self._match.skip()
        asked = self._match.asked()
        if asked is None:
            return None
        if asked["kind"] in ("roll", "draw", "shuffle"):
            sizes = tuple(asked.get("sizes") or (asked["size"],))
            count = {"roll": len(sizes), "draw": 1, "shuffle": sizes[0]}[asked["kind"]]
            return Request(asked["kind"], "", "", tuple(asked.get("dice", ())), count, count, asked["place"], sizes)
        return Request(
            asked["kind"], asked["who"], asked["prompt"], tuple(asked["options"]), asked["least"], asked["most"],
            asked["place"],
        )  # fmt: skip

    def legal(self) -> list[list[int]]:
        """The legal answers to the request, at most 64. Each lists positions in its options; ``[-1]`` passes."""
        return [answer["answer"] for answer in self._match.legal()]

    def answer(self, answer: Sequence[int]) -> None:
        """Continues with an answer. Raises `HostError` if it is not legal; the match then stays as it was."""
        self._match.skip()
        self._match.answer(_positions(answer))

    def explain(self) -> dict[str, Any]:
        """What the current request does not offer, and why."""
        return self._match.explain()

    def invariants(self) -> list[BrokenInvariant]:
        """The invariants of the game that do not hold now, which may tell what is hidden; empty if all hold."""
        return cast("list[BrokenInvariant]", self._match.invariants())

    @property
    def answers(self) -> list[list[int]]:
        """The answers given so far."""
        return [list(answer) for answer in self._match.answers]

    @property
    def outcome(self) -> str | None:
        """None while the match is running; then ``ended``, or ``fault`` if the rules could not continue."""
        return self._match.result["outcome"] if self._match.result is not None else None

    @property
    def message(self) -> str:
        """Why the rules could not continue; empty otherwise."""
        return str(self._match.result["message"]) if self._match.result is not None else ""

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who has won, players counted from 0; None where the ruleset does not say it (`policy: won`).

        Raises `HostError` where finding it out passes a bound.
        """
        try:
            found = winners(self._match)
        except Fault as fault:
            raise HostError(f"`policy: won` fails: {fault}") from fault
        return tuple(found) if found is not None else None

    @property
    def hash(self) -> str:
        """The hash of the whole state; every engine gives equal hashes for equal states."""
        return fingerprint(self._match.game)

    def events(self) -> list[str]:
        """The events so far, one line each, indented by depth. Of a loaded match all answers are played again once."""
        self._match.relive()
        assert self._match.game.trace is not None
        return list(self._match.game.trace.lines)

    def view(self, player: int | Literal["all"] | None = None) -> View:
        """What a player may know, as data; players count from 0. None is a spectator, ``all`` a referee, who knows all.

        ``schemas/view.schema.json`` describes it. Names of entities hold for this view alone; see `watch`.
        """
        return cast("View", self._match.view(player))

    def watch(
        self,
        player: int | Literal["all"] | None = None,
        language: str | None = None,
        names: Sequence[str | None] | None = None,
    ) -> Watcher:
        """Somebody who watches this match: they are told what happens, and what stays in sight keeps its name.

        With a language of the game they are also told in words: events, requests and refusals have ``words``. Raises
        `HostError` for a language that it has not. ``names`` are those by which the words call the players, in the
        order of their seats; None for who has none.
        """
        return Watcher(self._match.watch(player, language, names))

    def save(self) -> dict[str, Any]:
        """The match as JSON data, for `Rules.load`."""
        return self._match.save()

    @property
    def report(self) -> list[str]:
        """What did not fit when a save of other rules was loaded, in sentences; empty otherwise."""
        return list(self._match.report)

    # ---- the match as a value
    def snapshot(self) -> dict[str, Any]:
        """All of the match as JSON data, for `Rules.restore`: its state, chance, and what is being done."""
        return self._match.snapshot()

    def clone(self) -> Match:
        """An independent match in the same state; equal answers lead both to the same end."""
        return Match(self._match.clone())

    def branch(self, seed: int) -> Match:
        """A clone with other dice, draws and shuffles from now on; ``seed`` says which."""
        return Match(self._match.branch(seed))

    def branch_for(self, player: int, seed: int) -> Match:
        """A branch in which what a player cannot know is dealt anew, in a way that fits all that they know.

        Players count from 0. What lies hidden from the player is exchanged among the hidden places of the same owner.
        Raises `HostError` where what is being done names something that is hidden from them, as while another player
        chooses from their own hand.
        """
        return Match(self._match.branch_for(player, seed))

    def branch_asking(self) -> Match:
        """A branch in which rolls, draws and shuffles are asked from now on, as in a match with ``chance="host"``.

        Whoever looks ahead gives it each of the answers of `chances`, one after the other.
        """
        return Match(foresight.branch_asking(self._match))

    def chances(self) -> Iterator[tuple[list[int], Fraction]]:
        """What chance may answer now, each with its probability; answers that come to the same are one.

        A shuffle of n entities has n! answers: they are made one at a time. Raises `HostError` if chance is not asked.
        """
        self._match.skip()
        total, ways = foresight.chances(self._match)
        return ((answer, Fraction(count, total)) for answer, count in ways)

    def undo(self) -> None:
        """Takes the last answer back; raises `HostError` where there is none."""
        self._match.undo()

    def redo(self) -> None:
        """Gives the answer that was taken back last once more; raises `HostError` where there is none."""
        self._match.redo()

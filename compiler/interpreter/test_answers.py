"""A test's answers to what is asked while it runs.

Job: answer requests from the lists of a test's step; note what is offered, settled without asking, refused, and left
open. Input: a step, and requests. Output: answers, and notes for ``claims``. What is not scripted is a Fault, unless it
is an offer, a `may` or a shuffle, which may be left open.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from compiler.interpreter.answers import check_answer, legal_answers
from compiler.interpreter.game import Driver
from compiler.interpreter.invariants import Judge
from compiler.interpreter.linked_rows import StepCode
from compiler.interpreter.offering import Using
from compiler.interpreter.offers import refused_of
from compiler.interpreter.state import State
from compiler.interpreter.test_names import fitting, name_for_tests, named, names_of, shown_options
from compiler.interpreter.values import (
    Choose,
    Draw,
    Entity,
    Event,
    Fault,
    Misfit,
    Refusal,
    Request,
    RollDice,
    Shuffle,
    label,
)

_NONE = "none"
_CHANGES = frozenset({"write", "call", "create", "status", "lasting", "shuffle"})  # rows that change the state directly
_ASIDE = frozenset({"spend", "let", "mark", "note", "return"})  # rows that change nothing


@dataclass(slots=True)
class Openings:
    """What a run of a test leaves open, in order: what could be taken. ``taken``: which of them is taken, and how."""

    taken: tuple[int, int] | None = None
    found: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    was_taken: bool = False
    holder: Any = None  # the frame that has offered it

    def left_open(self, game: State, ways: tuple[str, ...]) -> int | None:
        """Notes what is left open; gives the way that is to be taken in this run, if one is."""
        number = len(self.found)
        self.found.append(ways)
        if self.taken is None or self.taken[0] != number:
            return None
        self.was_taken = True
        self.holder = game.frames[-2] if len(game.frames) > 1 else None
        return self.taken[1]

    def is_inside(self, game: State) -> bool:
        """Whether what was taken is still being carried out."""
        for below, above in zip(game.frames, game.frames[1:], strict=False):
            if below is self.holder:
                return isinstance(above, Using)
        return False


class ScriptDriver:
    """Answers from a step's lists, and watches what the game offers, settles and refuses."""

    def __init__(self, game: State, step: StepCode | None, env: Any, openings: Openings | None = None) -> None:
        self.generator = Driver(self.pick).generator
        self.game, self.step, self.env = game, step, env
        self.openings = openings if openings is not None else Openings()
        self.choices = list(step.choices) if step is not None else []
        self.dice = list(step.dice) if step is not None else []
        self.draws = list(step.draws) if step is not None else []
        self.unnamed = list(step.named) if step is not None else []
        self.is_noting = step is not None and bool(step.offered or step.not_offered or step.refused)
        self.is_asked = False
        self.seen: set[str] = set()
        # What was settled without asking, and no answer has named: its names, and how many it is.
        self.single: list[tuple[frozenset[str], int]] = []
        self.reasons: dict[int, list[Refusal]] = {}  # why an answer of `refused` is not offered, by its position
        self.refusals: list[Event] = []
        self.failures: list[str] = []
        self.arbiter: Judge | None = None  # judges the invariants of the game before each decision
        done = [row[0] in _CHANGES for row in step.do.rows if row[0] not in _ASIDE] if step is not None else []
        self.changes, self.changes_last = any(done), done[-1:] == [True]  # whether the step itself changes something

    # ---- what the game tells
    def offered(self, offer: tuple[Any, ...], found: list[Any]) -> None:
        self.is_asked = True
        if not self.is_noting or self.step is None:
            return
        self.note(tuple(found))
        claims = [(i, claim.answer) for i, claim in enumerate(self.step.refused) if claim.call is None]
        for usable, why in refused_of(self.game, offer) if claims else ():
            mine = names_of(self.game, usable)
            for position, answer in claims:
                if answer in mine:
                    self.reasons.setdefault(position, []).append(why)

    def settled(self, options: tuple[Any, ...]) -> None:
        self.is_asked = True
        self.name_things()
        self.note(options)
        names = frozenset[str]().union(*(names_of(self.game, option) for option in options))
        self.single.append((names or frozenset((_NONE,)), len(options) or 1))

    def begun(self) -> None:
        """An outermost event begins: the test may have changed something itself since the one before."""
        self.judged(is_own=self.changes)

    def judged(self, *, is_own: bool) -> None:
        """Judges the invariants; ``is_own``: what is broken now is what the test itself has put so."""
        if self.arbiter is not None:
            self.arbiter.begin(self.game) if is_own else self.arbiter.look(self.game)

    def refused(self, event: Event) -> None:
        self.refusals.append(event)

    def note(self, options: tuple[Any, ...]) -> None:
        if self.is_noting:
            self.seen.update(*(names_of(self.game, option) for option in options))

    def name_things(self) -> None:
        """Things that are there now have their names of `as:`."""
        for pair in tuple(self.unnamed):
            name, find = pair
            try:
                value = find(self.game, self.env)
            except (Fault, AttributeError, TypeError):
                continue  # what it would be found by is not there yet
            if isinstance(value, Entity):
                setattr(self.env, name, value)
                self.game.test_names.pop(value._id, None)
                name_for_tests(self.game, value, name)
                self.unnamed.remove(pair)

    # ---- answers
    def answer(self, game: State, request: Request) -> Any:
        self.name_things()
        if self.openings.was_taken and (self.openings.is_inside(game) or not self.fits(game, request)):
            return self.usual(request)
        match request:
            case RollDice():
                return self.faces(game, request)
            case Choose():
                self.judged(is_own=False)
                return self.pick(game, request)
            case Draw():
                return self.by_chance(game, request)
            case Shuffle():
                return self.shuffled(game, request)

    def fits(self, game: State, request: Request) -> bool:
        """Whether the lists have an answer; asked only where something was taken that the test leaves open."""
        kept, single = [list(answers) for answers in (self.choices, self.dice, self.draws)], list(self.single)
        openings, self.openings = self.openings, Openings()
        try:
            match request:
                case RollDice():
                    self.faces(game, request)
                case Choose():
                    self.pick(game, request)
                case Draw():
                    self.by_chance(game, request)
                case Shuffle():
                    pass
        except Fault:
            return False
        finally:
            self.openings = openings
            self.choices, self.dice, self.draws = kept
            self.single = single
        return True

    def usual(self, request: Request) -> Any:
        """The first legal answer."""
        match request:
            case Choose():
                return next(iter(legal_answers(request, 1)), [])
            case RollDice(sizes=sizes):
                return [0] * len(sizes)
            case Draw():
                return 0
            case Shuffle(size=size):
                return list(range(size))

    def finish(self) -> None:
        """The step is over: answers that name what was settled without asking are right."""
        self.name_things()
        while self.drop_single(self.choices) or self.drop_single(self.draws):
            pass
        for name, _ in self.unnamed:
            raise Misfit(f"nothing is there to be named `{name}`", self.step.at if self.step is not None else 0)

    def drop_single(self, answers: list[Any]) -> bool:
        """Passes over the next answer where it names the only one that was possible at a choice before."""
        wanted = _wanted(answers[0]) if answers else None
        many = wanted if isinstance(wanted, list | tuple) else [wanted]
        for number, (names, size) in enumerate(self.single):
            if wanted is not None and len(set(map(str, many))) == size and names.issuperset(map(str, many)):
                del self.single[number]
                self.hold_and_pop(answers, names, None)
                return True
        return False

    def hold_and_pop(self, answers: list[Any], names: AbstractSet[str], request: Choose | None) -> None:
        """Takes the next answer, and holds what it says of the request against it; None: nobody had to be asked."""
        taken = answers.pop(0)
        if not isinstance(taken, dict):
            return
        self.failures += [f"`{name}` is not offered" for name in taken["offered"] if name not in names]
        self.failures += [f"`{name}` is offered" for name in taken["not_offered"] if name in names]
        asked = taken["asked"]
        if asked and (request is None or asked not in names_of(self.game, request.who)):
            told = named(self.game, label(request.who)) if request is not None else "nobody"
            self.failures.append(f"{told} is asked, not `{asked}`")
        for refused in taken["refused"]:
            if request is None or self.takes(request, refused):
                self.failures.append(f"`{shown_answer(refused)}` is taken, or names what is no option")

    def takes(self, request: Choose, wanted: list[str]) -> bool:
        """Whether a choice among these options takes an answer; one that names no option proves nothing."""
        found = [fitting(self.game, request.options, name, request.at) for name in wanted]
        try:
            check_answer(request, found)
        except Fault:
            return None in found
        return True

    # ---- dice
    def faces(self, game: State, request: RollDice) -> list[int]:
        if not self.dice:
            raise Misfit(f"a roll of {', '.join(request.dice)} is not scripted: add `dice:`", request.at)
        given = self.dice.pop(0)
        many = list(given) if isinstance(given, list | tuple) else [given]
        while len(many) < len(request.dice) and self.dice and not isinstance(given, list | tuple):
            many.append(self.dice.pop(0))
        if len(many) != len(request.dice):
            raise Misfit(f"{len(request.dice)} dice are rolled, and {len(many)} are scripted", request.at)
        return [self.face(game, die, wanted, request.at) for die, wanted in zip(request.dice, many, strict=True)]

    def face(self, game: State, die: str, wanted: Any, at: int) -> int:
        size = game.code.die_size(die, at)
        for index in range(size):
            symbols = game.code.face(die, index)
            if symbols == wanted or (isinstance(wanted, int) and symbols == {"value": wanted}):
                return index
        raise Misfit(f"{die} has no face {shown_answer(wanted)}", at)

    # ---- chance
    def by_chance(self, game: State, request: Draw) -> int:
        frame: Any = game.frames[-1]
        options: tuple[Any, ...] = frame.options
        shown = shown_options(game, options)
        while self.draws and not isinstance(self.draws[0], list | tuple):
            found = fitting(game, options, self.draws[0], request.at)
            if found is not None:
                self.draws.pop(0)
                return found
            if not self.drop_single(self.draws):
                raise Misfit(f"{self.draws[0]} cannot be picked: one of {shown}", request.at)
        raise Misfit(f"a random pick is not scripted: add `draws:`, one of {shown}", request.at)

    def shuffled(self, game: State, request: Shuffle) -> list[int]:
        """The named cards come first, in their order; the others follow as they lay."""
        frame: Any = game.frames[-1]
        cards = tuple(frame.zone.items)
        if not self.draws or not isinstance(self.draws[0], list | tuple):
            usual = self.generator.permutation(request.size)
            way = self.openings.left_open(game, (named(game, f"another order of {frame.zone!r}"),))
            return usual if way is None else usual[::-1]
        first: list[int] = []
        for wanted in self.draws.pop(0):
            left = [i for i in range(len(cards)) if i not in first]
            found = fitting(game, tuple(cards[i] for i in left), wanted, request.at)
            if found is None:
                raise Misfit(f"{wanted} is not among what is shuffled: {shown_options(game, cards)}", request.at)
            first.append(left[found])
        return first + [i for i in range(len(cards)) if i not in first]

    # ---- choices
    def pick(self, game: State, request: Choose) -> list[int]:
        self.is_asked = True
        self.note(request.options)
        while True:
            found = self.scripted(game, request)
            if found is not None:
                check_scripted(game, request, found)
                names = set[str]().union(*(names_of(game, option) for option in request.options))
                self.hold_and_pop(self.choices, names, request)
                return found
            if not self.drop_single(self.choices):
                return self.unscripted(game, request)

    def scripted(self, game: State, request: Choose) -> list[int] | None:
        """The next answer as positions, if it is one to this request."""
        following = _wanted(self.choices[0]) if self.choices else None
        if following is None:
            return None
        if request.kind == "use":
            position = fitting(game, request.options, following, request.at)
            return [-1] if following == "pass" else [position] if position is not None else None
        if request.kind == "yes":
            answers = following in ("yes", "no") or isinstance(following, bool)
            return [0 if following in ("yes", True) else 1] if answers else None
        many = following if isinstance(following, list | tuple) else [] if following == _NONE else [following]
        found = [fitting(game, request.options, wanted, request.at) for wanted in many]
        whole = [f for f in found if f is not None]
        return whole if len(whole) == len(found) else None

    def unscripted(self, game: State, request: Choose) -> list[int]:
        """An offer is passed and a `may` declined where the test leaves them open; other choices need an answer."""
        if request.kind == "use":
            ways = tuple(shown_options(game, (option,)) for option in request.options)
            way = self.openings.left_open(game, ways)
            return [-1 if way is None else way]
        if request.kind == "yes":
            return [1 if self.openings.left_open(game, (f"yes at {request.prompt}",)) is None else 0]
        shown = shown_options(game, request.options)
        if not self.choices:
            raise Misfit(f"a choice is not scripted: one of {shown}", request.at)
        raise Misfit(f"{shown_answer(_wanted(self.choices[0]))} is no option: one of {shown}", request.at)


def check_scripted(game: State, request: Choose, answer: list[int]) -> None:
    """An answer of a test that is not legal where it is given does not fit what is asked: no rule is at fault. It costs
    the game no work.
    """
    work = game.work
    try:
        check_answer(request, answer)
    except Fault as fault:
        raise Misfit(fault.message, fault.at) from fault
    finally:
        game.work = work


def _wanted(answer: Any) -> Any:
    return answer["answer"] if isinstance(answer, dict) else answer


def shown_answer(answer: Any) -> str:
    """An answer as every engine tells it, in the way of test files."""
    if isinstance(answer, list | tuple):
        return "[" + ", ".join(map(shown_answer, answer)) + "]"
    if not isinstance(answer, dict):
        return label(answer)
    if "answer" in answer:
        return shown_answer(answer["answer"])
    return "{" + ", ".join(f"{name}: {answer[name]}" for name in sorted(answer)) + "}"

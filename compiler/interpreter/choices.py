"""Requests: choices, rolls, draws and shuffles, and trials that answer them by themselves.

Job: turn what the rules ask into requests for a driver, and read the answers. In a trial (`can`, paying a cost on
trial) answers are tried in order until one passes. Options stand in a fixed order; illegal answers are refused.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import combinations, islice
from typing import Any

from compiler.interpreter.modifiers import Modifiers
from compiler.interpreter.spending import TRY
from compiler.interpreter.values import (
    Choose,
    Draw,
    Ended,
    Entity,
    Env,
    Exhausted,
    Face,
    Fault,
    Prevented,
    Request,
    Roll,
    RollDice,
    Shuffle,
    Unpaid,
    Zone,
    label,
)

Run = Generator[Request, Any, Any]
_MOST_TRIES = 64
_STOPS = (Fault, Prevented, Ended, Unpaid)


class Choices(Modifiers):
    """Statements that ask."""

    def ask(self, request: Request) -> Run:
        self.count_step(request.at)
        if self.trial or not isinstance(request, Choose):
            return (yield request)
        self.refill()  # what is asked about it while it waits is no work of the game's
        answer = yield request
        self.refill()
        return answer

    def choose(
        self,
        how: str,
        options: Any,
        amount: tuple[Any, Any],
        who: Entity,
        judge: tuple[Callable[[Any], bool] | None, Callable[[Any], tuple[int, ...]] | None],
        at: int,
    ) -> Run:
        """The chosen one (`one`), ones (`some`), or None when there is nothing to choose."""
        such_that, rank = judge
        if how == "yes":
            return (yield from self._yes(who, at))
        found = tuple(options)
        if rank is not None and found:
            ranked = tuple((o, rank(o)) for o in found)
            best = _best(ranked, all_=how == "some")
            if self.trace is not None and not self.trial:
                self.trace.weigh(at, ranked, best)
            found = best
        if how == "random":
            if not found:
                return None
            position = 0 if len(found) == 1 else (yield from self.ask(Draw(len(found), at)))
            return found[position]
        if how == "one":
            found = tuple(o for o in found if such_that is None or such_that(o))
            if len(found) <= 1:
                return found[0] if found else None
            return found[(yield from self._pick(who, "one", found, (1, 1), at, None))[0]]
        return (yield from self._some(found, amount, who, such_that, at))

    def _some(self, found: tuple[Any, ...], amount: tuple[Any, Any], who: Entity, such_that: Any, at: int) -> Run:
        least = amount[0] or 0
        most = len(found) if amount[1] is None else min(amount[1], len(found))
        if not 0 <= least <= most:
            return None
        if not found:
            return () if such_that is None or such_that(()) else None
        picked = yield from self._pick(who, "some", found, (least, most), at, such_that)
        return None if picked is None else tuple(found[i] for i in picked)

    def _yes(self, who: Entity, at: int) -> Run:
        answer = yield from self._pick(who, "yes", ("yes", "no"), (1, 1), at, None)
        return True if answer == [0] else None

    def _pick(
        self, who: Entity, kind: str, options: tuple[Any, ...], amount: tuple[int, int], at: int, such_that: Any
    ) -> Run:
        if who is None:
            raise Fault("nobody is there to decide", at)
        asked = self.judging(such_that) if such_that is not None else None
        request = Choose(who, kind, self.prompt(at), options, amount[0], amount[1], at, asked)
        if kind == "some" and asked is not None and not _some_choice(request):
            return None
        answer = yield from self.ask(request)
        check_answer(request, answer)
        if self.trace is not None and not self.trial:
            chosen = [label(options[i]) if i >= 0 else "pass" for i in answer]
            self.trace.add(len(self.stack), f"{label(who)} chooses {', '.join(chosen) or 'nothing'}")
        return answer

    def judging(self, such_that: Callable[[Any], bool]) -> Callable[[Any], bool]:
        """The same condition on the whole, of which each question is work."""

        def asked(picked: tuple[Any, ...]) -> bool:
            self.spend(1 + len(picked), -1)
            return such_that(picked)

        return asked

    def prompt(self, at: int) -> str:
        place = self.code.spans[at]
        inside = self.stack[-1]._verb if self.stack else ""
        return f"{place.owner or inside} ({place.path.rsplit('/', 1)[-1]}:{place.line})"

    def choose_mode(self, who: Entity, modes: tuple[tuple[str, bool], ...], at: int) -> Run:
        """The position of the mode chosen among those that can be done; -1 when none can."""
        possible = [i for i, (_, ok) in enumerate(modes) if ok]
        if len(possible) <= 1:
            return possible[0] if possible else -1
        names = tuple(modes[i][0] for i in possible)
        return possible[(yield from self._pick(who, "mode", names, (1, 1), at, None))[0]]

    def roll(self, dice: tuple[str, ...], at: int) -> Run:
        """Rolls dice; the answer names a face for each."""
        if not dice:
            return Roll(())
        self.work -= len(dice)
        if len(dice) > 100:
            raise Fault("more than 100 dice were rolled at once", at)
        sizes = tuple(self.code.die_size(die, at) for die in dice)
        answer = yield from self.ask(RollDice(dice, sizes, at))
        if len(answer) != len(dice) or any(not 0 <= a < s for a, s in zip(answer, sizes, strict=True)):
            raise Fault(f"{answer} is no roll of {', '.join(dice)}", at)
        result = Roll(Face(d, i, self.code.face(d, i)) for d, i in zip(dice, answer, strict=True))
        if self.marked is not None and not self.trial:
            for die in dice:
                self.marked.update(self.program.data_rows.get(f"die:{die}", ()))
        if self.trace is not None and not self.trial:
            self.trace.add(len(self.stack), "roll " + ", ".join(str(f) for f in result))
        return result

    def reroll(self, held: Roll, dice: Any, at: int) -> Run:
        """Rolls some dice of a roll again; they keep their places."""
        again = tuple(d for d in (dice if isinstance(dice, tuple) else (dice,)) if d is not None)
        fresh = yield from self.roll(tuple(f.die for f in again), at)
        instead = {id(old): new for old, new in zip(again, fresh, strict=True)}
        return Roll(instead.get(id(face), face) for face in held)

    def shuffle(self, zone: Zone, at: int) -> Run:
        if len(zone.items) > 1:
            self.work -= len(zone.items)
            order = yield from self.ask(Shuffle(len(zone.items), at))
            if sorted(order) != list(range(len(zone.items))):
                raise Fault("the answer is no permutation", at)
            self.reorder(zone, list(order))

    # ---- trials
    def attempt(self, start: Callable[[], Run], passes: Callable[[Any], bool]) -> bool:
        """Whether a stretch of play can pass, with some answers; everything is taken back.

        Answers are tried in order, the last changed first, at most 64 times; each roll is taken at its first face, for
        what hangs on a roll cannot be promised.
        """
        prefix: list[int] = []
        for _ in range(_MOST_TRIES):
            widths: list[int] = []
            self.work -= TRY
            if self._attempt_once(start, passes, prefix, widths):
                return True
            path = (prefix + [0] * len(widths))[: len(widths)]
            while path and path[-1] + 1 >= widths[len(path) - 1]:
                path.pop()
            if not path:
                return False
            path[-1] += 1
            prefix = path
        return False

    def _attempt_once(
        self, start: Callable[[], Run], passes: Callable[[Any], bool], prefix: list[int], widths: list[int]
    ) -> bool:
        mark, dirty, frames = len(self.journal), set(self.dirty), len(self.stack)
        steps, events, changes = self.steps, self.events, self.changes
        known, aside = self.known, self.kept_aside  # true again when the trial is taken back
        self.kept_aside = False
        self.trial += 1
        run = start()
        try:
            answer: Any = None
            while True:
                request = run.send(answer)
                answer = _trial_answer(request, prefix, widths)
        except StopIteration as end:
            return passes(end.value)
        except Exhausted:
            raise
        except _STOPS:
            return False
        finally:
            run.close()  # what is left half done ends now, and not when it happens to be forgotten
            self.trial -= 1
            self.back_to(mark)
            self.known, self.kept_aside = known, aside
            del self.stack[frames:]
            self.dirty, self.steps, self.events, self.changes = dirty, steps, events, changes

    def keep(self, values: dict[str, Any]) -> Env:
        return Env(values)


def _trial_answer(request: Request, prefix: list[int], widths: list[int]) -> Any:
    match request:
        case RollDice(sizes=sizes):
            return [0] * len(sizes)
        case Draw():
            return 0
        case Shuffle(size=size):
            return list(range(size))
        case Choose():
            answers = list(islice(_legal(request), 16))
            position = prefix[len(widths)] if len(widths) < len(prefix) else 0
            widths.append(len(answers))
            if not answers:
                raise Fault("nothing can be chosen", request.at)
            return answers[min(position, len(answers) - 1)]


def legal_answers(request: Choose, most: int = 64) -> list[list[int]]:
    """Legal answers of a choice, in a fixed order: at most ``most``, and as many as its work allows to find."""
    found: list[list[int]] = []
    try:
        for answer in islice(_legal(request), most):
            found.append(answer)
    except Exhausted:
        if not found:
            raise
    return found


def _legal(request: Choose) -> Iterator[list[int]]:
    if request.kind == "use":
        yield [-1]
    if request.most == 1 and request.least == 1:
        yield from ([i] for i in range(len(request.options)))
        return
    for size in range(request.least, request.most + 1):
        for picked in combinations(range(len(request.options)), size):
            if request.such_that is None or request.such_that(tuple(request.options[i] for i in picked)):
                yield list(picked)


def _some_choice(request: Choose) -> bool:
    return next(_legal(request), None) is not None


def check_answer(request: Choose, answer: Any) -> None:
    """Refuses an answer that names no option, too few, too many, or breaks the condition on the whole."""
    if request.kind == "use" and answer == [-1]:
        return
    options = request.options
    fits = (
        isinstance(answer, list)
        and request.least <= len(answer) <= request.most
        and len(set(answer)) == len(answer)
        and all(isinstance(i, int) and 0 <= i < len(options) for i in answer)
    )
    if not fits or (request.such_that is not None and not request.such_that(tuple(options[i] for i in answer))):
        raise Fault(f"{answer} is no legal answer", request.at)


def _best(ranked: tuple[tuple[Any, tuple[int, ...]], ...], *, all_: bool) -> tuple[Any, ...]:
    if all_:
        return tuple(o for o, _ in sorted(ranked, key=lambda pair: pair[1]))
    best = min(r for _, r in ranked)
    return tuple(o for o, r in ranked if r == best)

"""What a test claims of a step, held against what happened.

Job: judge conditions, events, offers and refusals. Input: a step, and what its driver has noted. Output: failures, as
sentences with the place of the claim. Never changes a game.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.interpreter.events import shown_event
from compiler.interpreter.linked_rows import EventCode, EventsCode, RefusalCode, StepCode, ThenCode
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.test_names import is_name, named, names_known
from compiler.interpreter.values import Event, Fault, Refusal, label

_MOST_EVENTS = 40
Told = Iterator[tuple[str, int]]  # failures
History = Sequence[tuple[str, Event]]


# ---- conditions
def judge_conditions(step: StepCode, game: State, env: Any) -> Told:
    for then in step.then:
        refill(game)
        try:
            holds = then.test(game, env)
        except Fault as fault:
            fault.at = fault.at or then.at
            raise
        if not holds:
            yield f"`{then.text}` does not hold{_values(then, game, env)}", then.at


def _values(then: ThenCode, game: State, env: Any) -> str:
    """What a condition is made of, with its values, no more than was looked at."""
    if then.left is not None:
        against = "" if then.right is None else f", against {named(game, label(then.right(game, env)))}"
        return f" (it is {named(game, label(then.left(game, env)))}{against})"
    if not then.joined:
        return ""
    told: list[str] = []
    for part in then.parts:
        holds = bool(part.test(game, env))
        told.append(f"`{part.text}` " + ("holds" if holds else "does not") + _values(part, game, env))
        if holds == (then.joined == "or"):
            break
    return ": " + ", ".join(told)


# ---- events
def is_meant(event: EventCode, entry: tuple[str, Event], game: State, env: Any) -> bool:
    name, happened = entry
    step = f".{event.step}" if event.step else ""
    if happened._verb not in event.verbs or name != happened._verb + step:
        return False
    return event.test is None or bool(event.test(game, env, happened))


def judge_events(claims: EventsCode, history: History, game: State, env: Any, at: int) -> Told:
    waiting = list(claims.events)
    for entry in history:
        if waiting and is_meant(waiting[0], entry, game, env):
            waiting.pop(0)
    if waiting:
        order = ", ".join(name for name, _ in history[:_MOST_EVENTS])
        yield f"the event {waiting[0].text} did not follow (what happened: {order})", at
    for event in claims.never:
        for entry in history:
            if is_meant(event, entry, game, env):
                yield f"`{event.text}` was not to happen: {_shown(game, entry)}", event.at
                break
    if claims.exactly:
        yield from _judge_all(claims.exactly, history, game, env)


def _judge_all(wanted: Sequence[EventCode], history: History, game: State, env: Any) -> Told:
    """All events of the kinds that are named are these, in this order."""
    kinds = {verb + (f".{event.step}" if event.step else "") for event in wanted for verb in event.verbs}
    found = [entry for entry in history if entry[0] in kinds]
    if len(found) == len(wanted) and all(is_meant(*pair, game, env) for pair in zip(wanted, found, strict=True)):
        return
    told = ", ".join(event.text for event in wanted)
    happened = "; ".join(_shown(game, entry) for entry in found[:_MOST_EVENTS]) or "nothing of it"
    yield f"exactly this was to happen: {told} (what happened: {happened})", wanted[0].at


def _shown(game: State, entry: tuple[str, Event]) -> str:
    name, event = entry
    return name if name != event._verb else named(game, shown_event(game, event))


# ---- offers and refusals
def judge_offers(step: StepCode, driver: ScriptDriver) -> Told:
    for name in step.offered:
        if name not in driver.seen:
            yield f"`{name}` is not offered", step.at
    for name in step.not_offered:
        if name in driver.seen:
            yield f"`{name}` is offered", step.at
    if step.not_offered and not driver.is_asked:
        yield "nobody is offered anything here, so `not offered` says nothing", step.at
    for message in driver.failures:
        yield message, step.at


def judge_names(step: StepCode, game: State) -> Told:
    """What is `not offered` must be a name: a misspelt one is never offered."""
    wanted = list(step.not_offered)
    for answer in step.choices:
        wanted += answer["not_offered"] if isinstance(answer, dict) else ()
    known = names_known(game) if wanted else set[str]()
    for name in wanted:
        if not is_name(known, name):
            yield (
                f"`{name}` is not offered because nothing has this name: no thing, square, card, ability or label",
                step.at,
            )


def judge_refusals(step: StepCode, game: State, env: Any, driver: ScriptDriver, history: History) -> Told:
    """Holds what is to be refused against what was; takes what was meant off the driver's refusals."""
    for position, claim in enumerate(step.refused):
        if claim.call is None:
            reasons, offered = driver.reasons.get(position, []), claim.answer in driver.seen
            text, else_ = claim.answer, "is offered" if offered else "is nothing that could be offered here"
        else:
            meant = [e for e in driver.refusals if is_meant(claim.call, (e._verb, e), game, env)]
            driver.refusals = [e for e in driver.refusals if e not in meant]
            reasons, text = [e._reason for e in meant if e._reason is not None], claim.call.text
            done = any(is_meant(claim.call, entry, game, env) for entry in history)
            else_ = "is legal" if done else "is not called"
        yield from _judge_refusal(claim, text, else_, reasons, game)


def _judge_refusal(claim: RefusalCode, text: str, else_: str, reasons: Sequence[Refusal], game: State) -> Told:
    if not reasons:
        yield f"`{text}` was to be refused, and {else_}", claim.at
    elif not any(says(game, reason, claim.because) for reason in reasons):
        yield f"`{text}` is refused for another reason: {named(game, reasons[0].message)}", claim.at
    elif game.marked is not None:
        game.marked.update(row for reason in reasons if says(game, reason, claim.because) for row in reason.rows)


def judge_legality(step: StepCode, game: State, driver: ScriptDriver, illegal: str) -> Told:
    """The first call must be refused with the reason that the test states; without one, none may be refused."""
    refused = [e for e in game.outermost if _is_refused(e) and e in driver.refusals]
    if not illegal:
        for event in refused:
            assert event._reason is not None
            yield f"{event._verb} is illegal: {named(game, event._reason.message)}", step.at
        return
    first = game.outermost[0] if game.outermost else None
    if first is None or first._reason is None or not _is_refused(first):
        yield "the first call was to be refused, and is legal", step.at
        return
    game.marked.update(first._reason.rows) if game.marked is not None else None
    if not says(game, first._reason, illegal):
        yield f"it is refused for another reason: {named(game, first._reason.message)}", step.at


def _is_refused(event: Any) -> bool:
    return event._outcome in ("illegal", "fizzled") and event._reason is not None


def says(game: State, reason: Refusal, wanted: str) -> bool:
    return wanted in reason.message or wanted in named(game, reason.message)

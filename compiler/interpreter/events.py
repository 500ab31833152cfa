"""Events: the one algorithm by which verbs happen.

Job: carry out a verb call: replacements, requirements, before, the body with its steps, state checks, after. The order
is fixed by the language reference, "What a verb call does". Input: compiled verbs and abilities. Never knows a verb.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compiler.interpreter.choices import Asking, Choices
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.happening import Happening, Replacing
from compiler.interpreter.spending import EVENT, MOST_NESTED
from compiler.interpreter.using import locals_of
from compiler.interpreter.values import (
    Duration,
    Effect,
    Ended,
    Entity,
    Env,
    Event,
    Exhausted,
    Prevented,
    Refusal,
    Usable,
    label,
)

if TYPE_CHECKING:
    from compiler.interpreter.linked import AbilityCode, VerbCode

Match = tuple["AbilityCode", Any, Entity]


class Events(Choices):
    """Verb calls, steps, triggers and state checks."""

    # ---- making events
    def make_event(self, verb: str, values: dict[str, Any]) -> Event:
        """The record of an event, with defaults filled in."""
        code = self.code.verbs[verb]
        self.events += 1
        event = Event(verb, self.stack[-1] if self.stack else None, self.events)
        for name, default, optional in code.params:
            if name in values:
                value = values[name]
            elif default is not None:
                value = default(self)
            else:
                value = None
            if value is None and not optional and event._reason is None:
                event._reason = Refusal(f"there is no {name} for {verb}", code.at)
            setattr(event, name, value)
        for name in code.lets:
            setattr(event, name, None)
        return event

    def refusal(self, code: VerbCode, event: Event, *, again: bool) -> Refusal | None:
        """Why an event is illegal now, or None. The second time its values stay as they have become."""
        if event._reason is not None:
            return event._reason
        if self.code.forbids or self.effects:
            forbidden = self.forbidden(event)
            if forbidden is not None:
                self.mark(forbidden.rows)
                return forbidden
        failed = code.recheck(self, event) if again else code.head(self, event)
        if failed is None:
            return None
        message, at, rows = failed
        return Refusal("".join(p if isinstance(p, str) else label(p) for p in message), at, rows)

    def can(self, verb: str, values: dict[str, Any]) -> bool:
        """Whether a call would pass its requirements now, after replacements; nothing changes."""
        return self.why_not(verb, values) is None

    def why_not(self, verb: str, values: dict[str, Any]) -> Refusal | None:
        """The reason why a call would be refused now, or None."""
        code = self.code.verbs[verb]
        self.nested += 1
        try:
            self.inside(verb)
            event = self.make_event(verb, values)
            self.events -= 1
            if event._reason is not None or not code.watched("instead"):
                return self.refusal(code, event, again=False)
            found: list[Refusal | None] = []

            def judged(_: Any) -> bool:
                found.append(self.refusal(code, event, again=False))
                return True

            self.attempt(lambda: Replacing(event, "", False), judged)
            return found[0] if found else None
        finally:
            self.nested -= 1

    def inside(self, verb: str) -> None:
        """A question about a verb inside of other questions."""
        at = self.code.verbs[verb].at
        self.spend(EVENT, at)
        if self.nested > MOST_NESTED:
            raise Exhausted(f"whether {verb} can be done depends on itself", at)

    # ---- the algorithm
    def emit(self, verb: str, values: dict[str, Any], use: Usable | None = None) -> Frame:
        """Does a verb; its result is the event, whose outcome tells what became of it."""
        return Happening(verb, values, use)

    def close(self, event: Event, outcome: str) -> Event:
        event._outcome = outcome
        if not self.stack and not self.trial:
            self.outermost.append(event)
        if self.watcher is not None and not self.trial and outcome in ("illegal", "fizzled"):
            self.watcher.refused(event)
        if self.trace is not None and not self.trial:
            why = f": {event._reason.message}" if event._reason is not None else ""
            self.trace.add(len(self.stack), f"{outcome} {self.shown(event)}{why}")
        return event

    def shown(self, event: Event) -> str:
        values = [f"{name}={label(getattr(event, name))}" for name, _, _ in self.code.verbs[event._verb].params]
        return " ".join([event._verb, *values])

    def begin_event(self, code: VerbCode, event: Event) -> None:
        """An event begins: it is told, and lies on the stack."""
        verb = event._verb
        if self.trace is not None and not self.trial:
            self.trace.add(len(self.stack), self.shown(event))
        if not self.trial:
            if not self.stack:
                self.outermost.append(event)
            if self.history is not None:
                self.history.append((verb, event))
        self.stack.append(event)
        begun = self.started.get(verb)
        self.note_aside(_restore, self.started, verb, begun)
        self.started[verb] = (begun or 0) + 1
        if self.effects:
            self.expire("start", event)
        if code.rows:
            self.mark(code.rows)

    def end_event(self, event: Event) -> None:
        """An event is over, and with it all that is above it on the stack."""
        if event in self.stack:
            del self.stack[self.stack.index(event) :]
        if self.effects:
            self.expire("end", event)

    # ---- replacements and triggers
    def matches(self, abilities: tuple[AbilityCode, ...], event: Event) -> list[Match]:
        """The abilities that answer an event now, oldest carrier first."""
        found = []
        for ability in abilities:
            for me, this in self.carriers(ability):
                if self.holds(ability, me, this, event):
                    found.append((ability, me, this))
        return found

    def is_free(self, ability: AbilityCode, me: Any, this: Entity, event: Event | None) -> bool:
        """Whether an ability's limits and requirements let it be used."""
        if not all(self.limit_free(limit, ability, this) for limit in ability.limits):
            return False
        if ability.uses and self.used.get((ability.id, this._id), 0) >= ability.uses:
            return False
        return ability.requires is None or ability.requires(self, me, this, event) is None

    def limit_free(self, frame: str, ability: AbilityCode, this: Entity) -> bool:
        """`once per FRAME`: free when not used since the frame's verb last began."""
        return self.used.get((ability.id, this._id, frame)) != self.started.get(frame, 0)

    def record_use(self, ability: AbilityCode, this: Entity) -> None:
        for frame in ability.limits:
            self.set_used((ability.id, this._id, frame), self.started.get(frame, 0))
        if ability.uses:
            key = (ability.id, this._id)
            self.set_used(key, self.used.get(key, 0) + 1)

    def recharge(self, event: Event) -> None:
        """What has happened gives back the uses of the abilities that wait for it."""
        for ability, asks in self.code.recharges.get(event._verb, ()):
            for me, this in self.carriers(ability):
                key = (ability.id, this._id)
                if self.used.get(key) and (asks is None or asks(self, me, this, event)):
                    self.set_used(key, 0)

    def set_used(self, key: tuple[Any, ...], value: int) -> None:
        self.note_aside(_restore, self.used, key, self.used.get(key))
        self.used[key] = value

    def still_answers(self, ability: AbilityCode, me: Any, this: Entity, event: Event) -> bool:
        """Whether an ability that waited for its turn is live and holds still, after what others did."""
        live = any(self_ is me and carrier._id == this._id for self_, carrier in self.carriers(ability))
        return live and self.holds(ability, me, this, event) and self.is_free(ability, me, this, event)

    def in_order(self, found: list[Match]) -> list[Match]:
        """By the order of the players who control them, then by age."""
        if len(found) < 2:
            return found
        order = self.player_order()
        ranks = {player._id: i for i, player in enumerate(order)}

        def rank(match: Match) -> tuple[int, Any]:
            player = self.controller_of(match[1])
            return ranks.get(player._id, len(order)) if player is not None else len(order), match[2]._id

        return sorted(found, key=lambda m: (rank(m)[0], str(rank(m)[1]).zfill(8)))

    def tied(self, found: list[Match]) -> list[Match]:
        """Those among which a player decides which is next; empty where the first one is."""
        player = self.controller_of(found[0][1])
        mine = [m for m in found if self.controller_of(m[1]) is player] if len(found) > 1 else []
        return mine if self.program.policy.get("ties") == "choose" and player is not None and len(mine) > 1 else []

    def ordering(self, mine: list[Match]) -> Asking:
        """Asks which of several simultaneous abilities of a player is next."""
        options = tuple(Usable(m[0].index, m[0].label, m[1], m[2]) for m in mine)
        who = self.controller_of(mine[0][1])
        assert who is not None
        return Asking(who, "order", options, mine[0][0].at)

    def player_order(self) -> tuple[Entity, ...]:
        """The players in the order in which they are asked: the ruleset's own, else by seat."""
        named = self.program.policy.get("order")
        players = self.of_kind("player") if "player" in self.program.kinds else ()
        return tuple(self.code.functions[named](self)) if named else players

    def controller_of(self, me: Any) -> Entity | None:
        if isinstance(me, Entity):
            if "player" in me._kinds:
                return me
            return getattr(me, "controller", None)
        return None

    def can_pay(self, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> bool:
        assert ability.costs is not None
        costs = ability.costs
        if self.nested >= MOST_NESTED:
            return False  # paying it asks whether it can be paid, and so on
        self.nested += 1
        try:
            return self.attempt(lambda: Body(costs, locals_of(me, this, trigger)), lambda _: True)
        finally:
            self.nested -= 1

    # ---- ends
    def prevent(self, trigger: Event, step: str) -> None:
        """Cancels an event or a step of one: it stops when the text that says so has been carried out."""
        trigger._prevented.add(step)

    def stop_prevented(self, event: Event, step: str) -> None:
        if step in event._prevented or "" in event._prevented:
            raise Prevented(event, step if step in event._prevented else "")

    def end_frame(self, frame: str) -> None:
        """Ends the innermost running event of a verb; where none runs, there is nothing to end."""
        for event in reversed(self.stack):
            if event._verb == frame:
                raise Ended(event)

    # ---- state checks and durations
    def lasting(self, duration: Duration, modifiers: tuple[int, ...], values: dict[str, Any]) -> None:
        self.lasts(Effect(self.next_id, self.begun(duration), modifiers, Env(values)))
        self.note_aside(setattr, self, "next_id", self.next_id)
        self.next_id += 1
        self.touch("*")

    def begin_status(self, name: Any, values: tuple[Any, ...], bearer: Any, duration: Duration | None) -> None:
        """Lays a status on its bearer for a while; a status that a card names may bring its own values."""
        if isinstance(name, tuple):
            name, values = name
        self.add_status(name, values, bearer, self.begun(duration) if duration is not None else None)

    def begun(self, duration: Duration) -> Duration:
        """A duration as it starts now: `next` passes over the event that is running."""
        if not duration.skip:
            return duration
        running = any(self.edge_matches(duration, event) for event in self.stack)
        return Duration(
            duration.edge, running and duration.edge == "end", duration.verbs, duration.until, duration.env
        )

    def edge_matches(self, duration: Duration, event: Event) -> bool:
        if event._verb not in duration.verbs:
            return False
        return duration.until is None or bool(self.code.untils[duration.until](self, event, duration.env))

    def expire(self, edge: str, event: Event) -> None:
        """Ends what lasts until this edge of this event, and what held only while something was so."""
        self.work -= len(self.effects)
        for effect in self.effects:
            duration = effect.duration
            if duration is None:
                continue
            if duration.edge == "while":
                over = not self.effect_holds(duration)
            else:
                over = duration.edge == edge and self.edge_matches(duration, event)
                if over and duration.skip:
                    self.note(setattr, duration, "skip", True)
                    duration.skip, over = False, False
            if over and effect.status is not None:
                self.drop(effect.status)
            elif over and effect in self.effects:
                self.set_effects(tuple(e for e in self.effects if e is not effect))
                self.touch("*")


def _restore(held: dict[Any, int], key: Any, old: int | None) -> None:
    if old is None:
        held.pop(key, None)
    else:
        held[key] = old

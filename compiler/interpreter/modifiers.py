"""What is true of an entity now: live abilities, stats, keywords, prohibitions.

Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what an
entity has and what is forbidden. Pure: nothing here changes the game.

A stat is its printed value, then overrides (the latest wins), then sums and bests by the stat's stacking, then
`at least` and `at most` (language reference, "Modifiers").
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from compiler.interpreter.spending import MOST_NESTED
from compiler.interpreter.state import State
from compiler.interpreter.values import (
    Duration,
    Effect,
    Entity,
    Env,
    Event,
    Exhausted,
    Fault,
    Refusal,
    Square,
    label,
    past,
)

if TYPE_CHECKING:
    from compiler.interpreter.linked import AbilityCode, LiveCode, ModifierCode

_NO_ENV = Env({})
_NOBODY: list[tuple[Entity, Entity]] = []  # never written to


class Modifiers(State):
    """Reads of the game that depend on what is live."""

    _filed: tuple[Effect, ...] | None = None  # the effects by which `_lasting_by` is sorted

    # ---- liveness
    def carriers(self, ability: AbilityCode) -> Sequence[tuple[Any, Entity]]:
        """Every (`self`, `this`) for which an ability is live, oldest carrier first."""
        form, name = ability.form, ability.name
        if form == "card":
            held = self.by_card.get(name)
            if not held or ability.live is None:
                return ()
            self.work -= len(held)
            live = ability.live
            return [(me, entity) for entity in held for me in self.live_selves(live, entity)]
        if form == "every":
            many = self.of_kind(name)
            self.work -= len(many)
            return [(entity, entity) for entity in many if self.is_present(entity)]
        if form == "status":
            lying = self.kinds[name]
            self.work -= len(lying)
            return [(status.bearer, status) for status in lying]
        bearers = self.keyword_bearers(name)
        self.work -= len(bearers)
        return [found for found in bearers if self.is_present(found[0])]

    def live_selves(self, live: LiveCode, this: Entity) -> Sequence[Any]:
        """Who `self` is in the live text of a carrier."""
        condition, needs_self = live.condition, live.needs_self
        if condition is not None and not needs_self and not condition(self, None, this):
            return ()
        found = live.subject(self, this)
        many = self.over(found) if live.each else (found,)
        if condition is not None and needs_self:
            return [me for me in many if me is not None and condition(self, me, this)]
        return [me for me in many if me is not None]

    def is_present(self, entity: Entity) -> bool:
        """Whether an entity takes part: its kind's `live` line holds, or it lies in no zone."""
        live = self.code.live_of_kind.get(entity._kind)
        if live is None or live.needs_self:
            return entity._zone is None
        return live.condition is None or bool(live.condition(self, None, entity))

    def keyword_bearers(self, name: str) -> list[tuple[Entity, Entity]]:
        """Who has a keyword, printed or granted, with the instance that holds its values."""
        found = self.by_keyword.get(name, _NOBODY)
        if self.may_be_granted(name):
            kind = self.program.traits[name].kind
            bearers = self.over(self.of_kind(kind))
            found = [*found, *((e, granted) for e in bearers for granted in self.granted(e, name))]
        return found

    def holds(self, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> bool:
        condition = ability.condition
        return condition is None or bool(condition(self, me, this, trigger))

    # ---- modifiers
    def modifiers_of(self, form: str, stat: str) -> Iterator[tuple[ModifierCode, Any, Any, Env, int]]:
        """Live modifiers of a form on a stat or trait: code, `self`, `this`, env and age."""
        for ability, modifier in self.code.modifiers.get((form, stat), ()):
            for me, this in self.carriers(ability):
                if self.holds(ability, me, this, None):
                    yield modifier, me, this, _NO_ENV, this._id
        for effect, modifier in self._lasting(form, stat):
            if self.effect_holds(effect.duration):
                assert effect.env is not None
                yield modifier, None, None, effect.env, effect.number

    def _lasting(self, form: str, stat: str) -> Sequence[tuple[Effect, ModifierCode]]:
        """What was added for a while, whether or not it holds now."""
        filed = self._lasting_now().get((form, stat), ())
        if filed:
            self.work -= len(filed)
        return filed

    def _lasting_now(self) -> dict[tuple[str, str], list[tuple[Effect, ModifierCode]]]:
        if self._filed is not self.effects:
            self._file()
        return self._lasting_by

    def _file(self) -> None:
        """Sorts what lasts by what it changes, so that a read need not look at all of it."""
        self._filed = self.effects
        self._lasting_by: dict[tuple[str, str], list[tuple[Effect, ModifierCode]]] = {}
        for effect in self.effects:
            for index in effect.modifiers:
                modifier = self.code.lasting[index]
                self._lasting_by.setdefault((modifier.form, modifier.stat), []).append((effect, modifier))

    def effect_holds(self, duration: Duration | None) -> bool:
        if duration is None or duration.edge != "while" or duration.until is None:
            return True
        return bool(self.code.untils[duration.until](self, None, duration.env))

    def affects(self, modifier: ModifierCode, it: Any, me: Any, this: Any, env: Env) -> bool:
        if modifier.scope is None:
            if it is not (me if me is not None else env.__dict__.get("self")):
                return False
        elif not modifier.scope(self, it, None, me, this, env):
            return False
        return modifier.condition is None or bool(modifier.condition(self, it, None, me, this, env))

    def stat(self, owner: Any, name: str) -> int:
        """A stat with all modifiers."""
        if owner is None:
            raise Fault(f"`{name}` of none is not known")
        key = (owner, name)
        known: tuple[int, int] | None = self.known.get(key)
        if known is not None and known[1] <= self.work:
            self.work -= known[1]
            return known[0]
        if not isinstance(owner, Entity):
            return int(getattr(owner, name))
        declared = self.code.stat_of.get((owner._kind, name))
        if declared is None or not owner._alive or not isinstance(owner._id, int):
            return int(declared.value(self, owner) if declared and declared.value else getattr(owner, name))
        before = self.work
        self.nested += 1
        try:
            if self.nested > MOST_NESTED:
                raise Exhausted(f"`{name}` depends on itself through modifiers")
            base = declared.value(self, owner) if declared.value is not None else getattr(owner, name)
            value = self._modified(base, declared.stacking, owner, name)
        finally:
            self.nested -= 1
        if value != base:
            self.mark(declared.rows)
        self.known[key] = past(value), before - self.work
        return value

    def _modified(self, value: int, stacking: str, owner: Any, name: str) -> int:
        overrides = self._values("override", owner, name)
        if overrides:
            value = max(overrides, key=lambda v: v[1])[0]
        value += _stacked([(v, source) for v, _, source in self._values("adjust", owner, name)], stacking)
        least = [v for v, _, _ in self._values("least", owner, name)]
        most = [v for v, _, _ in self._values("most", owner, name)]
        if least:
            value = max(value, *least)
        return min(value, *most) if most else value

    def _values(self, form: str, owner: Any, name: str) -> list[tuple[int, int, Any]]:
        found = []
        for modifier, me, this, env, age in self.modifiers_of(form, name):
            if self.affects(modifier, owner, me, this, env):
                assert modifier.value is not None
                value = modifier.value(self, owner, None, me, this, env)
                self.mark(modifier.rows)
                found.append((value, age, _source(modifier, this, env)))
        return found

    # ---- what an entity has
    def has(self, owner: Any, name: str) -> bool:
        """Whether an entity has a keyword or status, or a square a terrain."""
        if owner is None:
            return False
        if isinstance(owner, Square):
            assert self.grid is not None
            return name in self.grid.terrain[owner]
        for many in (owner._statuses, owner._keywords):
            for held in many:
                if held._kind == name:
                    self.mark(self.program.traits[name].rows)
                    return True
        if isinstance(owner._id, str):  # a card itself has what is printed on it
            return any(printed[0] == name for printed in getattr(owner, "keywords", ()))
        return self.may_be_granted(name) and next(self.granted(owner, name), None) is not None

    def may_be_granted(self, name: str) -> bool:
        """Whether any modifier grants a keyword at all."""
        return ("grant", name) in self.code.modifiers or ("grant", name) in self._lasting_now()

    def granted(self, owner: Entity, name: str) -> Iterator[Entity]:
        """The instances of a keyword that modifiers grant: one for all grants of the same values."""
        told: list[tuple[Any, ...]] = []
        for modifier, me, this, env, _ in self.modifiers_of("grant", name):
            if self.affects(modifier, owner, me, this, env):
                values = tuple(v(self, owner, None, me, this, env) for v in modifier.values)
                if values not in told:
                    told.append(values)
                    self.mark(modifier.rows)
                    yield self.granted_instance(name, values, owner)

    def granted_instance(self, name: str, values: tuple[Any, ...], owner: Entity) -> Entity:
        """Its id is no number, for it is no card, and the same each time, so that limits of use hold."""
        made: Entity = self.classes[name]()
        held = f"({', '.join(map(label, values))})" if values else ""
        made._id, made._card, made._zone, made._alive = f"{name}{held} of {owner._id}", None, None, True
        made._statuses, made._keywords = (), ()
        for param, value in zip(self.program.traits[name].params, values, strict=True):
            setattr(made, param, value)
        made.bearer = owner
        return made

    def forbidden(self, event: Event) -> Refusal | None:
        """The prohibition that an event meets, if any: `cannot` beats everything."""
        self.work -= len(self.effects)
        for ability, modifier in self.code.forbids.get(event._verb, ()):
            for me, this in self.carriers(ability):
                assert modifier.condition is not None
                is_live = self.holds(ability, me, this, None)
                if is_live and modifier.condition(self, None, event, me, this, _NO_ENV):
                    return self._told(modifier, event, me, this, _NO_ENV)
        for effect in self.effects:
            for index in effect.modifiers:
                modifier = self.code.lasting[index]
                if modifier.form != "forbid" or event._verb not in modifier.verbs:
                    continue
                assert modifier.condition is not None
                if self.effect_holds(effect.duration) and modifier.condition(self, None, event, None, None, effect.env):
                    return self._told(modifier, event, None, None, effect.env)
        return None

    def _told(self, modifier: ModifierCode, event: Event, me: Any, this: Any, env: Env | None) -> Refusal:
        """The refusal of a prohibition: in its own sentence where it has one."""
        parts = (label(value(self, None, event, me, this, env)) for value in modifier.values)
        return Refusal("".join(parts) or f"{event._verb} is forbidden", modifier.at, modifier.rows)


def _source(modifier: ModifierCode, this: Any, env: Env) -> Any:
    """What counts as one source: the same line of the same named card, keyword or status."""
    if this is None:
        return modifier.at
    return modifier.at, this._card._id if this._card is not None else this._kind


def _stacked(values: list[tuple[int, Any]], stacking: str) -> int:
    """Bonuses together: all, the best, the worst, one, or the best of each source; penalties likewise."""
    if not values:
        return 0
    numbers = [v for v, _ in values]
    match stacking:
        case "highest":
            return max(0, *numbers) + min(0, *numbers)
        case "lowest":
            return min(numbers)
        case "none":
            return numbers[0]
        case "source":
            best: dict[Any, int] = {}
            for value, source in values:
                if source not in best or abs(value) > abs(best[source]):
                    best[source] = value
            return past(sum(best.values()))
        case _:
            return past(sum(numbers))

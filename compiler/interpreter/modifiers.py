"""What is true of an entity now: live abilities, stats, keywords, prohibitions.

Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what an
entity has and what is forbidden. Reads all of the state. Changes nothing of the game: only what is remembered, and the
effects sorted by what they change.

A stat is its printed value, then overrides (the latest wins), then sums and bests by the stat's stacking, then
`at least` and `at most` (language reference, "Modifiers").
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from compiler.interpreter.entities import of_kind
from compiler.interpreter.linked_rows import AbilityCode, LiveCode, ModifierCode
from compiler.interpreter.marks import mark
from compiler.interpreter.spending import MOST_NESTED, over
from compiler.interpreter.state import State
from compiler.interpreter.values import (
    Divergent,
    Duration,
    Effect,
    Entity,
    Env,
    Event,
    Missing,
    Refusal,
    Square,
    label,
    past,
)

_NO_ENV = Env({})
_NOBODY: list[tuple[Entity, Entity]] = []  # never written to


def carriers(rt: State, ability: AbilityCode) -> Sequence[tuple[Any, Entity]]:
    """Every (`self`, `this`) for which an ability is live, oldest carrier first; remembered, so nobody changes it."""
    known: tuple[Sequence[tuple[Any, Entity]], int] | None = rt.known[ability.group].get(ability)
    before = rt.work
    if known is not None and known[1] <= before:
        rt.work = before - known[1]
        return known[0]
    found = _carriers(rt, ability)
    rt.known[ability.group][ability] = found, before - rt.work
    return found


def _carriers(rt: State, ability: AbilityCode) -> Sequence[tuple[Any, Entity]]:
    form, name = ability.form, ability.name
    if form == "card":
        held = rt.by_card.get(name)
        if not held or ability.live is None:
            return ()
        rt.work -= len(held)
        live = ability.live
        return [(me, entity) for entity in held for me in live_selves(rt, live, entity)]
    if form == "every":
        many = of_kind(rt, name)
        rt.work -= len(many)
        return [(entity, entity) for entity in many if is_present(rt, entity)]
    if form == "status":
        lying = rt.kinds[name]
        rt.work -= len(lying)
        return [(status.bearer, status) for status in lying]
    bearers = keyword_bearers(rt, name)
    rt.work -= len(bearers)
    return [found for found in bearers if is_present(rt, found[0])]


def live_selves(rt: State, live: LiveCode, this: Entity) -> Sequence[Any]:
    """Who `rt` is in the live text of a carrier."""
    condition, needs_self = live.condition, live.needs_self
    if condition is not None and not needs_self and not condition(rt, None, this):
        return ()
    found = live.subject(rt, this)
    many = over(rt, found) if live.each else (found,)
    if condition is not None and needs_self:
        return [me for me in many if me is not None and condition(rt, me, this)]
    return [me for me in many if me is not None]


def is_present(rt: State, entity: Entity) -> bool:
    """Whether an entity takes part: its kind's `live` line holds, or it lies in no zone."""
    live = rt.code.live_of_kind.get(entity._kind)
    if live is None or live.needs_self:
        return entity._zone is None
    return live.condition is None or bool(live.condition(rt, None, entity))


def keyword_bearers(rt: State, name: str) -> list[tuple[Entity, Entity]]:
    """Who has a keyword, printed or granted, with the instance that holds its values."""
    found = rt.by_keyword.get(name, _NOBODY)
    if may_be_granted(rt, name):
        kind = rt.program.traits[name].kind
        bearers = over(rt, of_kind(rt, kind))
        found = [*found, *((e, granted) for e in bearers for granted in granted_keywords(rt, e, name))]
    return found


def holds(rt: State, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> bool:
    condition = ability.condition
    return condition is None or bool(condition(rt, me, this, trigger))


def modifiers_of(rt: State, form: str, stat: str, it: Any) -> Iterator[tuple[ModifierCode, Any, Any, Env, int]]:
    """Live modifiers of a form on a stat or trait of this one: code, `self`, `this`, env and age."""
    for ability, modifier in rt.code.modifiers.get((form, stat), ()):
        scope, condition, is_live = modifier.scope, modifier.condition, ability.condition
        for me, this in carriers(rt, ability):
            if (
                (is_live is None or is_live(rt, me, this, None))
                and (it is me if scope is None else scope(rt, it, None, me, this, _NO_ENV))
                and (condition is None or condition(rt, it, None, me, this, _NO_ENV))
            ):
                yield modifier, me, this, _NO_ENV, _age(this)
    for effect, modifier in _lasting(rt, form, stat):
        if effect_holds(rt, effect.duration):
            scope, condition, env = modifier.scope, modifier.condition, effect.env
            assert env is not None
            if (env.__dict__.get("self") is it if scope is None else scope(rt, it, None, None, None, env)) and (
                condition is None or condition(rt, it, None, None, None, env)
            ):
                yield modifier, None, None, env, effect.number


def _age(this: Entity) -> int:
    """Since when a text is there. A granted keyword has no number of its own: it is as old as who has it."""
    return this._id if isinstance(this._id, int) else this.bearer._id


def _lasting(rt: State, form: str, stat: str) -> Sequence[tuple[Effect, ModifierCode]]:
    """What was added for a while, whether or not it holds now."""
    filed = _lasting_now(rt).get((form, stat), ())
    if filed:
        rt.work -= len(filed)
    return filed


def _lasting_now(rt: State) -> dict[tuple[str, str], list[tuple[Effect, ModifierCode]]]:
    if rt.filed_effects is not rt.effects:
        _file(rt)
    return rt.lasting_by


def _file(rt: State) -> None:
    """Sorts what lasts by what it changes, so that a read need not look at all of it."""
    rt.filed_effects = rt.effects
    rt.lasting_by = {}
    for effect in rt.effects:
        for index in effect.modifiers:
            modifier = rt.code.lasting[index]
            for changed in modifier.verbs if modifier.form == "forbid" else (modifier.stat,):
                rt.lasting_by.setdefault((modifier.form, changed), []).append((effect, modifier))


def effect_holds(rt: State, duration: Duration | None) -> bool:
    if duration is None or duration.edge != "while" or duration.until is None:
        return True
    return bool(rt.code.untils[duration.until](rt, None, duration.env))


def stat(rt: State, owner: Any, name: str) -> int:
    """A stat with all modifiers."""
    if owner is None:
        raise Missing(f"`{name}` of none is not known")
    key, group = (owner, name), rt.code.group_of["stat"].get(name, 0)
    known: tuple[int, int] | None = rt.known[group].get(key)
    if known is not None and known[1] <= rt.work:
        rt.work -= known[1]
        return known[0]
    if not isinstance(owner, Entity):
        return int(getattr(owner, name))
    declared = rt.code.stat_of.get((owner._kind, name))
    if declared is None or not owner._alive or not isinstance(owner._id, int):
        return int(declared.value(rt, owner) if declared and declared.value else getattr(owner, name))
    before = rt.work
    rt.nested += 1
    try:
        if rt.nested > MOST_NESTED:
            raise Divergent(f"`{name}` depends on itself through modifiers")
        base = declared.value(rt, owner) if declared.value is not None else getattr(owner, name)
        value = _modified(rt, base, declared.stacking, owner, name)
    finally:
        rt.nested -= 1
    if value != base:
        mark(rt, declared.rows)
    rt.known[group][key] = past(value), before - rt.work
    return value


def _modified(rt: State, value: int, stacking: str, owner: Any, name: str) -> int:
    overrides, since = _values(rt, "override", owner, name), 0
    if overrides:
        value, latest, _ = max(overrides, key=lambda v: v[1])
        since = latest if rt.program.policy.get("bonuses") == "later" else 0
    value += _stacked([(v, source) for v, age, source in _values(rt, "adjust", owner, name) if age >= since], stacking)
    least = [v for v, _, _ in _values(rt, "least", owner, name)]
    most = [v for v, _, _ in _values(rt, "most", owner, name)]
    if least:
        value = max(value, *least)
    return min(value, *most) if most else value


def _values(rt: State, form: str, owner: Any, name: str) -> list[tuple[int, int, Any]]:
    found = []
    for modifier, me, this, env, age in modifiers_of(rt, form, name, owner):
        assert modifier.value is not None
        value = modifier.value(rt, owner, None, me, this, env)
        mark(rt, modifier.rows)
        found.append((value, age, _source(modifier, this)))
    return found


def has(rt: State, owner: Any, name: Any) -> bool:
    """Whether an entity has a keyword or status, or a square a terrain. What a card prints with values has them all."""
    if owner is None:
        return False
    if isinstance(owner, Square):
        assert rt.grid is not None
        return name in rt.grid.terrain[owner]
    for many in (owner._statuses, owner._keywords):
        for held in many:
            if held._kind == name:
                mark(rt, rt.program.traits[name].rows)
                return True
    if name.__class__ is tuple:
        params = rt.program.traits[name[0]].params
        return any(tuple(getattr(held, p) for p in params) == name[1] for held in instances(rt, owner, name[0]))
    if owner._id.__class__ is str:  # a card itself has what is printed on it
        return any(printed[0] == name for printed in getattr(owner, "keywords", ()))
    return may_be_granted(rt, name) and _is_granted(rt, owner, name)


def _is_granted(rt: State, owner: Entity, name: str) -> bool:
    key, before, group = ("granted", owner, name), rt.work, rt.code.group_of["trait"].get(name, 0)
    known: tuple[bool, int] | None = rt.known[group].get(key)
    if known is not None and known[1] <= before:
        rt.work = before - known[1]
        return known[0]
    granted = granted_keywords(rt, owner, name)
    found = next(granted, None) is not None
    granted.close()
    rt.known[group][key] = found, before - rt.work
    return found


def instances(rt: State, owner: Any, name: str) -> tuple[Entity, ...]:
    """A keyword or status as often as an entity has it: each instance holds its values."""
    if owner is None:
        return ()
    if isinstance(owner._id, str):  # a card itself has what is printed on it
        printed = getattr(owner, "keywords", ())
        return tuple(granted_instance(rt, name, k[1], owner) for k in printed if k[0] == name)
    found = [held for many in (owner._statuses, owner._keywords) for held in many if held._kind == name]
    if may_be_granted(rt, name):
        found += granted_keywords(rt, owner, name)
    if found:
        mark(rt, rt.program.traits[name].rows)
    return tuple(found)


def may_be_granted(rt: State, name: str) -> bool:
    """Whether any modifier grants a keyword at all."""
    grant = "grant", name
    return grant in rt.code.modifiers or (rt.effects != () and grant in _lasting_now(rt))


def granted_keywords(rt: State, owner: Entity, name: str) -> Generator[Entity, None, None]:
    """The instances of a keyword that modifiers grant: one for all grants of the same values."""
    told: list[tuple[Any, ...]] = []
    rt.nested += 1
    try:
        if rt.nested > MOST_NESTED:
            raise Divergent(f"`{name}` depends on itself through modifiers")
        for modifier, me, this, env, _ in modifiers_of(rt, "grant", name, owner):
            values = tuple(v(rt, owner, None, me, this, env) for v in modifier.values)
            if values not in told:
                told.append(values)
                mark(rt, modifier.rows)
                yield granted_instance(rt, name, values, owner)
    finally:
        rt.nested -= 1


def granted_instance(rt: State, name: str, values: tuple[Any, ...], owner: Entity) -> Entity:
    """Its id is no number, for it is no card, and the same each time, so that limits of use hold."""
    made: Entity = rt.classes[name]()
    held = f"({', '.join(map(label, values))})" if values else ""
    made._id, made._card, made._zone, made._alive = f"{name}{held} of {owner._id}", None, None, True
    made._statuses, made._keywords = (), ()
    for param, value in zip(rt.program.traits[name].params, values, strict=True):
        setattr(made, param, value)
    made.bearer = owner
    return made


def prohibition(rt: State, event: Event) -> Refusal | None:
    """The prohibition that an event meets, if any: `cannot` beats everything."""
    rt.work -= len(rt.effects)
    for ability, modifier in rt.code.forbids.get(event._verb, ()):
        is_live, forbids = ability.condition, modifier.condition
        assert forbids is not None
        for me, this in carriers(rt, ability):
            if is_live is not None and not is_live(rt, me, this, None):
                continue
            if forbids(rt, None, event, me, this, _NO_ENV):
                return _told(rt, modifier, event, (me, this, _NO_ENV))
    for effect, modifier in _lasting_now(rt).get(("forbid", event._verb), ()) if rt.effects else ():
        assert modifier.condition is not None
        if effect_holds(rt, effect.duration) and modifier.condition(rt, None, event, None, None, effect.env):
            return _told(rt, modifier, event, (None, None, effect.env))
    return None


def _told(rt: State, modifier: ModifierCode, event: Event, who: tuple[Any, Any, Env | None]) -> Refusal:
    """The refusal of a prohibition: in its own sentence where it has one."""
    parts = tuple(value(rt, None, event, *who) for value in modifier.values)
    return Refusal.of(parts or (f"{event._verb} is forbidden",), modifier.at, modifier.rows)


def _source(modifier: ModifierCode, this: Any) -> Any:
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

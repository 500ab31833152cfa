// What is true of an entity now: live abilities, stats, keywords, prohibitions.
//
// Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what
// an entity has and what is forbidden. Reads: entities, effects. Changes nothing but what is remembered.

import { filled_trait, of_kind } from "./entities.js";
import { by_form, push } from "./linked.js";
import { mark } from "./marks.js";
import { answers_of, charged, keep } from "./remembering.js";
import { MOST_NESTED, over } from "./spending.js";
import {
  Entity, eq, Exhausted, extreme, Fault, label, listed, NOTHING, past, Refusal, Square, sum,
} from "./values.js";

const NO_ENV = Object.freeze({});

// ---- liveness
/** Every [`self`, `this`] for which an ability is live, oldest carrier first. Remembered, so nobody changes it. */
export function carriers(rt, ability) {
  return charged(rt, answers_of(rt, ability.group), ability, () => _carriers(rt, ability));
}

function _carriers(rt, ability) {
  const { form, name } = ability.carrier;
  if (form === "card") {
    const held = rt.by_card.get(name);
    if (held === undefined || ability.live === null) return NOTHING;
    rt.work -= held.length;
    const found = [];
    for (const entity of held) for (const me of live_selves(rt, ability.live, entity)) found.push([me, entity]);
    return found;
  }
  if (form === "every") {
    const found = [];
    for (const entity of over(rt, of_kind(rt, name))) if (is_present(rt, entity)) found.push([entity, entity]);
    return found;
  }
  if (form === "status") return over(rt, rt.kinds.get(name)).map((status) => [status.bearer, status]);
  return over(rt, keyword_bearers(rt, name)).filter(([entity]) => is_present(rt, entity));
}

/** Who `self` is in the live text of a carrier. */
function live_selves(rt, live, self) {
  const { condition, needs_self } = live;
  if (condition !== null && !needs_self && !condition(rt, null, self)) return NOTHING;
  const found = live.subject(rt, self);
  const many = (live.each ? listed(over(rt, found)) : [found]).filter((me) => me !== null);
  return condition !== null && needs_self ? many.filter((me) => condition(rt, me, self)) : many;
}

/** Whether an entity takes part: its kind's `live` line holds, or it lies in no zone. */
export function is_present(rt, entity) {
  const live = rt.code.live_of_kind.get(entity._kind);
  if (live === undefined || live.needs_self) return entity._zone === null;
  return live.condition === null || Boolean(live.condition(rt, null, entity));
}

/** Who has a keyword, printed or granted, with the instance that holds its values. */
function keyword_bearers(rt, name) {
  const printed = rt.by_keyword.get(name) ?? NOTHING;
  if (!may_be_granted(rt, name)) return printed;
  const found = printed.slice();
  for (const entity of over(rt, of_kind(rt, rt.data.traits[name].kind))) {
    each_granted(rt, entity, name, (granted) => {
      found.push([entity, granted]);
      return false;
    });
  }
  return found;
}

export function holds(rt, ability, me, self, trigger) {
  return ability.condition === null || Boolean(ability.condition(rt, me, self, trigger));
}

// ---- modifiers
/** Live modifiers of a form on a stat or trait go to visit(modifier, `self`, `this`, env, age), until it says true. */
function each_modifier(rt, form, stat, visit) {
  for (const [ability, modifier] of rt.code.modifiers[form].get(stat) ?? NOTHING) {
    for (const [me, self] of carriers(rt, ability)) {
      if (holds(rt, ability, me, self, null) && visit(modifier, me, self, NO_ENV, _age(self))) return;
    }
  }
  for (const [effect, modifier] of over(rt, _lasting(rt, form, stat))) {
    if (effect_holds(rt, effect.duration) && visit(modifier, null, null, effect.env, effect.number)) return;
  }
}

/** What was added for a while, whether or not it holds now. */
function _lasting(rt, form, stat) {
  if (rt.effects.length === 0) return NOTHING;
  if (rt.filed_effects !== rt.effects) _file(rt);
  return rt.lasting_by[form].get(stat) ?? NOTHING;
}

/** Sorts what lasts by what it changes, so that a read need not look at all of it. */
function _file(rt) {
  rt.filed_effects = rt.effects;
  rt.lasting_by = by_form();
  for (const effect of rt.effects) {
    for (const index of effect.modifiers) {
      const modifier = rt.code.lasting[index];
      if (modifier.form !== "forbid") push(rt.lasting_by[modifier.form], modifier.stat, [effect, modifier]);
    }
  }
}

export function effect_holds(rt, duration) {
  if (duration === null || duration.edge !== "while" || duration.until === null) return true;
  return Boolean(rt.code.untils[duration.until](rt, null, duration.env));
}

function affects(rt, modifier, it, me, self, env) {
  if (modifier.scope === null) {
    if (it !== (me !== null ? me : env.self ?? null)) return false;
  } else if (!modifier.scope(rt, it, null, me, self, env)) {
    return false;
  }
  return modifier.condition === null || Boolean(modifier.condition(rt, it, null, me, self, env));
}

/** A stat with all modifiers. */
export function stat(rt, owner, name) {
  if (owner === null || owner === undefined) throw new Fault(`\`${name}\` of none is not known`);
  const group = rt.code.group_of.stat.get(name), found = rt.known[group]?.get(owner);
  if (found !== undefined && found.cost <= rt.work) {
    rt.work -= found.cost;
    return found.value;
  }
  if (!(owner instanceof Entity)) return owner[name];
  const declared = rt.code.stats.get(owner._kind)?.get(name);
  const base = () => (declared !== undefined && declared.value !== null ? declared.value(rt, owner) : owner[name]);
  if (declared === undefined || !owner._alive || typeof owner._id !== "number") return base();
  const before = rt.work;
  let printed, value;
  rt.nested += 1;
  try {
    if (rt.nested > MOST_NESTED) throw new Exhausted(`\`${name}\` depends on itself through modifiers`);
    printed = base();
    value = past(_modified(rt, printed, declared.stacking, owner, name));
  } finally {
    rt.nested -= 1;
  }
  if (value !== printed) mark(rt, declared.rows);
  keep(rt, answers_of(rt, group), owner, value, before);
  return value;
}

/** Since when a text is there. A granted keyword has no number of its own: it is as old as who has it. */
function _age(self) {
  return typeof self._id === "number" ? self._id : self.bearer._id;
}

function _modified(rt, value, stacking, owner, name) {
  const overrides = _values(rt, "override", owner, name);
  let since = 0;
  if (overrides.length) {
    const latest = extreme(overrides, 1, (found) => found.age);
    value = latest.value;
    if (rt.code.rules.policy.bonuses === "later") since = latest.age;
  }
  value += _stacked(_values(rt, "adjust", owner, name).filter((found) => found.age >= since), stacking);
  for (const least of _values(rt, "least", owner, name)) value = Math.max(value, least.value);
  for (const most of _values(rt, "most", owner, name)) value = Math.min(value, most.value);
  return value;
}

function _values(rt, form, owner, name) {
  const found = [];
  each_modifier(rt, form, name, (modifier, me, self, env, age) => {
    if (!affects(rt, modifier, owner, me, self, env)) return false;
    const value = modifier.value(rt, owner, null, me, self, env);
    mark(rt, modifier.rows);
    found.push({ value, age, source: _source(modifier, self) });
    return false;
  });
  return found;
}

// ---- traits
/** Whether an entity has a keyword or status, or a square a terrain; what a card prints with values, with them all. */
export function has(rt, owner, name) {
  if (owner === null) return false;
  if (owner instanceof Square) return rt.grid.terrain[owner.index].includes(name);
  if (_lies(owner._statuses, name) || _lies(owner._keywords, name)) {
    mark(rt, rt.data.traits[name].rows);
    return true;
  }
  if (Array.isArray(name)) {
    const { params } = rt.data.traits[name[0]];
    return instances(rt, owner, name[0]).some((held) => eq(params.map((param) => held[param]), name[1]));
  }
  if (typeof owner._id === "string") { // a card itself has what is printed on it
    return (owner.keywords ?? []).some(([printed]) => printed === name);
  }
  if (!may_be_granted(rt, name)) return false;
  return charged(rt, answers_of(rt, rt.code.group_of.trait.get(name)), owner, () => is_granted(rt, owner, name));
}

function is_granted(rt, owner, name) {
  return each_granted(rt, owner, name, () => true);
}

function _lies(held, name) {
  for (let i = 0; i < held.length; i++) if (held[i]._kind === name) return true;
  return false;
}

/** A keyword or status as often as an entity has it: each instance holds its values. */
export function instances(rt, owner, name) {
  if (owner === null) return NOTHING;
  if (typeof owner._id === "string") { // a card itself has what is printed on it
    const printed = (owner.keywords ?? []).filter((keyword) => keyword[0] === name);
    return printed.map((keyword) => granted_instance(rt, name, keyword[1], owner));
  }
  const found = [...owner._statuses, ...owner._keywords].filter((held) => held._kind === name);
  if (may_be_granted(rt, name)) {
    each_granted(rt, owner, name, (granted) => {
      found.push(granted);
      return false;
    });
  }
  if (found.length > 0) mark(rt, rt.data.traits[name].rows);
  return found;
}

/** Whether any modifier grants a keyword at all. */
function may_be_granted(rt, name) {
  return rt.code.modifiers.grant.has(name) || _lasting(rt, "grant", name).length > 0;
}

/** The instances of a keyword that modifiers grant, one for all grants of the same values, go to `found` until it is
 * content with one; gives whether it was. */
function each_granted(rt, owner, name, found) {
  const told = [];
  let done = false;
  rt.nested += 1;
  try {
    if (rt.nested > MOST_NESTED) throw new Exhausted(`\`${name}\` depends on itself through modifiers`);
    each_modifier(rt, "grant", name, (modifier, me, self, env) => {
      if (!affects(rt, modifier, owner, me, self, env)) return false;
      const values = modifier.values.map((value) => value(rt, owner, null, me, self, env));
      if (told.some((other) => eq(other, values))) return false;
      told.push(values);
      mark(rt, modifier.rows);
      done = found(granted_instance(rt, name, values, owner));
      return done;
    });
  } finally {
    rt.nested -= 1;
  }
  return done;
}

/** Its id is no number, for it is no card, and the same each time, so that limits of use hold. */
export function granted_instance(rt, name, values, owner) {
  const held = values.length > 0 ? `(${values.map(label).join(", ")})` : "";
  return filled_trait(rt, rt.code.bare(name, `${name}${held} of ${owner._id}`), values, owner);
}

// ---- prohibitions
/** The prohibition that an event meets, if any: `cannot` beats everything. */
export function prohibition(rt, event) {
  rt.work -= rt.effects.length;
  for (const [ability, modifier] of rt.code.forbids.get(event._verb) ?? NOTHING) {
    const held = carriers(rt, ability);
    for (let i = 0; i < held.length; i++) {
      const me = held[i][0], self = held[i][1];
      if (holds(rt, ability, me, self, null) && modifier.condition(rt, null, event, me, self, NO_ENV)) {
        return _told(rt, modifier, event, me, self, NO_ENV);
      }
    }
  }
  for (const { duration, modifiers, env } of rt.effects) {
    for (const index of modifiers) {
      const modifier = rt.code.lasting[index];
      if (modifier.form !== "forbid" || !modifier.verbs.includes(event._verb)) continue;
      if (effect_holds(rt, duration) && modifier.condition(rt, null, event, null, null, env)) {
        return _told(rt, modifier, event, null, null, env);
      }
    }
  }
  return null;
}

/** The refusal of a prohibition: in its own sentence where it has one. */
function _told(rt, modifier, event, me, self, env) {
  const parts = modifier.values.map((value) => value(rt, null, event, me, self, env));
  return Refusal.of([parts.length ? parts : [`${event._verb} is forbidden`], modifier.at, modifier.rows]);
}

/** What counts as one source: the same line of the same named card, keyword or status. */
function _source(modifier, self) {
  if (self === null) return String(modifier.at);
  return `${modifier.at} ${self._card !== null ? self._card._id : self._kind}`;
}

/** Bonuses together: all, the best, the worst, one, or the best of each source; penalties likewise. */
function _stacked(values, stacking) {
  if (values.length === 0) return 0;
  const numbers = values.map((found) => found.value);
  switch (stacking) {
    case "highest":
      return Math.max(0, ...numbers) + Math.min(0, ...numbers);
    case "lowest":
      return Math.min(...numbers);
    case "none":
      return numbers[0];
    case "source": {
      const best = new Map();
      for (const { value, source } of values) {
        if (!best.has(source) || Math.abs(value) > Math.abs(best.get(source))) best.set(source, value);
      }
      return sum(best.values());
    }
    default:
      return sum(numbers);
  }
}

// What is true of an entity now: live abilities, stats, keywords, prohibitions.
//
// Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what
// an entity has and what is forbidden. Nothing here changes the game.

import { by_form, push } from "./linked.js";
import { map_under, MOST_NESTED } from "./spending.js";
import { State } from "./state.js";
import { Entity, eq, Exhausted, extreme, Fault, label, listed, NOTHING, past, Refusal, Square, sum } from "./values.js";

const NO_ENV = Object.freeze({});

/** Reads of the game that depend on what is live. */
export class Modifiers extends State {
  _filed = null; // the effects by which `_lasting_by` is sorted
  _lasting_by = null;

  // ---- liveness
  /** Every [`self`, `this`] for which an ability is live, oldest carrier first. */
  carriers(ability) {
    const { form, name } = ability.carrier;
    if (form === "card") {
      const held = this.by_card.get(name);
      if (held === undefined || ability.live === null) return NOTHING;
      this.work -= held.length;
      return held.flatMap((entity) => this.live_selves(ability.live, entity).map((me) => [me, entity]));
    }
    if (form === "every") {
      const found = [];
      for (const entity of this.over(this.of_kind(name))) if (this.is_present(entity)) found.push([entity, entity]);
      return found;
    }
    if (form === "status") return this.over(this.kinds.get(name)).map((status) => [status.bearer, status]);
    return this.over(this.keyword_bearers(name)).filter(([entity]) => this.is_present(entity));
  }

  /** Who `self` is in the live text of a carrier. */
  live_selves(live, self) {
    const { condition, needs_self } = live;
    if (condition !== null && !needs_self && !condition(this, null, self)) return NOTHING;
    const found = live.subject(this, self);
    const many = (live.each ? listed(this.over(found)) : [found]).filter((me) => me !== null);
    return condition !== null && needs_self ? many.filter((me) => condition(this, me, self)) : many;
  }

  /** Whether an entity takes part: its kind's `live` line holds, or it lies in no zone. */
  is_present(entity) {
    const live = this.code.live_of_kind.get(entity._kind);
    if (live === undefined || live.needs_self) return entity._zone === null;
    return live.condition === null || Boolean(live.condition(this, null, entity));
  }

  /** Who has a keyword, printed or granted, with the instance that holds its values. */
  keyword_bearers(name) {
    const printed = this.by_keyword.get(name) ?? NOTHING;
    if (!this.may_be_granted(name)) return printed;
    const found = printed.slice();
    for (const entity of this.over(this.of_kind(this.data.traits[name].kind))) {
      this.each_granted(entity, name, (granted) => {
        found.push([entity, granted]);
        return false;
      });
    }
    return found;
  }

  holds(ability, me, self, trigger) {
    return ability.condition === null || Boolean(ability.condition(this, me, self, trigger));
  }

  // ---- modifiers
  /** Live modifiers of a form on a stat or trait go to visit(modifier, `self`, `this`, env, age), until it says true. */
  each_modifier(form, stat, visit) {
    for (const [ability, modifier] of this.code.modifiers[form].get(stat) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, null) && visit(modifier, me, self, NO_ENV, self._id)) return;
      }
    }
    for (const [effect, modifier] of this.over(this._lasting(form, stat))) {
      if (this.effect_holds(effect.duration) && visit(modifier, null, null, effect.env, effect.number)) return;
    }
  }

  /** What was added for a while, whether or not it holds now. */
  _lasting(form, stat) {
    if (this.effects.length === 0) return NOTHING;
    if (this._filed !== this.effects) this._file();
    return this._lasting_by[form].get(stat) ?? NOTHING;
  }

  /** Sorts what lasts by what it changes, so that a read need not look at all of it. */
  _file() {
    this._filed = this.effects;
    this._lasting_by = by_form();
    for (const effect of this.effects) {
      for (const index of effect.modifiers) {
        const modifier = this.code.lasting[index];
        if (modifier.form !== "forbid") push(this._lasting_by[modifier.form], modifier.stat, [effect, modifier]);
      }
    }
  }

  effect_holds(duration) {
    if (duration === null || duration.edge !== "while" || duration.until === null) return true;
    return Boolean(this.code.untils[duration.until](this, null, duration.env));
  }

  affects(modifier, it, me, self, env) {
    if (modifier.scope === null) {
      if (it !== (me !== null ? me : env.self ?? null)) return false;
    } else if (!modifier.scope(this, it, null, me, self, env)) {
      return false;
    }
    return modifier.condition === null || Boolean(modifier.condition(this, it, null, me, self, env));
  }

  /** A stat with all modifiers. */
  stat(owner, name) {
    if (owner === null || owner === undefined) throw new Fault(`\`${name}\` of none is not known`);
    const known = this.known;
    const found = known.get(owner)?.get(name);
    if (found !== undefined && found.cost <= this.work) {
      this.work -= found.cost;
      return found.value;
    }
    if (!(owner instanceof Entity)) return owner[name];
    const declared = this.code.stats.get(owner._kind)?.get(name);
    const base = () => (declared !== undefined && declared.value !== null ? declared.value(this, owner) : owner[name]);
    if (declared === undefined || !owner._alive || typeof owner._id !== "number") return base();
    const before = this.work;
    let printed, value;
    this.nested += 1;
    try {
      if (this.nested > MOST_NESTED) throw new Exhausted(`\`${name}\` depends on itself through modifiers`);
      printed = base();
      value = past(this._modified(printed, declared.stacking, owner, name));
    } finally {
      this.nested -= 1;
    }
    if (value !== printed) this.mark(declared.rows);
    if (known === this.known) map_under(known, owner).set(name, { value, cost: before - this.work });
    return value;
  }

  _modified(value, stacking, owner, name) {
    const overrides = this._values("override", owner, name);
    if (overrides.length) value = extreme(overrides, 1, (found) => found.age).value;
    value += _stacked(this._values("adjust", owner, name), stacking);
    for (const least of this._values("least", owner, name)) value = Math.max(value, least.value);
    for (const most of this._values("most", owner, name)) value = Math.min(value, most.value);
    return value;
  }

  _values(form, owner, name) {
    const found = [];
    this.each_modifier(form, name, (modifier, me, self, env, age) => {
      if (!this.affects(modifier, owner, me, self, env)) return false;
      const value = modifier.value(this, owner, null, me, self, env);
      this.mark(modifier.rows);
      found.push({ value, age, source: _source(modifier, self) });
      return false;
    });
    return found;
  }

  // ---- traits
  /** Whether an entity has a keyword or status, or a square a terrain. */
  has(owner, name) {
    if (owner === null) return false;
    if (owner instanceof Square) return this.grid.terrain[owner.index].includes(name);
    const lies = (held) => held._kind === name;
    if (owner._statuses.some(lies) || owner._keywords.some(lies)) {
      this.mark(this.data.traits[name].rows);
      return true;
    }
    if (typeof owner._id === "string") return (owner.keywords ?? []).some(([printed]) => printed === name); // a card itself
    return this.may_be_granted(name) && this.each_granted(owner, name, () => true);
  }

  /** Whether any modifier grants a keyword at all. */
  may_be_granted(name) {
    return this.code.modifiers.grant.has(name) || this._lasting("grant", name).length > 0;
  }

  /** The instances of a keyword that modifiers grant, one for all grants of the same values, go to `found` until it is
   * content with one; gives whether it was. */
  each_granted(owner, name, found) {
    const told = [];
    let done = false;
    this.each_modifier("grant", name, (modifier, me, self, env) => {
      if (!this.affects(modifier, owner, me, self, env)) return false;
      const values = modifier.values.map((value) => value(this, owner, null, me, self, env));
      if (told.some((other) => eq(other, values))) return false;
      told.push(values);
      this.mark(modifier.rows);
      done = found(this.granted_instance(name, values, owner));
      return done;
    });
    return done;
  }

  /** Its id is no number, for it is no card, and the same each time, so that limits of use hold. */
  granted_instance(name, values, owner) {
    const held = values.length > 0 ? `(${values.map(label).join(", ")})` : "";
    return this.filled_trait(this.code.bare(name, `${name}${held} of ${owner._id}`), values, owner);
  }

  // ---- prohibitions
  /** The prohibition that an event meets, if any: `cannot` beats everything. */
  forbidden(event) {
    this.work -= this.effects.length;
    for (const [ability, modifier] of this.code.forbids.get(event._verb) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, null) && modifier.condition(this, null, event, me, self, NO_ENV)) {
          return this._told(modifier, event, me, self, NO_ENV);
        }
      }
    }
    for (const { duration, modifiers, env } of this.effects) {
      for (const index of modifiers) {
        const modifier = this.code.lasting[index];
        if (modifier.form !== "forbid" || !modifier.verbs.includes(event._verb)) continue;
        if (this.effect_holds(duration) && modifier.condition(this, null, event, null, null, env)) {
          return this._told(modifier, event, null, null, env);
        }
      }
    }
    return null;
  }

  /** The refusal of a prohibition: in its own sentence where it has one. */
  _told(modifier, event, me, self, env) {
    const told = modifier.values.map((value) => label(value(this, null, event, me, self, env))).join("");
    return new Refusal(told || `${event._verb} is forbidden`, modifier.at, modifier.rows);
  }
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

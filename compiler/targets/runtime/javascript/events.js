// Events: the one algorithm by which verbs happen.
//
// Job: carry out a verb call: replacements, requirements, before, the body with its steps, state checks, after. Input:
// linked verbs and abilities. Never knows a verb.

import { Asking, Choices } from "./choices.js";
import { Happening, Replacing } from "./happening.js";
import { EVENT, MOST_NESTED } from "./spending.js";
import { body_for } from "./using.js";
import {
  compare, Duration, Effect, Ended, Entity, Event, Exhausted, label, listed, NOTHING, Prevented, Refusal, Usable,
} from "./values.js";

/** Verb calls, steps, triggers and state checks. */
export class Events extends Choices {
  // ---- making events
  /** The record of an event, with defaults filled in. */
  make_event(verb, values) {
    const code = this.code.verbs.get(verb);
    this.events += 1;
    const event = new Event(verb, this.stack.length ? this.stack[this.stack.length - 1] : null, this.events);
    for (const { name, optional, default: work } of code.params) {
      const value = Object.hasOwn(values, name) ? values[name] : work !== null ? work(this) : null;
      if (value === null && !optional && event._reason === null) {
        event._reason = new Refusal(`there is no ${name} for ${verb}`, code.at);
      }
      event[name] = value;
    }
    for (const name of code.lets) event[name] = null;
    return event;
  }

  /** Why an event is illegal now, or null. The second time its values stay as they have become. */
  refusal(code, event, again) {
    if (event._reason !== null) return event._reason;
    if (this.code.forbids.size || this.effects.length) {
      const forbidden = this.forbidden(event);
      if (forbidden !== null) {
        this.mark(forbidden.rows);
        return forbidden;
      }
    }
    const failed = again ? code.recheck(this, event) : code.head(this, event);
    return failed === null ? null : Refusal.of(failed);
  }

  /** Whether a call would pass its requirements now, after replacements; nothing changes. */
  can(verb, values) {
    return this.why_not(verb, values) === null;
  }

  /** The reason why a call would be refused now, or null. */
  why_not(verb, values) {
    const code = this.code.verbs.get(verb);
    this.nested += 1;
    try {
      this.inside(verb);
      const event = this.make_event(verb, values);
      this.events -= 1;
      if (event._reason !== null || !code.watched("instead")) return this.refusal(code, event, false);
      let found = null;
      const judged = () => {
        found = this.refusal(code, event, false);
        return true;
      };
      this.attempt(() => new Replacing(event, "", false), judged);
      return found;
    } finally {
      this.nested -= 1;
    }
  }

  /** A question about a verb inside of other questions. */
  inside(verb) {
    const { at } = this.code.verbs.get(verb);
    this.spend(EVENT, at);
    if (this.nested > MOST_NESTED) throw new Exhausted(`whether ${verb} can be done depends on itself`, at);
  }

  // ---- the algorithm
  /** Does a verb; its result is the event, whose outcome tells what became of it. */
  emit(verb, values, use = null) {
    return new Happening(verb, values, use);
  }

  close(event, outcome) {
    event._outcome = outcome;
    if (this.stack.length === 0 && this.trial === 0) this.outermost.push(event);
    if (this.watcher !== null && this.trial === 0 && outcome !== "prevented") this.watcher.refused(event);
    if (this.is_traced()) {
      const why = event._reason !== null ? `: ${event._reason.message}` : "";
      this.trace.add(this.stack.length, `${outcome} ${this.shown(event)}${why}`);
    }
    return event;
  }

  shown(event) {
    const { params } = this.code.verbs.get(event._verb);
    return [event._verb, ...params.map(({ name }) => `${name}=${label(event[name])}`)].join(" ");
  }

  /** An event begins: it is told, and lies on the stack. */
  enter(code, event) {
    const verb = event._verb;
    if (this.is_traced()) this.trace.add(this.stack.length, this.shown(event));
    if (this.trial === 0) {
      if (this.stack.length === 0) this.outermost.push(event);
      if (this.history !== null) this.history.push([verb, event]);
    }
    this.stack.push(event);
    this.set_aside(this.started, verb, (this.started.get(verb) ?? 0) + 1);
    if (this.effects.length) this.expire("start", event);
    this.mark(code.rows);
  }

  /** An event is over, and with it all that is above it on the stack. */
  leave(event) {
    const position = this.stack.indexOf(event);
    if (position >= 0) this.stack.length = position;
    if (this.effects.length) this.expire("end", event);
  }

  /** Sets one of the runtime's own counters, which no expression reads: what is worked out stays true. */
  set_aside(counts, key, value) {
    const old = counts.get(key);
    this.journal.push(() => (old === undefined ? counts.delete(key) : counts.set(key, old)));
    counts.set(key, value);
  }

  // ---- replacements and triggers
  has_replaced(event, ability, self) {
    return event._replaced !== null && event._replaced.has(_use(ability, self));
  }

  note_replaced(event, ability, self) {
    event._replaced ??= new Set();
    event._replaced.add(_use(ability, self));
  }

  /** The abilities that answer an event now, oldest carrier first: [ability, `self`, `this`]. */
  matches(abilities, event) {
    const found = [];
    for (const ability of abilities) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, event)) found.push([ability, me, self]);
      }
    }
    return found;
  }

  /** Whether an ability's limits and requirements let it be used. */
  is_free(ability, me, self, event) {
    if (!ability.limits.every((frame) => this.limit_free(frame, ability, self))) return false;
    if (this.is_spent(ability, self)) return false;
    return ability.requires === null || ability.requires(this, me, self, event) === null;
  }

  is_spent(ability, self) {
    return ability.uses > 0 && (this.used.get(_use(ability, self)) ?? 0) >= ability.uses;
  }

  /** `once per FRAME`: free when not used since the frame's verb last began. */
  limit_free(frame, ability, self) {
    return this.used.get(_use(ability, self, frame)) !== (this.started.get(frame) ?? 0);
  }

  record_use(ability, self) {
    for (const frame of ability.limits) {
      this.set_aside(this.used, _use(ability, self, frame), this.started.get(frame) ?? 0);
    }
    if (ability.uses) {
      const key = _use(ability, self);
      this.set_aside(this.used, key, (this.used.get(key) ?? 0) + 1);
    }
  }

  /** What has happened gives back the uses of the abilities that wait for it. */
  recharge(event) {
    for (const ability of this.code.recharges.get(event._verb) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        const key = _use(ability, self), asks = ability.recharged_if;
        if (this.used.get(key) && (asks === null || asks(this, me, self, event))) this.set_aside(this.used, key, 0);
      }
    }
  }

  /** Whether an ability that waited for its turn is live and holds still, after what others did. */
  still_answers(ability, me, self, event) {
    const live = this.carriers(ability).some(([other, carrier]) => other === me && carrier._id === self._id);
    return live && this.holds(ability, me, self, event) && this.is_free(ability, me, self, event);
  }

  /** By the order of the players who control them, then by age. */
  in_order(found) {
    if (found.length < 2) return found;
    const order = this.player_order();
    const rank = ([, me, self]) => {
      const player = this.controller_of(me);
      const seat = player !== null ? order.indexOf(player) : -1;
      return [seat >= 0 ? seat : order.length, String(self._id).padStart(8, "0")];
    };
    const ranked = found.map((match) => [rank(match), match]);
    return ranked.sort((a, b) => compare(a[0], b[0])).map(([, match]) => match);
  }

  /** Those among which a player decides which is next; none where the first one is. */
  tied(found) {
    if (found.length < 2 || this.code.rules.policy.ties !== "choose") return NOTHING;
    const player = this.controller_of(found[0][1]);
    if (player === null) return NOTHING;
    const mine = found.filter(([, me]) => this.controller_of(me) === player);
    return mine.length > 1 ? mine : NOTHING;
  }

  /** Asks which of several simultaneous abilities of a player is next. */
  ordering(mine) {
    const options = mine.map(([ability, me, self]) => new Usable(ability.index, ability.label, me, self));
    return new Asking(this.controller_of(mine[0][1]), "order", options, mine[0][0].at);
  }

  /** The players in the order in which they are asked: the ruleset's own, else by seat. */
  player_order() {
    const named = this.code.rules.policy.order;
    if (named) return listed(this.code.functions[named](this));
    return Object.hasOwn(this.data.kinds, "player") ? this.of_kind("player") : NOTHING;
  }

  controller_of(me) {
    if (!(me instanceof Entity)) return null;
    return me._kinds.has("player") ? me : me.controller ?? null;
  }

  can_pay(ability, me, self, trigger) {
    if (this.nested >= MOST_NESTED) return false; // paying it asks whether it can be paid, and so on
    this.nested += 1;
    try {
      return this.attempt(() => body_for(ability.costs, me, self, trigger), () => true);
    } finally {
      this.nested -= 1;
    }
  }

  // ---- ends
  /** Cancels an event or a step of one: it stops when the text that says so has been carried out. */
  prevent(trigger, step) {
    trigger._prevented ??= new Set();
    trigger._prevented.add(step);
  }

  stop_prevented(event, step) {
    const prevented = event._prevented;
    if (prevented === null) return;
    if (prevented.has(step) || prevented.has("")) throw new Prevented(event, prevented.has(step) ? step : "");
  }

  /** Ends the innermost running event of a verb; where none runs, there is nothing to end. */
  end_frame(frame) {
    const event = this.stack.findLast((running) => running._verb === frame);
    if (event !== undefined) throw new Ended(event);
  }

  // ---- durations
  lasting(duration, modifiers, values) {
    const effect = new Effect(this.new_id(), this.begun(duration), modifiers, values, null);
    this.set_effects([...this.effects, effect]);
    this.touch("*");
  }

  /** Lays a status on its bearer for a while; a status that a card names may bring its own values. */
  begin_status(name, values, bearer, duration) {
    if (Array.isArray(name)) [name, values] = name;
    this.add_status(name, values, bearer, duration !== null ? this.begun(duration) : null);
  }

  /** A duration as it starts now: `next` passes over the event that is running. */
  begun(duration) {
    if (!duration.skip) return duration;
    const running = this.stack.some((event) => this.edge_matches(duration, event));
    const skip = running && duration.edge === "end";
    return new Duration(duration.edge, skip, duration.verbs, duration.until, duration.env);
  }

  edge_matches(duration, event) {
    if (!duration.verbs.includes(event._verb)) return false;
    return duration.until === null || Boolean(this.code.untils[duration.until](this, event, duration.env));
  }

  /** Ends what lasts until this edge of this event, and what held only while something was so. */
  expire(edge, event) {
    this.work -= this.effects.length;
    for (const effect of this.effects) {
      const { duration } = effect;
      if (duration === null) continue;
      let over;
      if (duration.edge === "while") {
        over = !this.effect_holds(duration);
      } else {
        over = duration.edge === edge && this.edge_matches(duration, event);
        if (over && duration.skip) {
          this.set(duration, "skip", false);
          over = false;
        }
      }
      if (over && effect.status !== null) {
        this.drop(effect.status);
      } else if (over && this.effects.includes(effect)) {
        this.set_effects(this.effects.filter((e) => e !== effect));
        this.touch("*");
      }
    }
  }
}

/** What counts the uses of an ability by what carries it, or in a frame. */
function _use(ability, self, frame = "") {
  return `${ability.id}\n${self._id}\n${frame}`;
}

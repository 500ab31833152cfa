// Abilities that are carried out, as frames.
//
// Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure
// acts. Input: an ability and whose it is. Never asks whether it may be used.

import { Body, Frame, Locals } from "./frames.js";
import { label, NOTHING } from "./values.js";

/** A body of an ability, with the locals with which it begins. */
export function body_for(code, me, self, trigger) {
  const v = new Locals();
  v.self = me;
  v.this = self;
  v.trigger = trigger;
  return new Body(code, v);
}

/** Pays the costs of an ability and runs it; when they cannot be paid it does nothing. */
export class UsingAbility extends Frame {
  constructor(ability, me, self, trigger) {
    super();
    this.ability = ability;
    this.me = me;
    this.this = self;
    this.trigger = trigger;
  }

  run(rt) {
    const { ability, me, this: self, trigger } = this;
    if (this.pc === 0) {
      if (ability.costs !== null && !rt.can_pay(ability, me, self, trigger)) return null;
      rt.record_use(ability, self);
      rt.mark(ability.rows);
      if (rt.is_traced()) rt.trace.add(rt.stack.length, `${ability.label} of ${label(me)}`);
      this.pc = 1;
      if (ability.costs !== null) return body_for(ability.costs, me, self, trigger);
    }
    if (this.pc === 1) {
      this.pc = 2;
      if (ability.body !== null) return body_for(ability.body, me, self, trigger);
    }
    return null;
  }
}

/** Pays and runs an ability that somebody has chosen, through the verb that its `live` line names. */
export class Using extends Frame {
  constructor(usable) {
    super();
    this.usable = usable;
    this.values = {};
  }

  run(rt) {
    const { usable } = this;
    const { me, this: self, trigger } = usable;
    const ability = rt.code.abilities[usable.ability];
    const through = ability.live?.through ?? null;
    if (this.pc === 0) {
      if (through === null) {
        this.pc = 2;
        return new UsingAbility(ability, me, self, trigger);
      }
      this.values = through.values(rt, me, self);
      rt.record_use(ability, self);
      this.pc = 1;
      if (ability.costs !== null) return body_for(ability.costs, me, self, trigger);
    }
    if (this.pc === 1) {
      this.pc = 2;
      return rt.emit(through.verb, this.values, usable);
    }
    return null;
  }
}

/** Runs the ability that the nearest event around carries. */
export class Resolving extends Frame {
  constructor(event) {
    super();
    this.event = event;
  }

  run(rt) {
    let holder = this.event;
    while (holder !== null && holder._use === null) holder = holder._parent;
    if (this.pc === 1 || holder === null) return null;
    this.pc = 1;
    const usable = holder._use;
    const ability = rt.code.abilities[usable.ability];
    rt.mark(ability.rows);
    if (rt.is_traced()) rt.trace.add(rt.stack.length, String(usable));
    return ability.body !== null ? body_for(ability.body, usable.me, usable.this, usable.trigger) : null;
  }
}

/** Lets a figure act by the automated texts that are live for it. `waiting`: carriers of the text before `next`. */
export class Acting extends Frame {
  constructor(subject) {
    super();
    this.subject = subject;
    this.next = 0;
    this.waiting = NOTHING;
  }

  run(rt) {
    const { ais } = rt.code;
    this.pc = 1;
    while (this.waiting.length || this.next < ais.length) {
      if (this.waiting.length === 0) {
        this.waiting = rt.carriers(ais[this.next]);
        this.next += 1;
        continue;
      }
      const ability = ais[this.next - 1], [[me, self], ...others] = this.waiting;
      this.waiting = others;
      if (me === this.subject && ability.body !== null) {
        rt.mark(ability.rows);
        return body_for(ability.body, me, self, null);
      }
    }
    return null;
  }
}

// Abilities that are carried out, as frames.
//
// Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure
// acts. Input: an ability and whose it is. Never asks whether it may be used.

import { tell } from "./changes.js";
import { Body, Frame } from "./frames.js";
import { is_traced, mark } from "./marks.js";
import { carriers } from "./modifiers.js";
import { can_pay, locals_of, record_use } from "./triggers.js";
import { Fault, label, NOTHING } from "./values.js";

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
      if (ability.costs !== null && !can_pay(rt, ability, me, self, trigger)) return null;
      record_use(rt, ability, self);
      mark(rt, ability.rows);
      tell(rt, "use", ability.index, me, self);
      if (is_traced(rt)) rt.trace.add(rt.stack.length, `${ability.label} of ${label(me)}`);
      this.pc = 1;
      if (ability.costs !== null) return new Body(ability.costs, locals_of(me, self, trigger));
    }
    if (this.pc === 1) {
      this.pc = 2;
      if (ability.body !== null) return new Body(ability.body, locals_of(me, self, trigger));
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
    if (this.pc === 1) return null;
    if (holder === null) {
      const { at } = rt.code.verbs.get(this.event._verb);
      throw new Fault("`resolve` runs the text that is being used, and none is", at);
    }
    this.pc = 1;
    const usable = holder._use;
    const ability = rt.code.abilities[usable.ability];
    mark(rt, ability.rows);
    tell(rt, "use", usable.ability, usable.me, usable.this);
    if (is_traced(rt)) rt.trace.add(rt.stack.length, String(usable));
    return ability.body !== null ? new Body(ability.body, locals_of(usable.me, usable.this, usable.trigger)) : null;
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
        this.waiting = carriers(rt, ais[this.next]);
        this.next += 1;
        continue;
      }
      const ability = ais[this.next - 1], [[me, self], ...others] = this.waiting;
      this.waiting = others;
      if (me === this.subject && ability.body !== null) {
        mark(rt, ability.rows);
        return new Body(ability.body, locals_of(me, self, null));
      }
    }
    return null;
  }
}

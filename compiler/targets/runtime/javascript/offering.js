// Offers, as frames: abilities that a player may use, reactions to an event, and replacements of it.
//
// Job: ask the players in turn, and carry out what they choose. Only what is possible is offered. Input: who is asked,
// and about what. Never chooses for a player.

import { Asking } from "./choices.js";
import { stop_prevented } from "./events.js";
import { Body, Frame } from "./frames.js";
import { Happening } from "./happening.js";
import { left_out, refused_of, usable_abilities } from "./offers.js";
import { has_replaced, locals_of, note_replaced, player_order, record_use } from "./triggers.js";
import { UsingAbility } from "./using.js";
import { Exhausted, NOTHING } from "./values.js";

const MOST_OFFERS = 200;
const ASKED = 1, USED = 2; // where an offer is

function is_pass(answer) {
  return answer[0] === -1;
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
      record_use(rt, ability, self);
      this.pc = 1;
      if (ability.costs !== null) return new Body(ability.costs, locals_of(me, self, trigger));
    }
    if (this.pc === 1) {
      this.pc = 2;
      return new Happening(through.verb, this.values, usable);
    }
    return null;
  }
}

/** What all offers have in common: `found` is what may be used, `count` how often players were asked. */
class Offer extends Frame {
  constructor() {
    super();
    this.found = NOTHING;
    this.count = 0;
  }

  /** What is offered now: [abilities, player, trigger, subject]. */
  offered(_rt) {
    throw new Error("an offer has its own `offered`");
  }

  ask(rt) {
    this.pc = ASKED;
    const { at } = rt.code.abilities[this.found[0].ability], [, player] = this.offered(rt);
    return new Asking(player, "use", this.found, at);
  }

  use(answer) {
    this.pc = USED;
    return new Using(this.found[answer[0]]);
  }
}

/** Offers activated abilities until the player passes (or once). */
export class Offering extends Offer {
  constructor(classes, once, player, subject) {
    super();
    this.classes = classes;
    this.once = once;
    this.player = player;
    this.subject = subject;
  }

  offered(rt) {
    return [rt.code.activations_of(this.classes), this.player, null, this.subject];
  }

  run(rt, value) {
    if (this.pc === ASKED) return is_pass(value) ? null : this.use(value);
    if (this.pc === USED && this.once) return null;
    if (this.count >= MOST_OFFERS) {
      throw new Exhausted(`a player was offered more than ${MOST_OFFERS} actions in a row`);
    }
    this.count += 1;
    this.found = usable_abilities(rt, this.offered(rt), rt.most_offered);
    return this.found.length ? this.ask(rt) : null;
  }
}

/** Offers reactions in turn, until all players have passed in a row, or the event is prevented. */
export class Window extends Offer {
  constructor(event, timing, step) {
    super();
    this.event = event;
    this.timing = timing;
    this.step = step;
    this.players = NOTHING;
    this.passed = 0;
  }

  offered(rt) {
    const reactions = rt.code.verbs.get(this.event._verb).reactions[this.timing].get(this.step);
    return [reactions, this.players[(this.count - 1) % this.players.length], this.event, null];
  }

  run(rt, value) {
    if (this.pc === 0) {
      this.players = player_order(rt);
    } else if (this.pc === ASKED && !is_pass(value)) {
      this.passed = 0;
      return this.use(value);
    }
    stop_prevented(this.event, this.step);
    if (this.pc === ASKED) this.passed += 1;
    while (this.count < MOST_OFFERS) {
      if (this.passed >= this.players.length) return null;
      this.count += 1;
      this.found = usable_abilities(rt, this.offered(rt), rt.most_offered);
      if (this.found.length) return this.ask(rt);
      this.passed += 1;
    }
    throw new Exhausted(`more than ${MOST_OFFERS} reactions were offered to one event`);
  }
}

/** Offers `react instead of` abilities once around; its result is true when one was used. */
export class OfferingReplacement extends Offer {
  constructor(event, step) {
    super();
    this.event = event;
    this.step = step;
    this.players = NOTHING;
  }

  offered(rt) {
    const reactions = rt.code.verbs.get(this.event._verb).reactions.instead.get(this.step);
    return [reactions, this.players[this.count - 1], this.event, null];
  }

  run(rt, value) {
    const { event } = this, { abilities } = rt.code;
    if (this.pc === ASKED && !is_pass(value)) {
      const chosen = this.found[value[0]];
      note_replaced(event, abilities[chosen.ability], chosen.this);
      return this.use(value);
    }
    if (this.pc === 0) this.players = player_order(rt);
    while (this.pc < USED && this.count < this.players.length) {
      this.count += 1;
      const offered = usable_abilities(rt, this.offered(rt));
      this.found = offered.filter((use) => !has_replaced(event, abilities[use.ability], use.this));
      if (this.found.length) return this.ask(rt);
    }
    rt.result = this.pc === USED;
    return null;
  }
}

/** What the player who is asked may not use or choose now, and why: [usable or option, refusal]. */
export function explain(rt) {
  const offer = rt.frames.at(-2);
  return offer instanceof Offer ? refused_of(rt, offer.offered(rt)) : left_out(rt);
}

/** The frames that ask players, by the names by which events begin them. */
export const WINDOWS = Object.freeze({ reactions: Window, replacements: OfferingReplacement });

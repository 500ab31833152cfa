// Offers, as frames: abilities that a player may use, reactions to an event, and replacements of it.
//
// Job: ask the players in turn, and carry out what they choose. Only what is possible is offered. Input: who is asked,
// and about what. Never chooses for a player.

import { Asking } from "./choices.js";
import { Frame } from "./frames.js";
import { Using } from "./using.js";
import { Exhausted, NOTHING } from "./values.js";

const MOST_OFFERS = 200;
const ASKED = 1, USED = 2; // where an offer is

function is_pass(answer) {
  return answer[0] === -1;
}

/** What all offers have in common: `found` is what may be used, `count` how often players were asked. */
export class Offer extends Frame {
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
    this.found = rt.usable(...this.offered(rt));
    return this.found.length ? this.ask(rt) : null;
  }
}

/** Offers reactions in turn, until all players have passed in a row. */
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
      this.players = rt.player_order();
    } else if (this.pc === ASKED && !is_pass(value)) {
      this.passed = 0;
      return this.use(value);
    }
    if (this.pc === ASKED) this.passed += 1;
    while (this.count < MOST_OFFERS) {
      if (this.passed >= this.players.length) return null;
      this.count += 1;
      this.found = rt.usable(...this.offered(rt));
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
      rt.note_replaced(event, abilities[chosen.ability], chosen.this);
      return this.use(value);
    }
    if (this.pc === 0) this.players = rt.player_order();
    while (this.pc < USED && this.count < this.players.length) {
      this.count += 1;
      const usable = rt.usable(...this.offered(rt));
      this.found = usable.filter((use) => !rt.has_replaced(event, abilities[use.ability], use.this));
      if (this.found.length) return this.ask(rt);
    }
    rt.result = this.pc === USED;
    return null;
  }
}

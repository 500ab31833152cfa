// Offers: what players may do, and the using of it.
//
// Job: find the abilities that someone may use now, ask, pay and run them; tell why something is not offered. Input:
// linked abilities. Never chooses for a player.

import { Events } from "./events.js";
import { Offer } from "./offering.js";
import { CHANGE } from "./spending.js";
import { NOTHING, Refusal, Usable } from "./values.js";

/** Activated abilities and reactions. */
export class Offers extends Events {
  // ---- what can be used
  chooser_of(ability, me, self) {
    return ability.chooser !== null ? ability.chooser(this, me, self, null) : null;
  }

  /** Why an ability cannot be used now, or null. */
  obstacle(ability, me, self, trigger) {
    this.spend(CHANGE, ability.at);
    const refuse = (message) => new Refusal(message, ability.at, ability.rows);
    for (const frame of ability.limits) {
      if (!this.limit_free(frame, ability, self)) return refuse(`it was used already (once per ${frame})`);
    }
    if (this.is_spent(ability, self)) return refuse("it has no uses left");
    const failed = ability.requires !== null ? ability.requires(this, me, self, trigger) : null;
    if (failed !== null) return Refusal.of(failed);
    const through = ability.live?.through ?? null;
    if (through !== null) {
      const refused = this.why_not(through.verb, through.values(this, me, self));
      if (refused !== null) return refused;
    }
    if (ability.feasible !== null && !ability.feasible(this, me, self, trigger)) {
      return refuse("nothing of it could be done");
    }
    if (ability.costs !== null && !this.can_pay(ability, me, self, trigger)) return refuse("its cost cannot be paid");
    return null;
  }

  /** The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all. */
  carriers_for(ability, subject) {
    const { form, name } = ability.carrier;
    if (form !== "every") return this.carriers(ability).filter(([me]) => me === subject);
    return subject._kinds.has(name) && this.is_present(subject) ? [[subject, subject]] : NOTHING;
  }

  /** What a player may use now (of one subject, where it is given), in the order of the rules and then of age. */
  usable(abilities, player, trigger, subject = null) {
    const found = [];
    for (const ability of abilities) {
      const carriers = subject === null ? this.carriers(ability) : this.carriers_for(ability, subject);
      for (const [me, self] of carriers) {
        if (this.chooser_of(ability, me, self) !== player) continue;
        if (trigger !== null && !this.holds(ability, me, self, trigger)) continue;
        if (this.obstacle(ability, me, self, trigger) === null) {
          found.push(new Usable(ability.index, ability.label, me, self, trigger));
        }
      }
    }
    if (this.watcher !== null && this.trial === 0) this.watcher.offered([abilities, player, trigger, subject], found);
    return found;
  }

  /** What the player who is offered something may not use now, and why: [usable, refusal]. */
  explain() {
    const offer = this.frames.at(-2);
    return offer instanceof Offer ? this.refused_of(offer.offered(this)) : [];
  }

  /** What of an offer may not be used now, and why: [usable, refusal]. */
  refused_of([abilities, player, trigger, subject]) {
    const found = [];
    for (const ability of abilities) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.chooser_of(ability, me, self) !== player || (subject !== null && me !== subject)) continue;
        if (trigger !== null && !this.holds(ability, me, self, trigger)) continue;
        const why = this.obstacle(ability, me, self, trigger);
        if (why !== null) found.push([new Usable(ability.index, ability.label, me, self, trigger), why]);
      }
    }
    return found;
  }
}

// Offers: what players may do, and the using of it.
//
// Job: find the abilities that someone may use now, ask, pay and run them; tell why something is not offered. Input:
// linked abilities. Never chooses for a player.

import { Events } from "./events.js";
import { CHANGE } from "./spending.js";
import { Exhausted, NOTHING, Refusal, Usable } from "./values.js";

const MOST_OFFERS = 200;

/** Activated abilities and reactions. */
export class Offers extends Events {
  offered = null; // what is offered just now: [abilities, player, trigger, subject]

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
    return found;
  }

  /** What the player who is offered something may not use now, and why: [usable, refusal]. */
  explain() {
    const found = [];
    const [abilities, player, trigger, subject] = this.offered ?? [NOTHING, null, null, null];
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

  /** The activated abilities of some timing classes; those without a class have the class `any`. */
  activations_of(classes) {
    const fits = ({ classes: own }) => (own.length ? own.some((c) => classes.includes(c)) : classes.includes("any"));
    return classes.length ? this.code.activations.filter(fits) : this.code.activations;
  }

  // ---- using
  /** Pays and runs an ability, through the verb that its `live` line names. */
  *use(usable) {
    const ability = this.code.abilities[usable.ability];
    const { me, this: self, trigger } = usable;
    const through = ability.live?.through ?? null;
    if (through === null) {
      yield* this.run_ability(ability, me, self, trigger);
      return;
    }
    const values = through.values(this, me, self);
    this.record_use(ability, self);
    if (ability.costs !== null) yield* ability.costs(this, me, self, trigger);
    yield* this.emit(through.verb, values, usable);
  }

  /** Runs the ability that the nearest event around carries. */
  *resolve(event) {
    let holder = event;
    while (holder !== null && holder._use === null) holder = holder._parent;
    if (holder === null) return;
    const usable = holder._use;
    const ability = this.code.abilities[usable.ability];
    this.mark(ability.rows);
    if (this.is_traced()) this.trace.add(this.stack.length, String(usable));
    if (ability.body !== null) yield* ability.body(this, usable.me, usable.this, usable.trigger);
  }

  // ---- offering
  /** The position that a player picks of what can be used; -1 for a pass. `about`: see `offered`. */
  *pick_use(player, found, about) {
    const { at } = this.code.abilities[found[0].ability];
    this.offered = about;
    const answer = yield* this._pick(player, "use", found, [1, 1], at, null);
    this.offered = null;
    return answer[0];
  }

  /** Offers activated abilities until the player passes (or once). */
  *offer(classes, player, subject, once) {
    for (let turn = 0; turn < MOST_OFFERS; turn++) {
      const candidates = this.activations_of(classes);
      const found = this.usable(candidates, player, null, subject);
      if (found.length === 0) return;
      const picked = yield* this.pick_use(player, found, [candidates, player, null, subject]);
      if (picked === -1) return;
      yield* this.use(found[picked]);
      if (once) return;
    }
    throw new Exhausted(`a player was offered more than ${MOST_OFFERS} actions in a row`);
  }

  /** Offers reactions in turn, until all players have passed in a row. */
  *window(reactions, event) {
    const players = this.player_order();
    let passed = 0;
    for (let turn = 0; turn < MOST_OFFERS; turn++) {
      if (passed >= players.length) return;
      const player = players[turn % players.length];
      const found = this.usable(reactions, player, event);
      const picked = found.length ? yield* this.pick_use(player, found, [reactions, player, event, null]) : -1;
      passed = picked === -1 ? passed + 1 : 0;
      if (picked !== -1) yield* this.use(found[picked]);
    }
    throw new Exhausted(`more than ${MOST_OFFERS} reactions were offered to one event`);
  }

  /** Offers `react instead of` abilities once around; true when one was used. */
  *offer_replacement(reactions, event) {
    for (const player of this.player_order()) {
      const fresh = (usable) => !this.has_replaced(event, this.code.abilities[usable.ability], usable.this);
      const found = this.usable(reactions, player, event).filter(fresh);
      if (found.length === 0) continue;
      const picked = yield* this.pick_use(player, found, [reactions, player, event, null]);
      if (picked !== -1) {
        this.note_replaced(event, this.code.abilities[found[picked].ability], found[picked].this);
        yield* this.use(found[picked]);
        return true;
      }
    }
    return false;
  }
}

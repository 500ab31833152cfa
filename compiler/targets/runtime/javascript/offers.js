// Offers: what players may do.
//
// Job: find the abilities that someone may use now, and tell why one cannot be used. Reads: what is live, limits,
// costs. Changes nothing but the work that is left. Never chooses for a player.

import { why_not } from "./legality.js";
import { carriers, holds, is_present } from "./modifiers.js";
import { charged, map_under } from "./remembering.js";
import { CHANGE, spend } from "./spending.js";
import { can_pay, is_spent, limit_free } from "./triggers.js";
import { listed, NOTHING, Refusal, Usable } from "./values.js";

export function chooser_of(rt, ability, me, self) {
  return ability.chooser !== null ? ability.chooser(rt, me, self, null) : null;
}

/** Whether costs can be paid; `paid` has the answers of one moment, by number of the costs and bearer. The same costs
 * of abilities that are the bearer's own are tried once. */
function can_be_paid(rt, ability, me, self, trigger, paid) {
  const tried = () => can_pay(rt, ability, me, self, trigger);
  return me === self ? charged(rt, map_under(paid, ability.costs_number), me, tried) : tried();
}

/** Why an ability cannot be used now, or null. */
function obstacle(rt, ability, me, self, trigger, paid) {
  spend(rt, CHANGE, ability.at);
  const refuse = (message) => new Refusal(message, ability.at, ability.rows);
  for (const frame of ability.limits) {
    if (!limit_free(rt, frame, ability, self)) return refuse(`it was used already (once per ${frame})`);
  }
  if (is_spent(rt, ability, self)) return refuse("it has no uses left");
  const failed = ability.requires !== null ? ability.requires(rt, me, self, trigger) : null;
  if (failed !== null) return Refusal.of(failed);
  const through = ability.live?.through ?? null;
  if (through !== null) {
    const refused = why_not(rt, through.verb, through.values(rt, me, self));
    if (refused !== null) return refused;
  }
  if (ability.costs !== null && !can_be_paid(rt, ability, me, self, trigger, paid)) {
    return refuse("its cost cannot be paid");
  }
  if (ability.feasible !== null && !ability.feasible(rt, me, self, trigger)) {
    return refuse("nothing of it could be done");
  }
  return null;
}

/** The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all. */
function carriers_for(rt, ability, subject) {
  const { form, name } = ability.carrier;
  if (form !== "every") return carriers(rt, ability).filter(([me]) => me === subject);
  return subject._kinds.has(name) && is_present(rt, subject) ? [[subject, subject]] : NOTHING;
}

/** What of an offer may be used now, in the order of the rules and then of age; the first so many (`most`). */
export function usable_abilities(rt, offered, most = Infinity) {
  const found = [], paid = new Map(), [abilities, player, trigger, subject] = offered;
  for (const ability of abilities) {
    const found_on = subject === null ? carriers(rt, ability) : carriers_for(rt, ability, subject);
    for (const [me, self] of found_on) {
      if (chooser_of(rt, ability, me, self) !== player) continue;
      if (trigger !== null && !holds(rt, ability, me, self, trigger)) continue;
      if (obstacle(rt, ability, me, self, trigger, paid) === null) {
        found.push(new Usable(ability.index, ability.label, me, self, trigger));
        if (found.length === most) return found;
      }
    }
  }
  if (rt.watcher !== null && rt.dry_run === 0) rt.watcher.offered(offered, found);
  return found;
}

/** What of an offer may not be used now, and why: [usable, refusal]. */
export function refused_of(rt, [abilities, player, trigger, subject]) {
  const found = [], paid = new Map();
  for (const ability of abilities) {
    for (const [me, self] of carriers(rt, ability)) {
      if (chooser_of(rt, ability, me, self) !== player || (subject !== null && me !== subject)) continue;
      if (trigger !== null && !holds(rt, ability, me, self, trigger)) continue;
      const why = obstacle(rt, ability, me, self, trigger, paid);
      if (why !== null) found.push([new Usable(ability.index, ability.label, me, self, trigger), why]);
    }
  }
  return found;
}

/** What the condition of the waiting `choose` leaves out, and why: what it asks last with `can`. */
export function left_out(rt) {
  const found = [], { known, is_own } = rt, [below, asking] = rt.frames.slice(-2);
  if (asking?.kind !== "one") return found;
  const row = below.code.rows[below.pc - 1], asked = row[3], such_that = row[4], rank = row[5];
  if (such_that === null || rank !== null) return found;
  rt.forget_all(); // what is remembered would not be asked again
  try {
    for (const option of listed(asked(rt, below.v)[0])) {
      rt.refusals = [];
      if (!such_that(rt, below.v, option) && rt.refusals.length) found.push([option, rt.refusals.at(-1)]);
    }
  } finally {
    Object.assign(rt, { known, is_own, refusals: null });
  }
  return found;
}

// Triggers: which abilities answer an event, in which order, and how often they are used.
//
// Job: find the abilities that match an event now, order those that happen at once, tell whether limits and costs let
// them be used. Reads: what is live, whose turn it is. Changes: the counts of uses, and what has replaced an event.

import { Asking } from "./choices.js";
import { attempt } from "./dry_runs.js";
import { of_kind } from "./entities.js";
import { Body, Locals } from "./frames.js";
import { carriers, holds } from "./modifiers.js";
import { is_known_to } from "./places.js";
import { MOST_NESTED } from "./spending.js";
import { compare, Entity, listed, NOTHING, Usable } from "./values.js";

export function has_replaced(event, ability, self) {
  return event._replaced !== null && event._replaced.has(use_key(ability, self));
}

export function note_replaced(event, ability, self) {
  event._replaced ??= new Set();
  event._replaced.add(use_key(ability, self));
}

/** The abilities that answer an event now, oldest carrier first: [ability, `self`, `this`]. */
export function matches(rt, abilities, event) {
  const found = [];
  for (const ability of abilities) {
    for (const [me, self] of carriers(rt, ability)) {
      if (holds(rt, ability, me, self, event)) found.push([ability, me, self]);
    }
  }
  return found;
}

/** Whether an ability that waited for its turn is live and holds still, after what others did. */
export function still_answers(rt, ability, me, self, event) {
  const live = carriers(rt, ability).some(([other, carrier]) => other === me && carrier._id === self._id);
  return live && holds(rt, ability, me, self, event) && is_free(rt, ability, me, self, event);
}

/** By the order of the players who control them, then by age. */
export function in_order(rt, found) {
  if (found.length < 2) return found;
  const order = player_order(rt);
  const rank = ([, me, self]) => {
    const player = controller_of(me);
    const seat = player !== null ? order.indexOf(player) : -1;
    return [seat >= 0 ? seat : order.length, String(self._id).padStart(8, "0")];
  };
  const ranked = found.map((match) => [rank(match), match]);
  return ranked.sort((a, b) => compare(a[0], b[0])).map(([, match]) => match);
}

/** Those among which a player decides which is next; none where the first one is. */
export function tied(rt, found) {
  const who = found.length > 1 ? decider(rt, found) : null;
  if (who === null) return NOTHING;
  const mine = found.filter((match) => is_decided_by(rt, who, match));
  return mine.length > 1 ? mine : NOTHING;
}

/** Who says which of several simultaneous abilities is next: whose they are, or for all the first in the order. */
function decider(rt, found) {
  const { ties } = rt.code.rules.policy;
  if (ties === "first_player") return player_order(rt)[0] ?? null;
  return ties === "choose" ? controller_of(found[0][1]) : null;
}

/** Whether a player says when an ability has its turn: nobody is asked of others' that lie hidden. */
function is_decided_by(rt, who, [, me, self]) {
  const player = controller_of(me);
  if (rt.code.rules.policy.ties === "choose") return player === who;
  return player !== null && [me, self].every((one) => !(one instanceof Entity) || is_known_to(rt, one, who));
}

/** Asks which of several simultaneous abilities is next. */
export function ordering(rt, mine) {
  const options = mine.map(([ability, me, self]) => new Usable(ability.index, ability.label, me, self));
  return new Asking(decider(rt, mine), "order", options, mine[0][0].at);
}

/** The players in the order in which they are asked: the ruleset's own, else by seat. */
export function player_order(rt) {
  const named = rt.code.rules.policy.order;
  if (named) return listed(rt.code.functions[named](rt));
  return Object.hasOwn(rt.data.kinds, "player") ? of_kind(rt, "player") : NOTHING;
}

function controller_of(me) {
  if (!(me instanceof Entity)) return null;
  return me._kinds.has("player") ? me : me.controller ?? null;
}

/** Whether an ability's limits and requirements let it be used. */
export function is_free(rt, ability, me, self, event) {
  if (!ability.limits.every((frame) => limit_free(rt, frame, ability, self))) return false;
  if (is_spent(rt, ability, self)) return false;
  return ability.requires === null || ability.requires(rt, me, self, event) === null;
}

export function is_spent(rt, ability, self) {
  return ability.uses > 0 && (rt.used.get(use_key(ability, self)) ?? 0) >= ability.uses;
}

/** `once per FRAME`: free when not used since the frame's verb last began. */
export function limit_free(rt, frame, ability, self) {
  return rt.used.get(use_key(ability, self, frame)) !== (rt.started.get(frame) ?? 0);
}

export function record_use(rt, ability, self) {
  for (const frame of ability.limits) {
    rt.set_aside(rt.used, use_key(ability, self, frame), rt.started.get(frame) ?? 0);
  }
  if (ability.uses) {
    const key = use_key(ability, self);
    rt.set_aside(rt.used, key, (rt.used.get(key) ?? 0) + 1);
  }
}

/** What has happened gives back the uses of the abilities that wait for it. */
export function recharge(rt, event) {
  for (const ability of rt.code.recharges.get(event._verb) ?? NOTHING) {
    for (const [me, self] of carriers(rt, ability)) {
      const key = use_key(ability, self), asks = ability.recharged_if;
      if (rt.used.get(key) && (asks === null || asks(rt, me, self, event))) rt.set_aside(rt.used, key, 0);
    }
  }
}

/** What counts the uses of an ability by what carries it, or in a frame. */
function use_key(ability, self, frame = "") {
  return `${ability.id}\n${self._id}\n${frame}`;
}

export function can_pay(rt, ability, me, self, trigger) {
  if (rt.nested >= MOST_NESTED) return false; // paying it asks whether it can be paid, and so on
  rt.nested += 1;
  try {
    return attempt(rt, () => new Body(ability.costs, locals_of(me, self, trigger)), () => true);
  } finally {
    rt.nested -= 1;
  }
}

/** The locals with which the body of an ability begins. */
export function locals_of(me, self, trigger) {
  const v = new Locals();
  v.self = me;
  v.this = self;
  v.trigger = trigger;
  return v;
}

// Statuses on entities, by the ways in which they stack.
//
// Job: lay a status on its bearer, renew it, take it off. Reads: the declarations of traits. Changes: the statuses of
// entities, and the effects that last.

import { extract, insert, tell, touch } from "./changes.js";
import { check_room, instance } from "./entities.js";
import { mark } from "./marks.js";
import { count_change } from "./spending.js";
import { compare, Effect, eq, Exhausted, Fault, label, NOTHING } from "./values.js";

/** Lays a status on its bearer, by the status's way of stacking. */
export function add_status(rt, name, values, bearer, duration) {
  if (bearer === null || !bearer._alive) return;
  mark(rt, rt.data.traits[name].rows);
  if (values.length !== rt.data.traits[name].params.length) {
    throw new Fault(`\`${name}\` was given to ${label(bearer)} without its values`);
  }
  for (const old of rivals(rt, name, values, bearer)) {
    if (outranks(rt, old, values)) {
      renew(rt, old, values, duration);
      return;
    }
    drop(rt, old);
  }
  check_room(rt, name);
  if (bearer._statuses.length >= rt.bounds.statuses) {
    throw new Exhausted(`more than ${rt.bounds.statuses} statuses lie on ${label(bearer)}`);
  }
  const made = instance(rt, name, values, bearer);
  insert(rt, `all ${name}`, rt.kinds, name, made);
  rt.set(bearer, "_statuses", [...bearer._statuses, made]);
  set_effects(rt, [...rt.effects, new Effect(made._id, duration, NOTHING, null, made)]);
  touch(rt, "*");
  tell(rt, "status", made);
}

function status_values(rt, status) {
  return rt.data.traits[status._kind].params.map((param) => status[param]);
}

/** The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts. */
function rivals(rt, name, values, bearer) {
  const { stacking, params } = rt.data.traits[name];
  const same = bearer._statuses.filter((s) => s._kind === name);
  const index = params.indexOf(stacking);
  if (index >= 0) return same.filter((s) => eq(status_values(rt, s)[index], values[index]));
  return ["none", "highest", "lowest"].includes(stacking) ? same : NOTHING;
}

/** Whether a status stays where a rival comes. */
function outranks(rt, old, values) {
  const { stacking } = rt.data.traits[old._kind];
  const held = status_values(rt, old);
  if (stacking === "none" || eq(held, values)) return true;
  return stacking === "lowest" ? compare(held, values) < 0 : compare(held, values) > 0;
}

/** The same status again: it lasts as long as the later one. A weaker one leaves it as it is. */
function renew(rt, status, values, duration) {
  if (rt.data.traits[status._kind].stacking !== "none" && !eq(status_values(rt, status), values)) return;
  for (const effect of rt.effects) {
    if (effect.status !== status || effect.duration === null) continue;
    rt.set(effect, "duration", duration, "effects");
    tell(rt, "lasting", effect);
  }
}

/** Takes a status off, or each of a collection of them. */
export function drop(rt, status) {
  for (const one of Array.isArray(status) ? status : [status]) {
    if (one === null || !one._alive) continue;
    count_change(rt);
    rt.set(one, "_alive", false);
    extract(rt, `all ${one._kind}`, rt.kinds, one._kind, one);
    rt.set(one.bearer, "_statuses", one.bearer._statuses.filter((s) => s !== one));
    set_effects(rt, rt.effects.filter((e) => e.status !== one));
    touch(rt, "*");
    tell(rt, "drop", one);
  }
}

export function set_effects(rt, effects) {
  if (effects.length === rt.effects.length) return;
  count_change(rt, effects.length);
  rt.set(rt, "effects", effects);
}

/** Takes all statuses of a name off their bearer; what a card prints with values, only those with them all. */
export function drop_named(rt, name, bearer) {
  const is_meant = Array.isArray(name) ? (s) => eq([s._kind, status_values(rt, s)], name) : (s) => s._kind === name;
  for (const status of bearer._statuses.filter(is_meant)) drop(rt, status);
}

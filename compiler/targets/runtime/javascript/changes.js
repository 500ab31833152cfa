// Changes of fields and collections.
//
// Job: set, raise and lower a field within its declared bounds; put into what maps hold. Reads: the declarations of
// fields. Changes: fields of entities, maps of the state, and which state checks are due.

import { count_change, joined, sifted } from "./spending.js";
import { eq, Fault, label, NOTHING, past, Roll } from "./values.js";

/** Sets a field; a number stops at the bounds that its field declares. */
export function write(rt, owner, name, value) {
  const old = value_before(owner, name);
  const limit = rt.code.limits.get(owner._kind)?.get(name);
  if (limit !== undefined) value = stopped(value, limit);
  if (eq(old, value) && old instanceof Roll === value instanceof Roll) return;
  if (typeof value === "number") past(value);
  if (name === "size" && rt.grid !== null && owner._figure && owner.at !== null) {
    throw new Fault(`the size of ${label(owner)} cannot change while it stands on ${owner.at}: lift it first`);
  }
  count_change(rt);
  rt.set(owner, name, value);
  touch(rt, name);
  tell(rt, "change", owner, name, old);
}

/** A number as the bounds of its field leave it; none has no bounds. */
export function stopped(value, { minimum, maximum }) {
  if (typeof value !== "number") return value;
  const raised = minimum === null ? value : Math.max(value, minimum);
  return maximum === null ? raised : Math.min(raised, maximum);
}

export function add(rt, owner, name, value) {
  const old = value_before(owner, name);
  write(rt, owner, name, Array.isArray(old) ? joined(rt, old, value) : past(old + value));
}

export function lessen(rt, owner, name, value) {
  const old = value_before(owner, name);
  write(rt, owner, name, Array.isArray(old) ? sifted(rt, old, value, false) : past(old - value));
}

/** The value that is about to be changed. */
function value_before(owner, name) {
  if (owner === null) throw new Fault(`\`${name}\` of none cannot be set`);
  return owner[name];
}

/** Tells those who watch the match what happened; what is only tried does not happen. */
export function tell(rt, what, ...about) {
  if (rt.eyes.length && rt.dry_run === 0) for (const eye of rt.eyes) eye.see(what, ...about);
}

/** A field was written: state checks that read it are due. */
export function touch(rt, name) {
  if (rt.code.checked_fields.has(name) || rt.code.checked_fields.has("*")) rt.dirty.add(name);
}

/** Puts an item at the end of an array that a map holds, which is of a part of the state; the array itself stays. */
export function insert(rt, part, map, key, item) {
  rt.set_in(part, map, key, [...(map.get(key) ?? NOTHING), item]);
}

export function extract(rt, part, map, key, item) {
  rt.set_in(part, map, key, map.get(key).filter((held) => !eq(held, item)));
}

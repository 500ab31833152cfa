// What was worked out of the state, remembered in groups.
//
// Job: keep answers with the work that they took, for as long as what they read stays as it is. Reads nothing of the
// game itself; changes what is remembered. A group holds the answers of one function, stat, trait or text; which groups
// a change empties is told by the rules table.

import { Event, Zone } from "./values.js";

/** The groups of a game in which nothing was worked out yet: a group gets its map with its first answer. */
export function nothing_known(rt) {
  return new Array(rt.code.groups).fill(null);
}

/** The answers of a group, so that one can be added. */
export function answers_of(rt, group) {
  return (rt.known[group] ??= new Map());
}

/** What a map keeps under a key, with what it cost to work out: knowing it costs the same. */
export function charged(rt, map, key, work) {
  const found = map.get(key);
  if (found !== undefined && found.cost <= rt.work) {
    rt.work -= found.cost;
    return found.value;
  }
  const before = rt.work, value = work();
  keep(rt, map, key, value, before);
  return value;
}

/** Keeps an answer with what it cost since there was so much work left. */
export function keep(rt, map, key, value, before) {
  rt.kept += 1;
  map.set(key, { value, cost: before - rt.work });
}

/** The map that a map keeps under a key; it is made when it is not there. */
export function map_under(maps, key) {
  let found = maps.get(key);
  if (found === undefined) maps.set(key, (found = new Map()));
  return found;
}

/** The answers in a group for all values of a function but the last. */
function answers_under(answers, values) {
  let found = answers;
  for (let i = 0; i < values.length - 1; i++) found = map_under(found, values[i]);
  return found;
}

/** Whether what a value holds may become another while no named part of the state changes. */
export function may_change(value) {
  if (typeof value !== "object" || value === null) return false;
  const one = Array.isArray(value) && value.length > 0 ? value[0] : value;
  return one instanceof Zone || one instanceof Event || one?.constructor === Object;
}

/** A function of the game that looks its answers up in a group, and works them out where it must. `opened`: the
 * positions of values that may change while no named part of the state does. */
export function remembering(group, opened, work) {
  const looking_up = looking_up_in(group, work);
  if (opened.length === 0) return looking_up;
  return (rt, ...values) => {
    for (let i = 0; i < opened.length; i++) {
      if (may_change(values[opened[i]])) {
        const known = answers_under(map_under(answers_of(rt, 0), work), values);
        return charged(rt, known, values[values.length - 1], () => work(rt, ...values));
      }
    }
    return looking_up(rt, ...values);
  };
}

/** Most functions have one or two values, and are asked more often than anything else. */
function looking_up_in(group, work) {
  if (work.length === 2) {
    return (rt, a) => {
      const found = rt.known[group]?.get(a);
      if (found !== undefined && found.cost <= rt.work) {
        rt.work -= found.cost;
        return found.value;
      }
      const before = rt.work, value = work(rt, a);
      keep(rt, answers_of(rt, group), a, value, before);
      return value;
    };
  }
  if (work.length === 3) {
    return (rt, a, b) => {
      const found = rt.known[group]?.get(a)?.get(b);
      if (found !== undefined && found.cost <= rt.work) {
        rt.work -= found.cost;
        return found.value;
      }
      const before = rt.work, value = work(rt, a, b);
      keep(rt, map_under(answers_of(rt, group), a), b, value, before);
      return value;
    };
  }
  return (rt, ...values) => {
    const known = answers_under(answers_of(rt, group), values), last = values[values.length - 1];
    const found = known.get(last);
    if (found !== undefined && found.cost <= rt.work) {
      rt.work -= found.cost;
      return found.value;
    }
    const before = rt.work, value = work(rt, ...values);
    keep(rt, known, last, value, before);
    return value;
  };
}

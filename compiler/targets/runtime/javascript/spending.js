// The work of a running game, counted and bounded.
//
// Job: count down what is done: calls, rounds of loops, events, changes, by size where size matters. The count is the
// same in every engine, with or without what an engine remembers: what is remembered costs what it cost to work out.

import { as_key, Exhausted, listed, Stopped, unique } from "./values.js";

const SLICE = 50_000; // so much work is done between two looks of a watch
export const EVENT = 20; // the work of an event or request
export const CHANGE = 5; // of a change
export const TRY = 10; // of one way through a dry run
export const MOST_NESTED = 20; // stats and questions (`can`, costs in dry runs) that are asked inside of each other
export const MOST_REMEMBERED = 200_000; // answers; more are worked out again

export function set_limits(rt, { work = null, watch = null }) {
  rt.bounds.work = work ?? rt.bounds.work;
  rt.watch = watch;
}

/** Somebody has answered, or something new begins: all work may be done again. */
export function refill(rt) {
  rt.work = rt.bounds.work;
  rt.floor = next_floor(rt.work);
}

/** Where the next look is due, with so much work left. */
export function next_floor(work) {
  return Math.max(work - SLICE, 0);
}

/** The work is at its end, or it is time to ask whether the game shall go on. */
export function look(rt, at) {
  if (rt.work < 0) {
    throw new Exhausted(`more than ${rt.bounds.work} units of work were needed${shown_place(rt, at)}`, at);
  }
  if (rt.watch !== null && rt.watch()) throw new Stopped();
  if (rt.kept > MOST_REMEMBERED) rt.forget_all();
  rt.floor = next_floor(rt.work);
}

function shown_place(rt, at) {
  if (at < 0) return "";
  const { path, line } = rt.code.place(at);
  return `, at ${path.slice(path.lastIndexOf("/") + 1)}:${line}`;
}

/** Work at a place of the author's text. */
export function spend(rt, work, at) {
  rt.work -= work;
  if (rt.work < rt.floor) look(rt, at);
}

/** A collection that a loop walks over, with so much work for each; `at` only for a loop in a loop. */
export function over(rt, items, work = 1, at = -1) {
  rt.work -= items.length * work;
  if (at >= 0 && rt.work < rt.floor) look(rt, at);
  return items;
}

/** How often a loop runs. */
export function rounds(rt, count, at) {
  if (count > 10_000) throw new Exhausted(`a loop of more than 10,000 rounds${shown_place(rt, at)}`, at);
  return Math.max(count, 0);
}

/** A collection that was made. */
export function sized(rt, items) {
  rt.work -= items.length;
  if (items.length > rt.bounds.size) throw new Exhausted(`a collection of more than ${rt.bounds.size}`);
  return items;
}

/** What of a collection is in another, or is not. */
export function sifted(rt, items, others, wanted) {
  rt.work -= items.length + others.length;
  const held = new Set(listed(others).map(as_key));
  return listed(items).filter((x) => held.has(as_key(x)) === wanted);
}

/** What is in either, each once. */
export function joined(rt, items, others) {
  return unique(sized(rt, [...items, ...others]));
}

/** Something of the state changes, in a collection of a size. */
export function count_change(rt, size = 0) {
  rt.work -= CHANGE + size;
  rt.changes += 1;
  if (rt.changes > rt.bounds.changes) throw new Exhausted(`more than ${rt.bounds.changes} changes were made`);
}

export function count_step(rt, at) {
  rt.steps += 1;
  if (rt.steps > rt.bounds.steps) throw new Exhausted(`more than ${rt.bounds.steps} steps were taken`);
  spend(rt, EVENT, at);
}

// The work of a running game, counted and bounded, and what is remembered of it.
//
// Job: count down what is done: calls, rounds of loops, events, changes, by size where size matters. The count is the
// same in every engine, with or without what an engine remembers: what is remembered costs what it cost to work out.

import { BOUNDS, Exhausted, Stopped } from "./values.js";

const SLICE = 50_000; // so much work is done between two looks of a watch
export const EVENT = 20; // the work of an event or request
export const CHANGE = 5; // of a change
export const TRY = 10; // of one way through a trial
export const MOST_NESTED = 20; // stats and questions (`can`, costs on trial) that are asked inside of each other
export const MOST_REMEMBERED = 200_000; // answers; more are worked out again

/** The work of a running game, counted and bounded: the same count in every engine, whatever it remembers. */
export class Spending {
  constructor() {
    this.bounds = { ...BOUNDS };
    this.watch = null; // whether the game is to stop
    this.work = this.bounds.work; // what may still be done; below `floor` somebody looks
    this.floor = this.work - SLICE;
    this.steps = 0;
    this.changes = 0;
    this.nested = 0;
  }

  limit({ work = null, watch = null }) {
    this.bounds.work = work ?? this.bounds.work;
    this.watch = watch;
  }

  /** Somebody has answered, or something new begins: all work may be done again. */
  refill() {
    this.work = this.bounds.work;
    this._look_later();
  }

  _look_later() {
    this.floor = Math.max(this.work - SLICE, 0);
  }

  /** The work is at its end, or it is time to ask whether the game shall go on. */
  look(at) {
    if (this.work < 0) {
      throw new Exhausted(`more than ${this.bounds.work} units of work were needed${this.shown_place(at)}`, at);
    }
    if (this.watch !== null && this.watch()) throw new Stopped();
    if (this.known.size > MOST_REMEMBERED) this.known = new Map();
    this._look_later();
  }

  shown_place(at) {
    if (at < 0) return "";
    const { path, line } = this.code.place(at);
    return `, at ${path.slice(path.lastIndexOf("/") + 1)}:${line}`;
  }

  // ---- what is counted
  /** Work at a place of the author's text. */
  spend(work, at) {
    this.work -= work;
    if (this.work < this.floor) this.look(at);
  }

  /** A collection that a loop walks over, with so much work for each; `at` only for a loop in a loop. */
  over(items, work = 1, at = -1) {
    this.work -= items.length * work;
    if (at >= 0 && this.work < this.floor) this.look(at);
    return items;
  }

  /** How often a loop runs. */
  rounds(count, at) {
    if (count > 10_000) throw new Exhausted(`a loop of more than 10,000 rounds${this.shown_place(at)}`, at);
    return Math.max(count, 0);
  }

  /** A collection that was made. */
  sized(items) {
    this.work -= items.length;
    if (items.length > this.bounds.size) throw new Exhausted(`a collection of more than ${this.bounds.size}`);
    return items;
  }

  /** Something of the state changes, in a collection of a size. */
  changed(size = 0) {
    this.work -= CHANGE + size;
    this.changes += 1;
    if (this.changes > this.bounds.changes) throw new Exhausted(`more than ${this.bounds.changes} changes were made`);
  }

  count_step(at) {
    this.steps += 1;
    if (this.steps > this.bounds.steps) throw new Exhausted(`more than ${this.bounds.steps} steps were taken`);
    this.spend(EVENT, at);
  }
}

// ---- what is remembered

/** What a map keeps under a key, with what it cost to work out: knowing it costs the same. */
export function charged(rt, map, key, work) {
  const found = map.get(key);
  if (found !== undefined && found.cost <= rt.work) {
    rt.work -= found.cost;
    return found.value;
  }
  const before = rt.work, value = work();
  map.set(key, { value, cost: before - rt.work });
  return value;
}

/** What is kept under a row of keys; it is worked out when it is not known. */
export function known_under(maps, keys, work) {
  const last = keys.length - 1;
  let known = maps;
  if (last < 0) return maps;
  for (let i = 0; i < last; i++) known = map_under(known, keys[i]);
  let found = known.get(keys[last]);
  if (found === undefined) known.set(keys[last], (found = work()));
  return found;
}

/** The map that a map keeps under a key; it is made when it is not there. */
export function map_under(maps, key) {
  let found = maps.get(key);
  if (found === undefined) maps.set(key, (found = new Map()));
  return found;
}

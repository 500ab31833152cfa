// What cannot be taken back by the journal alone, kept at a request so that the game can return to it.
//
// Job: copy the frames and the events of what is being done. Input: a game at a request or at rest. Output: a
// checkpoint, or the game as it was there. Entities stay the same: the journal takes back what was done to them. Events
// stay the same, too, for effects name them; their values are copied.

import { tell } from "./changes.js";
import { Frame, Locals } from "./frames.js";
import { Event, Roll, Usable } from "./values.js";

const SHARED = new Set(["positions", "request", "rosters", "rules"]); // they never change, or are made anew
const COUNTERS = ["steps", "changes", "events", "mark_of_run"];

/** A game as it is at a request; it can be returned to as often as one likes. */
export function checkpoint(game) {
  const copier = new Copier();
  return {
    journal: game.journal.length,
    frames: copier.value(game.frames),
    stack: [...copier.value(game.stack)],
    events: copier.events,
    dirty: new Set(game.dirty),
    checking: new Set(game.checking),
    counters: Object.fromEntries(COUNTERS.map((name) => [name, game[name]])),
  };
}

/** Takes back everything since a checkpoint. */
export function return_to(game, point) {
  game.back_to(point.journal);
  const copier = new Copier();
  for (const event of point.events.keys()) copier.made.set(event, event);
  for (const [event, held] of point.events) {
    for (const name of Object.keys(event)) if (!Object.hasOwn(held, name)) delete event[name];
    for (const [name, item] of Object.entries(held)) event[name] = copier.value(item);
  }
  game.frames = [...copier.value(point.frames)];
  game.stack = [...copier.value(point.stack)];
  game.dirty = new Set(point.dirty);
  game.checking = new Set(point.checking);
  Object.assign(game, point.counters);
  game.outermost.length = 0;
  tell(game, "anew");
}

/** Copies values, each object once. */
class Copier {
  constructor() {
    this.made = new Map();
    this.events = new Map(); // the values of each
  }

  value(value) {
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof Roll) return value;
    if (Array.isArray(value)) return this.listed(value);
    if (value instanceof Set) return new Set(value);
    if (value instanceof Usable) return this.usable(value);
    return is_open(value) ? this.open(value) : value; // what never changes
  }

  /** An array that nobody changes is copied when something in it is. */
  listed(items) {
    const copied = items.map((item) => this.value(item));
    return copied.some((item, i) => item !== items[i]) ? copied : items;
  }

  usable({ ability, name, me, this: self, trigger }) {
    return new Usable(ability, name, me, self, this.value(trigger));
  }

  /** An object whose values are set while the game runs. */
  open(value) {
    let made = this.made.get(value);
    if (made === undefined) {
      made = value instanceof Event ? value : Object.create(Object.getPrototypeOf(value));
      const held = made === value ? {} : made;
      this.made.set(value, made);
      if (made === value) this.events.set(value, held);
      for (const [name, item] of Object.entries(value)) held[name] = SHARED.has(name) ? item : this.value(item);
    }
    return made;
  }
}

function is_open(value) {
  if (value instanceof Frame || value instanceof Event || value instanceof Locals) return true;
  return Object.getPrototypeOf(value) === Object.prototype; // values by name
}

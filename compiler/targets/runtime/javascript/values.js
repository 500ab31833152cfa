// Values of a running game: entities, zones, events, rolls, durations, requests; how they compare, and whole numbers.
//
// Job: hold data; nothing here knows the order in which things happen. Entities are instances of one class for each
// kind, made from the rules table.



export const NOTHING = Object.freeze([]);

/** Base of the classes made for kinds; names with an underscore are the runtime's own. */
export class Entity {
  constructor() {
    this._id = 0; // a number by age; a card's own id for the card itself; a text for a granted keyword
    this._card = null; // the card it was made from
    this._zone = null; // where it lies
    this._alive = true;
    this._statuses = NOTHING;
    this._keywords = NOTHING;
  }

  toString() {
    return `<${label(this)}>`;
  }
}

/** A value as transcripts and prompts name it; the same in every run and runtime. */
export function label(value) {
  if (value === null || value === undefined) return "none";
  if (value instanceof Entity) {
    if (typeof value._id !== "number") return String(value._id);
    const own = typeof value.id === "string" && value.id ? value.id : value._kind;
    return `${value._card !== null ? value._card._id : own}#${value._id}`;
  }
  if (Array.isArray(value) && !(value instanceof Shape)) return `[${value.map((v) => label(v)).join(", ")}]`;
  return String(value);
}

/** A shape on a table: x, y, facing, width, depth, angle, rim. */
export class Shape extends Array {
  /** What it is, in inches: `disc of 3 at 4.5,2`. */
  toString() {
    const [x, y, facing, width, depth, angle, rim] = this;
    const size = ` of ${inches(width)} by ${inches(depth)}`;
    let told = rim ? `disc of ${inches(rim)}` : "point";
    if (width || depth) told = `rectangle${size}${rim ? ` rounded by ${inches(rim)}` : ""}`;
    if (angle) told = `arc${size} and ${angle} degrees`;
    return `${told} at ${inches(x)},${inches(y)}${facing ? ` facing ${facing}` : ""}`;
  }
}

function inches(hundredths) {
  const whole = Math.trunc(Math.abs(hundredths) / 100), rest = String(Math.abs(hundredths) % 100).padStart(2, "0");
  return (hundredths < 0 ? "-" : "") + `${whole}.${rest}`.replace(/\.?0+$/, "");
}

/** A square of the board: its number, row * width + column, and its name. */
export class Square {
  constructor(index, name) {
    this.index = index;
    this.name = name;
  }

  valueOf() {
    return this.index;
  }

  toString() {
    return this.name;
  }
}

/** An ordered place for entities; the first is the top. */
export class Zone {
  constructor(name, owner, visible) {
    this.name = name;
    this.owner = owner;
    this.visible = visible;
    this.items = NOTHING;
  }

  /** Whether it is a zone of the entity, or of something that lies in one of its zones. */
  is_within(entity) {
    let zone = this;
    while (zone !== null && zone.owner !== entity) zone = zone.owner._zone;
    return zone !== null;
  }

  [Symbol.iterator]() {
    return this.items[Symbol.iterator]();
  }

  get length() {
    return this.items.length;
  }

  toString() {
    return `${label(this.owner)}.${this.name}`;
  }
}

/** One die as it lies: its name, the face's number from 0, and the symbols on it. */
export class Face {
  constructor(die, index, symbols) {
    this.die = die;
    this.index = index;
    this.symbols = symbols;
  }

  toString() {
    const named = Object.keys(this.symbols).sort(compare_texts);
    const shown = named.map((k) => (k !== "value" ? `${k} ${this.symbols[k]}` : String(this.symbols[k])));
    return `${this.die}(${shown.join(", ")})`;
  }
}

/** Dice as they lie, in order. */
export class Roll extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}

/** A happening. The verb's parameters and lets are properties beside the runtime's own. */
export class Event {
  constructor(verb, parent, number) {
    this._verb = verb;
    this._parent = parent;
    this._number = number;
    this._outcome = ""; // done, illegal, fizzled, prevented
    this._reason = null;
    this._use = null;
    this._replaced = null; // a set of abilities on their carriers, when there are any
    this._prevented = null; // a set of its steps; the empty name is the whole event
  }

  get _done() {
    return this._outcome === "done";
  }

  toString() {
    return `<${this._verb} ${this._number}>`;
  }
}

/** `edge`: start, end, while. `skip` the first matching end; `until`: the position of the function
 * `(rt, then, env)` that tells which event. */
export class Duration {
  constructor(edge, skip, verbs, until, env) {
    this.edge = edge;
    this.skip = skip;
    this.verbs = verbs;
    this.until = until;
    this.env = env;
  }

  toString() {
    if (this.edge === "while") return "while it holds";
    return `until ${this.edge} of ${this.skip ? "next " : ""}${this.verbs.join(" or ")}`;
  }
}

/** Something that lasts: modifiers, or a status on its bearer. */
export class Effect {
  constructor(number, duration, modifiers, env, status) {
    this.number = number;
    this.duration = duration;
    this.modifiers = modifiers;
    this.env = env;
    this.status = status;
  }
}

/** Why something is illegal: a sentence or its parts, the place of the failing requirement, its rulebook rows. */
export class Refusal {
  constructor(told, at, rows = NOTHING) {
    this._told = told;
    this.at = at;
    this.rows = rows;
    this.parts = typeof told === "string" ? [told] : told; // texts and values
  }

  /** The sentence, which is joined when somebody reads it: most refusals only tell that something is not possible. */
  get message() {
    if (typeof this._told !== "string") this._told = sentence(this._told);
    return this._told;
  }

  /** Of the parts that a requirement gives back. */
  static of(failed) {
    return new Refusal(failed[0], failed[1], failed[2]);
  }
}

function sentence(parts) {
  return parts.map((p) => (typeof p === "string" ? p : label(p))).join("");
}

/** An ability that someone may use now: its index, who it is told from, what carries it, what it answers. */
export class Usable {
  constructor(ability, name, me, self, trigger = null) {
    this.ability = ability;
    this.name = name;
    this.me = me;
    this.this = self;
    this.trigger = trigger;
  }

  toString() {
    return `${this.name} of ${label(this.me)}${this.this !== this.me ? ` by ${label(this.this)}` : ""}`;
  }
}

// ---- requests: what a running game asks its driver

/** `who` picks `least` to `most` of `options`: a list of positions. For a use, position -1 is a pass. */
export class Choose {
  constructor(who, kind, prompt, options, least, most, at, such_that) {
    this.request = "choose";
    this.who = who;
    this.kind = kind; // one, some, yes, mode, use, order
    this.prompt = prompt;
    this.options = options;
    this.least = least;
    this.most = most;
    this.at = at;
    this.such_that = such_that;
  }
}

/** The answer is a face's position per die. */
export class RollDice {
  constructor(dice, sizes, at) {
    this.request = "roll";
    this.dice = dice;
    this.sizes = sizes;
    this.at = at;
  }
}

/** The answer is a position below `size`. */
export class Draw {
  constructor(size, at) {
    this.request = "draw";
    this.size = size;
    this.at = at;
  }
}

/** The answer is a permutation of the positions below `size`. */
export class Shuffle {
  constructor(size, at) {
    this.request = "shuffle";
    this.size = size;
    this.at = at;
  }
}

// ---- how events end early

export class Prevented {
  constructor(event, step) {
    this.event = event;
    this.step = step;
  }
}

export class Ended {
  constructor(event) {
    this.event = event;
  }
}

/** A cost could not be paid. */
export class Unpaid {}

/** A defined failure of a run: a bound was passed, or content met a value that it does not have. */
export class Fault extends Error {
  constructor(message, at = 0, cause = undefined) {
    super(message, cause === undefined ? undefined : { cause });
    this.at = at;
  }
}

/** A bound was passed. Rules cannot catch it: a dry run that meets it has no answer. */
export class Exhausted extends Fault {}

/** The host has had enough, and the rules have no say in it. */
export class Stopped {}

export function is_end(error) {
  return error instanceof Prevented || error instanceof Ended || error instanceof Unpaid;
}

/** What a run may do; `work` is for a stretch between two answers of a player. */
export const BOUNDS = Object.freeze({
  work: 100_000_000, steps: 2_000_000, changes: 1_000_000, depth: 60, entities: 5_000, statuses: 500, crowd: 100,
  checks: 200, size: 10_000,
});
const LARGEST = 2 ** 53; // a number is smaller, so that every engine has all of its digits

/** A number that was worked out, unless it is past what every engine can hold. */
export function past(value) {
  if (-LARGEST < value && value < LARGEST) return value;
  throw new Fault("a number passed 2^53");
}

/** What happened, line by line; lines are the same in every run and runtime. */
export class Trace {
  constructor() {
    this.lines = [];
  }

  add(depth, text) {
    this.lines.push("  ".repeat(depth) + text);
  }
}

// ---- comparing

/** Whether two values are equal: collections by their items, everything else by identity. */
export function eq(a, b) {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!eq(a[i], b[i])) return false;
  return true;
}

/** Whether a collection or zone holds an item. */
export function contains(items, item) {
  if (items instanceof Zone) return item !== null && item._zone === items;
  return Array.isArray(item) ? items.some((held) => eq(held, item)) : items.includes(item);
}

/** By code points, as every runtime orders texts. */
export function compare_texts(a, b) {
  const least = Math.min(a.length, b.length);
  for (let i = 0; i < least; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x === y) continue;
    const high = x >= 0xd800 && x <= 0xdfff, other = y >= 0xd800 && y <= 0xdfff;
    return high === other ? x - y : high ? 1 : -1;
  }
  return a.length - b.length;
}

/** Negative, 0 or positive; collections by their first difference. */
export function compare(a, b) {
  if (typeof a === "string" && typeof b === "string") return compare_texts(a, b);
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  const least = Math.min(a.length, b.length);
  for (let i = 0; i < least; i++) {
    const found = compare(a[i], b[i]);
    if (found !== 0) return found;
  }
  return a.length - b.length;
}

/** The first greatest item, or with `sign` -1 the first least; the items are not empty. */
export function extreme(items, sign, key = (item) => item) {
  let best = items[0], held = key(best);
  for (let i = 1; i < items.length; i++) {
    const found = key(items[i]);
    if (sign * compare(found, held) > 0) [best, held] = [items[i], found];
  }
  return best;
}

/** The items of a collection or zone, as an array that nobody changes. */
export function listed(items) {
  return Array.isArray(items) ? items : items.items;
}

/** The items in order, each once. */
export function unique(items) {
  const many = items instanceof Roll ? Array.from(items) : listed(items);
  if (many.length < 2) return many;
  if (!many.some(Array.isArray)) return new Set(many).size === many.length ? many : [...new Set(many)];
  return [...new Map(many.map((item) => [_key(item), item])).values()];
}

/** What stands for a value in a set: equal values have equal keys. */
export function as_key(value) {
  return Array.isArray(value) ? _key(value) : value;
}

const _numbers = new WeakMap(); // a number for each object that stands in a key
let _objects = 0;

/** A text that two collections share when their items are equal. */
function _key(value) {
  if (Array.isArray(value)) return `[${value.map(_key).join()}]`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  if (!_numbers.has(value)) _numbers.set(value, ++_objects);
  return `#${_numbers.get(value)}`;
}

export function sum(numbers) {
  let total = 0, exact = true;
  for (const n of numbers) {
    total += n;
    if (!(-LARGEST < total && total < LARGEST)) exact = false;
  }
  return past(exact ? total : Number([...numbers].reduce((a, n) => a + BigInt(n), 0n)));
}

export function range(end, start = 0) {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

/** Whole division, rounded down; exact for every number there is. */
export function floor_div(above, below) {
  const left = above % below;
  return (above - left) / below - (left !== 0 && left < 0 !== below < 0 ? 1 : 0);
}

export function modulo(a, b) {
  const left = a % b;
  return left !== 0 && left < 0 !== b < 0 ? left + b : left + 0;
}

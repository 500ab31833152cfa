// The runtime of compiled games, for Node and browsers: an ES module without dependencies.
//
// Job: run the rules that a generated module hands over as one table. The sections stand in the order of the modules of
// the interpreter that this translates, so that either can be read beside the other: values, boards, tables, linking,
// state, modifiers, choices, events, offers, the game, the core's functions, agents, scripts, the host's interface.
//
// None is null; sets and lists are arrays that nobody changes in place; squares are interned objects; every number is
// whole. Methods that ask are generators: they yield requests and are sent answers.

const NOTHING = Object.freeze([]);

// ================================================================================================ values

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
  if (Array.isArray(value)) return `[${value.map((v) => label(v)).join(", ")}]`;
  return String(value);
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

/** `edge`: start, end, while. `skip` the first matching end; `condition(rt, then, env)` tells which event. */
export class Duration {
  constructor(edge, skip, verbs, condition, env) {
    this.edge = edge;
    this.skip = skip;
    this.verbs = verbs;
    this.condition = condition;
    this.env = env;
  }

  toString() {
    if (this.edge === "while") return "while it holds";
    return `until ${this.edge} of ${this.skip ? "next " : ""}${this.verbs.join(" or ")}`;
  }
}

/** Something that lasts: modifiers, or a status on its bearer. */
class Effect {
  constructor(number, duration, modifiers, env, status) {
    this.number = number;
    this.duration = duration;
    this.modifiers = modifiers;
    this.env = env;
    this.status = status;
  }
}

/** Why something is illegal: a sentence, the place of the failing requirement, its rulebook rows. */
export class Refusal {
  constructor(message, at, rows = NOTHING) {
    this.message = message;
    this.at = at;
    this.rows = rows;
  }

  /** Of the parts that a requirement gives back. */
  static of(failed) {
    return new Refusal(sentence(failed[0]), failed[1], failed[2]);
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

class Prevented {
  constructor(event, step) {
    this.event = event;
    this.step = step;
  }
}

class Ended {
  constructor(event) {
    this.event = event;
  }
}

/** A cost could not be paid. */
class Unpaid {}

/** A defined failure of a run: a bound was passed, or content met a value that it does not have. */
export class Fault extends Error {
  constructor(message, at = 0, cause = undefined) {
    super(message, cause === undefined ? undefined : { cause });
    this.at = at;
  }
}

/** A bound was passed. Rules cannot catch it: a trial that meets it has no answer. */
class Exhausted extends Fault {}

/** The host has had enough, and the rules have no say in it. */
class Stopped {}

function is_end(error) {
  return error instanceof Prevented || error instanceof Ended || error instanceof Unpaid;
}

/** What a run may do; `work` is for a stretch between two answers of a player. */
const BOUNDS = Object.freeze({
  work: 100_000_000, steps: 2_000_000, changes: 1_000_000, depth: 60, entities: 5_000, statuses: 500, crowd: 100,
  checks: 200, size: 10_000,
});
const LARGEST = 2 ** 53; // a number is smaller, so that every engine has all of its digits

/** A number that was worked out, unless it is past what every engine can hold. */
function past(value) {
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
function contains(items, item) {
  if (items instanceof Zone) return item !== null && item._zone === items;
  return Array.isArray(item) ? items.some((held) => eq(held, item)) : items.includes(item);
}

/** By code points, as every runtime orders texts. */
function compare_texts(a, b) {
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
function compare(a, b) {
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
function extreme(items, sign, key = (item) => item) {
  let best = items[0], held = key(best);
  for (let i = 1; i < items.length; i++) {
    const found = key(items[i]);
    if (sign * compare(found, held) > 0) [best, held] = [items[i], found];
  }
  return best;
}

/** The items of a collection or zone, as an array that nobody changes. */
function listed(items) {
  return Array.isArray(items) ? items : items.items;
}

/** The items in order, each once. */
function unique(items) {
  const many = items instanceof Roll ? Array.from(items) : listed(items);
  if (many.length < 2) return many;
  if (!many.some(Array.isArray)) return new Set(many).size === many.length ? many : [...new Set(many)];
  return [...new Map(many.map((item) => [_key(item), item])).values()];
}

/** What stands for a value in a set: equal values have equal keys. */
function _as_key(value) {
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

function sum(numbers) {
  let total = 0, exact = true;
  for (const n of numbers) {
    total += n;
    if (!(-LARGEST < total && total < LARGEST)) exact = false;
  }
  return past(exact ? total : Number([...numbers].reduce((a, n) => a + BigInt(n), 0n)));
}

function range(end, start = 0) {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

/** Whole division, rounded down; exact for every number there is. */
function floor_div(above, below) {
  const left = above % below;
  return (above - left) / below - (left !== 0 && left < 0 !== below < 0 ? 1 : 0);
}

function modulo(a, b) {
  const left = a % b;
  return left !== 0 && left < 0 !== b < 0 ? left + b : left + 0;
}

// ================================================================================================ boards of squares

// A square is the number row * width + column. Points are pairs [x, y] in half units, x to the right and y down: the
// corners of the square in column c, row r are [2c, 2r] … [2c + 2, 2r + 2], and its centre is [2c + 1, 2r + 1].

const NAME_OF_SQUARE = /^([a-z]{1,3})([1-9][0-9]{0,3})$/;

/** The least first, by a number or by `before(a, b)`. */
class Heap {
  constructor(before) {
    this.items = [];
    this.before = before;
  }

  push(item) {
    const { items, before } = this;
    let i = items.length;
    items.push(item);
    while (i > 0) {
      const above = (i - 1) >> 1;
      if (!before(item, items[above])) break;
      items[i] = items[above];
      i = above;
    }
    items[i] = item;
  }

  pop() {
    const { items, before } = this;
    const least = items[0], item = items.pop(), size = items.length;
    if (size === 0) return least;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= size) break;
      if (below + 1 < size && before(items[below + 1], items[below])) below += 1;
      if (!before(items[below], item)) break;
      items[i] = items[below];
      i = below;
    }
    items[i] = item;
    return least;
  }
}

/** Geometry of a board of squares: distances, steps, footprints, lines. Shape and walls never change. */
export class Grid {
  constructor(width, height, { metric = "chebyshev", exists, terrain, elevation, walls = [] } = {}) {
    if (width < 1 || height < 1) throw new RangeError(`a board of ${width} x ${height} squares`);
    const count = width * height;
    this.width = width;
    this.height = height;
    this.count = count;
    this.metric = metric;
    this.exists = exists ?? new Array(count).fill(true);
    this.terrain = terrain ?? new Array(count).fill(NOTHING);
    this.elevation = elevation ?? new Array(count).fill(0);
    this._corners = [];
    const edges = new Map();
    for (const [a, b] of walls) edges.set(this._pair(Math.min(a, b), Math.max(a, b)), [Math.min(a, b), Math.max(a, b)]);
    this._wall_pairs = new Set();
    for (const [a, b] of edges.values()) this._wall_pairs.add(this._pair(a, b)).add(this._pair(b, a));
    this._wall_ends = [...edges.values()].map((wall) => this._ends_of_wall(wall)).sort(compare);
    const squares = range(count);
    this._neighbours = squares.map((square) => this._adjacent(square, true));
    this._orthogonal = squares.map((square) => this._adjacent(square, false));
    this._cut_steps = new Set();
    for (const a of squares) {
      for (const b of this._neighbours[a]) if (this._is_cut(a, b)) this._cut_steps.add(this._pair(a, b));
    }
    this.square_at = squares.map((i) => (this.exists[i] ? new Square(i, this.square_name(i)) : undefined));
    this.squares = this.square_at.filter((square) => square !== undefined);
    this.remembered = new Map(); // what follows from the board alone, by the function that works it out
    this._footprints = new Map();
    this._steps = new Map();
    this._crossed = new Map();
    this._touched = new Map();
    this._met = new Map();
  }

  _pair(a, b) {
    return a * this.count + b;
  }

  // ---- names
  square_name(square) {
    let column = (square % this.width) + 1, letters = "";
    while (column > 0) {
      letters = String.fromCharCode(97 + ((column - 1) % 26)) + letters;
      column = floor_div(column - 1, 26);
    }
    return `${letters}${floor_div(square, this.width) + 1}`;
  }

  /** The square of that name; null when the text is no name or names no square of this board. */
  square_named(text) {
    const match = NAME_OF_SQUARE.exec(text);
    if (match === null) return null;
    let column = 0;
    for (const letter of match[1]) column = column * 26 + letter.charCodeAt(0) - 96;
    const row = Number(match[2]);
    if (column > this.width || row > this.height) return null;
    const square = (row - 1) * this.width + column - 1;
    return this.exists[square] ? square : null;
  }

  // ---- neighbours and walls
  neighbours(square) {
    return this._neighbours[square];
  }

  edge_wall(a, b) {
    return this._wall_pairs.has(this._pair(a, b));
  }

  /** Whether a wall cuts the step between two neighbouring squares; a diagonal step goes through the shared corner. */
  step_blocked(a, b) {
    return this._cut_steps.has(this._pair(a, b));
  }

  // ---- distances and areas
  /** Squares from a to b under the board's metric, walls and voids ignored. */
  distance(a, b) {
    return this._length(
      Math.abs((a % this.width) - (b % this.width)),
      Math.abs(floor_div(a, this.width) - floor_div(b, this.width)),
    );
  }

  /** The least distance from a square of the one footprint to a square of the other; each has one or more. */
  distance_of_footprints(squares_a, squares_b) {
    const apart = (span) => {
      const [a, b] = [span(squares_a), span(squares_b)];
      return Math.max(0, b[0] - a[1], a[0] - b[1]);
    };
    const ends = (squares) => [squares[0], squares.at(-1)];
    return this._length(
      apart((squares) => ends(squares).map((s) => s % this.width)),
      apart((squares) => ends(squares).map((s) => floor_div(s, this.width))),
    );
  }

  _length(across, down) {
    if (this.metric === "chebyshev") return Math.max(across, down);
    if (this.metric === "manhattan") return across + down;
    return Math.max(across, down) + floor_div(Math.min(across, down), 2);
  }

  /** The squares of a rectangle, the anchor its upper left, in ascending order; null if some are off the board. */
  footprint(anchor, width, height) {
    const key = `${anchor} ${width} ${height}`;
    let found = this._footprints.get(key);
    if (found === undefined) {
      found = this._lay_footprint(anchor, width, height);
      this._footprints.set(key, found);
    }
    return found;
  }

  // ---- walks: { size: [width, height], budget, cost(a, b): number | null, stops(square) }
  /** Length of the shortest way around walls from a source to a target; null when it is longer than `limit`. */
  path_distance(sources, targets, passable, limit) {
    if (limit < 0) return null;
    const goals = new Set(targets);
    const cost = (a, b) => (this.step_blocked(a, b) || !(goals.has(b) || passable(b)) ? null : 1);
    const starts = sources.filter((square) => this.exists[square]);
    const found = this._settle(starts, { size: [1, 1], budget: limit, cost, stops: () => false }, goals);
    let least = null;
    for (const square of goals) {
      const length = found.get(square);
      if (length !== undefined && (least === null || length < least)) least = length;
    }
    return least;
  }

  /** The least cost of each anchor that the walk reaches from `start`, cheapest first, then by square: a Map. */
  reachable(start, walk) {
    return walk.budget >= 0 ? this._settle([start], walk, new Set()) : new Map();
  }

  /** The cheapest way, both ends included; null when there is none. Then the fewest steps, then the first squares. */
  route(start, goal, walk) {
    const steps = this._steps_of(walk.size), alternating = this.metric === "alternating";
    const queue = new Heap((a, b) => (a[0] - b[0] || a[1] - b[1] || compare(a, b)) < 0);
    queue.push([0, 0, [start], false]);
    const settled = new Set();
    while (queue.items.length && walk.budget >= 0) {
      const [spent, count, way, odd] = queue.pop();
      const anchor = way[way.length - 1];
      if (anchor === goal) return way;
      if (settled.has(2 * anchor + odd)) continue;
      settled.add(2 * anchor + odd);
      if (count && walk.stops(anchor)) continue;
      for (const [other, diagonal] of steps[anchor]) {
        const turns = alternating && diagonal;
        const after = odd !== turns;
        if (settled.has(2 * other + after)) continue;
        const price = walk.cost(anchor, other);
        if (price === null) continue;
        if (price < 0) throw _negative(anchor, other, price);
        const total = spent + price + (turns && odd ? 1 : 0);
        if (total <= walk.budget) queue.push([total, count + 1, [...way, other], after]);
      }
    }
    return null;
  }

  // ---- points and lines
  corners(square) {
    return (this._corners[square] ??= this._corners_at(2 * (square % this.width), 2 * floor_div(square, this.width)));
  }

  _corners_at(x, y) {
    return [[x, y], [x + 2, y], [x, y + 2], [x + 2, y + 2]];
  }

  centre(square) {
    return [2 * (square % this.width) + 1, 2 * floor_div(square, this.width) + 1];
  }

  /** The squares whose interior meets the segment from p to q, its ends included, in order; void ones too. */
  crossed_squares(p, q) {
    return _remembered(this._crossed, p, q, () => this._find_crossed(p, q));
  }

  /** The squares whose closed area meets the segment, its ends included, in order; void ones too. */
  touched_squares(p, q) {
    return _remembered(this._touched, p, q, () => this._find_touched(p, q));
  }

  /** Whether a wall runs from one side of the segment to the other, through a point of it that is not its end. */
  crosses_wall(p, q) {
    return _remembered(this._met, p, q, () => this._meet_walls(p, q))[0];
  }

  /** Whether a point of the segment other than its ends lies on a wall (its ends and joints included). */
  touches_wall(p, q) {
    return _remembered(this._met, p, q, () => this._meet_walls(p, q))[1];
  }

  // ---- inside
  _is_straight(a, b) {
    return a % this.width === b % this.width || floor_div(a, this.width) === floor_div(b, this.width);
  }

  _adjacent(square, diagonal) {
    if (!this.exists[square]) return NOTHING;
    const row = floor_div(square, this.width), column = square % this.width, near = [];
    for (let r = Math.max(0, row - 1); r < Math.min(this.height, row + 2); r++) {
      for (let c = Math.max(0, column - 1); c < Math.min(this.width, column + 2); c++) {
        if ((r !== row || c !== column) && (diagonal || r === row || c === column)) near.push(r * this.width + c);
      }
    }
    return near.filter((other) => this.exists[other]);
  }

  _is_cut(a, b) {
    if (this._is_straight(a, b)) return this.edge_wall(a, b);
    const rows = (floor_div(b, this.width) - floor_div(a, this.width)) * this.width;
    const beside = b - rows, beyond = a + rows;
    return [a, b].some((end) => this.edge_wall(end, beside) || this.edge_wall(end, beyond));
  }

  _lay_footprint(anchor, width, height) {
    const row = floor_div(anchor, this.width), column = anchor % this.width;
    if (width < 1 || height < 1 || anchor < 0 || column + width > this.width || row + height > this.height) return null;
    const squares = [];
    for (let r = row; r < row + height; r++) {
      for (let c = column; c < column + width; c++) squares.push(r * this.width + c);
    }
    return squares.every((square) => this.exists[square]) ? squares : null;
  }

  /** Per anchor, the anchors one step away where a footprint of that size fits, and whether it is a diagonal. */
  _steps_of(size) {
    const key = size.join();
    if (!this._steps.has(key)) {
      const near = this.metric === "manhattan" ? this._orthogonal : this._neighbours;
      const steps = near.map((others, a) =>
        others.filter((b) => this.footprint(b, ...size) !== null).map((b) => [b, !this._is_straight(a, b)]));
      this._steps.set(key, steps);
    }
    return this._steps.get(key);
  }

  /** Dijkstra's algorithm, ended at the first goal: a state is 2 * anchor + (1 after an odd number of diagonals), a
   * queue entry cost * span + state, so that equal costs are settled in the order of squares. */
  _settle(starts, walk, goals) {
    const steps = this._steps_of(walk.size), alternating = this.metric === "alternating";
    const { budget, cost, stops } = walk;
    const span = 2 * this.count;
    const best = new Array(span).fill(Infinity); // the least cost of each state
    const roots = new Set(starts.map((start) => 2 * start));
    for (const root of roots) best[root] = 0;
    const queue = new Heap((a, b) => a < b);
    for (const root of roots) queue.push(root);
    const found = new Map();
    while (queue.items.length) {
      const entry = queue.pop();
      const spent = floor_div(entry, span), state = entry % span;
      if (best[state] < spent) continue;
      const anchor = state >> 1, odd = state & 1;
      if (!found.has(anchor)) found.set(anchor, spent);
      if (goals.has(anchor)) break;
      if (!roots.has(state) && stops(anchor)) continue;
      for (const [other, diagonal] of steps[anchor]) {
        const turns = alternating && diagonal ? 1 : 0;
        const after = 2 * other + (odd ^ turns);
        if (best[after] <= spent) continue;
        const price = cost(anchor, other);
        if (price === null) continue;
        const total = spent + price + (odd & turns);
        if (total > budget) continue;
        if (price < 0) throw _negative(anchor, other, price);
        if (total < best[after]) {
          best[after] = total;
          queue.push(total * span + after);
        }
      }
    }
    return found;
  }

  _find_crossed(p, q) {
    const left = Math.min(p[0], q[0]), right = Math.max(p[0], q[0]);
    const top = Math.min(p[1], q[1]), bottom = Math.max(p[1], q[1]);
    const columns = [Math.max(0, floor_div(left, 2)), Math.min(this.width, floor_div(right - 1, 2) + 1)];
    const rows = [Math.max(0, floor_div(top, 2)), Math.min(this.height, floor_div(bottom - 1, 2) + 1)];
    const reach = right - left + bottom - top;
    return this._along(p, q, rows, columns, reach ? reach - 1 : 0);
  }

  _find_touched(p, q) {
    const left = Math.min(p[0], q[0]), right = Math.max(p[0], q[0]);
    const top = Math.min(p[1], q[1]), bottom = Math.max(p[1], q[1]);
    const columns = [Math.max(0, floor_div(left - 1, 2)), Math.min(this.width, floor_div(right, 2) + 1)];
    const rows = [Math.max(0, floor_div(top - 1, 2)), Math.min(this.height, floor_div(bottom, 2) + 1)];
    return this._along(p, q, rows, columns, right - left + bottom - top);
  }

  /** The squares of these rows and columns whose centre is at most `reach` (an area) off the line, in order. */
  _along(p, q, rows, columns, reach) {
    const dx = q[0] - p[0], dy = q[1] - p[1], found = [];
    for (let row = rows[0]; row < rows[1]; row++) {
      for (let column = columns[0]; column < columns[1]; column++) {
        const x = 2 * column + 1 - p[0], y = 2 * row + 1 - p[1];
        if (Math.abs(dx * y - dy * x) <= reach) found.push([dx * x + dy * y, row * this.width + column]);
      }
    }
    return found.sort(compare).map(([, square]) => square);
  }

  /** The end points of the common edge of two squares given in ascending order. */
  _ends_of_wall([a, b]) {
    const corners = this.corners(a);
    return [corners[b - a === 1 && this.width > 1 ? 1 : 2], corners[3]];
  }

  /** Whether the segment without its ends [crosses, touches] walls. */
  _meet_walls(p, q) {
    let crosses = false, touches = false;
    const along = [];
    const sides = new Map(); // by joint, the sides on which walls came: 1 for the one, 2 for the other, 3 for both
    const came = (point, side) => sides.set(point.join(), (sides.get(point.join()) ?? 0) | side);
    const [first, last] = compare(p, q) <= 0 ? [p, q] : [q, p];
    for (const [u, v] of this._wall_ends) {
      const off_p = _side(u, v, p), off_q = _side(u, v, q);
      const side_u = _side(p, q, u), side_v = _side(p, q, v);
      if (off_p === 0 && off_q === 0 && side_u === 0 && side_v === 0) {
        if (!eq(p, q) && compare(first, v) < 0 && compare(u, last) < 0) along.push([u, v]);
      } else if (off_p * off_q < 0 && side_u * side_v <= 0) {
        touches = true;
        if (side_u !== 0 && side_v !== 0) crosses = true;
        else came(side_u !== 0 ? v : u, side_u + side_v > 0 ? 1 : 2);
      }
    }
    // Where a wall runs along the segment, the sides on which it came are handed on to its last joint.
    for (const [u, v] of along) came(v, sides.get(u.join()) ?? 0);
    return [crosses || [...sides.values()].includes(3), touches || along.length > 0];
  }
}

function _negative(a, b, price) {
  return new RangeError(`the step from ${a} to ${b} costs ${price}`);
}

/** Positive on the one side of the line through p and q, negative on the other, 0 on it. */
function _side(p, q, point) {
  return (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0]);
}

/** What was worked out once for a segment. */
function _remembered(known, p, q, work) {
  const key = ((p[0] * 4096 + p[1]) * 4096 + q[0]) * 4096 + q[1];
  let found = known.get(key);
  if (found === undefined) {
    found = work();
    known.set(key, found);
  }
  return found;
}

// ================================================================================================ tables

// Boards without squares. Lengths are hundredths of an inch, x to the right and y down. A facing is in whole degrees,
// clockwise from 0 = towards smaller y. Points between two hundredths are rounded to the nearest one, halves up.

const UNIT = 1_000_000;

/** The sines of 0 … 359 degrees times UNIT, from the power series in integers times 10**18. */
const SINES = (() => {
  const one = 10n ** 18n, pi = 3_141_592_653_589_793_238n, quarter = [];
  for (let degrees = 0n; degrees <= 90n; degrees++) {
    const angle = (pi * degrees) / 180n;
    let term = angle, total = 0n, power = 1n;
    while (term > 0n) {
      total += power % 4n === 1n ? term : -term;
      term = (term * angle * angle) / (one * one * (power + 1n) * (power + 2n));
      power += 2n;
    }
    quarter.push(Number((total * BigInt(UNIT) + one / 2n) / one));
  }
  const half = [...quarter, ...quarter.slice(1, -1).reverse()];
  return [...half, ...half.map((sine) => -sine)];
})();

function _sine(degrees) {
  return SINES[modulo(degrees, 360)];
}

/** The vector of length UNIT in which a facing looks. */
function _direction(degrees) {
  return [_sine(degrees), -_sine(degrees + 90)];
}

/** The facing that looks from one point to another: the nearest whole degree, and 0 where they are the same. */
function _bearing(start, end) {
  const to_end = _from(start, end);
  const found = extreme(range(360), 1, (degrees) => _dot(_direction(degrees), to_end));
  // Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
  if (_cross(_middle(found, found + 1), to_end) > 0) return (found + 1) % 360;
  return _cross(_middle(found - 1, found), to_end) < 0 ? (found + 359) % 360 : found;
}

/** A vector that looks halfway between two facings. */
function _middle(first, second) {
  const [x, y] = _direction(first), [other_x, other_y] = _direction(second);
  return [x + other_x, y + other_y];
}

/** The corners of a base: front left, front right, rear right, rear left. `width` lies across the facing. */
function _corners_of(pose, width, depth) {
  const ahead = _direction(pose.facing);
  const corner = (forward, right) => [
    pose.x + _rounded(ahead[0] * depth * forward - ahead[1] * width * right, 2 * UNIT),
    pose.y + _rounded(ahead[1] * depth * forward + ahead[0] * width * right, 2 * UNIT),
  ];
  return [corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
}

/** The shortest distance between two convex shapes, rounded down; 0 when they touch or overlap. */
function _gap(shape_a, shape_b) {
  if (_meet(shape_a, shape_b)) return 0;
  let least = Infinity;
  for (const [a, b] of [[shape_a, shape_b], [shape_b, shape_a]]) {
    for (const point of a) for (const [p, q] of _sides(b)) least = Math.min(least, _off_segment(point, p, q));
  }
  let root = Math.floor(Math.sqrt(least));
  while (root * root > least) root -= 1;
  while ((root + 1) * (root + 1) <= least) root += 1;
  return root;
}

/** Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer faces. */
function _in_arc(viewer, point, half_angle) {
  if (half_angle < 0 || half_angle > 180) throw new Fault(`half an arc of ${half_angle} degrees`);
  const to_target = [point[0] - viewer.x, point[1] - viewer.y];
  const right_of_left = _cross(_direction(viewer.facing - half_angle), to_target) >= 0;
  const left_of_right = _cross(to_target, _direction(viewer.facing + half_angle)) >= 0;
  if (half_angle * 4 > 360) return right_of_left || left_of_right;
  return right_of_left && left_of_right && _dot(_direction(viewer.facing), to_target) >= 0;
}

/** Whether a round template covers some point of a shape; its rim does. */
function _covers_part(centre, radius, shape) {
  const near = ([p, q]) => _off_segment(centre, p, q, radius);
  return _meet([centre], shape) || _sides(shape).some(near);
}

function _rounded(over, under) {
  return floor_div(2 * over + under, 2 * under);
}

function _cross(a, b) {
  return a[0] * b[1] - a[1] * b[0];
}

function _dot(a, b) {
  return a[0] * b[0] + a[1] * b[1];
}

function _from(p, q) {
  return [q[0] - p[0], q[1] - p[1]];
}

function _sides(shape) {
  return shape.map((point, i) => [point, shape[(i + 1) % shape.length]]);
}

/** The squared distance of a point from a closed segment, rounded down; given a radius, whether it is within that. */
function _off_segment(point, p, q, radius = null) {
  const line = _from(p, q), to_point = _from(p, point);
  const length = _dot(line, line), along = _dot(line, to_point);
  if (along <= 0) return _squared(_dot(to_point, to_point), radius);
  if (along >= length) {
    const back = _from(q, point);
    return _squared(_dot(back, back), radius);
  }
  // The square of an area passes 2^53 on a large table.
  const over = BigInt(_cross(line, to_point)) ** 2n, under = BigInt(length);
  return radius === null ? Number(over / under) : over <= BigInt(radius) ** 2n * under;
}

function _squared(distance, radius) {
  return radius === null ? distance : distance <= radius * radius;
}

/** Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other. */
function _meet(a, b) {
  const sides = _sides(b);
  if (_sides(a).some(([p, q]) => sides.some(([r, s]) => _segments_meet(p, q, r, s)))) return true;
  return _inside(a[0], b) || _inside(b[0], a);
}

function _segments_meet(p, q, r, s) {
  const line = _from(p, q), other = _from(r, s);
  const off_r = Math.sign(_cross(line, _from(p, r))), off_s = Math.sign(_cross(line, _from(p, s)));
  const off_p = Math.sign(_cross(other, _from(r, p))), off_q = Math.sign(_cross(other, _from(r, q)));
  if (off_r === 0 && off_s === 0 && off_p === 0 && off_q === 0) {
    return [0, 1].every((i) =>
      Math.min(p[i], q[i]) <= Math.max(r[i], s[i]) && Math.min(r[i], s[i]) <= Math.max(p[i], q[i]));
  }
  return off_r * off_s <= 0 && off_p * off_q <= 0;
}

/** Whether a point is strictly inside a convex shape: the corners of a segment or a point enclose nothing. */
function _inside(point, shape) {
  const offs = _sides(shape).map(([p, q]) => _cross(_from(p, q), _from(p, point)));
  return offs.every((off) => off > 0) || offs.every((off) => off < 0);
}

// ================================================================================================ drawn boards

const LARGEST_BOARD = 64;
const VOID = " ";
const EDGES = " -+|";
const UNSEEN = /[\p{C}\p{Z}]/u; // what no eye can tell from nothing

/** A board as drawn: { width, height, letters by row and column, walls as pairs of squares }. */
export function parse_board(text_lines) {
  const lines = text_lines.map((line) => [...line.trimEnd()]);
  const rows = [], edges = [];
  lines.forEach((line, number) => {
    if (line.includes("-") && line.every((c) => EDGES.includes(c))) {
      if (rows.length === 0 || rows[rows.length - 1] !== number - 1) {
        throw _misdrawn(number, line.indexOf("-"), "no squares above these walls");
      }
      edges.push(number);
    } else {
      rows.push(number);
      if (rows.length > LARGEST_BOARD) throw _misdrawn(number, 0, `more than ${LARGEST_BOARD} rows`);
    }
  });
  const last = edges.length ? edges[edges.length - 1] : -1;
  if (last === lines.length - 1 && last >= 0) {
    throw _misdrawn(last, lines[last].indexOf("-"), "no squares below these walls");
  }
  const width = Math.max(0, ...rows.map((number) => floor_div(lines[number].length + 1, 2)));
  if (width === 0) throw _misdrawn(0, 0, "a board without squares");
  const walls = [], letters = [];
  rows.forEach((number, row) => {
    letters.push(_read_letters(lines[number], number, width));
    walls.push(..._read_upright_walls(lines[number], number, row * width, width));
    if (edges.includes(number + 1)) walls.push(..._read_level_walls(lines[number + 1], number + 1, row * width, width));
  });
  return { width, height: rows.length, letters, walls };
}

function _misdrawn(line, column, message) {
  return new Fault(`board line ${line + 1}, column ${column + 1}: ${message}`);
}

function _read_letters(line, number, width) {
  if (width > LARGEST_BOARD && line.length > 2 * LARGEST_BOARD) {
    throw _misdrawn(number, 2 * LARGEST_BOARD, `more than ${LARGEST_BOARD} squares in a row`);
  }
  const letters = line.filter((_, column) => column % 2 === 0);
  letters.forEach((letter, i) => {
    if (letter !== VOID && (EDGES.includes(letter) || UNSEEN.test(letter))) {
      throw _misdrawn(number, 2 * i, `'${letter}' where a square belongs`);
    }
  });
  return [...letters, ...new Array(width - letters.length).fill(VOID)];
}

function _read_upright_walls(line, number, first, width) {
  const walls = [];
  for (let column = 1; column < line.length; column += 2) {
    if (line[column] === "|") {
      const square = floor_div(column, 2);
      if (square + 1 >= width) throw _misdrawn(number, column, "no square to the right of this wall");
      walls.push([first + square, first + square + 1]);
    } else if (line[column] !== " ") {
      throw _misdrawn(number, column, `'${line[column]}' between two squares (a space or '|' stands there)`);
    }
  }
  return walls;
}

function _read_level_walls(line, number, first, width) {
  const walls = [];
  line.forEach((character, column) => {
    if (character === " " || (column % 2 === 1 && column < 2 * width - 1)) return;
    if (column >= 2 * width - 1) throw _misdrawn(number, column, "no square above this wall");
    if (character !== "-") {
      throw _misdrawn(number, column, `'${character}' below a square (a space or '-' stands there)`);
    }
    walls.push([first + floor_div(column, 2), first + floor_div(column, 2) + width]);
  });
  return walls;
}

// ================================================================================================ linking

const MOST_FACES = 10_000;
const TIMINGS = ["before", "instead", "during", "after"];

function _book() {
  return Object.fromEntries(TIMINGS.map((timing) => [timing, new Map()]));
}

/** A verb: `head` and `recheck` give a failed requirement or null, `body` is a generator. */
class Verb {
  constructor(row) {
    Object.assign(this, row);
    this.triggers = _book(); // by timing, then by step: the empty name is the event itself
    this.reactions = _book();
  }

  /** Whether any ability of the game answers this moment. */
  watched(timing, step = "") {
    return this.triggers[timing].has(step) || this.reactions[timing].has(step);
  }
}

/** The rules table of a game, made ready to run; shared by all its games. */
export class Code {
  constructor(rules) {
    this.rules = rules;
    this.data = rules.data;
    this.functions = rules.functions;
    this.lasting = rules.lasting;
    this.boards = new Map(); // the boards that were drawn, by position
    this.make_kinds();
    this.make_cards();
    this.link_stats();
    this.verbs = new Map(Object.entries(rules.verbs).map(([name, row]) => [name, new Verb(row)]));
    this.checks = rules.checks.map((row) => ({ ...row, reads: new Set(row.reads) }));
    this.checked_fields = new Set(rules.checks.flatMap((row) => row.reads));
    this.link_lives();
    this.link_abilities();
  }

  // ---- data
  make_kinds() {
    this.classes = new Map();
    this.field_names = new Map();
    this.limits = new Map(); // of numbers: by kind, then by field
    for (const kind of Object.values(this.data.kinds)) {
      const names = kind.fields.map((f) => f.name);
      const fields = kind.figure ? [...names, "at"] : names;
      const made = class extends Entity {
        constructor() {
          super();
          for (const name of fields) this[name] = null;
        }
      };
      Object.assign(made.prototype, {
        _kind: kind.name,
        _kinds: new Set(kind.ancestors),
        _figure: kind.figure,
        _stands: kind.figure && this.rules.board.type !== "table", // which has no squares to stand on
        _sized: names.includes("size"), // whether the kind says how many squares a side takes
      });
      this.classes.set(kind.name, made);
      this.field_names.set(kind.name, names.slice().sort(compare_texts));
      const bounded = kind.fields.filter((f) => f.minimum !== null || f.maximum !== null);
      this.limits.set(kind.name, new Map(bounded.map((f) => [f.name, f])));
    }
    const kinds = Object.values(this.data.kinds);
    const heirs = (name) => kinds.filter((k) => k.ancestors.includes(name)).map((k) => k.name);
    this.heirs = new Map(kinds.map((kind) => [kind.name, heirs(kind.name)]));
    this.rows_of_kind = new Map(kinds.map((kind) => [kind.name, this.data_rows_of(kind)]));
  }

  /** A row of the table of places: where in the author's text something stands, and in what. */
  place(at) {
    const [path, line, column, owner] = this.data.spans[at];
    return { path: this.data.paths[path], line, column, owner: this.data.owners[owner] };
  }

  data_rows(key) {
    return Object.hasOwn(this.data.data_rows, key) ? this.data.data_rows[key] : NOTHING;
  }

  data_rows_of(kind) {
    const found = [];
    for (const ancestor of kind.ancestors) {
      found.push(...this.data_rows(`kind:${ancestor}`));
      for (const f of kind.fields) found.push(...this.data_rows(`field:${ancestor}.${f.name}`));
    }
    return unique(found);
  }

  /** The cards themselves: entities outside of any game, with their printed values. */
  make_cards() {
    this.cards = Object.create(null);
    for (const card of Object.values(this.data.cards)) this.cards[card.id] = this.prototype(card);
    for (const card of Object.values(this.cards)) this.link_cards(card);
  }

  prototype(card) {
    const made = this.bare(card.kind, card.id);
    for (const f of this.data.kinds[card.kind].fields) {
      made[f.name] = Object.hasOwn(card.values, f.name) ? card.values[f.name] : f.default;
    }
    return made;
  }

  bare(kind, id) {
    const made = new (this.classes.get(kind))();
    made._id = id;
    return made;
  }

  link_cards(card) {
    for (const f of this.data.kinds[card._kind].fields) {
      const value = card[f.name];
      const is_card = (id) => typeof id === "string" && id in this.cards;
      if (f.type === "card" && value !== null) card[f.name] = this.cards[value];
      else if ((f.type === "set" || f.type === "list") && value?.length && value.every(is_card)) {
        card[f.name] = value.map((id) => this.cards[id]);
      }
    }
  }

  die_size(die, at) {
    const faces = Object.hasOwn(this.data.dice, die) ? this.data.dice[die] : undefined;
    if (faces === null) throw new Fault(`the faces of ${die} are not known`, at);
    const size = faces === undefined ? Number(die.slice(1)) : faces.length;
    if (!(size > 0 && size <= MOST_FACES)) throw new Fault(`${die} does not have from 1 to ${MOST_FACES} faces`, at);
    return size;
  }

  face(die, index) {
    const faces = Object.hasOwn(this.data.dice, die) ? this.data.dice[die] : null;
    return faces !== null ? faces[index] : { value: index + 1 };
  }

  // ---- what is live
  link_stats() {
    this.stats = new Map(); // by kind, then by name
    for (const stat of this.rules.stats) {
      const rows = this.data_rows(`stat:${stat.kind}.${stat.name}`);
      for (const heir of this.heirs.get(stat.kind)) {
        if (!this.stats.has(heir)) this.stats.set(heir, new Map());
        this.stats.get(heir).set(stat.name, { ...stat, rows });
      }
    }
  }

  link_lives() {
    this.live_of_kind = new Map();
    for (const live of this.rules.lives) {
      for (const heir of this.heirs.get(live.kind)) {
        if (!this.live_of_kind.has(heir)) this.live_of_kind.set(heir, live);
      }
    }
  }

  link_abilities() {
    this.modifiers = _by_form();
    this.forbids = new Map(); // by verb
    this.recharges = new Map(); // by verb
    const live_of = ({ live }) => (live !== null ? this.rules.lives[live] : null);
    this.abilities = this.rules.abilities.map((row, index) => ({ ...row, index, live: live_of(row) }));
    for (const ability of this.abilities) {
      for (const modifier of ability.modifiers) this.file_modifier(ability, modifier);
      for (const verb of ability.recharged_by) _push(this.recharges, verb, ability);
      for (const verb of ability.verbs) {
        const { triggers, reactions } = this.verbs.get(verb);
        _push((ability.form === "trigger" ? triggers : reactions)[ability.timing], ability.step, ability);
      }
    }
    this.activations = this.abilities.filter((a) => a.form === "activation");
    this.ais = this.abilities.filter((a) => a.form === "ai");
  }

  file_modifier(ability, modifier) {
    if (modifier.form === "forbid") {
      for (const verb of modifier.verbs) _push(this.forbids, verb, [ability, modifier]);
      return;
    }
    _push(this.modifiers[modifier.form], modifier.stat, [ability, modifier]);
  }
}

/** Modifiers by form, then by stat or trait. */
function _by_form() {
  return { adjust: new Map(), override: new Map(), least: new Map(), most: new Map(), grant: new Map() };
}

function _push(map, key, item) {
  if (map.has(key)) map.get(key).push(item);
  else map.set(key, [item]);
}

// ================================================================================================ state

const SLICE = 50_000; // so much work is done between two looks of a watch
const EVENT = 20, CHANGE = 5, TRY = 10; // the work of an event or request, of a change, of one way through a trial
const MOST_NESTED = 20; // stats and questions (`can`, costs on trial) that are asked inside of each other
const MOST_REMEMBERED = 200_000; // answers; more are worked out again

/** The work of a running game, counted and bounded: the same count in every engine, whatever it remembers. */
class Spending {
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

/** Entities and their values. All changes go through here, and into the journal. */
class State extends Spending {
  constructor(code) {
    super();
    this.code = code;
    this.data = code.data;
    this.cards = code.cards;
    this.kinds = new Map(Object.keys(code.data.kinds).map((name) => [name, NOTHING])); // entities by kind, oldest first
    this.by_card = new Map();
    this.by_keyword = new Map();
    this.standing = new Map(); // by square
    this.effects = NOTHING; // oldest first; a new array whenever one comes or goes
    this.used = new Map();
    this.started = new Map();
    this.journal = [];
    this.dirty = new Set();
    this.checking = new Set();
    this.stack = [];
    this.events = 0;
    this.next_id = 1;
    this.trial = 0;
    this.trace = null;
    this.marked = null;
    this.history = null;
    this.outermost = [];
    this.test_names = new Map();
    this.revealed = new Set(); // ids of an entity and of a player who knows it
    this.grid = null;
    this.squares = NOTHING;
    this.known = new Map(); // what was worked out of the state as it now is: stats, walks, answers of functions
    this.game = Object.hasOwn(code.data.kinds, "game") ? this.create("game", null, {}) : null;
  }

  // ---- the journal
  /** Notes a change; what was worked out from the state is given up, not emptied: a trial takes it up again. */
  note(undo) {
    this.journal.push(undo);
    if (this.known.size) this.known = new Map();
  }

  /** Takes back every change since the mark. */
  back_to(mark) {
    while (this.journal.length > mark) this.journal.pop()();
    if (this.known.size) this.known = new Map();
  }

  /** Sets a property of the runtime's own, or of an entity, without asking for its bounds. */
  set(owner, name, value) {
    const old = owner[name];
    this.note(() => {
      owner[name] = old;
    });
    owner[name] = value;
  }

  // ---- fields
  /** Sets a field; a number stops at the bounds that its field declares. */
  write(owner, name, value) {
    const old = _held(owner, name);
    const limit = this.code.limits.get(owner._kind)?.get(name);
    if (limit !== undefined) {
      if (limit.minimum !== null) value = Math.max(value, limit.minimum);
      if (limit.maximum !== null) value = Math.min(value, limit.maximum);
    }
    if (eq(old, value) && old instanceof Roll === value instanceof Roll) return;
    if (typeof value === "number") past(value);
    this.changed();
    this.set(owner, name, value);
    this.touch(name);
  }

  add(owner, name, value) {
    const old = _held(owner, name);
    this.write(owner, name, Array.isArray(old) ? this.joined(old, value) : past(old + value));
  }

  lessen(owner, name, value) {
    const old = _held(owner, name);
    this.write(owner, name, Array.isArray(old) ? this.sifted(old, value, false) : past(old - value));
  }

  /** What of a collection is in another, or is not. */
  sifted(items, others, wanted) {
    this.work -= items.length + others.length;
    const held = new Set(listed(others).map(_as_key));
    return listed(items).filter((x) => held.has(_as_key(x)) === wanted);
  }

  /** What is in either, each once. */
  joined(items, others) {
    return unique(this.sized([...items, ...others]));
  }

  /** A field was written: state checks that read it are due. */
  touch(name) {
    if (this.code.checked_fields.has(name) || this.code.checked_fields.has("*")) this.dirty.add(name);
  }

  // ---- entities
  /** All entities of a kind and the kinds below it, oldest first. */
  of_kind(kind) {
    if (kind === "square") return this.squares;
    const heirs = this.code.heirs.get(kind);
    if (heirs.length === 1) return this.kinds.get(kind);
    const merged = () => heirs.flatMap((heir) => this.kinds.get(heir)).sort((a, b) => a._id - b._id);
    return _known(this.known, ["kind", kind], merged);
  }

  /** A new entity; from a card it takes the printed values and the card's own kind. */
  create(kind, card, values) {
    const declared = card !== null ? card._kind : kind;
    const entity = this.code.bare(declared, this.new_id());
    entity._card = card;
    this.check_room(declared);
    this.fill(entity, card, values);
    this.register(entity);
    this.mark_data(entity);
    return entity;
  }

  /** Whether there may be one more of a kind. */
  check_room(kind) {
    this.changed();
    if (this.kinds.get(kind).length >= this.bounds.entities) {
      throw new Exhausted(`more than ${this.bounds.entities} of ${kind} were created`);
    }
  }

  /** The next number; no expression reads it, so that what is worked out stays true. */
  new_id() {
    const id = this.next_id;
    this.journal.push(() => {
      this.next_id = id;
    });
    this.next_id += 1;
    return id;
  }

  fill(entity, card, values) {
    for (const f of this.data.kinds[entity._kind].fields) {
      if (f.zone) entity[f.name] = new Zone(f.name, entity, f.visible);
      else if (Object.hasOwn(values, f.name)) entity[f.name] = values[f.name];
      else if (card !== null && f.printed) entity[f.name] = this.printed(entity, f.part, card[f.name]);
      else entity[f.name] = f.default;
    }
    if (entity._figure) entity.at = null;
    entity._keywords = this.keyword_instances(entity);
  }

  /** A printed value; parts become entities of their own. */
  printed(entity, part, value) {
    if (!part || value === null) return value;
    return Array.isArray(value) ? value.map((item) => this.make_part(entity, item)) : this.make_part(entity, value);
  }

  make_part(entity, item) {
    const owner = this.code.field_names.get(item.part).includes("whole") ? { whole: entity } : {};
    return this.create(item.part, null, { ...item.values, ...owner });
  }

  /** One instance for each printed keyword, holding its values; a creation names them without values. */
  keyword_instances(entity) {
    const named = (entity.keywords ?? NOTHING).map((k) => (Array.isArray(k) ? k : [k, NOTHING]));
    return named.map(([name, values]) => this.instance(name, values, entity));
  }

  instance(name, values, bearer) {
    return this.filled_trait(this.code.bare(name, this.new_id()), values, bearer);
  }

  filled_trait(made, values, bearer) {
    this.data.traits[made._kind].params.forEach((param, i) => {
      made[param] = values[i];
    });
    made.bearer = bearer;
    return made;
  }

  register(entity) {
    this.insert(this.kinds, entity._kind, entity);
    if (entity._card !== null) this.insert(this.by_card, entity._card._id, entity);
    for (const instance of entity._keywords) this.insert(this.by_keyword, instance._kind, [entity, instance]);
    this.touch(`all ${entity._kind}`);
  }

  /** Puts an item at the end of an array that a map holds; the array itself stays as it is. */
  insert(map, key, item) {
    this.set_in(map, key, [...(map.get(key) ?? NOTHING), item]);
  }

  extract(map, key, item) {
    this.set_in(map, key, map.get(key).filter((held) => !eq(held, item)));
  }

  set_in(map, key, value) {
    const old = map.get(key);
    this.note(() => (old === undefined ? map.delete(key) : map.set(key, old)));
    map.set(key, value);
  }

  /** Takes an entity out of the game, with all that lies on it. */
  remove(entity) {
    if (entity === null || !entity._alive) return;
    for (const status of entity._statuses) this.drop(status);
    this.lift(entity);
    this.take(entity);
    this.changed();
    this.set(entity, "_alive", false);
    this.extract(this.kinds, entity._kind, entity);
    if (entity._card !== null) this.extract(this.by_card, entity._card._id, entity);
    for (const instance of entity._keywords) this.extract(this.by_keyword, instance._kind, [entity, instance]);
    this.touch(`all ${entity._kind}`);
    this.touch("*");
  }

  // ---- zones and the board
  take(entity) {
    const zone = entity._zone;
    if (zone === null) return;
    this.changed(zone.items.length);
    this.set(zone, "items", zone.items.filter((item) => item !== entity));
    this.set(entity, "_zone", null);
    this.forget(new Set([entity._id]));
    this.touch(zone.name);
  }

  /** Moves an entity into a zone; it leaves the board and the zone where it was. */
  put(entity, zone, top) {
    this.take(entity);
    this.lift(entity);
    this.changed(zone.items.length);
    this.set(zone, "items", top ? [entity, ...zone.items] : [...zone.items, entity]);
    this.set(entity, "_zone", zone);
    this.touch(zone.name);
  }

  /** Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again. */
  reveal(entity, player) {
    const known = `${entity._id} ${player._id}`;
    if (this.revealed.has(known)) return;
    this.changed();
    this.set(this, "revealed", new Set([...this.revealed, known]));
  }

  forget(ids) {
    const kept = [...this.revealed].filter((known) => !ids.has(Number(known.split(" ")[0])));
    if (kept.length !== this.revealed.size) this.set(this, "revealed", new Set(kept));
  }

  put_top(entity, zone) {
    this.put(entity, zone, true);
  }

  put_bottom(entity, zone) {
    this.put(entity, zone, false);
  }

  reorder(zone, order) {
    const old = zone.items;
    this.changed(old.length);
    this.set(zone, "items", order.map((i) => old[i]));
    this.forget(new Set(old.map((entity) => entity._id)));
  }

  /** The squares that a figure stands on, or would, with its upper left on a square; null off the board. */
  footprint(entity, square) {
    if (!entity._sized || entity.size <= 1) return [square];
    const found = this.grid.footprint(square.index, entity.size, entity.size);
    return found === null ? null : found.map((s) => this.grid.square_at[s]);
  }

  place(entity, square) {
    const squares = this.footprint(entity, square);
    if (squares === null) throw new Fault(`${label(entity)} does not fit at ${square}`);
    this.take(entity);
    this.lift(entity);
    this.changed(squares.length);
    for (const s of squares) {
      if ((this.standing.get(s)?.length ?? 0) >= this.bounds.crowd) {
        throw new Exhausted(`more than ${this.bounds.crowd} figures stand on ${s}`);
      }
      this.insert(this.standing, s, entity);
    }
    this.set(entity, "at", square);
    this.touch("at");
  }

  lift(entity) {
    if (!entity._figure || entity.at === null) return;
    this.changed();
    for (const s of this.footprint(entity, entity.at) ?? NOTHING) this.extract(this.standing, s, entity);
    this.set(entity, "at", null);
    this.touch("at");
  }

  set_board(grid) {
    this.grid = grid;
    this.squares = grid.squares;
  }

  // ---- statuses and lasting effects
  /** Lays a status on its bearer, by the status's way of stacking. */
  add_status(name, values, bearer, duration) {
    if (bearer === null || !bearer._alive) return;
    this.mark(this.data.traits[name].rows);
    if (values.length !== this.data.traits[name].params.length) {
      throw new Fault(`\`${name}\` was given to ${label(bearer)} without its values`);
    }
    for (const old of this.rivals(name, values, bearer)) {
      if (this.outranks(old, values)) {
        this.renew(old, values, duration);
        return;
      }
      this.drop(old);
    }
    this.check_room(name);
    if (bearer._statuses.length >= this.bounds.statuses) {
      throw new Exhausted(`more than ${this.bounds.statuses} statuses lie on ${label(bearer)}`);
    }
    const made = this.instance(name, values, bearer);
    this.insert(this.kinds, name, made);
    this.set(bearer, "_statuses", [...bearer._statuses, made]);
    this.set_effects([...this.effects, new Effect(made._id, duration, NOTHING, null, made)]);
    this.touch("*");
  }

  status_values(status) {
    return this.data.traits[status._kind].params.map((param) => status[param]);
  }

  /** The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts. */
  rivals(name, values, bearer) {
    const { stacking, params } = this.data.traits[name];
    const same = bearer._statuses.filter((s) => s._kind === name);
    const index = params.indexOf(stacking);
    if (index >= 0) return same.filter((s) => eq(this.status_values(s)[index], values[index]));
    return ["none", "highest", "lowest"].includes(stacking) ? same : NOTHING;
  }

  /** Whether a status stays where a rival comes. */
  outranks(old, values) {
    const { stacking } = this.data.traits[old._kind];
    const held = this.status_values(old);
    if (stacking === "none" || eq(held, values)) return true;
    return stacking === "lowest" ? compare(held, values) < 0 : compare(held, values) > 0;
  }

  /** The same status again: it lasts as long as the later one. A weaker one leaves it as it is. */
  renew(status, values, duration) {
    if (this.data.traits[status._kind].stacking !== "none" && !eq(this.status_values(status), values)) return;
    for (const effect of this.effects) {
      if (effect.status === status && effect.duration !== null) this.set(effect, "duration", duration);
    }
  }

  /** Takes a status off, or each of a collection of them. */
  drop(status) {
    for (const one of Array.isArray(status) ? status : [status]) {
      if (one === null || !one._alive) continue;
      this.changed();
      this.set(one, "_alive", false);
      this.extract(this.kinds, one._kind, one);
      this.set(one.bearer, "_statuses", one.bearer._statuses.filter((s) => s !== one));
      this.set_effects(this.effects.filter((e) => e.status !== one));
      this.touch("*");
    }
  }

  set_effects(effects) {
    if (effects.length === this.effects.length) return;
    this.changed(effects.length);
    this.set(this, "effects", effects);
  }

  drop_named(name, bearer) {
    for (const status of bearer._statuses.filter((s) => s._kind === name)) this.drop(status);
  }

  // ---- what a test has carried out
  mark(rows) {
    if (this.marked !== null && this.trial === 0) for (const row of rows) this.marked.add(row);
  }

  mark_data(entity) {
    this.mark(this.code.rows_of_kind.get(entity._kind));
    if (entity._card !== null) this.mark(this.data.cards[entity._card._id].rows);
  }

  // ---- a canonical picture of the state
  /** Every entity with every value, in one text; of the `hidden` ones only how many lie in a zone. */
  picture(hidden = new Set()) {
    const known = [...this.kinds.values()].flat().filter((e) => !hidden.has(e));
    known.sort((a, b) => a._id - b._id);
    const lines = known.map((entity) => {
      const values = this.code.field_names.get(entity._kind).map((n) => `${n}=${_shown(entity[n], hidden)}`);
      const place = entity._figure ? ` at=${entity.at ?? "None"}` : "";
      const zone = entity._zone !== null ? ` in=${entity._zone}` : "";
      return `${label(entity)}${zone}${place} ${values.join(" ")}`;
    });
    return lines.join("\n");
  }

  /** The entities that a player may not know: what lies where the zone's `visible` hides it, and was not revealed. */
  hidden_from(player) {
    const unseen = (zone) => zone.visible === "none" || (zone.visible === "owner" && zone.owner !== player);
    const lying = [...this.kinds.values()].flat().filter((e) => e._zone !== null && unseen(e._zone));
    return new Set(lying.filter((e) => !this.revealed.has(`${e._id} ${player._id}`)));
  }

  /** The picture of what a player may know. */
  view(player) {
    return this.picture(this.hidden_from(player));
  }

  fingerprint() {
    return text_hash(this.picture());
  }
}

/** 16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has. */
export function text_hash(text) {
  let first = 0, second = 0;
  for (const byte of new TextEncoder().encode(text)) {
    first = (first * 1_000_003 + byte + 1) % 2_147_483_647;
    second = (second * 999_983 + byte + 1) % 2_147_483_629;
  }
  return [first, second].map((n) => n.toString(16).padStart(8, "0")).join("");
}

function _shown(value, hidden) {
  if (value instanceof Zone) return `[${value.items.map((e) => (hidden.has(e) ? "?" : label(e))).join(" ")}]`;
  if (value instanceof Roll) return `[${value.map(String).join(" ")}]`;
  return label(value);
}

/** The value that is about to be changed. */
function _held(owner, name) {
  if (owner === null) throw new Fault(`\`${name}\` of none cannot be set`);
  return owner[name];
}

// ================================================================================================ modifiers

const NO_ENV = Object.freeze({});

/** Reads of the game that depend on what is live. */
class Modifiers extends State {
  _filed = null; // the effects by which `_lasting_by` is sorted
  _lasting_by = null;

  // ---- liveness
  /** Every [`self`, `this`] for which an ability is live, oldest carrier first. */
  carriers(ability) {
    const { form, name } = ability.carrier;
    if (form === "card") {
      const held = this.by_card.get(name);
      if (held === undefined || ability.live === null) return NOTHING;
      this.work -= held.length;
      return held.flatMap((entity) => this.live_selves(ability.live, entity).map((me) => [me, entity]));
    }
    if (form === "every") {
      const found = [];
      for (const entity of this.over(this.of_kind(name))) if (this.is_present(entity)) found.push([entity, entity]);
      return found;
    }
    if (form === "status") return this.over(this.kinds.get(name)).map((status) => [status.bearer, status]);
    return this.over(this.keyword_bearers(name)).filter(([entity]) => this.is_present(entity));
  }

  /** Who `self` is in the live text of a carrier. */
  live_selves(live, self) {
    const { condition, needs_self } = live;
    if (condition !== null && !needs_self && !condition(this, null, self)) return NOTHING;
    const found = live.subject(this, self);
    const many = (live.each ? listed(this.over(found)) : [found]).filter((me) => me !== null);
    return condition !== null && needs_self ? many.filter((me) => condition(this, me, self)) : many;
  }

  /** Whether an entity takes part: its kind's `live` line holds, or it lies in no zone. */
  is_present(entity) {
    const live = this.code.live_of_kind.get(entity._kind);
    if (live === undefined || live.needs_self) return entity._zone === null;
    return live.condition === null || Boolean(live.condition(this, null, entity));
  }

  /** Who has a keyword, printed or granted, with the instance that holds its values. */
  keyword_bearers(name) {
    const printed = this.by_keyword.get(name) ?? NOTHING;
    if (!this.may_be_granted(name)) return printed;
    const found = printed.slice();
    for (const entity of this.over(this.of_kind(this.data.traits[name].kind))) {
      this.each_granted(entity, name, (granted) => {
        found.push([entity, granted]);
        return false;
      });
    }
    return found;
  }

  holds(ability, me, self, trigger) {
    return ability.condition === null || Boolean(ability.condition(this, me, self, trigger));
  }

  // ---- modifiers
  /** Live modifiers of a form on a stat or trait go to visit(modifier, `self`, `this`, env, age), until it says true. */
  each_modifier(form, stat, visit) {
    for (const [ability, modifier] of this.code.modifiers[form].get(stat) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, null) && visit(modifier, me, self, NO_ENV, self._id)) return;
      }
    }
    for (const [effect, modifier] of this.over(this._lasting(form, stat))) {
      if (this.effect_holds(effect.duration) && visit(modifier, null, null, effect.env, effect.number)) return;
    }
  }

  /** What was added for a while, whether or not it holds now. */
  _lasting(form, stat) {
    if (this.effects.length === 0) return NOTHING;
    if (this._filed !== this.effects) this._file();
    return this._lasting_by[form].get(stat) ?? NOTHING;
  }

  /** Sorts what lasts by what it changes, so that a read need not look at all of it. */
  _file() {
    this._filed = this.effects;
    this._lasting_by = _by_form();
    for (const effect of this.effects) {
      for (const index of effect.modifiers) {
        const modifier = this.code.lasting[index];
        if (modifier.form !== "forbid") _push(this._lasting_by[modifier.form], modifier.stat, [effect, modifier]);
      }
    }
  }

  effect_holds(duration) {
    if (duration === null || duration.edge !== "while" || duration.condition === null) return true;
    return Boolean(duration.condition(this, null, duration.env));
  }

  affects(modifier, it, me, self, env) {
    if (modifier.scope === null) {
      if (it !== (me !== null ? me : env.self ?? null)) return false;
    } else if (!modifier.scope(this, it, null, me, self, env)) {
      return false;
    }
    return modifier.condition === null || Boolean(modifier.condition(this, it, null, me, self, env));
  }

  /** A stat with all modifiers. */
  stat(owner, name) {
    if (owner === null || owner === undefined) throw new Fault(`\`${name}\` of none is not known`);
    const known = this.known;
    const found = known.get(owner)?.get(name);
    if (found !== undefined && found.cost <= this.work) {
      this.work -= found.cost;
      return found.value;
    }
    if (!(owner instanceof Entity)) return owner[name];
    const declared = this.code.stats.get(owner._kind)?.get(name);
    const base = () => (declared !== undefined && declared.value !== null ? declared.value(this, owner) : owner[name]);
    if (declared === undefined || !owner._alive || typeof owner._id !== "number") return base();
    const before = this.work;
    let printed, value;
    this.nested += 1;
    try {
      if (this.nested > MOST_NESTED) throw new Exhausted(`\`${name}\` depends on itself through modifiers`);
      printed = base();
      value = past(this._modified(printed, declared.stacking, owner, name));
    } finally {
      this.nested -= 1;
    }
    if (value !== printed) this.mark(declared.rows);
    if (known === this.known) _map(known, owner).set(name, { value, cost: before - this.work });
    return value;
  }

  _modified(value, stacking, owner, name) {
    const overrides = this._values("override", owner, name);
    if (overrides.length) value = extreme(overrides, 1, (found) => found.age).value;
    value += _stacked(this._values("adjust", owner, name), stacking);
    for (const least of this._values("least", owner, name)) value = Math.max(value, least.value);
    for (const most of this._values("most", owner, name)) value = Math.min(value, most.value);
    return value;
  }

  _values(form, owner, name) {
    const found = [];
    this.each_modifier(form, name, (modifier, me, self, env, age) => {
      if (!this.affects(modifier, owner, me, self, env)) return false;
      const value = modifier.value(this, owner, null, me, self, env);
      this.mark(modifier.rows);
      found.push({ value, age, source: _source(modifier, self) });
      return false;
    });
    return found;
  }

  // ---- traits
  /** Whether an entity has a keyword or status, or a square a terrain. */
  has(owner, name) {
    if (owner === null) return false;
    if (owner instanceof Square) return this.grid.terrain[owner.index].includes(name);
    const lies = (held) => held._kind === name;
    if (owner._statuses.some(lies) || owner._keywords.some(lies)) {
      this.mark(this.data.traits[name].rows);
      return true;
    }
    if (typeof owner._id === "string") return (owner.keywords ?? []).some(([printed]) => printed === name); // a card itself
    return this.may_be_granted(name) && this.each_granted(owner, name, () => true);
  }

  /** Whether any modifier grants a keyword at all. */
  may_be_granted(name) {
    return this.code.modifiers.grant.has(name) || this._lasting("grant", name).length > 0;
  }

  /** The instances of a keyword that modifiers grant, one for all grants of the same values, go to `found` until it is
   * content with one; gives whether it was. */
  each_granted(owner, name, found) {
    const told = [];
    let done = false;
    this.each_modifier("grant", name, (modifier, me, self, env) => {
      if (!this.affects(modifier, owner, me, self, env)) return false;
      const values = modifier.values.map((value) => value(this, owner, null, me, self, env));
      if (told.some((other) => eq(other, values))) return false;
      told.push(values);
      this.mark(modifier.rows);
      // Its id is no number, for it is no card, and the same each time, so that limits of use hold.
      const held = values.length > 0 ? `(${values.map(label).join(", ")})` : "";
      done = found(this.filled_trait(this.code.bare(name, `${name}${held} of ${owner._id}`), values, owner));
      return done;
    });
    return done;
  }

  // ---- prohibitions
  /** The prohibition that an event meets, if any: `cannot` beats everything. */
  forbidden(event) {
    this.work -= this.effects.length;
    for (const [ability, modifier] of this.code.forbids.get(event._verb) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, null) && modifier.condition(this, null, event, me, self, NO_ENV)) {
          return this._told(modifier, event, me, self, NO_ENV);
        }
      }
    }
    for (const { duration, modifiers, env } of this.effects) {
      for (const index of modifiers) {
        const modifier = this.code.lasting[index];
        if (modifier.form !== "forbid" || !modifier.verbs.includes(event._verb)) continue;
        if (this.effect_holds(duration) && modifier.condition(this, null, event, null, null, env)) {
          return this._told(modifier, event, null, null, env);
        }
      }
    }
    return null;
  }

  /** The refusal of a prohibition: in its own sentence where it has one. */
  _told(modifier, event, me, self, env) {
    const told = modifier.values.map((value) => label(value(this, null, event, me, self, env))).join("");
    return new Refusal(told || `${event._verb} is forbidden`, modifier.at, modifier.rows);
  }
}

/** What counts as one source: the same line of the same named card, keyword or status. */
function _source(modifier, self) {
  if (self === null) return String(modifier.at);
  return `${modifier.at} ${self._card !== null ? self._card._id : self._kind}`;
}

/** Bonuses together: all, the best, the worst, one, or the best of each source; penalties likewise. */
function _stacked(values, stacking) {
  if (values.length === 0) return 0;
  const numbers = values.map((found) => found.value);
  switch (stacking) {
    case "highest":
      return Math.max(0, ...numbers) + Math.min(0, ...numbers);
    case "lowest":
      return Math.min(...numbers);
    case "none":
      return numbers[0];
    case "source": {
      const best = new Map();
      for (const { value, source } of values) {
        if (!best.has(source) || Math.abs(value) > Math.abs(best.get(source))) best.set(source, value);
      }
      return sum(best.values());
    }
    default:
      return sum(numbers);
  }
}

// ================================================================================================ choices

const MOST_TRIES = 64;

/** Statements that ask. */
class Choices extends Modifiers {
  *ask(request) {
    this.count_step(request.at);
    if (this.trial > 0 || !(request instanceof Choose)) return yield request;
    this.refill(); // what is asked about it while it waits is no work of the game's
    const answer = yield request;
    this.refill();
    return answer;
  }

  /** The chosen one (`one`), ones (`some`), or null when there is nothing to choose. */
  *choose(how, options, amount, who, judge, at) {
    const [such_that, rank] = judge;
    if (how === "yes") return (yield* this._pick(who, "yes", ["yes", "no"], [1, 1], at, null))[0] === 0 ? true : null;
    let found = listed(options);
    if (rank !== null && found.length) found = _best(found, rank, how === "some");
    if (how === "random") {
      if (found.length === 0) return null;
      return found[found.length === 1 ? 0 : yield* this.ask(new Draw(found.length, at))];
    }
    if (how === "one") {
      if (such_that !== null) found = found.filter((option) => such_that(option));
      if (found.length <= 1) return found.length ? found[0] : null;
      return found[(yield* this._pick(who, "one", found, [1, 1], at, null))[0]];
    }
    return yield* this._some(found, amount, who, such_that, at);
  }

  *_some(found, amount, who, such_that, at) {
    const least = amount[0] ?? 0;
    const most = amount[1] === null ? found.length : Math.min(amount[1], found.length);
    if (least < 0 || least > most) return null;
    if (found.length === 0) return such_that === null || such_that(NOTHING) ? NOTHING : null;
    const picked = yield* this._pick(who, "some", found, [least, most], at, such_that);
    return picked === null ? null : picked.map((i) => found[i]);
  }

  *_pick(who, kind, options, amount, at, such_that) {
    if (who === null) throw new Fault("nobody is there to decide", at);
    const judge = such_that !== null ? this.judging(such_that) : null;
    const request = new Choose(who, kind, this.prompt(at), options, amount[0], amount[1], at, judge);
    if (kind === "some" && judge !== null && first_answers(request, 1).length === 0) return null;
    const answer = yield* this.ask(request);
    check_answer(request, answer);
    if (this.is_traced()) {
      const chosen = answer.map((i) => (i >= 0 ? label(options[i]) : "pass"));
      this.trace.add(this.stack.length, `${label(who)} chooses ${chosen.join(", ") || "nothing"}`);
    }
    return answer;
  }

  /** The same condition on the whole, of which each question is work. */
  judging(such_that) {
    return (picked) => {
      this.spend(1 + picked.length, -1);
      return such_that(picked);
    };
  }

  is_traced() {
    return this.trace !== null && this.trial === 0;
  }

  prompt(at) {
    const place = this.code.place(at);
    const inside = this.stack.length ? this.stack[this.stack.length - 1]._verb : "";
    return `${place.owner || inside} (${place.path.slice(place.path.lastIndexOf("/") + 1)}:${place.line})`;
  }

  /** The position of the mode chosen among those that can be done; -1 when none can. */
  *choose_mode(who, modes, at) {
    const possible = range(modes.length).filter((i) => modes[i][1]);
    if (possible.length <= 1) return possible.length ? possible[0] : -1;
    const names = possible.map((i) => modes[i][0]);
    return possible[(yield* this._pick(who, "mode", names, [1, 1], at, null))[0]];
  }

  /** Rolls dice; the answer names a face for each. */
  *roll(dice, at) {
    if (dice.length === 0) return new Roll();
    if (dice.length > 100) throw new Fault("more than 100 dice were rolled at once", at);
    this.work -= dice.length;
    const sizes = dice.map((die) => this.code.die_size(die, at));
    const answer = yield* this.ask(new RollDice(dice, sizes, at));
    if (answer.length !== dice.length || answer.some((a, i) => !(a >= 0 && a < sizes[i]))) {
      throw new Fault(`[${answer.join(", ")}] is no roll of ${dice.join(", ")}`, at);
    }
    const result = Roll.from(dice, (die, i) => new Face(die, answer[i], this.code.face(die, answer[i])));
    for (const die of dice) this.mark(this.code.data_rows(`die:${die}`));
    if (this.is_traced()) this.trace.add(this.stack.length, `roll ${result.map(String).join(", ")}`);
    return result;
  }

  /** Rolls some dice of a roll again; they keep their places. */
  *reroll(held, dice, at) {
    const again = (Array.isArray(dice) ? dice : [dice]).filter((face) => face !== null);
    const fresh = yield* this.roll(again.map((face) => face.die), at);
    const instead = new Map(again.map((old, i) => [old, fresh[i]]));
    return Roll.from(held, (face) => instead.get(face) ?? face);
  }

  *shuffle(zone, at) {
    const size = zone.items.length;
    if (size <= 1) return;
    this.work -= size;
    const order = yield* this.ask(new Shuffle(size, at));
    if (!eq(order.slice().sort((a, b) => a - b), range(size))) throw new Fault("the answer is no permutation", at);
    this.reorder(zone, order);
  }

  // ---- trials
  /** Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried in order, the
   * last changed first, at most 64 times; each roll is taken at its first face. */
  attempt(start) {
    let prefix = [];
    for (let turn = 0; turn < MOST_TRIES; turn++) {
      const widths = [];
      this.work -= TRY;
      if (this._attempt_once(start, prefix, widths)) return true;
      const path = widths.map((_, i) => prefix[i] ?? 0);
      while (path.length && path[path.length - 1] + 1 >= widths[path.length - 1]) path.pop();
      if (path.length === 0) return false;
      path[path.length - 1] += 1;
      prefix = path;
    }
    return false;
  }

  _attempt_once(start, prefix, widths) {
    const mark = this.journal.length, frames = this.stack.length;
    const { dirty, steps, events, changes, known } = this;
    this.dirty = new Set(dirty);
    // What is known stays so until the trial changes something. Nothing is taken over of a trial that marks no rows, and
    // what is empty is not shared: a change does not give it up.
    if (this.marked !== null || known.size === 0) this.known = new Map();
    this.trial += 1;
    const run = start();
    try {
      let next = run.next();
      while (!next.done) next = run.next(_trial_answer(next.value, prefix, widths));
      return true;
    } catch (error) {
      if (!(error instanceof Exhausted) && (error instanceof Fault || is_end(error))) return false;
      throw error;
    } finally {
      run.return(); // what is left half done ends now
      this.trial -= 1;
      this.back_to(mark);
      Object.assign(this, { dirty, steps, events, changes, known });
      this.stack.length = frames;
    }
  }

}

function _trial_answer(request, prefix, widths) {
  if (request instanceof RollDice) return new Array(request.sizes.length).fill(0);
  if (request instanceof Draw) return 0;
  if (request instanceof Shuffle) return range(request.size);
  const answers = first_answers(request, 16);
  const position = prefix[widths.length] ?? 0;
  widths.push(answers.length);
  if (answers.length === 0) throw new Fault("nothing can be chosen", request.at);
  return answers[Math.min(position, answers.length - 1)];
}

/** Legal answers of a choice that waits, in a fixed order, at most so many and as many as its work allows to find. */
export function legal_answers(request, most = 64) {
  const found = [];
  try {
    first_answers(request, most, found);
  } catch (error) {
    if (!(error instanceof Exhausted) || found.length === 0) throw error;
  }
  return found;
}

function first_answers(request, most, found = []) {
  if (request.kind === "use") found.push([-1]);
  const { options, least, such_that } = request;
  if (least === 1 && request.most === 1) {
    for (let i = 0; i < options.length && found.length < most; i++) found.push([i]);
    return found;
  }
  for (let size = least; size <= request.most; size++) {
    for (const picked of _combinations(options.length, size)) {
      if (such_that === null || such_that(picked.map((i) => options[i]))) {
        found.push(picked);
        if (found.length >= most) return found;
      }
    }
  }
  return found;
}

/** The choices of so many positions, in order. */
function* _combinations(count, size) {
  if (size > count) return;
  const picked = range(size);
  for (;;) {
    yield picked.slice();
    let i = size - 1;
    while (i >= 0 && picked[i] === i + count - size) i -= 1;
    if (i < 0) return;
    picked[i] += 1;
    for (let j = i + 1; j < size; j++) picked[j] = picked[j - 1] + 1;
  }
}

/** Refuses an answer that names no option, too few, too many, or breaks the condition on the whole. */
function check_answer(request, answer) {
  const { kind, options, least, most, such_that } = request;
  if (kind === "use" && eq(answer, [-1])) return;
  const fits =
    Array.isArray(answer) &&
    least <= answer.length && answer.length <= most &&
    new Set(answer).size === answer.length &&
    answer.every((i) => Number.isInteger(i) && i >= 0 && i < options.length);
  if (!fits || (such_that !== null && !such_that(answer.map((i) => options[i])))) {
    throw new Fault(`${Array.isArray(answer) ? `[${answer.join(", ")}]` : answer} is no legal answer`, request.at);
  }
}

function _best(found, rank, all) {
  const ranked = found.map((option) => [rank(option), option]);
  if (all) return ranked.sort((a, b) => compare(a[0], b[0])).map(([, option]) => option);
  const best = extreme(ranked, -1, ([held]) => held)[0];
  return ranked.filter(([held]) => eq(held, best)).map(([, option]) => option);
}

// ================================================================================================ events

/** Verb calls, steps, triggers and state checks. */
class Events extends Choices {
  // ---- making events
  /** The record of an event, with defaults filled in. */
  make_event(verb, values) {
    const code = this.code.verbs.get(verb);
    this.events += 1;
    const event = new Event(verb, this.stack.length ? this.stack[this.stack.length - 1] : null, this.events);
    for (const { name, optional, default: work } of code.params) {
      const value = Object.hasOwn(values, name) ? values[name] : work !== null ? work(this) : null;
      if (value === null && !optional && event._reason === null) {
        event._reason = new Refusal(`there is no ${name} for ${verb}`, code.at);
      }
      event[name] = value;
    }
    for (const name of code.lets) event[name] = null;
    return event;
  }

  /** Why an event is illegal now, or null. The second time its values stay as they have become. */
  refusal(code, event, again) {
    if (event._reason !== null) return event._reason;
    if (this.code.forbids.size || this.effects.length) {
      const forbidden = this.forbidden(event);
      if (forbidden !== null) {
        this.mark(forbidden.rows);
        return forbidden;
      }
    }
    const failed = again ? code.recheck(this, event) : code.head(this, event);
    return failed === null ? null : Refusal.of(failed);
  }

  /** Whether a call would pass its requirements now, after replacements; nothing changes. */
  can(verb, values) {
    return this.why_not(verb, values) === null;
  }

  /** The reason why a call would be refused now, or null. */
  why_not(verb, values) {
    const code = this.code.verbs.get(verb);
    this.nested += 1;
    try {
      this.inside(verb);
      const event = this.make_event(verb, values);
      this.events -= 1;
      if (event._reason !== null || !code.watched("instead")) return this.refusal(code, event, false);
      const game = this;
      const found = [];
      this.attempt(function* () {
        yield* game.replace(code, event, false);
        found.push(game.refusal(code, event, false));
      });
      return found.length ? found[0] : null;
    } finally {
      this.nested -= 1;
    }
  }

  /** A question about a verb inside of other questions. */
  inside(verb) {
    const { at } = this.code.verbs.get(verb);
    this.spend(EVENT, at);
    if (this.nested > MOST_NESTED) throw new Exhausted(`whether ${verb} can be done depends on itself`, at);
  }

  // ---- the algorithm
  /** Does a verb; gives the event, whose outcome tells what became of it. */
  *emit(verb, values, use = null) {
    const code = this.code.verbs.get(verb);
    this.count_step(code.at);
    if (this.stack.length >= this.bounds.depth) {
      throw new Exhausted(`events are nested more than ${this.bounds.depth} deep`, code.at);
    }
    const event = this.make_event(verb, values);
    event._use = use;
    if (event._reason === null && code.watched("instead")) {
      try {
        yield* this.replace(code, event, true);
      } catch (stop) {
        if (!(stop instanceof Prevented) || stop.event !== event) throw stop;
        return this.close(event, "prevented");
      }
    }
    event._reason = this.refusal(code, event, false);
    if (event._reason !== null) return this.close(event, "illegal");
    yield* this.happen(code, event);
    return event;
  }

  close(event, outcome) {
    event._outcome = outcome;
    if (this.stack.length === 0 && this.trial === 0) this.outermost.push(event);
    if (this.is_traced()) {
      const why = event._reason !== null ? `: ${event._reason.message}` : "";
      this.trace.add(this.stack.length, `${outcome} ${this.shown(event)}${why}`);
    }
    return event;
  }

  shown(event) {
    const { params } = this.code.verbs.get(event._verb);
    return [event._verb, ...params.map(({ name }) => `${name}=${label(event[name])}`)].join(" ");
  }

  /** From `before` to `after`, on the stack. */
  *happen(code, event) {
    this.begin(code, event);
    try {
      if (code.watched("before")) {
        yield* this.around(code, event, "before");
        event._reason = this.refusal(code, event, true);
        if (event._reason !== null) {
          this.close(event, "fizzled");
          return;
        }
      }
      event._outcome = "done";
      try {
        yield* code.body(this, event);
      } catch (end) {
        if (!(end instanceof Ended) || end.event !== event) throw end;
      }
      if (this.dirty.size) yield* this.check_state();
      for (const timing of ["during", "after"]) {
        if (code.watched(timing)) yield* this.around(code, event, timing);
      }
      this.recharge(event);
    } catch (stop) {
      if (!(stop instanceof Prevented || stop instanceof Ended) || stop.event !== event) throw stop;
      if (stop instanceof Prevented) this.close(event, "prevented");
    } finally {
      const position = this.stack.indexOf(event);
      if (position >= 0) this.stack.length = position;
      if (this.effects.length) this.expire("end", event);
    }
    if (this.dirty.size) yield* this.check_state();
  }

  begin(code, event) {
    const verb = event._verb;
    if (this.is_traced()) this.trace.add(this.stack.length, this.shown(event));
    if (this.trial === 0) {
      if (this.stack.length === 0) this.outermost.push(event);
      if (this.history !== null) this.history.push(verb);
    }
    this.stack.push(event);
    this.set_aside(this.started, verb, (this.started.get(verb) ?? 0) + 1);
    if (this.effects.length) this.expire("start", event);
    this.mark(code.rows);
  }

  /** Sets one of the runtime's own counters, which no expression reads: what is worked out stays true. */
  set_aside(counts, key, value) {
    const old = counts.get(key);
    this.journal.push(() => (old === undefined ? counts.delete(key) : counts.set(key, old)));
    counts.set(key, value);
  }

  /** The triggered abilities of a moment, then the reactions that players are offered. */
  *around(code, event, timing, step = "") {
    const triggers = code.triggers[timing].get(step);
    if (triggers !== undefined) yield* this.fire(triggers, event, step);
    const reactions = code.reactions[timing].get(step);
    if (reactions !== undefined) {
      yield* this.window(reactions, event);
      this.stop_prevented(event, step);
    }
  }

  // ---- steps
  /** Before a step; false when it is prevented. */
  *step_open(event, step) {
    const code = this.code.verbs.get(event._verb);
    if (this.history !== null && this.trial === 0) this.history.push(`${event._verb}.${step}`);
    if (!code.watched("before", step) && !code.watched("instead", step)) return true;
    try {
      if (code.watched("instead", step)) yield* this.replace(code, event, true, step);
      yield* this.around(code, event, "before", step);
    } catch (stop) {
      if (!(stop instanceof Prevented) || stop.event !== event || stop.step !== step) throw stop;
      return false;
    }
    return true;
  }

  *step_close(event, step) {
    if (this.dirty.size) yield* this.check_state();
    const code = this.code.verbs.get(event._verb);
    for (const timing of ["during", "after"]) {
      if (code.watched(timing, step)) yield* this.around(code, event, timing, step);
    }
  }

  // ---- replacements and triggers
  /** Applies `instead of` abilities one at a time, each at most once to an event. */
  *replace(code, event, offers, step = "") {
    const triggers = code.triggers.instead.get(step) ?? NOTHING;
    const reactions = (offers && code.reactions.instead.get(step)) || NOTHING;
    for (;;) {
      const fresh = ([ability, me, self]) =>
        !this.has_replaced(event, ability, self) && this.is_free(ability, me, self, event);
      const found = this.matches(triggers, event).filter(fresh);
      if (found.length) {
        const [ability, me, self] = found.length === 1 ? found[0] : yield* this.first_of(found);
        this.note_replaced(event, ability, self);
        yield* this.run_ability(ability, me, self, event);
      } else if (reactions.length === 0 || !(yield* this.offer_replacement(reactions, event))) {
        return;
      }
      this.stop_prevented(event, step);
    }
  }

  has_replaced(event, ability, self) {
    return event._replaced !== null && event._replaced.has(_use(ability, self));
  }

  note_replaced(event, ability, self) {
    event._replaced ??= new Set();
    event._replaced.add(_use(ability, self));
  }

  /** The abilities that answer an event now, oldest carrier first: [ability, `self`, `this`]. */
  matches(abilities, event) {
    const found = [];
    for (const ability of abilities) {
      for (const [me, self] of this.carriers(ability)) {
        if (this.holds(ability, me, self, event)) found.push([ability, me, self]);
      }
    }
    return found;
  }

  /** Whether an ability's limits and requirements let it be used. */
  is_free(ability, me, self, event) {
    if (!ability.limits.every((frame) => this.limit_free(frame, ability, self))) return false;
    if (this.is_spent(ability, self)) return false;
    return ability.requires === null || ability.requires(this, me, self, event) === null;
  }

  is_spent(ability, self) {
    return ability.uses > 0 && (this.used.get(_use(ability, self)) ?? 0) >= ability.uses;
  }

  /** `once per FRAME`: free when not used since the frame's verb last began. */
  limit_free(frame, ability, self) {
    return this.used.get(_use(ability, self, frame)) !== (this.started.get(frame) ?? 0);
  }

  record_use(ability, self) {
    for (const frame of ability.limits) {
      this.set_aside(this.used, _use(ability, self, frame), this.started.get(frame) ?? 0);
    }
    if (ability.uses) {
      const key = _use(ability, self);
      this.set_aside(this.used, key, (this.used.get(key) ?? 0) + 1);
    }
  }

  /** What has happened gives back the uses of the abilities that wait for it. */
  recharge(event) {
    for (const ability of this.code.recharges.get(event._verb) ?? NOTHING) {
      for (const [me, self] of this.carriers(ability)) {
        const key = _use(ability, self), asks = ability.recharged_if;
        if (this.used.get(key) && (asks === null || asks(this, me, self, event))) this.set_aside(this.used, key, 0);
      }
    }
  }

  /** Triggered abilities, in the game's order for things that happen at once. */
  *fire(abilities, event, step) {
    const free = ([ability, me, self]) => this.is_free(ability, me, self, event);
    let waiting = this.in_order(this.matches(abilities, event).filter(free));
    while (waiting.length) {
      const match = waiting.length === 1 ? waiting[0] : yield* this.first_of(waiting);
      waiting = waiting.filter((other) => other !== match);
      const [ability, me, self] = match;
      if (this.still_answers(ability, me, self, event)) {
        yield* this.run_ability(ability, me, self, event);
        this.stop_prevented(event, step);
      }
    }
  }

  /** Whether an ability that waited for its turn is live and holds still, after what others did. */
  still_answers(ability, me, self, event) {
    const live = this.carriers(ability).some(([other, carrier]) => other === me && carrier._id === self._id);
    return live && this.holds(ability, me, self, event) && this.is_free(ability, me, self, event);
  }

  /** By the order of the players who control them, then by age. */
  in_order(found) {
    if (found.length < 2) return found;
    const order = this.player_order();
    const rank = ([, me, self]) => {
      const player = this.controller_of(me);
      const seat = player !== null ? order.indexOf(player) : -1;
      return [seat >= 0 ? seat : order.length, String(self._id).padStart(8, "0")];
    };
    const ranked = found.map((match) => [rank(match), match]);
    return ranked.sort((a, b) => compare(a[0], b[0])).map(([, match]) => match);
  }

  /** Which of several simultaneous abilities is next, by the ruleset's policy. */
  *first_of(found) {
    const player = this.controller_of(found[0][1]);
    const mine = found.filter(([, me]) => this.controller_of(me) === player);
    if (this.code.rules.policy.ties !== "choose" || player === null || mine.length < 2) return found[0];
    const options = mine.map(([ability, me, self]) => new Usable(ability.index, ability.label, me, self));
    const answer = yield* this._pick(player, "order", options, [1, 1], mine[0][0].at, null);
    return mine[answer[0]];
  }

  /** The players in the order in which they are asked: the ruleset's own, else by seat. */
  player_order() {
    const named = this.code.rules.policy.order;
    if (named) return listed(this.code.functions[named](this));
    return Object.hasOwn(this.data.kinds, "player") ? this.of_kind("player") : NOTHING;
  }

  controller_of(me) {
    if (!(me instanceof Entity)) return null;
    return me._kinds.has("player") ? me : me.controller ?? null;
  }

  /** Pays the costs of a mandatory ability and runs it; when they cannot be paid it does nothing. */
  *run_ability(ability, me, self, trigger) {
    if (ability.costs !== null && !this.can_pay(ability, me, self, trigger)) return;
    this.record_use(ability, self);
    this.mark(ability.rows);
    if (this.is_traced()) this.trace.add(this.stack.length, `${ability.label} of ${label(me)}`);
    if (ability.costs !== null) yield* ability.costs(this, me, self, trigger);
    if (ability.body !== null) yield* ability.body(this, me, self, trigger);
  }

  can_pay(ability, me, self, trigger) {
    if (this.nested >= MOST_NESTED) return false; // paying it asks whether it can be paid, and so on
    this.nested += 1;
    try {
      return this.attempt(() => ability.costs(this, me, self, trigger));
    } finally {
      this.nested -= 1;
    }
  }

  // ---- ends
  /** Cancels an event or a step of one: it stops when the text that says so has been carried out. */
  prevent(trigger, step) {
    trigger._prevented ??= new Set();
    trigger._prevented.add(step);
  }

  stop_prevented(event, step) {
    const prevented = event._prevented;
    if (prevented === null) return;
    if (prevented.has(step) || prevented.has("")) throw new Prevented(event, prevented.has(step) ? step : "");
  }

  /** Ends the innermost running event of a verb; where none runs, there is nothing to end. */
  end_frame(frame) {
    const event = this.stack.findLast((running) => running._verb === frame);
    if (event !== undefined) throw new Ended(event);
  }

  // ---- state checks and durations
  /** Runs every state check whose fields were written, until none holds. */
  *check_state() {
    const waiting = new Set();
    for (let round = 0; round < this.bounds.checks; round++) {
      const due = this.dirty;
      this.dirty = new Set();
      let acted = false;
      this.spend(this.code.checks.length, -1);
      for (const check of this.code.checks) {
        const wanted = [...due].filter((name) => check.reads.has("*") || check.reads.has(name));
        if (this.checking.has(check)) {
          // It is being carried out further out, and asks again when that is done.
          for (const name of wanted) waiting.add(name);
        } else if ((wanted.length || check.reads.has("*")) && _is_found(check.found(this))) {
          acted = true;
          this.mark(check.rows);
          yield* this.carry_out(check);
        }
      }
      if (!acted && this.dirty.size === 0) {
        this.dirty = waiting;
        return;
      }
    }
    throw new Exhausted(`state checks did not settle in ${this.bounds.checks} rounds`);
  }

  *carry_out(check) {
    this.checking.add(check);
    try {
      yield* check.body(this);
    } finally {
      this.checking.delete(check);
    }
  }

  lasting(duration, modifiers, values) {
    const effect = new Effect(this.new_id(), this.begun(duration), modifiers, values, null);
    this.set_effects([...this.effects, effect]);
    this.touch("*");
  }

  /** Lays a status on its bearer for a while; a status that a card names may bring its own values. */
  begin_status(name, values, bearer, duration) {
    if (Array.isArray(name)) [name, values] = name;
    this.add_status(name, values, bearer, duration !== null ? this.begun(duration) : null);
  }

  /** A duration as it starts now: `next` passes over the event that is running. */
  begun(duration) {
    if (!duration.skip) return duration;
    const running = this.stack.some((event) => this.edge_matches(duration, event));
    const skip = running && duration.edge === "end";
    return new Duration(duration.edge, skip, duration.verbs, duration.condition, duration.env);
  }

  edge_matches(duration, event) {
    if (!duration.verbs.includes(event._verb)) return false;
    return duration.condition === null || Boolean(duration.condition(this, event, duration.env));
  }

  /** Ends what lasts until this edge of this event, and what held only while something was so. */
  expire(edge, event) {
    this.work -= this.effects.length;
    for (const effect of this.effects) {
      const { duration } = effect;
      if (duration === null) continue;
      let over;
      if (duration.edge === "while") {
        over = !this.effect_holds(duration);
      } else {
        over = duration.edge === edge && this.edge_matches(duration, event);
        if (over && duration.skip) {
          this.set(duration, "skip", false);
          over = false;
        }
      }
      if (over && effect.status !== null) {
        this.drop(effect.status);
      } else if (over && this.effects.includes(effect)) {
        this.set_effects(this.effects.filter((e) => e !== effect));
        this.touch("*");
      }
    }
  }
}

/** Whether a check has something to do: there are some, or its condition holds. */
function _is_found(found) {
  return Array.isArray(found) || found instanceof Zone ? found.length > 0 : Boolean(found);
}

/** What counts the uses of an ability by what carries it, or in a frame. */
function _use(ability, self, frame = "") {
  return `${ability.id}\n${self._id}\n${frame}`;
}

// ================================================================================================ offers

const MOST_OFFERS = 200;

/** Activated abilities and reactions. */
class Offers extends Events {
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

// ================================================================================================ the game

/** The named generator: x becomes 48271 x mod (2^31 - 1) (Park, Miller and Stockmeyer, 1993). */
export class Minstd {
  constructor(seed) {
    this.value = modulo(seed, 2 ** 31 - 1) || 1;
  }

  /** A number from 0 to `size` - 1, all equally likely: values past the last whole round are drawn again. */
  below(size) {
    const limit = floor_div(2 ** 31 - 2, size) * size;
    for (;;) {
      this.value = (this.value * 48_271) % (2 ** 31 - 1);
      if (this.value - 1 < limit) return (this.value - 1) % size;
    }
  }

  /** Fisher and Yates, from the end. */
  permutation(size) {
    const order = range(size);
    for (let i = size - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/** Runs a stretch of play to its end; `answer(request)` answers. What that one throws ends the stretch. */
function drive(run, answer) {
  let next = run.next();
  while (!next.done) {
    let found;
    try {
      found = answer(next.value);
    } catch (error) {
      next = run.throw(error);
      continue;
    }
    next = run.next(found);
  }
  return next.value;
}

/** What a generator answers to a roll, a draw or a shuffle. */
function chance(generator, request) {
  if (request instanceof RollDice) return request.sizes.map((size) => generator.below(size));
  return request instanceof Draw ? generator.below(request.size) : generator.permutation(request.size);
}

/** One game in progress. */
export class Game extends Offers {
  /** What an automated figure considered. */
  consider(form, text) {
    if (this.is_traced()) this.trace.add(this.stack.length, `ai ${form}: ${text}`);
  }

  /** Lets a figure act by the AI texts that are live for it. */
  *resolve_ai(subject) {
    for (const ability of this.code.ais) {
      for (const [me, self] of this.carriers(ability)) {
        if (me !== subject || ability.body === null) continue;
        this.mark(ability.rows);
        yield* ability.body(this, me, self, null);
      }
    }
  }

  /** Does what `start()` makes; a Fault leaves the state as it was. */
  *protect(start) {
    const mark = this.journal.length, frames = this.stack.length, { steps, changes } = this;
    Object.assign(this, { steps: 0, changes: 0, nested: 0 });
    this.refill();
    try {
      const found = yield* start();
      this.spend(0, -1);
      return found;
    } catch (error) {
      this.back_to(mark);
      this.stack.length = frames;
      this.dirty.clear();
      throw as_fault(error);
    } finally {
      this.steps += steps;
      this.changes += changes;
    }
  }

  /** The whole game, from its start. */
  *play() {
    return yield* this.protect(() => this.emit(this.code.rules.start, {}));
  }

  place_of(at) {
    const place = this.code.place(at);
    return `${place.path}:${place.line}:${place.column}`;
  }
}

/** Content that met none where it needs a value is a fault of the content; what else was thrown stays inside. */
function as_fault(error) {
  if (error instanceof Fault) return error;
  if (is_end(error)) return new Fault("a text ended an event that was not running");
  if (error instanceof TypeError && /null|undefined/.test(error.message)) {
    return new Fault("a value was none where one is needed", 0, error);
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new Fault("events are nested too deeply", 0, error);
  }
  return error;
}

// ================================================================================================ core functions

const FAR = 10 ** 6; // what stands off the board is farther than anything on it

/** The squares of a figure or square; a figure off the board has none. */
function _squares(rt, place) {
  if (place instanceof Square) return [place];
  if (place === null || place.at === null) return NOTHING;
  return rt.footprint(place, place.at) ?? NOTHING;
}

function _indexes(squares) {
  return squares.map((s) => s.index);
}

/** The squares of these numbers. */
function _named(rt, numbers) {
  return numbers.map((s) => rt.grid.square_at[s]).filter((s) => s !== undefined);
}

function _distance(rt, a, b) {
  const first = _squares(rt, a), second = _squares(rt, b);
  if (first.length === 0 || second.length === 0 || rt.grid === null) return FAR;
  if (first.length === 1 && second.length === 1) return rt.grid.distance(first[0].index, second[0].index);
  return rt.grid.distance_of_footprints(_indexes(first), _indexes(second));
}

function _path_distance(rt, a, b, passable) {
  const sources = _squares(rt, a), targets = _squares(rt, b);
  if (sources.length === 0 || targets.length === 0) return null;
  const passes = (s) => {
    rt.work -= 1;
    return rt.grid.square_at[s] !== undefined && Boolean(passable(rt, rt.grid.square_at[s]));
  };
  return rt.grid.path_distance(_indexes(sources), _indexes(targets), passes, FAR);
}

/** What was worked out for some keys while nothing changed. */
function _searched(rt, keys, work) {
  return _charged(rt, _known(rt.known, keys.slice(0, -1), () => new Map()), keys.at(-1), work);
}

/** What a map keeps under a key, with what it cost to work out: knowing it costs the same. */
function _charged(rt, map, key, work) {
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
function _known(maps, keys, work) {
  const last = keys.length - 1;
  let known = maps;
  if (last < 0) return maps;
  for (let i = 0; i < last; i++) known = _map(known, keys[i]);
  let found = known.get(keys[last]);
  if (found === undefined) known.set(keys[last], (found = work()));
  return found;
}

function _price(rt, figure, cost, from, to) {
  const price = cost(rt, figure, from, to);
  if (price !== null && price < 0) {
    throw new Fault(`the step from ${from.name} to ${to.name} costs ${price}, and none costs less than nothing`);
  }
  return price;
}

/** How a figure walks. What a step costs is asked once while the board stays: the way is sought after the reach. */
function _walk(rt, figure, budget, cost, stop) {
  const size = Math.max(figure.size ?? 1, 1);
  const prices = _known(rt.known, ["prices", figure, cost], () => new Map());
  const halts = _known(rt.known, ["stops", figure, stop], () => new Map());
  return {
    size: [size, size],
    budget,
    cost(a, b) {
      return _charged(rt, prices, a * rt.grid.count + b, () => {
        rt.work -= 1;
        return _price(rt, figure, cost, rt.grid.square_at[a], rt.grid.square_at[b]);
      });
    },
    stops(s) {
      return _charged(rt, halts, s, () => {
        rt.work -= 1;
        return Boolean(stop(rt, figure, rt.grid.square_at[s]));
      });
    },
  };
}

function _reachable(rt, figure, budget, cost, stop) {
  if (figure.at === null || rt.grid === null) return NOTHING;
  return _searched(rt, ["reach", figure, budget, cost, stop], () => {
    const found = rt.grid.reachable(figure.at.index, _walk(rt, figure, budget, cost, stop));
    return _named(rt, [...found.keys()].sort((a, b) => a - b));
  });
}

function _route(rt, figure, goal, budget, cost, stop) {
  if (figure.at === null || rt.grid === null) return NOTHING;
  return _searched(rt, ["route", figure, goal, budget, cost, stop], () => {
    const found = rt.grid.route(figure.at.index, goal.index, _walk(rt, figure, budget, cost, stop));
    return found !== null ? _named(rt, found.slice(1)) : NOTHING;
  });
}

function _corners(rt, place) {
  const corners = rt.over(_squares(rt, place)).map((s) => rt.grid.corners(s.index));
  return corners.length === 1 ? corners[0] : unique(corners.flat());
}

/** The board, for a line of some length. */
function _along(rt, p, q) {
  rt.work -= Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]);
  return rt.grid;
}

function _value(face) {
  return face.symbols.value ?? 0;
}

/** `highest` and `lowest` of numbers, or the face with that number; none (or 0) where there is nothing. */
function _end_of(sign) {
  return (rt, items) => {
    const held = listed(items);
    rt.work -= held.length;
    if (items instanceof Roll || held[0] instanceof Face) return held.length ? extreme(held, sign, _value) : null;
    return held.length ? extreme(held, sign) : 0;
  };
}

function _following(rt, item, items) {
  const held = listed(rt.over(items));
  const position = held.findIndex((other) => eq(other, item));
  if (position < 0) return held.length ? held[0] : item;
  return held[(position + 1) % held.length];
}

function _ratio(above, below) {
  if (below === 0) throw new Fault("a number was divided by zero");
  return below < 0 ? [-above, -below] : [above, below];
}

function _round_down(_rt, above, below, to) {
  const [a, b] = _ratio(above, past(below * to));
  return past(floor_div(a, b) * to);
}

function _round_up(_rt, above, below, to) {
  const [a, b] = _ratio(above, past(below * to));
  return past((0 - floor_div(-a, b)) * to);
}

function _round_near(_rt, above, below, to) {
  const [a, b] = _ratio(above, past(below * to));
  const left = modulo(a, b); // compared with what is missing to the next, as its double may pass 2 ** 53
  return past((floor_div(a, b) + (left >= b - left ? 1 : 0)) * to);
}

function _remainder(_rt, a, b) {
  _ratio(a, b);
  return modulo(a, b);
}

function _in_play(_rt, entity) {
  if (entity === null || !entity._alive) return false;
  return entity._stands ? entity.at !== null : entity._zone === null;
}

function _times(_rt, count, dice) {
  if (count * dice.length > 1000) throw new Fault("more than 1000 dice");
  return range(count).flatMap(() => dice);
}

function _join_dice(_rt, a, b) {
  if (a.length + b.length > 1000) throw new Fault("more than 1000 dice");
  return [...a, ...b];
}

function _square(rt, name) {
  const found = rt.grid !== null ? rt.grid.square_named(name) : null;
  if (found === null) throw new Fault(`the board has no square ${name}`);
  return rt.grid.square_at[found];
}

/** The corners of a figure's base, where it stands or at another pose. */
function _base(figure, pose = figure) {
  return _corners_of(pose, figure.width, figure.depth);
}

function _kept_dice(items, kept) {
  return items instanceof Roll ? Roll.from(kept) : kept;
}

/** The functions of the core: one for each row of its table; each takes the running game first. */
export const core = {
  min: (_rt, ...numbers) => extreme(numbers, -1),
  max: (_rt, ...numbers) => extreme(numbers, 1),
  abs: (_rt, n) => Math.abs(n),
  clamp: (_rt, n, low, high) => Math.min(Math.max(n, low), high),
  remainder: _remainder,
  round_down: _round_down,
  round_up: _round_up,
  round_near: _round_near,
  size: (_rt, items) => items.length,
  first: (_rt, items) => listed(items)[0] ?? null,
  last: (_rt, items) => listed(items).at(-1) ?? null,
  following: _following,
  union: (rt, a, b) => rt.joined(a, b),
  common: (rt, a, b) => rt.sifted(a, b, true),
  total: (_rt, roll) => sum(listed(roll).map(_value)),
  times: _times,
  stacks: (_rt, e, name) => e._statuses.filter((s) => s._kind === name).length,
  distance: _distance,
  path_distance: _path_distance,
  squares_of: _squares,
  footprint: (rt, figure, square) => rt.footprint(figure, square) ?? NOTHING,
  fits: (rt, figure, square) => rt.footprint(figure, square) !== null,
  neighbours: (rt, square) => _named(rt, rt.grid.neighbours(square.index)),
  step_blocked: (rt, a, b) => rt.grid.step_blocked(a.index, b.index),
  standing_on: (rt, square) => rt.standing.get(square) ?? NOTHING,
  reachable: _reachable,
  route: _route,
  corners: _corners,
  centre: (rt, square) => rt.grid.centre(square.index),
  crossed: (rt, p, q) => _named(rt, _along(rt, p, q).crossed_squares(p, q)),
  touched: (rt, p, q) => _named(rt, _along(rt, p, q).touched_squares(p, q)),
  crosses_wall: (rt, p, q) => _along(rt, p, q).crosses_wall(p, q),
  touches_wall: (rt, p, q) => _along(rt, p, q).touches_wall(p, q),
  gap: (_rt, a, b) => _gap(_base(a), _base(b)),
  in_arc: (_rt, a, b, angle) => _in_arc(a, [b.x, b.y], angle),
  gap_at: (_rt, figure, x, y, facing, other) => _gap(_base(figure, { x, y, facing }), _base(other)),
  bearing: (_rt, a, b) => _bearing([a.x, a.y], [b.x, b.y]),
  disc_touches: (_rt, x, y, radius, figure) => _covers_part([x, y], radius, _base(figure)),
  sine: (rt, degrees) => _round_near(rt, _sine(degrees), 1000, 1),
  cosine: (rt, degrees) => _round_near(rt, _sine(degrees + 90), 1000, 1),
  // reached by forms of the language
  has: (rt, owner, name) => rt.has(owner, name),
  is_kind: (_rt, value, kind) => value instanceof Entity && value._kinds.has(kind),
  in_play: _in_play,
  game: (rt) => rt.game,
  square: _square,
  column: (rt, square) => square.index % rt.grid.width,
  row: (rt, square) => floor_div(square.index, rt.grid.width),
  elevation: (rt, square) => rt.grid.elevation[square.index],
  card_of: (_rt, entity) => entity._card,
  highest: _end_of(1),
  lowest: _end_of(-1),
  sum: (rt, items) => sum(rt.over(items)),
  symbols: (_rt, held, name) => sum((Array.isArray(held) ? held : [held]).map((f) => f.symbols[name] ?? 0)),
  concat: (rt, a, b) => rt.sized([...a, ...b]),
  without: (rt, items, gone) => _kept_dice(items, rt.sifted(items, gone, false)),
  join_dice: _join_dice,
  // without the running game
  some: (items, test) => listed(items).some(test),
  every: (items, test) => listed(items).every(test),
  where: (items, test) => _passing(items, test),
  count: (items, test = null) => _passing(items, test).length,
  sum_of: (items, value, test = null) => sum(_passing(items, test).map((item) => value(item))),
  highest_of: (items, value, test = null) => _end_of_values(items, value, test, 1),
  lowest_of: (items, value, test = null) => _end_of_values(items, value, test, -1),
  set_of: (items, value, test = null) => unique(_passing(items, test).map((item) => value(item))),
  list_of: (items, value, test = null) => _passing(items, test).map((item) => value(item)),
  remembered: _remembering,
  known: _knowing,
  unique,
  listed,
  contains,
  eq,
  duration: (edge, skip, verbs, condition, values) => new Duration(edge, skip, verbs, condition, values),
  plus: (a, b) => past(a + b),
  minus: (a, b) => past(a - b),
  product: (a, b) => past(a * b),
  unknown: _unknown,
  paid: _paid,
};

/** A function of the game whose answers follow from the board alone; each is worked out once for a board. */
function _remembering(work) {
  return (rt, ...values) => {
    if (rt.grid === null) return work(rt, ...values);
    const keys = values.map(_word), last = keys.pop();
    const known = _known(_map(rt.grid.remembered, work), keys, () => new Map());
    if (rt.grid.remembered.size > 0 && known.size > MOST_REMEMBERED) known.clear();
    return _charged(rt, known, last, () => work(rt, ...values));
  };
}

/** A function of the game that costs more than looking its answer up: each stays until something changes. */
function _knowing(work) {
  return (rt, first, ...others) => {
    let known = _map(rt.known, work);
    let key = first;
    for (const value of others) {
      known = _map(known, key);
      key = value;
    }
    const found = known.get(key);
    if (found !== undefined && found.cost <= rt.work) {
      rt.work -= found.cost;
      return found.value;
    }
    const before = rt.work, value = work(rt, first, ...others);
    known.set(key, { value, cost: before - rt.work });
    return value;
  };
}

function _map(maps, key) {
  let found = maps.get(key);
  if (found === undefined) maps.set(key, (found = new Map()));
  return found;
}

function _word(value) {
  return Array.isArray(value) ? value.join(" ") : value;
}

function _passing(items, test) {
  return test === null ? listed(items) : listed(items).filter(test);
}

function _end_of_values(items, value, test, sign) {
  const values = _passing(items, test).map((item) => value(item));
  return values.length ? extreme(values, sign) : 0;
}

function _unknown(name, at) {
  throw new Fault(`\`${name}\` is unknown in the source`, at);
}

function _paid(event) {
  if (event === null || !event._done) throw new Unpaid();
}

// ================================================================================================ agents

/** Every legal answer is equally likely, of the first 64; of a large choice a subset is drawn. */
export function random_agent(seed) {
  const generator = new Minstd(modulo(seed, 2 ** 31 - 1) * 7919 + 17); // never beyond 2 ** 53
  return (request) => {
    const { such_that, least, most, options } = request;
    if (such_that === null && most > 1) {
      const size = least + generator.below(most - least + 1);
      return generator.permutation(options.length).slice(0, size).sort((a, b) => a - b);
    }
    const answers = legal_answers(request);
    return answers[generator.below(answers.length)];
  };
}

/** Always the first legal answer; of an offer the first thing that can be used. */
export function first_agent(_seed) {
  return (request) => {
    const answers = legal_answers(request, 2);
    return answers[request.kind === "use" && answers.length > 1 ? 1 : 0];
  };
}

export const AGENTS = { random: random_agent, first: first_agent };

// ================================================================================================ tests and scenarios

/**
 * Builds the positions of a script in order; the names of its texts are properties of `env`. `built` is told when
 * everything of one is there, and nothing was done yet.
 */
function* build(script, game, env, built = () => undefined) {
  for (const position of script.positions) yield* build_position(position, game, env, built);
}

function* build_position(position, game, env, built) {
  const letters = position.board.length ? draw_board(position, game) : new Map();
  yield* position.build(game, env);
  built(env);
  for (const [letter, name] of position.letters) {
    if (!letters.has(letter)) throw new Fault(`the letter ${letter} does not stand on the board`, position.at);
    game.place(env[name], game.grid.square_at[letters.get(letter)]);
  }
  for (const [name, value] of Object.entries(env)) {
    if (value instanceof Entity) name_for_tests(game, value, name);
  }
  yield* position.do(game, env);
  yield* game.check_state();
}

/** Sets the drawn board; gives the first square of every letter. */
function draw_board(position, game) {
  const { boards } = game.code;
  if (!boards.has(position)) boards.set(position, board_of(position, game.code));
  const { grid, letters } = boards.get(position);
  game.set_board(grid);
  for (const name of grid.terrain.flat()) game.mark(game.code.data_rows(`terrain:${name}`));
  return letters;
}

/** The board of a position: a grid never changes, and what it has worked out serves every game. */
function board_of(position, code) {
  const drawn = parse_board(position.board);
  const legend = Object.entries(code.data.terrain).filter(([, symbol]) => symbol);
  const symbols = new Map(legend.map(([name, symbol]) => [symbol, name]));
  const names = new Set(position.letters.map(([letter]) => letter));
  const cells = drawn.letters.flat();
  const unknown = cells.filter((c) => c !== VOID && c !== "." && !symbols.has(c) && !names.has(c)).sort(compare_texts);
  if (unknown.length) throw new Fault(`the letter ${unknown[0]} of the board is in no legend`, position.at);
  const grid = new Grid(drawn.width, drawn.height, {
    metric: code.rules.board.metric,
    exists: cells.map((c) => c !== VOID),
    terrain: cells.map((c) => (symbols.has(c) && !names.has(c) ? [symbols.get(c)] : NOTHING)),
    walls: drawn.walls,
  });
  return { grid, letters: new Map(cells.map((letter, index) => [letter, index]).reverse()) };
}

/** The name of an entity, and those of the parts printed in it: `sword.lines#2`, `sword.edge`. */
function name_for_tests(game, entity, name) {
  const give = (one, text) => {
    if (one instanceof Entity && !game.test_names.has(one._id)) game.test_names.set(one._id, text);
  };
  give(entity, name);
  for (const f of game.data.kinds[entity._kind].fields) {
    if (!f.part) continue;
    const held = entity[f.name];
    if (Array.isArray(held)) held.forEach((part, i) => give(part, `${name}.${f.name}#${i + 1}`));
    else give(held, `${name}.${f.name}`);
  }
}

/** Runs one test to its end: { failures, rows }. `answering(game, driver)` makes what answers its requests. */
export function run_test(code, script, game, answering) {
  const env = {};
  const failures = [];
  game.marked = new Set();
  game.history = [];
  if (script.roster !== null) failures.push(...judge_test_roster(code, script, game.marked));
  try {
    drive(game.protect(() => build(script, game, env)), answering(game, new Script(game, [], [])));
    game.history.length = 0;
    script.steps.forEach((step, number) => {
      const driver = new Script(game, step.choices, step.dice);
      const answer = answering(game, driver);
      game.outermost.length = 0;
      drive(game.protect(() => step.do(game, env)), answer);
      drive(game.protect(() => game.check_state()), answer);
      failures.push(...judge_step(step, game, env, driver, number === 0 ? script.illegal : ""));
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    failures.push(error.message);
  }
  failures.push(...compare_events(script, game.history));
  return { failures, rows: game.marked };
}

/** A roster is legal, or broken for the reason that the test states. */
function judge_test_roster(code, script, marked) {
  const broken = check_roster(code, script.roster.name, script.roster.values, marked).map((refusal) => refusal.message);
  if (!script.illegal) return broken.map((message) => `the roster is illegal: ${message}`);
  if (broken.some((message) => message.includes(script.illegal))) return [];
  return [`the roster is not illegal for this reason; wrong is: ${broken.join("; ") || "nothing"}`];
}

/** What is wrong with a roster: refusals, none when it is legal. */
export function check_roster(code, definition, values, marked = null) {
  const declared = code.rules.rosters[definition];
  const game = new Game(code);
  game.marked = marked;
  game.mark(declared.rows);
  const card = (id) => (typeof id === "string" && id in code.cards ? code.cards[id] : id);
  const cards = values.map(([, value]) => (Array.isArray(value) ? value.map(card) : card(value)));
  const tried = (check) => {
    game.refill();
    try {
      return check(game, ...cards);
    } catch (error) {
      throw as_fault(error);
    }
  };
  const broken = declared.requirements.map(tried).filter((failed) => failed !== null);
  for (const [, , rows] of broken) game.mark(rows);
  return broken.map(Refusal.of);
}

function judge_step(step, game, env, driver, illegal) {
  const failures = [];
  for (const kind of ["choices", "dice"]) {
    if (driver[kind].length) failures.push(`${kind} were never asked for: ${JSON.stringify(driver[kind])}`);
  }
  failures.push(...judge_legality(game, illegal));
  for (const { text, test, left } of step.then) {
    game.refill();
    if (test(game, env)) continue;
    failures.push(`\`${text}\` does not hold${left !== null ? ` (it is ${label(left(game, env))})` : ""}`);
  }
  return failures;
}

/** The first call must be refused with the reason that the test states; without one, none may be refused. */
function judge_legality(game, illegal) {
  const is_refused = (event) => ["illegal", "fizzled"].includes(event._outcome) && event._reason !== null;
  if (!illegal) {
    return game.outermost.filter(is_refused).map((event) => `${event._verb} is illegal: ${event._reason.message}`);
  }
  if (game.outermost.length === 0 || !is_refused(game.outermost[0])) {
    return ["the first call was to be refused, and is legal"];
  }
  const reason = game.outermost[0]._reason;
  game.mark(reason.rows);
  return reason.message.includes(illegal) ? [] : [`it is refused for another reason: ${reason.message}`];
}

function compare_events(script, history) {
  const waiting = script.events.slice();
  for (const verb of history) if (verb === waiting[0]) waiting.shift();
  if (waiting.length === 0) return [];
  return [`the event ${waiting[0]} did not follow (what happened: ${history.slice(0, 40).join(", ")})`];
}

/** Answers from a test's lists. An offer that the next answer does not name is passed; a `may` likewise declined. */
class Script {
  constructor(game, choices, dice) {
    this.game = game;
    this.choices = choices.slice();
    this.dice = dice.slice();
    this.generator = new Minstd(1);
  }

  answer(request) {
    if (request instanceof RollDice) return this.faces(request);
    return request instanceof Choose ? this.pick(request) : chance(this.generator, request);
  }

  // ---- dice
  faces(request) {
    const { dice, at } = request;
    if (this.dice.length === 0) throw new Fault(`a roll of ${dice.join(", ")} is not scripted: add \`dice:\``, at);
    const given = this.dice.shift();
    const many = Array.isArray(given) ? given : [given];
    if (!Array.isArray(given)) while (many.length < dice.length && this.dice.length) many.push(this.dice.shift());
    if (many.length !== dice.length) {
      throw new Fault(`${dice.length} dice are rolled, and ${many.length} are scripted`, at);
    }
    return dice.map((die, i) => this.face(die, many[i], at));
  }

  face(die, wanted, at) {
    const size = this.game.code.die_size(die, at);
    const symbols = typeof wanted === "number" ? { value: wanted } : wanted;
    const index = range(size).find((i) => same_symbols(this.game.code.face(die, i), symbols));
    if (index === undefined) throw new Fault(`${die} has no face ${JSON.stringify(wanted)}`, at);
    return index;
  }

  // ---- choices
  pick(request) {
    const following = this.choices.length ? this.choices[0] : null;
    if (request.kind === "use") {
      const position = following !== null ? this.find(request, following) : -1;
      if (position >= 0 || following === "pass") this.choices.shift();
      return [position];
    }
    if (request.kind === "yes") {
      if (["yes", "no", true, false].includes(following)) this.choices.shift();
      return [following === "yes" || following === true ? 0 : 1];
    }
    if (following === null) throw new Fault(`a choice is not scripted: one of ${this.shown(request)}`, request.at);
    this.choices.shift();
    const many = Array.isArray(following) ? following : following === "none" ? [] : [following];
    const found = many.map((wanted) => this.find(request, wanted));
    if (found.includes(-1)) throw new Fault(`${following} is no option: one of ${this.shown(request)}`, request.at);
    return found;
  }

  find(request, wanted) {
    return request.options.findIndex((option) => this.names(option).has(String(wanted)));
  }

  /** Every way in which a test may name an option. */
  names(option) {
    if (option instanceof Usable) {
      const { name, me, this: self } = option;
      const mine = this.names(me), its = this.names(self);
      const found = new Set([name, String(option)]);
      if (self instanceof Entity) for (const text of its) found.add(text);
      for (const m of mine) {
        found.add(`${name} of ${m}`);
        for (const text of its) found.add(`${text} of ${m}`);
      }
      return found;
    }
    if (!(option instanceof Entity)) return new Set([label(option)]);
    const named = option._card !== null ? option._card._id : option.id ?? option._id;
    const found = new Set([label(option), this.game.test_names.get(option._id) ?? "", label(named)]);
    found.delete("");
    return found;
  }

  shown(request) {
    const texts = request.options.map((option) => this.game.test_names.get(option?._id) ?? label(option));
    return texts.slice(0, 12).join(", ");
  }
}

function same_symbols(a, b) {
  if (typeof b !== "object" || b === null) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

// ================================================================================================ transcripts

/** What asks an answerer; a game's trace has every request with its answer, too. */
function answering(game, answerer) {
  const { trace, stack } = game;
  return (request) => {
    trace.add(stack.length, `? ${asked(request)}`);
    const answer = answerer.answer(request);
    trace.add(stack.length, `= ${Array.isArray(answer) ? answer.join(" ") : answer}`.trimEnd());
    return answer;
  };
}

function asked(request) {
  if (request instanceof RollDice) return `roll ${request.dice.join(", ")}`;
  if (request instanceof Draw) return `draw ${request.size}`;
  if (request instanceof Shuffle) return `shuffle ${request.size}`;
  const { kind, who, least, most, options } = request;
  return `${kind} of ${label(who)} ${least}-${most}: ${options.map((option) => label(option)).join(" | ")}`;
}

function traced_game(rules) {
  const game = new Game(linked(rules));
  game.trace = new Trace();
  return game;
}

/** The lines of a test as it runs. */
export function transcript_of_test(rules, script) {
  const held = members(script) ?? {};
  if (!("positions" in held && "steps" in held)) throw new Refused("a test is one of those that were exported");
  const game = traced_game(rules);
  const { failures } = run_test(game.code, script, game, answering);
  return [...game.trace.lines, ...failures.map((failure) => `failed: ${failure}`), `state ${game.fingerprint()}`];
}

/** The lines of a whole game of a scenario, with the agent `random` for all players. */
export function transcript_of_match(rules, scenario, seed) {
  const script = script_named(rules, scenario), begin = sound_seed(seed);
  const game = traced_game(rules);
  const decide = random_agent(begin), generator = new Minstd(begin);
  const answer = answering(game, {
    answer: (request) => (request instanceof Choose ? decide(request) : chance(generator, request)),
  });
  try {
    drive(game.protect(() => build(script, game, {})), answer);
    drive(game.play(), answer);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    game.trace.add(0, `fault: ${error.message}`);
  }
  return [...game.trace.lines, `state ${game.fingerprint()}`];
}

const _linked = new WeakMap();

/** A rules table made ready, once. */
function linked(rules) {
  if (!_linked.has(rules)) _linked.set(rules, new Code(rules));
  return _linked.get(rules);
}

function script_named(rules, scenario) {
  if (typeof scenario !== "string") throw new Refused("a scenario is named by a text");
  if (!Object.hasOwn(rules.scenarios, scenario)) {
    throw new Refused(`there is no scenario \`${shown(scenario)}\`; there are: ${listed_names(rules.scenario_names)}`);
  }
  return rules.scenarios[scenario];
}

// ================================================================================================ the host's interface

const SAVE_FORMAT = 1;
const SAVED = ["format", "game", "hash", "setup", "seed", "answers"];
const SETUP = ["scenario", "rosters"];
const LIMITS = ["work", "watch"];
const MOST_ANSWERS = 100_000;
const MOST_POSITIONS = 10_000;
const SHOWN = 60;
const SHOWN_POSITIONS = 20;

/**
 * A game before its first event: `setup` is { scenario, rosters }, where both may be left out: the first scenario then,
 * and the cards that it has.
 */
export function new_game(rules, setup = null, seed = 1, limits = null) {
  return new Play(rules, sound_setup(setup), sound_seed(seed), sound_limits(limits));
}

/** A game where a save of any runtime left it. */
export function load(rules, save, limits = null) {
  const { setup, seed, answers } = sound_save(rules, save);
  const play = new_game(rules, setup, seed, limits);
  play.skip();
  answers.forEach((answer, number) => {
    about(`answer ${number + 1} of the save: `, () => play._answer(answer));
    play.skip();
  });
  return play;
}

/** What a host asked for cannot be; it is a RangeError, as every other of its kind. */
class Refused extends RangeError {}
Object.defineProperty(Refused.prototype, "name", { value: "RangeError" });

/** Does something that may be refused; the refusal then says of what it is. */
function about(what, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(what + error.message, { cause: error });
  }
}

// ---- values of any type; each level is read once, into a value of our own

/** A whole number, or null for anything else; -0 is 0. */
function whole(value) {
  return Number.isSafeInteger(value) ? value + 0 : null;
}

/**
 * The members of an object that are not none, or null for what is no object. Nothing is taken from prototypes. An array
 * with nothing in it is an object with nothing in it: Lua cannot tell them apart.
 */
function members(value) {
  try {
    if (Array.isArray(value)) return value.length === 0 ? Object.create(null) : null;
    if (typeof value !== "object" || value === null) return null;
    const above = Object.getPrototypeOf(value);
    if (above !== null && Object.getPrototypeOf(above) !== null) return null; // a Map, a Date, or another class
    const held = Object.create(null);
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (item !== null && item !== undefined) held[name] = item;
    }
    return held;
  } catch {
    return null; // a getter or a proxy may do anything
  }
}

/** What an array holds, or null for what is no array; of a longer one so many, and one more. */
function items(value, most) {
  try {
    if (!Array.isArray(value)) {
      const held = members(value);
      return held !== null && Object.keys(held).length === 0 ? [] : null;
    }
    const held = [];
    const { length } = value;
    for (let i = 0; i < length && i <= most; i++) held.push(value[i]);
    return held;
  } catch {
    return null;
  }
}

/** A text of a host as a message and an order may have it: what is not plain ASCII is a question mark. */
function visible(name) {
  return name.replace(/[^ -~]+/g, "?");
}

/** The beginning of a text of a host, for a message. */
function shown(name) {
  const seen = visible(name);
  return seen.length <= SHOWN ? seen : `${seen.slice(0, SHOWN)}...`;
}

/** The first name, as messages show it, that is not among those that are known, or null. */
function unknown(given, known) {
  return Object.keys(given).filter((name) => !known.includes(name)).map(shown).sort()[0] ?? null;
}

/** A seed, 1 where none is given. */
function sound_seed(seed) {
  const found = whole(seed ?? 1);
  if (found === null) {
    throw new Refused(`a seed is a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`);
  }
  return found;
}

/** A setup with what it names, and nothing that it leaves open; its rosters are read when its scenario is known. */
function sound_setup(setup) {
  const given = members(setup ?? {});
  if (given === null) throw new Refused("a setup is an object");
  const wrong = unknown(given, SETUP);
  if (wrong !== null) throw new Refused(`a setup has no \`${wrong}\``);
  return given;
}

/** What a host allows: `work`, a number above 0, and `watch`, which can be called. */
function sound_limits(limits) {
  const given = members(limits ?? {});
  if (given === null) throw new Refused("limits are an object");
  const wrong = unknown(given, LIMITS);
  if (wrong !== null) throw new Refused(`limits have no \`${wrong}\``);
  const work = given.work === undefined ? null : whole(given.work), watch = given.watch ?? null;
  if (given.work !== undefined && (work === null || work <= 0)) throw new Refused("`work` is a whole number above 0");
  if (watch !== null && typeof watch !== "function") throw new Refused("`watch` is a function");
  return { work, watch };
}

// ---- rosters that a host brings

const MOST_CARDS = 1000;

function listed_names(names) {
  return names.join(", ") || "none";
}

/** The rosters of a setup by the players of its scenario, each legal. */
function seated(rules, given, scenario) {
  const brought = members(given);
  if (brought === null) throw new Refused("the rosters of a setup are an object");
  const seats = rules.deals.seats[scenario] ?? [];
  const wrong = unknown(brought, seats);
  if (wrong !== null) {
    throw new Refused(`the scenario \`${scenario}\` has no player \`${wrong}\`; there are: ${listed_names(seats)}`);
  }
  const there = seats.filter((name) => name in brought);
  return Object.fromEntries(there.map((name) => [name, legal_roster(rules, name, brought[name])]));
}

function legal_roster(rules, player, given) {
  return about(`the roster of ${player}: `, () => {
    const roster = read_roster(rules, given);
    const broken = broken_roster(rules, roster).map((refusal) => refusal.message);
    if (broken.length) throw new Refused(broken.join("; "));
    return typeof given === "string" ? given : roster;
  });
}

/** A roster, or the name of one of the game's own, with arrays for its lists. */
function read_roster(rules, given) {
  const { lists, rosters } = rules.deals;
  if (typeof given === "string" && !Object.hasOwn(lists, given)) {
    throw new Refused(`no roster is named \`${shown(given)}\`; there are: ${listed_names(Object.keys(lists).sort())}`);
  }
  const held = members(typeof given === "string" ? lists[given] : given);
  if (held === null) throw new Refused("a roster is an object, or the name of one");
  const { roster } = held;
  if (typeof roster !== "string" || !Object.hasOwn(rosters, roster)) {
    throw new Refused(`\`roster\` names what is dealt: ${listed_names(Object.keys(rosters).sort())}`);
  }
  const params = rosters[roster];
  const wrong = unknown(held, ["roster", ...params.map(([param]) => param)]);
  if (wrong !== null) throw new Refused(`${roster} has no \`${wrong}\``);
  return Object.fromEntries([["roster", roster], ...params.map((param) => [param[0], read_param(rules, param, held)])]);
}

function read_param(rules, [name, form, kind], held) {
  if (!(name in held)) throw new Refused(`\`${name}\` is missing`);
  const value = held[name];
  if (form === "list") return read_cards(rules, name, kind, value);
  if (form === "card") return read_card(rules, name, kind, value);
  return read_plain(rules, [name, form, kind], value);
}

/** A value that is no card, of the form that the definition says. */
function read_plain(rules, [name, form, named], value) {
  const { MAX_SAFE_INTEGER: largest } = Number;
  const number = whole(value);
  const is_text = typeof value === "string";
  if (form === "int" && number === null) {
    throw new Refused(`\`${name}\` is a whole number from -${largest} to ${largest}`);
  }
  if (form === "bool" && typeof value !== "boolean") throw new Refused(`\`${name}\` is true or false`);
  if (form === "enum" && !(is_text && rules.data.enums[named].includes(value))) {
    throw new Refused(`\`${name}\` is one of ${listed_names(rules.data.enums[named])}`);
  }
  if (form === "text" && !is_text) throw new Refused(`\`${name}\` is a text`);
  if (number === null && !is_text && typeof value !== "boolean") {
    throw new Refused(`\`${name}\` is a number or a word`);
  }
  if (is_text && shown(value) !== value) {
    throw new Refused(`\`${name}\` has at most ${SHOWN} characters, all of them of ASCII`);
  }
  return number ?? value;
}

/** Cards, each as often as it is there; of an object by the order of its keys. */
function read_cards(rules, name, kind, value) {
  const refuse_more = (cards) => {
    if (cards.length > MOST_CARDS) throw new Refused(`\`${name}\` has more than ${MOST_CARDS} cards`);
  };
  const listed = items(value, MOST_CARDS);
  const copies = members(value);
  const held = [];
  if (listed !== null) {
    for (const card of listed.slice(0, MOST_CARDS)) held.push(read_card(rules, name, kind, card));
    refuse_more(listed);
    return held;
  }
  if (copies === null) throw new Refused(`\`${name}\` is an array of cards, or an object with how many of each`);
  const keys = Object.keys(copies).map((card) => [visible(card), card]);
  keys.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  for (const [, card] of keys) {
    read_card(rules, name, kind, card);
    const many = whole(copies[card]);
    if (many === null || many < 0 || many > MOST_CARDS) {
      throw new Refused(`how many of \`${card}\` is a whole number from 0 to ${MOST_CARDS}`);
    }
    for (let i = 0; i < many; i++) held.push(card);
    refuse_more(held);
  }
  return held;
}

function read_card(rules, name, kind, card) {
  const { cards, kinds } = rules.data;
  if (typeof card !== "string" || !Object.hasOwn(cards, card)) {
    const named = typeof card === "string" ? `: ${shown(card)}` : "";
    throw new Refused(`\`${name}\` names a card that is not there${named}`);
  }
  if (!kinds[cards[card].kind].ancestors.includes(kind)) {
    throw new Refused(`\`${name}\` has cards of the kind ${kind}, and ${card} is none`);
  }
  return card;
}

/** What of its definition a roster does not keep to. */
function broken_roster(rules, roster) {
  const values = rules.deals.rosters[roster.roster].map(([name]) => [name, roster[name]]);
  try {
    return check_roster(linked(rules), roster.roster, values);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Refused(`${roster.roster} cannot be judged: ${error.message}`, { cause: error });
  }
}

/** What is wrong with a roster, or with the game's own of that name; empty where it is legal. */
export function judge_roster(rules, roster) {
  const game = new Game(linked(rules));
  return broken_roster(rules, read_roster(rules, roster)).map(({ message, at, rows }) => ({
    reason: message, place: game.place_of(at), rows,
  }));
}

/** Lays a roster's cards into the zones that take them, in place of what lies there. */
function deal(rules, game, player, given) {
  const roster = read_roster(rules, given);
  const params = rules.deals.rosters[roster.roster].filter(([, , , zone]) => zone !== "");
  for (const [, , , zone] of params) {
    for (const card of [...player[zone].items]) game.remove(card);
  }
  for (const [name, , , zone] of params) {
    const held = Array.isArray(roster[name]) ? roster[name] : [roster[name]];
    for (const id of new Set(held)) {
      const { kind } = rules.data.cards[id];
      for (const _ of held.filter((other) => other === id)) {
        const whose = Object.fromEntries(rules.deals.whose[kind].map((field) => [field, player]));
        game.put_bottom(game.create(kind, game.code.cards[id], whose), player[zone]);
      }
    }
  }
}

// ---- answers and saves

/** An answer as an array of positions; whether it is a legal one is the request's to say. */
function sound_answer(answer) {
  const given = items(answer, MOST_POSITIONS);
  if (given !== null && given.length > MOST_POSITIONS) {
    throw new Refused(`this is no legal answer: it has more than ${MOST_POSITIONS} positions`);
  }
  const found = given === null ? [null] : given.map(whole);
  if (found.includes(null)) throw new Refused("this is no legal answer: an answer is an array of positions");
  return found;
}

/** The beginning of an answer, for a message. */
function shown_answer(positions) {
  const more = positions.length > SHOWN_POSITIONS ? ", ..." : "";
  return `[${positions.slice(0, SHOWN_POSITIONS).join(", ")}${more}]`;
}

/** A save of these rules; its setup, seed and answers are tried when they are used. */
function sound_save(rules, save) {
  const held = members(save);
  if (held === null || SAVED.some((name) => !(name in held))) {
    throw new Refused("this is no save: it needs format, game, hash, setup, seed and answers");
  }
  const wrong = unknown(held, SAVED);
  if (wrong !== null) throw new Refused(`a save has no \`${wrong}\``);
  const { format, game, hash } = held;
  if (format !== SAVE_FORMAT) throw new Refused(`this is no save of format ${SAVE_FORMAT}`);
  if (game !== rules.game) throw new Refused(`this is no save of ${rules.game}`);
  if (hash !== rules.hash) throw new Refused(`the save is of other rules than ${rules.game} ${rules.hash}`);
  const answers = items(held.answers, MOST_ANSWERS);
  if (answers === null) throw new Refused("the answers of a save are an array");
  if (answers.length > MOST_ANSWERS) throw new Refused(`a save has at most ${MOST_ANSWERS} answers`);
  return { ...held, answers };
}

/** A game that a host drives: its dice and shuffles answer themselves, its events come one at a time. */
export class Play {
  constructor(rules, setup, seed, limits) {
    const scenario = setup.scenario ?? rules.scenario_names[0] ?? "";
    const script = script_named(rules, scenario);
    const { rosters, ...others } = setup;
    const brought = rosters === undefined ? {} : seated(rules, rosters, scenario);
    this.rules = rules;
    this.setup = Object.keys(brought).length ? { ...others, rosters: brought } : others;
    this._brought = Object.entries(brought);
    this.seed = seed;
    this.answers = [];
    this.game = traced_game(rules);
    this.game.limit(limits);
    this._generator = new Minstd(seed);
    this._told = 0; // lines of the trace that were given as events
    this._request = null;
    this._result = null;
    this._run = this._play(script);
    this._go(undefined);
  }

  /** The next event, request or result; an answer is given when a request waits and all events are told. */
  step(answer = null) {
    if (answer !== null) this._answer(answer);
    const { lines } = this.game.trace;
    if (this._told === lines.length) return this._request !== null ? this._asked() : this._result;
    const line = lines[this._told++];
    const text = line.trimStart();
    return { type: "event", depth: (line.length - text.length) / 2, text };
  }

  /** Passes over the events that were not told yet. */
  skip() {
    this._told = this.game.trace.lines.length;
  }

  /** The legal answers of the waiting request, at most 64. */
  legal() {
    if (this._request === null) return [];
    this.game.refill();
    const { options } = this._request;
    const named = (answer) => answer.map((i) => (i < 0 ? "pass" : label(options[i]))).join(", ") || "nothing";
    return legal_answers(this._request).map((answer) => ({ answer, label: named(answer) }));
  }

  /** The waiting request in words, and what is not offered and why. */
  explain() {
    const { game } = this;
    if (this._request === null) return { prompt: "", place: "", refused: [] };
    game.refill();
    return {
      prompt: this._request.prompt,
      place: game.place_of(this._request.at),
      refused: game.explain().map(([usable, { message, at, rows }]) => ({
        label: label(usable),
        reason: message,
        place: game.place_of(at),
        rows,
      })),
    };
  }

  /** The picture of what a player may know; players count from 0, by seat. */
  view(player) {
    const players = this.game.of_kind("player");
    const seat = whole(player);
    if (seat === null || seat < 0 || seat >= players.length) {
      const named = seat === null ? "such player" : `player ${seat}`;
      throw new Refused(`there is no ${named}; players count from 0 and are ${players.length}`);
    }
    return this.game.view(players[seat]);
  }

  /** What the game follows from, as data. */
  save() {
    const { game, hash } = this.rules;
    const { setup, seed, answers } = this;
    return {
      format: SAVE_FORMAT, game, hash, setup: structuredClone(setup), seed,
      answers: answers.map((answer) => answer.slice()),
    };
  }

  // ---- inside
  /** Everything from the building of the position to the end. */
  *_play(script) {
    const built = (env) => this._brought.forEach(([player, roster]) => deal(this.rules, this.game, env[player], roster));
    yield* this.game.protect(() => build(script, this.game, {}, built));
    yield* this.game.play();
  }

  _answer(answer) {
    const waits = this._request !== null && this._told === this.game.trace.lines.length;
    if (!waits) throw new Refused("nothing is asked now");
    const picked = sound_answer(answer);
    this.game.refill();
    try {
      check_answer(this._request, picked);
    } catch (error) {
      if (!(as_fault(error) instanceof Fault)) throw error; // a condition on the whole may meet none
      throw new Refused(`${shown_answer(picked)} is no legal answer`, { cause: error });
    }
    this.answers.push(picked);
    this._go(picked);
  }

  /** Runs to the next choice of a player, or to the end. */
  _go(answer) {
    this._request = null;
    try {
      let next = this._run.next(answer);
      while (!next.done && !(next.value instanceof Choose)) next = this._run.next(chance(this._generator, next.value));
      if (next.done) this._end("ended", "");
      else this._request = next.value;
    } catch (error) {
      if (error instanceof Stopped) return this._end("stopped", "the host has stopped the game");
      if (!(error instanceof Fault)) throw error;
      this._end("fault", error.message);
    }
  }

  _end(outcome, message) {
    const { game } = this;
    this._result = { type: "result", outcome, message, events: game.events, state: game.fingerprint() };
  }

  _asked() {
    const { kind, who, prompt, options, least, most, at } = this._request;
    const labels = options.map((option) => label(option));
    const place = this.game.place_of(at);
    return { type: "request", kind, who: label(who), prompt, options: labels, least, most, place };
  }
}

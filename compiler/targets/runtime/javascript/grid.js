// Geometry of a board of squares: distances, steps, footprints, lines.
//
// Job: answer questions about places. Input: the shape of the board: which squares are there, where walls stand.
// Output: squares, whole numbers, truths. It never holds pieces and never knows a rule of a game.
//
// A square is the number row * width + column. Points are pairs [x, y] in half units, x to the right and y down: the
// corners of the square in column c, row r are [2c, 2r] to [2c + 2, 2r + 2], and its centre is [2c + 1, 2r + 1].

import { compare, eq, floor_div, modulo, NOTHING, range, Square } from "./values.js";

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
  constructor(width, height, { metric = "chebyshev", exists, terrain, elevation, walls = [], squares } = {}) {
    if (width < 1 || height < 1) throw new RangeError(`a board of ${width} x ${height} squares`);
    const count = width * height;
    this.width = width;
    this.height = height;
    this.count = count;
    this.metric = metric;
    this.exists = exists ?? new Array(count).fill(true);
    this.terrain = terrain ?? new Array(count).fill(NOTHING);
    this.elevation = elevation ?? new Array(count).fill(0);
    // Also those that may come onto a board that is made of this one: they are vacant, and have a name.
    this.square_at = squares ?? range(count).map((i) => (this.exists[i] ? this._square(i) : undefined));
    this.squares = this.square_at.filter((square) => square !== undefined && this.exists[square.index]);
    this._corners = [];
    const edges = new Map();
    for (const [a, b] of walls) edges.set(this._pair(Math.min(a, b), Math.max(a, b)), [Math.min(a, b), Math.max(a, b)]);
    this.walls = [...edges.values()]; // each once, the lower square first
    this._wall_pairs = new Set();
    for (const [a, b] of edges.values()) this._wall_pairs.add(this._pair(a, b)).add(this._pair(b, a));
    this._wall_ends = [...edges.values()].map((wall) => this._ends_of_wall(wall)).sort(compare);
    this._neighbours = range(count).map((square) => this._adjacent(square, true));
    this._orthogonal = range(count).map((square) => this._adjacent(square, false));
    this._cut_steps = new Set();
    for (const a of range(count)) {
      for (const b of this._neighbours[a]) if (this._is_cut(a, b)) this._cut_steps.add(this._pair(a, b));
    }
    this.remembered = new Map(); // what follows from the board alone, by the function that works it out
    this._footprints = new Map();
    this._steps = new Map();
    this._crossed = new Map();
    this._touched = new Map();
    this._met = new Map();
  }

  _square(index) {
    return new Square(index, this.square_name(index));
  }

  /** Whether a square is on the board, or may come onto it. */
  known(square) {
    return this.square_at[square] !== undefined;
  }

  vacant() {
    return this.square_at.filter((square) => square !== undefined && !this.exists[square.index]);
  }

  /** A board of which some vacant squares have a name. */
  with_vacant(vacant) {
    const squares = this.square_at.map((square, i) => (vacant.has(i) ? this._square(i) : square));
    return new Grid(this.width, this.height, { ...this, squares });
  }

  /** Another board with the same names, on which these squares are, each with its terrain; it has these walls. */
  with_squares(changed, walls) {
    const exists = [...this.exists], terrain = [...this.terrain];
    for (const [square, names] of changed) {
      exists[square] = true;
      terrain[square] = names;
    }
    return new Grid(this.width, this.height, { ...this, exists, terrain, walls, squares: this.square_at });
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
    return this.known(square) ? square : null;
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
    if (width > this.width || height > this.height) return null;
    const key = (anchor * 4096 + width) * 4096 + height;
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

  /** The routes from one square, for who asks for several; `meter` counts up what they cost. */
  ways(start, walk, meter) {
    return new Ways(start, walk, this._steps_of(walk.size), this.metric === "alternating", meter);
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
    if (!this.known(square)) return NOTHING;
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
      const y = 2 * row + 1 - p[1];
      let [first, last] = columns;
      if (dy !== 0) { // the columns where the line is near, and one more on both sides
        const middle = ((dx * y) / dy + p[0]) / 2, half = Math.abs(reach / dy) / 2;
        first = Math.max(first, Math.floor(middle - half) - 2);
        last = Math.min(last, Math.floor(middle + half) + 3);
      }
      for (let column = first; column < last; column++) {
        const x = 2 * column + 1 - p[0];
        // By how far, then by the square.
        if (Math.abs(dx * y - dy * x) <= reach) found.push((dx * x + dy * y) * this.count + row * this.width + column);
      }
    }
    return found.sort((a, b) => a - b).map((place) => modulo(place, this.count));
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

/** A way: its last square, the way before it, its cost, the number of its steps, and whether its diagonals are odd. */
class Way {
  constructor(anchor, before, spent, odd) {
    this.anchor = anchor;
    this.before = before;
    this.spent = spent;
    this.count = before === null ? 0 : before.count + 1;
    this.odd = odd;
    this.cost = null; // what it cost to be sure of it
  }

  /** Its squares, without the first one. */
  squares() {
    const found = new Array(this.count);
    for (let way = this; way.before !== null; way = way.before) found[way.count - 1] = way.anchor;
    return found;
  }
}

/** The cheaper, then the one of fewer steps, then the one whose squares come first. */
function _way_before(a, b) {
  if (a.spent !== b.spent) return a.spent < b.spent;
  if (a.count !== b.count) return a.count < b.count;
  let first = false;
  for (; a !== b && a !== null; a = a.before, b = b.before) if (a.anchor !== b.anchor) first = a.anchor < b.anchor;
  return first;
}

/** Routes from one square, sought as far as somebody has asked. */
class Ways {
  constructor(start, walk, steps, alternating, meter) {
    Object.assign(this, { walk, steps, alternating, meter });
    this.spent = 0; // what all that was settled has cost
    this.found = new Map(); // by square
    this.settled = new Set();
    this.queue = new Heap(_way_before);
    if (walk.budget >= 0) this.queue.push(new Way(start, null, 0, 0));
  }

  /** [the way to a square, or null when there is none within the budget; what a search for it alone costs]. */
  to(goal) {
    const { found, queue: { items } } = this;
    while (!found.has(goal) && items.length) {
      const way = items[0];
      if (!found.has(way.anchor)) {
        found.set(way.anchor, way);
        way.cost = this.spent;
      }
      if (way.anchor !== goal) {
        const before = this.meter();
        this._settle_next();
        this.spent += this.meter() - before;
      }
    }
    const way = found.get(goal) ?? null;
    return [way, way === null ? this.spent : way.cost];
  }

  /** Changes nothing before all prices are known: a price that cannot be told is asked for again. */
  _settle_next() {
    const { walk, settled } = this, way = this.queue.items[0], { anchor, odd } = way, onward = [];
    const ends = settled.has(2 * anchor + odd) || (way.count > 0 && walk.stops(anchor));
    for (const [other, diagonal] of ends ? NOTHING : this.steps[anchor]) {
      const turns = this.alternating && diagonal ? 1 : 0, after = odd ^ turns;
      if (settled.has(2 * other + after)) continue;
      const price = walk.cost(anchor, other);
      if (price === null) continue;
      if (price < 0) throw _negative(anchor, other, price);
      const total = way.spent + price + (odd & turns);
      if (total <= walk.budget) onward.push(new Way(other, way, total, after));
    }
    this.queue.pop();
    settled.add(2 * anchor + odd);
    for (const further of onward) this.queue.push(further);
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

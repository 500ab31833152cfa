// The functions of the core, for generated code.
//
// Job: one function for each row of the core's table. Input: the running game and values. Output: a value. Never
// changes a game.

import { edges_match, fits, rotated } from "./drawings.js";
import { has, instances } from "./modifiers.js";
import { drawing_of, footprint } from "./places.js";
import { answers_of, charged, map_under, remembering } from "./remembering.js";
import { joined, MOST_REMEMBERED, over, sifted, sized } from "./spending.js";
import * as table from "./table.js";
import {
  contains, Duration, Entity, eq, Exhausted, extreme, Face, Fault, floor_div, listed, modulo, NOTHING, past, range,
  Roll, Square, sum, unique,
} from "./values.js";

const FAR = 10 ** 6; // what stands off the board is farther than anything on it

/** The squares of a figure or square; a figure off the board has none. */
function _squares(rt, place) {
  if (place instanceof Square) return [place];
  if (place === null || place.at === null) return NOTHING;
  return footprint(rt, place, place.at) ?? NOTHING;
}

/** What is left of the time of a status; none if nothing ends it. */
function _remaining(rt, status) {
  rt.work -= rt.effects.length;
  return rt.effects.find((effect) => effect.status === status)?.duration ?? null;
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
  const { walk } = rt.code.group_of;
  const prices = map_under(map_under(answers_of(rt, walk.get(cost) ?? 0), cost), figure);
  const halts = map_under(map_under(answers_of(rt, walk.get(stop) ?? 0), stop), figure);
  return {
    size: [size, size],
    budget,
    cost(a, b) {
      const found = prices.get(a * rt.grid.count + b);
      if (found !== undefined && found.cost <= rt.work) {
        rt.work -= found.cost;
        return found.value;
      }
      return charged(rt, prices, a * rt.grid.count + b, () => {
        rt.work -= 1;
        return _price(rt, figure, cost, rt.grid.square_at[a], rt.grid.square_at[b]);
      });
    },
    stops(s) {
      const found = halts.get(s);
      if (found !== undefined && found.cost <= rt.work) {
        rt.work -= found.cost;
        return found.value;
      }
      return charged(rt, halts, s, () => {
        rt.work -= 1;
        return Boolean(stop(rt, figure, rt.grid.square_at[s]));
      });
    },
  };
}

/** What is kept of the ways of a figure, which hang on all prices of steps and ends of ways: `what` was asked. */
function _ways_known(rt, what, figure, cost, stop) {
  const { walk, all_ways } = rt.code.group_of, of_all = walk.has(cost) && walk.has(stop);
  let found = answers_of(rt, of_all ? all_ways : 0);
  for (const key of [what, cost, stop, figure]) found = map_under(found, key);
  return found;
}

function _reachable(rt, figure, budget, cost, stop) {
  if (figure.at === null || rt.grid === null) return NOTHING;
  return charged(rt, _ways_known(rt, "reach", figure, cost, stop), budget, () => {
    const found = rt.grid.reachable(figure.at.index, _walk(rt, figure, budget, cost, stop));
    return _named(rt, [...found.keys()].sort((a, b) => a - b));
  });
}

function _route(rt, figure, goal, budget, cost, stop) {
  if (figure.at === null || rt.grid === null) return NOTHING;
  const sought = () => rt.grid.ways(figure.at.index, _walk(rt, figure, budget, cost, stop), () => -rt.work);
  const known = _ways_known(rt, "ways", figure, cost, stop);
  let ways = known.get(budget);
  if (ways === undefined) known.set(budget, (ways = sought()));
  const before = rt.work;
  let way = null, spent;
  try {
    [way, spent] = ways.to(goal.index);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    spent = before + 1;
  }
  rt.work = before;
  if (spent > before) [way] = sought().to(goal.index); // so that the work ends where it does without what is known
  else rt.work -= spent;
  return way !== null ? _named(rt, way.squares()) : NOTHING;
}

function _corners(rt, place) {
  const corners = over(rt, _squares(rt, place)).map((s) => rt.grid.corners(s.index));
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
  const held = listed(over(rt, items));
  const position = held.findIndex((other) => eq(other, item));
  if (position < 0) return held.length ? held[0] : item;
  return held[(position + 1) % held.length];
}

function _position(rt, item, items) {
  return listed(over(rt, items)).findIndex((other) => eq(other, item)) + 1;
}

function _range(rt, first, last) {
  const length = Math.max(last - first + 1, 0);
  sized(rt, { length });
  return Array.from({ length }, (_, i) => first + i);
}

function _only(_rt, items, word) {
  if (items.length === 1) return items[0];
  throw new Fault(items.length ? `there are ${items.length} ${word}, and one is meant` : `there is no ${word}`);
}

/** Whether two statuses or keywords are equal; one without its values equals each of its name. */
function _same_name(_rt, a, b) {
  if (a === null || b === null || Array.isArray(a) === Array.isArray(b)) return eq(a, b);
  return Array.isArray(a) ? a[0] === b : a === b[0];
}

/** The items whose value is the lowest or highest. */
function _with_end(items, value, test, pick) {
  const held = _passing(items, test), values = held.map((item) => value(item));
  const end = values.reduce((a, b) => pick(a, b), values[0]);
  return held.filter((_, i) => values[i] === end);
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

/** A function of the table, whose first values are so many shapes or figures. */
function _measured(work, shapes) {
  if (shapes === 1) return (_rt, shape, first, second) => work(table.shape_of(shape), first, second);
  return (_rt, a, b, number) => work(table.shape_of(a), table.shape_of(b), number);
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
  nth: (_rt, n, items) => listed(items)[n - 1] ?? null,
  position: _position,
  following: _following,
  union: (rt, a, b) => joined(rt, a, b),
  common: (rt, a, b) => sifted(rt, a, b, true),
  total: (_rt, roll) => sum(listed(roll).map(_value)),
  times: _times,
  instances,
  remaining: _remaining,
  stacks: (_rt, e, name) => e._statuses.filter((s) => s._kind === name).length,
  distance: _distance,
  path_distance: _path_distance,
  squares_of: _squares,
  footprint: (rt, figure, square) => footprint(rt, figure, square) ?? NOTHING,
  fits: (rt, held, square) =>
    typeof held === "string" ? fits(rt.grid, drawing_of(rt, held), square.index) : footprint(rt, held, square) !== null,
  edges_match: (rt, text, square) => edges_match(rt.grid, drawing_of(rt, text), square.index),
  rotated: (rt, text, quarters) => rotated(drawing_of(rt, text), quarters),
  vacant_squares: (rt) => {
    rt.work -= rt.grid.count;
    return rt.grid.vacant();
  },
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
  rectangle: (_rt, x, y, facing, width, depth) => table.made(x, y, facing, width, depth, 0, 0),
  disc: (_rt, x, y, radius) => table.made(x, y, 0, 0, 0, 0, radius),
  shape_of: (_rt, figure) => table.shape_of(figure),
  moved: _measured(table.moved, 1),
  turned: _measured(table.turned, 1),
  resized: _measured(table.resized, 1),
  lane: _measured(table.lane, 1),
  arc: _measured(table.arc, 1),
  gap: _measured(table.gap, 2),
  meets: _measured(table.meets, 2),
  in_arc: _measured(table.in_arc, 2),
  bearing: _measured(table.bearing, 2),
  sine: (rt, degrees) => _round_near(rt, table.sine(degrees), 1000, 1),
  cosine: (rt, degrees) => _round_near(rt, table.sine(degrees + 90), 1000, 1),
  // reached by forms of the language
  has: (rt, owner, name) => has(rt, owner, name),
  is_kind: (_rt, value, kind) => value instanceof Entity && value._kinds.has(kind),
  in_play: _in_play,
  game: (rt) => rt.game,
  square: _square,
  column: (rt, square) => square.index % rt.grid.width,
  row: (rt, square) => floor_div(square.index, rt.grid.width),
  elevation: (rt, square) => rt.grid.elevation[square.index],
  measure: (_rt, shape, name) => table.measure(shape, name),
  card_of: (_rt, entity) => entity._card,
  highest: _end_of(1),
  lowest: _end_of(-1),
  sum: (rt, items) => sum(over(rt, items)),
  symbols: (_rt, held, name) => sum((Array.isArray(held) ? held : [held]).map((f) => f.symbols[name] ?? 0)),
  concat: (rt, a, b) => sized(rt, [...a, ...b]),
  without: (rt, items, gone) => _kept_dice(items, sifted(rt, items, gone, false)),
  join_dice: _join_dice,
  range: _range,
  only: _only,
  same_name: _same_name,
  // without the running game
  some: _some,
  every: (items, test) => !_some(items, (item) => !test(item)),
  where: (items, test) => _passing(items, test),
  count: (items, test = null) => _passing(items, test).length,
  sum_of: (items, value, test = null) => sum(_passing(items, test).map((item) => value(item))),
  highest_of: (items, value, test = null) => _end_of_values(items, value, test, 1),
  lowest_of: (items, value, test = null) => _end_of_values(items, value, test, -1),
  with_lowest: (items, value, test = null) => _with_end(items, value, test, Math.min),
  with_highest: (items, value, test = null) => _with_end(items, value, test, Math.max),
  set_of: (items, value, test = null) => unique(_passing(items, test).map((item) => value(item))),
  list_of: (items, value, test = null) => _passing(items, test).map((item) => value(item)),
  remembered: _remembering,
  known: remembering,
  unique,
  listed,
  contains,
  eq,
  duration: (edge, skip, verbs, until, values) => new Duration(edge, skip, verbs, until, values),
  plus: (a, b) => past(a + b),
  minus: (a, b) => past(a - b),
  product: (a, b) => past(a * b),
  unknown: _unknown,
};

/** A function of the game whose answers follow from the board alone; each is worked out once for a board. */
function _remembering(work) {
  return (rt, ...values) => {
    if (rt.grid === null) return work(rt, ...values);
    let known = map_under(rt.grid.remembered, work);
    const last = values.length - 1;
    for (let i = 0; i < last; i++) known = map_under(known, _word(values[i]));
    if (known.size > MOST_REMEMBERED) known.clear();
    return charged(rt, known, _word(values[last]), () => work(rt, ...values));
  };
}

/** The key of a value; of a point it is a number, which no value has, because it is no whole one. */
function _word(value) {
  if (!Array.isArray(value)) return value;
  const [x, y] = value;
  const is_point = value.length === 2 && Math.abs(x) < 1_000_000 && Math.abs(y) < 1_000_000;
  return is_point ? x * 4_194_304 + y + 0.5 : value.join(" ");
}

function _passing(items, test) {
  const held = listed(items);
  if (test === null) return held;
  const found = [];
  for (let i = 0; i < held.length; i++) if (test(held[i])) found.push(held[i]);
  return found;
}

function _some(items, test) {
  const held = listed(items);
  for (let i = 0; i < held.length; i++) if (test(held[i])) return true;
  return false;
}

function _end_of_values(items, value, test, sign) {
  const values = _passing(items, test).map((item) => value(item));
  return values.length ? extreme(values, sign) : 0;
}

function _unknown(name, at) {
  throw new Fault(`\`${name}\` is unknown in the source`, at);
}

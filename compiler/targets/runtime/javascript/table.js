// Geometry of a table without squares: shapes that stand and face somewhere, gaps, arcs.
//
// Job: answer questions about free placement. Input and output: whole numbers, points and shapes. It never knows a rule
// of a game.
//
// A shape is [x, y, facing, width, depth, angle, radius]: all within the radius of the box of that width and depth
// about x, y. An arc is a box whose front is wider than its rear: its sides lean outwards by so many degrees.
//
// Lengths are hundredths of an inch, x to the right and y down. A facing is in whole degrees, clockwise from 0 =
// towards smaller y. Points between two hundredths are rounded to the nearest one, halves up.

import { map_under } from "./remembering.js";
import { extreme, Fault, floor_div, modulo, range, Shape } from "./values.js";

const UNIT = 1_000_000;
const FARTHEST = 1_000_000; // no shape measures or stands farther than this
const WIDEST = 80; // degrees to each side of an arc, whose sides would be too long otherwise
const PARTS = ["x", "y", "facing", "width", "depth"];
const EXACT_ROOT = 94_906_265; // the square of a smaller number is below 2^53
const REMEMBERED = 16_384; // so many shapes, and gaps between them, are remembered

/** The sines of 0 to 359 degrees times UNIT, from the power series in integers times 10**18. */
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

export function sine(degrees) {
  return SINES[modulo(degrees, 360)];
}

/** The vector of length UNIT in which a facing looks. */
function _direction(degrees) {
  return [sine(degrees), -sine(degrees + 90)];
}

/** The facing that looks from one point to another: the nearest whole degree, and 0 where they are the same. */
export function bearing(start, end) {
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

/** What was made and worked out of shapes: by two numbers that tell a shape, the shape; by shape, its corners and its
 * gaps to others. */
let _shapes = new Map(), _corners = new Map(), _gaps = new Map(), _held = 0;

function _count_held() {
  _held += 1;
  if (_held <= REMEMBERED) return;
  _shapes = new Map();
  _corners = new Map();
  _gaps = new Map();
  _held = 0;
}

/** A shape with a facing of 0 to 359, if all of its measures are possible. */
export function made(x, y, facing, width, depth, angle, radius) {
  const turn = modulo(facing, 360);
  const place = (x * 4_194_304 + y) * 512 + turn, form = (width * 1_048_576 + depth) * 128 + angle;
  const found = radius === 0 ? _shapes.get(place)?.get(form) : undefined;
  if (found !== undefined && found[0] === x && found[1] === y && found[3] === width && found[4] === depth) return found;
  for (const number of [x, y, width, depth, angle, radius]) {
    if (Math.abs(number) > FARTHEST) throw new Fault(`a shape measures at most ${FARTHEST}, and here it is ${number}`);
  }
  const least = Math.min(width, depth, radius);
  if (least < 0) throw new Fault(`no shape measures ${least}`);
  const shape = Shape.of(x, y, turn, width, depth, angle, radius);
  if (radius === 0) {
    _count_held();
    map_under(_shapes, place).set(form, shape);
  }
  return shape;
}

/** A shape, or that of a figure where it stands. */
export function shape_of(value) {
  if (Array.isArray(value)) return value;
  return made(value.x, value.y, value.facing, value.width, value.depth, 0, 0);
}

export function measure(shape, name) {
  return shape[PARTS.indexOf(name)];
}

export function turned([x, y, facing, width, depth, angle, radius], degrees) {
  return made(x, y, facing + modulo(degrees, 360), width, depth, angle, radius);
}

export function resized([x, y, facing, , , angle, radius], width, depth) {
  return made(x, y, facing, width, depth, angle, radius);
}

/** The same shape so far ahead of where it stands, and so far to its right. */
export function moved(shape, ahead, right) {
  return _shifted(shape, 2 * ahead, 2 * right, shape[4], shape[5], shape[6]);
}

/** What a shape passes over as it goes so far ahead, with the place where it stands. */
export function lane(shape, ahead) {
  _without_arc(shape);
  return _shifted(shape, ahead, 0, shape[4] + ahead, 0, shape[6]);
}

/** What lies ahead of the front of a box, up to so far, between lines that lean outwards from its front corners. */
export function arc(shape, angle, reach) {
  if (angle < 0 || angle > WIDEST) throw new Fault(`an arc of ${angle} degrees to each side`);
  _without_arc(shape);
  return _shifted(shape, shape[4] + reach, 0, reach, angle, 0);
}

function _without_arc(shape) {
  if (shape[5] !== 0) throw new Fault("an arc has no front of its own");
}

/** A shape elsewhere and of another depth and angle; it goes by halves of a hundredth. */
function _shifted([x, y, facing, width], ahead, right, depth, angle, radius) {
  if (Math.max(Math.abs(ahead), Math.abs(right)) > 4 * FARTHEST) throw new Fault("nothing goes as far as that");
  const along = sine(facing), down = -sine(facing + 90);
  const across = _rounded(along * ahead - down * right, 2 * UNIT);
  return made(x + across, y + _rounded(down * ahead + along * right, 2 * UNIT), facing, width, depth, angle, radius);
}

/** The corners of a shape without its radius: front left, front right, rear right, rear left; of a disc its centre. */
function corners_of(shape) {
  let found = _corners.get(shape);
  if (found === undefined) {
    found = _corners_now(shape);
    _count_held();
    _corners.set(shape, found);
  }
  return found;
}

function _corners_now([x, y, facing, width, depth, angle]) {
  if (width === 0 && depth === 0) return [[x, y]];
  const ahead = _direction(facing);
  const front = width + (angle ? _rounded(2 * depth * sine(angle), sine(angle + 90)) : 0);
  const corner = (forward, right) => [
    x + _rounded(ahead[0] * depth * forward - ahead[1] * right, 2 * UNIT),
    y + _rounded(ahead[1] * depth * forward + ahead[0] * right, 2 * UNIT),
  ];
  return [corner(1, -front), corner(1, front), corner(-1, width), corner(-1, -width)];
}

/** Whether two boxes are sure to be farther apart than a limit: no point of a box is farther from its centre than half
 * of its width and half of its depth together. */
function _far(a, b, limit) {
  if (a[5] !== 0 || b[5] !== 0) return false;
  const reach = limit + Math.floor((a[3] + a[4] + b[3] + b[4]) / 2) + a[6] + b[6] + 4; // 4: what rounding adds
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > reach * reach;
}

/** The shortest distance between two shapes, rounded down; 0 when they touch or overlap. Beyond a limit, which is not
 * negative, it may be any greater number. */
export function gap(shape_a, shape_b, limit) {
  if (limit !== undefined && _far(shape_a, shape_b, limit)) return limit + 1;
  const known = map_under(_gaps, shape_a);
  let found = known.get(shape_b);
  if (found === undefined) {
    const a = corners_of(shape_a), b = corners_of(shape_b);
    found = _meet(a, b) ? 0 : _whole_root(Math.min(_nearest(a, b), _nearest(b, a))) - shape_a[6] - shape_b[6];
    _count_held();
    known.set(shape_b, found);
  }
  return Math.max(found, 0);
}

/** The least squared distance of points from the sides of a shape, rounded down. */
function _nearest(points, shape) {
  let least = Infinity;
  for (let i = 0; i < shape.length; i++) {
    for (const point of points) {
      const squared = _off_segment(point, shape[i], shape[(i + 1) % shape.length]);
      if (squared < least) least = squared;
    }
  }
  return least;
}

function _whole_root(squared) {
  let root = Math.floor(Math.sqrt(squared));
  while (root * root > squared) root -= 1;
  while ((root + 1) * (root + 1) <= squared) root += 1;
  return root;
}

/** Whether two shapes have a point in common; their rims count. */
export function meets(shape_a, shape_b) {
  const a = corners_of(shape_a), b = corners_of(shape_b), radius = shape_a[6] + shape_b[6];
  if (_meet(a, b)) return true;
  if (radius === 0) return false;
  const near = (points, shape) => points.some((point) =>
    _sides(shape).some(([p, q]) => _off_segment(point, p, q, radius)));
  return near(a, b) || near(b, a);
}

/** Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer faces. */
export function in_arc(viewer, point, half_angle) {
  if (half_angle < 0 || half_angle > 180) throw new Fault(`half an arc of ${half_angle} degrees`);
  const [x, y, facing] = viewer, to_target = [point[0] - x, point[1] - y];
  const right_of_left = _cross(_direction(facing - half_angle), to_target) >= 0;
  const left_of_right = _cross(to_target, _direction(facing + half_angle)) >= 0;
  if (half_angle * 4 > 360) return right_of_left || left_of_right;
  return right_of_left && left_of_right && _dot(_direction(facing), to_target) >= 0;
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
  const line_x = q[0] - p[0], line_y = q[1] - p[1], to_x = point[0] - p[0], to_y = point[1] - p[1];
  const length = line_x * line_x + line_y * line_y, along = line_x * to_x + line_y * to_y;
  if (along <= 0) return _squared(to_x * to_x + to_y * to_y, radius);
  if (along >= length) return _squared((point[0] - q[0]) ** 2 + (point[1] - q[1]) ** 2, radius);
  const area = Math.abs(line_x * to_y - line_y * to_x);
  if (radius === null && area < EXACT_ROOT) return floor_div(area * area, length);
  // The square of an area passes 2^53 on a large table.
  const over = BigInt(area) ** 2n, under = BigInt(length);
  return radius === null ? Number(over / under) : over <= BigInt(radius) ** 2n * under;
}

function _squared(distance, radius) {
  return radius === null ? distance : distance <= radius * radius;
}

/** Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other. */
function _meet(a, b) {
  if (_apart(a, b, 0) || _apart(a, b, 1)) return false;
  const sides = _sides(b);
  if (_sides(a).some(([p, q]) => sides.some(([r, s]) => _segments_meet(p, q, r, s)))) return true;
  return _inside(a[0], b) || _inside(b[0], a);
}

/** Whether two shapes have no x, or no y, in common. */
function _apart(a, b, axis) {
  const [least_a, most_a] = _extent(a, axis), [least_b, most_b] = _extent(b, axis);
  return most_a < least_b || most_b < least_a;
}

function _extent(shape, axis) {
  let least = shape[0][axis], most = least;
  for (const point of shape) {
    least = Math.min(least, point[axis]);
    most = Math.max(most, point[axis]);
  }
  return [least, most];
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

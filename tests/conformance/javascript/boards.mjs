// Answers questions about boards, tables and chance with the JavaScript runtime: JSON in, JSON out.
//
// Usage: node boards.mjs RUNTIME < QUESTIONS. A question is [what, ...arguments]; each answer stands at its place.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Grid, Minstd, core, parse_board, text_hash } = await import(pathToFileURL(process.argv[2]).href);

let grid = null;
const walk = ([width, height], budget, prices, stops) => ({
  size: [width, height],
  budget,
  cost: (a, b) => (grid.step_blocked(a, b) ? null : prices[b]),
  stops: (square) => stops.includes(square),
});

const ANSWERS = {
  board(width, height, metric, exists, walls) {
    grid = new Grid(width, height, { metric, exists, walls });
    return [grid.square_name(width * height - 1), grid.square_named("b2")];
  },
  distance: (a, b) => grid.distance(a, b),
  footprint: (anchor, width, height) => grid.footprint(anchor, width, height),
  step_blocked: (a, b) => grid.step_blocked(a, b),
  reachable: (start, ...how) => [...grid.reachable(start, walk(...how)).entries()],
  route: (start, goal, ...how) => {
    const ways = grid.ways(start, walk(...how), () => 0);
    ways.to(0); // who has asked for another square before gets the same
    const [way] = ways.to(goal);
    return way === null ? null : [start, ...way.squares()];
  },
  path_distance: (from, to, closed) => grid.path_distance(from, to, (s) => !closed.includes(s), 40),
  lines: (p, q) => [
    grid.crossed_squares(p, q), grid.touched_squares(p, q), grid.crosses_wall(p, q), grid.touches_wall(p, q),
  ],
  drawn(lines) {
    try {
      const { width, height, letters, walls } = parse_board(lines);
      return [width, height, letters, walls.sort(([a, b], [c, d]) => a - c || b - d)];
    } catch (fault) {
      return fault.message;
    }
  },
  table(name, ...values) {
    try {
      return core[name](null, ...values);
    } catch (fault) {
      return fault.message;
    }
  },
  // What is remembered of shapes that are made again.
  gaps: (a, b, ahead) => [1, 2].map(() => core.gap(null, core.moved(null, a, ahead, 0), core.moved(null, b, 0, ahead))),
  sine: (degrees) => [core.sine(null, degrees), core.cosine(null, degrees)],
  rounded: (a, b, to) => [
    core.round_down(null, a, b, to), core.round_up(null, a, b, to), core.round_near(null, a, b, to),
    core.remainder(null, a, b),
  ],
  drawing(seed, size) {
    const generator = new Minstd(seed);
    return [generator.below(size), generator.permutation(size), generator.below(6)];
  },
  hash: (text) => text_hash(text),
  names: () => Object.keys(core),
};

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = questions.map(([what, ...given]) => ANSWERS[what](...given));
process.stdout.write(JSON.stringify(answers, (_, value) => (Object.is(value, -0) ? 0 : value)));

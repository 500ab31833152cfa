// Running tests and scenarios.
//
// Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the
// outcome with what the test expects. Input: scripts of the rules. Output: a game in its position, or failures.

import { Script } from "./test_answers.js";
import { parse_board, VACANT, VOID } from "./board_text.js";
import { judge_events, judge_step } from "./claims.js";
import { Body, Frame, Locals } from "./frames.js";
import { run } from "./game.js";
import { Grid } from "./grid.js";
import { Checking } from "./happening.js";
import { mark } from "./marks.js";
import { place, set_board } from "./places.js";
import { check_roster } from "./rosters.js";
import { name_for_tests, named } from "./test_names.js";
import { compare_texts, Entity, Fault, NOTHING, range } from "./values.js";

/** Builds positions of a script one after the other; the names of its texts are properties of `env`. */
export class Building extends Frame {
  constructor(positions, env) {
    super();
    this.positions = positions;
    this.env = env;
    this.number = 0;
    this.letters = new Map();
  }

  run(rt) {
    if (this.number >= this.positions.length) return null;
    const position = this.positions[this.number];
    this.pc += 1;
    if (this.pc === 1) {
      this.letters = position.board.length ? draw_board(position, rt) : new Map();
      return script_body(rt, position.build, this.env);
    }
    if (this.pc === 2) {
      this.built(rt, position);
      return script_body(rt, position.do, this.env);
    }
    this.number += 1;
    this.pc = 0;
    return new Checking();
  }

  /** Everything is there: those at the letters of the board are put on their squares. */
  built(rt, position) {
    const { env, letters } = this;
    for (const [letter, name] of position.letters) {
      if (!letters.has(letter)) throw new Fault(`the letter ${letter} does not stand on the board`, position.at);
      place(rt, env[name], rt.grid.square_at[letters.get(letter)]);
    }
    for (const [name, value] of Object.entries(env)) {
      if (value instanceof Entity) name_for_tests(rt, value, name);
    }
  }
}

/** A body of a script, which finds the names of its texts in `env`. */
function script_body(rt, body, env) {
  const v = new Locals();
  v.env = env;
  return new Body(rt.code.body(body), v);
}

/** Sets the drawn board; gives the first square of every letter. */
function draw_board(position, game) {
  const { grid, letters } = board_of(position, game.code);
  set_board(game, grid);
  for (const name of grid.terrain.flat()) mark(game, game.code.data_rows(`terrain:${name}`));
  return letters;
}

/** The board of a position, drawn once: a grid never changes, and what it has worked out serves every game. */
export function board_of(position, code) {
  if (!code.boards.has(position)) code.boards.set(position, drawn_board(position, code));
  return code.boards.get(position);
}

function drawn_board(position, code) {
  const drawn = parse_board(position.board);
  const legend = Object.entries(code.data.terrain).filter(([, symbol]) => symbol);
  const symbols = new Map(legend.map(([name, symbol]) => [symbol, name]));
  const names = new Set(position.letters.map(([letter]) => letter));
  const cells = drawn.letters.flat();
  const known = new Set([VOID, VACANT, ".", ...symbols.keys(), ...names]);
  const unknown = cells.filter((c) => !known.has(c)).sort(compare_texts);
  if (unknown.length) throw new Fault(`the letter ${unknown[0]} of the board is in no legend`, position.at);
  const grid = new Grid(drawn.width, drawn.height, {
    metric: code.rules.board.metric,
    exists: cells.map((c) => c !== VOID && c !== VACANT),
    terrain: cells.map((c) => (symbols.has(c) && !names.has(c) ? [symbols.get(c)] : NOTHING)),
    walls: drawn.walls,
  }).with_vacant(new Set(range(cells.length).filter((index) => cells[index] === VACANT)));
  return { grid, letters: new Map(cells.map((letter, index) => [letter, index]).reverse()) };
}

/** Runs one test to its end: { failures, rows }. `answering(game, driver)` makes what answers its requests. */
export function run_test(code, script, game, answering) {
  const failures = [];
  game.marked = new Set();
  game.history = [];
  if (script.roster !== null) failures.push(...judge_test_roster(code, script, game.marked));
  try {
    run_steps(script, game, answering, failures);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    failures.push(named(game, error.message));
  }
  return { failures, rows: game.marked };
}

function run_steps(script, game, answering, failures) {
  const env = {};
  for (const { test, positions, steps } of script.foregoing) {
    build(positions, game, env, answering, `where the test \`${test}\` begins`);
    steps.forEach((step, number) => {
      carry_out(step, game, new Script(game, step, env), answering, `in step ${number + 1} of \`${test}\``);
    });
  }
  build(script.positions, game, env, answering, "in `given`");
  game.history.length = 0;
  const count = script.steps.length;
  script.steps.forEach((step, number) => {
    const begun = game.history.length, driver = new Script(game, step, env);
    carry_out(step, game, driver, answering, count > 1 ? `in step ${number + 1} of ${count}` : "");
    failures.push(...judge_step(step, game, driver, game.history.slice(begun), number === 0 ? script.illegal : ""));
  });
  failures.push(...judge_events(script.happens, game.history, game, env));
}

function build(positions, game, env, answering, where) {
  game.watcher = null;
  try {
    run(game, () => new Building(positions, env), answering(game, new Script(game, null, env)));
  } catch (error) {
    if (error instanceof Fault) error.message += ` (${where})`;
    throw error;
  }
}

/** Runs the statements of a step; a fault says where, and after how many of the answers. */
function carry_out(step, game, driver, answering, where) {
  const answer = answering(game, driver);
  game.outermost.length = 0;
  game.watcher = driver;
  try {
    run(game, () => script_body(game, step.do, driver.env), answer);
    run(game, () => new Checking(), answer);
    driver.finish();
  } catch (error) {
    if (error instanceof Fault) {
      const told = where ? [where] : [];
      for (const kind of ["choices", "dice", "draws"]) {
        const given = step[kind].length;
        if (given) told.push(`after ${given - driver[kind].length} of ${given} ${kind}`);
      }
      if (told.length) error.message += ` (${told.join(", ")})`;
    }
    throw error;
  }
}

/** A roster is legal, or broken for the reason that the test states. */
function judge_test_roster(code, script, marked) {
  const broken = check_roster(code, script.roster.name, script.roster.values, marked).map((refusal) => refusal.message);
  if (!script.illegal) return broken.map((message) => `the roster is illegal: ${message}`);
  if (broken.some((message) => message.includes(script.illegal))) return [];
  return [`the roster is not illegal for this reason; wrong is: ${broken.join("; ") || "nothing"}`];
}

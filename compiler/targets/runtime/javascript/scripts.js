// Running tests and scenarios.
//
// Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the
// outcome with what the test expects. Input: scripts of the rules. Output: a game in its position, or failures.

import { parse_board, VOID } from "./board_text.js";
import { Body, Frame, Locals } from "./frames.js";
import { chance, Minstd, run } from "./game.js";
import { Grid } from "./grid.js";
import { Checking } from "./happening.js";
import { mark } from "./marks.js";
import { place, set_board } from "./places.js";
import { check_roster } from "./rosters.js";
import { refill } from "./spending.js";
import { Choose, compare_texts, Entity, Fault, label, NOTHING, range, RollDice, Usable } from "./values.js";

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
    run(game, () => new Building(script.positions, env), answering(game, new Script(game, [], [])));
    game.history.length = 0;
    script.steps.forEach((step, number) => {
      const driver = new Script(game, step.choices, step.dice);
      const answer = answering(game, driver);
      game.outermost.length = 0;
      run(game, () => script_body(game, step.do, env), answer);
      run(game, () => new Checking(), answer);
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

function judge_step(step, game, env, driver, illegal) {
  const failures = [];
  for (const kind of ["choices", "dice"]) {
    if (driver[kind].length) failures.push(`${kind} were never asked for: ${JSON.stringify(driver[kind])}`);
  }
  failures.push(...judge_legality(game, illegal));
  for (const { text, test, left } of step.then) {
    refill(game);
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
  mark(game, reason.rows);
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

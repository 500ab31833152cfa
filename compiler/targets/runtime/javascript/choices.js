// Requests: choices, rolls, draws and shuffles.
//
// Job: turn what the rules ask into requests for a driver, and read the answers. Options stand in a fixed order;
// illegal answers are refused. Reads: the locals of the body that asks. Changes: the result that a frame waits for; of
// the state only the order of a zone that is shuffled.

import { check_answer, first_answers } from "./answers.js";
import { tell } from "./changes.js";
import { Frame, RESULT } from "./frames.js";
import { is_traced, mark } from "./marks.js";
import { reorder } from "./places.js";
import { count_step, refill, spend } from "./spending.js";
import {
  Choose, compare, Draw, eq, extreme, Face, Fault, label, listed, NOTHING, range, Roll, RollDice, Shuffle,
} from "./values.js";

const MOST_DICE = 100;

/** A request that is about to be made is a step, and what its player does while it waits is no work. */
function asking(rt, request) {
  count_step(rt, request.at);
  if (rt.dry_run === 0 && request instanceof Choose) refill(rt);
  return request;
}

/** An answer to a choice, which is a legal one. */
function take_answer(rt, request, answer) {
  if (rt.dry_run === 0) refill(rt);
  check_answer(request, answer);
  tell(rt, "choose", request, answer);
  if (is_traced(rt)) {
    const chosen = answer.map((i) => (i >= 0 ? label(request.options[i]) : "pass"));
    rt.trace.add(rt.stack.length, `${label(request.who)} chooses ${chosen.join(", ") || "nothing"}`);
  }
  return answer;
}

/** The same condition on the whole, of which each question is work. */
function judging(rt, such_that) {
  return (picked) => {
    spend(rt, 1 + picked.length, -1);
    return such_that(picked);
  };
}

function prompt(rt, at) {
  const place = rt.code.place(at);
  const inside = rt.stack.length ? rt.stack[rt.stack.length - 1]._verb : "";
  return `${place.owner || inside} (${place.path.slice(place.path.lastIndexOf("/") + 1)}:${place.line})`;
}

// ---- the requests of the language, each a frame
/** A choice among options; its result is a list of positions. `options` of a use may be passed over. */
export class Asking extends Frame {
  constructor(who, kind, options, at, least = 1, most = 1) {
    super();
    this.who = who;
    this.kind = kind;
    this.options = options;
    this.at = at;
    this.least = least;
    this.most = most;
    this.request = null; // it can be made again from the others
  }

  made(rt) {
    const { who, kind, options, least, most, at } = this;
    this.request = new Choose(who, kind, prompt(rt, at), options, least, most, at, this.judge(rt));
    return this.request;
  }

  judge(_rt) {
    return null;
  }

  run(rt, value) {
    if (this.pc === 1) {
      rt.result = take_answer(rt, this.request, value);
      return null;
    }
    if (this.who === null) throw new Fault("nobody is there to decide", this.at);
    this.pc = 1;
    return asking(rt, this.made(rt));
  }
}

/** Some of the options of a `choose`, judged as a whole; its result is what was picked, or null for nothing. */
export class Picking extends Asking {
  /** The condition stands in the row of the body below that was carried out last. */
  judge(rt) {
    const below = rt.frames[rt.frames.lastIndexOf(this) - 1];
    const such_that = below.code.rows[below.pc - 1][4];
    return such_that !== null ? judging(rt, (picked) => such_that(rt, below.v, picked)) : null;
  }

  run(rt, value) {
    if (this.pc === 1) {
      rt.result = take_answer(rt, this.request, value).map((i) => this.options[i]);
      return null;
    }
    if (this.who === null) throw new Fault("nobody is there to decide", this.at);
    const request = this.made(rt);
    if (request.such_that !== null && first_answers(request, 1).length === 0) return null;
    this.pc = 1;
    return asking(rt, request);
  }
}

/** One of the options; its result is that one, and of a `may` true or null. */
export class PickingOne extends Asking {
  run(rt, value) {
    const request = super.run(rt, value);
    if (request === null) {
      const [position] = rt.result;
      if (this.kind === "yes") rt.result = position === 0 ? true : null;
      else rt.result = this.options[position];
    }
    return request;
  }
}

/** One of the ways of a `choose one`; its result is the position among all of them. */
export class PickingMode extends Asking {
  constructor(who, labels, at, positions) {
    super(who, "mode", labels, at);
    this.positions = positions;
  }

  run(rt, value) {
    const request = super.run(rt, value);
    if (request === null) rt.result = this.positions[rt.result[0]];
    return request;
  }
}

/** One of the options by chance. */
export class Drawing extends Frame {
  constructor(options, at) {
    super();
    this.options = options;
    this.at = at;
  }

  run(rt, value) {
    if (this.pc === 0) {
      this.pc = 1;
      return asking(rt, this.made());
    }
    rt.result = this.options[value];
    return null;
  }

  made() {
    return new Draw(this.options.length, this.at);
  }
}

/** A roll of dice; the answer names a face for each. `held` is a roll in which the faces `again` are rolled again. */
export class Rolling extends Frame {
  constructor(dice, at, held = null, again = NOTHING) {
    super();
    this.dice = dice;
    this.at = at;
    this.held = held;
    this.again = again;
  }

  run(rt, value) {
    const { dice, at } = this;
    if (dice.length === 0) {
      rt.result = this.joined(new Roll());
      return null;
    }
    if (this.pc === 0) {
      rt.work -= dice.length;
      if (dice.length > MOST_DICE) throw new Fault(`more than ${MOST_DICE} dice were rolled at once`, at);
      this.pc = 1;
      return asking(rt, this.made(rt));
    }
    rt.result = this.joined(this.rolled(rt, value, this.made(rt).sizes));
    return null;
  }

  made(rt) {
    const { dice, at } = this;
    return new RollDice(dice, dice.map((die) => rt.code.die_size(die, at)), at);
  }

  rolled(rt, answer, sizes) {
    const { dice, at } = this;
    if (answer.length !== dice.length || answer.some((a, i) => !(a >= 0 && a < sizes[i]))) {
      throw new Fault(`[${answer.join(", ")}] is no roll of ${dice.join(", ")}`, at);
    }
    const result = Roll.from(dice, (die, i) => new Face(die, answer[i], rt.code.face(die, answer[i])));
    for (const die of dice) mark(rt, rt.code.data_rows(`die:${die}`));
    tell(rt, "roll", result, at);
    if (is_traced(rt)) rt.trace.add(rt.stack.length, `roll ${result.map(String).join(", ")}`);
    return result;
  }

  /** The roll that is held, with the new faces in the places of those that were rolled again. */
  joined(fresh) {
    if (this.held === null) return fresh;
    const instead = new Map(this.again.map((old, i) => [old, fresh[i]]));
    return Roll.from(this.held, (face) => instead.get(face) ?? face);
  }
}

/** A zone in a new order. */
export class Shuffling extends Frame {
  constructor(zone, at) {
    super();
    this.zone = zone;
    this.at = at;
  }

  run(rt, value) {
    const size = this.zone.items.length;
    if (this.pc === 0) {
      if (size <= 1) return null;
      rt.work -= size;
      this.pc = 1;
      return asking(rt, this.made());
    }
    if (!eq(value.slice().sort((a, b) => a - b), range(size))) {
      throw new Fault("the answer is no permutation", this.at);
    }
    reorder(rt, this.zone, value);
    return null;
  }

  made() {
    return new Shuffle(this.zone.items.length, this.at);
  }
}

/** A `choose`: the frame that asks, or RESULT where nobody is asked. */
export function choose(rt, v, row) {
  const at = row[1], how = row[2], such_that = row[4], rank = row[5];
  const [options, least, most, who] = row[3](rt, v);
  if (how === "yes") return new PickingOne(who, "yes", ["yes", "no"], at);
  let found = options instanceof Roll ? Array.from(options) : listed(options);
  if (rank !== null && found.length) found = _best(found, (option) => rank(rt, v, option), how === "some");
  if (how === "some") return _choose_some(rt, v, row, found, [least, most, who]);
  if (how === "one" && such_that !== null) found = found.filter((option) => such_that(rt, v, option));
  if (found.length > 1) return how === "random" ? new Drawing(found, at) : new PickingOne(who, "one", found, at);
  if (rt.watcher !== null && rt.dry_run === 0) rt.watcher.settled(found);
  rt.result = found.length ? found[0] : null;
  return RESULT;
}

/** Several of what was found. Where the number leaves one answer, none or all of them, nobody is asked. */
function _choose_some(rt, v, row, found, [few, many, who]) {
  const at = row[1], such_that = row[4];
  const least = few ?? 0, most = many === null ? found.length : Math.min(many, found.length);
  if (least < 0 || least > most) return RESULT;
  if (most && least < found.length) return new Picking(who, "some", found, at, least, most);
  const only = found.slice(0, most);
  if (such_that !== null && !such_that(rt, v, only)) return RESULT;
  if (only.length && rt.watcher !== null && rt.dry_run === 0) rt.watcher.settled(only);
  rt.result = only;
  return RESULT;
}

/** A `choose one`: the position of the mode chosen among those that can be done; -1 when none can. */
export function choose_mode(rt, v, row) {
  const labels = row[2], [who, conditions] = row[3](rt, v);
  const possible = range(conditions.length).filter((i) => conditions[i]);
  if (possible.length > 1) return new PickingMode(who, possible.map((i) => labels[i]), row[1], possible);
  if (rt.watcher !== null && rt.dry_run === 0) rt.watcher.settled(possible.map((i) => labels[i]));
  rt.result = possible.length ? possible[0] : -1;
  return RESULT;
}

function _best(found, rank, all) {
  const ranked = found.map((option) => [rank(option), option]);
  if (all) return ranked.sort((a, b) => compare(a[0], b[0])).map(([, option]) => option);
  const best = extreme(ranked, -1, ([held]) => held)[0];
  return ranked.filter(([held]) => eq(held, best)).map(([, option]) => option);
}

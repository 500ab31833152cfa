// Requests: choices, rolls, draws and shuffles, and trials that answer them by themselves.
//
// Job: turn what the rules ask into requests for a driver, and read the answers. In a trial answers are tried in order
// until one passes. Options stand in a fixed order; illegal answers are refused.

import { advance, Frame, RESULT } from "./frames.js";
import { Modifiers } from "./modifiers.js";
import { TRY } from "./spending.js";
import {
  Choose, compare, Draw, eq, Exhausted, extreme, Face, Fault, is_end, label, listed, NOTHING, range, Roll, RollDice,
  Shuffle,
} from "./values.js";

const MOST_TRIES = 64;
const MOST_DICE = 100;

/** What every request has in common, and trials. */
export class Choices extends Modifiers {
  /** A request that is about to be made is a step, and what its player does while it waits is no work. */
  asking(request) {
    this.count_step(request.at);
    if (this.trial === 0 && request instanceof Choose) this.refill();
    return request;
  }

  /** An answer to a choice, which is a legal one. */
  answered(request, answer) {
    if (this.trial === 0) this.refill();
    check_answer(request, answer);
    if (this.is_traced()) {
      const chosen = answer.map((i) => (i >= 0 ? label(request.options[i]) : "pass"));
      this.trace.add(this.stack.length, `${label(request.who)} chooses ${chosen.join(", ") || "nothing"}`);
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

  // ---- trials
  /** Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried in order, the
   * last changed first, at most 64 times; each roll is taken at its first face. */
  attempt(start, passes) {
    let prefix = [];
    for (let turn = 0; turn < MOST_TRIES; turn++) {
      const widths = [];
      this.work -= TRY;
      if (this._attempt_once(start, passes, prefix, widths)) return true;
      const path = widths.map((_, i) => prefix[i] ?? 0);
      while (path.length && path[path.length - 1] + 1 >= widths[path.length - 1]) path.pop();
      if (path.length === 0) return false;
      path[path.length - 1] += 1;
      prefix = path;
    }
    return false;
  }

  _attempt_once(start, passes, prefix, widths) {
    const mark = this.journal.length, depth = this.stack.length, base = this.frames.length;
    const { dirty, checking, steps, events, changes, known } = this;
    this.dirty = new Set(dirty);
    this.checking = new Set(checking);
    // What is known stays so until the trial changes something. Nothing is taken over of a trial that marks no rows,
    // and what is empty is not shared: a change does not give it up.
    if (this.marked !== null || known.size === 0) this.known = new Map();
    this.trial += 1;
    try {
      let request = this.begin(start());
      while (request !== null) request = advance(this, base, _trial_answer(request, prefix, widths));
      const { result } = this;
      this.result = null;
      return passes(result);
    } catch (error) {
      if (!(error instanceof Exhausted) && (error instanceof Fault || is_end(error))) return false;
      throw error;
    } finally {
      this.frames.length = base;
      this.trial -= 1;
      this.back_to(mark);
      Object.assign(this, { dirty, checking, steps, events, changes, known });
      this.stack.length = depth;
    }
  }

  /** Starts a frame on top of what is being done, and runs it until it asks or is done. */
  begin(frame) {
    const base = this.frames.length;
    this.frames.push(frame);
    return advance(this, base, null);
  }
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
    this.request = new Choose(who, kind, rt.prompt(at), options, least, most, at, this.judge(rt));
    return this.request;
  }

  judge(_rt) {
    return null;
  }

  run(rt, value) {
    if (this.pc === 1) {
      rt.result = rt.answered(this.request, value);
      return null;
    }
    if (this.who === null) throw new Fault("nobody is there to decide", this.at);
    this.pc = 1;
    return rt.asking(this.made(rt));
  }
}

/** Some of the options of a `choose`, judged as a whole; its result is what was picked, or null for nothing. */
export class Picking extends Asking {
  /** The condition stands in the row of the body below that was carried out last. */
  judge(rt) {
    const below = rt.frames[rt.frames.lastIndexOf(this) - 1];
    const such_that = below.code.rows[below.pc - 1][4];
    return such_that !== null ? rt.judging((picked) => such_that(rt, below.v, picked)) : null;
  }

  run(rt, value) {
    if (this.pc === 1) {
      rt.result = rt.answered(this.request, value).map((i) => this.options[i]);
      return null;
    }
    if (this.who === null) throw new Fault("nobody is there to decide", this.at);
    const request = this.made(rt);
    if (request.such_that !== null && first_answers(request, 1).length === 0) return null;
    this.pc = 1;
    return rt.asking(request);
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
      return rt.asking(this.made());
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
      return rt.asking(this.made(rt));
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
    for (const die of dice) rt.mark(rt.code.data_rows(`die:${die}`));
    if (rt.is_traced()) rt.trace.add(rt.stack.length, `roll ${result.map(String).join(", ")}`);
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
      return rt.asking(this.made());
    }
    if (!eq(value.slice().sort((a, b) => a - b), range(size))) {
      throw new Fault("the answer is no permutation", this.at);
    }
    rt.reorder(this.zone, value);
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
  let found = listed(options);
  if (rank !== null && found.length) found = _best(found, (option) => rank(rt, v, option), how === "some");
  if (how === "some") return _choose_some(rt, v, row, found, [least, most, who]);
  if (how === "one" && such_that !== null) found = found.filter((option) => such_that(rt, v, option));
  if (found.length > 1) return how === "random" ? new Drawing(found, at) : new PickingOne(who, "one", found, at);
  if (rt.watcher !== null && rt.trial === 0) rt.watcher.settled(found);
  rt.result = found.length ? found[0] : null;
  return RESULT;
}

function _choose_some(rt, v, row, found, [few, many, who]) {
  const at = row[1], such_that = row[4];
  const least = few ?? 0, most = many === null ? found.length : Math.min(many, found.length);
  if (least < 0 || least > most) return RESULT;
  if (found.length) return new Picking(who, "some", found, at, least, most);
  if (such_that === null || such_that(rt, v, NOTHING)) rt.result = NOTHING;
  return RESULT;
}

/** A `choose one`: the position of the mode chosen among those that can be done; -1 when none can. */
export function choose_mode(rt, v, row) {
  const labels = row[2], [who, conditions] = row[3](rt, v);
  const possible = range(conditions.length).filter((i) => conditions[i]);
  if (possible.length > 1) return new PickingMode(who, possible.map((i) => labels[i]), row[1], possible);
  if (rt.watcher !== null && rt.trial === 0) rt.watcher.settled(possible.map((i) => labels[i]));
  rt.result = possible.length ? possible[0] : -1;
  return RESULT;
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
    for (let picked = _first_of(size, options.length); picked !== null; picked = _following(picked, options.length)) {
      if (such_that === null || such_that(picked.map((i) => options[i]))) {
        found.push(picked);
        if (found.length >= most) return found;
      }
    }
  }
  return found;
}

/** The first choice of so many of the positions below `count`, or null. */
function _first_of(size, count) {
  return size <= count ? range(size) : null;
}

/** The next choice of as many positions, or null. */
function _following(picked, count) {
  const size = picked.length;
  let i = size - 1;
  while (i >= 0 && picked[i] === i + count - size) i -= 1;
  if (i < 0) return null;
  const next = picked.slice();
  next[i] += 1;
  for (let j = i + 1; j < size; j++) next[j] = next[j - 1] + 1;
  return next;
}

/** Refuses an answer that names no option, too few, too many, or breaks the condition on the whole. */
export function check_answer(request, answer) {
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

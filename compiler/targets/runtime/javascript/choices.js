// Requests: choices, rolls, draws and shuffles, and trials that answer them by themselves.
//
// Job: turn what the rules ask into requests for a driver, and read the answers. In a trial answers are tried in order
// until one passes. Options stand in a fixed order; illegal answers are refused.

import { Modifiers } from "./modifiers.js";
import { TRY } from "./spending.js";
import {
  Choose, compare, Draw, eq, Exhausted, extreme, Face, Fault, is_end, label, listed, NOTHING, range, Roll, RollDice,
  Shuffle,
} from "./values.js";

const MOST_TRIES = 64;

/** Statements that ask. */
export class Choices extends Modifiers {
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
    if (least > most) return null;
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

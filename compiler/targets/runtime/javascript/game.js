// A running game from outside: what drives it, and its source of chance.
//
// Job: begin a stretch of play, go on with answers, and take all of it back at a fault. Reads: requests. Changes: the
// whole record, one stretch at a time.

import { tell } from "./changes.js";
import { create } from "./entities.js";
import { begin_frame, run_frames } from "./frames.js";
import { Happening } from "./happening.js";
import { WINDOWS } from "./offering.js";
import { OPERATIONS } from "./operations.js";
import { refill, spend } from "./spending.js";
import { State } from "./state.js";
import { Draw, eq, Fault, floor_div, is_end, label, modulo, range, RollDice, Shuffle } from "./values.js";

const MOST_WAYS = 64;
const MOST_MOVED = 5; // the first ways of a shuffle change the order of its last positions alone

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

/** What a generator answers to a roll, a draw or a shuffle. */
export function chance(generator, request) {
  if (request instanceof RollDice) return request.sizes.map((size) => generator.below(size));
  return request instanceof Draw ? generator.below(request.size) : generator.permutation(request.size);
}

/** Whether an answer of a host to a roll, a draw or a shuffle is one: whole numbers in an array. */
export function fits(request, answer) {
  if (request instanceof RollDice) {
    const { sizes } = request;
    return answer.length === sizes.length && answer.every((face, i) => face >= 0 && face < sizes[i]);
  }
  if (request instanceof Draw) return answer.length === 1 && answer[0] >= 0 && answer[0] < request.size;
  return eq(answer.slice().sort((a, b) => a - b), range(request.size));
}

/** What may come of a roll, a draw or a shuffle, at most 64 of the ways. */
export function ways_of_chance(request) {
  if (request instanceof Shuffle) {
    const fixed = range(Math.max(request.size - MOST_MOVED, 0));
    const moved = orders_of(range(request.size, fixed.length)).slice(0, MOST_WAYS);
    return moved.map((order) => [...fixed, ...order]);
  }
  let ways = [[]];
  for (const size of (request.sizes ?? [request.size]).slice().reverse()) {
    const faces = range(Math.min(size, MOST_WAYS)), later = ways;
    ways = faces.flatMap((face) => later.map((way) => [face, ...way])).slice(0, MOST_WAYS);
  }
  return ways;
}

function orders_of(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item) => orders_of(items.filter((other) => other !== item)).map((order) => [item, ...order]));
}

// ---- one frame at a time, with all that it leads to
/** A match before anything has happened. */
export function new_state(code) {
  const rt = new State(code, OPERATIONS, WINDOWS);
  if (Object.hasOwn(code.data.kinds, "game")) rt.game = create(rt, "game", null, {});
  return rt;
}

/** Runs a frame to its end; `answer(request)` answers. A Fault leaves the state as it was. */
export function run(rt, first, answer) {
  let request = start(rt, first);
  while (request !== null) {
    let found;
    try {
      found = answer(request);
    } catch (error) {
      throw failed(rt, error);
    }
    request = go_on(rt, found);
  }
  const { result } = rt;
  rt.result = null;
  return result;
}

/** Begins a frame; gives its first request, or null when it is done. What goes wrong is a Fault or Stopped. */
export function start(rt, first) {
  const { steps, changes } = rt;
  rt.mark_of_run = { journal: rt.journal.length, depth: rt.stack.length, steps, changes };
  Object.assign(rt, { steps: 0, changes: 0, nested: 0 });
  refill(rt);
  return _advance(rt, () => begin_frame(rt, first()));
}

/** Goes on with the answer to the last request. */
export function go_on(rt, answer) {
  return _advance(rt, () => run_frames(rt, 0, answer));
}

function _advance(rt, run) {
  try {
    const request = run();
    if (request === null) {
      spend(rt, 0, -1);
      _count_run(rt);
    }
    return request;
  } catch (error) {
    throw failed(rt, error);
  }
}

/** Takes back all since `start`; gives what is to be thrown. */
function failed(rt, error) {
  const { journal, depth } = rt.mark_of_run;
  rt.frames.length = 0;
  rt.back_to(journal);
  rt.stack.length = depth;
  rt.dirty.clear();
  rt.checking.clear();
  tell(rt, "anew");
  _count_run(rt);
  return as_fault(error);
}

function _count_run(rt) {
  rt.steps += rt.mark_of_run.steps;
  rt.changes += rt.mark_of_run.changes;
}

/** The whole game, from its start. */
export function play(rt, answer) {
  return run(rt, () => new Happening(rt.code.rules.start, {}), answer);
}

export function place_of(rt, at) {
  const place = rt.code.place(at);
  return `${place.path}:${place.line}:${place.column}`;
}

/** Content that met none where it needs a value is a fault of the content; what else was thrown stays inside. */
export function as_fault(error) {
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

export function asked(request) {
  if (request instanceof RollDice) return `roll ${request.dice.join(", ")}`;
  if (request instanceof Draw) return `draw ${request.size}`;
  if (request instanceof Shuffle) return `shuffle ${request.size}`;
  const { kind, who, least, most, options } = request;
  return `${kind} of ${label(who)} ${least}-${most}: ${options.map((option) => label(option)).join(" | ")}`;
}

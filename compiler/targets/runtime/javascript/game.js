// A running game, what drives it, and its source of chance.
//
// Job: put the parts together; run a stretch of play with a function that answers its requests. A Fault leaves the
// state as it was before the stretch.

import { Offers } from "./offers.js";
import { Draw, Fault, floor_div, is_end, label, modulo, range, RollDice, Shuffle } from "./values.js";

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

/** Runs a stretch of play to its end; `answer(request)` answers. What that one throws ends the stretch. */
export function drive(run, answer) {
  let next = run.next();
  while (!next.done) {
    let found;
    try {
      found = answer(next.value);
    } catch (error) {
      next = run.throw(error);
      continue;
    }
    next = run.next(found);
  }
  return next.value;
}

/** What a generator answers to a roll, a draw or a shuffle. */
export function chance(generator, request) {
  if (request instanceof RollDice) return request.sizes.map((size) => generator.below(size));
  return request instanceof Draw ? generator.below(request.size) : generator.permutation(request.size);
}

/** One game in progress. */
export class Game extends Offers {
  /** What an automated figure considered. */
  consider(form, text) {
    if (this.is_traced()) this.trace.add(this.stack.length, `ai ${form}: ${text}`);
  }

  /** Lets a figure act by the AI texts that are live for it. */
  *resolve_ai(subject) {
    for (const ability of this.code.ais) {
      for (const [me, self] of this.carriers(ability)) {
        if (me !== subject || ability.body === null) continue;
        this.mark(ability.rows);
        yield* ability.body(this, me, self, null);
      }
    }
  }

  /** Does what `start()` makes; a Fault leaves the state as it was. */
  *protect(start) {
    const mark = this.journal.length, frames = this.stack.length, { steps, changes } = this;
    Object.assign(this, { steps: 0, changes: 0, nested: 0 });
    this.refill();
    try {
      const found = yield* start();
      this.spend(0, -1);
      return found;
    } catch (error) {
      this.back_to(mark);
      this.stack.length = frames;
      this.dirty.clear();
      throw as_fault(error);
    } finally {
      this.steps += steps;
      this.changes += changes;
    }
  }

  /** The whole game, from its start. */
  *play() {
    return yield* this.protect(() => this.emit(this.code.rules.start, {}));
  }

  place_of(at) {
    const place = this.code.place(at);
    return `${place.path}:${place.line}:${place.column}`;
  }
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

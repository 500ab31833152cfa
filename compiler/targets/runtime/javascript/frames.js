// The machine: a loop over frames that are data.
//
// Job: carry out what is being done, one frame on top of another, until somebody has to answer or all of it is done. A
// frame knows what it does (its class), where it is (`pc`) and its values (its slots); nothing of what a running game
// still has to do is held by the stack of JavaScript, so that a game can be copied, saved and resumed at any request.
//
// A frame's `run` does the next stretch. It gives a frame, which is done first and whose result `run` is then called
// with; or a request, with whose answer it is called; or null when it is done, with `rt.result` for whoever waits.

import { is_end } from "./values.js";

// What an operation of a body may give beside a frame, a position to go on at, and null for the next row.
export const RESULT = "result"; // the next row takes `rt.result`
export const RETURN = "return";

/** Something that is being done. Its slots are its values. */
export class Frame {
  constructor() {
    this.pc = 0;
  }

  /** The next stretch; `value` is the result or the answer that the frame has waited for. */
  run(_rt, _value) {
    throw new Error("a frame has its own `run`");
  }

  /** Whether what ends early ends here; a frame that says so goes on with its `pc`. Others are left for good. */
  catch(_rt, _stop) {
    return false;
  }
}

/** The locals of a body by name. No name means anything beforehand, as `__proto__` does in an object. */
export function Locals() {}
Locals.prototype = Object.freeze(Object.create(null));

/** The body of a verb, ability or check: rows of instructions. */
export class BodyCode {
  constructor({ name, rows }) {
    this.name = name;
    this.rows = rows;
    this.operations = null; // the rows with a function in the place of each name
  }

  /** Finds the functions when the body runs for the first time. */
  link(functions) {
    this.operations = this.rows.map(([name, ...operands]) => [functions[name], ...operands]);
    return this.operations;
  }
}

/** A body that is carried out: `pc` is the next row, `v` has the locals. */
export class Body extends Frame {
  constructor(code, v) {
    super();
    this.code = code;
    this.v = v;
    v.target = null;
  }

  run(rt, value) {
    const { v } = this;
    const rows = this.code.operations ?? this.code.link(rt.operations);
    let { pc } = this;
    for (;;) {
      const row = rows[pc];
      const told = row[0](rt, v, row, value);
      if (told === null) {
        pc += 1;
      } else if (typeof told === "number") {
        pc = told;
      } else if (told === RESULT) {
        pc += 1;
        value = rt.result;
        rt.result = null;
      } else if (told === RETURN) {
        return null;
      } else {
        this.pc = pc + 1;
        return told;
      }
    }
  }
}

/** A pure function of the game, run with all the care that is taken of a run. It asks nobody. */
export class Once extends Frame {
  constructor(work) {
    super();
    this.work = work;
  }

  run(rt) {
    rt.result = this.work();
    return null;
  }
}

/** Runs the frames above `base` until one asks; null when all are done, with `rt.result`. */
export function run_frames(rt, base, value) {
  const { frames } = rt;
  for (;;) {
    try {
      while (frames.length > base) {
        const told = frames[frames.length - 1].run(rt, value);
        if (told === null) {
          frames.pop();
          value = rt.result;
          rt.result = null;
        } else if (told instanceof Frame) {
          frames.push(told);
          value = null;
        } else {
          return told;
        }
      }
      rt.result = value;
      return null;
    } catch (stop) {
      if (!is_end(stop)) throw stop;
      unwind(frames, base, rt, stop);
      value = null;
    }
  }
}

/** Leaves frames up to the one where an early end ends; throws it again where there is none. */
function unwind(frames, base, rt, stop) {
  while (frames.length > base) {
    if (frames[frames.length - 1].catch(rt, stop)) return;
    frames.pop();
  }
  throw stop;
}

/** Starts a frame on top of what is being done, and runs it until it asks or is done. */
export function begin_frame(rt, frame) {
  const base = rt.frames.length;
  rt.frames.push(frame);
  return run_frames(rt, base, null);
}

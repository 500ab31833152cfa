// The operations of bodies: a function for each row of a body.
//
// Job: carry out one row. Each takes the running game, the locals of the body, the row (whose first operand is its
// place), and the result that the body has waited for. It gives null for the next row, the position of the row to go on
// at, a frame that is done first, or RESULT, where the next row takes `rt.result`. Never knows what a body is for.

import { PRIMITIVES } from "./calls.js";
import { add, lessen, write } from "./changes.js";
import { choose, choose_mode, Rolling, Shuffling } from "./choices.js";
import { begin_effect, begin_status } from "./durations.js";
import { create } from "./entities.js";
import { end_frame, prevent } from "./events.js";
import { RESULT, RETURN } from "./frames.js";
import { Happening, StepClosing, StepOpening } from "./happening.js";
import { consider } from "./marks.js";
import { Offering } from "./offering.js";
import { look, rounds } from "./spending.js";
import { Acting, Resolving } from "./using.js";
import { Unpaid } from "./values.js";

function spend(rt, _v, row) {
  rt.work -= row[2];
  if (rt.work < rt.floor) look(rt, row[1]);
  return null;
}

/** Into a local, or into a property of what a local holds. */
function keep(v, owner, name, value) {
  if (owner === "") v[name] = value;
  else v[owner][name] = value;
  return null;
}

function written(rt, _v, row) {
  const how = row[2], field = row[3], given = row[4](rt, _v);
  if (how === "set") write(rt, given[0], field, given[1]);
  else if (how === "add") add(rt, given[0], field, given[1]);
  else lessen(rt, given[0], field, given[1]);
  return null;
}

// ---- loops
/** What a loop goes over that is done so many times. */
export class Rounds {
  constructor(length) {
    this.length = length;
  }
}

function next(rt, v, row) {
  const [items, position] = v[row[2]], name = row[4];
  if (position >= items.length) return row[5];
  v[row[2]] = [items, position + 1];
  if (name !== "") v[name] = items[position];
  rt.work -= row[3];
  if (rt.work < rt.floor) look(rt, row[1]);
  return null;
}

// ---- calls
function emitted(_rt, v, row, event) {
  const target = row[2], result = row[3];
  if (row[4] && !event._done) throw new Unpaid();
  if (target !== "") v[target] = event.target;
  if (result.length && event._done) v[result[0]] = event[result[1]];
  return row[5] && !event._done ? row[6] : null;
}

// ---- requests
function chosen(_rt, v, row, value) {
  if (value !== null) return keep(v, row[2], row[3], value);
  if (row[4]) throw new Unpaid();
  return row[5];
}

function reroll(rt, v, row) {
  const [held, dice] = row[2](rt, v);
  const again = (Array.isArray(dice) ? dice : [dice]).filter((face) => face !== null);
  return new Rolling(again.map((face) => face.die), row[1], held, again);
}

/** By the names that rows have. */
export const OPERATIONS = {
  spend,
  let: (rt, v, row) => keep(v, row[2], row[3], row[4](rt, v)),
  store: (_rt, v, row, value) => keep(v, row[2], row[3], value),
  write: written,
  unless: (rt, v, row) => (row[2](rt, v) ? null : row[3]),
  jump: (_rt, _v, row) => row[2],
  each(rt, v, row) {
    v[row[2]] = [row[3](rt, v), 0];
    return null;
  },
  repeat(rt, v, row) {
    v[row[2]] = [new Rounds(rounds(rt, row[3](rt, v), row[1])), 0];
    return null;
  },
  next,
  return: () => RETURN,
  emit: (rt, v, row) => new Happening(row[2], row[3](rt, v)),
  emitted,
  step: (_rt, v, row) => new StepOpening(v.ev, row[2]),
  entered: (_rt, _v, row, value) => (value ? null : row[2]),
  step_end: (_rt, v, row) => new StepClosing(v.ev, row[2]),
  prevent(_rt, v, row) {
    prevent(v.trigger, row[2]);
    return null;
  },
  end(rt, _v, row) {
    end_frame(rt, row[2]);
    return null;
  },
  resolve: (_rt, v) => new Resolving(v.ev),
  act: (rt, v, row) => new Acting(row[2](rt, v)),
  offer: (rt, v, row) => new Offering(row[2], row[3], ...row[4](rt, v)),
  choose,
  chosen,
  modes: choose_mode,
  branch: (_rt, _v, row, value) => (value >= 0 ? row[2][value] : row[3]),
  roll: (rt, v, row) => new Rolling(row[2](rt, v), row[1]),
  reroll,
  shuffle: (rt, v, row) => new Shuffling(row[2](rt, v), row[1]),
  create(rt, v, row) {
    const [card, values] = row[3](rt, v);
    rt.result = create(rt, row[2], card, values);
    return RESULT;
  },
  call(rt, v, row) {
    PRIMITIVES[row[2]](rt, ...row[3](rt, v));
    return null;
  },
  status(rt, v, row) {
    begin_status(rt, ...row[2](rt, v));
    return null;
  },
  lasting(rt, v, row) {
    const [duration, kept] = row[3](rt, v);
    begin_effect(rt, duration, row[2], kept);
    return null;
  },
  note(rt, _v, row) {
    consider(rt, row[2], row[3]);
    return null;
  },
};

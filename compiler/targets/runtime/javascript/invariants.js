// Invariants: what must hold whenever somebody decides, and which of them do not hold now.
//
// Job: judge the invariants of a game between two steps of it. Input: a running game. Output: what is broken, as data.
// It may tell what is hidden: it is for authors and tests, never for a player. Judging costs the game no work, marks no
// rows and changes nothing.

import { place_of } from "./game.js";
import { refill } from "./spending.js";
import { label } from "./values.js";

/** What does not hold now, in the order of the rules; for each entity apart, oldest first. */
export function broken_invariants(rt) {
  const { work, floor, marked, known, is_own } = rt;
  refill(rt);
  if (marked !== null) rt.forget_all(); // what is worked out here marks nothing, so who marks works it out again
  rt.marked = null;
  try {
    return rt.code.rules.invariants.flatMap((row) => [...broken_by(rt, row)].map((given) => told(rt, row, given)));
  } finally {
    Object.assign(rt, { work, floor, marked });
    if (marked !== null) Object.assign(rt, { known, is_own });
  }
}

/** What breaks an invariant: for each entity what its functions are given, and nothing for the game as a whole. */
function broken_by(rt, row) {
  const found = row.broken(rt);
  if (row.kind) return [...found].map((entity) => [entity]);
  return found ? [[]] : [];
}

function told(rt, { name, at, rows, told: values }, given) {
  return {
    name, place: place_of(rt, at), rows: [...rows], of: given.length ? label(given[0]) : "",
    values: Object.fromEntries(values.map(({ name: read, value }) => [read, label(value(rt, ...given))])),
  };
}

// Rosters: a list of cards against the requirements of its definition.
//
// Job: try every requirement of a roster on its cards. Input: linked rules and a roster's values, already checked.
// Output: refusals, or Fault. Never stops at the first.

import { Once } from "./frames.js";
import { new_state, run } from "./game.js";
import { mark } from "./marks.js";
import { Refusal } from "./values.js";

/** What is wrong with a roster: refusals, none when it is legal. */
export function check_roster(code, definition, values, marked = null) {
  const declared = code.rules.rosters[definition];
  const game = new_state(code);
  game.marked = marked;
  mark(game, declared.rows);
  const card = (id) => (typeof id === "string" && id in code.cards ? code.cards[id] : id);
  const cards = values.map(([, value]) => (Array.isArray(value) ? value.map(card) : card(value)));
  const nobody = () => null;
  const tried = (check) => run(game, () => new Once(() => check(game, ...cards)), nobody);
  const broken = declared.requirements.map(tried).filter((failed) => failed !== null);
  for (const [, , rows] of broken) mark(game, rows);
  return broken.map(Refusal.of);
}

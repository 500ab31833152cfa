// Rosters: a list of cards against the requirements of its definition.
//
// Job: try every requirement of a roster on its cards. Input: linked rules and a roster's values, already checked.
// Output: refusals, or Fault. Never stops at the first.

import { Once } from "./frames.js";
import { Game } from "./game.js";
import { Refusal } from "./values.js";

/** What is wrong with a roster: refusals, none when it is legal. */
export function check_roster(code, definition, values, marked = null) {
  const declared = code.rules.rosters[definition];
  const game = new Game(code);
  game.marked = marked;
  game.mark(declared.rows);
  const card = (id) => (typeof id === "string" && id in code.cards ? code.cards[id] : id);
  const cards = values.map(([, value]) => (Array.isArray(value) ? value.map(card) : card(value)));
  const nobody = () => null;
  const tried = (check) => game.run(() => new Once(() => check(game, ...cards)), nobody);
  const broken = declared.requirements.map(tried).filter((failed) => failed !== null);
  for (const [, , rows] of broken) game.mark(rows);
  return broken.map(Refusal.of);
}

// A short look at the numbers and texts of the host, before anything is played.
//
// Job: refuse, in words, an engine that would play otherwise than others and say nothing. Input: nothing. Output:
// nothing, or an Error.

import { Minstd } from "./game.js";
import { text_hash } from "./pictures.js";
import { compare_texts, eq, floor_div, modulo } from "./values.js";

const CHANCE = [7896, 557, 9613, 2576, 1404]; // what seed 7 gives below 10,000
const ORDER = ["", "B", "a", "aa", "b", "\u00e9", "\u044f", "\uff5e", "\u{1f409}"];
const DIVIDED = [[-7, 3, -3, 2], [7, -3, -3, -2], [-6, 3, -2, 0], [9007199254740991, 10, 900719925474099, 1]];

/** Refuses an engine that reckons, draws, reads or sorts in another way. */
export function check_engine() {
  const largest = Number.MAX_SAFE_INTEGER;
  if (largest !== 9007199254740991 || largest - 1 + 1 !== largest || 1048576 * 8589934592 - 1 !== largest) {
    refuse("its whole numbers are too small or not exact; they need whole numbers up to 2^53");
  }
  for (const [above, below, whole, left] of DIVIDED) {
    if (!Object.is(floor_div(above, below), whole) || !Object.is(modulo(above, below), left)) {
      refuse("it divides in another way");
    }
  }
  const generator = new Minstd(7);
  if (!eq(CHANCE.map(() => generator.below(10_000)), CHANCE)) refuse("its random numbers are others");
  if (text_hash("Cardwright \u2192 \u{1f409}") !== "5f3aa2846b25e5f8") {
    refuse("it reads or writes texts in another way");
  }
  if (!eq([...ORDER].reverse().sort(compare_texts), ORDER)) refuse("it sorts texts in another way");
}

function refuse(what) {
  throw new Error(`this JavaScript engine cannot play these rules: ${what}`);
}

// Plays matches that it is told to, one line of tasks after the other.
//
// Job: read tasks as JSON from the standard input, and print what became of each. Lies beside an export's `rules.js`.

import { createInterface } from "node:readline";

import { play_match } from "./one_match.js";
import { rules } from "../rules.js";

for await (const line of createInterface({ input: process.stdin })) {
  const played = JSON.parse(line).map((task) => play_match(rules, task));
  process.stdout.write(`${JSON.stringify(played)}\n`);
}

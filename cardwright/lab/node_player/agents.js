// The agents, by name: as `cardwright/lab/agents.py`, but those that search or are functions of the user's own.

import { Greedy } from "./greedy.js";
import { AGENTS } from "../rt.js";

/** A function that answers what its player is asked in a match. */
export function agent_of(name, seed) {
  if (name === "greedy") {
    const greedy = new Greedy(seed);
    return (match) => greedy.answer(match);
  }
  const agent = AGENTS[name](seed);
  return (match) => agent(match._choice);
}

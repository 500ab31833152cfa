// The agents, by name: as `cardwright/lab/agents.py`, but functions of the user's own.

import { Greedy } from "./greedy.js";
import { Rollouts } from "./rollouts.js";
import { AGENTS } from "../rt.js";

/** A function that answers what its player is asked in a match. */
export function agent_of(text, seed) {
  const [name, budget] = text.split(":");
  if (name === "greedy" || name === "mcts") {
    const seeking = name === "mcts" ? new Rollouts(seed, budget_of(budget)) : new Greedy(seed, tries_of(budget));
    return (match) => seeking.answer(match);
  }
  const agent = AGENTS[name](seed);
  return (match) => agent(match._choice);
}

function tries_of(text) {
  return text ? Number(text) : null;
}

/** A number of runs, or of seconds as `0.5s`. */
function budget_of(text) {
  if (!text) return {};
  return text.endsWith("s") ? { seconds: Number(text.slice(0, -1)) } : { runs: Number(text) };
}

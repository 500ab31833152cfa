// Agents that need nobody: they choose among legal answers only.
//
// Job: name the built-in agents. Input: a request. Output: an answer. Same seed, same answers.

import { legal_answers } from "./answers.js";
import { Minstd } from "./game.js";
import { modulo } from "./values.js";

/** Every legal answer is equally likely, of the first 64; of a large choice a subset is drawn. */
export function random_agent(seed) {
  const generator = new Minstd(modulo(seed, 2 ** 31 - 1) * 7919 + 17); // never beyond 2 ** 53
  return (request) => {
    const { such_that, least, most, options } = request;
    if (such_that === null && most > 1) {
      const size = least + generator.below(most - least + 1);
      return generator.permutation(options.length).slice(0, size).sort((a, b) => a - b);
    }
    const answers = legal_answers(request);
    return answers[generator.below(answers.length)];
  };
}

/** Always the first legal answer; of an offer the first thing that can be used. */
export function first_agent(_seed) {
  return (request) => {
    const answers = legal_answers(request, 2);
    return answers[request.kind === "use" && answers.length > 1 ? 1 : 0];
  };
}

export const AGENTS = { random: random_agent, first: first_agent };

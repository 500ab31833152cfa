// Transcripts: what two engines must have in common, line by line.
//
// Job: run a test or a match and write down everything that happens, is asked and is answered. Input: a rules table and
// its scripts. Output: lines of text; the same in every runtime.

import { random_agent } from "./agents.js";
import { asked, chance, Minstd, new_state, play, run } from "./game.js";
import { linked } from "./linked.js";
import { fingerprint } from "./pictures.js";
import { Building, run_test } from "./scripts.js";
import { members, Refused, script_named, sound_seed } from "./setups.js";
import { Choose, Fault, Trace } from "./values.js";

/** What asks an answerer; a game's trace has every request with its answer, too. */
function answering(game, answerer) {
  const { trace, stack } = game;
  return (request) => {
    trace.add(stack.length, `? ${asked(request)}`);
    const answer = answerer.answer(request);
    trace.add(stack.length, `= ${Array.isArray(answer) ? answer.join(" ") : answer}`.trimEnd());
    return answer;
  };
}

export function traced_game(rules) {
  const game = new_state(linked(rules));
  game.trace = new Trace();
  return game;
}

/** The lines of a test as it runs. */
export function transcript_of_test(rules, script) {
  const held = members(script) ?? {};
  if (!("positions" in held && "steps" in held)) throw new Refused("a test is one of those that were exported");
  const game = traced_game(rules);
  const { failures } = run_test(game.code, script, game, answering);
  return [...game.trace.lines, ...failures.map((failure) => `failed: ${failure}`), `state ${fingerprint(game)}`];
}

/** The lines of a whole game of a scenario, with the agent `random` for all players. */
export function transcript_of_match(rules, scenario, seed) {
  const script = script_named(rules, scenario), begin = sound_seed(seed);
  const game = traced_game(rules);
  const decide = random_agent(begin), generator = new Minstd(begin);
  const answer = answering(game, {
    answer: (request) => (request instanceof Choose ? decide(request) : chance(generator, request)),
  });
  try {
    run(game, () => new Building(script.positions, {}), answer);
    play(game, answer);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    game.trace.add(0, `fault: ${error.message}`);
  }
  return [...game.trace.lines, `state ${fingerprint(game)}`];
}

// The host's interface: matches of a game, begun, loaded and restored.
//
// Job: make sure of what a host gives, and make a match of it. Input: a rules table, and a setup and a seed, a save, or
// a snapshot. Output: a match, or Refused.

import { Play } from "./match.js";
import { Damaged } from "./restoring.js";
import { about, Refused, sound_limits, sound_save, sound_seed, sound_setup, sound_snapshot } from "./setups.js";

/**
 * A game before its first event: `setup` is { scenario, rosters }, where both may be left out: the first scenario then,
 * and the cards that it has.
 */
export function new_game(rules, setup = null, seed = 1, limits = null) {
  return new Play(rules, sound_setup(setup), sound_seed(seed), sound_limits(limits));
}

/** A game where a save of any runtime left it. */
export function load(rules, save, limits = null) {
  const { setup, seed, answers } = sound_save(rules, save);
  const play = new_game(rules, setup, seed, limits);
  play.skip();
  answers.forEach((answer, number) => {
    about(`answer ${number + 1} of the save: `, () => play._answer(answer));
    play.skip();
  });
  return play;
}

/** The match of a snapshot of any runtime, as it was. */
export function restore(rules, snapshot, limits = null) {
  const held = sound_snapshot(rules, snapshot);
  try {
    return new Play(rules, held.setup, held.seed, sound_limits(limits), held);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    throw new Refused(`the snapshot is damaged: ${error.message}`, { cause: error });
  }
}

// The host's interface: matches of a game, begun, loaded and restored.
//
// Job: make sure of what a host gives, and make a match of it. Input: a rules table, and a setup and a seed, a save, or
// a snapshot. Output: a match, or Refused.

import { Play } from "./match.js";
import { Damaged } from "./restoring.js";
import { sound_save } from "./saves.js";
import { check_engine } from "./self_check.js";
import { about, Refused, sound_limits, sound_seed, sound_setup, sound_snapshot } from "./setups.js";

check_engine(); // when this module is loaded

/**
 * A game before its first event: `setup` is { scenario, rosters }, where both may be left out: the first scenario then,
 * and the cards that it has.
 */
export function new_game(rules, setup = null, seed = 1, limits = null) {
  return new Play(rules, sound_setup(setup), sound_seed(seed), sound_limits(limits));
}

/** A game where a save of any runtime left it. */
export function load(rules, save, limits = null) {
  const held = sound_save(rules, save), allowed = sound_limits(limits);
  if (held.chance !== null) allowed.chance = held.chance;
  if (held.snapshot !== null) return damaged("the snapshot of the save", () => Play.resumed(rules, held, allowed));
  if (held.origin !== null) {
    throw new Refused("the match of the save began from a snapshot, so its answers do not tell it; load it by `state`");
  }
  const play = new Play(rules, held.setup, sound_seed(held.seed), allowed);
  play.skip();
  play._reseed(0, held.reseeded);
  held.answers.forEach((answer, number) => {
    about(`answer ${number + 1} of the save: `, () => play._answer(answer));
    play.skip();
    play._reseed(number + 1, held.reseeded);
  });
  play._reseeded = held.reseeded;
  return play;
}

/** The match of a snapshot of any runtime, as it was. */
export function restore(rules, snapshot, limits = null) {
  const held = sound_snapshot(rules, snapshot);
  return damaged("the snapshot", () => new Play(rules, held.setup, held.seed, sound_limits(limits), held));
}

/** Makes a match; where its data is damaged, that is refused. */
function damaged(what, make) {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    throw new Refused(`${what} is damaged: ${error.message}`, { cause: error });
  }
}

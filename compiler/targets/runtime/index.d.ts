// A game's rules with the host's interface, for TypeScript.

import type { Play, Rules, Save, Setup } from "./rt.js";

export type {
  Answer, Explanation, GameEvent, GameRequest, GameResult, LegalAnswer, Play, Rules, Save, Setup,
} from "./rt.js";

export const rules: Rules;

/** A game before its first event; of the first scenario where none is named. */
export function new_game(setup?: Setup | null, seed?: number): Play;

/** A game where a save left it. */
export function load(save: Save): Play;

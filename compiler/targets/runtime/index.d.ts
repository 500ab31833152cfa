// A game's rules with the host's interface, for TypeScript.

import type { BrokenRoster, Limits, Play, Roster, Rules, Save, Setup } from "./rt.js";

export type {
  Answer, BrokenRoster, Explanation, GameEvent, GameRequest, GameResult, LegalAnswer, Limits, Play, Roster, Rules, Save, Setup,
} from "./rt.js";

export const rules: Rules;

/** A game before its first event; of the first scenario where none is named, with its cards where nobody brings any. */
export function new_game(setup?: Setup | null, seed?: number, limits?: Limits | null): Play;

/** A game where a save left it. */
export function load(save: Save, limits?: Limits | null): Play;

/** What is wrong with a roster; empty where it is legal. */
export function check_roster(roster: Roster | string): BrokenRoster[];

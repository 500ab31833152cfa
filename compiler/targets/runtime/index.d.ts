// A game's rules with the host's interface, for TypeScript.

import type { BrokenRoster, Limits, Play, Roster, Rules, Save, Setup, Snapshot } from "./rt.js";

export type {
  Answer, BrokenRoster, ChanceRequest, DrawRequest, Explanation, GameEvent, GameRequest, GameResult, LegalAnswer,
  Limits, Play, RollRequest, Roster, Rules, Save, SeenEntity, SeenRequest, SeenValue, Setup, Snapshot, View, Viewer,
  Watcher,
} from "./rt.js";

export const rules: Rules;

/** A game before its first event; of the first scenario where none is named, with its cards where nobody brings any. */
export function new_game(setup?: Setup | null, seed?: number, limits?: Limits | null): Play;

/** A game where a save left it. */
export function load(save: Save, limits?: Limits | null): Play;

/** The match of a snapshot, as it was, in this engine or another. */
export function restore(snapshot: Snapshot, limits?: Limits | null): Play;

/** What is wrong with a roster; empty where it is legal. */
export function check_roster(roster: Roster | string): BrokenRoster[];

// SPDX-License-Identifier: MIT
// The exported rules as a game of boardgame.io.

import type { Game } from "boardgame.io";
import type { Answer, Save, Setup, View } from "./rules/index.js";

/** What a client has of a match: what its player, or a spectator, may know. */
export interface Told {
  /** The player who makes the next move; null when the match is over. */
  seat: string | null;
  result: { outcome: string; message: string } | null;
  /** The first legal answers; null for everybody but the player who is asked. */
  legal: Answer[] | null;
  /** Null before the match begins. */
  view: View | null;
}

/** What the server has of a match, and no client. */
export interface Kept {
  setup: Setup | null;
  save: Save | null;
  /** By the names of the players of the rules. */
  seats: Record<string, string> | null;
  seat: string | null;
  result: Told["result"];
  players: Record<string, Told>;
  spectator: Told;
}

/** What a lobby may give for a match. */
export interface SetupData {
  setup?: Setup | null;
}

/**
 * A game from a scenario of the rules. With a `seed` all matches have the same dice, draws and shuffles; without one
 * nobody can tell them beforehand. With a `language` of the game what is asked is in words, too.
 */
export function game_of(
  setup?: Setup | null, seed?: number | null, language?: string | null,
): Game<Kept, Record<string, unknown>, SetupData>;

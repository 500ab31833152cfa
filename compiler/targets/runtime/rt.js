// The runtime of compiled games, for Node and browsers: ES modules without dependencies. This is the door for hosts,
// and `rt.d.ts` declares what is behind it; that for generated code is `calls.js`.
//
// The modules are named as those of the interpreter that they translate, so that either can be read beside the other.
// None is null; sets and lists are arrays that nobody changes in place; squares are interned objects; every number is
// whole. What is being done is an array of frames, which are data: a game waits at a request without a stack of its
// own.

export { AGENTS, first_agent, random_agent } from "./javascript/agents.js";
export { legal_answers } from "./javascript/answers.js";
export { parse_board } from "./javascript/board_text.js";
export { core } from "./javascript/core.js";
export { judge_roster } from "./javascript/dealt_rosters.js";
export { of_kind, players_by_seat } from "./javascript/entities.js";
export { go_on, Minstd, new_state, place_of, play, run, start } from "./javascript/game.js";
export { Grid } from "./javascript/grid.js";
export { Happening } from "./javascript/happening.js";
export { load, new_game, restore } from "./javascript/host.js";
export { can, why_not } from "./javascript/legality.js";
export { Code } from "./javascript/linked.js";
export { Play } from "./javascript/match.js";
export { has, stat } from "./javascript/modifiers.js";
export { explain } from "./javascript/offering.js";
export { fingerprint, picture, text_hash } from "./javascript/pictures.js";
export { check_roster } from "./javascript/rosters.js";
export { run_test } from "./javascript/scripts.js";
export { transcript_of_match, transcript_of_test } from "./javascript/transcript.js";
export {
  Choose, Draw, Duration, Entity, eq, Event, Face, Fault, label, Refusal, Roll, RollDice, Shuffle, Square, Trace,
  Usable, Zone,
} from "./javascript/values.js";

// The runtime of compiled games, for Node and browsers: ES modules without dependencies. This is the door for hosts and
// for generated code; `rt.d.ts` declares what is behind it.
//
// The modules are named as those of the interpreter that they translate, so that either can be read beside the other.
// None is null; sets and lists are arrays that nobody changes in place; squares are interned objects; every number is
// whole. What is being done is an array of frames, which are data: a game waits at a request without a stack of its own.

export { AGENTS, first_agent, random_agent } from "./javascript/agents.js";
export { parse_board } from "./javascript/board_text.js";
export { legal_answers } from "./javascript/choices.js";
export { core } from "./javascript/core.js";
export { judge_roster } from "./javascript/dealt_rosters.js";
export { Game, Minstd } from "./javascript/game.js";
export { Grid } from "./javascript/grid.js";
export { load, new_game, restore } from "./javascript/host.js";
export { Code } from "./javascript/linked.js";
export { Play } from "./javascript/match.js";
export { check_roster } from "./javascript/rosters.js";
export { run_test } from "./javascript/scripts.js";
export { text_hash } from "./javascript/state.js";
export { transcript_of_match, transcript_of_test } from "./javascript/transcript.js";
export {
  Choose, Draw, Duration, Entity, eq, Event, Face, Fault, label, Refusal, Roll, RollDice, Shuffle, Square, Trace, Usable,
  Zone,
} from "./javascript/values.js";

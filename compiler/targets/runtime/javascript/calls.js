// Calls: the door for generated code.
//
// Job: name each function that printed rules may call, and nothing else; `PRIMITIVES` are those that rows `call` name.
// What they are given first is the running game. Of it, printed rules read `cards` and `game`.

import { lift, place, put_after, put_before, put_bottom, put_top, remove, reveal, take } from "./places.js";
import { drop, drop_named } from "./statuses.js";

export { core } from "./core.js";
export { of_kind } from "./entities.js";
export { can } from "./legality.js";
export { has, stat } from "./modifiers.js";
export { over, spend } from "./spending.js";

export const PRIMITIVES = Object.freeze({
  drop, drop_named, lift, place, put_after, put_before, put_bottom, put_top, remove, reveal, take,
});

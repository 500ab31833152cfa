// What an agent may ask of a match that waits: as `cardwright/lab/turn.py`.

import { of_kind } from "../rt.js";

/** The number of the player who is asked. */
export function player_asked(match) {
  return of_kind(match.game, "player").indexOf(match._choice.who);
}

/** Whether actions are offered, not reactions to an event. */
export function is_offer(request) {
  return request !== null && request.kind === "use" && request.options[0].trigger === null;
}

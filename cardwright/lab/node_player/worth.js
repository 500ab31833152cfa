// How well players stand, who has won, and who plays together: as `cardwright/authoring/worth.py`.

import { players_by_seat } from "../rt.js";
import { as_fault } from "../rt/game.js";
import { refill } from "../rt/spending.js";

const PRIZE = 1000;

/** What something gives; what it throws is a Fault where it is the content's. */
export function fault_of(work) {
  try {
    return work();
  } catch (error) {
    throw as_fault(error);
  }
}

/** The function that the ruleset names for something; null where it names none. */
function named(match, policy) {
  const { rules, functions } = match.game.code, name = rules.policy[policy];
  if (name === undefined) return null;
  return (...players) => {
    refill(match.game);
    return fault_of(() => functions[name](match.game, ...players));
  };
}

/** How well each player stands; null where the rules do not say. */
export function standings(match) {
  const standing = named(match, "standing");
  return standing && players_by_seat(match.game).map((player) => standing(player));
}

/** The players who have won, of those who still play; null where the rules do not say who has. */
export function winners(match) {
  const won = named(match, "won");
  return won && players_by_seat(match.game).flatMap((player, n) => (player._alive && won(player) ? [n] : []));
}

/** What agents seek, for each player: how they stand, or else whether they or others have won. */
export function worths(match) {
  const found = standings(match);
  if (found !== null) return found;
  const won = winners(match) ?? [];
  return players_by_seat(match.game).map((_, n) => (won.includes(n) ? PRIZE : won.length ? -PRIZE : 0));
}

/** The players, by who wins together; each alone where the rules do not say. */
export function sides(match) {
  const allied = named(match, "allied"), players = players_by_seat(match.game), found = [];
  players.forEach((player, number) => {
    const side = found.find(([first]) => allied !== null && allied(players[first], player));
    if (side === undefined) found.push([number]);
    else side.push(number);
  });
  return found;
}

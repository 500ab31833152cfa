// The exported rules as a game of boardgame.io: its state is a save, its one move answers the waiting request.

import { load, new_game, rules } from "./rules/index.js";
import { label, of_kind } from "./rules/rt.js";

// Games as they stand, by their saves: a move goes on with one instead of playing all answers again.
const standing = new Map();
const MOST = 64;

function keep(match) {
  const save = match.save();
  const key = JSON.stringify(save);
  standing.set(key, match);
  if (standing.size > MOST) standing.delete(standing.keys().next().value);
  return { save, key };
}

function take(state) {
  const match = standing.get(state.key) ?? load(state.save);
  standing.delete(state.key); // it goes on, and is another state then
  return match;
}

// What happened up to the next request or the end, and that.
function go_on(match, answer) {
  const events = [];
  let told = match.step(answer);
  while (told.type === "event") {
    events.push("  ".repeat(told.depth) + told.text);
    told = match.step();
  }
  return { events, told };
}

// G: `save` and its `key`; the last `events`; `request` with the `seat` that answers and its legal answers; `result`.
function shown(match, { events, told }, seats) {
  const asked = told.type === "request";
  if (asked && seats[told.who] === undefined) throw new RangeError(`${told.who} has no seat`);
  return {
    ...keep(match),
    seats,
    events,
    request: asked ? { ...told, seat: seats[told.who], legal: match.legal() } : null,
    result: asked ? null : told,
  };
}

// The rules say whose turn it is and who is asked in between: whoever is asked is active, and nobody else.
function wait_for(G, events) {
  if (G.request !== null) events.setActivePlayers({ value: { [G.request.seat]: null } });
}

function seats_of(match, count) {
  const players = of_kind(match.game, "player");
  if (players.length !== count) throw new RangeError(`this game has ${players.length} players, and not ${count}`);
  return Object.fromEntries(players.map((player, seat) => [label(player), String(seat)]));
}

// A game of boardgame.io from a scenario of the rules. Who makes a match may give a `setup` and a `seed` for it.
export function game_of(setup = null, seed = 1) {
  const begin = (given, count) => {
    const held = given ?? {};
    if (typeof held !== "object" || Object.keys(held).some((name) => !["setup", "seed"].includes(name))) {
      throw new RangeError("a match is set up with an object of `setup` and `seed`");
    }
    const match = new_game(held.setup ?? setup, held.seed ?? seed);
    return { match, seats: seats_of(match, count) };
  };
  return {
    name: rules.game,
    validateSetupData: (given, count) => {
      try {
        begin(given, count);
        return undefined;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return error.message;
      }
    },
    setup: ({ ctx }, given) => {
      const { match, seats } = begin(given, ctx.numPlayers);
      return shown(match, go_on(match), seats);
    },
    turn: { onBegin: ({ G, events }) => wait_for(G, events) },
    moves: {
      answer: {
        move: ({ G, playerID, events }, positions) => {
          if (G.request === null || playerID !== G.request.seat) return "INVALID_MOVE";
          if (positions === undefined || positions === null) return "INVALID_MOVE"; // which would be no answer yet
          const match = take(G);
          let gone;
          try {
            gone = go_on(match, positions);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            standing.set(G.key, match); // an illegal answer leaves the game as it is
            return "INVALID_MOVE";
          }
          const next = shown(match, gone, G.seats);
          wait_for(next, events);
          return next;
        },
        client: false, // chance is in the rules, and so only where the game is kept
      },
    },
    endIf: ({ G }) => (G.result === null ? undefined : G.result),
    ai: {
      enumerate: (G, _ctx, playerID) =>
        G.request === null || (playerID !== undefined && G.request.seat !== playerID)
          ? []
          : G.request.legal.map(({ answer }) => ({ move: "answer", args: [answer] })),
    },
  };
}

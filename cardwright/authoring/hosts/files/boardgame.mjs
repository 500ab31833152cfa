// SPDX-License-Identifier: MIT
// The exported rules as a game of boardgame.io: its one move answers the waiting request. All of the match stays with
// the server; `playerView` gives each player what that player may know.

import { load, new_game, rules } from "./rules/index.js";
import { label, players_by_seat } from "./rules/rt.js";

// Tables as they stand, by the saves of their matches: a move goes on with one instead of loading the match.
const standing = new Map();
const MOST = 64;

// A match, and all who look at it: a spectator, and each player.
function table_of(match, count, language) {
  const seats = Array.from({ length: count }, (_, seat) => match.watch(seat, language));
  return { match, language, seats, spectator: match.watch(null, language) };
}

function keep(table, save) {
  standing.set(JSON.stringify([save, table.language]), table);
  if (standing.size > MOST) standing.delete(standing.keys().next().value);
}

function take({ save, seats }, limits, language) {
  const key = JSON.stringify([save, language]);
  const table = standing.get(key) ?? table_of(load(save, limits), Object.keys(seats).length, language);
  standing.delete(key); // it goes on, and is another state then
  return table;
}

// ---- chance, which nobody can work out from a seed
const WORDS = new Uint32Array(1);

function below(size) {
  const limit = 2 ** 32 - (2 ** 32 % size);
  do crypto.getRandomValues(WORDS);
  while (WORDS[0] >= limit);
  return WORDS[0] % size;
}

function by_chance({ kind, sizes, size }) {
  if (kind === "roll") return sizes.map(below);
  if (kind === "draw") return [below(size)];
  const order = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// The next request of a player, or the result.
function go_on(match, answer) {
  let told = match.step(answer);
  while (told.type !== "result" && told.who === undefined) {
    told = match.step(told.type === "request" ? by_chance(told) : undefined);
  }
  return told;
}

// Everybody is told why a match is over, and a label says which card lies hidden, and how old it is.
function without_labels(message) {
  return message.replace(/\w+#\d+/g, "something");
}

// ---- the state
// `G` of the server: `setup` until the match is begun; `save` and the `seats` from then on; `seat`, who makes the next
// move, or null; `result`; and what each player and a spectator are told. For a client `G` is what one of them is told:
// `seat`, `result`, `legal` and `view`.
function shown(table, told, seats) {
  const { match } = table, save = match.save();
  keep(table, save);
  const is_asked = told.type === "request";
  if (is_asked && seats[told.who] === undefined) throw new RangeError(`${told.who} has no seat`);
  const seat = is_asked ? seats[told.who] : null;
  const result = is_asked ? null : { outcome: told.outcome, message: without_labels(told.message) };
  const legal = is_asked ? match.legal().map(({ answer }) => answer) : null;
  const players = Object.values(seats).map((own) => {
    return [own, { seat, result, legal: own === seat ? legal : null, view: table.seats[Number(own)].view() }];
  });
  const spectator = { seat, result, legal: null, view: table.spectator.view() };
  return { setup: null, save, seats, seat, result, players: Object.fromEntries(players), spectator };
}

// A server sends `G` as it was at first to every client as it is: nothing is dealt yet.
function before_it_begins(setup) {
  const told = { seat: "0", result: null, legal: null, view: null };
  return { setup, save: null, seats: null, seat: "0", result: null, players: {}, spectator: told };
}

// What one player is told of `G`. A client asks this again of what its server has sent.
function told_to(G, id) {
  if (G.players === undefined) return G;
  return id !== null && id !== undefined && Object.hasOwn(G.players, id) ? G.players[id] : G.spectator;
}

function seats_of(match, count) {
  const players = players_by_seat(match.game);
  if (players.length !== count) throw new RangeError(`this game has ${players.length} players, and not ${count}`);
  return Object.fromEntries(players.map((player, seat) => [label(player), String(seat)]));
}

// What a lobby was given for a match. Everybody can read it there, so that it may have no seed.
function sound(given) {
  const held = given ?? {};
  if (typeof held !== "object" || Object.keys(held).some((name) => name !== "setup")) {
    throw new RangeError("a match is set up with an object of `setup`");
  }
}

// The match is on the server alone, and which of their hidden cards a player took is nobody else's to know.
const SECRET = { client: false, redact: true, undoable: false };

// A game of boardgame.io from a scenario of the rules. Who makes a match may give a `setup` for it. With a `seed` all
// matches have the same dice, draws and shuffles, for tests; without one nobody can tell them beforehand. With a
// `language` of the rules what is asked is in words, too.
export function game_of(setup = null, seed = null, language = null) {
  const limits = { chance: seed === null ? "host" : "own" };
  const begin = (given, count) => {
    const match = new_game(given?.setup ?? setup, seed ?? undefined, limits);
    return { match, seats: seats_of(match, count) };
  };
  const proceed = (G, next, events) => {
    if (next.seat !== null && next.seat !== G.seat) events.endTurn();
    return next;
  };
  return {
    name: rules.game,
    disableUndo: true, // who takes a move back has seen what came of it
    validateSetupData: (given, count) => {
      try {
        sound(given);
        begin(given, count);
        return undefined;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return error.message;
      }
    },
    setup: ({ ctx }, given) => {
      sound(given);
      begin(given, ctx.numPlayers); // refuses what cannot be
      return before_it_begins(given?.setup ?? null);
    },
    playerView: ({ G, playerID }) => told_to(G, playerID),
    turn: {
      // The rules say who is asked: it is the turn of that player.
      order: { first: () => 0, next: ({ G, ctx }) => Number(G.seat ?? ctx.currentPlayer) },
    },
    moves: {
      begin: {
        move: ({ G, ctx, playerID, events }) => {
          if (G.save !== null || playerID !== G.seat) return "INVALID_MOVE";
          const { match, seats } = begin(G, ctx.numPlayers);
          const told = go_on(match);
          return proceed(G, shown(table_of(match, ctx.numPlayers, language), told, seats), events);
        },
        ...SECRET,
      },
      answer: {
        move: ({ G, playerID, events }, positions) => {
          if (G.save === null || G.seat === null || playerID !== G.seat) return "INVALID_MOVE";
          if (positions === undefined || positions === null) return "INVALID_MOVE"; // which would be no answer yet
          const table = take(G, limits, language);
          let told;
          try {
            told = go_on(table.match, positions);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            keep(table, G.save); // an illegal answer leaves the game as it is
            return "INVALID_MOVE";
          }
          return proceed(G, shown(table, told, G.seats), events);
        },
        ...SECRET,
      },
    },
    endIf: ({ G }) => G.result ?? undefined,
    ai: {
      enumerate: (G, _ctx, playerID) => {
        const id = playerID ?? G.seat;
        if (id !== G.seat) return [];
        const { legal, view } = told_to(G, id);
        if (view === null) return [{ move: "begin", args: [] }];
        return (legal ?? []).map((answer) => ({ move: "answer", args: [answer] }));
      },
    },
  };
}

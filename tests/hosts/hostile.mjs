// Moves and setups that no player of good will would send: each is refused in words, and the game stays as it is.

import client from "boardgame.io/dist/cjs/client.js";

const { game_of } = await import(`${process.argv[2]}/game.js`);
const game = game_of(null, 1);
const failing = () => {
  throw new TypeError("raw");
};
const { proxy, revoke } = Proxy.revocable([], {});
revoke();
const cycle = [];
cycle.push(cycle);
const sparse = [];
sparse[4_000_000_000] = 0;
const values = [
  undefined, null, true, 0, -1, 1.5, NaN, Infinity, "0", "", { 0: 0, length: 1 }, [null], [NaN], [1.5], [-1], [true],
  ["0"], [[0]], [{}], [2 ** 53], [2 ** 31], Array(20_000).fill(0), Symbol("raw"), 1n, () => [0], proxy, cycle, sparse,
  Object.defineProperty([], 0, { get: failing, enumerable: true }), new Map(), JSON.parse('{"__proto__":[0]}'),
];

const table = client.Client({ game, numPlayers: 2, debug: false });
const whole = () => table.store.getState().G;
table.start();
table.updatePlayerID("0");
table.moves.begin();
table.updatePlayerID(whole().seat);
const G = whole();
const before = JSON.stringify(G);
const moves = values.map((value) => {
  // Past the framework, which cannot print all of these; what JSON has goes through it, too.
  const told = game.moves.answer.move({ G, playerID: G.seat, events: {} }, value);
  return told === "INVALID_MOVE" && JSON.stringify(G) === before;
});
for (const value of [null, true, 1.5, "0", [null], [[0]], { length: 1 }]) {
  table.moves.answer(value);
  moves.push(JSON.stringify(whole()) === before);
}
table.moves.answer([0]);

const setups = [
  undefined, null, {}, { setup: null }, { setup: { scenario: "first" } }, // these are fine
  { setup: [1] }, { setup: { scenario: "__proto__" } }, { setup: JSON.parse('{"__proto__":{}}') },
  { setup: { rosters: { p1: "gone" } } }, 7, "first", [1], { sede: 7 }, { seed: 7 },
].map((given) => game.validateSetupData(given, 2) ?? null);
const shown = ["0", "1", "__proto__", "constructor", "2", null, undefined].map((playerID) => {
  return game.playerView({ G: whole(), ctx: {}, playerID }).save === undefined;
});
console.log(JSON.stringify({
  moves, setups, shown, players: game.validateSetupData(null, 3) ?? null, answers: whole().save.answers,
}));

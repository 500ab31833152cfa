// A match of boardgame.io between bots, from the folder and the scenario that are named; prints how it ended.

import ai from "boardgame.io/dist/cjs/ai.js";
import client from "boardgame.io/dist/cjs/client.js";

const [folder, scenario, seed] = process.argv.slice(2);
const { game_of } = await import(`${folder}/game.js`);
const { load } = await import(`${folder}/rules/index.js`);

const game = game_of({ scenario }, seed === undefined ? null : Number(seed));
const table = client.Client({ game, numPlayers: 2, debug: false });
const whole = () => table.store.getState();
table.start();

// Nobody answers before it begins, and it begins once.
table.updatePlayerID("0");
table.moves.answer([0]);
const early = whole().G.save === null;
table.moves.begin();
const begun = whole();
table.moves.begin();
const once = JSON.stringify(whole().G) === JSON.stringify(begun.G);

// Who is not asked cannot answer, and nobody can answer what is not offered.
const { seat } = begun.G;
const { legal } = begun.G.players[seat];
const answers_given = () => whole().G.save.answers.length;
const given = answers_given();
table.updatePlayerID(seat === "0" ? "1" : "0");
table.moves.answer(legal[0]);
const refused = answers_given() === given;
table.updatePlayerID(seat);
table.moves.answer([1000]);
const unknown = answers_given() === given;

const bots = Object.fromEntries(
  ["0", "1"].map((id) => [id, new ai.RandomBot({ game, enumerate: game.ai.enumerate, seed: `bot ${id}` })]),
);
// How many deals six tables have: with chance of the server it is among the answers. A deal is one of 720 orders, so that
// two may be equal; that all are does not happen.
const dealt = () => {
  const other = client.Client({ game, numPlayers: 2, debug: false });
  other.start();
  other.updatePlayerID("0");
  other.moves.begin();
  return JSON.stringify(other.store.getState().G.save.answers);
};
const deals = new Set(Array.from({ length: 6 }, dealt)).size;

let turns = 0;
const follows = [];
for (const bot of Object.values(bots)) {
  const { play } = bot;
  bot.play = (state, id) => {
    turns += 1;
    if (state.ctx.currentPlayer !== state.G.seat) follows.push(turns);
    return play.call(bot, state, id);
  };
}
const { state } = await ai.Simulate({ game, bots, state: begun, depth: 100000 });
const again = load(state.G.save, { chance: seed === undefined ? "host" : "own" });
again.skip();
const { outcome, message } = again.step();
console.log(JSON.stringify({
  early, once, refused, unknown, follows, deals, gameover: state.ctx.gameover, replayed: { outcome, message }, answers: turns,
}));

// A match of boardgame.io between bots, from the folder and the scenario that are named; prints how it ended.

import ai from "boardgame.io/dist/cjs/ai.js";
import client from "boardgame.io/dist/cjs/client.js";

const [folder, scenario, seed] = process.argv.slice(2);
const { game_of } = await import(`${folder}/game.js`);
const { load } = await import(`${folder}/rules/index.js`);

const game = game_of({ scenario }, Number(seed));
const table = client.Client({ game, numPlayers: 2, debug: false });
table.start();
const begun = table.getState();

// Who is not asked cannot answer, and nobody can answer what is not offered.
const { seat, legal } = begun.G.request;
const other = seat === "0" ? "1" : "0";
table.updatePlayerID(other);
table.moves.answer(legal[0].answer);
const refused = table.getState().G.key === begun.G.key;
table.updatePlayerID(seat);
table.moves.answer([1000]);
const unknown = table.getState().G.key === begun.G.key;

const bots = Object.fromEntries(
  ["0", "1"].map((id) => [id, new ai.RandomBot({ game, enumerate: game.ai.enumerate, seed: `bot ${id}` })]),
);
const { state } = await ai.Simulate({ game, bots, state: begun, depth: 100000 });
const again = load(state.G.save);
again.skip();
const replayed = again.step();
console.log(JSON.stringify({ refused, unknown, gameover: state.ctx.gameover, replayed, answers: state.G.save.answers.length }));

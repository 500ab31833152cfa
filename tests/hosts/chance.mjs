// What chance of the server gives in so many matches of a game that is in the named folder: all answers up to the first
// question to a player.

import client from "boardgame.io/dist/cjs/client.js";

const [folder, many] = process.argv.slice(2);
const { game_of } = await import(`${folder}/game.js`);
const given = () => {
  const table = client.Client({ game: game_of(), numPlayers: 2, debug: false });
  table.start();
  table.updatePlayerID("0");
  table.moves.begin();
  return table.store.getState().G.save.answers;
};
console.log(JSON.stringify(Array.from({ length: Number(many) }, given)));

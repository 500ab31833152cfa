// A choice among more options than are listed: what is legal is taken, what is not leaves the game as it is.

import client from "boardgame.io/dist/cjs/client.js";

const { game_of } = await import(`${process.argv[2]}/game.js`);
const table = client.Client({ game: game_of(), numPlayers: 2, debug: false });
table.start();
const { key, request } = table.getState().G;
table.updatePlayerID(request.seat);
const refused = [[70], [0, 1], "0", undefined, [-1]].map((wrong) => {
  table.moves.answer(wrong);
  return table.getState().G.key === key;
});
table.moves.answer([69]);
console.log(JSON.stringify({ refused, answers: table.getState().G.save.answers }));

// A choice among more options than are listed: what is legal is taken, what is not leaves the game as it is.

import client from "boardgame.io/dist/cjs/client.js";

const { game_of } = await import(`${process.argv[2]}/game.js`);
const table = client.Client({ game: game_of(null, 1), numPlayers: 2, debug: false });
const given = () => table.store.getState().G.save.answers;
table.start();
table.updatePlayerID("0");
table.moves.begin();
table.updatePlayerID(table.store.getState().G.seat);
const refused = [[70], [0, 1], "0", undefined, [-1]].map((wrong) => {
  table.moves.answer(wrong);
  return given().length === 0;
});
table.moves.answer([69]);
console.log(JSON.stringify({ refused, answers: given() }));

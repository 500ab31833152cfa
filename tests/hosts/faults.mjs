// What clients are told of a fault, in a match whose first answer leads to it.

import client from "boardgame.io/dist/cjs/client.js";

const { game_of } = await import(`${process.argv[2]}/game.js`);
const table = client.Client({ game: game_of(null, 1), numPlayers: 2, debug: false });
table.start();
table.updatePlayerID("0");
table.moves.begin();
table.updatePlayerID(table.store.getState().G.seat);
table.moves.answer([0]);
const { G, ctx } = table.store.getState();
console.log(JSON.stringify([...Object.values(G.players), G.spectator].map(({ result }) => result).concat(ctx.gameover)));

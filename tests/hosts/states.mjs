// What a server of boardgame.io does with states, from the folder that is named.

const { game_of } = await import(`${process.argv[2]}/game.js`);
const { load } = await import(`${process.argv[2]}/rules/index.js`);
const game = game_of(null, 1), ctx = { numPlayers: 2, currentPlayer: "0" }, events = { endTurn: () => undefined };

// What a lobby was given is asked again when a match is set up.
const begun = [undefined, { setup: {} }, { seed: 1 }, "x", { setup: { scenario: "none" } }].map((one) => {
  try {
    return game.setup({ ctx }, one).save === null;
  } catch (error) {
    return error instanceof RangeError ? false : String(error);
  }
});

// One state, answered in several ways and again: each time as if it were loaded.
const first = game.moves.begin.move({ G: game.setup({ ctx }), ctx, playerID: "0", events });
const { legal } = first.players[first.seat];
const answered = (answer) => game.moves.answer.move({ G: first, ctx, playerID: first.seat, events }, answer).save;
const loaded = (answer) => {
  const match = load(first.save, { chance: "own" });
  let told = match.step(answer);
  while (told.type === "event") told = match.step();
  return match.save();
};
const ways = [0, legal.length - 1, 0].map((n) => [answered(legal[n]), loaded(legal[n])]);
const apart = new Set(ways.map(([one]) => JSON.stringify(one))).size;
const alike = ways.map(([one, other]) => JSON.stringify(one) === JSON.stringify(other));

// Who may do what: nobody begins for another or twice, or answers for another or with nothing.
const { seat } = first, other = seat === "0" ? "1" : "0", before = game.setup({ ctx });
const begin = (G, playerID) => game.moves.begin.move({ G, ctx, playerID, events });
const answer = (G, playerID, positions) => game.moves.answer.move({ G, ctx, playerID, events }, positions);
const wrong = [
  begin(before, "1"), begin(first, seat), begin(first, other), answer(before, "0", legal[0]),
  answer(first, other, legal[0]),
];
const listed = [game.ai.enumerate(first, ctx, other).length, game.ai.enumerate(first, ctx, seat).length];
const undoable = Object.values(game.moves).map((move) => move.undoable);
const rights = { wrong, listed, legal: legal.length, undo: game.disableUndo, moves: undoable };
let ended = 0;
const counted = { endTurn: () => { ended += 1; } };
let G = first, asked = 0;
for (let turn = 0; turn < 60 && G.seat !== null; turn++) {
  const from = G.seat, choices = G.players[from].legal;
  G = game.moves.answer.move({ G, ctx, playerID: from, events: counted }, choices[turn % choices.length]);
  asked += G.seat !== null && G.seat !== from;
}
console.log(JSON.stringify({ begun, apart, alike, rights, ended, asked }));

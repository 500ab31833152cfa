// Plays an exported game by the host's interface and tells everything that it was told.
//
// Usage: node host_log.mjs FOLDER < [{setup, seed, answers} or {save, answers}, ...], which gives a log for each; the n-th
// answer of a request with m legal ones is 7n mod m.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { new_game, load } = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);

function played({ setup, seed, answers, save }) {
  const game = save === undefined ? new_game(setup, seed) : load(save);
  const log = [];
  for (let number = 0; number < answers; number++) {
    let told = game.step();
    for (; told.type === "event"; told = game.step()) log.push(told);
    log.push(told);
    if (told.type === "result") break;
    const legal = game.legal();
    log.push(legal, game.explain(), game.view(0), game.view(1), game.invariants());
    const first = game.step(legal[(7 * number) % legal.length].answer);
    log.push(first);
  }
  return [...log, game.save()];
}

for (const asked of JSON.parse(readFileSync(0, "utf8"))) process.stdout.write(`${JSON.stringify(played(asked))}\n`);

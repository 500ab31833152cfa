// What comes of snapshots from strangers: why each is refused, or nothing where it plays on.

import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const rules = await import(`${folder}/index.js`);

function outcome(snapshot) {
  try {
    const match = rules.restore(snapshot);
    for (let i = 0; i < 6; i++) {
      match.skip();
      if (match.step().type === "result") break;
      match.view(0);
      match.explain();
      match.invariants();
      if (match.legal().length === 0) break;
      match.step(match.legal()[0].answer);
    }
    match.clone().snapshot();
    return "";
  } catch (error) {
    const isRefused = error instanceof RangeError && error.constructor !== RangeError; // a class of the export
    return isRefused ? `refused: ${error.message}` : `RAW: ${error?.stack ?? error}`;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(outcome)));

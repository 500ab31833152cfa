// Asks an export in JavaScript: each line of what it reads is a batch of questions, each line of what it writes the answers.

import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
const rules = await import(`${folder}/index.js`);
const { rules: table } = await import(`${folder}/rules.js`);
const { tests } = await import(`${folder}/tests.js`);
const rt = await import(`${folder}/rt.js`);

class Thing {}
const failing = () => {
  throw new TypeError("raw");
};
const revoked = (of) => {
  const { proxy, revoke } = Proxy.revocable(of, {});
  revoke();
  return proxy;
};
const nested = (depth, one) => {
  let held = one();
  for (let i = 0; i < depth; i++) held = Array.isArray(held) ? [held] : { a: held };
  return held;
};
const cycle = (of) => {
  if (Array.isArray(of)) of.push(of);
  else of.a = of;
  return of;
};
const traps = { get: failing, ownKeys: failing, has: failing, getPrototypeOf: failing, getOwnPropertyDescriptor: failing };
const made = {
  nan: () => NaN,
  inf: () => Infinity,
  minus_inf: () => -Infinity,
  minus_zero: () => -0,
  whole_float: () => 1.0,
  huge: () => 10 ** 400,
  surrogate: () => "\ud800",
  broken_text: () => "a\udcff",
  nul: () => "a\0b",
  long_text: () => "x".repeat(1_000_000),
  deep_list: () => nested(10_000, () => []),
  deep_object: () => nested(10_000, () => ({})),
  cyclic_list: () => cycle([]),
  cyclic_object: () => cycle({}),
  undefined: () => undefined,
  symbol: () => Symbol("raw"),
  bigint: () => 1n,
  function: () => () => 0,
  date: () => new Date(0),
  map: () => new Map([["scenario", "first"]]),
  number_object: () => new Number(0),
  string_object: () => new String("first"),
  thing: () => new Thing(),
  bytes: () => new Uint8Array(1),
  getter: () => Object.defineProperty({}, "scenario", { enumerable: true, get: failing }),
  list_getter: () => Object.defineProperty([], 0, { enumerable: true, get: failing }),
  proxy: () => new Proxy({ scenario: "first" }, traps),
  list_proxy: () => new Proxy([0], traps),
  revoked: () => revoked({}),
  revoked_list: () => revoked([]),
  holes: () => [, 0],
  sparse: () => {
    const held = [];
    held[4_000_000_000] = 0;
    return held;
  },
};

// A question's value: an object with `$odd` stands for what no JSON can hold.
function value_of(held) {
  if (typeof held !== "object" || held === null) return held;
  if (Array.isArray(held)) return held.map(value_of);
  if (Object.hasOwn(held, "$many")) return Array(held.$many).fill(value_of(held.of));
  if (Object.hasOwn(held, "$odd")) return made[held.$odd]();
  const found = {};
  for (const name of Object.keys(held)) {
    Object.defineProperty(found, name, { value: value_of(held[name]), enumerable: true, writable: true, configurable: true });
  }
  return found;
}

const begun = (setup = null, seed = 1) => {
  const match = rules.new_game(setup, seed);
  match.skip();
  return match;
};
const picture = (match) => JSON.stringify([match.save(), match.view(0), match.legal(), match.step()]);
const running = begun();
const held_of = (match) => {
  const { setup, seed, answers } = match.save();
  match.skip();
  return [setup, seed, answers, match.view(0)];
};
const asked = {
  new: (setup) => held_of(rules.new_game(setup, 7)),
  seed: (seed) => held_of(rules.new_game(null, seed)).slice(1, 3),
  answer: (answer) => {
    const match = begun();
    const before = picture(match);
    try {
      match.step(answer);
    } catch (error) {
      if (picture(match) !== before) throw new Error(`the state changed with ${error.message}`, { cause: error });
      match.step(match.legal()[0].answer); // it goes on
      throw error;
    }
    return match.save().answers;
  },
  allows: (picked) => {
    const before = picture(running);
    try {
      return [running.watch(0).allows(picked)];
    } finally {
      if (picture(running) !== before) throw new Error("the state changed");
    }
  },
  view: (player) => running.view(player),
  judge: (roster) => rules.check_roster(roster).map(({ reason, place, rows }) => [reason, place, rows]),
  load: (save) => held_of(rules.load(save)),
  load_text: (text) => held_of(rules.load(JSON.parse(text))),
  match: (scenario, seed) => rt.transcript_of_match(table, scenario, seed).at(-1),
  test: (script) => rt.transcript_of_test(table, script),
};
const answered = (call, given) => {
  try {
    return JSON.stringify(asked[call](...given.map(value_of)));
  } catch (error) {
    return error instanceof RangeError ? `refused: ${error.message}` : `RAW: ${error?.stack ?? error}`;
  }
};
const own = (of) => Reflect.ownKeys(of).map(String).join();
const clean = [Object.prototype, Array.prototype, String.prototype, Function.prototype].map(own).join("|");
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line).map(([call, ...given]) => answered(call, given));
  const dirty = [Object.prototype, Array.prototype, String.prototype, Function.prototype].map(own).join("|") !== clean;
  console.log(JSON.stringify(dirty ? ["RAW: a prototype was changed"] : told));
}

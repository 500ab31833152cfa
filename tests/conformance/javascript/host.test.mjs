// The host's interface of the JavaScript runtime, on a rules table written by hand.
import assert from "node:assert/strict";
import { test } from "node:test";

import { write } from "../../../compiler/targets/runtime/javascript/changes.js";
import { create } from "../../../compiler/targets/runtime/javascript/entities.js";
import * as rt from "../../../compiler/targets/runtime/rt.js";
import { body, rules } from "./small_rules.mjs";

/** Steps to the next request or result; gives that and the events before it. */
function until_asked(game, answer) {
  const events = [];
  let told = game.step(answer);
  while (told.type === "event") {
    events.push(told);
    told = game.step();
  }
  return [told, events];
}

/** Plays with the last legal answer, and gives everything that was told. */
function played(game, pick = (legal) => legal.at(-1)) {
  const all = [];
  let [told, events] = until_asked(game);
  for (;;) {
    all.push(...events.map(({ depth, text }) => "  ".repeat(depth) + text), told.type);
    if (told.type === "result") return [told, all];
    [told, events] = until_asked(game, pick(game.legal()).answer);
  }
}

test("events come one at a time, then the request with the labels of its options", () => {
  const game = rt.new_game(rules, null, 3);
  const [asked, events] = until_asked(game);
  assert.deepEqual(events, [
    { type: "event", depth: 0, text: "match" },
    { type: "event", depth: 1, text: "turn player=player#2" },
  ]);
  assert.deepEqual(asked, {
    type: "request", kind: "some", who: "player#2", prompt: "turn (sticks.rules:7)", options: ["1", "2", "3"],
    least: 1, most: 3, place: "rules/sticks.rules:7:3",
  });
  assert.deepEqual(game.step(), asked, "a request that waits is told again");
});

test("legal answers are what the whole of a choice allows", () => {
  const game = rt.new_game(rules, { scenario: "usual" }, 3);
  until_asked(game);
  assert.deepEqual(game.legal().map(({ answer }) => answer), [[0], [1], [2], [0, 1], [0, 2], [1, 2]]);
  assert.deepEqual(game.legal().at(-1).label, "2, 3");
});

test("an illegal answer is refused, and the request waits on", () => {
  const game = rt.new_game(rules, null, 3);
  const [asked] = until_asked(game);
  for (const wrong of [[], [3], [0, 1, 2], [0, 0], "0", [-1]]) {
    assert.throws(() => game.step(wrong), /is no legal answer/, String(wrong));
  }
  assert.deepEqual(game.step(), asked);
  assert.deepEqual(game.save().answers, []);
});

test("a game ends with its result, and answers to nothing are refused", () => {
  const game = rt.new_game(rules, null, 3);
  const [result] = played(game);
  assert.equal(result.outcome, "ended");
  assert.equal(result.state, rt.fingerprint(game.game));
  assert.throws(() => game.step([0]), /nothing is asked now/);
  assert.deepEqual(game.step(), result);
});

test("an offer can be passed, and what is not offered is explained", () => {
  const game = rt.new_game(rules, null, 3);
  until_asked(game);
  const [offered, events] = until_asked(game, [0, 1]);
  assert.deepEqual(events.map(({ text }) => text), [
    "player#2 chooses 1, 2", "pick player=player#2", "count of player#2", "pick player=player#2", "count of player#2",
  ]);
  assert.equal(offered.kind, "use");
  assert.deepEqual(offered.options, ["bring back of player#2"]);
  const [shuffles] = until_asked(game, [-1]);
  assert.equal(shuffles.kind, "yes");
  until_asked(game, [1]);
  until_asked(game, [0]);
  assert.deepEqual(game.explain().refused, []);
});

test("what may not be used is told with its reason and place", () => {
  const game = rt.new_game(rules, null, 3);
  until_asked(game);
  until_asked(game, [0, 1]);
  write(game.game, rt.of_kind(game.game, "player")[0], "sticks", 1);
  assert.deepEqual(game.explain(), {
    prompt: "turn (sticks.rules:2)", place: "rules/sticks.rules:2:1",
    refused: [{
      label: "bring back of player#2", reason: "there are too few sticks", place: "rules/sticks.rules:11:1", rows: [],
    }],
  });
});

test("a save is small data, and continues alike at every request", () => {
  const [, whole] = played(rt.new_game(rules, null, 11));
  const game = rt.new_game(rules, null, 11);
  let [told] = until_asked(game);
  while (told.type === "request") {
    const save = JSON.parse(JSON.stringify(game.save()));
    const copy = rt.load(rules, save);
    assert.deepEqual(copy.save(), save);
    assert.equal(rt.fingerprint(copy.game), rt.fingerprint(game.game));
    const rest = played(copy)[1].filter((line) => line !== "request");
    assert.deepEqual(whole.filter((line) => line !== "request").slice(-rest.length), rest);
    [told] = until_asked(game, game.legal().at(-1).answer);
  }
});

test("what a game that waits still has to do is data", () => {
  const game = rt.new_game(rules, null, 3), seen = new Set();
  let [told] = until_asked(game);
  for (; told.type === "request"; [told] = until_asked(game, game.legal().at(-1).answer)) {
    const { code, frames } = game.game, shared = new Set([...code.abilities, ...code.bodies.values()]);
    for (const frame of frames) {
      const { request, ...values } = frame; // which is made from the others
      seen.add(frame.constructor.name);
      assert.deepEqual(functions_in(values, shared), [], frame.constructor.name);
    }
  }
  const frames = ["Asking", "Body", "Happening", "Offering", "Picking", "PickingOne"];
  assert.deepEqual(frames.filter((name) => !seen.has(name)), []);
});

/** The functions that a value holds, beside those of `met`. */
function functions_in(value, met) {
  if (typeof value === "function") return [value];
  if (typeof value !== "object" || value === null || met.has(value)) return [];
  met.add(value);
  return Object.values(value).flatMap((held) => functions_in(held, met));
}

test("an unknown scenario or setup is refused", () => {
  assert.throws(() => rt.new_game(rules, { scenario: "none" }), /no scenario `none`/);
  assert.throws(() => rt.new_game(rules, { players: 3 }), /a setup has no `players`/);
});

test("a save of other rules is refused", () => {
  const save = rt.new_game(rules, null, 1).save();
  assert.throws(() => rt.load({ ...rules, hash: "other" }, save), /other rules/);
  assert.throws(() => rt.load(rules, { ...save, game: "chess" }), /no save of sticks/);
  assert.throws(() => rt.load(rules, { ...save, format: 3 }), /no save of format 1 or 2/);
});

test("a player sees what lies open and what is their own", () => {
  const game = rt.new_game(rules, null, 3);
  until_asked(game);
  until_asked(game, [0, 1]);
  const own = game.view(0), other = game.view(1), open = game.view(null);
  assert.equal(own.zones[`${own.players[0]}.hidden`].count, 2);
  assert.deepEqual(own.zones[`${own.players[0]}.hidden`].entities.map((name) => own.entities[name].card), ["leaf", "leaf"]);
  for (const seen of [other, open]) {
    assert.deepEqual(seen.zones[`${seen.players[0]}.hidden`], { count: 2, entities: [null, null] });
    assert.ok(Object.values(seen.entities).every(({ card }) => card !== "leaf"));
  }
  assert.equal(own.for, 0);
  assert.equal(game.view("all").for, "all");
  assert.throws(() => game.view("none"), /there is no such player/);
});

test("a modifier changes a value while its condition holds", () => {
  const game = rt.new_state(new rt.Code(rules));
  const player = create(game, "player", null, { sticks: 2 });
  assert.equal(rt.stat(game, player, "reach"), 1);
  write(game, player, "sticks", 3);
  assert.equal(rt.stat(game, player, "reach"), 2);
});

test("a fault leaves the game as it was, and is told without the words of the host language", () => {
  const game = rt.new_game(rules, { scenario: "broken" }, 1);
  const [result] = played(game);
  assert.equal(result.outcome, "ended");
  const faulty = { ...rules, verbs: { ...rules.verbs, match: { ...rules.verbs.match, body: body("do match",
    ["write", 0, "set", "heap", (r) => [r.game, 1]],
    ["write", 0, "set", "picked", (r) => [r.game, r.cards.none_such.cost]],
  ) } } };
  const broken = rt.new_game(faulty, null, 1);
  const [fault] = played(broken);
  assert.deepEqual([fault.outcome, fault.message], ["fault", "a value was none where one is needed"]);
  assert.equal(broken.game.game.heap, 9);
});

test("two transcripts of one seed are the same, and those of two seeds differ", () => {
  const [one, again, other] = [4, 4, 5].map((seed) => rt.transcript_of_match(rules, "usual", seed));
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  assert.match(one.join("\n"), /^ *\? use of player#2 1-1: bring back of player#2$/m);
  assert.match(one.at(-1), /^state [0-9a-f]{16}$/);
});

test("texts are ordered by code points", () => {
  const { card } = rules.data.kinds;
  const fields = ["\u{1F600}", "\uFFFD", "a"].map((name) => ({ ...card.fields[0], name }));
  const data = { ...rules.data, cards: {}, kinds: { ...rules.data.kinds, card: { ...card, fields } } };
  assert.deepEqual(new rt.Code({ ...rules, data }).field_names.get("card"), ["a", "\uFFFD", "\u{1F600}"]);
});

// A rules table written by hand: two players pick sticks from a heap, and a die may bring some back.
//
// It is as small as a table can be that asks for a choice, a use, a roll and a shuffle, lets an ability answer an event
// and another change a value, and refuses a call.
import { of_kind, stat } from "../../../compiler/targets/runtime/javascript/calls.js";

const field = (name, type, more = {}) => ({
  name, type, printed: false, default: null, zone: "", visible: "all", part: "", minimum: null, maximum: null, ...more,
});
const number = (name, more = {}) => field(name, "int", { default: 0, ...more });
const kind = (name, fields) => ({ name, ancestors: [name], figure: false, fields, rows: [] });
const requirement = (at, ...parts) => [parts, at, []];
/** A body: its rows, with a return after them. */
export const body = (name, ...rows) => ({ name, rows: [...rows, ["return", 0]] });
const ability = (id, form, more) => ({
  id, at: 1, carrier: { form: "every", name: "player", field: "" }, form, timing: "", verbs: [], step: "",
  label: id, limits: [], uses: 0, classes: [], rows: [], live: null, condition: null, chooser: null, feasible: null,
  requires: null,
  costs: null, body: null, recharged_by: [], recharged_if: null, modifiers: [], ...more,
});
const verb = (params, head, body, more = {}) => ({
  at: 2, rows: [], lets: [], steps: [], head, recheck: head, body,
  params: params.map((name) => ({ name, optional: false, default: null })), ...more,
});

const verbs = {
  match: verb([], () => null, body("do match",
    ["repeat", 0, "loop 0", () => 3],
    ["next", 0, "loop 0", 1, "", 7],
    ["each", 0, "loop 2", (rt) => of_kind(rt, "player")],
    ["next", 0, "loop 2", 1, "player", 6],
    ["emit", 0, "turn", (_rt, v) => ({ player: v.player })],
    ["jump", 0, 3],
    ["jump", 0, 1],
  )),
  turn: verb(["player"], () => null, body("do turn",
    ["choose", 3, "some", (_rt, v) => [[1, 2, 3], 1, null, v.ev.player], (_rt, _v, sticks) => sticks.length < 3, null],
    ["chosen", 3, "", "sticks", false, 6],
    ["each", 3, "loop 2", (_rt, v) => v.sticks],
    ["next", 3, "loop 2", 1, "stick", 6],
    ["emit", 3, "pick", (_rt, v) => ({ player: v.ev.player })],
    ["jump", 3, 3],
    ["offer", 3, [], false, (_rt, v) => [v.ev.player, null]],
    ["choose", 3, "yes", (_rt, v) => [null, null, null, v.ev.player], null, null],
    ["chosen", 3, "", "answer", false, 10],
    ["shuffle", 3, (_rt, v) => v.ev.player.hidden],
  )),
  pick: verb(["player"], (rt, ev) => (rt.game.heap > 0 ? null : requirement(4, "the heap of ", rt.game, " is empty")),
    body("do pick",
      ["write", 4, "remove", "heap", (rt) => [rt.game, 1]],
      ["write", 4, "add", "sticks", (rt, v) => [v.ev.player, stat(rt, v.ev.player, "reach")]],
      ["create", 4, "card", (rt) => [rt.cards.leaf, {}]],
      ["store", 4, "", "card"],
      ["call", 4, "put_top", (_rt, v) => [v.card, v.ev.player.hidden]],
    )),
  return_some: verb(["player"], () => null, body("do return_some",
    ["roll", 3, () => ["d6", "luck"]],
    ["store", 3, "", "roll"],
    ["write", 3, "add", "heap", (rt, v) => [rt.game, v.roll[0].symbols.value]],
  )),
};

const abilities = [
  ability("bring back", "activation", {
    limits: ["turn"], chooser: (rt, self) => self,
    requires: (rt, self) => (self.sticks > 1 ? null : requirement(5, "there are too few sticks")),
    costs: body("pay bring back", ["write", 1, "remove", "sticks", (_rt, v) => [v.self, 1]]),
    body: body("run bring back", ["emit", 1, "return_some", (_rt, v) => ({ player: v.self })]),
  }),
  ability("count", "trigger", {
    timing: "after", verbs: ["pick"], condition: (rt, self, _this, trigger) => trigger.player === self,
    body: body("run count", ["write", 1, "add", "picked", (rt) => [rt.game, 1]]),
  }),
  ability("long arm", "passive", {
    modifiers: [{ at: 6, form: "adjust", stat: "reach", verbs: [], rows: [], values: [], scope: null,
      condition: (rt, it) => it.sticks > 2, value: () => 1 }],
  }),
];

const players = (number) => body(`build ${number}`, ...["anna", "bert"].flatMap((name) => [
  ["create", 0, "player", () => [null, {}]],
  ["store", 0, "env", name],
]));

export const rules = {
  format: 1, game: "sticks", version: "1", hash: "0123", start: "match", board: {}, policy: {},
  data: {
    kinds: {
      game: kind("game", [number("heap", { default: 9, minimum: 0 }), number("picked")]),
      player: kind("player", [number("sticks"), number("reach", { default: 1 }),
        field("hidden", "zone", { zone: "card", visible: "owner" })]),
      card: kind("card", [number("cost", { printed: true })]),
    },
    enums: {}, dice: { luck: [{ value: 1 }, { star: 1 }] }, symbols: ["star"], terrain: {}, traits: {},
    cards: { leaf: { id: "leaf", kind: "card", values: { cost: 2 }, names: { en: "Leaf" }, rows: [] } },
    events: {}, names: {}, data_rows: {}, rosters: {}, paths: ["rules/sticks.rules"], owners: ["", "turn"],
    spans: [[0, 1, 1, 0], [0, 2, 1, 0], [0, 3, 1, 0], [0, 7, 3, 1], [0, 9, 5, 0], [0, 11, 1, 0], [0, 12, 1, 0]],
  },
  parts: { bodies: { "do match": ["89ab", 0], "do turn": ["cdef", 0] }, lasting: [], untils: [] }, reads: "4567",
  functions: {}, untils: [], stats: [{ kind: "player", name: "reach", stacking: "sum", value: null }],
  verbs, abilities, lasting: [], lives: [], checks: [], rosters: {},
  scenario_names: ["usual", "broken"],
  scenarios: {
    usual: { name: "usual", at: 0,
      positions: [{ at: 0, board: [], letters: [], build: players(1), do: body("given 1") }],
      steps: [], illegal: "", events: [], roster: null },
    broken: { name: "broken", at: 0, positions: [{ at: 0, board: [], letters: [], build: players(2),
      do: body("given 2",
        ["call", 0, "remove", (_rt, v) => [v.env.anna]],
        ["call", 0, "remove", (_rt, v) => [v.env.bert]],
        ["let", 0, "", "game", (rt) => rt.game],
        ["let", 0, "game", "heap", () => null],
      ) }],
    steps: [], illegal: "", events: [], roster: null },
  },
};

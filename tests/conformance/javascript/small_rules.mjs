// A rules table written by hand: two players pick sticks from a heap, and a die may bring some back.
//
// It is as small as a table can be that asks for a choice, a use, a roll and a shuffle, lets an ability answer an event
// and another change a value, and refuses a call.
const field = (name, type, more = {}) => ({
  name, type, printed: false, default: null, zone: "", visible: "all", part: "", minimum: null, maximum: null, ...more,
});
const number = (name, more = {}) => field(name, "int", { default: 0, ...more });
const kind = (name, fields) => ({ name, ancestors: [name], figure: false, fields, rows: [] });
const requirement = (at, ...parts) => [parts, at, []];
const nothing = function* () {};
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
  match: verb([], () => null, function* (rt) {
    for (let round = 0; round < 3; round++) {
      for (const player of rt.of_kind("player")) yield* rt.emit("turn", { player });
    }
  }),
  turn: verb(["player"], () => null, function* (rt, ev) {
    const sticks = yield* rt.choose("some", [1, 2, 3], [1, null], ev.player, [(s) => s.length < 3, null], 3);
    for (const _ of sticks) yield* rt.emit("pick", { player: ev.player });
    yield* rt.offer([], ev.player, null, false);
    if (yield* rt.choose("yes", null, [null, null], ev.player, [null, null], 3)) yield* rt.shuffle(ev.player.hidden, 3);
  }),
  pick: verb(["player"], (rt, ev) => (rt.game.heap > 0 ? null : requirement(4, "the heap of ", rt.game, " is empty")),
    function* (rt, ev) {
      rt.lessen(rt.game, "heap", 1);
      rt.add(ev.player, "sticks", rt.stat(ev.player, "reach"));
      rt.put_top(rt.create("card", rt.cards.leaf, {}), ev.player.hidden);
    }),
  return_some: verb(["player"], () => null, function* (rt, ev) {
    const roll = yield* rt.roll(["d6", "luck"], 3);
    rt.add(rt.game, "heap", roll[0].symbols.value);
  }),
};

const abilities = [
  ability("bring back", "activation", {
    limits: ["turn"], chooser: (rt, self) => self,
    requires: (rt, self) => (self.sticks > 1 ? null : requirement(5, "there are too few sticks")),
    costs: function* (rt, self) {
      rt.lessen(self, "sticks", 1);
    },
    body: function* (rt, self) {
      yield* rt.emit("return_some", { player: self });
    },
  }),
  ability("count", "trigger", {
    timing: "after", verbs: ["pick"], condition: (rt, self, _this, trigger) => trigger.player === self,
    body: function* (rt, self) {
      rt.add(rt.game, "picked", 1);
    },
  }),
  ability("long arm", "passive", {
    modifiers: [{ at: 6, form: "adjust", stat: "reach", verbs: [], rows: [], values: [], scope: null,
      condition: (rt, it) => it.sticks > 2, value: () => 1 }],
  }),
];

const create = function* (rt, env) {
  env.anna = rt.create("player", null, {});
  env.bert = rt.create("player", null, {});
};

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
  functions: {}, stats: [{ kind: "player", name: "reach", stacking: "sum", value: null }],
  verbs, abilities, lasting: [], lives: [], checks: [], rosters: {},
  scenario_names: ["usual", "broken"],
  scenarios: {
    usual: { name: "usual", at: 0, positions: [{ at: 0, board: [], letters: [], build: create, do: nothing }],
      steps: [], illegal: "", events: [], roster: null },
    broken: { name: "broken", at: 0, positions: [{ at: 0, board: [], letters: [], build: create,
      do: function* (rt, env) {
        rt.remove(env.anna);
        rt.remove(env.bert);
        rt.game.heap = null;
      } }],
    steps: [], illegal: "", events: [], roster: null },
  },
};

// Two players and a spectator in a match of boardgame.io. All that a master sends to each is searched for what that one
// cannot know: the match itself, and cards that lie hidden at that moment.

import client from "boardgame.io/dist/cjs/client.js";
import multiplayer from "boardgame.io/dist/cjs/multiplayer.js";

const [folder, scenario, kind] = process.argv.slice(2);
const { game_of } = await import(`${folder}/game.js`);
const { load } = await import(`${folder}/rules/index.js`);
const { of_kind } = await import(`${folder}/rules/rt.js`);
const TURNS = 30, CHANCE = { chance: "host" };

const game = game_of({ scenario });
let truth = null; // what the server has
const watched = { ...game, endIf: ({ G }) => ((truth = G.save === null ? truth : G.save), game.endIf({ G })) };

// The cards of which one lies open somewhere.
function known_cards(state, unseen) {
  const hidden = new Set(unseen);
  return new Set([...state.kinds.values()].flat().filter((e) => !hidden.has(e)).map((e) => e._card?._id));
}

// The cards that a player cannot see, by the names that this runtime gives entities.
function hidden_from(save, id) {
  const { game: state } = load(save, CHANCE), players = of_kind(state, "player");
  const lying = [...state.kinds.values()].flat().filter(({ _zone }) => _zone !== null && _zone.visible !== "all");
  const unseen = lying.filter((e) => {
    const is_own = id !== null && e._zone.owner === players[Number(id)] && e._zone.visible === "owner";
    return !is_own && (id === null || !state.revealed.has(`${e._id} ${players[Number(id)]._id}`));
  });
  const known = known_cards(state, unseen);
  const cards = new Set(unseen.flatMap(({ _card }) => (_card === null || known.has(_card._id) ? [] : [_card._id])));
  return [...unseen.map((e) => `${e._card?._id ?? e._kind}#${e._id}`), ...cards];
}

// Waits until every client has the newest state that the master has told anybody of.
async function settled(tables, least) {
  for (let tries = 0; tries < 2000; tries++) {
    if (tables.every((table) => (table.getState()?._stateID ?? -1) >= least)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("no word came from the master");
}

let transport, stop = () => {};
if (kind === "socket") {
  const { Server, Origins } = (await import("boardgame.io/dist/cjs/server.js")).default;
  const server = Server({ games: [watched], origins: [Origins.LOCALHOST] });
  const running = await server.run({ port: 0, callback: () => {} });
  const { port } = running.appServer.address();
  transport = () => multiplayer.SocketIO({ server: `http://localhost:${port}` });
  stop = () => server.kill(running);
} else {
  const local = multiplayer.Local();
  transport = () => local;
}

const leaks = [];
let searched = 0, hidden = 0, answers = 0;
const sent = []; // since the last search: to whom, and what
function seated(playerID) {
  const own = kind === "socket" ? game : watched; // of a server, clients have the game itself
  const table = client.Client({
    game: own, numPlayers: 2, playerID, matchID: "one", multiplayer: transport(), debug: false,
  });
  const { transport: line } = table, take = line.transportDataCallback;
  line.transportDataCallback = (data) => {
    sent.push([playerID, JSON.stringify(data)]);
    take(data);
  };
  return table;
}
const tables = ["0", "1", null].map(seated);

// The answers of others that the log shows.
function answers_of_others(told, id) {
  if (told === null || typeof told !== "object") return [];
  const { type, playerID, args } = told;
  const own = type === "answer" && playerID !== id && Array.isArray(args) ? [`an answer of ${playerID}`] : [];
  return [...own, ...Object.values(told).flatMap((part) => answers_of_others(part, id))];
}

function search() {
  for (const [id, text] of sent.splice(0)) {
    searched += 1;
    for (const what of answers_of_others(JSON.parse(text), id)) leaks.push(`${id} was sent ${what}`);
    for (const word of ['"save":{', '"answers":[', '"snapshot"', '"chance":']) {
      if (text.includes(word)) leaks.push(`${id} was sent ${word}`);
    }
    for (const name of truth === null ? [] : hidden_from(truth, id)) {
      hidden += 1;
      if (new RegExp(`${name}\\b`).test(text)) leaks.push(`${id} was sent ${name}`);
    }
  }
}

for (const table of tables) table.start();
await settled(tables, 0);
search();
tables[0].moves.begin();
await settled(tables, 1);
search();
let chosen = 1;
while (answers < TURNS) {
  const states = tables.map((table) => table.getState());
  const seat = Number(states[0].G.seat), { legal } = states[seat].G;
  if (legal === null || states.filter(({ G }) => G.legal !== null).length !== 1) leaks.push("not one is asked");
  chosen = (chosen * 48271) % 2147483647;
  tables[seat].moves.answer(legal[chosen % legal.length]);
  answers += 1;
  await settled(tables, 1 + answers);
  search();
}
// Who comes later is sent all of it once more.
const late = seated(null);
late.start();
await settled([late], 1);
search();
for (const table of [...tables, late]) table.stop();
stop();
console.log(JSON.stringify({ leaks, searched, hidden, answers }));
process.exit(0);

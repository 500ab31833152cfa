// Saves: what of a match is kept so that it outlives a change of rules.
//
// Job: write the setup, the seed, the answers and the state of a match, with the hashes of its rules and with what the
// places of the state are called; make sure of a save that a host gives. Input: a match, or a value of any type.
// Output: data that JSON can hold, or Refused. Saves of format 1, which have answers alone, are read too.

import { board_of } from "./scripts.js";
import {
  items, members, ordered, plain, Refused, SNAPSHOT_FORMAT, sound_seed, sound_setup, sound_snapshot, unknown, whole,
} from "./setups.js";

const SAVE_FORMAT = 2;
const NEEDED = {
  1: ["format", "game", "hash", "setup", "seed", "answers"],
  2: ["format", "game", "plays", "setup", "seed", "answers"],
};
const MAY = { 1: [], 2: ["reads", "versions", "chance", "reseeded", "origin", "snapshot", "places"] };
const MOST_ANSWERS = 100_000;
const MOST_RESEEDED = 10_000;

// ---- writing

/** A match as data, for `load` in any engine. */
export function save_of(play) {
  const { rules, setup, seed, answers, _started, _origin } = play;
  const { game, hash: plays, reads, version } = rules;
  const snapshot = play.snapshot();
  return {
    format: SAVE_FORMAT, game, plays, reads, versions: { game: version, snapshot: SNAPSHOT_FORMAT },
    setup: structuredClone(setup), seed, chance: play._asks_chance ? "host" : "own",
    reseeded: structuredClone(reseeded_so_far(play)), answers: structuredClone(answers.slice(_started)),
    origin: structuredClone(_origin), snapshot, places: places_of(play, snapshot),
  };
}

/** After how many answers a match took which seed, without those that are taken back: they may be given again. */
export function reseeded_so_far({ _reseeded, answers }) {
  return _reseeded.filter(([at]) => at <= answers.length);
}

/** What the places of a state are called, so that they can be found under other rules. */
function places_of({ rules, _script: { positions }, game }, { state, board }) {
  const found = { bodies: new Set(), abilities: new Set(state.used.map(([id]) => id)), untils: new Set() };
  find(state, found);
  const { parts, data } = rules;
  const lasting = {}, untils = {};
  for (const [, , modifiers] of state.effects) for (const at of modifiers) lasting[at] = parts.lasting[at];
  for (const at of found.untils) untils[at] = parts.untils[at];
  const names = [...found.bodies, ...[...found.abilities].map((id) => `run ${id}`)];
  for (const [body] of [...Object.values(lasting), ...Object.values(untils)]) names.push(body);
  if (state.frames.some(([name]) => name === "Checking")) {
    names.push(...Object.keys(parts.bodies).filter((name) => name.startsWith("on ")));
  }
  const cards = Object.values(state.kinds).flatMap(({ card = [] }) => card).filter((id) => id !== null);
  const drawn = board === null ? null : board_of(positions[board], game.code).grid;
  const rows = (ids, row) => Object.fromEntries([...new Set(ids)].sort().map((id) => [id, row(id)]));
  return structuredClone({
    bodies: rows(names.filter((name) => Object.hasOwn(parts.bodies, name)), (name) => parts.bodies[name]),
    lasting, untils, board: drawn === null ? null : [drawn.width, drawn.height],
    cards: rows(cards, (id) => Object.values(data.cards[id].names)[0] ?? id),
  });
}

/** What the values of a state name of the rules. */
function find(value, found) {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    const [sort, name] = value;
    if (sort === "body") found.bodies.add(name);
    if (sort === "ability" || sort === "use") found.abilities.add(name);
    if (sort === "duration" && value[4] !== null) found.untils.add(value[4]);
  }
  for (const item of Object.values(value)) find(item, found);
}

// ---- reading

/** A save of these rules; what it says of the match is tried when that is made. */
export function sound_save(rules, save) {
  const held = members(save);
  const number = held === null ? null : held.format;
  const needed = NEEDED[number === 1 ? 1 : SAVE_FORMAT];
  const none = `this is no save: it needs ${needed.slice(0, -1).join(", ")} and ${needed.at(-1)}`;
  if (held === null || !("format" in held)) throw new Refused(none);
  if (number !== 1 && number !== SAVE_FORMAT) throw new Refused(`this is no save of format 1 or ${SAVE_FORMAT}`);
  if (needed.some((name) => !(name in held))) throw new Refused(none);
  const wrong = unknown(held, [...needed, ...MAY[number]]);
  if (wrong !== null) throw new Refused(`a save has no \`${wrong}\``);
  if (held.game !== rules.game) throw new Refused(`this is no save of ${rules.game}`);
  const answers = items(held.answers, MOST_ANSWERS);
  if (answers === null) throw new Refused("the answers of a save are an array");
  if (answers.length > MOST_ANSWERS) throw new Refused(`a save has at most ${MOST_ANSWERS} answers`);
  const plays = number === 1 ? held.hash : held.plays, { chance = null } = held;
  if (typeof plays !== "string") throw new Refused("the hash of a save is a text");
  if (chance !== null && chance !== "own" && chance !== "host") {
    throw new Refused("the `chance` of a save is own or host");
  }
  const [origin, snapshot] = [held.origin, held.snapshot].map((one) => a_snapshot(rules, one));
  const setup = sound_setup(held.setup), reseeded = sound_reseeded(held.reseeded);
  plain(held.places ?? null); // which only the command and the Python package read
  if (plays !== rules.hash) {
    throw new Refused(
      `the save is of other rules than ${rules.game} ${rules.hash}; the command and the Python package can load it ` +
        "by `replay`, which gives its answers again as far as they are legal, or by `state`, which takes over what " +
        "still exists",
    );
  }
  for (const one of [origin, snapshot]) {
    if (one !== null && one.hash !== plays) {
      throw new Refused("the save is damaged: its snapshot is of other rules than the save");
    }
  }
  const is_of = (one) => ordered(one.setup) === ordered(setup) && one.seed === sound_seed(held.seed);
  if (snapshot !== null && !is_of(snapshot)) {
    throw new Refused("the save is damaged: its snapshot is of another setup or seed than the save");
  }
  return { setup, seed: held.seed, answers, chance, reseeded, origin, snapshot };
}

/** A snapshot in a save. */
function a_snapshot(rules, snapshot) {
  if (snapshot === undefined) return null;
  try {
    return sound_snapshot(rules, snapshot, false);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(`the save is damaged: ${error.message}`, { cause: error });
  }
}

/** After how many answers a branch took which other seed. */
function sound_reseeded(rows) {
  const given = items(rows ?? [], MOST_RESEEDED);
  const found = given?.map((row) => (items(row, 2) ?? []).map(whole));
  if (!found?.every((row) => row.length === 2 && !row.includes(null))) {
    throw new Refused("the `reseeded` of a save are pairs of whole numbers");
  }
  return found;
}

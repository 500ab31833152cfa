// What a host gives: setups, seeds, answers and snapshots, made sure of before anything is done with them.
//
// Job: take what a program handed over, refuse what is none with a sentence that every runtime has in common, and give
// the rest as plain values. Input: values of any type. Output: data that a save can hold, or Refused.

export const SNAPSHOT_FORMAT = 1;
const SETUP = ["scenario", "rosters"];
const LIMITS = ["work", "watch", "chance"];
const SNAPSHOT = ["format", "game", "hash", "setup", "seed", "chance", "opening", "board", "result", "state"];
const MOST_VALUES = 1_000_000;
const DEEPEST = 60;
const MOST_POSITIONS = 10_000;
export const SHOWN = 60;
const SHOWN_POSITIONS = 20;
const MOST_LETTERS = 40;
// What no name has, as first and last of each range: what is not seen, stands over its neighbours, or turns a line.
const UNSEEN = [
  0x0, 0x1f, 0x7f, 0xa0, 0xad, 0xad, 0x300, 0x36f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f,
  0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x2000, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f, 0x20d0, 0x20ff, 0x2800, 0x2800,
  0x3000, 0x3000, 0x3164, 0x3164, 0xd800, 0xf8ff, 0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xfeff, 0xfeff, 0xffa0, 0xffa0,
  0xfff0, 0xffff, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0x10ffff,
];

/** What a host asked for cannot be; it is a RangeError, as every other of its kind. */
export class Refused extends RangeError {}
Object.defineProperty(Refused.prototype, "name", { value: "RangeError" });

/** Does something that may be refused; the refusal then says of what it is. */
export function about(what, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(what + error.message, { cause: error });
  }
}

// ---- values of any type; each level is read once, into a value of our own

/** A whole number, or null for anything else; -0 is 0. */
export function whole(value) {
  return Number.isSafeInteger(value) ? value + 0 : null;
}

/**
 * The members of an object that are not none, or null for what is no object. Nothing is taken from prototypes. An array
 * with nothing in it is an object with nothing in it: Lua cannot tell them apart.
 */
export function members(value) {
  try {
    if (Array.isArray(value)) return value.length === 0 ? Object.create(null) : null;
    if (typeof value !== "object" || value === null) return null;
    const above = Object.getPrototypeOf(value);
    if (above !== null && Object.getPrototypeOf(above) !== null) return null; // a Map, a Date, or another class
    const held = Object.create(null);
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (item !== null && item !== undefined) held[name] = item;
    }
    return held;
  } catch {
    return null; // a getter or a proxy may do anything
  }
}

/** What an array holds, or null for what is no array; of a longer one so many, and one more. */
export function items(value, most) {
  try {
    if (!Array.isArray(value)) {
      const held = members(value);
      return held !== null && Object.keys(held).length === 0 ? [] : null;
    }
    const held = [];
    const { length } = value;
    for (let i = 0; i < length && i <= most; i++) held.push(value[i]);
    return held;
  } catch {
    return null;
  }
}

/** A text of a host as a message and an order may have it: what is not plain ASCII is a question mark. */
export function visible(name) {
  return name.replace(/[^ -~]+/g, "?");
}

/** The beginning of a text of a host, for a message. */
export function shown(name) {
  const seen = visible(name);
  return seen.length <= SHOWN ? seen : `${seen.slice(0, SHOWN)}...`;
}

/** The first name, as messages show it, that is not among those that are known, or null. */
export function unknown(given, known) {
  return Object.keys(given).filter((name) => !known.includes(name)).map(shown).sort()[0] ?? null;
}

/** A seed, 1 where none is given. */
export function sound_seed(seed) {
  const found = whole(seed ?? 1);
  if (found === null) {
    throw new Refused(`a seed is a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`);
  }
  return found;
}

/** How a host calls the players, in the order of their seats; empty where it gives a player no name. */
export function sound_names(names, seats) {
  const given = items(names ?? [], seats);
  if (given === null || given.length > seats) {
    throw new Refused(`names of players are an array of at most ${seats} texts`);
  }
  return given.map((name) => sound_name(name ?? ""));
}

function sound_name(name) {
  const letters = typeof name === "string" ? [...name.slice(0, 2 * MOST_LETTERS + 2)] : [""];
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const unseen = codes.some((code) => UNSEEN.some((first, i) => i % 2 === 0 && first <= code && code <= UNSEEN[i + 1]));
  if (unseen || codes.length > MOST_LETTERS || codes[0] === 0x20 || codes.at(-1) === 0x20) {
    const most = `at most ${MOST_LETTERS} characters`;
    throw new Refused(`a name of a player has ${most}, each to be seen, and no space at its ends`);
  }
  return name;
}

/** A setup with what it names, and nothing that it leaves open; its rosters are read when its scenario is known. */
export function sound_setup(setup) {
  const given = members(setup ?? {});
  if (given === null) throw new Refused("a setup is an object");
  const wrong = unknown(given, SETUP);
  if (wrong !== null) throw new Refused(`a setup has no \`${wrong}\``);
  return given;
}

/** What a host allows: `work`, a number above 0, `watch`, which can be called, and who answers for `chance`. */
export function sound_limits(limits) {
  const given = members(limits ?? {});
  if (given === null) throw new Refused("limits are an object");
  const wrong = unknown(given, LIMITS);
  if (wrong !== null) throw new Refused(`limits have no \`${wrong}\``);
  const { chance = "own" } = given;
  if (chance !== "own" && chance !== "host") throw new Refused("`chance` is own or host");
  const work = given.work === undefined ? null : whole(given.work), watch = given.watch ?? null;
  if (given.work !== undefined && (work === null || work <= 0)) throw new Refused("`work` is a whole number above 0");
  if (watch !== null && typeof watch !== "function") throw new Refused("`watch` is a function");
  return { work, watch, chance };
}

export function listed_names(names) {
  return names.join(", ") || "none";
}

/** The script of a scenario; a refusal names those that there are. */
export function script_named(rules, scenario) {
  if (typeof scenario !== "string") throw new Refused("a scenario is named by a text");
  if (!Object.hasOwn(rules.scenarios, scenario)) {
    throw new Refused(`there is no scenario \`${shown(scenario)}\`; there are: ${listed_names(rules.scenario_names)}`);
  }
  return rules.scenarios[scenario];
}

// ---- answers and snapshots

/** An answer as an array of positions; whether it is a legal one is the request's to say. */
export function sound_answer(answer) {
  const given = items(answer, MOST_POSITIONS);
  if (given !== null && given.length > MOST_POSITIONS) {
    throw new Refused(`this is no legal answer: it has more than ${MOST_POSITIONS} positions`);
  }
  const found = given === null ? [null] : given.map(whole);
  if (found.includes(null)) throw new Refused("this is no legal answer: an answer is an array of positions");
  return found;
}

/** The beginning of an answer, for a message. */
export function shown_answer(positions) {
  const more = positions.length > SHOWN_POSITIONS ? ", ..." : "";
  return `[${positions.slice(0, SHOWN_POSITIONS).join(", ")}${more}]`;
}

/** A snapshot of these rules, or of any; what it says of the state is looked at when the game is made. */
export function sound_snapshot(rules, snapshot, is_ours = true) {
  const held = plain(snapshot);
  const names = is_object(held) ? Object.keys(held) : [];
  if (names.length !== SNAPSHOT.length || SNAPSHOT.some((name) => !names.includes(name))) {
    const needed = `${SNAPSHOT.slice(0, -1).join(", ")} and ${SNAPSHOT.at(-1)}`;
    throw new Refused(`this is no snapshot: it needs ${needed}, nothing else`);
  }
  const { format, game, hash, chance, opening, board } = held;
  if (format !== SNAPSHOT_FORMAT) throw new Refused(`this is no snapshot of format ${SNAPSHOT_FORMAT}`);
  if (game !== rules.game) throw new Refused(`this is no snapshot of ${rules.game}`);
  if (is_ours && hash !== rules.hash) {
    throw new Refused(`the snapshot is of other rules than ${rules.game} ${rules.hash}`);
  }
  const setup = sound_setup(held.setup), seed = sound_seed(held.seed);
  if (!Number.isInteger(chance) || chance <= 0 || chance >= 2 ** 31 - 1) {
    throw new Refused("the `chance` of a snapshot is a number from 1 to 2147483646");
  }
  if (opening !== null && !Array.isArray(opening)) {
    throw new Refused("the `opening` of a snapshot is an array of answers, or none");
  }
  if (board !== null && !Number.isInteger(board)) {
    throw new Refused("the `board` of a snapshot is a number, or none");
  }
  return { ...held, setup, seed };
}

function is_object(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Data as a text that equal data have in common. */
export function ordered(value) {
  const sorted = (held) => Object.fromEntries(Object.keys(held).sort().map((name) => [name, held[name]]));
  return JSON.stringify(plain(value), (_, item) => (is_object(item) ? sorted(item) : item));
}

/** A copy of data that JSON can hold, of a bounded size and depth; Refused for anything else. */
export function plain(value, left = { values: MOST_VALUES }, depth = DEEPEST) {
  left.values -= 1;
  if (left.values < 0 || depth < 0) throw new Refused("the snapshot is too large, or too deep");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new Refused("a text of the snapshot is no Unicode");
    return value;
  }
  if (typeof value === "number") {
    const found = whole(value);
    if (found === null) throw new Refused("a number of the snapshot is not whole");
    return found;
  }
  const entries = entries_of(value, left.values);
  if (Array.isArray(value)) return entries.map(([, item]) => plain(item, left, depth - 1));
  const made = Object.create(null);
  for (const [name, item] of entries) made[plain(name, left, depth)] = plain(item, left, depth - 1);
  return made;
}

/** The names and values of an object or array, at most one more than so many. */
function entries_of(value, most) {
  try {
    const listed = items(value, most);
    if (Array.isArray(value) && listed !== null) return [...listed.entries()];
    const above = Object.getPrototypeOf(value);
    if (above === null || Object.getPrototypeOf(above) === null) return Object.entries(value);
  } catch {
    // a getter or a proxy may do anything
  }
  throw new Refused("the snapshot is no JSON data");
}

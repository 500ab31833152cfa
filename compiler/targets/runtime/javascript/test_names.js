// The names that a test gives to players and things.
//
// Job: find the option that an answer names; write messages with the test's own names. Input: a game whose entities
// have names for tests. Output: names, positions of options, and texts.

import { Entity, Fault, label, range, Usable } from "./values.js";

const LABEL = /(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*#([0-9]+)(?![0-9]| of )/g;
const MOST_SHOWN = 12;

/** The name of an entity, and those of the parts printed in it: `sword.lines#2`, `sword.edge`. */
export function name_for_tests(game, entity, name) {
  const give = (one, text) => {
    if (one instanceof Entity && !game.test_names.has(one._id)) game.test_names.set(one._id, text);
  };
  give(entity, name);
  for (const f of game.data.kinds[entity._kind].fields) {
    if (!f.part) continue;
    const held = entity[f.name];
    if (Array.isArray(held)) held.forEach((part, i) => give(part, `${name}.${f.name}#${i + 1}`));
    else give(held, `${name}.${f.name}`);
  }
}

/** A message with the test's names in place of those of transcripts, such as `orc#3`. */
export function named(game, text) {
  return text.replace(LABEL, (whole, id) => game.test_names.get(Number(id)) ?? whole);
}

export function shown_options(game, options) {
  return options.slice(0, MOST_SHOWN).map((option) => named(game, label(option))).join(", ");
}

/** Every way in which a test may name an option. */
export function names_of(game, option) {
  if (option instanceof Usable) {
    const { name, me, this: self } = option, text = String(option);
    const mine = names_of(game, me), its = names_of(game, self);
    const found = new Set([name, text, named(game, text), game.code.abilities[option.ability].id]);
    if (self instanceof Entity) for (const one of its) found.add(one);
    for (const m of mine) {
      found.add(`${name} of ${m}`);
      for (const one of its) found.add(`${one} of ${m}`);
    }
    return found;
  }
  if (!(option instanceof Entity)) return new Set([label(option)]);
  const card = option._card !== null ? option._card._id : option.id;
  const found = new Set([label(option), game.test_names.get(option._id) ?? ""]);
  if (typeof card === "string") found.add(card);
  found.delete("");
  return found;
}

/** The position of the option that an answer names, or -1; one that names several different options is a Fault. */
export function fitting(game, options, wanted, at) {
  if (Array.isArray(wanted)) return -1; // a list names no one option, and as a string it would read as its only name
  const text = String(wanted), every = options.map((option) => names_of(game, option));
  let found = range(options.length).filter((i) => every[i].has(text));
  if (found.length > 1) {
    const own = found.filter((i) => options[i] instanceof Entity && game.test_names.get(options[i]._id) === text);
    if (own.length === 1) found = own;
  }
  if (found.length > 1 && !found.every((i) => are_alike(game, options[found[0]], options[i]))) {
    const ways = found.slice(0, MOST_SHOWN).map((i) => `\`${own_name(every, i)}\``);
    throw new Fault(`\`${text}\` fits ${found.length} options: name ${ways.join(" or ")}`, at);
  }
  return found.length ? found[0] : -1;
}

/** The shortest name that only this option has, without a number of the transcript if there is one. */
function own_name(every, position) {
  const names = [...every[position]];
  const own = names.filter((name) => !every.some((other, i) => i !== position && other.has(name)));
  const rank = (name) => [name.includes("#") ? 1 : 0, name.length];
  const before = (a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x[0] - y[0] || x[1] - y[1] || (a < b ? -1 : 1);
  };
  return (own.length ? own : names).sort(before)[0];
}

/** Whether it makes no difference which is chosen: copies of a card in one place, to which nothing has happened. */
function are_alike(game, one, other) {
  if (one === other) return true;
  if (one instanceof Usable && other instanceof Usable) {
    if (one.ability !== other.ability) return false;
    return are_alike(game, one.me, other.me) && are_alike(game, one.this, other.this);
  }
  if (!(one instanceof Entity) || !(other instanceof Entity)) return label(one) === label(other);
  const is_plain = (thing) => !game.test_names.has(thing._id) && thing._statuses.length === 0 && thing._card !== null;
  if (!is_plain(one) || !is_plain(other)) return false;
  return one._card === other._card && one._zone !== null && one._zone === other._zone;
}

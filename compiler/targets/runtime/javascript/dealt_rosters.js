// Rosters that a host brings: read by what the game deals, judged, and laid into the zones that take them.
//
// Job: of a roster as a host gives it make one that a save can hold; tell what is wrong with it; put its cards where
// they begin. Input: a rules table, values of any type. Output: data, refusals, or Refused.

import { create } from "./entities.js";
import { new_state, place_of } from "./game.js";
import { linked } from "./linked.js";
import { put_bottom, remove } from "./places.js";
import { check_roster } from "./rosters.js";
import { about, items, listed_names, members, Refused, SHOWN, shown, unknown, visible, whole } from "./setups.js";
import { Fault } from "./values.js";

const MOST_CARDS = 1000;

/** The rosters of a setup by the players of its scenario, each legal. */
export function seated(rules, given, scenario) {
  const brought = members(given);
  if (brought === null) throw new Refused("the rosters of a setup are an object");
  const seats = rules.deals.seats[scenario] ?? [];
  const wrong = unknown(brought, seats);
  if (wrong !== null) {
    throw new Refused(`the scenario \`${scenario}\` has no player \`${wrong}\`; there are: ${listed_names(seats)}`);
  }
  const there = seats.filter((name) => name in brought);
  return Object.fromEntries(there.map((name) => [name, legal_roster(rules, name, brought[name])]));
}

function legal_roster(rules, player, given) {
  return about(`the roster of ${player}: `, () => {
    const roster = read_roster(rules, given);
    const broken = broken_roster(rules, roster).map((refusal) => refusal.message);
    if (broken.length) throw new Refused(broken.join("; "));
    return typeof given === "string" ? given : roster;
  });
}

/** A roster, or the name of one of the game's own, with arrays for its lists. */
function read_roster(rules, given) {
  const { lists, rosters } = rules.deals;
  if (typeof given === "string" && !Object.hasOwn(lists, given)) {
    throw new Refused(`no roster is named \`${shown(given)}\`; there are: ${listed_names(Object.keys(lists).sort())}`);
  }
  const held = members(typeof given === "string" ? lists[given] : given);
  if (held === null) throw new Refused("a roster is an object, or the name of one");
  const { roster } = held;
  if (typeof roster !== "string" || !Object.hasOwn(rosters, roster)) {
    throw new Refused(`\`roster\` names what is dealt: ${listed_names(Object.keys(rosters).sort())}`);
  }
  const params = rosters[roster];
  const wrong = unknown(held, ["roster", ...params.map(([param]) => param)]);
  if (wrong !== null) throw new Refused(`${roster} has no \`${wrong}\``);
  return Object.fromEntries([["roster", roster], ...params.map((param) => [param[0], read_param(rules, param, held)])]);
}

function read_param(rules, [name, form, kind], held) {
  if (!(name in held)) throw new Refused(`\`${name}\` is missing`);
  const value = held[name];
  if (form === "list") return read_cards(rules, name, kind, value);
  if (form === "card") return read_card(rules, name, kind, value);
  return read_plain(rules, [name, form, kind], value);
}

/** A value that is no card, of the form that the definition says. */
function read_plain(rules, [name, form, named], value) {
  const { MAX_SAFE_INTEGER: largest } = Number;
  const number = whole(value);
  const is_text = typeof value === "string";
  if (form === "int" && number === null) {
    throw new Refused(`\`${name}\` is a whole number from -${largest} to ${largest}`);
  }
  if (form === "bool" && typeof value !== "boolean") throw new Refused(`\`${name}\` is true or false`);
  if (form === "enum" && !(is_text && rules.data.enums[named].includes(value))) {
    throw new Refused(`\`${name}\` is one of ${listed_names(rules.data.enums[named])}`);
  }
  if (form === "text" && !is_text) throw new Refused(`\`${name}\` is a text`);
  if (number === null && !is_text && typeof value !== "boolean") {
    throw new Refused(`\`${name}\` is a number or a word`);
  }
  if (is_text && shown(value) !== value) {
    throw new Refused(`\`${name}\` has at most ${SHOWN} characters, all of them of ASCII`);
  }
  return number ?? value;
}

/** Cards, each as often as it is there; of an object by the order of its keys. */
function read_cards(rules, name, kind, value) {
  const refuse_more = (cards) => {
    if (cards.length > MOST_CARDS) throw new Refused(`\`${name}\` has more than ${MOST_CARDS} cards`);
  };
  const listed = items(value, MOST_CARDS);
  const copies = members(value);
  const held = [];
  if (listed !== null) {
    for (const card of listed.slice(0, MOST_CARDS)) held.push(read_card(rules, name, kind, card));
    refuse_more(listed);
    return held;
  }
  if (copies === null) throw new Refused(`\`${name}\` is an array of cards, or an object with how many of each`);
  const keys = Object.keys(copies).map((card) => [visible(card), card]);
  keys.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  for (const [, card] of keys) {
    read_card(rules, name, kind, card);
    const many = whole(copies[card]);
    if (many === null || many < 0 || many > MOST_CARDS) {
      throw new Refused(`how many of \`${card}\` is a whole number from 0 to ${MOST_CARDS}`);
    }
    for (let i = 0; i < many; i++) held.push(card);
    refuse_more(held);
  }
  return held;
}

function read_card(rules, name, kind, card) {
  const { cards, kinds } = rules.data;
  if (typeof card !== "string" || !Object.hasOwn(cards, card)) {
    const named = typeof card === "string" ? `: ${shown(card)}` : "";
    throw new Refused(`\`${name}\` names a card that is not there${named}`);
  }
  if (!kinds[cards[card].kind].ancestors.includes(kind)) {
    throw new Refused(`\`${name}\` has cards of the kind ${kind}, and ${card} is none`);
  }
  return card;
}

/** What of its definition a roster does not keep to. */
function broken_roster(rules, roster) {
  const values = rules.deals.rosters[roster.roster].map(([name]) => [name, roster[name]]);
  try {
    return check_roster(linked(rules), roster.roster, values);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Refused(`${roster.roster} cannot be judged: ${error.message}`, { cause: error });
  }
}

/** What is wrong with a roster, or with the game's own of that name; empty where it is legal. */
export function judge_roster(rules, roster) {
  const game = new_state(linked(rules));
  return broken_roster(rules, read_roster(rules, roster)).map(({ message, at, rows }) => ({
    reason: message, place: place_of(game, at), rows,
  }));
}

/** Lays a roster's cards into the zones that take them, in place of what lies there. */
export function deal(rules, game, player, given) {
  const roster = read_roster(rules, given);
  const params = rules.deals.rosters[roster.roster].filter(([, , , zone]) => zone !== "");
  for (const [, , , zone] of params) {
    for (const card of [...player[zone].items]) remove(game, card);
  }
  for (const [name, , , zone] of params) {
    const held = Array.isArray(roster[name]) ? roster[name] : [roster[name]];
    for (const id of new Set(held)) {
      const { kind } = rules.data.cards[id];
      for (const _ of held.filter((other) => other === id)) {
        const whose = Object.fromEntries(rules.deals.whose[kind].map((field) => [field, player]));
        put_bottom(game, create(game, kind, game.code.cards[id], whose), player[zone]);
      }
    }
  }
}

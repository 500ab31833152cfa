// What a player cannot know, dealt anew.
//
// Job: give the hidden places of a game other entities, in a way that fits all that a player knows: how many lie where,
// and what was revealed. Input: a game that is nobody else's, with its snapshot; a player; a random generator. Output:
// the same game. What comes of it depends on the hidden truth in no way: entities are put in an order of their own
// before chance deals them.

import { is_known_to } from "./places.js";
import { snapshot_of } from "./snapshots.js";
import { compare, Entity } from "./values.js";

/** Deals what is hidden from a player, also in the snapshot; false, and nothing is done, where what is being done names
 * some of it. */
export function deal_anew(game, state, player, chance, frames) {
  const pools = hidden_places(game, player);
  const hidden = new Set(pools.flatMap(({ places }) => places.map(([zone, index]) => zone.items[index]._id)));
  if (names_any([state.frames, state.stack, state.events, state.envs, state.effects], hidden)) return false;
  const naming = new Naming(game, pools);
  for (const { places } of pools) {
    const entities = places.map(([zone, index]) => zone.items[index])
      .sort((a, b) => compare(own_order(a), own_order(b)));
    const order = chance.permutation(places.length);
    places.forEach(([zone, index], i) => {
      const entity = entities[order[i]];
      zone.items = zone.items.map((item, n) => (n === index ? entity : item)); // `with` is newer than Node 18
      entity._zone = zone;
    });
    for (const [zone] of places) write(state, zone);
  }
  game.forget_all();
  if (naming.is_dealt_anew(chance)) Object.assign(state, snapshot_of(game, frames));
  return true;
}

/**
 * What is known and names something hidden, as a field does. What is named lies in the same zone as before, and nobody
 * knows where there: it is dealt anew, too.
 */
class Naming {
  constructor(game, pools) {
    this.game = game;
    this.rooms = new Map(); // by entity: the places of its zone that hold its kind
    this.left = new Map(); // by these places: what no name was given to
    this.others = new Map(); // by what was named: what is named now
    for (const { places } of pools) {
      const by_zone = new Map();
      for (const place of places) {
        if (!by_zone.has(place[0])) by_zone.set(place[0], []);
        by_zone.get(place[0]).push(place);
      }
      for (const found of by_zone.values()) {
        for (const [zone, index] of found) this.rooms.set(zone.items[index], found);
      }
    }
  }

  /** Names others after the places were dealt; whether there was something to name. */
  is_dealt_anew(chance) {
    const known = [...this.game.kinds.values()].flat().filter((entity) => !this.rooms.has(entity));
    for (const entity of known.sort((a, b) => a._id - b._id)) {
      for (const name of this.game.code.field_names.get(entity._kind)) {
        const value = entity[name];
        if (value instanceof Entity || is_list(value)) entity[name] = this.renamed(value, chance);
      }
    }
    return this.others.size > 0;
  }

  renamed(value, chance) {
    if (value instanceof Entity) return this.rooms.has(value) ? this.other(value, chance) : value;
    return is_list(value) ? value.map((part) => this.renamed(part, chance)) : value;
  }

  other(entity, chance) {
    const places = this.rooms.get(entity);
    if (!this.left.has(places)) {
      const dealt = chance.permutation(places.length).map((position) => places[position]);
      this.left.set(places, dealt.map(([zone, index]) => zone.items[index]));
    }
    if (!this.others.has(entity)) this.others.set(entity, this.left.get(places).pop());
    return this.others.get(entity);
  }
}

/** Whether a value is a collection: no roll, and no shape. */
function is_list(value) {
  return value !== null && typeof value === "object" && value.constructor === Array;
}

/** Writes what lies in a zone, whose owner may be in the game no more. */
function write(state, { owner, name, items }) {
  for (const { [owner._kind]: columns } of [state.kinds, state.removed]) {
    const at = columns?.id.indexOf(owner._id) ?? -1;
    if (at >= 0) columns.fields[name][at] = items.map((item) => item._id);
  }
}

/** The places whose entities a player does not know, by whose zone it is and by kind: in these all are alike. */
function hidden_places(game, player) {
  const lying = [...game.kinds.values()].flat().filter((entity) => entity._zone !== null);
  const zones = [...new Set(lying.map((entity) => entity._zone))];
  const pools = new Map();
  for (const zone of zones.sort((a, b) => compare([a.owner._id, a.name], [b.owner._id, b.name]))) {
    zone.items.forEach((entity, index) => {
      if (is_known_to(game, entity, player)) return;
      const key = `${zone.owner._id} ${entity._kind}`;
      if (!pools.has(key)) pools.set(key, { key: [zone.owner._id, entity._kind], places: [] });
      pools.get(key).places.push([zone, index]);
    });
  }
  return [...pools.values()].sort((a, b) => compare(a.key, b.key));
}

/** By card and age, wherever it lies. */
function own_order(entity) {
  return [entity._card !== null ? entity._card._id : "", entity._id];
}

/** Whether data of a snapshot names one of these entities. */
function names_any(value, ids) {
  if (Array.isArray(value) && value.length === 2 && value[0] === "entity" && ids.has(value[1])) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((item) => names_any(item, ids));
}

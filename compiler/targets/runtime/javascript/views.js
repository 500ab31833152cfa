// Views: what somebody may know of a match, as data (`schemas/view.schema.json`).
//
// Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game, who asks, and the
// names by which they know entities. Output: data that JSON can hold; the same in every engine.
//
// An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
// entity. Who watches a match keeps the names: an entity has its name for as long as the viewer may know where it is;
// who finds it again after that finds it under another one.

import { players_by_seat } from "./entities.js";
import { place_of } from "./game.js";
import { compare_texts, Duration, Entity, Event, Face, Roll, Square, Usable, Zone } from "./values.js";

export const HIDDEN = Object.freeze({ hidden: true });

/**
 * A game as one viewer sees it: all entities, what of them is seen, and how that is printed. `seat` is the number of a
 * player, who is `player`, null of a spectator, or "all" of a referee, who knows all.
 */
export class Outlook {
  constructor(game, { seat, player }) {
    Object.assign(this, { game, seat, player });
    this.viewer = player !== null ? player._id : null;
    this.kinds = game.data.kinds;
    this.traits = game.data.traits;
    this.names = { given: new Map(), last: 0 }; // by id
    this.holding = new Map(); // by kind: its zones and parts
    this.look();
  }

  // ---- reading
  /** Looks at the game as it is now: what holds what, what is seen, and under which names. */
  look() {
    this.rows = new Map();
    this.lying = new Map(); // by id: in whose zone, and its place there
    this.holders = new Map(); // by id: in whose zone, of whom a part, on whom a status it is
    this.held = new Map(); // the same, the other way round
    this.known = new Map();
    for (const held of this.game.kinds.values()) for (const entity of held) this.rows.set(entity._id, entity);
    for (const entity of this.rows.values()) this.note_held(entity);
    for (const id of this.rows.keys()) this.is_seen(id);
    this.give_names();
  }

  /** Notes what an entity holds: what lies in its zones, its parts, the statuses on it. */
  note_held(entity) {
    const held = [];
    for (const { name, zone, visible } of this.holding_of(entity._kind)) {
      const value = entity[name];
      if (zone) {
        value.items.forEach(({ _id }, place) => {
          this.lying.set(_id, { owner: entity._id, zone: name, place, visible });
          held.push(_id);
        });
      } else {
        const parts = Array.isArray(value) ? value : [value];
        held.push(...parts.filter((part) => part instanceof Entity && this.rows.has(part._id)).map(({ _id }) => _id));
      }
    }
    held.push(...entity._statuses.map(({ _id }) => _id));
    this.held.set(entity._id, held);
    for (const item of held) this.holders.set(item, entity._id);
  }

  holding_of(kind) {
    if (!this.holding.has(kind)) {
      const found = this.kinds[kind].fields.filter(({ zone, part }) => zone || part);
      this.holding.set(kind, found.sort((a, b) => compare_texts(a.name, b.name)));
    }
    return this.holding.get(kind);
  }

  // ---- what is seen
  /** Whether the asker knows an entity that is in the game: it, and what holds it. */
  is_seen(id) {
    if (!this.known.has(id)) {
      this.known.set(id, true); // should two hold each other
      const holder = this.holders.get(id);
      this.known.set(id, this.is_open(id) && (holder === undefined || this.is_seen(holder)));
    }
    return this.known.get(id);
  }

  /** Whether the asker sees what lies in this place, or was shown it; also where its owner has left the game. */
  is_open(id) {
    const zone = this.rows.get(id)._zone;
    if (zone === null || zone.visible === "all" || this.seat === "all") return true;
    if (this.player === null) return false;
    const is_own = zone.visible === "owner" && zone.owner._id === this.viewer;
    return is_own || this.game.revealed.has(`${id} ${this.viewer}`);
  }

  // ---- names
  /** Takes the names of what is hidden now, and gives names to what is new. */
  give_names() {
    const { given } = this.names;
    for (const id of [...given.keys()]) if (this.rows.has(id) && !this.is_seen(id)) given.delete(id);
    // Players in the order of their seats.
    for (const { _id } of players_by_seat(this.game)) if (!given.has(_id)) this.name(_id);
    const alone = [...this.rows.keys()].filter((id) => !given.has(id) && !this.holders.has(id) && this.is_seen(id));
    for (const id of by_key(alone, (id) => this.key(this.rows.get(id)))) this.name(id);
    const waiting = [...given.keys()].filter((id) => this.rows.has(id)).sort((a, b) => given.get(a) - given.get(b));
    for (const id of waiting) { // which grows
      for (const item of this.nameless(id)) {
        this.name(item);
        waiting.push(item);
      }
    }
  }

  /** What it holds that is seen and has no name: as it lies, but where the asker knows no order by what it is. */
  nameless(holder) {
    const found = this.held.get(holder).filter((item) => !this.names.given.has(item) && this.is_seen(item));
    const jumbled = found.filter((item) => this.is_jumbled_away(item));
    const in_order = found.filter((item) => !this.is_jumbled_away(item));
    return [
      ...in_order, ...by_key(jumbled, (item) => `${this.lying.get(item).zone} ${this.key(this.rows.get(item))}`),
    ];
  }

  name(id) {
    this.names.last += 1;
    this.names.given.set(id, this.seat === "all" ? id : this.names.last);
  }

  /** What orders entities that are new: what they are, and no age. */
  key(entity) {
    const names = this.game.code.field_names.get(entity._kind).slice().sort(compare_texts);
    const fields = names.map((name) => `${name}=${this.plain(entity[name])}`);
    const at = entity._figure ? this.plain(entity.at) : "none";
    return [entity._kind, entity._card?._id ?? "", at, ...fields].join(" ");
  }

  /** A value as a text that names no entity, unless by the name that it has. */
  plain(value) {
    if (value === null || value === undefined) return "none";
    if (value instanceof Square) return String(value.index);
    if (value instanceof Entity) {
      if (this.is_card(value)) return value._id;
      return this.names.given.has(value._id) ? `#${this.names.given.get(value._id)}` : "?";
    }
    if (Array.isArray(value) && !(value instanceof Roll)) {
      return `[${Array.from(value, (part) => this.plain(part)).join(", ")}]`;
    }
    return typeof value === "object" ? "?" : String(value);
  }

  // ---- as data
  data(request) {
    const seen = [...this.names.given.keys()].filter((id) => this.rows.has(id));
    return {
      for: this.seat,
      board: this.board(),
      players: this.players(),
      entities: Object.fromEntries(
        seen.filter((id) => this.is_row(id)).map((id) => [this.name_of(id), this.entity(id)])),
      zones: Object.fromEntries(seen.flatMap((id) => this.zones_of(id))),
      effects: this.effects(),
      request: this.request(request),
    };
  }

  /** Whether it stands among the entities; a status is told with its bearer. */
  is_row(id) {
    return !Object.hasOwn(this.traits, this.rows.get(id)._kind);
  }

  name_of(id) {
    return String(this.names.given.get(id));
  }

  players() {
    return players_by_seat(this.game).map(({ _id }) => this.name_of(_id));
  }

  board() {
    const { grid, squares } = this.game;
    if (grid === null) return null;
    const told = squares.map(({ index, name }) => {
      return { at: name, terrain: [...grid.terrain[index]].sort(compare_texts), elevation: grid.elevation[index] };
    });
    const walls = grid.walls.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const names = walls.map((wall) => wall.map((square) => grid.square_name(square)));
    const board = { width: grid.width, height: grid.height, squares: told, walls: names };
    const vacant = grid.vacant().map(({ name }) => name);
    return vacant.length ? { ...board, vacant_squares: vacant } : board;
  }

  /** The zones of an entity, each with its key. Of a zone that its owner alone sees, others know no order. */
  zones_of(id) {
    const entity = this.rows.get(id);
    return this.holding_of(entity._kind).filter(({ zone }) => zone).map(({ name, visible }) => {
      let items = entity[name].items.map(({ _id }) => (this.is_seen(_id) ? this.name_of(_id) : null));
      if (this.is_jumbled(visible, id)) {
        const known = items.filter((item) => item !== null).sort((a, b) => Number(a) - Number(b));
        items = [...known, ...new Array(items.length - known.length).fill(null)];
      }
      return [`${this.name_of(id)}.${name}`, { count: items.length, entities: items }];
    });
  }

  is_jumbled(visible, owner) {
    return visible === "owner" && owner !== this.viewer && this.seat !== "all";
  }

  /** Whether an entity lies in a zone of which the asker knows no order. */
  is_jumbled_away(id) {
    const lying = this.lying.get(id);
    return lying !== undefined && this.is_jumbled(lying.visible, lying.owner);
  }

  entity(id) {
    const entity = this.rows.get(id), lying = this.lying.get(id);
    const fields = this.kinds[entity._kind].fields.filter(({ zone }) => !zone);
    const is_placed = lying !== undefined && !this.is_jumbled_away(id);
    return {
      kind: entity._kind,
      card: entity._card?._id ?? null,
      zone: lying !== undefined ? `${this.name_of(lying.owner)}.${lying.zone}` : null,
      place: is_placed ? lying.place : null,
      at: entity._figure && entity.at !== null ? entity.at.name : null,
      fields: Object.fromEntries(fields.map(({ name }) => [name, this.value(entity[name])])),
      statuses: entity._statuses.map((status) => this.status(status)),
      keywords: entity._keywords.map((keyword) => this.trait(keyword)),
    };
  }

  status(status) {
    const until = this.game.effects.find((effect) => effect.status === status)?.duration ?? null;
    return { name: this.name_of(status._id), ...this.trait(status), until: this.until(until) };
  }

  trait(trait) {
    const named = this.traits[trait._kind].params.map((param) => [param, this.value(trait[param])]);
    return { kind: trait._kind, values: Object.fromEntries(named) };
  }

  until(duration) {
    return duration === null ? null : { edge: duration.edge, skip: duration.skip, verbs: [...duration.verbs] };
  }

  effects() {
    return this.game.effects.filter(({ status }) => status === null).map((effect) => this.effect(effect));
  }

  effect({ duration, modifiers, env }) {
    const kept = Object.entries(env ?? {}).filter(([, value]) => value !== null && value !== undefined);
    return {
      until: this.until(duration),
      places: modifiers.map((index) => place_of(this.game, this.game.code.lasting[index].at)),
      values: Object.fromEntries(kept.map(([name, value]) => [name, this.value(value)])),
    };
  }

  /** What is asked; who is not asked knows only who is. */
  request(request) {
    if (request === null) return null;
    const who = this.value(request.who);
    if (this.seat !== "all" && this.player !== request.who) return { who };
    const { kind, prompt, least, most, at } = request;
    const options = request.options.map((option) => this.value(option));
    const judged = request.such_that !== null;
    return { who, kind, prompt, options, least, most, judged, place: place_of(this.game, at) };
  }

  // ---- values
  value(value) {
    if (value === undefined) return null;
    if (value === null || typeof value !== "object") return value;
    if (value instanceof Entity) return this.reference(value);
    if (value instanceof Roll) return { roll: Array.from(value, (face) => this.value(face)) };
    if (Array.isArray(value)) return Array.from(value, (part) => this.value(part));
    if (value instanceof Square) return { square: value.name };
    if (value instanceof Zone) {
      const owner = this.reference(value.owner);
      return "entity" in owner ? { zone: `${owner.entity}.${value.name}` } : HIDDEN;
    }
    if (value instanceof Face) return { die: value.die, face: value.index };
    if (value instanceof Event) return { event: value._verb };
    if (value instanceof Duration) return { until: this.until(value) };
    return value instanceof Usable ? this.usable(value.ability, value.me, value.this) : value;
  }

  /** An ability; who does not know its carrier knows nothing of it. */
  usable(ability, me, self) {
    const of = this.value(me), by = this.value(self);
    return of === HIDDEN || by === HIDDEN ? HIDDEN : { ability: this.game.code.abilities[ability].id, of, by };
  }

  is_card(entity) {
    return typeof entity._id === "string" && this.game.cards[entity._id] === entity;
  }

  /** An entity by its name. What is not in the game any more is known by the name that it had. */
  reference(entity) {
    if (this.is_card(entity)) return { card: entity._id };
    const trait = Object.hasOwn(this.traits, entity._kind) ? this.traits[entity._kind] : null;
    if (trait !== null && trait.form !== "status") {
      const of = this.reference(entity.bearer);
      return of === HIDDEN ? HIDDEN : { ...this.trait(entity), of };
    }
    return this.names.given.has(entity._id) ? { entity: this.name_of(entity._id) } : HIDDEN;
  }
}

/** Ids in the order of what they are, and of their numbers where they are alike. */
function by_key(ids, key_of) {
  const keyed = ids.map((id) => [key_of(id), id]);
  return keyed.sort((a, b) => compare_texts(a[0], b[0]) || a[1] - b[1]).map(([, id]) => id);
}

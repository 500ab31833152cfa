// Views: what somebody may know of a match, as data (`schemas/view.schema.json`).
//
// Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game and its snapshot, who
// asks, and the names by which they know entities. Output: data that JSON can hold; the same in every engine.
//
// An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
// entity. Who looks again and again keeps the names: an entity has its name for as long as the viewer may know where it
// is; who finds it again after that finds it under another one.

import { of_kind } from "./entities.js";
import { place_of } from "./game.js";
import { compare_texts } from "./values.js";

const HIDDEN = Object.freeze({ hidden: true });

/** The names by which one viewer knows entities: by id the name, and a stamp: when it was hidden last. */
export class Names {
  constructor() {
    this.given = new Map();
    this.last = 0;
  }
}

/**
 * What may be known by whoever asks: `seat` is the number of a player, who is `player`, null of a spectator, or "all"
 * of a referee, who knows all. Gives names to what they see for the first time.
 */
export function view_of(game, state, { seat, player }, names, request) {
  return new View(game, state, { seat, player }, names).data(request);
}

/** A view that is being made: the rows of all entities, and what of them is seen. */
class View {
  constructor(game, state, { seat, player }, names) {
    Object.assign(this, { game, state, seat, player, names });
    this.viewer = player !== null ? player._id : null;
    this.kinds = game.data.kinds;
    this.rows = new Map();
    this.lying = new Map(); // by id: in whose zone, and its place there
    this.holders = new Map(); // by id: in whose zone, of whom a part, on whom a status it is
    this.held = new Map(); // the same, the other way round
    this.traits = new Map(); // by id: on whom a printed keyword is, and it with its values
    this.known = new Map();
    for (const [kind, columns] of Object.entries(state.kinds)) this.read(kind, columns);
    for (const [id, row] of this.rows) this.note_held(id, row);
    this.give_names();
  }

  // ---- reading
  read(kind, { id: ids, card, at, statuses, keywords, fields }) {
    ids.forEach((id, n) => {
      this.rows.set(id, {
        kind, card: card?.[n] ?? null, at: at?.[n] ?? null, statuses: statuses?.[n] ?? [],
        keywords: keywords?.[n] ?? [],
        fields: new Map(Object.entries(fields).map(([name, values]) => [name, values[n]])),
      });
    });
  }

  /** Notes what an entity holds: what lies in its zones, its parts, the statuses on it. */
  note_held(id, row) {
    const held = [];
    const declared = this.kinds[row.kind].fields.slice().sort((a, b) => compare_texts(a.name, b.name));
    for (const { name, zone, part, visible } of declared) {
      const value = row.fields.get(name);
      if (zone) {
        value.forEach((item, place) => this.lying.set(item, { owner: id, zone: name, place, visible }));
        held.push(...value);
      } else if (part && Array.isArray(value)) {
        const parts = value[0] === "list" || value[0] === "array" ? value.slice(1) : [value];
        held.push(...parts.map(([, item]) => item).filter((item) => this.rows.has(item)));
      }
    }
    held.push(...row.statuses);
    for (const [keyword, ...told] of row.keywords) this.traits.set(keyword, [id, told]);
    this.held.set(id, held);
    for (const item of held) this.holders.set(item, id);
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

  /** Whether the asker sees what lies in this place, or was shown it. */
  is_open(id) {
    const lying = this.lying.get(id);
    if (lying === undefined || lying.visible === "all" || this.seat === "all") return true;
    if (this.player === null) return false;
    const is_own = lying.visible === "owner" && lying.owner === this.viewer;
    return is_own || this.game.revealed.has(`${id} ${this.viewer}`);
  }

  /** A number that grows whenever an entity, or what holds it, is hidden from the asker. */
  stamp(id) {
    const met = new Set();
    let found = 0;
    for (let held = id; !met.has(held); held = this.holders.get(held) ?? held) { // should two hold each other
      met.add(held);
      const [when, owner] = this.game.held.get(held) ?? [0, this.viewer];
      found += Math.max(this.game.veiled.get(held) ?? 0, owner === this.viewer ? 0 : when);
    }
    return found;
  }

  // ---- names
  /** Keeps the names of what was seen all the time, and gives names to what is new. */
  give_names() {
    const { given } = this.names;
    for (const [id, [, stamp]] of [...given]) {
      if (stamp !== this.stamp(id) || (this.rows.has(id) && !this.is_seen(id))) given.delete(id);
    }
    // Players in the order of their seats.
    for (const { _id } of of_kind(this.game, "player")) if (!given.has(_id)) this.name(_id);
    const alone = [...this.rows.keys()].filter((id) => !given.has(id) && !this.holders.has(id));
    const keyed = alone.map((id) => [this.key(this.rows.get(id)), id]);
    for (const [, id] of keyed.sort((a, b) => compare_texts(a[0], b[0]) || a[1] - b[1])) this.name(id);
    const waiting = [...given.keys()].filter((id) => this.rows.has(id))
      .sort((a, b) => given.get(a)[0] - given.get(b)[0]);
    for (const id of waiting) { // which grows
      for (const item of this.held.get(id)) {
        if (given.has(item) || !this.is_seen(item)) continue;
        this.name(item);
        waiting.push(item);
      }
    }
  }

  name(id) {
    this.names.last += 1;
    this.names.given.set(id, [this.seat === "all" ? id : this.names.last, this.stamp(id)]);
  }

  /** What orders entities that are new: what they are, and no age. */
  key(row) {
    const names = [...row.fields.keys()].sort(compare_texts);
    const fields = names.map((name) => `${name}=${this.plain(row.fields.get(name))}`);
    return [row.kind, row.card ?? "", this.plain(row.at), ...fields].join(" ");
  }

  /** A value as a text that names no entity, unless by the name that it has. */
  plain(value) {
    if (value === null || value === undefined) return "none";
    if (!Array.isArray(value)) return String(value);
    const [tag, ...parts] = value;
    if (tag === "entity") return this.names.given.has(parts[0]) ? `#${this.names.given.get(parts[0])[0]}` : "?";
    if (tag === "card" || tag === "square") return String(parts[0]);
    return ["list", "array", "shape"].includes(tag) ? `[${parts.map((part) => this.plain(part)).join(", ")}]` : "?";
  }

  // ---- as data
  data(request) {
    const seen = [...this.names.given.keys()].filter((id) => this.rows.has(id));
    const { traits } = this.game.data;
    const shown = seen.filter((id) => !Object.hasOwn(traits, this.rows.get(id).kind));
    const lasting = this.state.effects.filter(([, , , , status]) => status === null);
    return {
      for: this.seat,
      board: this.board(),
      players: of_kind(this.game, "player").map(({ _id }) => this.name_of(_id)),
      entities: Object.fromEntries(shown.map((id) => [this.name_of(id), this.entity(id)])),
      zones: Object.fromEntries(seen.flatMap((id) => this.zones_of(id))),
      effects: lasting.map((effect) => this.effect(effect)),
      request: request !== null ? this.request(request) : null,
    };
  }

  name_of(id) {
    return String(this.names.given.get(id)[0]);
  }

  board() {
    const { grid, squares } = this.game;
    if (grid === null) return null;
    const told = squares.map(({ index, name }) => {
      return { at: name, terrain: [...grid.terrain[index]].sort(compare_texts), elevation: grid.elevation[index] };
    });
    const walls = grid.walls.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const names = walls.map((wall) => wall.map((square) => grid.square_name(square)));
    return { width: grid.width, height: grid.height, squares: told, walls: names };
  }

  square(index) {
    return this.game.grid.square_at[index].name;
  }

  /** The zones of an entity. Of a zone that its owner alone sees, others know no order. */
  zones_of(id) {
    const row = this.rows.get(id);
    return this.kinds[row.kind].fields.filter(({ zone }) => zone).map(({ name, visible }) => {
      let items = row.fields.get(name).map((item) => (this.is_seen(item) ? this.name_of(item) : null));
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

  entity(id) {
    const row = this.rows.get(id), lying = this.lying.get(id);
    const fields = this.kinds[row.kind].fields.filter(({ zone }) => !zone);
    const is_placed = lying !== undefined && !this.is_jumbled(lying.visible, lying.owner);
    return {
      kind: row.kind,
      card: row.card,
      zone: lying !== undefined ? `${this.name_of(lying.owner)}.${lying.zone}` : null,
      place: is_placed ? lying.place : null,
      at: row.at !== null ? this.square(row.at) : null,
      fields: Object.fromEntries(fields.map(({ name }) => [name, this.value(row.fields.get(name))])),
      statuses: row.statuses.map((status) => this.status(status)),
      keywords: row.keywords.map(([, kind, ...values]) => this.trait(kind, values)),
    };
  }

  status(id) {
    const { kind, fields } = this.rows.get(id);
    const values = this.game.data.traits[kind].params.map((param) => fields.get(param));
    const until = this.state.effects.find(([, , , , status]) => status === id)?.[1] ?? null;
    return { name: this.name_of(id), ...this.trait(kind, values), until: this.until(until) };
  }

  trait(kind, values) {
    const named = this.game.data.traits[kind].params.map((param, n) => [param, this.value(values[n])]);
    return { kind, values: Object.fromEntries(named) };
  }

  until(duration) {
    return duration === null ? null : { edge: duration[1], skip: duration[2], verbs: duration[3] };
  }

  effect([, duration, modifiers, env]) {
    const kept = Object.entries(env !== null ? this.state.envs[env[1]] : {}).filter(([, value]) => value !== null);
    return {
      until: this.until(duration),
      places: modifiers.map((index) => place_of(this.game, this.game.code.lasting[index].at)),
      values: Object.fromEntries(kept.map(([name, value]) => [name, this.value(value)])),
    };
  }

  /** What is asked; who is not asked knows only who is. */
  request({ who: asked, kind, prompt, least, most, at }) {
    const who = this.value(["entity", asked._id]);
    if (this.seat !== "all" && this.player !== asked) return { who };
    const [, ...options] = this.state.frames.at(-1)[2].options;
    const told = options.map((option) => this.value(option));
    return { who, kind, prompt, options: told, least, most, place: place_of(this.game, at) };
  }

  // ---- values
  value(value) {
    if (!Array.isArray(value)) return value;
    const [tag, ...parts] = value;
    switch (tag) {
      case "list": case "array": case "shape": return parts.map((part) => this.value(part));
      case "entity": return this.reference(parts[0]);
      case "card": return { card: parts[0] };
      case "square": return { square: this.square(parts[0]) };
      case "zone": {
        const owner = this.value(parts[0]);
        return "entity" in owner ? { zone: `${owner.entity}.${parts[1]}` } : HIDDEN;
      }
      case "face": {
        const [die, face] = this.state.faces[parts[0]];
        return { die, face };
      }
      case "event": return { event: this.state.events[parts[0]].verb };
      case "use": return { ability: parts[0], of: this.value(parts[1]), by: this.value(parts[2]) };
      case "roll": return { roll: parts.map((part) => this.value(part)) };
      case "granted": return { ...this.trait(parts[0], parts[2]), of: this.value(parts[1]) };
      default: return { other: tag };
    }
  }

  /** An entity by its name. What is not in the game any more is known by the name that it had. */
  reference(id) {
    const [bearer, told] = this.traits.get(id) ?? [];
    if (told !== undefined) {
      return this.is_seen(bearer) ? { ...this.trait(told[0], told.slice(1)), of: this.reference(bearer) } : HIDDEN;
    }
    if (this.rows.has(id) && !this.is_seen(id)) return HIDDEN;
    return this.names.given.has(id) ? { entity: this.name_of(id) } : HIDDEN;
  }
}

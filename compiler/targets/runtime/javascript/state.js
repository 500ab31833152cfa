// The state of a game: entities, zones, places, and the journal that takes changes back.
//
// Job: make, change and remove entities through primitives that keep a journal, so that any stretch can be undone.
// Input: a linked game. Never decides what happens.

import { known_under, Spending } from "./spending.js";
import {
  as_key, compare, Effect, eq, Exhausted, Fault, label, listed, NOTHING, past, Roll, unique, Zone,
} from "./values.js";

/** Entities and their values. All changes go through here, and into the journal. */
export class State extends Spending {
  constructor(code) {
    super();
    this.code = code;
    this.data = code.data;
    this.cards = code.cards;
    this.kinds = new Map(Object.keys(code.data.kinds).map((name) => [name, NOTHING])); // entities by kind, oldest first
    this.by_card = new Map();
    this.by_keyword = new Map();
    this.standing = new Map(); // by square
    this.effects = NOTHING; // oldest first; a new array whenever one comes or goes
    this.used = new Map();
    this.started = new Map();
    this.journal = [];
    this.dirty = new Set();
    this.checking = new Set(); // numbers of the checks that are being carried out
    this.stack = [];
    this.frames = []; // what is being done, the innermost last
    this.result = null; // of the frame that was done last, until it is taken
    this.events = 0;
    this.next_id = 1;
    this.trial = 0;
    this.trace = null;
    this.marked = null;
    this.history = null;
    this.outermost = [];
    this.test_names = new Map();
    this.revealed = new Set(); // ids of an entity and of a player who knows it
    this.grid = null;
    this.squares = NOTHING;
    this.known = new Map(); // what was worked out of the state as it now is: stats, walks, answers of functions
    this.game = Object.hasOwn(code.data.kinds, "game") ? this.create("game", null, {}) : null;
  }

  // ---- the journal
  /** Notes a change; what was worked out from the state is given up, not emptied: a trial takes it up again. */
  note(undo) {
    this.journal.push(undo);
    if (this.known.size) this.known = new Map();
  }

  /** Takes back every change since the mark. */
  back_to(mark) {
    while (this.journal.length > mark) this.journal.pop()();
    if (this.known.size) this.known = new Map();
  }

  /** Sets a property of the runtime's own, or of an entity, without asking for its bounds. */
  set(owner, name, value) {
    const old = owner[name];
    this.note(() => {
      owner[name] = old;
    });
    owner[name] = value;
  }

  // ---- fields
  /** Sets a field; a number stops at the bounds that its field declares. */
  write(owner, name, value) {
    const old = _held(owner, name);
    const limit = this.code.limits.get(owner._kind)?.get(name);
    if (limit !== undefined) {
      if (limit.minimum !== null) value = Math.max(value, limit.minimum);
      if (limit.maximum !== null) value = Math.min(value, limit.maximum);
    }
    if (eq(old, value) && old instanceof Roll === value instanceof Roll) return;
    if (typeof value === "number") past(value);
    this.changed();
    this.set(owner, name, value);
    this.touch(name);
  }

  add(owner, name, value) {
    const old = _held(owner, name);
    this.write(owner, name, Array.isArray(old) ? this.joined(old, value) : past(old + value));
  }

  lessen(owner, name, value) {
    const old = _held(owner, name);
    this.write(owner, name, Array.isArray(old) ? this.sifted(old, value, false) : past(old - value));
  }

  /** What of a collection is in another, or is not. */
  sifted(items, others, wanted) {
    this.work -= items.length + others.length;
    const held = new Set(listed(others).map(as_key));
    return listed(items).filter((x) => held.has(as_key(x)) === wanted);
  }

  /** What is in either, each once. */
  joined(items, others) {
    return unique(this.sized([...items, ...others]));
  }

  /** A field was written: state checks that read it are due. */
  touch(name) {
    if (this.code.checked_fields.has(name) || this.code.checked_fields.has("*")) this.dirty.add(name);
  }

  // ---- entities
  /** All entities of a kind and the kinds below it, oldest first. */
  of_kind(kind) {
    if (kind === "square") return this.squares;
    const heirs = this.code.heirs.get(kind);
    if (heirs.length === 1) return this.kinds.get(kind);
    const merged = () => heirs.flatMap((heir) => this.kinds.get(heir)).sort((a, b) => a._id - b._id);
    return known_under(this.known, ["kind", kind], merged);
  }

  /** A new entity; from a card it takes the printed values and the card's own kind. */
  create(kind, card, values) {
    const declared = card !== null ? card._kind : kind;
    const entity = this.code.bare(declared, this.new_id());
    entity._card = card;
    this.check_room(declared);
    this.fill(entity, card, values);
    this.register(entity);
    this.mark_data(entity);
    return entity;
  }

  /** Whether there may be one more of a kind. */
  check_room(kind) {
    this.changed();
    if (this.kinds.get(kind).length >= this.bounds.entities) {
      throw new Exhausted(`more than ${this.bounds.entities} of ${kind} were created`);
    }
  }

  /** The next number; no expression reads it, so that what is worked out stays true. */
  new_id() {
    const id = this.next_id;
    this.journal.push(() => {
      this.next_id = id;
    });
    this.next_id += 1;
    return id;
  }

  fill(entity, card, values) {
    for (const f of this.data.kinds[entity._kind].fields) {
      if (f.zone) entity[f.name] = new Zone(f.name, entity, f.visible);
      else if (Object.hasOwn(values, f.name)) entity[f.name] = values[f.name];
      else if (card !== null && f.printed) entity[f.name] = this.printed(entity, f.part, card[f.name]);
      else entity[f.name] = f.default;
    }
    if (entity._figure) entity.at = null;
    entity._keywords = this.keyword_instances(entity);
  }

  /** A printed value; parts become entities of their own. */
  printed(entity, part, value) {
    if (!part || value === null) return value;
    return Array.isArray(value) ? value.map((item) => this.make_part(entity, item)) : this.make_part(entity, value);
  }

  make_part(entity, item) {
    const owner = this.code.field_names.get(item.part).includes("whole") ? { whole: entity } : {};
    return this.create(item.part, null, { ...item.values, ...owner });
  }

  /** One instance for each printed keyword, holding its values; a creation names them without values. */
  keyword_instances(entity) {
    const named = (entity.keywords ?? NOTHING).map((k) => (Array.isArray(k) ? k : [k, NOTHING]));
    return named.map(([name, values]) => this.instance(name, values, entity));
  }

  instance(name, values, bearer) {
    return this.filled_trait(this.code.bare(name, this.new_id()), values, bearer);
  }

  filled_trait(made, values, bearer) {
    this.data.traits[made._kind].params.forEach((param, i) => {
      made[param] = values[i];
    });
    made.bearer = bearer;
    return made;
  }

  register(entity) {
    this.insert(this.kinds, entity._kind, entity);
    if (entity._card !== null) this.insert(this.by_card, entity._card._id, entity);
    for (const instance of entity._keywords) this.insert(this.by_keyword, instance._kind, [entity, instance]);
    this.touch(`all ${entity._kind}`);
  }

  /** Puts an item at the end of an array that a map holds; the array itself stays as it is. */
  insert(map, key, item) {
    this.set_in(map, key, [...(map.get(key) ?? NOTHING), item]);
  }

  extract(map, key, item) {
    this.set_in(map, key, map.get(key).filter((held) => !eq(held, item)));
  }

  set_in(map, key, value) {
    const old = map.get(key);
    this.note(() => (old === undefined ? map.delete(key) : map.set(key, old)));
    map.set(key, value);
  }

  /** Takes an entity out of the game, with all that lies on it. */
  remove(entity) {
    if (entity === null || !entity._alive) return;
    for (const status of entity._statuses) this.drop(status);
    this.lift(entity);
    this.take(entity);
    this.changed();
    this.set(entity, "_alive", false);
    this.extract(this.kinds, entity._kind, entity);
    if (entity._card !== null) this.extract(this.by_card, entity._card._id, entity);
    for (const instance of entity._keywords) this.extract(this.by_keyword, instance._kind, [entity, instance]);
    this.touch(`all ${entity._kind}`);
    this.touch("*");
  }

  // ---- zones and the board
  take(entity) {
    const zone = entity._zone;
    if (zone === null) return;
    this.changed(zone.items.length);
    this.set(zone, "items", zone.items.filter((item) => item !== entity));
    this.set(entity, "_zone", null);
    this.forget(new Set([entity._id]));
    this.touch(zone.name);
  }

  /** Moves an entity into a zone; it leaves the board and the zone where it was. */
  put(entity, zone, where) {
    this.take(entity);
    this.lift(entity);
    this.changed(zone.items.length);
    const at = where(zone.items);
    this.set(zone, "items", [...zone.items.slice(0, at), entity, ...zone.items.slice(at)]);
    this.set(entity, "_zone", zone);
    this.touch(zone.name);
  }

  /** Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again. */
  reveal(entity, player) {
    const known = `${entity._id} ${player._id}`;
    if (this.revealed.has(known)) return;
    this.changed();
    this.set(this, "revealed", new Set([...this.revealed, known]));
  }

  forget(ids) {
    const kept = [...this.revealed].filter((known) => !ids.has(Number(known.split(" ")[0])));
    if (kept.length !== this.revealed.size) this.set(this, "revealed", new Set(kept));
  }

  put_top(entity, zone) {
    this.put(entity, zone, () => 0);
  }

  put_bottom(entity, zone) {
    this.put(entity, zone, (items) => items.length);
  }

  put_before(entity, other, step = 0) {
    if (other._zone === null) throw new Fault(`${label(other)} is in no zone`);
    if (entity !== other) this.put(entity, other._zone, (items) => items.indexOf(other) + step);
  }

  put_after(entity, other) {
    this.put_before(entity, other, 1);
  }

  reorder(zone, order) {
    const old = zone.items;
    this.changed(old.length);
    this.set(zone, "items", order.map((i) => old[i]));
    this.forget(new Set(old.map((entity) => entity._id)));
  }

  /** The squares that a figure stands on, or would, with its upper left on a square; null off the board. */
  footprint(entity, square) {
    if (!entity._sized || entity.size <= 1) return [square];
    const found = this.grid.footprint(square.index, entity.size, entity.size);
    return found === null ? null : found.map((s) => this.grid.square_at[s]);
  }

  place(entity, square) {
    const squares = this.footprint(entity, square);
    if (squares === null) throw new Fault(`${label(entity)} does not fit at ${square}`);
    this.take(entity);
    this.lift(entity);
    this.changed(squares.length);
    for (const s of squares) {
      if ((this.standing.get(s)?.length ?? 0) >= this.bounds.crowd) {
        throw new Exhausted(`more than ${this.bounds.crowd} figures stand on ${s}`);
      }
      this.insert(this.standing, s, entity);
    }
    this.set(entity, "at", square);
    this.touch("at");
  }

  lift(entity) {
    if (!entity._figure || entity.at === null) return;
    this.changed();
    for (const s of this.footprint(entity, entity.at) ?? NOTHING) this.extract(this.standing, s, entity);
    this.set(entity, "at", null);
    this.touch("at");
  }

  set_board(grid) {
    this.grid = grid;
    this.squares = grid.squares;
  }

  // ---- statuses and lasting effects
  /** Lays a status on its bearer, by the status's way of stacking. */
  add_status(name, values, bearer, duration) {
    if (bearer === null || !bearer._alive) return;
    this.mark(this.data.traits[name].rows);
    if (values.length !== this.data.traits[name].params.length) {
      throw new Fault(`\`${name}\` was given to ${label(bearer)} without its values`);
    }
    for (const old of this.rivals(name, values, bearer)) {
      if (this.outranks(old, values)) {
        this.renew(old, values, duration);
        return;
      }
      this.drop(old);
    }
    this.check_room(name);
    if (bearer._statuses.length >= this.bounds.statuses) {
      throw new Exhausted(`more than ${this.bounds.statuses} statuses lie on ${label(bearer)}`);
    }
    const made = this.instance(name, values, bearer);
    this.insert(this.kinds, name, made);
    this.set(bearer, "_statuses", [...bearer._statuses, made]);
    this.set_effects([...this.effects, new Effect(made._id, duration, NOTHING, null, made)]);
    this.touch("*");
  }

  status_values(status) {
    return this.data.traits[status._kind].params.map((param) => status[param]);
  }

  /** The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts. */
  rivals(name, values, bearer) {
    const { stacking, params } = this.data.traits[name];
    const same = bearer._statuses.filter((s) => s._kind === name);
    const index = params.indexOf(stacking);
    if (index >= 0) return same.filter((s) => eq(this.status_values(s)[index], values[index]));
    return ["none", "highest", "lowest"].includes(stacking) ? same : NOTHING;
  }

  /** Whether a status stays where a rival comes. */
  outranks(old, values) {
    const { stacking } = this.data.traits[old._kind];
    const held = this.status_values(old);
    if (stacking === "none" || eq(held, values)) return true;
    return stacking === "lowest" ? compare(held, values) < 0 : compare(held, values) > 0;
  }

  /** The same status again: it lasts as long as the later one. A weaker one leaves it as it is. */
  renew(status, values, duration) {
    if (this.data.traits[status._kind].stacking !== "none" && !eq(this.status_values(status), values)) return;
    for (const effect of this.effects) {
      if (effect.status === status && effect.duration !== null) this.set(effect, "duration", duration);
    }
  }

  /** Takes a status off, or each of a collection of them. */
  drop(status) {
    for (const one of Array.isArray(status) ? status : [status]) {
      if (one === null || !one._alive) continue;
      this.changed();
      this.set(one, "_alive", false);
      this.extract(this.kinds, one._kind, one);
      this.set(one.bearer, "_statuses", one.bearer._statuses.filter((s) => s !== one));
      this.set_effects(this.effects.filter((e) => e.status !== one));
      this.touch("*");
    }
  }

  set_effects(effects) {
    if (effects.length === this.effects.length) return;
    this.changed(effects.length);
    this.set(this, "effects", effects);
  }

  drop_named(name, bearer) {
    for (const status of bearer._statuses.filter((s) => s._kind === name)) this.drop(status);
  }

  // ---- what a test has carried out
  mark(rows) {
    if (this.marked !== null && this.trial === 0) for (const row of rows) this.marked.add(row);
  }

  mark_data(entity) {
    this.mark(this.code.rows_of_kind.get(entity._kind));
    if (entity._card !== null) this.mark(this.data.cards[entity._card._id].rows);
  }

  // ---- a canonical picture of the state
  /** Every entity with every value, in one text; of the `hidden` ones only how many lie in a zone. */
  picture(hidden = new Set()) {
    const known = [...this.kinds.values()].flat().filter((e) => !hidden.has(e));
    known.sort((a, b) => a._id - b._id);
    const lines = known.map((entity) => {
      const values = this.code.field_names.get(entity._kind).map((n) => `${n}=${_shown(entity[n], hidden)}`);
      const place = entity._figure ? ` at=${entity.at ?? "None"}` : "";
      const zone = entity._zone !== null ? ` in=${entity._zone}` : "";
      return `${label(entity)}${zone}${place} ${values.join(" ")}`;
    });
    return lines.join("\n");
  }

  /** The entities that a player may not know: what lies where the zone's `visible` hides it, and was not revealed. */
  hidden_from(player) {
    const unseen = (zone) => zone.visible === "none" || (zone.visible === "owner" && zone.owner !== player);
    const lying = [...this.kinds.values()].flat().filter((e) => e._zone !== null && unseen(e._zone));
    return new Set(lying.filter((e) => !this.revealed.has(`${e._id} ${player._id}`)));
  }

  /** The picture of what a player may know. */
  view(player) {
    return this.picture(this.hidden_from(player));
  }

  fingerprint() {
    return text_hash(this.picture());
  }
}

/** 16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has. */
export function text_hash(text) {
  let first = 0, second = 0;
  for (const byte of new TextEncoder().encode(text)) {
    first = (first * 1_000_003 + byte + 1) % 2_147_483_647;
    second = (second * 999_983 + byte + 1) % 2_147_483_629;
  }
  return [first, second].map((n) => n.toString(16).padStart(8, "0")).join("");
}

function _shown(value, hidden) {
  if (value instanceof Zone) return `[${value.items.map((e) => (hidden.has(e) ? "?" : label(e))).join(" ")}]`;
  if (value instanceof Roll) return `[${value.map(String).join(" ")}]`;
  return label(value);
}

/** The value that is about to be changed. */
function _held(owner, name) {
  if (owner === null) throw new Fault(`\`${name}\` of none cannot be set`);
  return owner[name];
}

// Snapshots read: a running game made of data.
//
// Job: make the entities, zones, events and frames that a snapshot names, in a new game. Input: a game whose board is
// set, and data that may come from a stranger. Output: the game in that state, or Damaged with what is wrong: nothing
// is believed that was not looked at, and no value has a sort that its field does not take.

import { changed_board } from "./drawings.js";
import { is_state } from "./forms.js";
import { BodyCode, Locals } from "./frames.js";
import { AbilityCode } from "./linked.js";
import { granted_instance } from "./modifiers.js";
import { Rounds } from "./operations.js";
import { COUNTS, FRAMES } from "./snapshots.js";
import { change_board } from "./places.js";
import { made } from "./table.js";
import {
  Duration, Effect, Entity, Event, Face, Fault, NOTHING, Refusal, Roll, Shape, Usable, Zone,
} from "./values.js";

/** A snapshot that no engine has written, with what is wrong in it. */
export class Damaged extends Error {}

/** Something is missing, or stands where something else is needed. */
class Unfit extends Error {}

const is_text = (value) => typeof value === "string";
const is_bool = (value) => typeof value === "boolean";
const is_number = (value) => typeof value === "number";
const is_list = (value) => Array.isArray(value) && !(value instanceof Roll) && !(value instanceof Shape);
const is_event = (value) => value === null || value instanceof Event;
const is_entity = (value) => value === null || value instanceof Entity;
const TYPES = {
  int: is_number, bool: is_bool, text: is_text, rules: is_text, drawing: is_text, enum: is_text, set: is_list,
  list: is_list, kind: is_entity,
};
const is_object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** What a slot of a frame can hold; the others take any value. */
const SLOTS = {
  ability: (v) => v instanceof AbilityCode, acted: is_bool, again: is_list, at: is_number, classes: is_list,
  code: (v) => v instanceof BodyCode,
  count: is_number, dice: is_list, env: is_object, event: is_event, held: (v) => v === null || v instanceof Roll,
  kind: is_text, least: is_number, letters: (v) => v instanceof Map, mine: is_list, most: is_number, next: is_number,
  number: is_number, offers: is_bool, once: is_bool, options: is_list, passed: is_number, player: is_entity,
  players: is_list, positions: is_list, round: is_number, step: is_text,
  this: (v) => v instanceof Entity, timing: is_text, trigger: is_event, usable: (v) => v instanceof Usable,
  use: (v) => v === null || v instanceof Usable, v: (v) => v instanceof Locals, values: (v) => v instanceof Locals,
  verb: is_text, who: is_entity, zone: (v) => v instanceof Zone,
};

const UNFIT = "something in it is missing, or stands where something else is needed";

/** The state of a snapshot that a host gives, if it has the form of one. */
export function sound_state(state) {
  if (!is_state(state)) throw new Damaged(UNFIT);
  return state;
}

/** Gives a new game, whose board is set, the state of a snapshot. */
export function restore(game, data, frames = FRAMES) {
  try {
    new Reader(game, data, frames).restore();
  } catch (error) {
    const is_unfit = error instanceof Unfit || error instanceof TypeError || error instanceof RangeError;
    if (!is_unfit && !(error instanceof Fault)) throw error;
    throw new Damaged(UNFIT, { cause: error });
  }
}

class Reader {
  constructor(game, data, frames) {
    this.game = game;
    this.code = game.code;
    this.data = data;
    this.kinds_of_frame = frames;
    this.entities = new Map();
    this.events = rows(data.events).map(() => new Event("", null, 0));
    this.envs = rows(data.envs).map(() => ({}));
    this.faces = rows(data.faces).map((row) => this.face(...rows(row)));
    this.abilities = new Map(this.code.abilities.map((ability) => [ability.id, ability]));
    this.ways = {
      entity: (id) => this.entity(id),
      card: (id) => member(this.code.cards, id),
      granted: (name, bearer, values) => this.granted(name, bearer, values),
      list: (...items) => items.map((item) => this.value(item)),
      array: (...items) => items.map((item) => this.value(item)),
      set: (...items) => new Set(items.map(plain)),
      values: (...pairs) => this.locals(pairs),
      rounds: (count) => new Rounds(whole(count)),
      square: (index) => this.square(index),
      shape: (...numbers) => shape(numbers.map(whole)),
      zone: (owner, name) => this.zone(owner, name),
      face: (number) => there(this.faces[whole(number)]),
      roll: (...faces) => Roll.from(faces, (face) => this.value(face)),
      event: (number) => there(this.events[whole(number)]),
      env: (number) => there(this.envs[whole(number)]),
      use: (ability, me, self, trigger) => this.usable(ability, me, self, trigger),
      refusal: (message, place, its_rows) => this.refusal(message, place, its_rows),
      ability: (id) => there(this.abilities.get(id)),
      body: (name) => there(this.code.bodies.get(name)),
      duration: (edge, skip, verbs, until, env) => this.duration([edge, skip, verbs, until, env]),
      place: (path, line, column) => this.code.place_number(path, line, column),
    };
  }

  /** A value; a number is one that every engine can hold. */
  value(value) {
    if (Array.isArray(value)) return member(this.ways, value[0])(...value.slice(1));
    return value === null || is_text(value) || is_bool(value) ? value : whole(value);
  }

  restore() {
    const { game, data } = this;
    if (data.board !== undefined) this.change_board(data.board);
    for (const kind of game.kinds.keys()) game.kinds.set(kind, []);
    game.by_card.clear();
    game.by_keyword.clear();
    game.removed_players = NOTHING;
    for (const part of [data.kinds, data.removed]) {
      for (const [kind, columns] of named(part)) this.make(kind, columns);
    }
    for (const [kind, columns] of named(data.kinds)) this.fill_kind(kind, columns, true);
    for (const [kind, columns] of named(data.removed)) this.fill_kind(kind, columns, false);
    this.register();
    data.events.forEach((row, i) => this.fill_event(this.events[i], row));
    data.envs.forEach((row, i) => this.fill(this.envs[i], row));
    this.counters();
    game.effects = rows(data.effects).map((row) => this.effect(rows(row)));
    game.stack = rows(data.stack).map((event) => this.value(event));
    if (!game.stack.every((event) => event instanceof Event)) {
      throw new Damaged("something lies among the events that is none");
    }
    game.frames = rows(data.frames).map((row) => this.frame(...rows(row)));
    game.game = game.kinds.get("game")?.[0] ?? null;
    game.journal.length = 0;
    game.forget_all();
  }

  /** The board on which something was laid. */
  change_board(board) {
    const squares = rows(board.squares).map((row) => [whole(rows(row)[0]), ...row.slice(1).map(text)]);
    const walls = rows(board.walls).map((row) => rows(row).map(whole));
    const { drawn } = this.game, { terrain } = this.code.data;
    const is_known = squares.every(([, ...names]) => names.every((name) => Object.hasOwn(terrain, name)));
    const grid = drawn === null || !is_known || walls.some((wall) => wall.length !== 2) ? null
      : changed_board(drawn, squares, walls);
    if (grid === null) throw new Damaged("the board has squares or walls that it cannot have");
    change_board(this.game, grid);
  }

  counters() {
    const { game, data } = this;
    const used = (row) => {
      const [ability, carrier, ...others] = rows(row);
      if (others.length !== 1 && others.length !== 2) {
        throw new Damaged("what counts a use has an ability, who carries it, maybe a verb, and a number");
      }
      const count = whole(others.pop());
      return [`${plain(ability)}\n${plain(carrier)}\n${others.map(plain).join("")}`, count];
    };
    game.used = new Map(rows(data.used).map(used));
    game.started = new Map(named(data.started).map(([verb, count]) => [verb, whole(count)]));
    game.dirty = new Set(rows(data.dirty).map(text));
    game.checking = new Set(rows(data.checking).map(whole));
    const revealed = (row) => {
      const [entity, player] = rows(row);
      return `${whole(entity)} ${whole(player)}`;
    };
    game.revealed = new Set(rows(data.revealed).map(revealed));
    for (const name of COUNTS) game[name] = whole(member(data.counts, name));
    const [steps, changes] = rows(data.before).map(whole);
    game.mark_of_run = { journal: 0, depth: 0, steps: there(steps), changes: there(changes) };
  }

  // ---- entities
  make(kind, columns) {
    there(this.code.classes.get(kind));
    const cards = columns.card ?? rows(columns.id).map(() => null);
    pairs(rows(columns.id), cards, (id, card) => {
      const entity = this.shell(kind, id);
      entity._card = card !== null ? member(this.code.cards, card) : null;
      if (card !== null && entity._card._kind !== kind) throw new Damaged(`the card \`${card}\` is no ${kind}`);
    });
  }

  shell(kind, id) {
    there(this.code.classes.get(kind));
    if (this.entities.has(whole(id)) || !(id > 0 && id < number(member(this.data.counts, "next_id")))) {
      throw new Damaged(`${id} is no number of an entity, or is one twice`);
    }
    const made = this.code.bare(kind, id);
    this.entities.set(id, made);
    return made;
  }

  entity(id) {
    return there(this.entities.get(id));
  }

  fill_kind(kind, columns, is_alive) {
    const held = columns.id.map((id) => this.entity(id));
    for (const entity of held) entity._alive = is_alive;
    if (is_alive) this.game.kinds.set(kind, held);
    else if (held.some((entity) => entity._kinds.has("player"))) {
      this.game.removed_players = [...this.game.removed_players, ...held];
    }
    const each = (column, fill) => rows(column).forEach((row, i) => i < held.length && fill(held[i], row));
    each(columns.keywords ?? [], (entity, instances) => {
      entity._keywords = rows(instances).map((row) => this.keyword(entity, rows(row)));
    });
    each(columns.statuses ?? [], (entity, ids) => {
      entity._statuses = rows(ids).map((id) => this.entity(id));
    });
    each(held.length && held[0]._figure ? columns.at : [], (entity, at) => {
      entity.at = at === null ? null : this.square_below(at);
    });
    const { fields } = this.code.data.kinds[kind];
    if (!is_same(fields.map((f) => f.name), Object.keys(columns.fields))) {
      throw new Damaged(`a ${kind} has other fields`);
    }
    for (const f of fields) {
      pairs(held, columns.fields[f.name], (entity, value) => {
        entity[f.name] = this.field(f, entity, value);
      });
    }
  }

  keyword(bearer, [id, name, ...values]) {
    const made = this.shell(name, id);
    made.bearer = bearer;
    pairs(member(this.code.data.traits, name).params, values, (param, value) => {
      made[param] = this.value(value);
    });
    return made;
  }

  /** A value that its field can have. */
  field(declared, entity, value) {
    const { name } = declared;
    if (declared.zone) return this.laid(declared, entity, value);
    const found = this.value(value);
    const fits = Object.hasOwn(TYPES, declared.type) ? TYPES[declared.type] : null;
    if (fits !== null && !(found === null && declared.default === null)) {
      if (!fits(found)) throw new Damaged(`\`${name}\` of a ${entity._kind} is of another sort`);
      const { minimum: least, maximum: most } = declared;
      if ((least !== null && found < least) || (most !== null && found > most)) {
        throw new Damaged(`\`${name}\` of a ${entity._kind} cannot be ${found}`);
      }
    }
    return found;
  }

  laid({ name, visible }, entity, ids) {
    const zone = new Zone(name, entity, visible);
    zone.items = rows(ids).map((id) => this.entity(id));
    for (const item of zone.items) {
      if (item._zone !== null) throw new Damaged(`${item._id} lies in two zones`);
      item._zone = zone;
      if (zone.is_within(item)) throw new Damaged(`${item._id} lies within itself`);
    }
    return zone;
  }

  /** What finds entities by card, keyword and square. Instances of keywords are numbered as they came. */
  register() {
    const { game } = this, { by_card, by_keyword } = game;
    const add = (map, key, item) => map.set(key, [...map.get(key) ?? [], item]);
    for (const held of game.kinds.values()) {
      for (const entity of held) {
        if (entity._card !== null) add(by_card, entity._card._id, entity);
        for (const instance of entity._keywords) add(by_keyword, instance._kind, [entity, instance]);
      }
    }
    for (const bearers of by_keyword.values()) bearers.sort(([, a], [, b]) => a._id - b._id);
    const standing = (row) => [this.square_below(rows(row)[0]), row.slice(1).map((id) => this.entity(id))];
    game.standing = new Map(rows(this.data.standing).map(standing));
  }

  // ---- values
  locals(entries) {
    const made = new Locals();
    for (const [name, item] of entries) made[text(name)] = this.value(item);
    return made;
  }

  granted(name, bearer, values) {
    there(this.code.classes.get(name));
    return granted_instance(this.game, name, rows(values).map((value) => this.value(value)), this.value(bearer));
  }

  square(index) {
    return there(this.game.grid.square_at[whole(index)]);
  }

  /** A square on which something stands. */
  square_below(index) {
    const found = this.square(index);
    if (!this.game.grid.exists[found.index]) throw new Damaged("something stands where no square is");
    return found;
  }

  zone(owner, name) {
    const found = there(this.value(owner)[name_of(name)]);
    if (!(found instanceof Zone)) throw new Damaged(`\`${name}\` is no zone`);
    return found;
  }

  face(die, index) {
    if (!(whole(index) >= 0 && index < this.code.die_size(text(die), 0))) {
      throw new Damaged(`${die} has no face ${index}`);
    }
    return new Face(die, index, this.code.face(die, index));
  }

  refusal(message, [path, line, column], its_rows) {
    return new Refusal(text(message), this.code.place_number(path, line, column), rows(its_rows).map(text));
  }

  usable(id, me, self, trigger) {
    const { index, label } = there(this.abilities.get(id));
    return new Usable(index, label, this.value(me), this.value(self), this.value(trigger));
  }

  duration([edge, skip, verbs, until, env]) {
    if (until !== null && !(whole(until) >= 0 && until < this.code.untils.length)) {
      throw new Damaged("a duration has no such condition");
    }
    return new Duration(text(edge), Boolean(skip), rows(verbs).map(text), until, this.value(there(env)));
  }

  effect([number, duration, modifiers, env, status]) {
    if (!rows(modifiers).every((m) => whole(m) >= 0 && m < this.code.lasting.length)) {
      throw new Damaged("an effect has no such modifier");
    }
    const its_status = there(status) !== null ? this.entity(status) : null;
    return new Effect(whole(number), this.value(duration), modifiers, this.value(env), its_status);
  }

  fill(owner, values) {
    for (const [name, value] of named(values)) owner[name_of(name)] = this.value(value);
  }

  fill_event(event, row) {
    const verb = there(this.code.verbs.get(row.verb));
    event._verb = row.verb;
    event._parent = this.value(row.parent);
    event._number = whole(row.number);
    event._outcome = text(row.outcome);
    event._reason = this.value(row.reason);
    event._use = this.value(row.use);
    const replaced = rows(row.replaced).map(([ability, carrier]) => `${text(ability)}\n${carrier}\n`);
    event._replaced = replaced.length ? new Set(replaced) : null;
    event._prevented = row.prevented.length ? new Set(rows(row.prevented).map(text)) : null;
    for (const { name } of verb.params) event[name] = null;
    for (const name of verb.lets) event[name] = null;
    this.fill(event, row.values);
  }

  // ---- frames
  frame(name, pc, values) {
    const [kind, slots] = member(this.kinds_of_frame, name);
    if (!is_same(slots, Object.keys(values))) throw new Damaged(`a frame ${name} has other values`);
    const made = Object.create(kind.prototype);
    made.pc = whole(pc);
    for (const slot of slots) {
      const found = this.value(values[slot]);
      made[slot] = slot === "letters" && found instanceof Locals ? new Map(Object.entries(found)) : found;
      if (Object.hasOwn(SLOTS, slot) && !SLOTS[slot](made[slot])) {
        throw new Damaged(`\`${slot}\` of a frame ${name} is of another sort`);
      }
    }
    if (name === "Body" && !(pc >= 0 && pc < made.code.rows.length)) throw new Damaged("a body has no such row");
    return made;
  }
}

// ---- data of any sort
function there(value) {
  if (value === undefined) throw new Unfit();
  return value;
}

function number(value) {
  if (!is_number(value)) throw new Unfit();
  return value;
}

function rows(value) {
  if (!Array.isArray(value)) throw new Unfit();
  return value;
}

function named(value) {
  if (!is_object(value)) throw new Unfit();
  return Object.entries(value);
}

function member(owner, name) {
  if (!is_text(name) || !Object.hasOwn(owner, name)) throw new Unfit();
  return owner[name];
}

/** Goes through two arrays side by side, which are of one length. */
function pairs(many, others, visit) {
  if (rows(others).length !== many.length) throw new Unfit();
  many.forEach((item, i) => visit(item, others[i]));
}

function is_same(names, others) {
  return names.length === others.length && names.every((name) => others.includes(name));
}

function shape(numbers) {
  if (numbers.length !== 7) throw new Unfit();
  return made(numbers);
}

function whole(value) {
  if (Number.isSafeInteger(value)) return value;
  throw new Damaged(`${shown(value).slice(0, 40)} is no whole number`);
}

function text(value) {
  if (is_text(value)) return value;
  throw new Damaged(`${shown(value).slice(0, 40)} is no text`);
}

function plain(value) {
  return is_text(value) ? value : whole(value);
}

/** A name of content, or `_`, which stands for none; those of the runtime begin with an underscore. */
function name_of(value) {
  if (text(value).startsWith("_") && value !== "_") throw new Damaged(`${shown(value).slice(0, 40)} is no name`);
  return value;
}

/** A value as every engine names it. */
function shown(value) {
  if (value === null || value === undefined) return "None";
  if (is_bool(value)) return value ? "True" : "False";
  if (is_text(value)) return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (is_object(value)) return `{${Object.entries(value).map(([k, v]) => `'${k}': ${shown(v)}`).join(", ")}}`;
  return String(value);
}

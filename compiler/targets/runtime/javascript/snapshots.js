// Snapshots: all of a running game as data that JSON can hold.
//
// Job: write entities by kind in columns, what holds them, and the frames of what is being done. Every engine writes
// and reads the same (schemas/snapshot.schema.json). Input: a game at a request or at rest. Output: objects, arrays,
// texts, numbers.
//
// A value that is no text, number, truth value or none is an array of its sort and its parts, such as ["entity", 12].
// What has no order of its own stands in the order of its names or numbers, so that equal games have equal snapshots.

import { Asking, Drawing, Picking, PickingMode, PickingOne, Rolling, Shuffling } from "./choices.js";
import { changes_of } from "./drawings.js";
import { Body, BodyCode, Locals } from "./frames.js";
import { Around, Checking, Firing, Happening, Replacing, StepClosing, StepOpening } from "./happening.js";
import { AbilityCode } from "./linked.js";
import { Offering, OfferingReplacement, Using, Window } from "./offering.js";
import { Rounds } from "./operations.js";
import { Acting, Resolving, UsingAbility } from "./using.js";
import { compare, Duration, Entity, Event, Face, Refusal, Roll, Shape, Square, Usable, Zone } from "./values.js";

export const COUNTS = ["next_id", "events", "steps", "changes"];
const ASKED = ["at", "kind", "least", "most", "options", "who"];
/** By name: the class of a frame, and the values of it that a snapshot has, in order. */
export const FRAMES = {
  Body: [Body, ["code", "v"]],
  Asking: [Asking, ASKED],
  Picking: [Picking, ASKED],
  PickingOne: [PickingOne, ASKED],
  PickingMode: [PickingMode, ["at", "kind", "least", "most", "options", "positions", "who"]],
  Drawing: [Drawing, ["at", "options"]],
  Rolling: [Rolling, ["again", "at", "dice", "held"]],
  Shuffling: [Shuffling, ["at", "zone"]],
  Happening: [Happening, ["event", "use", "values", "verb"]],
  Around: [Around, ["event", "step", "timing"]],
  Firing: [Firing, ["event", "mine", "step", "timing", "waiting"]],
  Replacing: [Replacing, ["event", "mine", "offers", "step"]],
  StepOpening: [StepOpening, ["event", "step"]],
  StepClosing: [StepClosing, ["event", "step"]],
  Checking: [Checking, ["acted", "due", "next", "round", "waiting"]],
  Offering: [Offering, ["classes", "count", "found", "once", "player", "subject"]],
  Window: [Window, ["count", "event", "found", "passed", "players", "step", "timing"]],
  OfferingReplacement: [OfferingReplacement, ["count", "event", "found", "players", "step"]],
  UsingAbility: [UsingAbility, ["ability", "me", "this", "trigger"]],
  Using: [Using, ["usable", "values"]],
  Resolving: [Resolving, ["event"]],
  Acting: [Acting, ["next", "subject", "waiting"]],
};

/** Everything of a game that is not in its rules. */
export function snapshot_of(game, frames = FRAMES) {
  return new Writer(game, frames).snapshot();
}

/** Writes values; what is met more than once, such as an event, has a table and is named by its position. */
class Writer {
  constructor(game, frames) {
    this.game = game;
    this.code = game.code;
    this.frames = new Map(Object.entries(frames).map(([name, [kind, slots]]) => [kind, [name, slots]]));
    this.known = new Set(); // ids of the entities that are written or waiting
    this.removed = []; // named by something, and not in the game any more
    this.tables = { events: [], envs: [], faces: [] };
    this.positions = new Map();
  }

  value(value) {
    if (value === null || value === undefined) return null;
    if (typeof value !== "object") return value;
    if (value instanceof Entity) return this.entity(value);
    if (value instanceof Roll) return ["roll", ...this.values(value)];
    if (value instanceof Shape) return ["shape", ...value];
    if (Array.isArray(value)) return ["list", ...this.values(value)];
    if (value instanceof Set) return ["set", ...[...value].sort(compare)];
    if (value instanceof Map) return ["values", ...this.pairs([...value])];
    if (value instanceof Locals) return this.named(value);
    if (value instanceof Rounds) return ["rounds", value.length];
    if (value instanceof Square) return ["square", value.index];
    if (value instanceof Zone) return ["zone", this.value(value.owner), value.name];
    if (value instanceof Face) return ["face", this.numbered("faces", value, () => [value.die, value.index])];
    if (value instanceof Event) return ["event", this.numbered("events", value, () => this.event(value))];
    if (value instanceof Usable) return this.usable(value);
    if (value instanceof Refusal) return ["refusal", value.message, this.place(value.at), [...value.rows]];
    if (value instanceof BodyCode) return ["body", value.name];
    if (value instanceof Duration) return this.duration(value);
    if (value instanceof AbilityCode) return ["ability", value.id];
    return ["env", this.numbered("envs", value, () => this.values_of(Object.entries(value)))];
  }

  values(items) {
    return Array.from(items, (item) => this.value(item));
  }

  pairs(entries) {
    return by_name(entries).map(([name, item]) => [name, this.value(item)]);
  }

  named(values) {
    return ["values", ...this.pairs(Object.entries(values))];
  }

  values_of(entries) {
    return Object.fromEntries(this.pairs(entries));
  }

  usable({ ability, me, this: self, trigger }) {
    return ["use", this.code.abilities[ability].id, this.value(me), this.value(self), this.value(trigger)];
  }

  duration({ edge, skip, verbs, until, env }) {
    return ["duration", edge, skip, [...verbs], until, this.value(env)];
  }

  entity(entity) {
    const { _id: id, _kind: kind } = entity;
    if (typeof id === "string") {
      if (this.code.cards[id] === entity) return ["card", id];
      const { params } = this.code.data.traits[kind];
      return ["granted", kind, this.value(entity.bearer), params.map((param) => this.value(entity[param]))];
    }
    if (!this.known.has(id)) {
      const { form = "status" } = this.code.data.traits[kind] ?? {};
      if (form === "status") {
        this.know(entity);
        this.removed.push(entity);
      } else {
        this.entity(entity.bearer); // with which it is written
      }
    }
    return ["entity", id];
  }

  /** An entity is written, and its keywords with it. */
  know(entity) {
    this.known.add(entity._id);
    for (const instance of entity._keywords) this.known.add(instance._id);
  }

  /** The position of a value in its table, into which it is written when it is first met. */
  numbered(table, value, write) {
    let found = this.positions.get(value);
    if (found === undefined) {
      const held = this.tables[table];
      found = held.push(null) - 1;
      this.positions.set(value, found);
      held[found] = write();
    }
    return found;
  }

  /** A place by where it is: numbers of places are an engine's own. */
  place(at) {
    const { path, line, column } = this.code.place(at);
    return [path, line, column];
  }

  event(event) {
    const own = Object.entries(event).filter(([name]) => !name.startsWith("_"));
    return {
      verb: event._verb,
      parent: this.value(event._parent),
      number: event._number,
      outcome: event._outcome,
      reason: this.value(event._reason),
      use: this.value(event._use),
      replaced: [...event._replaced ?? []].sort(compare).map(use_of),
      prevented: [...event._prevented ?? []].sort(compare),
      values: this.values_of(own),
    };
  }

  // ---- entities
  snapshot() {
    const { game } = this;
    for (const held of game.kinds.values()) {
      for (const entity of held) this.know(entity);
    }
    for (const player of game.removed_players) this.entity(player);
    const held = by_name([...game.kinds]).filter(([, entities]) => entities.length);
    const data = {
      kinds: Object.fromEntries(held.map(([kind, entities]) => [kind, this.columns(kind, entities)])),
      standing: [...game.standing].filter(([, there]) => there.length).map(([s, there]) => [s.index, ...ids(there)])
        .sort(([a], [b]) => a - b),
      effects: game.effects.map((effect) => this.effect(effect)),
      used: by_name([...game.used]).map(([key, count]) => [...use_of(key), count]),
      started: Object.fromEntries(game.started),
      dirty: [...game.dirty].sort(compare),
      checking: [...game.checking].sort(compare),
      revealed: [...game.revealed].map((known) => known.split(" ").map(Number)).sort(compare),
      stack: this.values(game.stack),
      frames: game.frames.map((frame) => this.frame(frame)),
      counts: Object.fromEntries(COUNTS.map((name) => [name, game[name]])),
      before: [game.mark_of_run.steps, game.mark_of_run.changes],
    };
    if (game.grid !== game.drawn) data.board = changes_of(game.drawn, game.grid);
    return { ...data, removed: this.gone(), ...this.tables };
  }

  /** The entities that are no more, and still named by something. */
  gone() {
    const kinds = new Map();
    while (this.removed.length) {
      const entity = this.removed.pop();
      kinds.set(entity._kind, [...kinds.get(entity._kind) ?? [], entity]);
      this.columns(entity._kind, [entity]); // names what it names
    }
    const columns = ([kind, entities]) => [kind, this.columns(kind, entities.sort((a, b) => a._id - b._id))];
    return Object.fromEntries(by_name([...kinds]).map(columns));
  }

  /** The values of all entities of a kind, field by field. */
  columns(kind, held) {
    const made = { id: ids(held) };
    for (const { _zone } of held) if (_zone !== null) this.entity(_zone.owner); // who may be in the game no more
    if (held.some((e) => e._card !== null)) made.card = held.map((e) => e._card?._id ?? null);
    for (const name of ["statuses", "keywords"]) {
      const lists = held.map((e) => e[`_${name}`]);
      const write = name === "statuses" ? (status) => this.entity(status)[1] : (keyword) => this.keyword(keyword);
      if (lists.some((list) => list.length)) made[name] = lists.map((list) => list.map(write));
    }
    if (held[0]._figure) made.at = held.map((e) => e.at?.index ?? null);
    const column = (name) => [name, held.map((e) => this.field(e[name]))];
    made.fields = Object.fromEntries(this.code.field_names.get(kind).map(column));
    return made;
  }

  /** A zone is its entities, from the top. */
  field(value) {
    return value instanceof Zone ? ids(value.items) : this.value(value);
  }

  /** Of a keyword there is only what it holds; a status lies among the entities. */
  keyword(instance) {
    const { params } = this.code.data.traits[instance._kind];
    return [instance._id, instance._kind, ...params.map((param) => this.value(instance[param]))];
  }

  // ---- the rest
  effect({ number, duration, modifiers, env, status }) {
    return [number, this.value(duration), [...modifiers], this.value(env), status?._id ?? null];
  }

  frame(frame) {
    const [name, slots] = this.frames.get(frame.constructor);
    return [name, frame.pc, Object.fromEntries(slots.map((slot) => [slot, this.slot(slot, frame[slot])]))];
  }

  slot(slot, value) {
    if (slot === "at") return ["place", ...this.place(value)];
    if (slot === "values") return this.named(value);
    const is_changed = slot === "found" || slot === "mine" || slot === "waiting";
    return is_changed && Array.isArray(value) ? ["array", ...this.values(value)] : this.value(value);
  }
}

function by_name(entries) {
  return entries.sort(([a], [b]) => compare(a, b));
}

function ids(entities) {
  return entities.map((entity) => entity._id);
}

/** What counts a use, taken apart: an ability, its carrier, and maybe a verb. */
function use_of(key) {
  const first = key.indexOf("\n"), last = key.lastIndexOf("\n");
  const carrier = key.slice(first + 1, last), verb = key.slice(last + 1);
  return [key.slice(0, first), /^\d+$/.test(carrier) ? Number(carrier) : carrier, ...(verb ? [verb] : [])];
}

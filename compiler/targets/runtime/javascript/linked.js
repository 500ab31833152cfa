// A rules table made ready to run.
//
// Job: join what the rules of a game are made of, so that a running game finds it by name: classes and cards from the
// data; abilities by what they answer, modifiers by what they change. Input: a rules table. Output: Code, shared by all
// games.

import { BodyCode } from "./frames.js";
import { compare_texts, Entity, Fault, NOTHING, unique } from "./values.js";

const MOST_FACES = 10_000;
const TIMINGS = ["before", "instead", "during", "after"];

function _book() {
  return Object.fromEntries(TIMINGS.map((timing) => [timing, new Map()]));
}

/** A verb: `head` and `recheck` give a failed requirement or null. */
class Verb {
  constructor(row, body) {
    Object.assign(this, row, { body });
    this.triggers = _book(); // by timing, then by step: the empty name is the event itself
    this.reactions = _book();
  }

  /** Whether any ability of the game answers this moment. */
  watched(timing, step = "") {
    return this.triggers[timing].has(step) || this.reactions[timing].has(step);
  }
}

/** An ability as the rules table has it, with its bodies and its `live` line. */
export class AbilityCode {
  constructor(parts) {
    Object.assign(this, parts);
  }
}

/** The groups that a change of each part of the state empties: those of its own, and those of any part. */
function readers_of(texts) {
  const numbers = (text) => (text ? text.split(" ").map(Number) : []), of_any = numbers(texts["*"]);
  const own = Object.entries(texts).map(([part, text]) => [part, part === "*" ? [] : numbers(text)]);
  return new Map(own.map(([part, groups]) => [part, [...of_any, ...groups]]));
}

/** The rules table of a game, made ready to run; shared by all its games. */
export class Code {
  constructor(rules) {
    this.rules = rules;
    this.data = rules.data;
    this.functions = rules.functions;
    this.lasting = rules.lasting;
    this.untils = rules.untils; // conditions of durations
    this.boards = new Map(); // the boards that were drawn, by position
    this.bodies = new Map(); // by name
    this.place_numbers = null; // of places by where they are, when somebody asks
    this.take_groups(rules.remembering ?? null);
    this.make_kinds();
    this.make_cards();
    this.link_stats();
    this.verbs = new Map(Object.entries(rules.verbs).map(([name, row]) => [name, new Verb(row, this.body(row.body))]));
    const groups = rules.remembering?.checks ?? [];
    this.checks = rules.checks.map((row, i) => (
      { ...row, reads: new Set(row.reads), body: this.body(row.body), group: groups[i] ?? 0 }
    ));
    this.checked_fields = new Set(rules.checks.flatMap((row) => row.reads));
    this.link_lives();
    this.link_abilities();
  }

  /** The groups of what is remembered; `readers` are those that a change of a part of the state empties. A table
   * without them has a group for each stat and trait, and any change empties them all. */
  take_groups(row) {
    this.readers = row !== null ? readers_of(row.readers) : null;
    const { stat, trait, verb, carriers, walked, all_ways, size } = row ?? this.bare_groups();
    this.groups = size;
    this.group_of = {
      stat: new Map(Object.entries(stat)), trait: new Map(Object.entries(trait)), verb: new Map(Object.entries(verb)),
      carriers: new Map(carriers.map(([form, name, group]) => [`${form} ${name}`, group])),
      walk: new Map(walked), all_ways,
    };
  }

  bare_groups() {
    let size = 1;
    const numbered = (names) => Object.fromEntries(names.map((name) => [name, size++]));
    const stat = numbered(this.rules.stats.map((row) => row.name)), trait = numbered(Object.keys(this.data.traits));
    return { stat, trait, verb: {}, carriers: [], walked: [], all_ways: 0, size };
  }

  /** A body of the table, or of a script; null for none. */
  body(row) {
    if (row === null) return null;
    let found = this.bodies.get(row.name);
    if (found === undefined || found.rows !== row.rows) this.bodies.set(row.name, (found = new BodyCode(row)));
    return found;
  }

  // ---- data
  make_kinds() {
    this.classes = new Map();
    this.field_names = new Map();
    this.limits = new Map(); // of numbers: by kind, then by field
    for (const kind of Object.values(this.data.kinds)) {
      const names = kind.fields.map((f) => f.name);
      const fields = kind.figure ? [...names, "at"] : names;
      const made = class extends Entity {
        constructor() {
          super();
          for (const name of fields) this[name] = null;
        }
      };
      Object.assign(made.prototype, {
        _kind: kind.name,
        _kinds: new Set(kind.ancestors),
        _figure: kind.figure,
        _stands: kind.figure && this.rules.board.type !== "table", // which has no squares to stand on
        _sized: names.includes("size"), // whether the kind says how many squares a side takes
      });
      this.classes.set(kind.name, made);
      this.field_names.set(kind.name, names.slice().sort(compare_texts));
      const bounded = kind.fields.filter((f) => f.minimum !== null || f.maximum !== null);
      this.limits.set(kind.name, new Map(bounded.map((f) => [f.name, f])));
    }
    const kinds = Object.values(this.data.kinds);
    const heirs = (name) => kinds.filter((k) => k.ancestors.includes(name)).map((k) => k.name);
    this.heirs = new Map(kinds.map((kind) => [kind.name, heirs(kind.name)]));
    this.rows_of_kind = new Map(kinds.map((kind) => [kind.name, this.data_rows_of(kind)]));
  }

  /** A row of the table of places: where in the author's text something stands, and in what. */
  place(at) {
    const [path, line, column, owner] = this.data.spans[at];
    return { path: this.data.paths[path], line, column, owner: this.data.owners[owner] };
  }

  /** The position of a place in the table of places, 0 for one that is not there. */
  place_number(path, line, column) {
    if (this.place_numbers === null) {
      this.place_numbers = new Map();
      this.data.spans.forEach((_, at) => {
        const { path: file, line: row, column: start } = this.place(at), key = `${row}:${start}:${file}`;
        if (!this.place_numbers.has(key)) this.place_numbers.set(key, at);
      });
    }
    return this.place_numbers.get(`${line}:${column}:${path}`) ?? 0;
  }

  data_rows(key) {
    return Object.hasOwn(this.data.data_rows, key) ? this.data.data_rows[key] : NOTHING;
  }

  data_rows_of(kind) {
    const found = [];
    for (const ancestor of kind.ancestors) {
      found.push(...this.data_rows(`kind:${ancestor}`));
      for (const f of kind.fields) found.push(...this.data_rows(`field:${ancestor}.${f.name}`));
    }
    return unique(found);
  }

  /** The cards themselves: entities outside of any game, with their printed values. */
  make_cards() {
    this.cards = Object.create(null);
    for (const card of Object.values(this.data.cards)) this.cards[card.id] = this.prototype(card);
    for (const card of Object.values(this.cards)) this.link_cards(card);
  }

  prototype(card) {
    const made = this.bare(card.kind, card.id);
    for (const f of this.data.kinds[card.kind].fields) {
      made[f.name] = Object.hasOwn(card.values, f.name) ? card.values[f.name] : f.default;
    }
    return made;
  }

  bare(kind, id) {
    const made = new (this.classes.get(kind))();
    made._id = id;
    return made;
  }

  link_cards(card) {
    for (const f of this.data.kinds[card._kind].fields) {
      const value = card[f.name];
      const is_card = (id) => typeof id === "string" && id in this.cards;
      if (f.type === "card" && value !== null) card[f.name] = this.cards[value];
      else if ((f.type === "set" || f.type === "list") && value?.length && value.every(is_card)) {
        card[f.name] = value.map((id) => this.cards[id]);
      }
    }
  }

  die_size(die, at) {
    const faces = Object.hasOwn(this.data.dice, die) ? this.data.dice[die] : undefined;
    if (faces === null) throw new Fault(`the faces of ${die} are not known`, at);
    const size = faces === undefined ? Number(die.slice(1)) : faces.length;
    if (!(size > 0 && size <= MOST_FACES)) throw new Fault(`${die} does not have from 1 to ${MOST_FACES} faces`, at);
    return size;
  }

  face(die, index) {
    const faces = Object.hasOwn(this.data.dice, die) ? this.data.dice[die] : null;
    return faces !== null ? faces[index] : { value: index + 1 };
  }

  // ---- what is live
  link_stats() {
    this.stats = new Map(); // by kind, then by name
    for (const stat of this.rules.stats) {
      const rows = this.data_rows(`stat:${stat.kind}.${stat.name}`);
      for (const heir of this.heirs.get(stat.kind)) {
        if (!this.stats.has(heir)) this.stats.set(heir, new Map());
        this.stats.get(heir).set(stat.name, { ...stat, rows });
      }
    }
  }

  link_lives() {
    this.live_of_kind = new Map();
    for (const live of this.rules.lives) {
      for (const heir of this.heirs.get(live.kind)) {
        if (!this.live_of_kind.has(heir)) this.live_of_kind.set(heir, live);
      }
    }
  }

  link_abilities() {
    this.modifiers = by_form();
    this.forbids = new Map(); // by verb
    this.recharges = new Map(); // by verb
    this.abilities = this.rules.abilities.map((row, index) => this.ability(row, index));
    for (const ability of this.abilities) {
      for (const modifier of ability.modifiers) this.file_modifier(ability, modifier);
      for (const verb of ability.recharged_by) push(this.recharges, verb, ability);
      for (const verb of ability.verbs) {
        const { triggers, reactions } = this.verbs.get(verb);
        push((ability.form === "trigger" ? triggers : reactions)[ability.timing], ability.step, ability);
      }
    }
    this.activations = this.abilities.filter((a) => a.form === "activation");
    this.ais = this.abilities.filter((a) => a.form === "ai");
    this.activations_by = new Map();
  }

  ability(row, index) {
    const live = row.live !== null ? this.rules.lives[row.live] : null, { form, name } = row.carrier;
    const group = this.group_of.carriers.get(`${form} ${form !== "card" ? name : row.live}`) ?? 0;
    return new AbilityCode({ ...row, index, group, live, costs: this.body(row.costs), body: this.body(row.body) });
  }

  file_modifier(ability, modifier) {
    if (modifier.form === "forbid") {
      for (const verb of modifier.verbs) push(this.forbids, verb, [ability, modifier]);
      return;
    }
    push(this.modifiers[modifier.form], modifier.stat, [ability, modifier]);
  }

  /** The activated abilities of some timing classes; those without a class have the class `any`. */
  activations_of(classes) {
    const key = classes.join();
    let found = this.activations_by.get(key);
    if (found === undefined) {
      const fits = ({ classes: own }) => (own.length ? own.some((c) => classes.includes(c)) : classes.includes("any"));
      found = classes.length ? this.activations.filter(fits) : this.activations;
      this.activations_by.set(key, found);
    }
    return found;
  }
}

/** Modifiers by form, then by stat or trait. */
export function by_form() {
  return { adjust: new Map(), override: new Map(), least: new Map(), most: new Map(), grant: new Map() };
}

export function push(map, key, item) {
  if (map.has(key)) map.get(key).push(item);
  else map.set(key, [item]);
}

const _linked = new WeakMap();

/** A rules table made ready, once. */
export function linked(rules) {
  if (!_linked.has(rules)) _linked.set(rules, new Code(rules));
  return _linked.get(rules);
}

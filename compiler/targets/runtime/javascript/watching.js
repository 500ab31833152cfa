// Watching: what happens in a match, told to one viewer as data (`schemas/events.schema.json`).
//
// Job: tell what happens while it happens, redacted as views are, so that a view and the events after it give the next
// view. Input: a running game, which tells its eyes what it does (`tell` in changes.js). Output: data that JSON can
// hold; the same in every engine. Never changes the game.
//
// `changes` of an event are what it changes in the view: a path and the new value, or a path alone for what is gone.

import { can_become } from "./answers.js";
import { players_by_seat } from "./entities.js";
import { as_fault, place_of } from "./game.js";
import { explain } from "./offering.js";
import { Refused, shown_answer, sound_answer, sound_names } from "./setups.js";
import { refill } from "./spending.js";
import { compare, Entity, Fault, Usable } from "./values.js";
import { Teller, words_in } from "./telling.js";
import { HIDDEN, Outlook } from "./views.js";
import { Withheld } from "./withheld.js";

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Changes in the order of their paths. */
function in_order(...changes) {
  return changes.flat().sort(([one], [other]) => compare(one, other));
}

/** One viewer of a running game: what they see of it, what they were told, and what happened since. */
class Eye {
  constructor(game, asker, language) {
    this.game = game;
    this.outlook = new Outlook(game, asker);
    this.told = this.outlook.data(null);
    const { player } = this.outlook, viewer = player !== null ? this.outlook.name_of(player._id) : null;
    this.teller = language !== null ? new Teller(game.data, language, this.told, viewer) : null;
    this.happened = [];
    this.count = 0;
    this.fresh = null; // was created, and is told with the place where it is put next
    this.withheld = new Withheld(game, this.outlook);
    this.withheld.look((event) => this.values_of(event));
  }

  /** Something happens. */
  see(what, ...about) {
    if (this.fresh !== null && !(what === "move" && about[0] === this.fresh)) this.flush();
    this[`on_${what}`](...about);
  }

  /** Tells what was created and not put anywhere. */
  flush() {
    if (this.fresh !== null) this.on_move(this.fresh);
  }

  /** Goes on from an eye whose game was played anew, so that all names are others. */
  after(eye) {
    const now = this.told, changes = [];
    Object.assign(this, { told: eye.told, count: eye.count, happened: eye.happened });
    if (this.teller !== null) this.teller.known = this.told;
    for (const part of ["board", "players"]) {
      if (!same(this.told[part], now[part])) changes.push([[part], now[part]]);
      this.told[part] = now[part];
    }
    for (const part of ["entities", "zones"]) {
      for (const name of Object.keys(this.told[part])) {
        if (Object.hasOwn(now[part], name)) continue;
        delete this.told[part][name];
        changes.push([[part, name]]);
      }
    }
    this.tell("anew", {}, in_order(changes, this.look(this.outlook.rows.keys(), false), this.changed("effects")));
    return this;
  }

  /** Something was laid. */
  on_board() {
    this.tell("board", {}, this.changed("board"));
  }

  /** What a part of the view has become, if it is another. */
  changed(part) {
    const found = this.outlook[part](), is_same = same(found, this.told[part]);
    this.told[part] = found;
    return is_same ? [] : [[[part], found]];
  }

  /** What they may know now; what happened up to now is told by it. */
  view(request) {
    this.events(request);
    return { ...this.outlook.data(request), request: this.asked(request) };
  }

  /** What happened since they asked last. */
  events(request) {
    this.flush();
    const asked = this.asked(request);
    if (!same(asked, this.told.request)) {
      this.told.request = asked;
      this.tell("ask", {}, [[["request"], asked]]);
    }
    const { happened } = this;
    this.happened = [];
    return happened;
  }

  /** What is asked, with its words. */
  asked(request) {
    const asked = this.outlook.request(request);
    if (this.teller === null || asked === null || asked.options === undefined) return asked;
    const first = request.options[0];
    let answered = null;
    if (first instanceof Usable && first.trigger !== null) {
      const { timing = "instead", step = "" } = this.game.frames.at(-2);
      answered = { verb: first.trigger._verb, step, values: this.values_of(first.trigger), timing };
    }
    const key = this.key_of(asked.place);
    return { ...asked, words: this.teller.request(asked, key, this.values_inside(), answered) };
  }

  /** Under which name the words of a choice or a sentence are. */
  key_of(place) {
    const { word_keys: keys } = this.game.data;
    return Object.hasOwn(keys, place) ? keys[place] : "";
  }

  /** The values of the event in which something is asked, also those that it has worked out. */
  values_inside() {
    const event = this.game.stack.at(-1);
    if (event === undefined) return {};
    const { lets } = this.game.code.verbs.get(event._verb);
    const worked_out = lets.map((name) => [name, this.outlook.value(event[name])]);
    return { ...this.values_of(event), ...Object.fromEntries(worked_out) };
  }

  /** What cannot be chosen of what is asked, and why; what the viewer does not know is left out. */
  refused() {
    refill(this.game);
    const all = explain(this.game).map(([usable, why]) => this.refusal(this.outlook.value(usable), why));
    return all.filter(({ option }) => option !== HIDDEN);
  }

  refusal(option, { parts, message, at, rows }) {
    const reason = parts.map((part) => this.outlook.value(part)), place = place_of(this.game, at);
    const row = { option, reason, place, rows: [...rows] };
    if (this.teller === null || option === HIDDEN) return row;
    const said = this.teller.reason(this.key_of(place), message, reason);
    return { ...row, words: { option: this.teller.option(option), reason: said } };
  }

  tell(what, values, changes, words = null) {
    this.count += 1;
    const event = { seq: this.count, depth: this.withheld.depth(), what, ...values, changes };
    if (this.teller !== null) event.words = words ?? this.teller.event(event);
    this.happened.push(event);
  }

  // ---- what the rules do
  on_begin(event) {
    this.tell_event("begin", event);
  }

  on_end(event) {
    if (!this.withheld.takes_end(event)) this.tell("end", { verb: event._verb }, []);
  }

  on_prevented(event) {
    this.tell_event("prevented", event);
  }

  on_refused(event) {
    this.tell_event("refused", event);
  }

  tell_event(what, event) {
    const values = this.values_of(event);
    if (!this.withheld.takes(what, event, values)) this.tell(what, { verb: event._verb, values }, []);
  }

  values_of(event) {
    const { params } = this.game.code.verbs.get(event._verb);
    return Object.fromEntries(params.map(({ name }) => [name, this.outlook.value(event[name])]));
  }

  on_use(ability, me, self) {
    const used = this.outlook.usable(ability, me, self);
    if (used !== HIDDEN) this.tell("use", used, []);
  }

  on_roll(roll, at) {
    const told = this.outlook.value(roll);
    this.tell("roll", told, [], this.teller === null ? null : this.words_of_roll(told.roll, at));
  }

  words_of_roll(roll, at) {
    const { self } = this.game.frames.at(-2).v; // whose ability it is, in the body that rolls
    const inside = { ...this.values_inside(), ...(self ? { self: this.outlook.value(self) } : {}) };
    const key = this.withheld.is_of_hidden_text() ? "" : this.key_of(place_of(this.game, at));
    return this.teller.told_roll(key, roll, inside);
  }

  on_choose({ who, kind, options }, answer) {
    const is_secret = kind === "mode" && this.outlook.player !== who && this.withheld.is_of_hidden_text();
    const chosen = answer.filter((i) => i >= 0).map((i) => (is_secret ? HIDDEN : this.outlook.value(options[i])));
    this.tell("choose", { who: this.outlook.value(who), kind, chosen }, []);
  }

  // ---- what changes
  on_create(entity) {
    this.fresh = entity;
  }

  on_move(entity) {
    const what = entity === this.fresh ? "create" : "move";
    this.fresh = null;
    const before = this.name_of(entity), from = this.place_of(entity), zones = this.nearby(entity);
    const changes = this.look([entity._id]);
    const to = this.place_of(entity);
    const others = this.look([...zones, ...this.nearby(entity)], false);
    const name = before ?? this.name_of(entity);
    const all = in_order(changes, others);
    if (all.length || !same(from, to) || (what === "create" && name !== null)) {
      this.tell(what, { entity: name, from, to }, all);
    }
  }

  on_remove(entity) {
    const name = this.name_of(entity), from = this.place_of(entity);
    const changes = in_order(this.look(this.nearby(entity)));
    if (name !== null || changes.length) this.tell("remove", { entity: name, from }, changes);
  }

  on_reveal(entity, player) {
    const changes = in_order(this.look([entity._id])), name = this.name_of(entity);
    if (name === null && !changes.length) return;
    this.tell("reveal", { entity: name, who: this.outlook.value(player) }, changes);
  }

  on_shuffle(zone) {
    const changes = in_order(this.look([zone.owner._id, ...zone.items.map(({ _id }) => _id)]));
    const told = this.outlook.value(zone);
    if (told !== HIDDEN || changes.length) this.tell("shuffle", { zone: told.zone ?? null }, changes);
  }

  on_status(status) {
    this.tell_status("status", status);
  }

  on_drop(status) {
    this.tell_status("drop", status);
  }

  tell_status(what, status) {
    const before = this.name_of(status), changes = in_order(this.look([status.bearer._id]));
    const name = before ?? this.name_of(status), bearer = this.name_of(status.bearer);
    if (bearer === null && !changes.length) return;
    this.tell(what, { entity: bearer, status: { name, ...this.outlook.trait(status) } }, changes);
  }

  on_change(owner, field, old) {
    if (!(owner instanceof Entity) || !this.outlook.rows.has(owner._id)) return;
    const name = this.name_of(owner), { fields } = this.game.data.kinds[owner._kind];
    const before = this.outlook.value(old), after = this.outlook.value(owner[field]);
    let changes;
    if (Object.hasOwn(this.outlook.traits, owner._kind)) {
      changes = in_order(this.look([owner.bearer._id], false));
    } else if (fields.some((f) => f.name === field && f.part)) {
      changes = in_order(this.look([owner._id]));
    } else if (name === null || same(before, after)) {
      return;
    } else {
      this.told.entities[name].fields[field] = after;
      changes = [[["entities", name, "fields", field], after]];
    }
    if (changes.length || (name !== null && !same(before, after))) {
      this.tell("change", { entity: name, field, before, after }, changes);
    }
  }

  /** What lasts has become another, or how long. */
  on_lasting(effect) {
    const bearers = effect !== null && effect.status !== null ? [effect.status.bearer._id] : [];
    const changes = in_order(this.changed("effects"), this.look(bearers, false));
    if (changes.length) this.tell("lasting", {}, changes);
  }

  /** Everything may be another. */
  on_anew() {
    this.fresh = null;
    const changes = [...this.changed("board"), ...this.look([])];
    this.withheld.look((event) => this.values_of(event));
    this.tell("anew", {}, in_order(changes, this.look(this.outlook.rows.keys(), false), this.changed("effects")));
  }

  // ---- where things are
  name_of({ _id }) {
    const found = this.outlook.names.given.get(_id);
    return found !== undefined ? String(found) : null;
  }

  /** Where an entity was when they looked last: in a zone, or on a square. */
  place_of(entity) {
    const lying = this.outlook.lying.get(entity._id);
    if (lying !== undefined) {
      const owner = this.outlook.names.given.get(lying.owner);
      return owner !== undefined ? { zone: `${owner}.${lying.zone}` } : HIDDEN;
    }
    const square = this.told.entities[this.name_of(entity)]?.at ?? null;
    return square !== null ? { square } : null;
  }

  /** What it held, what was in the same zone, and whose zone it was. */
  nearby(entity) {
    const { held, lying } = this.outlook, place = lying.get(entity._id), found = held.get(entity._id) ?? [];
    return place !== undefined ? [...found, place.owner, ...held.get(place.owner)] : found;
  }

  // ---- what is another in the view
  /** What of these entities is another in the view; `anew`: what is seen may be another, too. */
  look(touched, anew = true) {
    const { outlook, outlook: { names: { given } } } = this, changes = [];
    let ids = new Set(touched);
    if (anew) {
      const named = new Map(given), seen = outlook.known;
      outlook.look();
      changes.push(...this.changed("players"));
      if ([...seen].some(([id, was]) => outlook.known.has(id) && outlook.known.get(id) !== was)) {
        ids = new Set(outlook.rows.keys()); // others may name what is hidden now, or no longer
        changes.push(...this.changed("effects"));
      }
      for (const id of given.keys()) if (!named.has(id)) ids.add(id);
      for (const [id, name] of named) {
        if (seen.has(id) && !(outlook.rows.has(id) && given.has(id))) changes.push(...this.vanished(String(name)));
      }
    }
    for (const id of ids) if (given.has(id) && outlook.rows.has(id)) changes.push(...this.printed(id));
    return changes;
  }

  /** What is not in the view any more, with its zones. */
  vanished(name) {
    const { entities, zones } = this.told, changes = [];
    if (Object.hasOwn(entities, name)) {
      changes.push([["entities", name]]);
      this.teller?.gone.set(name, entities[name]);
    }
    delete entities[name];
    for (const zone of Object.keys(zones).filter((held) => held.startsWith(`${name}.`))) {
      delete zones[zone];
      changes.push([["zones", zone]]);
    }
    return changes;
  }

  /** What of one entity and its zones is another in the view. */
  printed(id) {
    const { told, outlook } = this, changes = [];
    for (const [zone, held] of outlook.zones_of(id)) {
      if (!same(told.zones[zone], held)) changes.push([["zones", zone], held]);
      told.zones[zone] = held;
    }
    if (!outlook.is_row(id)) return changes;
    const name = outlook.name_of(id), row = outlook.entity(id), old = told.entities[name];
    told.entities[name] = { ...row, fields: { ...row.fields } };
    if (old === undefined || old.kind !== row.kind) return [...changes, [["entities", name], row]];
    for (const [member, value] of Object.entries(row)) {
      if (member !== "fields" && !same(value, old[member])) changes.push([["entities", name, member], value]);
    }
    for (const [field, value] of Object.entries(row.fields)) {
      if (!same(value, old.fields[field])) changes.push([["entities", name, "fields", field], value]);
    }
    return changes;
  }
}

/** Somebody who watches a match: what they may know of it, and what happened since they asked last. */
export class Watcher {
  #match;
  #player;
  #language;
  #names;
  #eye;

  constructor(match, player, language, names) {
    this.#match = match;
    this.#player = player;
    this.#language = language !== null ? words_in(match.game, language) : null;
    this.#names = sound_names(names, players_by_seat(match.game).length);
    if (this.#names.length && language === null) {
      throw new Refused("names of players are told in words: name a language, too");
    }
    this.#eye = this.#opened();
  }

  #opened() {
    const eye = new Eye(this.#match.game, this.#match._asker(this.#player), this.#language);
    if (eye.teller !== null) eye.teller.names = this.#names;
    this.#match.game.eyes.push(eye);
    return eye;
  }

  /** What they may know now. */
  view() {
    this.#look();
    return this.#eye.view(this.#match._choice);
  }

  /** What happened since they asked last, for a view or for events. */
  events() {
    this.#look();
    return this.#eye.events(this.#match._choice);
  }

  /** What they cannot choose now, and why; of what others are asked they are told nothing. */
  refused() {
    this.#look();
    return this.#asked() !== null ? this.#eye.refused() : [];
  }

  /** Whether some answer to what they are asked has all of these options; refused where nothing is asked. */
  allows(picked) {
    this.#look();
    const request = this.#asked(), positions = sound_answer(picked);
    if (request === null) throw new Refused("nothing is asked now");
    refill(this.#match.game);
    try {
      return can_become(request, positions);
    } catch (error) {
      if (!(as_fault(error) instanceof Fault)) throw error;
      throw new Refused(`whether ${shown_answer(positions)} can become an answer is not known`, { cause: error });
    }
  }

  /** Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names anew. */
  close() {
    const { game } = this.#match;
    game.eyes = game.eyes.filter((eye) => eye !== this.#eye);
  }

  /** What they are asked; of a referee what anybody is. */
  #asked() {
    const { _choice: request } = this.#match, { seat, player } = this.#eye.outlook;
    return request !== null && (seat === "all" || player === request.who) ? request : null;
  }

  /** Watches the game that the match is now: it may have been played anew, and all names with it. */
  #look() {
    if (!this.#match.game.eyes.includes(this.#eye)) this.#eye = this.#opened().after(this.#eye);
  }
}

// Entities: those of a kind, and new ones, with their printed values, parts and keywords.
//
// Job: make an entity of a kind or of a card, and file it where it is looked for. Reads: the declarations of kinds and
// traits. Changes: entities by kind, card and keyword.

import { insert, stopped, tell, touch } from "./changes.js";
import { mark_data } from "./marks.js";
import { count_change } from "./spending.js";
import { Exhausted, NOTHING, Zone } from "./values.js";

/** All entities of a kind and the kinds below it, oldest first. */
export function of_kind(rt, kind) {
  if (kind === "square") return rt.squares;
  const heirs = rt.code.heirs.get(kind);
  if (heirs.length === 1) return rt.kinds.get(kind);
  const held = heirs.map((heir) => rt.kinds.get(heir)), found = rt.merged.get(kind);
  if (found !== undefined && found.held.every((one, i) => one === held[i])) return found.merged;
  const merged = held.flat().sort((a, b) => a._id - b._id);
  rt.merged.set(kind, { held, merged });
  return merged;
}

/** The players by their seats, oldest first: whoever was removed keeps a seat, so that nobody else moves into it. */
export function players_by_seat(rt) {
  const playing = of_kind(rt, "player");
  return rt.removed_players.length ? [...playing, ...rt.removed_players].sort((a, b) => a._id - b._id) : playing;
}

/** A new entity; from a card it takes the printed values and the card's own kind. */
export function create(rt, kind, card, values) {
  const made = make(rt, card !== null ? card._kind : kind, card, values);
  tell(rt, "create", made);
  return made;
}

/** A new entity of its own kind, with its parts. */
function make(rt, kind, card, values) {
  const entity = rt.code.bare(kind, rt.new_id());
  entity._card = card;
  check_room(rt, kind);
  fill(rt, entity, card, values);
  register(rt, entity);
  mark_data(rt, entity);
  return entity;
}

/** Whether there may be one more of a kind. */
export function check_room(rt, kind) {
  count_change(rt);
  if (rt.kinds.get(kind).length >= rt.bounds.entities) {
    throw new Exhausted(`more than ${rt.bounds.entities} of ${kind} were created`);
  }
}

function fill(rt, entity, card, values) {
  for (const f of rt.data.kinds[entity._kind].fields) {
    if (f.zone) entity[f.name] = new Zone(f.name, entity, f.visible);
    else if (Object.hasOwn(values, f.name)) entity[f.name] = stopped(values[f.name], f);
    else if (card !== null && f.printed) entity[f.name] = printed(rt, entity, f.part, card[f.name]);
    else entity[f.name] = f.default;
  }
  if (entity._figure) entity.at = null;
  entity._keywords = keyword_instances(rt, entity);
}

/** A printed value; parts become entities of their own. */
function printed(rt, entity, part, value) {
  if (!part || value === null) return value;
  return Array.isArray(value) ? value.map((item) => make_part(rt, entity, item)) : make_part(rt, entity, value);
}

function make_part(rt, entity, item) {
  const owner = rt.code.field_names.get(item.part).includes("whole") ? { whole: entity } : {};
  return make(rt, item.part, null, { ...item.values, ...owner });
}

/** One instance for each printed keyword, holding its values; a creation names them without values. */
function keyword_instances(rt, entity) {
  const named = (entity.keywords ?? NOTHING).map((k) => (Array.isArray(k) ? k : [k, NOTHING]));
  return named.map(([name, values]) => instance(rt, name, values, entity));
}

export function instance(rt, name, values, bearer) {
  return filled_trait(rt, rt.code.bare(name, rt.new_id()), values, bearer);
}

export function filled_trait(rt, made, values, bearer) {
  rt.data.traits[made._kind].params.forEach((param, i) => {
    made[param] = values[i];
  });
  made.bearer = bearer;
  return made;
}

function register(rt, entity) {
  insert(rt, `all ${entity._kind}`, rt.kinds, entity._kind, entity);
  if (entity._card !== null) insert(rt, `all ${entity._kind}`, rt.by_card, entity._card._id, entity);
  for (const instance of entity._keywords) {
    insert(rt, "_keywords", rt.by_keyword, instance._kind, [entity, instance]);
  }
  touch(rt, `all ${entity._kind}`);
}

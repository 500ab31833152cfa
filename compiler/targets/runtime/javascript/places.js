// Places: where entities are: in a zone, on the board, or out of the game.
//
// Job: put entities into zones, onto squares and out of the game. Reads: zones and the board. Changes: zones, squares,
// and who knows what lies hidden. What was removed from the game is nowhere, and goes nowhere.

import { extract, insert, tell, touch } from "./changes.js";
import { laid, read_drawing, taken } from "./drawings.js";
import { count_change } from "./spending.js";
import { drop } from "./statuses.js";
import { Exhausted, Fault, label, NOTHING } from "./values.js";

/** Takes an entity out of the zone where it lies. */
export function take(rt, entity) {
  if (!entity._alive) return;
  leave_zone(rt, entity);
  tell(rt, "move", entity);
}

function leave_zone(rt, entity) {
  const zone = entity._zone;
  if (zone === null) return;
  count_change(rt, zone.items.length);
  rt.set(zone, "items", zone.items.filter((item) => item !== entity), zone.name);
  rt.set(entity, "_zone", null);
  forget(rt, new Set([entity._id]));
  touch(rt, zone.name);
}

/** Moves an entity into a zone; it leaves the board and the zone where it was. */
function put(rt, entity, zone, where) {
  if (!entity._alive) return;
  if (zone.is_within(entity)) throw new Fault(`${label(entity)} cannot lie within itself`);
  leave_zone(rt, entity);
  leave_board(rt, entity);
  count_change(rt, zone.items.length);
  const at = where(zone.items);
  rt.set(zone, "items", [...zone.items.slice(0, at), entity, ...zone.items.slice(at)], zone.name);
  rt.set(entity, "_zone", zone);
  touch(rt, zone.name);
  tell(rt, "move", entity);
}

export function put_top(rt, entity, zone) {
  put(rt, entity, zone, () => 0);
}

export function put_bottom(rt, entity, zone) {
  put(rt, entity, zone, (items) => items.length);
}

export function put_before(rt, entity, other, step = 0) {
  if (other._zone === null) throw new Fault(`${label(other)} is in no zone`);
  if (entity !== other) put(rt, entity, other._zone, (items) => items.indexOf(other) + step);
}

export function put_after(rt, entity, other) {
  put_before(rt, entity, other, 1);
}

/** Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again. */
export function reveal(rt, entity, player) {
  const known = `${entity._id} ${player._id}`;
  if (rt.revealed.has(known)) return;
  count_change(rt);
  rt.set(rt, "revealed", new Set([...rt.revealed, known]));
  tell(rt, "reveal", entity, player);
}

/** Whether a player may know it: it lies in no zone, in one that this player sees, or was revealed there. */
export function is_known_to(rt, entity, player) {
  const zone = entity._zone ?? null;
  if (zone === null || zone.visible === "all" || (zone.visible === "owner" && zone.owner === player)) return true;
  return rt.revealed.has(`${entity._id} ${player._id}`);
}

function forget(rt, ids) {
  const kept = [...rt.revealed].filter((known) => !ids.has(Number(known.split(" ")[0])));
  if (kept.length !== rt.revealed.size) rt.set(rt, "revealed", new Set(kept));
}

export function reorder(rt, zone, order) {
  const old = zone.items;
  count_change(rt, old.length);
  rt.set(zone, "items", order.map((i) => old[i]), zone.name);
  forget(rt, new Set(old.map((entity) => entity._id)));
  tell(rt, "shuffle", zone);
}

/** The squares that a figure or a drawing takes, or would, with its upper left on a square; null off the board. */
export function footprint(rt, entity, square) {
  if (typeof entity === "string") return named(rt, taken(rt.grid, drawing_of(rt, entity), square.index));
  if (!entity._sized || entity.size <= 1) return rt.grid.exists[square.index] ? [square] : null;
  return named(rt, rt.grid.footprint(square.index, entity.size, entity.size));
}

function named(rt, found) {
  return found === null ? null : found.map((s) => rt.grid.square_at[s]);
}

/** Puts a figure onto a square; or lays a drawing, with its upper left corner there. */
export function place(rt, entity, square) {
  if (typeof entity === "string") {
    lay(rt, entity, square);
    return;
  }
  if (!entity._alive) return;
  const squares = footprint(rt, entity, square);
  if (squares === null) throw new Fault(`${label(entity)} does not fit at ${square}`);
  leave_zone(rt, entity);
  leave_board(rt, entity);
  count_change(rt, squares.length);
  for (const s of squares) {
    if ((rt.standing.get(s)?.length ?? 0) >= rt.bounds.crowd) {
      throw new Exhausted(`more than ${rt.bounds.crowd} figures stand on ${s}`);
    }
    insert(rt, "at", rt.standing, s, entity);
  }
  rt.set(entity, "at", square);
  touch(rt, "at");
  tell(rt, "move", entity);
}

/** Takes a figure off the board. */
export function lift(rt, entity) {
  if (!entity._alive) return;
  leave_board(rt, entity);
  tell(rt, "move", entity);
}

function leave_board(rt, entity) {
  if (!entity._figure || entity.at === null) return;
  count_change(rt);
  for (const s of footprint(rt, entity, entity.at) ?? NOTHING) extract(rt, "at", rt.standing, s, entity);
  rt.set(entity, "at", null);
  touch(rt, "at");
}

/** Gives the game the board of a position. */
export function set_board(rt, grid) {
  rt.drawn = grid;
  rt.grid = grid;
  rt.squares = grid.squares;
  rt.eyes.length = 0;
  rt.forget_all();
}

/** Another board of the same area; all squares keep their names. */
export function change_board(rt, grid) {
  rt.set(rt, "grid", grid, "_board");
  rt.set(rt, "squares", grid.squares, "_board");
}

/** A drawing, which costs as much work as it has squares. */
export function drawing_of(rt, text) {
  const found = read_drawing(text);
  if (found === null) throw new Fault("this is no drawing");
  rt.work -= found.width * found.height;
  return found;
}

function lay(rt, text, square) {
  const symbols = Object.entries(rt.data.terrain).filter(([, symbol]) => symbol);
  const terrain = new Map(symbols.map(([name, symbol]) => [symbol, name]));
  const made = laid(rt.grid, drawing_of(rt, text), square.index, terrain);
  if (made === null) throw new Fault(`the drawing does not fit at ${square}`);
  count_change(rt, rt.grid.count);
  change_board(rt, made);
  tell(rt, "board");
}

/** Takes an entity out of the game, with all that lies on it. */
export function remove(rt, entity) {
  if (entity === null || !entity._alive) return;
  for (const status of entity._statuses) drop(rt, status);
  leave_board(rt, entity);
  leave_zone(rt, entity);
  count_change(rt);
  rt.set(entity, "_alive", false);
  if (entity._kinds.has("player")) rt.set_removed_players([...rt.removed_players, entity]);
  extract(rt, `all ${entity._kind}`, rt.kinds, entity._kind, entity);
  if (entity._card !== null) extract(rt, `all ${entity._kind}`, rt.by_card, entity._card._id, entity);
  for (const instance of entity._keywords) {
    extract(rt, "_keywords", rt.by_keyword, instance._kind, [entity, instance]);
  }
  touch(rt, `all ${entity._kind}`);
  touch(rt, "*");
  tell(rt, "remove", entity);
}

// The state of a running match: one record of plain data, with a journal that takes changes back.
//
// Job: hold everything that a match is; change it through primitives that keep a journal, so that any stretch can be
// undone. The other parts are modules of functions whose first argument, `rt`, is this record; each says what it reads
// and changes, and imports only parts before it. Never decides what happens.

import { nothing_known } from "./remembering.js";
import { next_floor } from "./spending.js";
import { BOUNDS, NOTHING } from "./values.js";

/**
 * All of a running match. `operations` carry out rows of bodies, `windows` are frames that ask players: both belong to
 * parts after those that use them, and `new_state` gives them.
 */
export class State {
  constructor(code, operations, windows) {
    this.code = code;
    this.operations = operations;
    this.windows = windows;
    this.bounds = { ...BOUNDS };
    this.watch = null; // whether the game is to stop
    this.work = this.bounds.work; // what may still be done; below `floor` somebody looks
    this.floor = next_floor(this.work);
    this.steps = 0;
    this.changes = 0;
    this.nested = 0; // stats and questions that are asked inside of each other
    this.refusals = null; // of what is asked with `can` from outside, while somebody listens
    this.mark_of_run = { journal: 0, depth: 0, steps: 0, changes: 0 }; // when what runs began
    this.data = code.data;
    this.cards = code.cards;
    this.kinds = new Map(Object.keys(code.data.kinds).map((name) => [name, NOTHING])); // entities by kind, oldest first
    this.by_card = new Map();
    this.by_keyword = new Map();
    this.removed_players = NOTHING; // players who were removed: they keep their seats
    this.standing = new Map(); // by square
    this.effects = NOTHING; // oldest first; a new array whenever one comes or goes
    this.filed_effects = null; // the effects by which `lasting_by` is sorted
    this.lasting_by = null;
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
    this.dry_run = 0; // that are inside of each other
    this.most_offered = Infinity; // so much of what can be used is looked for, where only some of it matters
    this.trace = null;
    this.marked = null;
    this.history = null; // what began: the name of the event or step, and the event
    this.eyes = []; // of those who watch the match
    this.watcher = null; // of a test: told what is offered, settled without asking, and refused
    this.outermost = [];
    this.test_names = new Map();
    this.revealed = new Set(); // ids of an entity and of a player who knows it
    this.drawn = null; // the board as its position draws it
    this.grid = null;
    this.squares = NOTHING;
    this.known = nothing_known(this); // what was worked out of the state as it now is, in groups
    this.is_own = true; // whether nobody else goes back to `known`; else a change is noted in a copy of it
    this.kept = 0; // answers since all were forgotten
    this.merged = new Map(); // the entities of a kind and of the kinds below it, by kind
    this.game = null; // the entity of the kind `game`
  }

  /** Notes that a part of the state changes, and how that is taken back. */
  note(part, undo) {
    this.journal.push(part, undo);
    this.forget(part);
  }

  /** Notes a change of the runtime's own counters, which no expression reads: what is worked out stays true. */
  note_aside(undo) {
    this.journal.push(null, undo);
  }

  /** Takes back every change since the mark. */
  back_to(mark) {
    const parts = new Set();
    while (this.journal.length > mark) {
      this.journal.pop()();
      parts.add(this.journal.pop());
    }
    parts.delete(null);
    for (const part of parts) this.forget(part);
  }

  /** Forgets what was worked out of a part of the state. No group is emptied, for others may look at it. */
  forget(part) {
    const { readers } = this.code;
    if (readers === null || this.marked !== null) { // what is read again is marked again
      this.forget_all();
      return;
    }
    if (!this.is_own) [this.known, this.is_own] = [this.known.slice(), true];
    const groups = readers.get(part) ?? readers.get("*");
    for (let i = 0; i < groups.length; i++) this.known[groups[i]] = null;
  }

  forget_all() {
    [this.known, this.is_own, this.kept] = [nothing_known(this), true, 0];
  }

  /** Sets a property of the runtime's own, or of an entity, without asking for its bounds. */
  set(owner, name, value, part = name) {
    const old = owner[name];
    this.note(part, () => {
      owner[name] = old;
    });
    owner[name] = value;
  }

  /** The next number; no expression reads it, so that what is worked out stays true. */
  new_id() {
    const id = this.next_id;
    this.note_aside(() => {
      this.next_id = id;
    });
    this.next_id += 1;
    return id;
  }

  /** Players who were removed; no expression reads them, either. */
  set_removed_players(players) {
    const old = this.removed_players;
    this.note_aside(() => {
      this.removed_players = old;
    });
    this.removed_players = players;
  }

  set_in(part, map, key, value) {
    const old = map.get(key);
    this.note(part, () => (old === undefined ? map.delete(key) : map.set(key, old)));
    map.set(key, value);
  }

  /** Sets one of the runtime's own counters, which no expression reads: what is worked out stays true. */
  set_aside(counts, key, value) {
    const old = counts.get(key);
    this.note_aside(() => (old === undefined ? counts.delete(key) : counts.set(key, old)));
    counts.set(key, value);
  }
}

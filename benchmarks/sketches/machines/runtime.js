// The state and the events as generators in JavaScript; machine.js has the loop over frames.

const READS = ["damage", "in_play"];

const core = {
  size: (items) => items.length,
  where: (items, holds) => items.filter(holds),
  first: (items, n) => items.slice(0, n),
  between: (a, b) => Array.from({ length: Math.max(0, b - a) }, (_, i) => a + 1 + i),
  each: (v, slot, items) => { v[slot] = items; v[slot + 1] = 0; },
  next: (v, slot, name) => {
    const at = v[slot + 1], items = v[slot];
    if (at >= items.length) return false;
    v[name] = items[at];
    v[slot + 1] = at + 1;
    return true;
  },
};

class Ended {
  constructor(event) { this.event = event; }
}

class State {
  constructor(code, every) {
    this.code = code; this.every = every;
    this.game = { hand: 0, deck: 30, leadership: 6, rounds: 0, lost: 0, active: null, source: null, asked: 0 };
    this.figures = [];
    for (let i = 0; i < 8; i++) this.figures.push({
      side: i % 2, level: 1 + i % 3, hp: 4 + i % 3, damage: 0, in_play: true, at: 2 + 3 * i, home: 1 + i, sp: 0, pace: 3,
      tapped: false, moved: false, seized: false, trail: 0, dodge: 0, books: 0, victim: null, tied: null, struck: null,
    });
    for (const i of [0, 4]) this.figures[i].tied = this.figures[i + 2];
    this.stack = []; this.journal = []; this.dirty = new Set();
    this.events = this.choices = this.requests = this.hash = this.depths = 0;
    this.frames = []; this.value = null; this.request = null;
  }
  write(owner, field, value) {
    this.journal.push([owner, field, owner[field]]);
    owner[field] = value;
    this.dirty.add(field);
  }
  started(verb, values) {
    values.verb = verb; values.done = false;
    this.events++;
    if (this.stack.length >= 60) throw new Error("too deep");
    return values;
  }
  close_event(event) {
    const at = this.stack.indexOf(event);
    if (at >= 0) this.stack.length = at;
    this.hash = (this.hash * 31 + event.verb.length + this.journal.length) % 1000003;
  }
  found(abilities, event) {
    const found = [];
    for (const a of abilities) for (const me of this.figures) if (a.holds(this, me, event)) found.push([a, me]);
    return found;
  }
  due() {
    while (this.dirty.size) {
      const due = this.dirty;
      this.dirty = new Set();
      if (READS.some((field) => due.has(field)) && this.code.fallen.holds(this)) return true;
    }
    return false;
  }
  rule(options) {
    this.hash = (this.hash * 31 + options.length + this.stack.length) % 1000003;
    return options[this.choices * 7 % options.length];
  }
  asks() {
    this.choices++;
    if (this.choices % this.every) return false;
    this.requests++;
    this.depths += this.stack.length;
    return true;
  }
  ending(verb) {
    return this.stack.findLast((e) => e.verb === verb);
  }
}

class Generators extends State {
  *emit(verb, values) {
    const code = this.code[verb], event = this.started(verb, values);
    if (code.holds(this, event)) yield* this.happen(code, event);
    return event;
  }
  *happen(code, event) {
    this.stack.push(event);
    event.done = true;
    try {
      try {
        yield* code.body(this, event);
      } catch (end) {
        if (!(end instanceof Ended) || end.event !== event) throw end;
      }
      if (this.dirty.size) yield* this.check();
      if (code.after.length) yield* this.fire(code.after, event);
    } catch (end) {
      if (!(end instanceof Ended) || end.event !== event) throw end;
    } finally {
      this.close_event(event);
    }
    if (this.dirty.size) yield* this.check();
  }
  *fire(abilities, event) {
    for (const [ability, me] of this.found(abilities, event)) {
      if (ability.holds(this, me, event)) yield* ability.body(this, me, event);
    }
  }
  *check() {
    while (this.due()) yield* this.code.fallen.body(this);
  }
  *step(name, event) {
    if (this.code.before[name]) yield* this.fire(this.code.before[name], event);
    return true;
  }
  *close() {
    if (this.dirty.size) yield* this.check();
  }
  *choose(options) {
    if (options.length < 2) return options.length ? options[0] : null;
    return this.asks() ? yield* this.ask(options) : this.rule(options);
  }
  *ask(options) {
    return yield options;
  }
  *roll(n) {
    return yield* this.choose(core.between(0, 2 * n));
  }
  end_frame(verb) {
    const event = this.ending(verb);
    if (event) throw new Ended(event);
  }
  start(verb, values) {
    this.run = this.emit(verb, values);
    return this.go(null);
  }
  go(answer) {
    const { done, value } = this.run.next(answer);
    return done ? null : value;
  }
}

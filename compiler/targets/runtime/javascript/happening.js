// What happens, as frames: events and their steps, replacements, triggers, state checks.
//
// Job: the order in which a verb call is carried out (language reference, "What a verb call does"). Input: verbs and
// abilities, and an event. Output: what is asked, and the event with its outcome. Never knows a verb.

import { begin_event, close_event, end_event, make_event, refusal, stop_prevented } from "./events.js";
import { Body, Frame, Locals } from "./frames.js";
import { mark } from "./marks.js";
import { answers_of, charged } from "./remembering.js";
import { count_step, spend } from "./spending.js";
import {
  has_replaced, in_order, is_free, matches, note_replaced, ordering, recharge, still_answers, tied,
} from "./triggers.js";
import { UsingAbility } from "./using.js";
import { Ended, Exhausted, NOTHING, Prevented, Zone, label } from "./values.js";

const LONGEST = 12; // so many events and abilities are told of a chain

// Where an event is: what it waits for.
const BEGIN = 0, REPLACED = 1, PREPARED = 2, DO = 3, DONE = 4, SETTLED = 5, DURING = 6, AFTER = 7, LEAVE = 8, LEFT = 9;

/** A verb call; its result is the event, whose outcome tells what became of it. */
export class Happening extends Frame {
  constructor(verb, values, use = null) {
    super();
    this.verb = verb;
    this.values = values;
    this.use = use;
    this.event = null;
  }

  run(rt) {
    const code = rt.code.verbs.get(this.verb);
    if (this.pc >= DO) return this.finish(rt, code);
    if (this.pc === BEGIN) {
      count_step(rt, code.at);
      if (rt.frames.length >= rt.bounds.depth && nested(rt) >= rt.bounds.depth) {
        throw new Exhausted(`events are nested more than ${rt.bounds.depth} deep: ${chain(rt)}`, code.at);
      }
      this.event = make_event(rt, this.verb, this.values);
      this.event._use = this.use;
      this.pc = REPLACED;
      if (this.event._reason === null && code.watched("instead")) return new Replacing(this.event, "", true);
    }
    const { event } = this;
    if (this.pc === REPLACED) {
      event._reason = refusal(rt, code, event, false);
      if (event._reason !== null) {
        rt.result = close_event(rt, event, "illegal");
        return null;
      }
      begin_event(rt, code, event);
      this.pc = PREPARED;
      if (code.watched("before")) return new Around(event, "before", "");
    } else {
      // Something came before it, which may have changed what is legal.
      event._reason = refusal(rt, code, event, true);
      if (event._reason !== null) {
        close_event(rt, event, "fizzled");
        end_event(rt, event);
        rt.result = event;
        return null;
      }
    }
    event._outcome = "done";
    this.pc = DONE;
    const v = new Locals();
    v.ev = event;
    return new Body(code.body, v);
  }

  /** From the end of the body: state checks, what comes during and after, and the leaving. */
  finish(rt, code) {
    const { event } = this;
    if (this.pc === DONE) {
      this.pc = SETTLED;
      if (is_checked(rt, event)) return new Checking();
    }
    if (this.pc === SETTLED) {
      this.pc = DURING;
      if (code.watched("during")) return new Around(event, "during", "");
    }
    if (this.pc === DURING) {
      this.pc = AFTER;
      if (code.watched("after")) return new Around(event, "after", "");
    }
    if (this.pc === AFTER) {
      recharge(rt, event);
      this.pc = LEAVE;
    }
    if (this.pc === LEAVE) {
      end_event(rt, event);
      this.pc = LEFT;
      if (is_checked(rt, null)) return new Checking();
    }
    rt.result = event;
    return null;
  }

  /** An event that is prevented or ended stops here; one that is left for good leaves the stack. */
  catch(rt, stop) {
    const { pc, event } = this, prevented = stop instanceof Prevented;
    const mine = (prevented || stop instanceof Ended) && stop.event === event && pc !== BEGIN && pc !== LEFT;
    if (mine && prevented) {
      close_event(rt, event, "prevented");
      this.pc = pc === REPLACED ? LEFT : LEAVE;
    } else if (mine && pc !== REPLACED) {
      this.pc = pc === DONE ? DONE : LEAVE;
    } else {
      if (REPLACED < pc && pc < LEFT) end_event(rt, event);
      return false;
    }
    return true;
  }
}

/** Whether state is checked now: not within another event whose verb is `at once`. */
function is_checked(rt, event) {
  if (rt.dirty.size === 0) return false;
  const waiting = rt.data.events["at once"];
  return waiting === undefined || !rt.stack.some((e) => waiting.includes(e._verb) && e !== event);
}

/** How many events are around: those that have begun, and those that are being replaced. */
function nested(rt) {
  return rt.stack.length + rt.frames.filter((frame) => frame instanceof Happening && frame.pc === REPLACED).length;
}

/** What led to the innermost event, back to its like: events, and the abilities that caused them. */
function chain(rt) {
  const found = [];
  for (let n = rt.frames.length - 1; n >= 0 && found.length < LONGEST; n--) {
    const told = link(rt.frames[n]);
    if (told === null) continue;
    const ends = rt.frames[n] instanceof Happening && found.includes(told);
    found.unshift(told);
    if (ends) break;
  }
  return found.join(" > ");
}

function link(frame) {
  if (frame instanceof Happening) return frame.use === null ? frame.verb : `${frame.verb} (${frame.use})`;
  return frame instanceof UsingAbility ? `${frame.ability.label} of ${label(frame.me)}` : null;
}

/** The triggered abilities of a moment, then the reactions that players are offered. */
export class Around extends Frame {
  constructor(event, timing, step) {
    super();
    this.event = event;
    this.timing = timing;
    this.step = step;
  }

  run(rt) {
    const { event, timing, step } = this;
    const { triggers, reactions } = rt.code.verbs.get(event._verb);
    if (this.pc === 0) {
      this.pc = 1;
      if (triggers[timing].has(step)) return new Firing(event, timing, step);
    }
    if (this.pc === 1) {
      this.pc = 2;
      if (reactions[timing].has(step)) return new rt.windows.reactions(event, timing, step);
    }
    return null;
  }
}

/** Triggered abilities, in the game's order for things that happen at once. `mine`: a player decides among them. */
export class Firing extends Frame {
  constructor(event, timing, step) {
    super();
    this.event = event;
    this.timing = timing;
    this.step = step;
    this.waiting = NOTHING;
    this.mine = NOTHING;
  }

  run(rt, value) {
    const { event } = this;
    let match = null;
    if (this.pc === 0) {
      const abilities = rt.code.verbs.get(event._verb).triggers[this.timing].get(this.step);
      const free = ([ability, me, self]) => is_free(rt, ability, me, self, event);
      this.waiting = in_order(rt, matches(rt, abilities, event).filter(free));
    } else if (this.pc === 1) {
      match = this.mine[value[0]];
    } else {
      stop_prevented(event, this.step);
    }
    while (match !== null || this.waiting.length) {
      if (match === null) {
        this.mine = tied(rt, this.waiting);
        if (this.mine.length) {
          this.pc = 1;
          return ordering(rt, this.mine);
        }
        match = this.waiting[0];
      }
      const [ability, me, self] = match;
      this.waiting = this.waiting.filter((other) => !is_same(other, ability, me, self));
      if (still_answers(rt, ability, me, self, event)) {
        this.pc = 2;
        return new UsingAbility(ability, me, self, event);
      }
      match = null;
    }
    return null;
  }
}

/** Whether a match is this one; a granted keyword is another object each time, with the same id. */
function is_same(match, ability, me, self) {
  return match[0] === ability && match[1] === me && match[2]._id === self._id;
}

/** Applies `instead of` abilities one at a time, each at most once to an event. */
export class Replacing extends Frame {
  constructor(event, step, offers) {
    super();
    this.event = event;
    this.step = step;
    this.offers = offers;
    this.mine = NOTHING;
  }

  run(rt, value) {
    const { event, step } = this;
    if (this.pc === 1) return this.apply(rt, this.mine[value[0]]);
    if (this.pc === 3 && !value) return null;
    if (this.pc >= 2) stop_prevented(event, step);
    const { triggers, reactions } = rt.code.verbs.get(event._verb);
    const fresh = ([ability, me, self]) =>
      !has_replaced(event, ability, self) && is_free(rt, ability, me, self, event);
    const found = matches(rt, triggers.instead.get(step) ?? NOTHING, event).filter(fresh);
    if (found.length) {
      this.mine = tied(rt, found);
      if (this.mine.length === 0) return this.apply(rt, found[0]);
      this.pc = 1;
      return ordering(rt, this.mine);
    }
    this.pc = 3;
    return this.offers && reactions.instead.has(step) ? new rt.windows.replacements(event, step) : null;
  }

  apply(rt, [ability, me, self]) {
    note_replaced(this.event, ability, self);
    this.pc = 2;
    return new UsingAbility(ability, me, self, this.event);
  }
}

/** Before a step of an event; its result is false where the step is prevented. */
export class StepOpening extends Frame {
  constructor(event, step) {
    super();
    this.event = event;
    this.step = step;
  }

  run(rt) {
    const { event, step } = this;
    const code = rt.code.verbs.get(event._verb);
    if (this.pc === 0) {
      if (rt.history !== null && rt.dry_run === 0) rt.history.push([`${event._verb}.${step}`, event]);
      this.pc = 1;
      if (code.watched("instead", step)) return new Replacing(event, step, true);
    }
    if (this.pc === 1) {
      this.pc = 2;
      if (code.watched("before", step)) return new Around(event, "before", step);
    }
    rt.result = this.pc === 2;
    return null;
  }

  catch(_rt, stop) {
    if (!(stop instanceof Prevented) || stop.event !== this.event || stop.step !== this.step) return false;
    this.pc = 3;
    return true;
  }
}

/** After a step of an event. */
export class StepClosing extends Frame {
  constructor(event, step) {
    super();
    this.event = event;
    this.step = step;
  }

  run(rt) {
    const { event, step } = this;
    const code = rt.code.verbs.get(event._verb);
    if (this.pc === 0) {
      this.pc = 1;
      if (is_checked(rt, null)) return new Checking();
    }
    if (this.pc === 1) {
      this.pc = 2;
      if (code.watched("during", step)) return new Around(event, "during", step);
    }
    if (this.pc === 2) {
      this.pc = 3;
      if (code.watched("after", step)) return new Around(event, "after", step);
    }
    return null;
  }
}

/** Runs every state check whose fields were written, until none holds. `next`: the check that is looked at next. */
export class Checking extends Frame {
  constructor() {
    super();
    this.round = 0;
    this.waiting = new Set(); // written fields of checks that are being carried out further out
    this.next = 0;
    this.acted = false;
    this.due = null;
  }

  run(rt) {
    const { checks } = rt.code;
    if (this.pc === 0) {
      this.pc = 1;
      this.look(rt);
    } else {
      rt.checking.delete(this.next - 1);
    }
    for (;;) {
      while (this.next < checks.length) {
        const number = this.next++, check = checks[number], always = check.reads.has("*");
        if (rt.checking.has(number)) {
          // It asks again when it is done.
          for (const name of this.due) if (always || check.reads.has(name)) this.waiting.add(name);
        } else if ((always || this.is_due(check)) && holds(rt, check)) {
          this.acted = true;
          mark(rt, check.rows);
          rt.checking.add(number);
          return new Body(check.body, new Locals());
        }
      }
      if (!this.acted && rt.dirty.size === 0) {
        rt.dirty = this.waiting;
        return null;
      }
      this.look(rt);
    }
  }

  is_due(check) {
    for (const name of this.due) if (check.reads.has(name)) return true;
    return false;
  }

  /** Begins another round, for what was written since the last one. */
  look(rt) {
    if (this.round >= rt.bounds.checks) {
      throw new Exhausted(`state checks did not settle in ${rt.bounds.checks} rounds`);
    }
    this.round += 1;
    this.next = 0;
    this.acted = false;
    this.due = rt.dirty;
    rt.dirty = new Set();
    spend(rt, rt.code.checks.length, -1);
  }

  catch(rt) {
    rt.checking.delete(this.next - 1);
    return false;
  }
}

/** Whether a check has something to do: there are some, or its condition holds. */
/** Whether there is anything that a check asks for, which is remembered. */
function holds(rt, check) {
  return charged(rt, answers_of(rt, check.group), check, () => is_found(check.found(rt)));
}

function is_found(found) {
  return Array.isArray(found) || found instanceof Zone ? found.length > 0 : Boolean(found);
}

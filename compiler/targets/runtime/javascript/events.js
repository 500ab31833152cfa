// Events: the records of verb calls, what is legal, and their place on the stack.
//
// Job: make an event, tell why it is refused, let it begin and end. Reads: verbs, prohibitions. Changes: the stack of
// events, how often verbs began. In which order an event is carried out stands in `happening.js`. Never knows a verb.

import { tell } from "./changes.js";
import { expire } from "./durations.js";
import { is_traced, mark } from "./marks.js";
import { prohibition } from "./modifiers.js";
import { Ended, Event, label, Prevented, Refusal } from "./values.js";

/** The record of an event, with defaults filled in. */
export function make_event(rt, verb, values) {
  const code = rt.code.verbs.get(verb);
  rt.events += 1;
  const event = new Event(verb, rt.stack.length ? rt.stack[rt.stack.length - 1] : null, rt.events);
  for (const { name, optional, default: work } of code.params) {
    const value = Object.hasOwn(values, name) ? values[name] : work !== null ? work(rt) : null;
    if (value === null && !optional && event._reason === null) {
      event._reason = new Refusal(`there is no ${name} for ${verb}`, code.at);
    }
    event[name] = value;
  }
  for (const name of code.lets) event[name] = null;
  return event;
}

/** Why an event is illegal now, or null. The second time its values stay as they have become. */
export function refusal(rt, code, event, again) {
  if (event._reason !== null) return event._reason;
  if (rt.code.forbids.size || rt.effects.length) {
    const found = prohibition(rt, event);
    if (found !== null) {
      mark(rt, found.rows);
      return found;
    }
  }
  const failed = again ? code.recheck(rt, event) : code.head(rt, event);
  return failed === null ? null : Refusal.of(failed);
}

export function close_event(rt, event, outcome) {
  event._outcome = outcome;
  const why = event._reason !== null ? `: ${event._reason.message}` : ""; // as things are called now
  if (rt.stack.length === 0 && rt.dry_run === 0) rt.outermost.push(event);
  if (rt.watcher !== null && rt.dry_run === 0 && outcome !== "prevented") rt.watcher.refused(event);
  tell(rt, outcome === "prevented" ? outcome : "refused", event);
  if (is_traced(rt)) rt.trace.add(rt.stack.length, `${outcome} ${shown_event(rt, event)}${why}`);
  return event;
}

export function shown_event(rt, event) {
  const { params } = rt.code.verbs.get(event._verb);
  return [event._verb, ...params.map(({ name }) => `${name}=${label(event[name])}`)].join(" ");
}

/** An event begins: it is told, and lies on the stack. */
export function begin_event(rt, code, event) {
  const verb = event._verb;
  tell(rt, "begin", event);
  if (is_traced(rt)) rt.trace.add(rt.stack.length, shown_event(rt, event));
  if (rt.dry_run === 0) {
    if (rt.stack.length === 0) rt.outermost.push(event);
    if (rt.history !== null) rt.history.push([verb, event]);
  }
  rt.stack.push(event);
  rt.set_aside(rt.started, verb, (rt.started.get(verb) ?? 0) + 1);
  if (rt.effects.length) expire(rt, "start", event);
  mark(rt, code.rows);
}

/** An event is over, and with it all that is above it on the stack. */
export function end_event(rt, event) {
  const position = rt.stack.indexOf(event);
  if (position >= 0) rt.stack.length = position;
  if (rt.effects.length) expire(rt, "end", event);
  tell(rt, "end", event);
}

/** Cancels an event or a step of one: it stops when the text that says so has been carried out. */
export function prevent(trigger, step) {
  trigger._prevented ??= new Set();
  trigger._prevented.add(step);
}

export function stop_prevented(event, step) {
  const prevented = event._prevented;
  if (prevented === null) return;
  if (prevented.has(step) || prevented.has("")) throw new Prevented(event, prevented.has(step) ? step : "");
}

/** Ends the innermost running event of a verb; where none runs, there is nothing to end. */
export function end_frame(rt, frame) {
  const event = rt.stack.findLast((running) => running._verb === frame);
  if (event !== undefined) throw new Ended(event);
}

// Legality: whether a verb call would be legal now.
//
// Job: make an event that does not happen, apply replacements to it in a dry run, and tell its refusal. Reads: all of
// the state. Changes nothing but the work that is left.

import { attempt } from "./dry_runs.js";
import { make_event, refusal } from "./events.js";
import { Replacing } from "./happening.js";
import { answers_of, charged, map_under, may_change } from "./remembering.js";
import { EVENT, MOST_NESTED, spend } from "./spending.js";
import { Exhausted } from "./values.js";

/** Whether a call would pass its requirements now, after replacements; nothing changes. */
export function can(rt, verb, values) {
  const why = why_not(rt, verb, values);
  if (why !== null && rt.nested === 0) rt.refusals?.push(why);
  return why === null;
}

/** The reason why a call would be refused now, or null; remembered where nothing is asked about the asking. */
export function why_not(rt, verb, values) {
  const group = rt.code.group_of.verb.get(verb);
  if (group === undefined || rt.nested || rt.marked !== null) return judged_now(rt, verb, values);
  let known = answers_of(rt, group);
  for (const { name } of rt.code.verbs.get(verb).params) {
    const value = values[name];
    if (may_change(value)) return judged_now(rt, verb, values);
    known = map_under(known, value);
  }
  return charged(rt, known, verb, () => judged_now(rt, verb, values));
}

function judged_now(rt, verb, values) {
  const code = rt.code.verbs.get(verb);
  rt.nested += 1;
  try {
    ask_about(rt, verb);
    const event = make_event(rt, verb, values);
    rt.events -= 1;
    if (event._reason !== null || !code.watched("instead")) return refusal(rt, code, event, false);
    let found = null;
    const judged = () => {
      found = refusal(rt, code, event, false);
      return true;
    };
    attempt(rt, () => new Replacing(event, "", false), judged);
    return found;
  } finally {
    rt.nested -= 1;
  }
}

/** A question about a verb inside of other questions. */
function ask_about(rt, verb) {
  const { at } = rt.code.verbs.get(verb);
  spend(rt, EVENT, at);
  if (rt.nested > MOST_NESTED) throw new Exhausted(`whether ${verb} can be done depends on itself`, at);
}

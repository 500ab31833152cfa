// Durations: what was added for a while, and its end.
//
// Job: begin effects and statuses that last, and end them at their edge of an event. Reads: the events that run.
// Changes: the effects that last.

import { tell, touch } from "./changes.js";
import { effect_holds } from "./modifiers.js";
import { add_status, drop, set_effects } from "./statuses.js";
import { Duration, Effect } from "./values.js";

export function begin_effect(rt, duration, modifiers, values) {
  const effect = new Effect(rt.new_id(), begun(rt, duration), modifiers, values, null);
  set_effects(rt, [...rt.effects, effect]);
  touch(rt, "*");
  tell(rt, "lasting", null);
}

/** Lays a status on its bearer for a while; a status that a card names may bring its own values. */
export function begin_status(rt, name, values, bearer, duration) {
  if (Array.isArray(name)) [name, values] = name;
  add_status(rt, name, values, bearer, duration !== null ? begun(rt, duration) : null);
}

/** A duration as it starts now: `next` passes over the event that is running. */
function begun(rt, duration) {
  if (!duration.skip) return duration;
  const running = rt.stack.some((event) => edge_matches(rt, duration, event));
  const skip = running && duration.edge === "end";
  return new Duration(duration.edge, skip, duration.verbs, duration.until, duration.env);
}

function edge_matches(rt, duration, event) {
  if (!duration.verbs.includes(event._verb)) return false;
  return duration.until === null || Boolean(rt.code.untils[duration.until](rt, event, duration.env));
}

/** Ends what lasts until this edge of this event, and what held only while something was so. */
export function expire(rt, edge, event) {
  rt.work -= rt.effects.length;
  for (const effect of rt.effects) {
    const { duration } = effect;
    if (duration === null) continue;
    let over;
    if (duration.edge === "while") {
      over = !effect_holds(rt, duration);
    } else {
      over = duration.edge === edge && edge_matches(rt, duration, event);
      if (over && duration.skip) {
        rt.set(duration, "skip", false, "effects");
        tell(rt, "lasting", effect);
        over = false;
      }
    }
    if (over && effect.status !== null) {
      drop(rt, effect.status);
    } else if (over && rt.effects.includes(effect)) {
      set_effects(rt, rt.effects.filter((e) => e !== effect));
      touch(rt, "*");
      tell(rt, "lasting", null);
    }
  }
}

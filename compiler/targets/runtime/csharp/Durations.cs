// Durations: what was added for a while, and its end.
//
// Job: begin effects and statuses that last, and end them at their edge of an event. Reads: the events that run.
// Changes: the effects that last.

using System;

namespace Cardwright
{
    public static class Durations
    {
        public static void begin_effect(State rt, Duration duration, Seq modifiers, Bag values)
        {
            Effect effect = new Effect(rt.new_id(), begun(rt, duration), modifiers, values, null);
            Statuses.set_effects(rt, Statuses.with(rt.effects, effect));
            Changes.touch(rt, "*");
            Changes.tell(rt, "lasting", (object)null);
        }

        /// <summary>Lays a status on its bearer for a while; a status that a card names may bring its own
        /// values.</summary>
        public static void begin_status(State rt, object name, Seq values, Entity bearer, Duration duration)
        {
            Seq pair = name as Seq;
            if (pair != null)
            {
                name = pair[0];
                values = (Seq)pair[1];
            }
            Statuses.add_status(rt, (string)name, values, bearer, duration != null ? begun(rt, duration) : null);
        }

        /// <summary>A duration as it starts now: `next` passes over the event that is running.</summary>
        private static Duration begun(State rt, Duration duration)
        {
            if (!duration.skip) return duration;
            bool running = false;
            for (int i = 0; i < rt.stack.Count && !running; i++) running = edge_matches(rt, duration, rt.stack[i]);
            bool skip = running && duration.edge == "end";
            return new Duration(duration.edge, skip, duration.verbs, duration.until, duration.env);
        }

        private static bool edge_matches(State rt, Duration duration, Event ev)
        {
            if (!duration.verbs.includes(ev._verb)) return false;
            return duration.until == null || Core.yes(rt.code.untils[(long)duration.until](rt, ev, duration.env));
        }

        /// <summary>Ends what lasts until this edge of this event, and what held only while something was so.</summary>
        public static void expire(State rt, string edge, Event ev)
        {
            rt.work -= rt.effects.Length;
            foreach (Effect effect in rt.effects)
            {
                Duration duration = effect.duration;
                if (duration == null) continue;
                bool over;
                if (duration.edge == "while") over = !Modifiers.effect_holds(rt, duration);
                else
                {
                    over = duration.edge == edge && edge_matches(rt, duration, ev);
                    if (over && duration.skip)
                    {
                        rt.set_skip(duration, false);
                        Changes.tell(rt, "lasting", effect);
                        over = false;
                    }
                }
                if (over && effect.status != null) Statuses.drop(rt, effect.status);
                else if (over && Array.IndexOf(rt.effects, effect) >= 0)
                {
                    Statuses.set_effects(rt, Array.FindAll(rt.effects, other => other != effect));
                    Changes.touch(rt, "*");
                    Changes.tell(rt, "lasting", (object)null);
                }
            }
        }
    }
}

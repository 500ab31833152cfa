// Events: the records of verb calls, what is legal, and their place on the stack.
//
// Job: make an event, tell why it is refused, let it begin and end. Reads: verbs, prohibitions. Changes: the stack of
// events, how often verbs began. In which order an event is carried out stands in `Happening`. Never knows a verb.

using System.Collections.Generic;

namespace Cardwright
{
    public static class Events
    {
        /// <summary>The record of an event, with defaults filled in.</summary>
        public static Event make_event(State rt, string verb, Bag values)
        {
            Verb code = rt.code.verbs.get(verb);
            rt.events += 1;
            Event parent = rt.stack.Count > 0 ? rt.stack[rt.stack.Count - 1] : null;
            Event ev = new Event(code.layout, verb, parent, rt.events);
            foreach (ParamCode param in code.parameters)
            {
                object value = null;
                if (values.has(param.name)) value = values[param.name];
                else if (param.otherwise != null) value = param.otherwise(rt);
                if (value == null && !param.optional && ev._reason == null)
                {
                    ev._reason = new Refusal("there is no " + param.name + " for " + verb, code.at);
                }
                ev.set(param.field, value);
            }
            return ev;
        }

        /// <summary>Why an event is illegal now, or null. The second time its values stay as they have
        /// become.</summary>
        public static Refusal refusal(State rt, Verb code, Event ev, bool again)
        {
            if (ev._reason != null) return ev._reason;
            if (rt.code.forbids.Count > 0 || rt.effects.Length > 0)
            {
                Refusal found = Modifiers.prohibition(rt, ev);
                if (found != null)
                {
                    Marks.mark(rt, found.rows);
                    return found;
                }
            }
            object failed = again ? code.recheck(rt, ev) : code.head(rt, ev);
            return failed == null ? null : Refusal.of(failed);
        }

        public static Event close_event(State rt, Event ev, string outcome)
        {
            ev._outcome = outcome;
            string why = ev._reason != null ? ": " + ev._reason.message : ""; // as things are called now
            if (rt.stack.Count == 0 && rt.dry_run == 0) rt.outermost.Add(ev);
            if (rt.watcher != null && rt.dry_run == 0 && outcome != "prevented") rt.watcher.refused(ev);
            Changes.tell(rt, outcome == "prevented" ? outcome : "refused", ev);
            if (Marks.is_traced(rt)) rt.trace.add(rt.stack.Count, outcome + " " + shown_event(rt, ev) + why);
            return ev;
        }

        public static string shown_event(State rt, Event ev)
        {
            List<string> told = new List<string> { ev._verb };
            foreach (ParamCode param in rt.code.verbs.get(ev._verb).parameters)
            {
                told.Add(param.name + "=" + Values.label(ev.get(param.field)));
            }
            return string.Join(" ", told);
        }

        /// <summary>An event begins: it is told, and lies on the stack.</summary>
        public static void begin_event(State rt, Verb code, Event ev)
        {
            string verb = ev._verb;
            Changes.tell(rt, "begin", ev);
            if (Marks.is_traced(rt)) rt.trace.add(rt.stack.Count, shown_event(rt, ev));
            if (rt.dry_run == 0)
            {
                if (rt.stack.Count == 0) rt.outermost.Add(ev);
                if (rt.history != null) rt.history.Add(new Happened(verb, ev));
            }
            rt.stack.Add(ev);
            rt.set_aside(rt.started, verb, rt.started.get(verb) + 1);
            if (rt.effects.Length > 0) Durations.expire(rt, "start", ev);
            Marks.mark(rt, code.rows);
        }

        /// <summary>An event is over, and with it all that is above it on the stack.</summary>
        public static void end_event(State rt, Event ev)
        {
            int position = rt.stack.IndexOf(ev);
            if (position >= 0) rt.stack.RemoveRange(position, rt.stack.Count - position);
            if (rt.effects.Length > 0) Durations.expire(rt, "end", ev);
            Changes.tell(rt, "end", ev);
        }

        /// <summary>Cancels an event or a step of one: it stops when the text that says so has been carried
        /// out.</summary>
        public static void prevent(Event trigger, string step)
        {
            if (trigger._prevented == null) trigger._prevented = new OrderedSet<string>();
            trigger._prevented.add(step);
        }

        public static void stop_prevented(Event ev, string step)
        {
            OrderedSet<string> prevented = ev._prevented;
            if (prevented == null) return;
            if (prevented.has(step)) throw new Prevented(ev, step);
            if (prevented.has("")) throw new Prevented(ev, "");
        }

        /// <summary>Ends the innermost running event of a verb; where none runs, there is nothing to end.</summary>
        public static void end_frame(State rt, string verb)
        {
            for (int i = rt.stack.Count - 1; i >= 0; i--)
            {
                if (rt.stack[i]._verb == verb) throw new Ended(rt.stack[i]);
            }
        }
    }
}

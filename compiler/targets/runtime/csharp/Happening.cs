// What happens, as frames: events and their steps, replacements, triggers, state checks.
//
// Job: the order in which a verb call is carried out (language reference, "What a verb call does"). Input: verbs and
// abilities, and an event. Output: what is asked, and the event with its outcome. Never knows a verb.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A verb call; its result is the event, whose outcome tells what became of it.</summary>
    public sealed class Happening : Frame
    {
        private const int LONGEST = 12; // so many events and abilities are told of a chain
        // Where an event is: what it waits for.
        private const long BEGIN = 0, REPLACED = 1, PREPARED = 2, DO = 3, DONE = 4, SETTLED = 5, DURING = 6, AFTER = 7;
        private const long LEAVE = 8, LEFT = 9;

        public string verb;
        public Bag values;
        public Usable use;
        public Event ev;

        public Happening()
        {
        }

        public Happening(string verb, Bag values, Usable use = null)
        {
            this.verb = verb;
            this.values = values;
            this.use = use;
        }

        public override string name
        {
            get { return "Happening"; }
        }

        public override Frame blank()
        {
            return new Happening();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("use", ref use);
            s.slot("values", ref values);
            s.slot("verb", ref verb);
        }

        public override object run(State rt, object value)
        {
            Verb code = rt.code.verbs.get(verb);
            if (pc >= DO) return finish(rt, code);
            if (pc == BEGIN)
            {
                Spending.count_step(rt, code.at);
                if (rt.frames.Count >= rt.bounds.depth && nested(rt) >= rt.bounds.depth)
                {
                    string deep = Values.digits(rt.bounds.depth);
                    throw new Exhausted("events are nested more than " + deep + " deep: " + chain(rt), code.at);
                }
                ev = Events.make_event(rt, verb, values);
                ev._use = use;
                pc = REPLACED;
                if (ev._reason == null && code.watched("instead")) return new Replacing(ev, "", true);
            }
            if (pc == REPLACED)
            {
                ev._reason = Events.refusal(rt, code, ev, false);
                if (ev._reason != null)
                {
                    rt.result = Events.close_event(rt, ev, "illegal");
                    return null;
                }
                Events.begin_event(rt, code, ev);
                pc = PREPARED;
                if (code.watched("before")) return new Around(ev, "before", "");
            }
            else
            {
                // Something came before it, which may have changed what is legal.
                ev._reason = Events.refusal(rt, code, ev, true);
                if (ev._reason != null)
                {
                    Events.close_event(rt, ev, "fizzled");
                    Events.end_event(rt, ev);
                    rt.result = ev;
                    return null;
                }
            }
            ev._outcome = "done";
            pc = DONE;
            Locals v = new Locals();
            v["ev"] = ev;
            return new Body(code.body, v);
        }

        /// <summary>From the end of the body: state checks, what comes during and after, and the leaving.</summary>
        private object finish(State rt, Verb code)
        {
            if (pc == DONE)
            {
                pc = SETTLED;
                if (Checking.is_due(rt, ev)) return new Checking();
            }
            if (pc == SETTLED)
            {
                pc = DURING;
                if (code.watched("during")) return new Around(ev, "during", "");
            }
            if (pc == DURING)
            {
                pc = AFTER;
                if (code.watched("after")) return new Around(ev, "after", "");
            }
            if (pc == AFTER)
            {
                Triggers.recharge(rt, ev);
                pc = LEAVE;
            }
            if (pc == LEAVE)
            {
                Events.end_event(rt, ev);
                pc = LEFT;
                if (Checking.is_due(rt, null)) return new Checking();
            }
            rt.result = ev;
            return null;
        }

        /// <summary>An event that is prevented or ended stops here; one that is left for good leaves the
        /// stack.</summary>
        public override bool caught(State rt, Exception stop)
        {
            Prevented prevented = stop as Prevented;
            Ended ended = stop as Ended;
            Event whose = prevented != null ? prevented.ev : ended != null ? ended.ev : null;
            bool mine = whose != null && whose == ev && pc != BEGIN && pc != LEFT;
            if (mine && prevented != null)
            {
                Events.close_event(rt, ev, "prevented");
                pc = pc == REPLACED ? LEFT : LEAVE;
            }
            else if (mine && pc != REPLACED)
            {
                pc = pc == DONE ? DONE : LEAVE;
            }
            else
            {
                if (REPLACED < pc && pc < LEFT) Events.end_event(rt, ev);
                return false;
            }
            return true;
        }

        /// <summary>How many events are around: those that have begun, and those that are being replaced.</summary>
        private static int nested(State rt)
        {
            return rt.stack.Count + rt.frames.FindAll(one => one is Happening && one.pc == REPLACED).Count;
        }

        /// <summary>What led to the innermost event, back to its like: events, and the carriers of the abilities that
        /// caused them.</summary>
        private static string chain(State rt)
        {
            List<string> found = new List<string>();
            for (int n = rt.frames.Count - 1; n >= 0 && found.Count < LONGEST; n--)
            {
                string told = link(rt.frames[n]);
                if (told == null) continue;
                bool ends = rt.frames[n] is Happening && found.Contains(told);
                found.Insert(0, told);
                if (ends) break;
            }
            return string.Join(" > ", found);
        }

        private static string link(Frame frame)
        {
            Happening happening = frame as Happening;
            if (happening != null)
            {
                return happening.use == null ? happening.verb : happening.verb + " (" + happening.use + ")";
            }
            UsingAbility used = frame as UsingAbility;
            return used != null ? used.ability.label + " of " + Values.label(used.me) : null;
        }
    }

    /// <summary>The triggered abilities of a moment, then the reactions that players are offered.</summary>
    public sealed class Around : Frame
    {
        public Event ev;
        public string timing, step;

        public Around()
        {
        }

        public Around(Event ev, string timing, string step)
        {
            this.ev = ev;
            this.timing = timing;
            this.step = step;
        }

        public override string name
        {
            get { return "Around"; }
        }

        public override Frame blank()
        {
            return new Around();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("step", ref step);
            s.slot("timing", ref timing);
        }

        public override object run(State rt, object value)
        {
            Verb code = rt.code.verbs.get(ev._verb);
            if (pc == 0)
            {
                pc = 1;
                if (code.triggers.get(timing).has(step)) return new Firing(ev, timing, step);
            }
            if (pc == 1)
            {
                pc = 2;
                if (code.reactions.get(timing).has(step)) return new Window(ev, timing, step);
            }
            return null;
        }
    }

    /// <summary>Triggered abilities, in the game's order for things that happen at once. `mine`: a player decides among
    /// them. A match is a list of an ability, `self` and `this`.</summary>
    public sealed class Firing : Frame
    {
        public Event ev;
        public string timing, step;
        public Seq waiting = Seq.Nothing, mine = Seq.Nothing;

        public Firing()
        {
        }

        public Firing(Event ev, string timing, string step)
        {
            this.ev = ev;
            this.timing = timing;
            this.step = step;
        }

        public override string name
        {
            get { return "Firing"; }
        }

        public override Frame blank()
        {
            return new Firing();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("mine", ref mine);
            s.slot("step", ref step);
            s.slot("timing", ref timing);
            s.slot("waiting", ref waiting);
        }

        public override object run(State rt, object value)
        {
            Seq match = null;
            if (pc == 0)
            {
                Seq found = Triggers.matches(rt, rt.code.verbs.get(ev._verb).triggers.get(timing).get(step), ev);
                waiting = Triggers.in_order(rt, found.filter(one => is_free(rt, (Seq)one, ev)));
            }
            else if (pc == 1)
            {
                match = (Seq)mine[(int)(long)((Seq)value)[0]];
            }
            else
            {
                Events.stop_prevented(ev, step);
            }
            while (match != null || waiting.Count > 0)
            {
                if (match == null)
                {
                    mine = Triggers.tied(rt, waiting);
                    if (mine.Count > 0)
                    {
                        pc = 1;
                        return Triggers.ordering(rt, mine);
                    }
                    match = (Seq)waiting[0];
                }
                Seq chosen = match;
                AbilityCode ability = (AbilityCode)chosen[0];
                object me = chosen[1];
                Entity self = (Entity)chosen[2];
                waiting = waiting.filter(other => !is_same((Seq)other, chosen));
                if (Triggers.still_answers(rt, ability, me, self, ev))
                {
                    pc = 2;
                    return new UsingAbility(ability, me, self, ev);
                }
                match = null;
            }
            return null;
        }

        public static bool is_free(State rt, Seq match, Event ev)
        {
            return Triggers.is_free(rt, (AbilityCode)match[0], match[1], (Entity)match[2], ev);
        }

        /// <summary>Whether a match is this one; a granted keyword is another object each time, with the same
        /// id.</summary>
        private static bool is_same(Seq match, Seq other)
        {
            return match[0] == other[0] && Values.same(match[1], other[1])
                && Values.same(((Entity)match[2])._id, ((Entity)other[2])._id);
        }
    }

    /// <summary>Applies `instead of` abilities one at a time, each at most once to an event.</summary>
    public sealed class Replacing : Frame
    {
        public Event ev;
        public string step;
        public bool offers;
        public Seq mine = Seq.Nothing;

        public Replacing()
        {
        }

        public Replacing(Event ev, string step, bool offers)
        {
            this.ev = ev;
            this.step = step;
            this.offers = offers;
        }

        public override string name
        {
            get { return "Replacing"; }
        }

        public override Frame blank()
        {
            return new Replacing();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("mine", ref mine);
            s.slot("offers", ref offers);
            s.slot("step", ref step);
        }

        public override object run(State rt, object value)
        {
            if (pc == 1) return apply((Seq)mine[(int)(long)((Seq)value)[0]]);
            if (pc == 3 && !(value is bool && (bool)value)) return null;
            if (pc >= 2) Events.stop_prevented(ev, step);
            Verb code = rt.code.verbs.get(ev._verb);
            Seq found = Triggers.matches(rt, code.triggers.get("instead").get(step) ?? Seq.Nothing, ev);
            found = found.filter(one => is_fresh(rt, (Seq)one));
            if (found.Count > 0)
            {
                mine = Triggers.tied(rt, found);
                if (mine.Count == 0) return apply((Seq)found[0]);
                pc = 1;
                return Triggers.ordering(rt, mine);
            }
            pc = 3;
            return offers && code.reactions.get("instead").has(step) ? new OfferingReplacement(ev, step) : null;
        }

        private bool is_fresh(State rt, Seq match)
        {
            return !Triggers.has_replaced(ev, (AbilityCode)match[0], (Entity)match[2]) && Firing.is_free(rt, match, ev);
        }

        private object apply(Seq match)
        {
            AbilityCode ability = (AbilityCode)match[0];
            Entity self = (Entity)match[2];
            Triggers.note_replaced(ev, ability, self);
            pc = 2;
            return new UsingAbility(ability, match[1], self, ev);
        }
    }
}

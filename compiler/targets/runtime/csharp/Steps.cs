// Steps of events, and state checks, as frames.
//
// Job: what comes before and after a step; run every check whose fields were written. Input: an event and a step.
// Output: what is asked. Never knows a verb.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Before a step of an event; its result is false where the step is prevented.</summary>
    public sealed class StepOpening : Frame
    {
        public Event ev;
        public string step;

        public StepOpening()
        {
        }

        public StepOpening(Event ev, string step)
        {
            this.ev = ev;
            this.step = step;
        }

        public override string name
        {
            get { return "StepOpening"; }
        }

        public override Frame blank()
        {
            return new StepOpening();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("step", ref step);
        }

        public override object run(State rt, object value)
        {
            Verb code = rt.code.verbs.get(ev._verb);
            if (pc == 0)
            {
                if (rt.history != null && rt.dry_run == 0) rt.history.Add(new Happened(ev._verb + "." + step, ev));
                pc = 1;
                if (code.watched("instead", step)) return new Replacing(ev, step, true);
            }
            if (pc == 1)
            {
                pc = 2;
                if (code.watched("before", step)) return new Around(ev, "before", step);
            }
            rt.result = pc == 2;
            return null;
        }

        public override bool caught(State rt, Exception stop)
        {
            Prevented prevented = stop as Prevented;
            if (prevented == null || prevented.ev != ev || prevented.step != step) return false;
            pc = 3;
            return true;
        }
    }

    /// <summary>After a step of an event.</summary>
    public sealed class StepClosing : Frame
    {
        public Event ev;
        public string step;

        public StepClosing()
        {
        }

        public StepClosing(Event ev, string step)
        {
            this.ev = ev;
            this.step = step;
        }

        public override string name
        {
            get { return "StepClosing"; }
        }

        public override Frame blank()
        {
            return new StepClosing();
        }

        public override void slots(Slots s)
        {
            s.slot("event", ref ev);
            s.slot("step", ref step);
        }

        public override object run(State rt, object value)
        {
            Verb code = rt.code.verbs.get(ev._verb);
            if (pc == 0)
            {
                pc = 1;
                if (Checking.is_due(rt, null)) return new Checking();
            }
            if (pc == 1)
            {
                pc = 2;
                if (code.watched("during", step)) return new Around(ev, "during", step);
            }
            if (pc == 2)
            {
                pc = 3;
                if (code.watched("after", step)) return new Around(ev, "after", step);
            }
            return null;
        }
    }

    /// <summary>Runs every state check whose fields were written, until none holds. `next`: the check that is looked at
    /// next.</summary>
    public sealed class Checking : Frame
    {
        public long round, next;
        public OrderedSet<string> waiting = new OrderedSet<string>(); // written fields of checks that run further out
        public bool acted;
        public OrderedSet<string> due;

        public override string name
        {
            get { return "Checking"; }
        }

        public override Frame blank()
        {
            return new Checking();
        }

        public override void slots(Slots s)
        {
            s.slot("acted", ref acted);
            s.slot("due", ref due);
            s.slot("next", ref next);
            s.slot("round", ref round);
            s.slot("waiting", ref waiting);
        }

        /// <summary>Whether state is checked now: not within another event whose verb is `at once`.</summary>
        public static bool is_due(State rt, Event ev)
        {
            if (rt.dirty.Count == 0) return false;
            Seq late = ((Bag)rt.data["events"]).list("at once");
            if (late == null) return true;
            foreach (Event running in rt.stack) if (running != ev && late.includes(running._verb)) return false;
            return true;
        }

        public override object run(State rt, object value)
        {
            Check[] checks = rt.code.checks;
            if (pc == 0)
            {
                pc = 1;
                look(rt);
            }
            else
            {
                rt.checking.delete(next - 1);
            }
            for (;;)
            {
                while (next < checks.Length)
                {
                    long number = next++;
                    Check check = checks[number];
                    bool always = check.reads.has("*");
                    if (rt.checking.has(number))
                    {
                        // It asks again when it is done.
                        foreach (string name in due) if (always || check.reads.has(name)) waiting.add(name);
                    }
                    else if ((always || reads_due(check)) && is_found(check.found(rt)))
                    {
                        acted = true;
                        Marks.mark(rt, check.rows);
                        rt.checking.add(number);
                        return new Body(check.body, new Locals());
                    }
                }
                if (!acted && rt.dirty.Count == 0)
                {
                    rt.dirty = waiting;
                    return null;
                }
                look(rt);
            }
        }

        private bool reads_due(Check check)
        {
            foreach (string name in due) if (check.reads.has(name)) return true;
            return false;
        }

        /// <summary>Begins another round, for what was written since the last one.</summary>
        private void look(State rt)
        {
            if (round >= rt.bounds.checks)
            {
                throw new Exhausted("state checks did not settle in " + Values.digits(rt.bounds.checks) + " rounds");
            }
            round += 1;
            next = 0;
            acted = false;
            due = rt.dirty;
            rt.dirty = new OrderedSet<string>();
            Spending.spend(rt, rt.code.checks.Length, -1);
        }

        public override bool caught(State rt, Exception stop)
        {
            rt.checking.delete(next - 1);
            return false;
        }

        /// <summary>Whether a check has something to do: there are some, or its condition holds.</summary>
        private static bool is_found(object found)
        {
            Seq items = found as Seq;
            if (items != null) return items.Count > 0;
            Zone zone = found as Zone;
            return zone != null ? zone.items.Count > 0 : Core.yes(found);
        }
    }
}

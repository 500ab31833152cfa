// The work of a running game, counted and bounded, and what is remembered of it.
//
// Job: count down what is done: calls, rounds of loops, events, changes, by size where size matters. The count is the
// same in every engine, with or without what an engine remembers: what is remembered costs what it cost to work out.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Cardwright
{
    public static class Spending
    {
        private const long SLICE = 50000; // so much work is done between two looks of a watch
        public const long EVENT = 20; // the work of an event or request
        public const long CHANGE = 5; // of a change
        public const long TRY = 10; // of one way through a dry run
        public const long MOST_NESTED = 20; // stats and questions that are asked inside of each other
        public const int MOST_REMEMBERED = 200000; // answers; more are worked out again

        /// <summary>`work` of a stretch, or null; `watch` tells whether the game is to stop.</summary>
        public static void set_limits(State rt, long? work, Func<bool> watch)
        {
            rt.bounds.work = work ?? rt.bounds.work;
            rt.watch = watch;
        }

        /// <summary>Somebody has answered, or something new begins: all work may be done again.</summary>
        public static void refill(State rt)
        {
            rt.work = rt.bounds.work;
            rt.floor = next_floor(rt.work);
        }

        /// <summary>Where the next look is due, with so much work left.</summary>
        public static long next_floor(long work)
        {
            return Math.Max(work - SLICE, 0);
        }

        /// <summary>The work is at its end, or it is time to ask whether the game shall go on.</summary>
        public static void look(State rt, long at)
        {
            if (rt.work < 0)
            {
                string told = "more than " + Values.digits(rt.bounds.work) + " units of work were needed";
                throw new Exhausted(told + shown_place(rt, at), at);
            }
            if (rt.watch != null && rt.watch()) throw new Stopped();
            if (rt.known.Count > MOST_REMEMBERED) rt.known = new Known();
            rt.floor = next_floor(rt.work);
        }

        private static string shown_place(State rt, long at)
        {
            if (at < 0) return "";
            Place place = rt.code.place(at);
            string file = place.path.Substring(place.path.LastIndexOf('/') + 1);
            return ", at " + file + ":" + Values.digits(place.line);
        }

        /// <summary>Work at a place of the author's text. A function that calls itself spends before it does.</summary>
        public static void spend(State rt, long work, long at)
        {
            RuntimeHelpers.EnsureSufficientExecutionStack();
            rt.work -= work;
            if (rt.work < rt.floor) look(rt, at);
        }

        /// <summary>How many items there are in a collection or zone.</summary>
        public static int length(object items)
        {
            Seq held = items as Seq;
            return held != null ? held.held.Length : ((Zone)items).items.held.Length;
        }

        /// <summary>A collection that a loop walks over, with so much work for each; `at` only for a loop in a
        /// loop.</summary>
        public static object over(State rt, object items, long work = 1, long at = -1)
        {
            rt.work -= length(items) * work;
            if (at >= 0 && rt.work < rt.floor) look(rt, at);
            return items;
        }

        public static Seq over(State rt, Seq items, long work = 1, long at = -1)
        {
            rt.work -= items.held.Length * work;
            if (at >= 0 && rt.work < rt.floor) look(rt, at);
            return items;
        }

        /// <summary>How often a loop runs.</summary>
        public static long rounds(State rt, long count, long at)
        {
            if (count > 10000) throw new Exhausted("a loop of more than 10,000 rounds" + shown_place(rt, at), at);
            return Math.Max(count, 0);
        }

        /// <summary>A collection that was made.</summary>
        public static Seq sized(State rt, Seq items)
        {
            check_size(rt, items.Count);
            return items;
        }

        public static void check_size(State rt, long length)
        {
            rt.work -= length;
            if (length <= rt.bounds.size) return;
            throw new Exhausted("a collection of more than " + Values.digits(rt.bounds.size));
        }

        /// <summary>What of a collection is in another, or is not.</summary>
        public static Seq sifted(State rt, object items, object others, bool wanted)
        {
            Seq own = Values.listed(items), second = Values.listed(others);
            rt.work -= own.Count + second.Count;
            HashSet<object> held = new HashSet<object>();
            foreach (object item in second.held) held.Add(Values.as_key(item));
            List<object> found = new List<object>();
            foreach (object item in own.held) if (held.Contains(Values.as_key(item)) == wanted) found.Add(item);
            return Seq.from(found);
        }

        /// <summary>What is in either, each once.</summary>
        public static Seq joined(State rt, object items, object others)
        {
            return Values.unique(sized(rt, Values.listed(items).and(Values.listed(others))));
        }

        /// <summary>Something of the state changes, in a collection of a size.</summary>
        public static void count_change(State rt, long size = 0)
        {
            rt.work -= CHANGE + size;
            rt.changes += 1;
            if (rt.changes <= rt.bounds.changes) return;
            throw new Exhausted("more than " + Values.digits(rt.bounds.changes) + " changes were made");
        }

        public static void count_step(State rt, long at)
        {
            rt.steps += 1;
            if (rt.steps > rt.bounds.steps)
            {
                throw new Exhausted("more than " + Values.digits(rt.bounds.steps) + " steps were taken");
            }
            spend(rt, EVENT, at);
        }

        // ---- what is remembered

        /// <summary>What a map keeps under a key, with what it cost to work out: knowing it costs the same.</summary>
        public static object charged(State rt, Known map, object key, Func<object> work)
        {
            Cost found = (Cost)map.get(key);
            if (found != null && found.cost <= rt.work)
            {
                rt.work -= found.cost;
                return found.value;
            }
            long before = rt.work;
            object value = work();
            map.set(key, new Cost(value, before - rt.work));
            return value;
        }
    }
}

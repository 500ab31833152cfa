// A running game from outside: what drives it, and its source of chance.
//
// Job: begin a stretch of play, go on with answers, and take all of it back at a fault. Reads: requests. Changes: the
// whole record, one stretch at a time.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>The named generator: x becomes 48271 x mod (2^31 - 1) (Park, Miller and Stockmeyer, 1993).</summary>
    public sealed class Minstd
    {
        private const long PRIME = 2147483647;

        public long value;

        public Minstd(long seed)
        {
            value = Values.modulo(seed, PRIME);
            if (value == 0) value = 1;
        }

        /// <summary>A number from 0 to `size` - 1, all equally likely: values past the last whole round are drawn
        /// again.</summary>
        public long below(long size)
        {
            long limit = (PRIME - 1) / size * size;
            for (;;)
            {
                value = value * 48271 % PRIME;
                if (value - 1 < limit) return (value - 1) % size;
            }
        }

        /// <summary>Fisher and Yates, from the end.</summary>
        public Seq permutation(long size)
        {
            object[] order = (object[])Values.range(size).held.Clone();
            for (long i = size - 1; i > 0; i--)
            {
                long j = below(i + 1);
                object held = order[i];
                order[i] = order[j];
                order[j] = held;
            }
            return Seq.of(order);
        }
    }

    public static class Game
    {
        private const int MOST_WAYS = 64;
        private const long MOST_MOVED = 5; // the first ways of a shuffle change the order of its last positions alone

        /// <summary>What a generator answers to a roll, a draw or a shuffle.</summary>
        public static object chance(Minstd generator, Request request)
        {
            RollDice roll = request as RollDice;
            if (roll != null) return roll.sizes.map(size => generator.below((long)size));
            Draw draw = request as Draw;
            if (draw != null) return generator.below(draw.size);
            return generator.permutation(((Shuffle)request).size);
        }

        /// <summary>Whether an answer of a host to a roll, a draw or a shuffle is one: whole numbers in a
        /// list.</summary>
        public static bool fits(Request request, Seq answer)
        {
            RollDice roll = request as RollDice;
            Draw draw = request as Draw;
            if (roll == null && draw == null)
            {
                return Values.eq(Sorting.sorted(answer, Values.compare), Values.range(((Shuffle)request).size));
            }
            Seq sizes = roll != null ? roll.sizes : Seq.of(draw.size);
            if (answer.Count != sizes.Count) return false;
            for (int i = 0; i < sizes.Count; i++)
            {
                if ((long)answer[i] < 0 || (long)answer[i] >= (long)sizes[i]) return false;
            }
            return true;
        }

        /// <summary>What may come of a roll, a draw or a shuffle, at most 64 of the ways.</summary>
        public static Seq ways_of_chance(Request request)
        {
            Shuffle shuffle = request as Shuffle;
            if (shuffle != null)
            {
                Seq still = Values.range(Math.Max(shuffle.size - MOST_MOVED, 0));
                List<Seq> moved = orders_of(Values.range(shuffle.size, still.Count));
                if (moved.Count > MOST_WAYS) moved.RemoveRange(MOST_WAYS, moved.Count - MOST_WAYS);
                return Seq.of(moved.ConvertAll<object>(order => still.and(order)).ToArray());
            }
            RollDice roll = request as RollDice;
            Seq sizes = roll != null ? roll.sizes : Seq.of(((Draw)request).size);
            List<object> ways = new List<object> { Seq.Nothing };
            for (int i = sizes.Count - 1; i >= 0; i--)
            {
                List<object> longer = new List<object>();
                for (long face = 0; face < (long)sizes[i] && longer.Count < MOST_WAYS; face++)
                {
                    foreach (object way in ways) if (longer.Count < MOST_WAYS) longer.Add(Seq.of(face).and((Seq)way));
                }
                ways = longer;
            }
            return Seq.from(ways);
        }

        private static List<Seq> orders_of(Seq items)
        {
            List<Seq> found = new List<Seq>();
            if (items.Count < 2)
            {
                found.Add(items);
                return found;
            }
            foreach (object item in items.held)
            {
                foreach (Seq order in orders_of(items.without(item))) found.Add(Seq.of(new[] { item }).and(order));
            }
            return found;
        }

        // ---- one frame at a time, with all that it leads to
        /// <summary>A match before anything has happened.</summary>
        public static State new_state(Code code)
        {
            State rt = new State(code);
            if (code.kinds.ContainsKey("game")) rt.game = Entities.create(rt, "game", null, new Bag());
            return rt;
        }

        /// <summary>Runs a frame to its end; `answer(request)` answers. A Fault leaves the state as it was.</summary>
        public static object run(State rt, Func<Frame> first, Func<Request, object> answer)
        {
            Request request = start(rt, first);
            while (request != null)
            {
                object found;
                try
                {
                    found = answer(request);
                }
                catch (Exception error)
                {
                    Exception told = failed(rt, error);
                    if (told == error) throw;
                    throw told;
                }
                request = go_on(rt, found);
            }
            object result = rt.result;
            rt.result = null;
            return result;
        }

        /// <summary>Begins a frame; gives its first request, or null when it is done. What goes wrong is a Fault or
        /// Stopped.</summary>
        public static Request start(State rt, Func<Frame> first)
        {
            rt.mark_of_run = new RunMark(rt.journal.Count, rt.stack.Count, rt.steps, rt.changes);
            rt.steps = 0;
            rt.changes = 0;
            rt.nested = 0;
            Spending.refill(rt);
            return advance(rt, () => Frames.begin_frame(rt, first()));
        }

        /// <summary>Goes on with the answer to the last request.</summary>
        public static Request go_on(State rt, object answer)
        {
            return advance(rt, () => Frames.run_frames(rt, 0, answer));
        }

        private static Request advance(State rt, Func<Request> work)
        {
            try
            {
                Request request = work();
                if (request == null)
                {
                    Spending.spend(rt, 0, -1);
                    count_run(rt);
                }
                return request;
            }
            catch (Exception error)
            {
                Exception told = failed(rt, error);
                if (told == error) throw;
                throw told;
            }
        }

        /// <summary>Takes back all since `start`; gives what is to be thrown.</summary>
        private static Exception failed(State rt, Exception error)
        {
            Frames.cut(rt, 0);
            rt.back_to(rt.mark_of_run.journal);
            int depth = rt.mark_of_run.depth;
            if (rt.stack.Count > depth) rt.stack.RemoveRange(depth, rt.stack.Count - depth);
            rt.dirty.clear();
            rt.checking.clear();
            Changes.tell(rt, "anew");
            count_run(rt);
            return as_fault(error);
        }

        private static void count_run(State rt)
        {
            rt.steps += rt.mark_of_run.steps;
            rt.changes += rt.mark_of_run.changes;
        }

        /// <summary>The whole game, from its start.</summary>
        public static object play(State rt, Func<Request, object> answer)
        {
            return run(rt, () => new Happening(rt.code.rules.text("start"), new Bag()), answer);
        }

        public static string place_of(State rt, long at)
        {
            Place place = rt.code.place(at);
            return place.path + ":" + Values.digits(place.line) + ":" + Values.digits(place.column);
        }

        /// <summary>Content that met none where it needs a value is a fault of the content; what else was thrown stays
        /// inside.</summary>
        public static Exception as_fault(Exception error)
        {
            if (error is Fault) return error;
            if (error is Ending) return new Fault("a text ended an event that was not running");
            if (error is NullReferenceException || error is ArgumentNullException)
            {
                return new Fault("a value was none where one is needed", 0, error);
            }
            if (error is InsufficientExecutionStackException)
            {
                return new Fault("events are nested too deeply", 0, error);
            }
            return error;
        }

        public static string asked(Request request)
        {
            RollDice roll = request as RollDice;
            if (roll != null) return "roll " + Values.joined(roll.dice, ", ");
            Draw draw = request as Draw;
            if (draw != null) return "draw " + Values.digits(draw.size);
            Shuffle shuffle = request as Shuffle;
            if (shuffle != null) return "shuffle " + Values.digits(shuffle.size);
            Choose choose = (Choose)request;
            string bounds = Values.digits(choose.least) + "-" + Values.digits(choose.most);
            string who = choose.kind + " of " + Values.label(choose.who);
            return who + " " + bounds + ": " + Values.joined(choose.options, " | ");
        }
    }
}

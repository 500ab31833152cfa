// Dry runs: a stretch of play that is tried, and taken back.
//
// Job: tell whether a stretch can pass with some answers, which are tried in order; each roll is taken at its first
// face. Reads: requests. Changes nothing but the work that is left: everything else is taken back.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class DryRuns
    {
        private const int MOST_TRIES = 64;

        /// <summary>Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried
        /// in order, the last changed first, at most 64 times; each roll is taken at its first face.</summary>
        public static bool attempt(State rt, Func<Frame> first, Func<object, bool> passes)
        {
            List<int> prefix = new List<int>();
            for (int turn = 0; turn < MOST_TRIES; turn++)
            {
                List<int> widths = new List<int>();
                rt.work -= Spending.TRY;
                if (attempt_once(rt, first, passes, prefix, widths)) return true;
                List<int> path = new List<int>();
                for (int i = 0; i < widths.Count; i++) path.Add(i < prefix.Count ? prefix[i] : 0);
                while (path.Count > 0 && path[path.Count - 1] + 1 >= widths[path.Count - 1])
                {
                    path.RemoveAt(path.Count - 1);
                }
                if (path.Count == 0) return false;
                path[path.Count - 1] += 1;
                prefix = path;
            }
            return false;
        }

        private static bool attempt_once(
            State rt, Func<Frame> first, Func<object, bool> passes, List<int> prefix, List<int> widths)
        {
            int mark = rt.journal.Count, depth = rt.stack.Count, floor = rt.frames.Count;
            OrderedSet<string> dirty = rt.dirty;
            OrderedSet<long> checking = rt.checking;
            long steps = rt.steps, events = rt.events, changes = rt.changes;
            Known known = rt.known;
            rt.dirty = new OrderedSet<string>(dirty);
            rt.checking = new OrderedSet<long>(checking);
            // What is known stays so until the dry run changes something. Nothing is taken over of a dry run that marks
            // no rows, and what is empty is not shared: a change does not give it up.
            if (rt.marked != null || known.Count == 0) rt.known = new Known();
            rt.dry_run += 1;
            try
            {
                Request request = Frames.begin_frame(rt, first());
                while (request != null)
                {
                    request = Frames.run_frames(rt, floor, dry_answer(request, prefix, widths));
                }
                object result = rt.result;
                rt.result = null;
                return passes(result);
            }
            catch (Ending stop)
            {
                return stop is Ended; // it ends what it is a part of, so that nothing of it is left to do
            }
            catch (Exhausted)
            {
                throw;
            }
            catch (Fault)
            {
                return false;
            }
            finally
            {
                Frames.cut(rt, floor);
                rt.dry_run -= 1;
                rt.back_to(mark);
                rt.dirty = dirty;
                rt.checking = checking;
                rt.steps = steps;
                rt.events = events;
                rt.changes = changes;
                rt.known = known;
                if (rt.stack.Count > depth) rt.stack.RemoveRange(depth, rt.stack.Count - depth);
            }
        }

        private static object dry_answer(Request request, List<int> prefix, List<int> widths)
        {
            RollDice roll = request as RollDice;
            if (roll != null) return roll.sizes.map(size => 0L);
            if (request is Draw) return 0L;
            Shuffle shuffle = request as Shuffle;
            if (shuffle != null) return Values.range(shuffle.size);
            List<Seq> answers = Answers.first_answers((Choose)request, 16);
            int position = widths.Count < prefix.Count ? prefix[widths.Count] : 0;
            widths.Add(answers.Count);
            if (answers.Count == 0) throw new Fault("nothing can be chosen", request.at);
            return answers[Math.Min(position, answers.Count - 1)];
        }
    }
}

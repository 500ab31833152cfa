// Answers to choices: which are legal, in a fixed order.
//
// Job: list the legal answers of a choice, and refuse others. Input: a request. Changes nothing.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Answers
    {
        private static readonly Seq PASS = Seq.of(-1L);

        /// <summary>Legal answers of a choice that waits, in a fixed order, at most so many and as many as its work
        /// allows to find.</summary>
        public static List<Seq> legal_answers(Choose request, long most = 64)
        {
            List<Seq> found = new List<Seq>();
            try
            {
                first_answers(request, most, found);
            }
            catch (Exhausted)
            {
                if (found.Count == 0) throw;
            }
            return found;
        }

        /// <summary>The first legal answers in a fixed order, added to those that were found.</summary>
        public static List<Seq> first_answers(Choose request, long most, List<Seq> found = null)
        {
            if (found == null) found = new List<Seq>();
            if (request.kind == "use") found.Add(PASS);
            Seq options = request.options;
            if (request.least == 1 && request.most == 1)
            {
                for (long i = 0; i < options.Count && found.Count < most; i++) found.Add(Seq.of(i));
                return found;
            }
            for (long size = request.least; size <= request.most; size++)
            {
                long[] picked = first_of(size, options.Count);
                for (; picked != null; picked = next(picked, options.Count))
                {
                    if (!suits(request, picked)) continue;
                    found.Add(positions(picked));
                    if (found.Count >= most) return found;
                }
            }
            return found;
        }

        private static Seq positions(long[] picked)
        {
            return Seq.of(Array.ConvertAll(picked, i => (object)i));
        }

        private static bool suits(Choose request, long[] picked)
        {
            if (request.such_that == null) return true;
            return request.such_that(Seq.of(Array.ConvertAll(picked, i => request.options.held[i])));
        }

        /// <summary>The first choice of so many of the positions below `count`, or null.</summary>
        private static long[] first_of(long size, int count)
        {
            if (size > count) return null;
            long[] made = new long[Math.Max(size, 0)];
            for (int i = 0; i < made.Length; i++) made[i] = i;
            return made;
        }

        /// <summary>The next choice of as many positions, or null.</summary>
        private static long[] next(long[] picked, int count)
        {
            int size = picked.Length, i = size - 1;
            while (i >= 0 && picked[i] == i + count - size) i -= 1;
            if (i < 0) return null;
            long[] made = (long[])picked.Clone();
            made[i] += 1;
            for (int j = i + 1; j < size; j++) made[j] = made[j - 1] + 1;
            return made;
        }

        /// <summary>Whether some legal answer has all of these positions.</summary>
        public static bool can_become(Choose request, Seq picked)
        {
            if (request.kind == "use" && Values.eq(picked, PASS)) return true;
            HashSet<long> own = new HashSet<long>();
            foreach (object i in picked.held)
            {
                if ((long)i < 0 || (long)i >= request.options.Count || !own.Add((long)i)) return false;
            }
            if (own.Count > request.most) return false;
            List<long> others = new List<long>();
            for (long i = 0; i < request.options.Count; i++) if (!own.Contains(i)) others.Add(i);
            for (long size = Math.Max(request.least - own.Count, 0); size <= request.most - own.Count; size++)
            {
                for (long[] more = first_of(size, others.Count); more != null; more = next(more, others.Count))
                {
                    List<long> whole = new List<long>(own);
                    foreach (long i in more) whole.Add(others[(int)i]);
                    whole.Sort();
                    if (suits(request, whole.ToArray())) return true;
                }
            }
            return false;
        }

        /// <summary>Refuses an answer that names no option, too few, too many, or breaks the condition on the
        /// whole.</summary>
        public static void check_answer(Choose request, object answer)
        {
            Seq picked = answer as Seq;
            if (request.kind == "use" && Values.eq(picked, PASS)) return;
            if (picked != null && fits(request, picked))
            {
                if (suits(request, Array.ConvertAll(picked.held, i => (long)i))) return;
            }
            string told = picked != null ? "[" + Values.joined(picked, ", ") + "]" : TestNames.text_of(answer);
            throw new Fault(told + " is no legal answer", request.at);
        }

        private static bool fits(Choose request, Seq picked)
        {
            if (picked.Count < request.least || picked.Count > request.most) return false;
            HashSet<long> own = new HashSet<long>();
            foreach (object i in picked.held)
            {
                if (!(i is long) || (long)i < 0 || (long)i >= request.options.Count || !own.Add((long)i)) return false;
            }
            return true;
        }
    }
}

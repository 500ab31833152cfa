// A short look at the numbers and texts of the host, before anything is played.
//
// Job: refuse, in words, an engine that would play otherwise than others and say nothing. Input: nothing. Output:
// nothing, or an exception.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class SelfCheck
    {
        private static readonly long[] CHANCE = { 7896, 557, 9613, 2576, 1404 }; // what seed 7 gives below 10,000
        private static readonly string[] ORDER = {
            "", "B", "a", "aa", "b", "\u00e9", "\u044f", "\uff5e", "\ud83d\udc09",
        };
        private static readonly long[][] DIVIDED = {
            new long[] { -7, 3, -3, 2 }, new long[] { 7, -3, -3, -2 }, new long[] { -6, 3, -2, 0 },
            new long[] { 9007199254740991, 10, 900719925474099, 1 },
        };
        private static bool is_checked;

        /// <summary>Refuses an engine that reckons, draws, reads or sorts in another way; once is enough.</summary>
        public static void check_engine()
        {
            if (is_checked) return;
            foreach (long[] row in DIVIDED)
            {
                bool fits = Values.floor_div(row[0], row[1]) == row[2] && Values.modulo(row[0], row[1]) == row[3];
                if (!fits) refuse("it divides in another way");
            }
            Minstd generator = new Minstd(7);
            foreach (long wanted in CHANCE)
            {
                if (generator.below(10000) != wanted) refuse("its random numbers are others");
            }
            if (Pictures.text_hash("Cardwright \u2192 \ud83d\udc09") != "5f3aa2846b25e5f8")
            {
                refuse("it reads or writes texts in another way");
            }
            List<string> mixed = new List<string>(ORDER);
            mixed.Reverse();
            bool is_sorted = string.Join("|", Sorting.texts(mixed)) == string.Join("|", ORDER);
            if (!is_sorted) refuse("it sorts texts in another way");
            is_checked = true;
        }

        private static void refuse(string what)
        {
            throw new InvalidOperationException("this .NET engine cannot play these rules: " + what);
        }
    }
}

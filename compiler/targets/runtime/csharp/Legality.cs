// Legality: whether a verb call would be legal now.
//
// Job: make an event that does not happen, apply replacements to it in a dry run, and tell its refusal. Reads: all of
// the state. Changes nothing but the work that is left.

namespace Cardwright
{
    public static class Legality
    {
        /// <summary>Whether a call would pass its requirements now, after replacements; nothing changes.</summary>
        public static bool can(State rt, string verb, Bag values)
        {
            Refusal why = why_not(rt, verb, values);
            if (why != null && rt.refusals != null && rt.nested == 0) rt.refusals.Add(why);
            return why == null;
        }

        /// <summary>The reason why a call would be refused now, or null.</summary>
        public static Refusal why_not(State rt, string verb, Bag values)
        {
            Verb code = rt.code.verbs.get(verb);
            rt.nested += 1;
            try
            {
                ask_about(rt, code);
                Event ev = Events.make_event(rt, verb, values);
                rt.events -= 1;
                if (ev._reason != null || !code.watched("instead")) return Events.refusal(rt, code, ev, false);
                Refusal found = null;
                DryRuns.attempt(rt, () => new Replacing(ev, "", false), result =>
                {
                    found = Events.refusal(rt, code, ev, false);
                    return true;
                });
                return found;
            }
            finally
            {
                rt.nested -= 1;
            }
        }

        /// <summary>A question about a verb inside of other questions.</summary>
        private static void ask_about(State rt, Verb code)
        {
            Spending.spend(rt, Spending.EVENT, code.at);
            if (rt.nested <= Spending.MOST_NESTED) return;
            throw new Exhausted("whether " + code.name + " can be done depends on itself", code.at);
        }
    }
}

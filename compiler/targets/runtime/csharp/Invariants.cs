// Invariants: what must hold whenever somebody decides, and which of them do not hold now.
//
// Job: judge the invariants of a game between two steps of it. Input: a running game. Output: what is broken, as data.
// It may tell what is hidden: it is for authors and tests, never for a player. Judging costs the game no work, marks no
// rows and changes nothing.

using System.Collections.Generic;

namespace Cardwright
{
    public static class Invariants
    {
        /// <summary>What does not hold now, in the order of the rules; for each entity apart, oldest first.</summary>
        public static Seq broken_invariants(State rt)
        {
            long work = rt.work, floor = rt.floor;
            OrderedSet<string> marked = rt.marked;
            Known known = rt.known;
            Spending.refill(rt);
            if (marked != null) rt.known = new Known(); // what is worked out here marks nothing
            rt.marked = null;
            try
            {
                List<object> found = new List<object>();
                foreach (object row in rt.code.rules.list("invariants")) judge(rt, (Bag)row, found);
                return Seq.from(found);
            }
            finally
            {
                rt.work = work;
                rt.floor = floor;
                rt.marked = marked;
                rt.known = known;
            }
        }

        private static void judge(State rt, Bag row, List<object> found)
        {
            object broken = ((Fn0)row["broken"])(rt);
            bool is_of_kind = !string.IsNullOrEmpty(row["kind"] as string);
            if (is_of_kind) foreach (object entity in Values.listed(broken)) found.Add(told(rt, row, entity));
            else if (Core.yes(broken)) found.Add(told(rt, row, null));
        }

        /// <summary>What is told of one invariant, and of the entity that breaks it.</summary>
        private static Bag told(State rt, Bag row, object entity)
        {
            Bag values = new Bag();
            foreach (object read in row.list("told"))
            {
                Bag held = (Bag)read;
                object value = entity != null ? ((Fn1)held["value"])(rt, entity) : ((Fn0)held["value"])(rt);
                values[held.text("name")] = Values.label(value);
            }
            return Bag.of(
                "name", row["name"], "place", Game.place_of(rt, row.number("at")), "rows", row["rows"],
                "of", entity != null ? Values.label(entity) : "", "values", values);
        }
    }
}

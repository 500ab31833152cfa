// Marks: what was carried out and considered, for tests and for people who ask.
//
// Job: note which rows of the rulebook were carried out, and what an automated figure considered; nothing in a dry run.
// Reads: the declarations. Changes: the rows that are marked and the trace, which no rule reads.

namespace Cardwright
{
    public static class Marks
    {
        /// <summary>Rows of the rulebook that a test has carried out.</summary>
        public static void mark(State rt, Seq rows)
        {
            if (rt.marked == null || rt.dry_run != 0) return;
            foreach (object row in rows.held) rt.marked.add((string)row);
        }

        public static void mark_data(State rt, Entity entity)
        {
            if (rt.marked == null) return;
            mark(rt, rt.code.kinds[entity._kind].rows);
            if (entity._card != null) mark(rt, rt.data.bag("cards").bag((string)entity._card._id).list("rows"));
        }

        public static bool is_traced(State rt)
        {
            return rt.trace != null && rt.dry_run == 0;
        }

        /// <summary>What an automated figure considered.</summary>
        public static void consider(State rt, string form, string text)
        {
            if (is_traced(rt)) rt.trace.add(rt.stack.Count, "ai " + form + ": " + text);
        }
    }
}

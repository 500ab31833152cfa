// The operations of bodies: a function for each row of a body.
//
// Job: carry out one row. Each takes the running game, the locals of the body, the row (whose first operand is its
// place), and the result that the body has waited for. It gives null for the next row, the position of the row to go on
// at, a frame that is done first, or RESULT, where the next row takes `rt.result`. Never knows what a body is for.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>What a loop goes over that is done so many times.</summary>
    public sealed class Rounds
    {
        public readonly long length;

        public Rounds(long length)
        {
            this.length = length;
        }
    }

    public static class Operations
    {
        private static readonly Dictionary<string, Operation> NAMED =
            new Dictionary<string, Operation>(StringComparer.Ordinal)
            {
                { "spend", spend }, { "let", let }, { "store", store }, { "write", write }, { "unless", unless },
                { "jump", jump }, { "each", each }, { "repeat", repeat }, { "next", next }, { "return", leave },
                { "emit", emit }, { "emitted", emitted }, { "step", step }, { "entered", entered },
                { "step_end", step_end }, { "prevent", prevent }, { "end", end }, { "resolve", resolve },
                { "act", act }, { "offer", offer }, { "choose", choose }, { "chosen", chosen }, { "modes", modes },
                { "branch", branch }, { "roll", roll }, { "reroll", reroll }, { "shuffle", shuffle },
                { "create", create }, { "call", call }, { "status", status }, { "lasting", lasting }, { "note", note },
            };

        /// <summary>The operation that a row names.</summary>
        public static Operation named(string name)
        {
            return NAMED[name];
        }

        private static object asked(object piece, State rt, Locals v)
        {
            return ((Fn1)piece)(rt, v);
        }

        private static Seq many(object piece, State rt, Locals v)
        {
            return (Seq)((Fn1)piece)(rt, v);
        }

        private static object spend(State rt, Locals v, Seq row, object value)
        {
            rt.work -= (long)row[2];
            if (rt.work < rt.floor) Spending.look(rt, (long)row[1]);
            return null;
        }

        /// <summary>Into a local, or into a value of what a local holds.</summary>
        private static object keep(Locals v, string owner, string name, object value)
        {
            if (owner.Length == 0) v[name] = value;
            else Core.set(v[owner], Field.of(name), value);
            return null;
        }

        private static object let(State rt, Locals v, Seq row, object value)
        {
            return keep(v, (string)row[2], (string)row[3], asked(row[4], rt, v));
        }

        private static object store(State rt, Locals v, Seq row, object value)
        {
            return keep(v, (string)row[2], (string)row[3], value);
        }

        private static object write(State rt, Locals v, Seq row, object value)
        {
            string how = (string)row[2];
            Field field = Field.of((string)row[3]);
            Seq given = many(row[4], rt, v);
            Record owner = (Record)given[0];
            if (how == "set") Changes.write(rt, owner, field, given[1]);
            else if (how == "add") Changes.add(rt, owner, field, given[1]);
            else Changes.lessen(rt, owner, field, given[1]);
            return null;
        }

        private static object unless(State rt, Locals v, Seq row, object value)
        {
            return Core.yes(asked(row[2], rt, v)) ? null : row[3];
        }

        private static object jump(State rt, Locals v, Seq row, object value)
        {
            return row[2];
        }

        // ---- loops
        private static object each(State rt, Locals v, Seq row, object value)
        {
            v[(string)row[2]] = Seq.of(asked(row[3], rt, v), 0L);
            return null;
        }

        private static object repeat(State rt, Locals v, Seq row, object value)
        {
            long count = Spending.rounds(rt, (long)asked(row[3], rt, v), (long)row[1]);
            v[(string)row[2]] = Seq.of(new Rounds(count), 0L);
            return null;
        }

        private static object next(State rt, Locals v, Seq row, object value)
        {
            string loop = (string)row[2], name = (string)row[4];
            Seq state = (Seq)v[loop];
            long position = (long)state[1];
            Rounds rounds = state[0] as Rounds;
            Seq items = rounds == null ? Values.listed(state[0]) : null;
            if (position >= (rounds != null ? rounds.length : items.Count)) return row[5];
            v[loop] = Seq.of(state[0], position + 1);
            if (name.Length > 0) v[name] = items != null ? items.held[position] : null;
            rt.work -= (long)row[3];
            if (rt.work < rt.floor) Spending.look(rt, (long)row[1]);
            return null;
        }

        private static object leave(State rt, Locals v, Seq row, object value)
        {
            return Frames.RETURN;
        }

        // ---- calls
        private static object emit(State rt, Locals v, Seq row, object value)
        {
            return new Happening((string)row[2], (Bag)asked(row[3], rt, v));
        }

        private static object emitted(State rt, Locals v, Seq row, object value)
        {
            Event ev = (Event)value;
            string target = (string)row[2];
            Seq result = (Seq)row[3];
            if ((bool)row[4] && !ev._done) throw new Unpaid();
            if (target.Length > 0) v[target] = ev.get("target");
            if (result.Count > 0 && ev._done) v[(string)result[0]] = ev.get((string)result[1]);
            return (bool)row[5] && !ev._done ? row[6] : null;
        }

        private static object step(State rt, Locals v, Seq row, object value)
        {
            return new StepOpening((Event)v["ev"], (string)row[2]);
        }

        private static object entered(State rt, Locals v, Seq row, object value)
        {
            return Core.yes(value) ? null : row[2];
        }

        private static object step_end(State rt, Locals v, Seq row, object value)
        {
            return new StepClosing((Event)v["ev"], (string)row[2]);
        }

        private static object prevent(State rt, Locals v, Seq row, object value)
        {
            Events.prevent((Event)v["trigger"], (string)row[2]);
            return null;
        }

        private static object end(State rt, Locals v, Seq row, object value)
        {
            Events.end_frame(rt, (string)row[2]);
            return null;
        }

        private static object resolve(State rt, Locals v, Seq row, object value)
        {
            return new Resolving((Event)v["ev"]);
        }

        private static object act(State rt, Locals v, Seq row, object value)
        {
            return new Acting(asked(row[2], rt, v));
        }

        // ---- requests
        private static object offer(State rt, Locals v, Seq row, object value)
        {
            Seq whom = many(row[4], rt, v);
            return new Offering((Seq)row[2], (bool)row[3], whom[0], whom[1]);
        }

        private static object choose(State rt, Locals v, Seq row, object value)
        {
            return Choices.choose(rt, v, row);
        }

        private static object chosen(State rt, Locals v, Seq row, object value)
        {
            if (value != null) return keep(v, (string)row[2], (string)row[3], value);
            if ((bool)row[4]) throw new Unpaid();
            return row[5];
        }

        private static object modes(State rt, Locals v, Seq row, object value)
        {
            return Choices.choose_mode(rt, v, row);
        }

        private static object branch(State rt, Locals v, Seq row, object value)
        {
            long position = (long)value;
            return position >= 0 ? ((Seq)row[2]).held[position] : row[3];
        }

        private static object roll(State rt, Locals v, Seq row, object value)
        {
            return new Rolling(Values.listed(asked(row[2], rt, v)), (long)row[1]);
        }

        private static object reroll(State rt, Locals v, Seq row, object value)
        {
            Seq given = many(row[2], rt, v);
            Seq again = (given[1] as Seq ?? Seq.of(new[] { given[1] })).filter(face => face != null);
            return new Rolling(again.map(face => ((Face)face).die), (long)row[1], (Roll)given[0], again);
        }

        private static object shuffle(State rt, Locals v, Seq row, object value)
        {
            return new Shuffling((Zone)asked(row[2], rt, v), (long)row[1]);
        }

        // ---- changes
        private static object create(State rt, Locals v, Seq row, object value)
        {
            Seq given = many(row[3], rt, v);
            rt.result = Entities.create(rt, (string)row[2], (Entity)given[0], (Bag)given[1]);
            return Frames.RESULT;
        }

        private static object call(State rt, Locals v, Seq row, object value)
        {
            Calls.primitive(rt, (string)row[2], many(row[3], rt, v));
            return null;
        }

        private static object status(State rt, Locals v, Seq row, object value)
        {
            Seq given = many(row[2], rt, v);
            Durations.begin_status(rt, given[0], (Seq)given[1], (Entity)given[2], (Duration)given[3]);
            return null;
        }

        private static object lasting(State rt, Locals v, Seq row, object value)
        {
            Seq given = many(row[3], rt, v);
            Durations.begin_effect(rt, (Duration)given[0], (Seq)row[2], (Bag)given[1]);
            return null;
        }

        private static object note(State rt, Locals v, Seq row, object value)
        {
            Marks.consider(rt, (string)row[2], (string)row[3]);
            return null;
        }
    }
}

// Requests: choices, rolls, draws and shuffles.
//
// Job: turn what the rules ask into requests for a driver, and read the answers. Options stand in a fixed order;
// illegal answers are refused. Reads: the locals of the body that asks. Changes: the result that a frame waits for; of
// the state only the order of a zone that is shuffled.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>What the rules ask a player or chance, in rows of bodies.</summary>
    public static class Choices
    {
        /// <summary>A request that is about to be made is a step, and what its player does while it waits is no work.
        /// </summary>
        public static Request asking(State rt, Request request)
        {
            Spending.count_step(rt, request.at);
            if (rt.dry_run == 0 && request is Choose) Spending.refill(rt);
            return request;
        }

        /// <summary>An answer to a choice, which is a legal one.</summary>
        public static Seq take_answer(State rt, Choose request, Seq answer)
        {
            if (rt.dry_run == 0) Spending.refill(rt);
            Answers.check_answer(request, answer);
            Changes.tell(rt, "choose", request, answer);
            if (Marks.is_traced(rt))
            {
                List<string> chosen = new List<string>();
                foreach (object i in answer.held)
                {
                    chosen.Add((long)i >= 0 ? Values.label(request.options[(int)(long)i]) : "pass");
                }
                string told = chosen.Count > 0 ? string.Join(", ", chosen) : "nothing";
                rt.trace.add(rt.stack.Count, Values.label(request.who) + " chooses " + told);
            }
            return answer;
        }

        public static string prompt(State rt, long at)
        {
            Place place = rt.code.place(at);
            string inside = rt.stack.Count > 0 ? rt.stack[rt.stack.Count - 1]._verb : "";
            string owner = string.IsNullOrEmpty(place.owner) ? inside : place.owner;
            string file = place.path.Substring(place.path.LastIndexOf('/') + 1);
            return owner + " (" + file + ":" + Values.digits(place.line) + ")";
        }

        /// <summary>A `choose`: the frame that asks, or RESULT where nobody is asked.</summary>
        public static object choose(State rt, Locals v, Seq row)
        {
            long at = (long)row[1];
            string how = (string)row[2];
            Fn2 such_that = (Fn2)row[4], rank = (Fn2)row[5];
            Seq given = (Seq)((Fn1)row[3])(rt, v);
            Entity who = (Entity)given[3];
            if (how == "yes") return new PickingOne(who, "yes", Seq.of("yes", "no"), at);
            Seq found = given[0] is Roll ? new Seq(((Roll)given[0]).held) : Values.listed(given[0]);
            if (rank != null && found.Count > 0) found = best(found, one => rank(rt, v, one), how == "some");
            if (how == "some") return choose_some(rt, v, row, found, given);
            if (how == "one" && such_that != null) found = found.filter(one => Core.yes(such_that(rt, v, one)));
            if (found.Count > 1)
            {
                return how == "random" ? (Frame)new Drawing(found, at) : new PickingOne(who, "one", found, at);
            }
            if (rt.watcher != null && rt.dry_run == 0) rt.watcher.settled(found);
            rt.result = found.Count > 0 ? found[0] : null;
            return Frames.RESULT;
        }

        /// <summary>Several of what was found. Where the number leaves one answer, none or all of them, nobody is
        /// asked.</summary>
        private static object choose_some(State rt, Locals v, Seq row, Seq found, Seq given)
        {
            Fn2 such_that = (Fn2)row[4];
            long least = given[1] == null ? 0 : (long)given[1];
            long most = given[2] == null ? found.Count : Math.Min((long)given[2], found.Count);
            if (least < 0 || least > most) return Frames.RESULT;
            if (most > 0 && least < found.Count)
            {
                return new Picking((Entity)given[3], "some", found, (long)row[1], least, most);
            }
            Seq only = most > 0 ? found : Seq.Nothing;
            if (such_that != null && !Core.yes(such_that(rt, v, only))) return Frames.RESULT;
            if (most > 0 && rt.watcher != null && rt.dry_run == 0) rt.watcher.settled(only);
            rt.result = only;
            return Frames.RESULT;
        }

        /// <summary>A `choose one`: the position of the mode chosen among those that can be done; -1 when none can.
        /// </summary>
        public static object choose_mode(State rt, Locals v, Seq row)
        {
            Seq labels = (Seq)row[2], given = (Seq)((Fn1)row[3])(rt, v), conditions = (Seq)given[1];
            Seq possible = Values.range(conditions.Count).filter(i => Core.yes(conditions[(int)(long)i]));
            Seq named = possible.map(i => labels[(int)(long)i]);
            if (possible.Count > 1) return new PickingMode((Entity)given[0], named, (long)row[1], possible);
            if (rt.watcher != null && rt.dry_run == 0) rt.watcher.settled(named);
            rt.result = possible.Count > 0 ? possible[0] : -1L;
            return Frames.RESULT;
        }

        private static Seq best(Seq found, Func<object, object> rank, bool all)
        {
            Seq ranked = found.map(option => Seq.of(rank(option), option));
            if (!all)
            {
                object least = ((Seq)Values.extreme(ranked, -1, pair => ((Seq)pair)[0]))[0];
                ranked = ranked.filter(pair => Values.eq(((Seq)pair)[0], least));
            }
            else ranked = Sorting.sorted(ranked, (a, b) => Values.compare(((Seq)a)[0], ((Seq)b)[0]));
            return ranked.map(pair => ((Seq)pair)[1]);
        }
    }

    /// <summary>A choice among options; its result is a list of positions. `options` of a use may be passed over.
    /// </summary>
    public class Asking : Frame
    {
        public Entity who;
        public string kind;
        public Seq options;
        public long at, least, most;
        public Choose request; // it can be made again from the others

        public Asking()
        {
        }

        public Asking(Entity who, string kind, Seq options, long at, long least = 1, long most = 1)
        {
            this.who = who;
            this.kind = kind;
            this.options = options;
            this.at = at;
            this.least = least;
            this.most = most;
        }

        public override string name
        {
            get { return "Asking"; }
        }

        public override Frame blank()
        {
            return new Asking();
        }

        public override void slots(Slots s)
        {
            s.slot("at", ref at);
            s.slot("kind", ref kind);
            s.slot("least", ref least);
            s.slot("most", ref most);
            s.slot("options", ref options);
            s.slot("who", ref who);
        }

        public override Request made(State rt)
        {
            request = new Choose(who, kind, Choices.prompt(rt, at), options, least, most, at, judge(rt));
            return request;
        }

        protected virtual Func<Seq, bool> judge(State rt)
        {
            return null;
        }

        public override object run(State rt, object value)
        {
            if (pc == 1)
            {
                rt.result = Choices.take_answer(rt, request, (Seq)value);
                return null;
            }
            if (who == null) throw new Fault("nobody is there to decide", at);
            pc = 1;
            return Choices.asking(rt, made(rt));
        }
    }

    /// <summary>Some of the options of a `choose`, judged as a whole; its result is what was picked, or null for
    /// nothing.</summary>
    public sealed class Picking : Asking
    {
        public Picking()
        {
        }

        public Picking(Entity who, string kind, Seq options, long at, long least, long most)
            : base(who, kind, options, at, least, most)
        {
        }

        public override string name
        {
            get { return "Picking"; }
        }

        public override Frame blank()
        {
            return new Picking();
        }

        /// <summary>The condition stands in the row of the body below that was carried out last.</summary>
        protected override Func<Seq, bool> judge(State rt)
        {
            Body below = (Body)rt.frames[rt.frames.LastIndexOf(this) - 1];
            Fn2 such_that = (Fn2)((Seq)below.code.rows[(int)below.pc - 1])[4];
            if (such_that == null) return null;
            return picked =>
            {
                Spending.spend(rt, 1 + picked.Count, -1);
                return Core.yes(such_that(rt, below.v, picked));
            };
        }

        public override object run(State rt, object value)
        {
            if (pc == 1)
            {
                rt.result = Choices.take_answer(rt, request, (Seq)value).map(i => options[(int)(long)i]);
                return null;
            }
            if (who == null) throw new Fault("nobody is there to decide", at);
            Choose asked = (Choose)made(rt);
            if (asked.such_that != null && Answers.first_answers(asked, 1).Count == 0) return null;
            pc = 1;
            return Choices.asking(rt, asked);
        }
    }

    /// <summary>One of the options; its result is that one, and of a `may` true or null.</summary>
    public sealed class PickingOne : Asking
    {
        public PickingOne()
        {
        }

        public PickingOne(Entity who, string kind, Seq options, long at) : base(who, kind, options, at)
        {
        }

        public override string name
        {
            get { return "PickingOne"; }
        }

        public override Frame blank()
        {
            return new PickingOne();
        }

        public override object run(State rt, object value)
        {
            object told = base.run(rt, value);
            if (told != null) return told;
            long position = (long)((Seq)rt.result)[0];
            if (kind == "yes") rt.result = position == 0 ? (object)true : null;
            else rt.result = options[(int)position];
            return null;
        }
    }

    /// <summary>One of the ways of a `choose one`; its result is the position among all of them.</summary>
    public sealed class PickingMode : Asking
    {
        public Seq positions;

        public PickingMode()
        {
        }

        public PickingMode(Entity who, Seq labels, long at, Seq positions) : base(who, "mode", labels, at)
        {
            this.positions = positions;
        }

        public override string name
        {
            get { return "PickingMode"; }
        }

        public override Frame blank()
        {
            return new PickingMode();
        }

        public override void slots(Slots s)
        {
            s.slot("at", ref at);
            s.slot("kind", ref kind);
            s.slot("least", ref least);
            s.slot("most", ref most);
            s.slot("options", ref options);
            s.slot("positions", ref positions);
            s.slot("who", ref who);
        }

        public override object run(State rt, object value)
        {
            object told = base.run(rt, value);
            if (told == null) rt.result = positions[(int)(long)((Seq)rt.result)[0]];
            return told;
        }
    }
}

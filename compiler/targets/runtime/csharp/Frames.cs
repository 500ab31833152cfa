// The machine: a loop over frames that are data.
//
// Job: carry out what is being done, one frame on top of another, until somebody has to answer or all of it is done. A
// frame knows what it does (its class), where it is (`pc`) and its values (its slots); nothing of what a running game
// still has to do is held by the stack of the host, so that a game can be copied, saved and resumed at any request.
//
// A frame's `run` does the next stretch. It gives a frame, which is done first and whose result `run` is then called
// with; or a request, with whose answer it is called; or null when it is done, with `rt.result` for whoever waits.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Goes through the slots of frames: reads them, sets them, or copies what they hold.</summary>
    public abstract class Slots
    {
        /// <summary>A slot with its value; gives the value that it has from now on.</summary>
        protected abstract object pass(string name, object value);

        public void slot<T>(string name, ref T value) where T : class
        {
            value = (T)pass(name, value);
        }

        public void slot(string name, ref long value)
        {
            value = (long)pass(name, value);
        }

        public void slot(string name, ref bool value)
        {
            value = (bool)pass(name, value);
        }
    }

    /// <summary>Something that is being done. Its slots are its values.</summary>
    public abstract class Frame
    {
        public long pc;

        /// <summary>The name of its class in a save.</summary>
        public abstract string name { get; }

        /// <summary>The next stretch; `value` is the result or the answer that the frame has waited for.</summary>
        public abstract object run(State rt, object value);

        /// <summary>Whether what ends early ends here; a frame that says so goes on with its `pc`.</summary>
        public virtual bool caught(State rt, Exception stop)
        {
            return false;
        }

        /// <summary>The request that the frame waits for, made again; null for one that asks nothing.</summary>
        public virtual Request made(State rt)
        {
            return null;
        }

        /// <summary>Another frame of its class, with nothing in its slots.</summary>
        public abstract Frame blank();

        public abstract void slots(Slots visit);
    }

    /// <summary>Carries out one row: null for the next one, a long for another, a frame, RESULT or RETURN.</summary>
    public delegate object Operation(State rt, Locals v, Seq row, object value);

    /// <summary>The body of a verb, ability or check: rows of instructions.</summary>
    public sealed class BodyCode
    {
        public readonly string name;
        public readonly Seq rows;
        private Operation[] operations;

        public BodyCode(Bag row)
        {
            name = row.text("name");
            rows = row.list("rows");
        }

        /// <summary>The functions of the rows, found when the body runs for the first time.</summary>
        public Operation[] linked()
        {
            if (operations != null) return operations;
            Operation[] found = new Operation[rows.Count];
            for (int i = 0; i < found.Length; i++) found[i] = Operations.named((string)row(i)[0]);
            operations = found;
            return found;
        }

        public Seq row(long place)
        {
            return (Seq)rows.held[place];
        }
    }

    /// <summary>A body that is carried out: `pc` is the next row, `v` has the locals.</summary>
    public sealed class Body : Frame
    {
        public BodyCode code;
        public Locals v;

        public Body(BodyCode code, Locals v)
        {
            this.code = code;
            this.v = v;
            if (v != null) v["target"] = null;
        }

        public override string name
        {
            get { return "Body"; }
        }

        public override object run(State rt, object value)
        {
            Operation[] operations = code.linked();
            object[] rows = code.rows.held;
            long place = pc;
            for (;;)
            {
                object told = operations[place](rt, v, (Seq)rows[place], value);
                if (told == null) place += 1;
                else if (told is long) place = (long)told;
                else if (told == Frames.RESULT)
                {
                    place += 1;
                    value = rt.result;
                    rt.result = null;
                }
                else if (told == Frames.RETURN) return null;
                else
                {
                    pc = place + 1;
                    return told;
                }
            }
        }

        public override Frame blank()
        {
            return new Body(code, null);
        }

        public override void slots(Slots visit)
        {
            visit.slot("code", ref code);
            visit.slot("v", ref v);
        }
    }

    /// <summary>A pure function of the game, run with all the care that is taken of a run. It asks nobody.</summary>
    public sealed class Once : Frame
    {
        private readonly Func<object> work;

        public Once(Func<object> work)
        {
            this.work = work;
        }

        public override string name
        {
            get { return "Once"; }
        }

        public override object run(State rt, object value)
        {
            rt.result = work();
            return null;
        }

        public override Frame blank()
        {
            return new Once(work);
        }

        public override void slots(Slots visit)
        {
        }
    }

    public static class Frames
    {
        // What an operation of a body may give beside a frame, a position to go on at, and null for the next row.
        public static readonly object RESULT = "result"; // the next row takes `rt.result`
        public static readonly object RETURN = "return";

        /// <summary>Runs the frames above `floor` until one asks; null when all are done, with `rt.result`.</summary>
        public static Request run_frames(State rt, int floor, object value)
        {
            for (;;)
            {
                try
                {
                    while (rt.frames.Count > floor)
                    {
                        object told = rt.frames[rt.frames.Count - 1].run(rt, value);
                        if (told == null)
                        {
                            rt.frames.RemoveAt(rt.frames.Count - 1);
                            value = rt.result;
                            rt.result = null;
                            continue;
                        }
                        Frame frame = told as Frame;
                        if (frame == null) return (Request)told;
                        rt.frames.Add(frame);
                        value = null;
                    }
                    rt.result = value;
                    return null;
                }
                catch (Ending stop)
                {
                    if (!unwind(rt, floor, stop)) throw;
                    value = null;
                }
            }
        }

        /// <summary>Leaves frames up to the one where an early end ends; whether there is one.</summary>
        private static bool unwind(State rt, int floor, Ending stop)
        {
            List<Frame> frames = rt.frames;
            while (frames.Count > floor)
            {
                if (frames[frames.Count - 1].caught(rt, stop)) return true;
                frames.RemoveAt(frames.Count - 1);
            }
            return false;
        }

        /// <summary>Starts a frame on top of what is being done, and runs it until it asks or is done.</summary>
        public static Request begin_frame(State rt, Frame frame)
        {
            int floor = rt.frames.Count;
            rt.frames.Add(frame);
            return run_frames(rt, floor, null);
        }

        /// <summary>Leaves all frames above a number of them.</summary>
        public static void cut(State rt, int floor)
        {
            if (rt.frames.Count > floor) rt.frames.RemoveRange(floor, rt.frames.Count - floor);
        }
    }
}

// Requests to chance, as frames: draws, rolls and shuffles.
//
// Job: ask for a position, for faces, for an order, and read the answer. Reads: dice and zones. Changes: the result
// that a frame waits for, and the order of a zone that is shuffled.

using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>One of the options by chance.</summary>
    public sealed class Drawing : Frame
    {
        public Seq options;
        public long at;

        public Drawing()
        {
        }

        public Drawing(Seq options, long at)
        {
            this.options = options;
            this.at = at;
        }

        public override string name
        {
            get { return "Drawing"; }
        }

        public override Frame blank()
        {
            return new Drawing();
        }

        public override void slots(Slots s)
        {
            s.slot("at", ref at);
            s.slot("options", ref options);
        }

        public override object run(State rt, object value)
        {
            if (pc == 0)
            {
                pc = 1;
                return Choices.asking(rt, made(rt));
            }
            rt.result = options[(int)(long)value];
            return null;
        }

        public override Request made(State rt)
        {
            return new Draw(options.Count, at);
        }
    }

    /// <summary>A roll of dice; the answer names a face for each. `held` is a roll in which the faces `again` are
    /// rolled again.</summary>
    public sealed class Rolling : Frame
    {
        private const int MOST_DICE = 100;

        public Seq dice, again = Seq.Nothing;
        public long at;
        public Roll held;

        public Rolling()
        {
        }

        public Rolling(Seq dice, long at, Roll held = null, Seq again = null)
        {
            this.dice = dice;
            this.at = at;
            this.held = held;
            this.again = again ?? Seq.Nothing;
        }

        public override string name
        {
            get { return "Rolling"; }
        }

        public override Frame blank()
        {
            return new Rolling();
        }

        public override void slots(Slots s)
        {
            s.slot("again", ref again);
            s.slot("at", ref at);
            s.slot("dice", ref dice);
            s.slot("held", ref held);
        }

        public override object run(State rt, object value)
        {
            if (dice.Count == 0)
            {
                rt.result = joined(new Roll(new object[0]));
                return null;
            }
            if (pc == 0)
            {
                rt.work -= dice.Count;
                if (dice.Count > MOST_DICE)
                {
                    throw new Fault("more than " + Values.digits(MOST_DICE) + " dice were rolled at once", at);
                }
                pc = 1;
                return Choices.asking(rt, made(rt));
            }
            rt.result = joined(rolled(rt, (Seq)value, ((RollDice)made(rt)).sizes));
            return null;
        }

        public override Request made(State rt)
        {
            return new RollDice(dice, dice.map(die => rt.code.die_size((string)die, at)), at);
        }

        private Roll rolled(State rt, Seq answer, Seq sizes)
        {
            bool fits = answer.Count == dice.Count;
            for (int i = 0; fits && i < answer.Count; i++)
            {
                fits = (long)answer[i] >= 0 && (long)answer[i] < (long)sizes[i];
            }
            if (!fits)
            {
                string none = "[" + Values.joined(answer, ", ") + "] is no roll of ";
                throw new Fault(none + Values.joined(dice, ", "), at);
            }
            object[] faces = new object[dice.Count];
            List<string> told = new List<string>();
            for (int i = 0; i < faces.Length; i++)
            {
                string die = (string)dice[i];
                Face face = new Face(die, (long)answer[i], rt.code.face(die, (long)answer[i]));
                faces[i] = face;
                told.Add(face.ToString());
            }
            Roll result = new Roll(faces);
            foreach (object die in dice.held) Marks.mark(rt, rt.code.data_rows("die:" + die));
            Changes.tell(rt, "roll", result, at);
            if (Marks.is_traced(rt)) rt.trace.add(rt.stack.Count, "roll " + string.Join(", ", told));
            return result;
        }

        /// <summary>The roll that is held, with the new faces in the places of those that were rolled again.</summary>
        private Roll joined(Roll fresh)
        {
            if (held == null) return fresh;
            object[] faces = (object[])held.held.Clone();
            for (int i = 0; i < again.Count; i++)
            {
                for (int n = 0; n < faces.Length; n++) if (held[n] == again[i]) faces[n] = fresh[i];
            }
            return new Roll(faces);
        }
    }

    /// <summary>A zone in a new order.</summary>
    public sealed class Shuffling : Frame
    {
        public Zone zone;
        public long at;

        public Shuffling()
        {
        }

        public Shuffling(Zone zone, long at)
        {
            this.zone = zone;
            this.at = at;
        }

        public override string name
        {
            get { return "Shuffling"; }
        }

        public override Frame blank()
        {
            return new Shuffling();
        }

        public override void slots(Slots s)
        {
            s.slot("at", ref at);
            s.slot("zone", ref zone);
        }

        public override object run(State rt, object value)
        {
            int size = zone.items.Count;
            if (pc == 0)
            {
                if (size <= 1) return null;
                rt.work -= size;
                pc = 1;
                return Choices.asking(rt, made(rt));
            }
            Seq order = (Seq)value;
            if (!Values.eq(Sorting.sorted(order, Values.compare), Values.range(size)))
            {
                throw new Fault("the answer is no permutation", at);
            }
            Places.reorder(rt, zone, order);
            return null;
        }

        public override Request made(State rt)
        {
            return new Shuffle(zone.items.Count, at);
        }
    }
}

// Collections of values: lists, rolls of dice, shapes.
//
// Job: hold items that never change. A list of a game is a `Seq`; whoever changes one makes another.

using System;
using System.Collections;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Items in order; nobody changes them once they are there.</summary>
    public class Seq : IEnumerable<object>
    {
        public static readonly Seq Nothing = new Seq(new object[0]);

        public readonly object[] held;

        public Seq(object[] held)
        {
            this.held = held;
        }

        public static Seq of(params object[] items)
        {
            return items.Length == 0 ? Nothing : new Seq(items);
        }

        public static Seq from(List<object> items)
        {
            return items.Count == 0 ? Nothing : new Seq(items.ToArray());
        }

        public static Seq of_texts(IEnumerable<string> items)
        {
            List<object> found = new List<object>();
            foreach (string item in items) found.Add(item);
            return from(found);
        }

        public IEnumerator<object> GetEnumerator()
        {
            return ((IEnumerable<object>)held).GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return held.GetEnumerator();
        }

        public int Count
        {
            get { return held.Length; }
        }

        public object this[int i]
        {
            get { return held[i]; }
        }

        /// <summary>The item at a place, or none where there is no such place.</summary>
        public object at(long i)
        {
            return i >= 0 && i < held.Length ? held[i] : null;
        }

        public int index_of(object item)
        {
            for (int i = 0; i < held.Length; i++) if (Values.same(held[i], item)) return i;
            return -1;
        }

        public bool includes(object item)
        {
            return index_of(item) >= 0;
        }

        public Seq filter(Func<object, bool> test)
        {
            List<object> found = new List<object>();
            foreach (object item in held) if (test(item)) found.Add(item);
            return from(found);
        }

        public Seq map(Func<object, object> work)
        {
            object[] made = new object[held.Length];
            for (int i = 0; i < made.Length; i++) made[i] = work(held[i]);
            return made.Length == 0 ? Nothing : new Seq(made);
        }

        /// <summary>The same items with one more at the end.</summary>
        public Seq with(object item)
        {
            object[] made = new object[held.Length + 1];
            Array.Copy(held, made, held.Length);
            made[held.Length] = item;
            return new Seq(made);
        }

        /// <summary>The same items with one more before a place.</summary>
        public Seq with_at(int place, object item)
        {
            object[] made = new object[held.Length + 1];
            Array.Copy(held, made, place);
            made[place] = item;
            Array.Copy(held, place, made, place + 1, held.Length - place);
            return new Seq(made);
        }

        /// <summary>The same items without this one, wherever it stands.</summary>
        public Seq without(object item)
        {
            List<object> found = new List<object>(held.Length);
            foreach (object one in held) if (!Values.same(one, item)) found.Add(one);
            return from(found);
        }

        public Seq and(Seq others)
        {
            object[] made = new object[held.Length + others.held.Length];
            Array.Copy(held, made, held.Length);
            Array.Copy(others.held, 0, made, held.Length, others.held.Length);
            return of(made);
        }

        /// <summary>The items from a place on, up to another.</summary>
        public Seq slice(int start, int end)
        {
            object[] made = new object[Math.Max(0, end - start)];
            Array.Copy(held, Math.Min(start, held.Length), made, 0, made.Length);
            return of(made);
        }

        public string[] texts()
        {
            string[] made = new string[held.Length];
            for (int i = 0; i < made.Length; i++) made[i] = (string)held[i];
            return made;
        }

        public override string ToString()
        {
            return Values.label(this);
        }
    }

    /// <summary>Dice as they lie, in order.</summary>
    public sealed class Roll : Seq
    {
        public Roll(object[] held) : base(held)
        {
        }
    }

    /// <summary>A shape on a table: x, y, facing, width, depth, angle, rim.</summary>
    public sealed class Shape : Seq
    {
        public readonly long x, y, facing, width, depth, angle, radius;

        public Shape(long x, long y, long facing, long width, long depth, long angle, long radius)
            : base(new object[] { x, y, facing, width, depth, angle, radius })
        {
            this.x = x;
            this.y = y;
            this.facing = facing;
            this.width = width;
            this.depth = depth;
            this.angle = angle;
            this.radius = radius;
        }

        /// <summary>What it is, in inches: `disc of 3 at 4.5,2`.</summary>
        public override string ToString()
        {
            string size = " of " + inches(width) + " by " + inches(depth);
            string told = radius != 0 ? "disc of " + inches(radius) : "point";
            if (width != 0 || depth != 0)
            {
                told = "rectangle" + size + (radius != 0 ? " rounded by " + inches(radius) : "");
            }
            if (angle != 0) told = "arc" + size + " and " + Values.digits(angle) + " degrees";
            string looks = facing != 0 ? " facing " + Values.digits(facing) : "";
            return told + " at " + inches(x) + "," + inches(y) + looks;
        }

        private static string inches(long hundredths)
        {
            long size = Math.Abs(hundredths);
            string told = Values.digits(size / 100);
            long rest = size % 100;
            if (rest % 10 != 0) told += "." + Values.digits(rest).PadLeft(2, '0');
            else if (rest != 0) told += "." + Values.digits(rest / 10);
            return (hundredths < 0 ? "-" : "") + told;
        }
    }

    /// <summary>A collection as a key: collections with equal items are equal.</summary>
    public sealed class SeqKey
    {
        private readonly Seq items;
        private readonly int hash;

        public SeqKey(Seq items)
        {
            this.items = items;
            hash = hash_of(items);
        }

        private static int hash_of(Seq items)
        {
            int found = items.Count;
            foreach (object item in items.held)
            {
                Seq inner = item as Seq;
                int own = inner != null ? hash_of(inner) : item == null ? 0 : item.GetHashCode();
                found = unchecked(found * 31 + own);
            }
            return found;
        }

        public override int GetHashCode()
        {
            return hash;
        }

        public override bool Equals(object other)
        {
            SeqKey key = other as SeqKey;
            return key != null && key.hash == hash && Values.eq(items, key.items);
        }
    }
}

// Values of a running game: how they compare, how they are named, and whole numbers.
//
// Job: compare, order and name values. A value is none (null), a long, a bool, a string, a Seq, a Zone, a Square, a
// Face, an Entity, an Event, a Usable or a Duration; nothing here knows the order in which things happen.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Cardwright
{
    /// <summary>What a run may do; `work` is for a stretch between two answers of a player.</summary>
    public sealed class Bounds
    {
        public long work = 100000000;
        public long steps = 2000000;
        public long changes = 1000000;
        public long depth = 60;
        public long entities = 5000;
        public long statuses = 500;
        public long crowd = 100;
        public long checks = 200;
        public long size = 10000;
    }

    public static class Values
    {
        public const long LARGEST = 9007199254740992; // a number is smaller, so that every engine has all of its digits

        /// <summary>A number as text, whatever the culture of the machine.</summary>
        public static string digits(long number)
        {
            return number.ToString(CultureInfo.InvariantCulture);
        }

        /// <summary>A value as transcripts and prompts name it; the same in every run and runtime.</summary>
        public static string label(object value)
        {
            if (value == null) return "none";
            string text = value as string;
            if (text != null) return text;
            if (value is long) return digits((long)value);
            if (value is bool) return (bool)value ? "true" : "false";
            Entity entity = value as Entity;
            if (entity != null) return label_of(entity);
            Seq items = value as Seq;
            if (items == null || items is Shape) return value.ToString();
            List<string> told = new List<string>();
            foreach (object item in items.held) told.Add(label(item));
            return "[" + string.Join(", ", told) + "]";
        }

        private static string label_of(Entity entity)
        {
            if (!(entity._id is long)) return (string)entity._id;
            string name;
            if (entity._card != null) name = label(entity._card._id);
            else
            {
                name = entity.get(Fields.id) as string;
                if (string.IsNullOrEmpty(name)) name = entity._kind;
            }
            return name + "#" + digits((long)entity._id);
        }

        /// <summary>A number that was worked out, unless it is past what every engine can hold.</summary>
        public static long past(long value)
        {
            if (-LARGEST < value && value < LARGEST) return value;
            throw new Fault("a number passed 2^53");
        }

        // ---- comparing

        /// <summary>Whether two values are equal: collections by their items, everything else by identity.</summary>
        public static bool eq(object a, object b)
        {
            if (a == b) return true;
            Seq first = a as Seq;
            if (first == null) return same(a, b);
            Seq second = b as Seq;
            if (second == null || first.held.Length != second.held.Length) return false;
            for (int i = 0; i < first.held.Length; i++) if (!eq(first.held[i], second.held[i])) return false;
            return true;
        }

        /// <summary>Whether two values are the same one: numbers, truths and texts by what they are.</summary>
        public static bool same(object a, object b)
        {
            if (a == b) return true;
            if (a == null || b == null) return false;
            if (a is long) return b is long && (long)a == (long)b;
            string text = a as string;
            if (text != null) return string.Equals(text, b as string);
            return a is bool && b is bool && (bool)a == (bool)b;
        }

        /// <summary>Whether a collection or zone holds an item.</summary>
        public static bool contains(object items, object item)
        {
            Zone zone = items as Zone;
            if (zone != null)
            {
                Entity entity = item as Entity;
                return entity != null && entity._zone == zone;
            }
            Seq held = (Seq)items;
            for (int i = 0; i < held.held.Length; i++) if (eq(held.held[i], item)) return true;
            return false;
        }

        /// <summary>By code points, as every runtime orders texts.</summary>
        public static int compare_texts(string a, string b)
        {
            int least = Math.Min(a.Length, b.Length);
            for (int i = 0; i < least; i++)
            {
                char x = a[i], y = b[i];
                if (x == y) continue;
                bool high = char.IsSurrogate(x), other = char.IsSurrogate(y);
                return high == other ? x - y : high ? 1 : -1;
            }
            return a.Length - b.Length;
        }

        /// <summary>Negative, 0 or positive; collections by their first difference.</summary>
        public static int compare(object a, object b)
        {
            string text = a as string;
            if (text != null && b is string) return compare_texts(text, (string)b);
            Seq first = a as Seq, second = b as Seq;
            if (first == null || second == null) return weight(a).CompareTo(weight(b));
            int least = Math.Min(first.Count, second.Count);
            for (int i = 0; i < least; i++)
            {
                int found = compare(first[i], second[i]);
                if (found != 0) return found;
            }
            return first.Count - second.Count;
        }

        private static long weight(object value)
        {
            if (value is long) return (long)value;
            Square square = value as Square;
            if (square != null) return square.index;
            return value is bool && (bool)value ? 1 : 0;
        }

        /// <summary>The first greatest item, or with `sign` -1 the first least; the items are not empty.</summary>
        public static object extreme(Seq items, int sign, Func<object, object> key = null)
        {
            object best = items[0], held = key != null ? key(best) : best;
            for (int i = 1; i < items.Count; i++)
            {
                object found = key != null ? key(items[i]) : items[i];
                if (sign * compare(found, held) <= 0) continue;
                best = items[i];
                held = found;
            }
            return best;
        }

        /// <summary>The items of a collection or zone, as a list that nobody changes.</summary>
        public static Seq listed(object items)
        {
            Seq held = items as Seq;
            return held != null ? held : ((Zone)items).items;
        }

        /// <summary>The items in order, each once.</summary>
        public static Seq unique(object items)
        {
            Seq many = items is Roll ? new Seq(((Roll)items).held) : listed(items);
            if (many.Count < 2) return many;
            if (many.Count == 2 && !(many[0] is Seq)) return same(many[0], many[1]) ? Seq.of(new[] { many[0] }) : many;
            HashSet<object> met = new HashSet<object>();
            List<object> found = new List<object>(many.Count);
            bool nested = false;
            foreach (object item in many.held)
            {
                nested = nested || item is Seq;
                if (met.Add(as_key(item))) found.Add(item);
            }
            if (found.Count == many.Count) return many;
            return nested ? last_of_each(many) : Seq.from(found);
        }

        /// <summary>Each of equal collections once, where the first stands, as the last.</summary>
        private static Seq last_of_each(Seq many)
        {
            Map<object, object> found = new Map<object, object>();
            foreach (object item in many.held) found.set(as_key(item), item);
            return Seq.from(found.values());
        }

        private static readonly object NONE = new object();

        /// <summary>What stands for a value in a set: equal values have equal keys.</summary>
        public static object as_key(object value)
        {
            Seq items = value as Seq;
            return items != null ? new SeqKey(items) : value ?? NONE;
        }

        /// <summary>The numbers together.</summary>
        public static long sum(Seq numbers)
        {
            decimal total = 0; // has room for as many numbers as there may be
            foreach (object number in numbers.held) total += (long)number;
            if (-LARGEST < total && total < LARGEST) return (long)total;
            throw new Fault("a number passed 2^53");
        }

        public static Seq range(long end, long start = 0)
        {
            object[] made = new object[Math.Max(0, end - start)];
            for (int i = 0; i < made.Length; i++) made[i] = start + i;
            return Seq.of(made);
        }

        /// <summary>Whole division, rounded down.</summary>
        public static long floor_div(long above, long below)
        {
            long left = above % below;
            return (above - left) / below - (left != 0 && left < 0 != below < 0 ? 1 : 0);
        }

        public static int floor_div(int above, int below)
        {
            return (int)floor_div((long)above, (long)below);
        }

        public static long modulo(long a, long b)
        {
            long left = a % b;
            return left != 0 && left < 0 != b < 0 ? left + b : left;
        }

        /// <summary>Numbers with something between.</summary>
        public static string joined(Seq items, string between)
        {
            StringBuilder told = new StringBuilder();
            for (int i = 0; i < items.Count; i++)
            {
                if (i > 0) told.Append(between);
                told.Append(label(items[i]));
            }
            return told.ToString();
        }

        public static bool is_end(Exception error)
        {
            return error is Ending;
        }
    }

    // ---- how events end early

    /// <summary>An event, or a text of it, ends before its end.</summary>
    public abstract class Ending : Exception
    {
    }

    public sealed class Prevented : Ending
    {
        public readonly Event ev;
        public readonly string step;

        public Prevented(Event ev, string step)
        {
            this.ev = ev;
            this.step = step;
        }
    }

    public sealed class Ended : Ending
    {
        public readonly Event ev;

        public Ended(Event ev)
        {
            this.ev = ev;
        }
    }

    /// <summary>A cost could not be paid.</summary>
    public sealed class Unpaid : Ending
    {
    }

    /// <summary>A defined failure of a run: a bound was passed, or content met a value that it does not have.</summary>
    public class Fault : Exception
    {
        public string message;
        public readonly long at;

        public Fault(string message, long at = 0, Exception cause = null) : base(message, cause)
        {
            this.message = message;
            this.at = at;
        }

        public override string Message
        {
            get { return message; }
        }
    }

    /// <summary>A bound was passed. Rules cannot catch it: a dry run that meets it has no answer.</summary>
    public sealed class Exhausted : Fault
    {
        public Exhausted(string message, long at = 0) : base(message, at)
        {
        }
    }

    /// <summary>The host has had enough, and the rules have no say in it.</summary>
    public sealed class Stopped : Exception
    {
    }

    /// <summary>What happened, line by line; lines are the same in every run and runtime.</summary>
    public sealed class Trace
    {
        public List<string> lines = new List<string>();

        public void add(int depth, string text)
        {
            lines.Add(new string(' ', 2 * depth) + text);
        }
    }
}

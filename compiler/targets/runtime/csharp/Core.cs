// The functions of the core, for generated code: values, numbers, collections, dice.
//
// Job: one function for each row of the core's table. Input: the running game and values. Output: a value. Never
// changes a game. Overloads keep numbers and truth values from being boxed within an expression.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static partial class Core
    {
        // ---- values
        public static bool yes(bool value)
        {
            return value;
        }

        /// <summary>Whether a value counts as true: none, false and 0 do not.</summary>
        public static bool yes(object value)
        {
            if (value is bool) return (bool)value;
            if (value is long) return (long)value != 0;
            string text = value as string;
            return text != null ? text.Length > 0 : value != null;
        }

        public static long num(long value)
        {
            return value;
        }

        public static long num(object value)
        {
            return (long)value;
        }

        /// <summary>A stored value of an entity, an event, or what else has names.</summary>
        public static object get(object owner, Field field)
        {
            Record record = owner as Record;
            if (record != null)
            {
                int[] places = record.layout.places;
                int place = field.number < places.Length ? places[field.number] : -1;
                return place >= 0 ? record.slots[place] : null;
            }
            if (owner == null) throw new NullReferenceException(field.name);
            Bag bag = owner as Bag;
            if (bag != null) return bag[field.name];
            throw new InvalidCastException(field.name);
        }

        public static void set(object owner, Field field, object value)
        {
            Bag bag = owner as Bag;
            if (bag != null) bag[field.name] = value;
            else ((Record)owner).set(field, value);
        }

        /// <summary>A local of a body.</summary>
        public static object held(object v, string name)
        {
            return ((Bag)v)[name];
        }

        public static object bind(object value, Func<object, object> body)
        {
            return body(value);
        }

        public static bool eq(object a, object b)
        {
            return Values.eq(a, b);
        }

        public static bool eq(object a, long b)
        {
            return a is long && (long)a == b;
        }

        public static bool eq(long a, object b)
        {
            return b is long && (long)b == a;
        }

        public static bool eq(long a, long b)
        {
            return a == b;
        }

        public static bool eq(object a, bool b)
        {
            return a is bool && (bool)a == b;
        }

        public static bool eq(bool a, object b)
        {
            return b is bool && (bool)b == a;
        }

        public static bool eq(bool a, bool b)
        {
            return a == b;
        }

        public static bool eq(object a, string b)
        {
            return string.Equals(a as string, b);
        }

        public static bool eq(string a, object b)
        {
            return string.Equals(a, b as string);
        }

        public static bool eq(string a, string b)
        {
            return string.Equals(a, b);
        }

        // ---- numbers
        public static long plus(long a, long b)
        {
            return Values.past(a + b);
        }

        public static long plus(object a, object b)
        {
            return Values.past((long)a + (long)b);
        }

        public static long plus(object a, long b)
        {
            return Values.past((long)a + b);
        }

        public static long plus(long a, object b)
        {
            return Values.past(a + (long)b);
        }

        public static long minus(long a, long b)
        {
            return Values.past(a - b);
        }

        public static long minus(object a, object b)
        {
            return Values.past((long)a - (long)b);
        }

        public static long minus(object a, long b)
        {
            return Values.past((long)a - b);
        }

        public static long minus(long a, object b)
        {
            return Values.past(a - (long)b);
        }

        public static long product(long a, long b)
        {
            double size = Math.Abs((double)a * b);
            if (size < Values.LARGEST) return a * b;
            throw new Fault("a number passed 2^53");
        }

        public static long product(object a, object b)
        {
            return product((long)a, (long)b);
        }

        public static long product(object a, long b)
        {
            return product((long)a, b);
        }

        public static long product(long a, object b)
        {
            return product(a, (long)b);
        }

        public static long min(State rt, long a, long b)
        {
            return Math.Min(a, b);
        }

        public static object min(State rt, params object[] numbers)
        {
            return Values.extreme(new Seq(numbers), -1);
        }

        public static long max(State rt, long a, long b)
        {
            return Math.Max(a, b);
        }

        public static object max(State rt, params object[] numbers)
        {
            return Values.extreme(new Seq(numbers), 1);
        }

        public static long abs(State rt, object n)
        {
            return Math.Abs((long)n);
        }

        public static long clamp(State rt, object n, object low, object high)
        {
            return Math.Min(Math.Max((long)n, (long)low), (long)high);
        }

        private static long divided_down(long above, long below)
        {
            if (below == 0) throw new Fault("a number was divided by zero");
            return below < 0 ? Values.floor_div(-above, -below) : Values.floor_div(above, below);
        }

        public static long round_down(State rt, object above, object below, object to)
        {
            return product(divided_down((long)above, product(below, to)), to);
        }

        public static long round_up(State rt, object above, object below, object to)
        {
            return product(-divided_down(-(long)above, product(below, to)), to);
        }

        public static long round_near(State rt, object above, object below, object to)
        {
            long a = (long)above, b = product(below, to);
            long whole = divided_down(a, b);
            if (b < 0)
            {
                a = -a;
                b = -b;
            }
            long left = Values.modulo(a, b);
            return product(whole + (left >= b - left ? 1 : 0), to);
        }

        public static long remainder(State rt, object a, object b)
        {
            if ((long)b == 0) throw new Fault("a number was divided by zero");
            return Values.modulo((long)a, (long)b);
        }

        // ---- collections
        public static long size(State rt, object items)
        {
            return Spending.length(items);
        }

        public static object first(State rt, object items)
        {
            return Values.listed(items).at(0);
        }

        public static object last(State rt, object items)
        {
            Seq held = Values.listed(items);
            return held.at(held.Count - 1);
        }

        public static object nth(State rt, object n, object items)
        {
            return Values.listed(items).at((long)n - 1);
        }

        private static int place(Seq items, object item)
        {
            for (int i = 0; i < items.held.Length; i++) if (Values.eq(items.held[i], item)) return i;
            return -1;
        }

        public static long position(State rt, object item, object items)
        {
            return place(Values.listed(Spending.over(rt, items)), item) + 1;
        }

        public static object following(State rt, object item, object items)
        {
            Seq held = Values.listed(Spending.over(rt, items));
            int position = place(held, item);
            if (position < 0) return held.Count > 0 ? held[0] : item;
            return held[(position + 1) % held.Count];
        }

        public static Seq union(State rt, object a, object b)
        {
            return Spending.joined(rt, a, b);
        }

        public static Seq common(State rt, object a, object b)
        {
            return Spending.sifted(rt, a, b, true);
        }

        public static Seq without(State rt, object items, object gone)
        {
            Seq kept = Spending.sifted(rt, items, gone, false);
            return items is Roll ? new Roll(kept.held) : kept;
        }

        public static Seq concat(State rt, object a, object b)
        {
            return Spending.sized(rt, Values.listed(a).and(Values.listed(b)));
        }

        public static Seq range(State rt, object first, object last)
        {
            long start = (long)first, length = Math.Max((long)last - start + 1, 0);
            Spending.check_size(rt, length);
            return Values.range(start + length, start);
        }

        public static object only(State rt, object items, string word)
        {
            Seq held = Values.listed(items);
            if (held.Count == 1) return held[0];
            string many = "there are " + Values.digits(held.Count) + " " + word + ", and one is meant";
            throw new Fault(held.Count > 0 ? many : "there is no " + word);
        }

        public static long sum(State rt, object items)
        {
            return Values.sum(Values.listed(Spending.over(rt, items)));
        }

        public static object highest(State rt, object items)
        {
            return end_of(rt, items, 1);
        }

        public static object lowest(State rt, object items)
        {
            return end_of(rt, items, -1);
        }

        /// <summary>The end of numbers, or the face with that number; none (or 0) where there is nothing.</summary>
        private static object end_of(State rt, object items, int sign)
        {
            Seq held = Values.listed(items);
            rt.work -= held.Count;
            if (items is Roll || held.at(0) is Face)
            {
                return held.Count > 0 ? Values.extreme(held, sign, face => ((Face)face).symbol("value")) : null;
            }
            return held.Count > 0 ? Values.extreme(held, sign) : 0L;
        }

        // ---- dice
        public static long total(State rt, object roll)
        {
            return Values.sum(Values.listed(roll).map(face => ((Face)face).symbol("value")));
        }

        public static long symbols(State rt, object held, string name)
        {
            Seq faces = held as Seq ?? Seq.of(held);
            return Values.sum(faces.map(face => ((Face)face).symbol(name)));
        }

        public static Seq times(State rt, object count, object dice)
        {
            Seq one = Values.listed(dice);
            if ((double)(long)count * one.Count > 1000) throw new Fault("more than 1000 dice");
            List<object> found = new List<object>();
            if (one.Count > 0) for (long i = 0; i < (long)count; i++) found.AddRange(one.held);
            return Seq.from(found);
        }

        public static Seq join_dice(State rt, object a, object b)
        {
            Seq first = Values.listed(a), second = Values.listed(b);
            if (first.Count + second.Count > 1000) throw new Fault("more than 1000 dice");
            return first.and(second);
        }

        // ---- without the running game
        private static Seq passing(object items, Func<object, bool> test)
        {
            Seq held = Values.listed(items);
            return test == null ? held : held.filter(test);
        }

        public static bool some(object items, Func<object, bool> test)
        {
            object[] held = Values.listed(items).held;
            for (int i = 0; i < held.Length; i++) if (test(held[i])) return true;
            return false;
        }

        public static bool every(object items, Func<object, bool> test)
        {
            object[] held = Values.listed(items).held;
            for (int i = 0; i < held.Length; i++) if (!test(held[i])) return false;
            return true;
        }

        public static Seq where(object items, Func<object, bool> test)
        {
            return passing(items, test);
        }

        public static long count(object items, Func<object, bool> test = null)
        {
            return passing(items, test).Count;
        }

        public static long sum_of(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            return Values.sum(passing(items, test).map(value));
        }

        public static object highest_of(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            Seq values = passing(items, test).map(value);
            return values.Count > 0 ? Values.extreme(values, 1) : 0L;
        }

        public static object lowest_of(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            Seq values = passing(items, test).map(value);
            return values.Count > 0 ? Values.extreme(values, -1) : 0L;
        }

        public static Seq with_lowest(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            return with_end(items, value, test, -1);
        }

        public static Seq with_highest(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            return with_end(items, value, test, 1);
        }

        /// <summary>The items whose value is the lowest or highest.</summary>
        private static Seq with_end(object items, Func<object, object> value, Func<object, bool> test, int sign)
        {
            Seq held = passing(items, test), values = held.map(value);
            if (held.Count == 0) return held;
            object end = Values.extreme(values, sign);
            List<object> found = new List<object>();
            for (int i = 0; i < held.Count; i++) if (Values.same(values[i], end)) found.Add(held[i]);
            return Seq.from(found);
        }

        public static Seq set_of(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            return Values.unique(passing(items, test).map(value));
        }

        public static Seq list_of(object items, Func<object, object> value, Func<object, bool> test = null)
        {
            return passing(items, test).map(value);
        }

        public static Seq unique(object items)
        {
            return Values.unique(items);
        }

        public static Seq listed(object items)
        {
            return Values.listed(items);
        }

        public static bool contains(object items, object item)
        {
            return Values.contains(items, item);
        }

        public static Duration duration(string edge, bool skip, Seq verbs, object until, Bag values)
        {
            return new Duration(edge, skip, verbs, until, values);
        }

        public static object unknown(string name, long at)
        {
            throw new Fault("`" + name + "` is unknown in the source", at);
        }
    }
}

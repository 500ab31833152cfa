// Values by name.
//
// Job: hold what has names: the values of a call, the locals of a body, a member of a table. Names keep their order.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Values by name, in the order in which the names came.</summary>
    public class Bag
    {
        private const int FEW = 8;

        private string[] names;
        private object[] values;
        private int count;
        private Dictionary<string, int> places; // when there are many

        public Bag()
        {
            names = new string[4];
            values = new object[4];
        }

        /// <summary>Of names and values in turn.</summary>
        public static Bag of(params object[] pairs)
        {
            Bag made = new Bag();
            for (int i = 0; i + 1 < pairs.Length; i += 2) made[(string)pairs[i]] = pairs[i + 1];
            return made;
        }

        public int Count
        {
            get { return count; }
        }

        private int find(string name)
        {
            if (places != null)
            {
                int place;
                return places.TryGetValue(name, out place) ? place : -1;
            }
            for (int i = 0; i < count; i++) if ((object)names[i] == (object)name) return i;
            for (int i = 0; i < count; i++) if (names[i] == name) return i;
            return -1;
        }

        /// <summary>The value of a name; none where there is no such name.</summary>
        public object this[string name]
        {
            get
            {
                int place = find(name);
                return place >= 0 ? values[place] : null;
            }
            set
            {
                int place = find(name);
                if (place >= 0) values[place] = value;
                else append(name, value);
            }
        }

        private void append(string name, object value)
        {
            if (count == names.Length)
            {
                Array.Resize(ref names, 2 * count);
                Array.Resize(ref values, 2 * count);
            }
            names[count] = name;
            values[count] = value;
            count += 1;
            if (places != null) places.Add(name, count - 1);
            else if (count > FEW)
            {
                places = new Dictionary<string, int>(StringComparer.Ordinal);
                for (int i = 0; i < count; i++) places.Add(names[i], i);
            }
        }

        public bool has(string name)
        {
            return find(name) >= 0;
        }

        public void remove(string name)
        {
            int place = find(name);
            if (place < 0) return;
            for (int i = place; i + 1 < count; i++)
            {
                names[i] = names[i + 1];
                values[i] = values[i + 1];
            }
            count -= 1;
            values[count] = null;
            if (places == null) return;
            places.Clear();
            for (int i = 0; i < count; i++) places.Add(names[i], i);
        }

        public string name_at(int i)
        {
            return names[i];
        }

        public object value_at(int i)
        {
            return values[i];
        }

        public string[] Keys
        {
            get
            {
                string[] made = new string[count];
                Array.Copy(names, made, count);
                return made;
            }
        }

        // ---- members of a known sort
        public string text(string name)
        {
            return (string)this[name];
        }

        public long number(string name)
        {
            return (long)this[name];
        }

        public bool truth(string name)
        {
            object found = this[name];
            return found != null && (bool)found;
        }

        public Seq list(string name)
        {
            return (Seq)this[name];
        }

        public Bag bag(string name)
        {
            return (Bag)this[name];
        }

        public Bag copy()
        {
            Bag made = new Bag();
            copy_to(made);
            return made;
        }

        public void copy_to(Bag made)
        {
            for (int i = 0; i < count; i++) made[names[i]] = values[i];
        }

        /// <summary>Whether two values are the same data.</summary>
        public static bool same(object one, object other)
        {
            Seq first = one as Seq, second = other as Seq;
            if (first != null && second != null)
            {
                if (first.Count != second.Count) return false;
                for (int i = 0; i < first.Count; i++) if (!same(first[i], second[i])) return false;
                return true;
            }
            Bag a = one as Bag, b = other as Bag;
            if (a == null || b == null) return Values.same(one, other);
            if (a.Count != b.Count) return false;
            foreach (string name in a.Keys) if (!b.has(name) || !same(a[name], b[name])) return false;
            return true;
        }
    }

    /// <summary>The locals of a body by name.</summary>
    public sealed class Locals : Bag
    {
    }
}

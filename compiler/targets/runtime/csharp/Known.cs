// What is remembered by key, in a table of its own: it is asked more often than anything else.

namespace Cardwright
{
    /// <summary>What was worked out, and what that cost.</summary>
    public sealed class Cost
    {
        public readonly object value;
        public readonly long cost;

        public Cost(object value, long cost)
        {
            this.value = value;
            this.cost = cost;
        }
    }

    /// <summary>What is remembered by key; none is a key, too. What it holds is a Cost, or known further. Keys are the
    /// same where `Equals` says so.</summary>
    public sealed class Known
    {
        private static readonly object NONE = new object();

        private object[] keys = new object[8]; // as many as a power of two; at least half of them are null
        private object[] values = new object[8];
        private int count;

        public int Count
        {
            get { return count; }
        }

        /// <summary>Where a key stands, or would.</summary>
        private static int place(object[] keys, object key)
        {
            int mask = keys.Length - 1, hash = key.GetHashCode();
            int i = (hash ^ (hash >> 15)) & mask;
            for (;;)
            {
                object held = keys[i];
                if (held == key || held == null || held.Equals(key)) return i;
                i = (i + 1) & mask;
            }
        }

        public object get(object key)
        {
            return values[place(keys, key ?? NONE)];
        }

        public void set(object key, object value)
        {
            int i = place(keys, key ?? NONE);
            if (keys[i] == null)
            {
                keys[i] = key ?? NONE;
                count += 1;
            }
            values[i] = value;
            if (2 * count > keys.Length) grow();
        }

        private void grow()
        {
            object[] more = new object[2 * keys.Length], moved = new object[more.Length];
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] == null) continue;
                int to = place(more, keys[i]);
                more[to] = keys[i];
                moved[to] = values[i];
            }
            keys = more;
            values = moved;
        }

        public void clear()
        {
            keys = new object[8];
            values = new object[8];
            count = 0;
        }

        /// <summary>What is known under a key; it begins when there is nothing.</summary>
        public Known under(object key)
        {
            object found = get(key);
            if (found == null) set(key, found = new Known());
            return (Known)found;
        }
    }
}

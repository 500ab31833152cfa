// Maps and sets that keep the order in which keys came, and a sort that keeps the order of equals.

using System;
using System.Collections;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Values by key, in the order in which keys were put in. No key is null.</summary>
    public sealed class Map<K, V> : IEnumerable<KeyValuePair<K, V>>
    {
        private readonly Dictionary<K, int> places;
        private List<KeyValuePair<K, V>> entries = new List<KeyValuePair<K, V>>();
        private List<bool> gone = new List<bool>();

        public Map()
        {
            places = new Dictionary<K, int>();
        }

        public Map(IEnumerable<KeyValuePair<K, V>> others) : this()
        {
            foreach (KeyValuePair<K, V> entry in others) set(entry.Key, entry.Value);
        }

        public int Count
        {
            get { return places.Count; }
        }

        public bool has(K key)
        {
            return places.ContainsKey(key);
        }

        /// <summary>What is kept under a key, or nothing (0, null).</summary>
        public V get(K key)
        {
            int place;
            return places.TryGetValue(key, out place) ? entries[place].Value : default(V);
        }

        public V get(K key, V otherwise)
        {
            int place;
            return places.TryGetValue(key, out place) ? entries[place].Value : otherwise;
        }

        public bool try_get(K key, out V value)
        {
            int place;
            bool found = places.TryGetValue(key, out place);
            value = found ? entries[place].Value : default(V);
            return found;
        }

        public void set(K key, V value)
        {
            int place;
            if (places.TryGetValue(key, out place))
            {
                entries[place] = new KeyValuePair<K, V>(key, value);
                return;
            }
            places.Add(key, entries.Count);
            entries.Add(new KeyValuePair<K, V>(key, value));
            gone.Add(false);
        }

        public bool delete(K key)
        {
            int place;
            if (!places.TryGetValue(key, out place)) return false;
            places.Remove(key);
            if (place == entries.Count - 1)
            {
                entries.RemoveAt(place);
                gone.RemoveAt(place);
                return true;
            }
            entries[place] = default(KeyValuePair<K, V>);
            gone[place] = true;
            if (entries.Count > 32 && entries.Count > 2 * places.Count) pack();
            return true;
        }

        private void pack()
        {
            List<KeyValuePair<K, V>> kept = new List<KeyValuePair<K, V>>(places.Count);
            foreach (KeyValuePair<K, V> entry in this) kept.Add(entry);
            entries = kept;
            gone = new List<bool>(kept.Count);
            for (int i = 0; i < kept.Count; i++)
            {
                gone.Add(false);
                places[kept[i].Key] = i;
            }
        }

        public void clear()
        {
            places.Clear();
            entries.Clear();
            gone.Clear();
        }

        public List<K> keys()
        {
            List<K> found = new List<K>(places.Count);
            foreach (KeyValuePair<K, V> entry in this) found.Add(entry.Key);
            return found;
        }

        public List<V> values()
        {
            List<V> found = new List<V>(places.Count);
            foreach (KeyValuePair<K, V> entry in this) found.Add(entry.Value);
            return found;
        }

        public IEnumerator<KeyValuePair<K, V>> GetEnumerator()
        {
            for (int i = 0; i < entries.Count; i++) if (!gone[i]) yield return entries[i];
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }
    }

    /// <summary>Each item once, in the order in which items were put in.</summary>
    public sealed class OrderedSet<T> : IEnumerable<T>
    {
        private readonly Map<T, bool> items = new Map<T, bool>();

        public OrderedSet()
        {
        }

        public OrderedSet(IEnumerable<T> others)
        {
            foreach (T item in others) add(item);
        }

        public int Count
        {
            get { return items.Count; }
        }

        public bool has(T item)
        {
            return items.has(item);
        }

        public OrderedSet<T> add(T item)
        {
            items.set(item, true);
            return this;
        }

        public bool delete(T item)
        {
            return items.delete(item);
        }

        public void clear()
        {
            items.clear();
        }

        public List<T> list()
        {
            return items.keys();
        }

        public IEnumerator<T> GetEnumerator()
        {
            return items.keys().GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }
    }

    /// <summary>A sort in which equals stay in their order.</summary>
    public static class Sorting
    {
        public static T[] sorted<T>(T[] items, Comparison<T> comparison)
        {
            T[] made = (T[])items.Clone();
            if (made.Length > 1) merge_sort(made, new T[made.Length], 0, made.Length, comparison);
            return made;
        }

        public static List<T> sorted<T>(List<T> items, Comparison<T> comparison)
        {
            return new List<T>(sorted(items.ToArray(), comparison));
        }

        public static Seq sorted(Seq items, Comparison<object> comparison)
        {
            return Seq.of(sorted(items.held, comparison));
        }

        /// <summary>Texts by code points.</summary>
        public static List<string> texts(IEnumerable<string> items)
        {
            return sorted(new List<string>(items), Values.compare_texts);
        }

        private static void merge_sort<T>(T[] items, T[] room, int start, int end, Comparison<T> comparison)
        {
            if (end - start < 2) return;
            int middle = start + (end - start) / 2;
            merge_sort(items, room, start, middle, comparison);
            merge_sort(items, room, middle, end, comparison);
            if (comparison(items[middle - 1], items[middle]) <= 0) return;
            int left = start, right = middle;
            for (int i = start; i < end; i++)
            {
                bool is_left = right >= end || (left < middle && comparison(items[left], items[right]) <= 0);
                room[i] = is_left ? items[left++] : items[right++];
            }
            Array.Copy(room, start, items, start, end - start);
        }
    }
}

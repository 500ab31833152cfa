// Entities and events: values under names that a layout knows.
//
// Job: hold the fields of entities and the values of events, found by the number of a name. A layout belongs to a kind
// or a verb; names with an underscore are the runtime's own.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>The name of a field, with a number that every layout knows it by.</summary>
    public sealed class Field
    {
        private static readonly object gate = new object();
        private static volatile Dictionary<string, Field> known =
            new Dictionary<string, Field>(StringComparer.Ordinal);

        public readonly string name;
        public readonly int number;

        private Field(string name, int number)
        {
            this.name = name;
            this.number = number;
        }

        /// <summary>The one field of this name.</summary>
        public static Field of(string name)
        {
            Field found;
            return known.TryGetValue(name, out found) ? found : added(name);
        }

        /// <summary>A table is never changed once it can be seen: others may be reading it.</summary>
        private static Field added(string name)
        {
            lock (gate)
            {
                Field found;
                if (known.TryGetValue(name, out found)) return found;
                Dictionary<string, Field> more = new Dictionary<string, Field>(known, StringComparer.Ordinal);
                more.Add(name, found = new Field(name, more.Count));
                known = more;
                return found;
            }
        }
    }

    /// <summary>Which names a record has, and what is true of all records of a kind.</summary>
    public sealed class Layout
    {
        public readonly string name; // of the kind or verb
        public readonly Field[] fields;
        public readonly int[] places; // by the number of a field; -1 where it has none
        public HashSet<string> kinds = new HashSet<string>(StringComparer.Ordinal); // the kind and those above it
        public bool figure;
        public bool stands; // whether it stands on squares
        public bool sized; // whether the kind says how many squares a side takes

        public Layout(string name, IEnumerable<string> names)
        {
            this.name = name;
            List<Field> found = new List<Field>();
            int most = -1;
            foreach (string own in names)
            {
                Field field = Field.of(own);
                if (found.Contains(field)) continue;
                found.Add(field);
                most = Math.Max(most, field.number);
            }
            fields = found.ToArray();
            places = new int[most + 1];
            for (int i = 0; i < places.Length; i++) places[i] = -1;
            for (int i = 0; i < fields.Length; i++) places[fields[i].number] = i;
        }

        public int place(Field field)
        {
            return field.number < places.Length ? places[field.number] : -1;
        }

        /// <summary>The same with one more name.</summary>
        public Layout with(Field field)
        {
            List<string> names = new List<string>();
            foreach (Field own in fields) names.Add(own.name);
            names.Add(field.name);
            return new Layout(name, names) { kinds = kinds, figure = figure, stands = stands, sized = sized };
        }
    }

    /// <summary>What has values under names.</summary>
    public abstract class Record
    {
        public Layout layout;
        public object[] slots;

        private static int numbers;
        private readonly int hash;

        protected Record(Layout layout)
        {
            this.layout = layout;
            hash = unchecked(++numbers * -1640531527); // any number: it only spreads records over tables
            slots = new object[layout.fields.Length];
        }

        public override int GetHashCode()
        {
            return hash;
        }

        public object get(Field field)
        {
            int[] places = layout.places;
            int place = field.number < places.Length ? places[field.number] : -1;
            return place >= 0 ? slots[place] : null;
        }

        public object get(string name)
        {
            return get(Field.of(name));
        }

        public bool has(string name)
        {
            return layout.place(Field.of(name)) >= 0;
        }

        public void set(Field field, object value)
        {
            int place = layout.place(field);
            if (place < 0)
            {
                layout = layout.with(field);
                place = slots.Length;
                Array.Resize(ref slots, place + 1);
            }
            slots[place] = value;
        }

        public void set(string name, object value)
        {
            set(Field.of(name), value);
        }
    }

    /// <summary>An entity of a game: a card, a figure, a player, a status, a keyword.</summary>
    public sealed class Entity : Record
    {
        public object _id; // a number by age; a card's own id for the card itself; a text for a granted keyword
        public Entity _card; // the card it was made from
        public Zone _zone; // where it lies
        public bool _alive = true;
        public Seq _statuses = Seq.Nothing;
        public Seq _keywords = Seq.Nothing;

        public Entity(Layout layout, object id) : base(layout)
        {
            _id = id;
        }

        public string _kind
        {
            get { return layout.name; }
        }

        /// <summary>Its number by age; 0 for what has none.</summary>
        public long number
        {
            get { return _id is long ? (long)_id : 0; }
        }

        public bool is_a(string kind)
        {
            return layout.kinds.Contains(kind);
        }

        /// <summary>The square where it stands, or null.</summary>
        public Square at
        {
            get { return (Square)get(Fields.at); }
        }

        public Entity bearer
        {
            get { return (Entity)get(Fields.bearer); }
        }

        public override string ToString()
        {
            return "<" + Values.label(this) + ">";
        }
    }

    /// <summary>The names that the runtime itself reads.</summary>
    public static class Fields
    {
        public static readonly Field at = Field.of("at"), bearer = Field.of("bearer"), size = Field.of("size");
        public static readonly Field keywords = Field.of("keywords"), controller = Field.of("controller");
        public static readonly Field id = Field.of("id"), x = Field.of("x"), y = Field.of("y");
        public static readonly Field facing = Field.of("facing"), width = Field.of("width"), depth = Field.of("depth");
    }

    /// <summary>A happening. The verb's parameters and lets are values beside the runtime's own.</summary>
    public sealed class Event : Record
    {
        public string _verb;
        public Event _parent;
        public long _number;
        public string _outcome = ""; // done, illegal, fizzled, prevented
        public Refusal _reason;
        public Usable _use;
        public OrderedSet<string> _replaced; // abilities on their carriers, when there are any
        public OrderedSet<string> _prevented; // of its steps; the empty name is the whole event

        public Event(Layout layout, string verb, Event parent, long number) : base(layout)
        {
            _verb = verb;
            _parent = parent;
            _number = number;
        }

        public bool _done
        {
            get { return _outcome == "done"; }
        }

        public override string ToString()
        {
            return "<" + _verb + " " + Values.digits(_number) + ">";
        }
    }
}

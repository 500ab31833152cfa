// Changes of fields and collections.
//
// Job: set, raise and lower a field within its declared bounds; put into what maps hold. Reads: the declarations of
// fields. Changes: fields of entities, maps of the state, and which state checks are due.

namespace Cardwright
{
    public static class Changes
    {
        /// <summary>Sets a field; a number stops at the bounds that its field declares.</summary>
        public static void write(State rt, Record owner, Field field, object value)
        {
            object old = value_before(owner, field);
            Limit limit = rt.code.limit(owner, field);
            if (limit != null) value = limit.stopped(value);
            if (Values.eq(old, value) && old is Roll == value is Roll) return;
            if (value is long) Values.past((long)value);
            Entity figure = field == Fields.size && rt.grid != null ? owner as Entity : null;
            if (figure != null && figure.layout.figure && figure.at != null)
            {
                throw new Fault("the size of " + Values.label(figure) + " cannot change while it stands on " +
                    figure.at + ": lift it first");
            }
            Spending.count_change(rt);
            rt.set(owner, field, value);
            touch(rt, field.name);
            tell(rt, "change", owner, field.name, old);
        }

        public static void add(State rt, Record owner, Field field, object value)
        {
            object old = value_before(owner, field);
            if (old is Seq) write(rt, owner, field, Spending.joined(rt, old, value));
            else write(rt, owner, field, Values.past((long)old + (long)value));
        }

        public static void lessen(State rt, Record owner, Field field, object value)
        {
            object old = value_before(owner, field);
            if (old is Seq) write(rt, owner, field, Spending.sifted(rt, old, value, false));
            else write(rt, owner, field, Values.past((long)old - (long)value));
        }

        /// <summary>The value that is about to be changed.</summary>
        private static object value_before(Record owner, Field field)
        {
            if (owner == null) throw new Fault("`" + field.name + "` of none cannot be set");
            return owner.get(field);
        }

        /// <summary>Tells those who watch the match what happened; what is only tried does not happen.</summary>
        public static void tell(State rt, string what, params object[] about)
        {
            if (rt.eyes.Count == 0 || rt.dry_run != 0) return;
            for (int i = 0; i < rt.eyes.Count; i++) rt.eyes[i].see(what, about);
        }

        /// <summary>A field was written: state checks that read it are due.</summary>
        public static void touch(State rt, string name)
        {
            if (rt.code.checked_fields.Contains(name) || rt.code.checked_fields.Contains("*")) rt.dirty.add(name);
        }

        /// <summary>Puts an item at the end of a list that a map holds; the list itself stays as it is.</summary>
        public static void insert<K>(State rt, Map<K, Seq> map, K key, object item)
        {
            rt.set_in(map, key, (map.get(key) ?? Seq.Nothing).with(item));
        }

        public static void extract<K>(State rt, Map<K, Seq> map, K key, object item)
        {
            rt.set_in(map, key, map.get(key).filter(held => !Values.eq(held, item)));
        }
    }
}

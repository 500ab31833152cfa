// The values of a snapshot, and what a value must be to stand where it stands.
//
// Job: read one value of any sort; tell whether a value fits. Input: data that may come from a stranger. Output: a
// value, or Damaged, or Unfit.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Reads values; events, faces and the values of effects stand in tables.</summary>
    internal sealed class RestoredValues
    {
        private readonly State game;
        private readonly Code code;
        private readonly Dictionary<long, Entity> entities;
        private readonly Seq event_rows, env_rows;
        private readonly Event[] events;
        private readonly Bag[] envs;
        private readonly Face[] faces;

        public RestoredValues(State game, Bag data, Dictionary<long, Entity> entities)
        {
            this.game = game;
            code = game.code;
            this.entities = entities;
            event_rows = Checks.rows(data["events"]);
            env_rows = Checks.rows(data["envs"]);
            Layout none = new Layout("", new string[0]);
            events = Array.ConvertAll(event_rows.held, row => new Event(none, "", null, 0));
            envs = Array.ConvertAll(env_rows.held, row => new Bag());
            faces = Array.ConvertAll(Checks.rows(data["faces"]).held, row => face(Checks.rows(row)));
        }

        public void fill_tables()
        {
            for (int i = 0; i < events.Length; i++) fill_event(events[i], Checks.bag(event_rows[i]));
            for (int i = 0; i < envs.Length; i++)
            {
                Bag row = Checks.bag(env_rows[i]);
                foreach (string name in row.Keys) envs[i][Checks.name_of(name)] = value(row[name]);
            }
        }

        /// <summary>A value; a number is one that every engine can hold.</summary>
        public object value(object held)
        {
            Seq parts = held as Seq;
            if (parts != null) return of_sort(Checks.named(parts[0]), parts.slice(1, parts.Count));
            return held == null || held is string || held is bool ? held : Checks.whole(held);
        }

        private object of_sort(string sort, Seq parts)
        {
            switch (sort)
            {
                case "entity": return entity(parts[0]);
                case "card": return Checks.there(code.card_named(parts[0]));
                case "granted": return granted(Checks.text(parts[0]), parts[1], Checks.rows(parts[2]));
                case "list":
                case "array": return parts.map(value);
                case "set": return set(parts);
                case "values": return locals(parts);
                case "rounds": return new Rounds(Checks.whole(parts[0]));
                case "square": return square(parts[0]);
                case "shape": return shape(parts);
                case "zone": return zone(parts[0], Checks.text(parts[1]));
                case "face": return faces[Checks.whole(parts[0])];
                case "roll": return new Roll(parts.map(value).held);
                case "event": return events[Checks.whole(parts[0])];
                case "env": return envs[Checks.whole(parts[0])];
                case "use": return usable(parts);
                case "refusal": return refusal(parts);
                case "ability": return code.abilities_by_id[Checks.named(parts[0])];
                case "body": return Checks.there(code.body_named(Checks.named(parts[0])));
                case "duration": return duration(parts);
                case "place": return place(parts);
                default: throw new Unfit();
            }
        }

        public object entity(object id)
        {
            Entity found;
            if (id is long && entities.TryGetValue((long)id, out found)) return found;
            throw new Unfit();
        }

        public Square square(object index)
        {
            return (Square)Checks.there(game.grid.square_at[Checks.whole(index)]);
        }

        /// <summary>A square on which something stands.</summary>
        public Square square_below(object index)
        {
            Square found = square(index);
            if (!game.grid.exists[found.index]) throw new Damaged("something stands where no square is");
            return found;
        }

        private static OrderedSet<string> set(Seq parts)
        {
            OrderedSet<string> made = new OrderedSet<string>();
            foreach (object part in parts.held) made.add(Checks.plain(part));
            return made;
        }

        private Locals locals(Seq pairs)
        {
            Locals made = new Locals();
            foreach (object pair in pairs.held) made[Checks.text(((Seq)pair)[0])] = value(((Seq)pair)[1]);
            return made;
        }

        private static object shape(Seq parts)
        {
            if (parts.Count != 7) throw new Unfit();
            long[] n = Array.ConvertAll(parts.held, Checks.whole);
            return Table.made(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
        }

        private object granted(string name, object bearer, Seq values)
        {
            Checks.there(code.kinds.ContainsKey(name) ? name : null);
            return Modifiers.granted_instance(game, name, values.map(value), (Entity)value(bearer));
        }

        private object zone(object owner, string name)
        {
            Entity holder = (Entity)value(owner);
            if (!holder.has(Checks.name_of(name))) throw new Unfit();
            object found = holder.get(name);
            if (!(found is Zone)) throw new Damaged("`" + name + "` is no zone");
            return found;
        }

        private Face face(Seq row)
        {
            long index = Checks.whole(row[1]);
            string die = Checks.text(row[0]);
            if (!(index >= 0 && index < code.die_size(die, 0)))
            {
                throw new Damaged(die + " has no face " + Values.digits(index));
            }
            return new Face(die, index, code.face(die, index));
        }

        private long place(Seq parts)
        {
            return code.place_number(Checks.text(parts[0]), Checks.whole(parts[1]), Checks.whole(parts[2]));
        }

        private Refusal refusal(Seq parts)
        {
            Seq rows = Checks.rows(parts[2]).map(row => Checks.text(row));
            return new Refusal(Checks.text(parts[0]), place(Checks.rows(parts[1])), rows);
        }

        private Usable usable(Seq parts)
        {
            AbilityCode ability = code.abilities_by_id[Checks.named(parts[0])];
            Entity self = (Entity)value(parts[2]);
            return new Usable(ability.index, ability.label, value(parts[1]), self, (Event)value(parts[3]));
        }

        private Duration duration(Seq parts)
        {
            object until = parts[3];
            if (until != null && !(Checks.whole(until) >= 0 && (long)until < code.untils.Length))
            {
                throw new Damaged("a duration has no such condition");
            }
            Seq verbs = Checks.rows(parts[2]).map(verb => Checks.text(verb));
            bool skip = parts[1] is bool && (bool)parts[1];
            return new Duration(Checks.text(parts[0]), skip, verbs, until, (Bag)value(parts[4]));
        }

        private void fill_event(Event ev, Bag row)
        {
            Verb verb = (Verb)Checks.there(code.verbs.get(Checks.named(row["verb"])));
            ev._verb = verb.name;
            ev.layout = verb.layout;
            ev.slots = new object[verb.layout.fields.Length];
            ev._parent = (Event)value(row["parent"]);
            ev._number = Checks.whole(row["number"]);
            ev._outcome = Checks.text(row["outcome"]);
            ev._reason = (Refusal)value(row["reason"]);
            ev._use = (Usable)value(row["use"]);
            OrderedSet<string> replaced = new OrderedSet<string>(), prevented = new OrderedSet<string>();
            foreach (object one in Checks.rows(row["replaced"]).held)
            {
                Seq parts = (Seq)one;
                replaced.add(Checks.text(parts[0]) + "\n" + Values.label(parts[1]) + "\n");
            }
            foreach (object step in Checks.rows(row["prevented"]).held) prevented.add(Checks.text(step));
            ev._replaced = replaced.Count > 0 ? replaced : null;
            ev._prevented = prevented.Count > 0 ? prevented : null;
            Bag values = Checks.bag(row["values"]);
            foreach (string name in values.Keys) ev.set(Checks.name_of(name), value(values[name]));
        }
    }

    /// <summary>What data of any sort must be.</summary>
    internal static class Checks
    {
        public static bool is_unfit(Exception error)
        {
            return error is Unfit || error is Fault || error is NullReferenceException || error is InvalidCastException
                || error is IndexOutOfRangeException || error is ArgumentException || error is KeyNotFoundException
                || error is OverflowException;
        }

        public static object there(object value)
        {
            if (value == null) throw new Unfit();
            return value;
        }

        public static Seq rows(object value)
        {
            Seq found = value as Seq;
            if (found == null) throw new Unfit();
            return found;
        }

        public static Bag bag(object value)
        {
            Bag found = value as Bag;
            if (found == null) throw new Unfit();
            return found;
        }

        public static bool is_same(string[] names, string[] others)
        {
            return names.Length == others.Length && Array.TrueForAll(names, name => Array.IndexOf(others, name) >= 0);
        }

        public static long whole(object value)
        {
            if (value is long) return (long)value;
            throw new Damaged(brief(value) + " is no whole number");
        }

        public static string text(object value)
        {
            string found = value as string;
            if (found != null) return found;
            throw new Damaged(brief(value) + " is no text");
        }

        /// <summary>What may be the name of something that is there.</summary>
        public static string named(object value)
        {
            return (string)there(value as string);
        }

        public static string plain(object value)
        {
            return value as string ?? Values.digits(whole(value));
        }

        /// <summary>A name of content, or `_`, which stands for none; those of the runtime begin with an underscore.
        /// </summary>
        public static string name_of(string value)
        {
            if (!value.StartsWith("_", StringComparison.Ordinal) || value == "_") return value;
            throw new Damaged(brief(value) + " is no name");
        }

        private static string brief(object value)
        {
            string told = shown(value);
            return told.Length > 40 ? told.Substring(0, 40) : told;
        }

        /// <summary>A value as every engine names it.</summary>
        private static string shown(object value)
        {
            if (value == null) return "None";
            if (value is bool) return (bool)value ? "True" : "False";
            if (value is string) return "'" + value + "'";
            Seq items = value as Seq;
            Bag held = value as Bag;
            List<string> told = new List<string>();
            if (items != null)
            {
                foreach (object item in items.held) told.Add(shown(item));
                return "[" + string.Join(", ", told) + "]";
            }
            if (held == null) return Values.label(value);
            foreach (string name in held.Keys) told.Add("'" + name + "': " + shown(held[name]));
            return "{" + string.Join(", ", told) + "}";
        }

        private static bool is_list(object value)
        {
            return value is Seq && !(value is Roll) && !(value is Shape);
        }

        /// <summary>Whether a value is of the type of a field.</summary>
        public static bool fits(string type, object value)
        {
            switch (type)
            {
                case "int": return value is long;
                case "bool": return value is bool;
                case "text":
                case "rules":
                case "drawing":
                case "enum": return value is string;
                case "set":
                case "list": return is_list(value);
                case "kind": return value == null || value is Entity;
                default: return true;
            }
        }

        /// <summary>What a slot of a frame can hold; the others take any value.</summary>
        public static bool fits_slot(string slot, object value)
        {
            switch (slot)
            {
                case "ability": return value is AbilityCode;
                case "acted":
                case "offers":
                case "once": return value is bool;
                case "again":
                case "classes":
                case "dice":
                case "mine":
                case "options":
                case "players":
                case "positions": return is_list(value);
                case "at":
                case "count":
                case "least":
                case "most":
                case "next":
                case "number":
                case "passed":
                case "round": return value is long;
                case "kind":
                case "step":
                case "timing":
                case "verb": return value is string;
                case "code": return value is BodyCode;
                case "env": return value is Bag;
                case "event":
                case "trigger": return value == null || value is Event;
                case "held": return value == null || value is Roll;
                case "letters": return value is Map<string, long>;
                case "player":
                case "who": return value == null || value is Entity;
                case "this": return value is Entity;
                case "usable": return value is Usable;
                case "use": return value == null || value is Usable;
                case "v":
                case "values": return value is Locals;
                case "zone": return value is Zone;
                default: return true;
            }
        }
    }
}

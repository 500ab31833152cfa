// Snapshots: all of a running game as data that JSON can hold.
//
// Job: write entities by kind in columns, what holds them, and the frames of what is being done. Every engine writes
// and reads the same (schemas/snapshot.schema.json). Input: a game at a request or at rest. Output: Bag, Seq, texts,
// numbers.
//
// A value that is no text, number, truth value or none is a list of its sort and its parts, such as ["entity", 12].
// What has no order of its own stands in the order of its names or numbers, so that equal games have equal snapshots.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Writes values; what is met more than once, such as an event, has a table and is named by its position.
    /// </summary>
    public sealed class Snapshots
    {
        private readonly State game;
        private readonly Code code;
        private readonly HashSet<object> known = new HashSet<object>(); // ids of entities that are written or waiting
        private readonly List<Entity> removed = new List<Entity>(); // named by something, and not in the game any more
        private readonly List<object> events = new List<object>(), envs = new List<object>();
        private readonly List<object> faces = new List<object>();
        private readonly Dictionary<object, long> positions = new Dictionary<object, long>(new ByIdentity());

        private Snapshots(State game)
        {
            this.game = game;
            code = game.code;
        }

        /// <summary>Everything of a game that is not in its rules.</summary>
        public static Bag snapshot_of(State game)
        {
            return new Snapshots(game).snapshot();
        }

        // ---- values
        private object value(object value)
        {
            if (value == null || value is string || value is ValueType) return value;
            Entity entity = value as Entity;
            if (entity != null) return named(entity);
            Seq items = value as Seq;
            if (items != null) return of_seq(items);
            Bag bag = value as Bag;
            if (bag is Locals) return named(bag);
            if (bag != null) return Seq.of("env", numbered(envs, bag, () => values_of(bag)));
            Square square = value as Square;
            if (square != null) return Seq.of("square", (long)square.index);
            Zone zone = value as Zone;
            if (zone != null) return Seq.of("zone", this.value(zone.owner), zone.name);
            Face face = value as Face;
            if (face != null) return Seq.of("face", numbered(faces, face, () => Seq.of(face.die, face.index)));
            Event ev = value as Event;
            return ev != null ? Seq.of("event", numbered(events, ev, () => of_event(ev))) : of_code(value);
        }

        private Seq of_seq(Seq items)
        {
            if (items is Shape) return Seq.of((object)"shape").and(items);
            return Seq.of((object)(items is Roll ? "roll" : "list")).and(items.map(value));
        }

        /// <summary>What the rules' text is made of, and what runs it.</summary>
        private object of_code(object value)
        {
            Usable usable = value as Usable;
            if (usable != null)
            {
                object me = this.value(usable.me), self = this.value(usable.self);
                return Seq.of("use", code.abilities[usable.ability].id, me, self, this.value(usable.trigger));
            }
            Refusal refusal = value as Refusal;
            if (refusal != null) return Seq.of("refusal", refusal.message, place(refusal.at), refusal.rows);
            BodyCode body = value as BodyCode;
            if (body != null) return Seq.of("body", body.name);
            Duration lasts = value as Duration;
            if (lasts != null)
            {
                return Seq.of("duration", lasts.edge, lasts.skip, lasts.verbs, lasts.until, this.value(lasts.env));
            }
            AbilityCode carried = value as AbilityCode;
            if (carried != null) return Seq.of("ability", carried.id);
            Rounds rounds = value as Rounds;
            if (rounds != null) return Seq.of("rounds", rounds.length);
            OrderedSet<string> names = value as OrderedSet<string>;
            if (names != null) return Seq.of((object)"set").and(Seq.of_texts(Sorting.texts(names)));
            Map<string, long> letters = (Map<string, long>)value;
            Bag made = new Bag();
            foreach (KeyValuePair<string, long> letter in letters) made[letter.Key] = letter.Value;
            return named(made);
        }

        private Seq named(Bag values)
        {
            List<object> pairs = new List<object> { "values" };
            foreach (string name in Sorting.texts(values.Keys)) pairs.Add(Seq.of(name, value(values[name])));
            return Seq.from(pairs);
        }

        private Bag values_of(Bag values)
        {
            Bag made = new Bag();
            foreach (string name in Sorting.texts(values.Keys)) made[name] = value(values[name]);
            return made;
        }

        private Seq named(Entity entity)
        {
            string own = entity._id as string;
            if (own == null)
            {
                if (!known.Contains(entity._id)) name_removed(entity);
                return Seq.of("entity", entity._id);
            }
            if (code.card_named(own) == entity) return Seq.of("card", own);
            return Seq.of("granted", entity._kind, value(entity.bearer), parameters(entity));
        }

        private Seq parameters(Entity trait)
        {
            Field[] fields = code.traits[trait._kind].fields;
            object[] made = new object[fields.Length];
            for (int i = 0; i < made.Length; i++) made[i] = value(trait.get(fields[i]));
            return Seq.of(made);
        }

        /// <summary>The position of a value in its table, into which it is written when it is first met.</summary>
        private object numbered(List<object> table, object value, Func<object> write)
        {
            long found;
            if (positions.TryGetValue(value, out found)) return found;
            found = table.Count;
            table.Add(null);
            positions.Add(value, found);
            table[(int)found] = write();
            return found;
        }

        /// <summary>A place by where it is: numbers of places are an engine's own.</summary>
        private Seq place(long at)
        {
            Place found = code.place(at);
            return Seq.of(found.path, found.line, found.column);
        }

        private Bag of_event(Event ev)
        {
            Bag own = new Bag();
            for (int i = 0; i < ev.layout.fields.Length; i++) own[ev.layout.fields[i].name] = ev.slots[i];
            List<object> replaced = new List<object>();
            if (ev._replaced != null) foreach (string key in Sorting.texts(ev._replaced)) replaced.Add(use_of(key));
            Seq prevented = ev._prevented != null ? Seq.of_texts(Sorting.texts(ev._prevented)) : Seq.Nothing;
            return Bag.of(
                "verb", ev._verb, "parent", value(ev._parent), "number", ev._number, "outcome", ev._outcome,
                "reason", value(ev._reason), "use", value(ev._use), "replaced", Seq.from(replaced),
                "prevented", prevented, "values", values_of(own));
        }

        // ---- entities
        /// <summary>An entity is written, and its keywords with it.</summary>
        private void know(Entity entity)
        {
            known.Add(entity._id);
            foreach (object instance in entity._keywords.held) known.Add(((Entity)instance)._id);
        }

        /// <summary>What is not in the game any more is written apart; a keyword is written with its bearer.</summary>
        private void name_removed(Entity entity)
        {
            TraitCode trait;
            if (code.traits.TryGetValue(entity._kind, out trait) && !trait.is_status)
            {
                value(entity.bearer);
                return;
            }
            know(entity);
            removed.Add(entity);
        }

        private Bag snapshot()
        {
            Bag kinds = new Bag();
            foreach (Seq held in game.kinds.values())
            {
                foreach (object entity in held.held) know((Entity)entity);
            }
            foreach (object player in game.removed_players.held) value(player);
            foreach (string kind in Sorting.texts(game.kinds.keys()))
            {
                if (game.kinds.get(kind).Count > 0) kinds[kind] = columns(kind, game.kinds.get(kind));
            }
            Bag data = Bag.of("kinds", kinds, "standing", standing());
            List<object> effects = new List<object>(), stack = new List<object>(), frames = new List<object>();
            foreach (Effect effect in game.effects) effects.Add(of_effect(effect));
            foreach (Event ev in game.stack) stack.Add(value(ev));
            data["effects"] = Seq.from(effects);
            counters(data);
            foreach (Frame frame in game.frames) frames.Add(of_frame(frame));
            data["stack"] = Seq.from(stack);
            data["frames"] = Seq.from(frames);
            data["counts"] = Bag.of(
                "next_id", game.next_id, "events", game.events, "steps", game.steps, "changes", game.changes);
            data["before"] = Seq.of(game.mark_of_run.steps, game.mark_of_run.changes);
            if (game.grid != game.drawn) data["board"] = Drawings.changes_of(game.drawn, game.grid);
            data["removed"] = gone();
            data["events"] = Seq.from(events);
            data["envs"] = Seq.from(envs);
            data["faces"] = Seq.from(faces);
            return data;
        }

        private Seq standing()
        {
            List<Seq> rows = new List<Seq>();
            foreach (KeyValuePair<Square, Seq> there in game.standing)
            {
                if (there.Value.Count > 0) rows.Add(Seq.of((object)(long)there.Key.index).and(ids(there.Value)));
            }
            return Seq.of(Sorting.sorted(rows, (a, b) => Values.compare(a[0], b[0])).ToArray());
        }

        private void counters(Bag data)
        {
            List<object> used = new List<object>(), checking = new List<object>(), revealed = new List<object>();
            Bag started = new Bag();
            foreach (string key in Sorting.texts(game.used.keys())) used.Add(use_of(key).with(game.used.get(key)));
            foreach (KeyValuePair<string, long> verb in game.started) started[verb.Key] = verb.Value;
            foreach (long number in game.checking) checking.Add(number);
            foreach (string key in game.revealed)
            {
                string[] parts = key.Split(' ');
                revealed.Add(Seq.of(number(parts[0]), number(parts[1])));
            }
            data["used"] = Seq.from(used);
            data["started"] = started;
            data["dirty"] = Seq.of_texts(Sorting.texts(game.dirty));
            data["checking"] = Sorting.sorted(Seq.from(checking), Values.compare);
            data["revealed"] = Sorting.sorted(Seq.from(revealed), Values.compare);
        }

        /// <summary>The entities that are no more, and still named by something.</summary>
        private Bag gone()
        {
            Map<string, List<Entity>> kinds = new Map<string, List<Entity>>();
            while (removed.Count > 0)
            {
                Entity entity = removed[removed.Count - 1];
                removed.RemoveAt(removed.Count - 1);
                if (!kinds.has(entity._kind)) kinds.set(entity._kind, new List<Entity>());
                kinds.get(entity._kind).Add(entity);
                columns(entity._kind, Seq.of((object)entity)); // names what it names
            }
            Bag made = new Bag();
            foreach (string kind in Sorting.texts(kinds.keys()))
            {
                List<Entity> held = Sorting.sorted(kinds.get(kind), (a, b) => a.number.CompareTo(b.number));
                made[kind] = columns(kind, Seq.of(held.ToArray()));
            }
            return made;
        }

        /// <summary>The values of all entities of a kind, field by field.</summary>
        private Bag columns(string kind, Seq held)
        {
            Bag made = Bag.of("id", ids(held));
            bool has_card = false, has_statuses = false, has_keywords = false;
            foreach (object one in held.held)
            {
                Entity entity = (Entity)one;
                has_card = has_card || entity._card != null;
                has_statuses = has_statuses || entity._statuses.Count > 0;
                has_keywords = has_keywords || entity._keywords.Count > 0;
                if (entity._zone != null) named(entity._zone.owner); // who may be in the game no more
            }
            if (has_card) made["card"] = held.map(one => ((Entity)one)._card != null ? ((Entity)one)._card._id : null);
            if (has_statuses) made["statuses"] = held.map(one => ((Entity)one)._statuses.map(s => named((Entity)s)[1]));
            if (has_keywords) made["keywords"] = held.map(one => ((Entity)one)._keywords.map(k => keyword((Entity)k)));
            if (((Entity)held[0]).layout.figure)
            {
                made["at"] = held.map(one => ((Entity)one).at != null ? (object)(long)((Entity)one).at.index : null);
            }
            Bag fields = new Bag();
            foreach (string name in code.kinds[kind].field_names)
            {
                Field field = Field.of(name);
                fields[name] = held.map(one => in_field(((Entity)one).get(field)));
            }
            made["fields"] = fields;
            return made;
        }

        /// <summary>A zone is its entities, from the top.</summary>
        private object in_field(object held)
        {
            Zone zone = held as Zone;
            return zone != null ? ids(zone.items) : value(held);
        }

        /// <summary>Of a keyword there is only what it holds; a status lies among the entities.</summary>
        private Seq keyword(Entity instance)
        {
            return Seq.of(instance._id, instance._kind).and(parameters(instance));
        }

        // ---- the rest
        private Seq of_effect(Effect effect)
        {
            object status = effect.status != null ? effect.status._id : null;
            return Seq.of(effect.number, value(effect.duration), effect.modifiers, value(effect.env), status);
        }

        private Seq of_frame(Frame frame)
        {
            Bag slots = new SlotValues(frame).values, made = new Bag();
            foreach (string name in slots.Keys) made[name] = in_slot(name, slots[name]);
            return Seq.of(frame.name, frame.pc, made);
        }

        private object in_slot(string name, object held)
        {
            if (name == "at") return Seq.of((object)"place").and(place((long)held));
            if (name == "values") return named((Bag)held);
            Seq items = held as Seq;
            bool is_changed = name == "found" || name == "mine" || name == "waiting";
            return is_changed && items != null ? Seq.of((object)"array").and(items.map(value)) : value(held);
        }

        private static Seq ids(Seq entities)
        {
            return entities.map(entity => ((Entity)entity)._id);
        }

        private static object number(string text)
        {
            foreach (char c in text) if (c < '0' || c > '9') return text;
            return text.Length > 0 ? (object)long.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : text;
        }

        /// <summary>What counts a use, taken apart: an ability, its carrier, and maybe a verb.</summary>
        public static Seq use_of(string key)
        {
            int first = key.IndexOf('\n'), last = key.LastIndexOf('\n');
            string verb = key.Substring(last + 1);
            Seq made = Seq.of(key.Substring(0, first), number(key.Substring(first + 1, last - first - 1)));
            return verb.Length > 0 ? made.with(verb) : made;
        }
    }
}

// Snapshots read: a running game made of data.
//
// Job: make the entities, zones, events and frames that a snapshot names, in a new game. Input: a game whose board is
// set, and data that may come from a stranger. Output: the game in that state, or Damaged with what is wrong: nothing
// is believed that was not looked at, and no value has a sort that its field does not take.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A snapshot that no engine has written, with what is wrong in it.</summary>
    public sealed class Damaged : Exception
    {
        public Damaged(string message, Exception cause = null) : base(message, cause)
        {
        }
    }

    /// <summary>Something is missing, or stands where something else is needed.</summary>
    internal sealed class Unfit : Exception
    {
    }

    public sealed class Restoring
    {
        private const string UNFIT = "something in it is missing, or stands where something else is needed";

        private readonly State game;
        private readonly Code code;
        private readonly Bag data;
        private readonly Func<string, Frame> blank_frame;
        private readonly Dictionary<long, Entity> entities = new Dictionary<long, Entity>();
        private readonly RestoredValues read;

        private Restoring(State game, Bag data, Func<string, Frame> blank_frame)
        {
            this.game = game;
            code = game.code;
            this.data = data;
            this.blank_frame = blank_frame;
            read = new RestoredValues(game, data, entities);
        }

        /// <summary>The state of a snapshot that a host gives, if it has the form of one.</summary>
        public static object sound_state(object state)
        {
            if (!SnapshotForms.is_state(state)) throw new Damaged(UNFIT);
            return state;
        }

        /// <summary>Gives a new game, whose board is set, the state of a snapshot. The function gives a blank frame of
        /// a name, or null.</summary>
        public static void restore(State game, object data, Func<string, Frame> blank_frame)
        {
            try
            {
                new Restoring(game, Checks.bag(data), blank_frame).restore();
            }
            catch (Exception error)
            {
                if (!Checks.is_unfit(error)) throw;
                throw new Damaged(UNFIT, error);
            }
        }

        /// <summary>The board on which something was laid.</summary>
        private void change_board(Bag board)
        {
            bool is_known = true;
            Bag terrain = code.data.bag("terrain");
            Seq squares = Checks.rows(board["squares"]), walls = Checks.rows(board["walls"]);
            foreach (object held in squares.held)
            {
                Seq row = Checks.rows(held);
                Checks.whole(row.at(0));
                for (int i = 1; i < row.Count; i++) is_known = terrain.has(Checks.text(row[i])) && is_known;
            }
            foreach (object held in walls.held)
            {
                foreach (object square in Checks.rows(held).held) Checks.whole(square);
                is_known = is_known && Checks.rows(held).Count == 2;
            }
            Grid grid = game.drawn != null && is_known ? Drawings.changed_board(game.drawn, squares, walls) : null;
            if (grid == null) throw new Damaged("the board has squares or walls that it cannot have");
            game.set_grid(grid);
        }

        private void restore()
        {
            if (data.has("board")) change_board(Checks.bag(data["board"]));
            foreach (string kind in game.kinds.keys()) game.kinds.set(kind, Seq.Nothing);
            game.by_card.clear();
            game.by_keyword.clear();
            game.removed_players = Seq.Nothing;
            Bag kinds = Checks.bag(data["kinds"]), removed = Checks.bag(data["removed"]);
            foreach (string kind in kinds.Keys) make(kind, Checks.bag(kinds[kind]));
            foreach (string kind in removed.Keys) make(kind, Checks.bag(removed[kind]));
            foreach (string kind in kinds.Keys) fill_kind(kind, kinds.bag(kind), true);
            foreach (string kind in removed.Keys) fill_kind(kind, removed.bag(kind), false);
            register();
            read.fill_tables();
            counters();
            game.effects = Array.ConvertAll(Checks.rows(data["effects"]).held, row => effect(Checks.rows(row)));
            game.stack = new List<Event>();
            foreach (object row in Checks.rows(data["stack"]).held)
            {
                Event ev = read.value(row) as Event;
                if (ev == null) throw new Damaged("something lies among the events that is none");
                game.stack.Add(ev);
            }
            game.frames = new List<Frame>();
            foreach (object row in Checks.rows(data["frames"]).held) game.frames.Add(frame(Checks.rows(row)));
            Seq games = game.kinds.get("game");
            game.game = games != null && games.Count > 0 ? (Entity)games[0] : null;
            game.journal.Clear();
            game.known = new Known();
        }

        private void counters()
        {
            game.used.clear();
            foreach (object row in Checks.rows(data["used"]).held)
            {
                Seq parts = Checks.rows(row);
                int last = parts.Count - 1;
                if (last != 2 && last != 3)
                {
                    string what = "an ability, who carries it, maybe a verb, and a number";
                    throw new Damaged("what counts a use has " + what);
                }
                string verb = last > 2 ? Checks.plain(parts[2]) : "";
                string key = Checks.plain(parts[0]) + "\n" + Checks.plain(parts[1]) + "\n" + verb;
                game.used.set(key, Checks.whole(parts[last]));
            }
            game.started.clear();
            Bag started = Checks.bag(data["started"]);
            foreach (string verb in started.Keys) game.started.set(verb, Checks.whole(started[verb]));
            game.dirty = new OrderedSet<string>();
            foreach (object name in Checks.rows(data["dirty"]).held) game.dirty.add(Checks.text(name));
            game.checking = new OrderedSet<long>();
            foreach (object number in Checks.rows(data["checking"]).held) game.checking.add(Checks.whole(number));
            game.revealed = new OrderedSet<string>();
            foreach (object row in Checks.rows(data["revealed"]).held)
            {
                Seq pair = Checks.rows(row);
                long entity = Checks.whole(pair.at(0)), player = Checks.whole(pair.at(1));
                game.revealed.add(Values.digits(entity) + " " + Values.digits(player));
            }
            Bag counts = Checks.bag(data["counts"]);
            game.next_id = Checks.whole(Checks.there(counts["next_id"]));
            game.events = Checks.whole(Checks.there(counts["events"]));
            game.steps = Checks.whole(Checks.there(counts["steps"]));
            game.changes = Checks.whole(Checks.there(counts["changes"]));
            Seq before = Checks.rows(data["before"]);
            game.mark_of_run = new RunMark(0, 0, Checks.whole(before[0]), Checks.whole(before[1]));
        }

        // ---- entities
        private void make(string kind, Bag columns)
        {
            Checks.there(code.kinds.ContainsKey(kind) ? kind : null);
            Seq ids = Checks.rows(columns["id"]), cards = columns["card"] as Seq;
            if (cards != null && cards.Count != ids.Count) throw new Unfit();
            for (int i = 0; i < ids.Count; i++)
            {
                Entity entity = shell(kind, ids[i]);
                if (cards == null || cards[i] == null) continue;
                entity._card = (Entity)Checks.there(code.card_named(cards[i]));
                if (entity._card._kind != kind) throw new Damaged("the card `" + cards[i] + "` is no " + kind);
            }
        }

        private Entity shell(string kind, object number)
        {
            long id = Checks.whole(number);
            bool is_new = id > 0 && id < (long)Checks.bag(data["counts"])["next_id"] && !entities.ContainsKey(id);
            if (!is_new) throw new Damaged(Values.digits(id) + " is no number of an entity, or is one twice");
            Entity made = code.bare(kind, id);
            entities.Add(id, made);
            return made;
        }

        private void fill_kind(string kind, Bag columns, bool is_alive)
        {
            Seq held = columns.list("id").map(read.entity);
            foreach (object entity in held.held) ((Entity)entity)._alive = is_alive;
            if (is_alive) game.kinds.set(kind, held);
            else if (Array.IndexOf(code.kinds[kind].ancestors, "player") >= 0)
            {
                game.removed_players = game.removed_players.and(held);
            }
            each(held, columns["keywords"], (entity, row) =>
            {
                entity._keywords = Checks.rows(row).map(instance => keyword(entity, Checks.rows(instance)));
            });
            each(held, columns["statuses"], (entity, row) => entity._statuses = Checks.rows(row).map(read.entity));
            if (held.Count > 0 && code.kinds[kind].figure)
            {
                each(held, Checks.rows(columns["at"]), (entity, at) =>
                {
                    entity.set(Fields.at, at == null ? null : read.square_below(at));
                });
            }
            Bag fields = Checks.bag(columns["fields"]);
            if (!Checks.is_same(code.kinds[kind].field_names, fields.Keys))
            {
                throw new Damaged("a " + kind + " has other fields");
            }
            foreach (FieldCode f in code.kinds[kind].fields)
            {
                Seq values = Checks.rows(fields[f.name]);
                if (values.Count != held.Count) throw new Unfit();
                for (int i = 0; i < held.Count; i++)
                {
                    Entity entity = (Entity)held[i];
                    entity.set(f.field, field(f, entity, values[i]));
                }
            }
        }

        private static void each(Seq held, object column, Action<Entity, object> fill)
        {
            Seq rows = column == null ? Seq.Nothing : Checks.rows(column);
            for (int i = 0; i < rows.Count && i < held.Count; i++) fill((Entity)held[i], rows[i]);
        }

        private Entity keyword(Entity bearer, Seq row)
        {
            string name = Checks.named(row[1]);
            Checks.there(code.traits.ContainsKey(name) ? name : null);
            Entity made = shell(name, row[0]);
            made.set(Fields.bearer, bearer);
            Field[] fields = code.traits[name].fields;
            if (fields.Length != row.Count - 2) throw new Unfit();
            for (int i = 0; i < fields.Length; i++) made.set(fields[i], read.value(row[i + 2]));
            return made;
        }

        /// <summary>A value that its field can have.</summary>
        private object field(FieldCode declared, Entity entity, object value)
        {
            if (declared.zone) return laid(declared, entity, value);
            object found = read.value(value);
            if (found == null && declared.otherwise == null) return found;
            if (!Checks.fits(declared.type, found))
            {
                throw new Damaged("`" + declared.name + "` of a " + entity._kind + " is of another sort");
            }
            Limit limit = declared.limit;
            if (limit == null || !(found is long)) return found;
            bool is_in = (limit.minimum == null || (long)found >= limit.minimum)
                && (limit.maximum == null || (long)found <= limit.maximum);
            if (is_in) return found;
            string told = Values.label(found);
            throw new Damaged("`" + declared.name + "` of a " + entity._kind + " cannot be " + told);
        }

        private Zone laid(FieldCode declared, Entity entity, object ids)
        {
            Zone zone = new Zone(declared.name, entity, declared.visible);
            zone.items = Checks.rows(ids).map(read.entity);
            foreach (object one in zone.items.held)
            {
                Entity item = (Entity)one;
                if (item._zone != null) throw new Damaged(Values.label(item._id) + " lies in two zones");
                item._zone = zone;
                if (zone.is_within(item)) throw new Damaged(Values.label(item._id) + " lies within itself");
            }
            return zone;
        }

        /// <summary>What finds entities by card, keyword and square. Instances of keywords are numbered as they came.
        /// </summary>
        private void register()
        {
            foreach (Seq held in game.kinds.values())
            {
                foreach (object one in held.held)
                {
                    Entity entity = (Entity)one;
                    if (entity._card != null) add(game.by_card, (string)entity._card._id, entity);
                    foreach (object instance in entity._keywords.held)
                    {
                        add(game.by_keyword, ((Entity)instance)._kind, Seq.of(entity, instance));
                    }
                }
            }
            foreach (string name in game.by_keyword.keys())
            {
                Seq bearers = game.by_keyword.get(name);
                game.by_keyword.set(name, Sorting.sorted(bearers, (a, b) => age(a).CompareTo(age(b))));
            }
            game.standing.clear();
            foreach (object row in Checks.rows(data["standing"]).held)
            {
                Seq there = Checks.rows(row);
                game.standing.set(read.square_below(there[0]), there.slice(1, there.Count).map(read.entity));
            }
        }

        private static long age(object pair)
        {
            return ((Entity)((Seq)pair)[1]).number;
        }

        private static void add(Map<string, Seq> map, string key, object item)
        {
            map.set(key, (map.get(key) ?? Seq.Nothing).with(item));
        }

        // ---- the rest
        private Effect effect(Seq row)
        {
            Seq modifiers = Checks.rows(row[2]);
            foreach (object number in modifiers.held)
            {
                if (Checks.whole(number) >= 0 && (long)number < code.lasting.Length) continue;
                throw new Damaged("an effect has no such modifier");
            }
            Entity status = row[4] != null ? (Entity)read.entity(row[4]) : null;
            return new Effect(
                Checks.whole(row[0]), (Duration)read.value(row[1]), modifiers, (Bag)read.value(row[3]), status);
        }

        private Frame frame(Seq row)
        {
            string name = Checks.named(row[0]);
            Frame made = (Frame)Checks.there(blank_frame(name));
            made.pc = Checks.whole(row[1]);
            Bag given = Checks.bag(row[2]);
            Bag slots = new SlotValues(made).values;
            if (!Checks.is_same(slots.Keys, given.Keys)) throw new Damaged("a frame " + name + " has other values");
            foreach (string slot in slots.Keys)
            {
                object found = read.value(given[slot]);
                if (slot == "letters" && found is Locals) found = letters((Locals)found);
                if (!Checks.fits_slot(slot, found))
                {
                    throw new Damaged("`" + slot + "` of a frame " + name + " is of another sort");
                }
                slots[slot] = found;
            }
            new SlotValues(slots).give(made);
            Body body = made as Body;
            if (body != null && !(body.pc >= 0 && body.pc < body.code.rows.Count))
            {
                throw new Damaged("a body has no such row");
            }
            return made;
        }

        private static Map<string, long> letters(Locals held)
        {
            Map<string, long> made = new Map<string, long>();
            foreach (string letter in held.Keys) made.set(letter, (long)held[letter]);
            return made;
        }
    }
}

// What a player cannot know, dealt anew.
//
// Job: give the hidden places of a game other entities, in a way that fits all that a player knows: how many lie where,
// and what was revealed. Input: a game that is nobody else's, with its snapshot; a player; a random generator. Output:
// the same game. What comes of it depends on the hidden truth in no way: entities are put in an order of their own
// before chance deals them.

using System.Collections.Generic;

namespace Cardwright
{
    public static class Hidden
    {
        /// <summary>Places whose entities a player does not know, alike in whose zone it is and in kind.</summary>
        private sealed class Pool
        {
            public Seq key;
            public readonly List<KeyValuePair<Zone, int>> places = new List<KeyValuePair<Zone, int>>();
        }

        /// <summary>Deals what is hidden from a player; false, and nothing is done, where what is being done names some
        /// of it.</summary>
        public static bool deal_anew(State game, Bag state, Entity player, Minstd chance)
        {
            List<Pool> pools = hidden_places(game, player);
            HashSet<long> hidden = new HashSet<long>();
            foreach (Pool pool in pools)
            {
                foreach (KeyValuePair<Zone, int> place in pool.places) hidden.Add(lying(place).number);
            }
            foreach (string part in new[] { "frames", "stack", "events", "envs", "effects" })
            {
                if (names_any(state[part], hidden)) return false;
            }
            Naming naming = new Naming(pools);
            foreach (Pool pool in pools) deal(pool, chance);
            naming.deal_anew(game, chance);
            game.known = new Known();
            return true;
        }

        /// <summary>What is known and names something hidden, as a field does. What is named lies in the same zone as
        /// before, and nobody knows where there: it is dealt anew, too.</summary>
        private sealed class Naming
        {
            // By entity: the places of its zone that hold its kind.
            private readonly Dictionary<Entity, Pool> rooms = new Dictionary<Entity, Pool>();
            // By these: what no name was given to. By what was named: what is named now.
            private readonly Dictionary<Pool, List<Entity>> left = new Dictionary<Pool, List<Entity>>();
            private readonly Dictionary<Entity, Entity> others = new Dictionary<Entity, Entity>();

            public Naming(List<Pool> pools)
            {
                foreach (Pool pool in pools)
                {
                    Dictionary<Zone, Pool> by_zone = new Dictionary<Zone, Pool>();
                    foreach (KeyValuePair<Zone, int> place in pool.places)
                    {
                        if (!by_zone.ContainsKey(place.Key)) by_zone[place.Key] = new Pool();
                        by_zone[place.Key].places.Add(place);
                        rooms[lying(place)] = by_zone[place.Key];
                    }
                }
            }

            /// <summary>Names others after the places were dealt.</summary>
            public void deal_anew(State game, Minstd chance)
            {
                List<Entity> known = new List<Entity>();
                foreach (Seq held in game.kinds.values())
                {
                    foreach (object one in held.held) if (!rooms.ContainsKey((Entity)one)) known.Add((Entity)one);
                }
                foreach (Entity entity in Sorting.sorted(known, (a, b) => a.number.CompareTo(b.number)))
                {
                    foreach (string name in game.code.kinds[entity._kind].field_names)
                    {
                        object value = entity.get(name);
                        if (value is Entity || is_list(value)) entity.set(Field.of(name), renamed(value, chance));
                    }
                }
            }

            private object renamed(object value, Minstd chance)
            {
                Entity entity = value as Entity;
                if (entity != null) return rooms.ContainsKey(entity) ? other(entity, chance) : entity;
                return is_list(value) ? ((Seq)value).map(part => renamed(part, chance)) : value;
            }

            /// <summary>Whether a value is a collection: no roll, and no shape.</summary>
            private static bool is_list(object value)
            {
                return value is Seq && !(value is Roll) && !(value is Shape);
            }

            private Entity other(Entity entity, Minstd chance)
            {
                Pool pool = rooms[entity];
                if (!left.ContainsKey(pool))
                {
                    left[pool] = new List<Entity>();
                    foreach (object position in chance.permutation(pool.places.Count).held)
                    {
                        left[pool].Add(lying(pool.places[(int)(long)position]));
                    }
                }
                List<Entity> free = left[pool];
                if (others.ContainsKey(entity)) return others[entity];
                others[entity] = free[free.Count - 1];
                free.RemoveAt(free.Count - 1);
                return others[entity];
            }
        }

        private static Entity lying(KeyValuePair<Zone, int> place)
        {
            return (Entity)place.Key.items[place.Value];
        }

        private static void deal(Pool pool, Minstd chance)
        {
            List<Entity> entities = new List<Entity>();
            foreach (KeyValuePair<Zone, int> place in pool.places) entities.Add(lying(place));
            entities = Sorting.sorted(entities, (a, b) => Values.compare(own_order(a), own_order(b)));
            Seq order = chance.permutation(pool.places.Count);
            for (int i = 0; i < pool.places.Count; i++)
            {
                Zone zone = pool.places[i].Key;
                Entity entity = entities[(int)(long)order[i]];
                object[] items = (object[])zone.items.held.Clone();
                items[pool.places[i].Value] = entity;
                zone.items = new Seq(items);
                entity._zone = zone;
            }
        }

        private static List<Pool> hidden_places(State game, Entity player)
        {
            OrderedSet<Zone> zones = new OrderedSet<Zone>();
            foreach (Seq held in game.kinds.values())
            {
                foreach (object entity in held.held)
                {
                    Zone zone = ((Entity)entity)._zone;
                    if (zone != null) zones.add(zone);
                }
            }
            Map<string, Pool> pools = new Map<string, Pool>();
            foreach (Zone zone in Sorting.sorted(zones.list(), (a, b) => Values.compare(zone_order(a), zone_order(b))))
            {
                for (int index = 0; index < zone.items.Count; index++)
                {
                    Entity entity = (Entity)zone.items[index];
                    if (Places.is_known_to(game, entity, player)) continue;
                    string key = Values.digits(zone.owner.number) + " " + entity._kind;
                    Pool pool = pools.get(key);
                    if (pool == null) pools.set(key, pool = new Pool { key = Seq.of(zone.owner._id, entity._kind) });
                    pool.places.Add(new KeyValuePair<Zone, int>(zone, index));
                }
            }
            return Sorting.sorted(pools.values(), (a, b) => Values.compare(a.key, b.key));
        }

        private static Seq zone_order(Zone zone)
        {
            return Seq.of(zone.owner._id, zone.name);
        }

        /// <summary>By card and age, wherever it lies.</summary>
        private static Seq own_order(Entity entity)
        {
            return Seq.of(entity._card != null ? entity._card._id : "", entity._id);
        }

        /// <summary>Whether data of a snapshot names one of these entities.</summary>
        private static bool names_any(object value, HashSet<long> ids)
        {
            Seq items = value as Seq;
            Bag bag = value as Bag;
            if (items != null)
            {
                bool is_entity = items.Count == 2 && "entity".Equals(items[0]) && items[1] is long;
                if (is_entity && ids.Contains((long)items[1])) return true;
                foreach (object item in items.held) if (names_any(item, ids)) return true;
            }
            if (bag != null) foreach (string name in bag.Keys) if (names_any(bag[name], ids)) return true;
            return false;
        }
    }
}

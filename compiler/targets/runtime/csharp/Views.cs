// Views: what somebody may know of a match, as data (`schemas/view.schema.json`).
//
// Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game, who asks, and the
// names by which they know entities. Output: data that JSON can hold; the same in every engine.
//
// An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
// entity. Who watches a match keeps the names: an entity has its name for as long as the viewer may know where it is;
// who finds it again after that finds it under another one.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>In whose zone an entity lies, and where in it.</summary>
    public sealed class Lying
    {
        public readonly long owner, place;
        public readonly string zone;
        public readonly object visible;

        public Lying(long owner, string zone, long place, object visible)
        {
            this.owner = owner;
            this.zone = zone;
            this.place = place;
            this.visible = visible;
        }
    }

    /// <summary>A game as one viewer sees it: all entities, what of them is seen, and how that is printed. `seat` is
    /// the number of a player, who is `player`, null of a spectator, or "all" of a referee, who knows all.</summary>
    public sealed class Outlook
    {
        public static readonly Bag HIDDEN = Bag.of("hidden", true);

        public readonly State game;
        public readonly object seat;
        public readonly Entity player;
        public Map<long, Entity> rows;
        public Map<long, Lying> lying; // by id: in whose zone, and its place there
        public Map<long, List<long>> held; // by id: what lies in its zones, its parts, the statuses on it
        public Map<long, bool> known;
        public readonly Map<long, long> given = new Map<long, long>(); // names by id
        private Map<long, long> holders; // by id: in whose zone, of whom a part, on whom a status it is
        private long last; // name that was given
        private readonly Dictionary<string, List<FieldCode>> holding = new Dictionary<string, List<FieldCode>>();

        public Outlook(State game, object seat, Entity player)
        {
            this.game = game;
            this.seat = seat;
            this.player = player;
            look();
        }

        private bool is_referee
        {
            get { return "all".Equals(seat); }
        }

        // ---- reading
        /// <summary>Looks at the game as it is now: what holds what, what is seen, and under which names.</summary>
        public void look()
        {
            rows = new Map<long, Entity>();
            lying = new Map<long, Lying>();
            holders = new Map<long, long>();
            held = new Map<long, List<long>>();
            known = new Map<long, bool>();
            foreach (Seq many in game.kinds.values())
            {
                foreach (object entity in many.held) rows.set(((Entity)entity).number, (Entity)entity);
            }
            foreach (Entity entity in rows.values()) note_held(entity);
            foreach (long id in rows.keys()) is_seen(id);
            give_names();
        }

        private void note_held(Entity entity)
        {
            List<long> found = new List<long>();
            foreach (FieldCode field in holding_of(entity._kind))
            {
                object value = entity.get(field.field);
                if (field.zone)
                {
                    Seq items = ((Zone)value).items;
                    for (int place = 0; place < items.Count; place++)
                    {
                        long id = ((Entity)items[place]).number;
                        lying.set(id, new Lying(entity.number, field.name, place, field.visible));
                        found.Add(id);
                    }
                    continue;
                }
                Seq parts = value as Seq ?? Seq.of(new[] { value });
                foreach (object part in parts.held)
                {
                    Entity one = part as Entity;
                    if (one != null && one._id is long && rows.has(one.number)) found.Add(one.number);
                }
            }
            foreach (object status in entity._statuses.held) found.Add(((Entity)status).number);
            held.set(entity.number, found);
            foreach (long item in found) holders.set(item, entity.number);
        }

        private List<FieldCode> holding_of(string kind)
        {
            List<FieldCode> found;
            if (holding.TryGetValue(kind, out found)) return found;
            found = new List<FieldCode>();
            foreach (FieldCode field in game.code.kinds[kind].fields)
            {
                if (field.zone || !string.IsNullOrEmpty(field.part)) found.Add(field);
            }
            found = Sorting.sorted(found, (a, b) => Values.compare_texts(a.name, b.name));
            holding.Add(kind, found);
            return found;
        }

        // ---- what is seen
        /// <summary>Whether the asker knows an entity that is in the game: it, and what holds it.</summary>
        public bool is_seen(long id)
        {
            bool seen;
            if (known.try_get(id, out seen)) return seen;
            known.set(id, true); // should two hold each other
            long holder;
            seen = is_open(id) && (!holders.try_get(id, out holder) || is_seen(holder));
            known.set(id, seen);
            return seen;
        }

        /// <summary>Whether the asker sees what lies in this place, or was shown it; also where its owner has left the
        /// game.</summary>
        private bool is_open(long id)
        {
            Zone zone = rows.get(id)._zone;
            if (zone == null || "all".Equals(zone.visible) || is_referee) return true;
            if (player == null) return false;
            if ("owner".Equals(zone.visible) && zone.owner == player) return true;
            return game.revealed.has(Values.digits(id) + " " + Values.digits(player.number));
        }

        // ---- names
        /// <summary>Takes the names of what is hidden now, and gives names to what is new.</summary>
        private void give_names()
        {
            foreach (long id in given.keys()) if (rows.has(id) && !is_seen(id)) given.delete(id);
            // Players in the order of their seats.
            foreach (object one in Entities.players_by_seat(game).held)
            {
                if (!given.has(((Entity)one).number)) give_name(((Entity)one).number);
            }
            List<KeyValuePair<string, long>> alone = new List<KeyValuePair<string, long>>();
            foreach (long id in rows.keys())
            {
                if (given.has(id) || holders.has(id) || !is_seen(id)) continue;
                alone.Add(new KeyValuePair<string, long>(key(rows.get(id)), id));
            }
            foreach (long id in sorted_by_key(alone)) give_name(id);
            List<long> waiting = new List<long>();
            foreach (long id in given.keys()) if (rows.has(id)) waiting.Add(id);
            waiting = Sorting.sorted(waiting, (a, b) => given.get(a).CompareTo(given.get(b)));
            for (int i = 0; i < waiting.Count; i++) // which grows
            {
                foreach (long item in nameless(waiting[i]))
                {
                    give_name(item);
                    waiting.Add(item);
                }
            }
        }

        /// <summary>What it holds that is seen and has no name: as it lies, but where the asker knows no order by what
        /// it is.</summary>
        private List<long> nameless(long holder)
        {
            List<long> found = new List<long>();
            List<KeyValuePair<string, long>> jumbled = new List<KeyValuePair<string, long>>();
            foreach (long item in held.get(holder))
            {
                if (given.has(item) || !is_seen(item)) continue;
                if (!is_jumbled_away(item))
                {
                    found.Add(item);
                    continue;
                }
                string text = lying.get(item).zone + " " + key(rows.get(item));
                jumbled.Add(new KeyValuePair<string, long>(text, item));
            }
            found.AddRange(sorted_by_key(jumbled));
            return found;
        }

        private static List<long> sorted_by_key(List<KeyValuePair<string, long>> keyed)
        {
            List<long> found = new List<long>();
            foreach (KeyValuePair<string, long> one in Sorting.sorted(keyed, by_key)) found.Add(one.Value);
            return found;
        }

        private static int by_key(KeyValuePair<string, long> a, KeyValuePair<string, long> b)
        {
            int found = Values.compare_texts(a.Key, b.Key);
            return found != 0 ? found : a.Value.CompareTo(b.Value);
        }

        public Seq players()
        {
            return Entities.players_by_seat(game).map(one => name_of(((Entity)one).number));
        }

        private void give_name(long id)
        {
            last += 1;
            given.set(id, is_referee ? id : last);
        }

        /// <summary>What orders entities that are new: what they are, and no age.</summary>
        private string key(Entity entity)
        {
            string card = entity._card != null ? (string)entity._card._id : "";
            List<string> parts = new List<string> { entity._kind, card };
            parts.Add(entity.layout.figure ? plain(entity.at) : "none");
            foreach (string name in game.code.kinds[entity._kind].field_names)
            {
                parts.Add(name + "=" + plain(entity.get(name)));
            }
            return string.Join(" ", parts);
        }

        /// <summary>A value as a text that names no entity, unless by the name that it has.</summary>
        private string plain(object value)
        {
            Square square = value as Square;
            if (square != null) return Values.digits(square.index);
            Entity entity = value as Entity;
            if (entity != null)
            {
                if (is_card(entity)) return (string)entity._id;
                bool is_named = entity._id is long && given.has(entity.number);
                return is_named ? "#" + Values.digits(given.get(entity.number)) : "?";
            }
            Seq items = value as Seq;
            if (items != null && !(items is Roll))
            {
                List<string> told = new List<string>();
                foreach (object item in items.held) told.Add(plain(item));
                return "[" + string.Join(", ", told) + "]";
            }
            bool is_plain = value == null || value is string || value is ValueType;
            return is_plain ? Values.label(value) : "?";
        }

        // ---- as data
        public Bag data(Choose request)
        {
            Bag entities = new Bag(), zones = new Bag();
            foreach (long id in given.keys())
            {
                if (!rows.has(id)) continue;
                if (is_row(id)) entities[name_of(id)] = entity(id);
                Bag own = zones_of(id);
                foreach (string zone in own.Keys) zones[zone] = own[zone];
            }
            return Bag.of(
                "for", seat, "board", board(), "players", players(),
                "entities", in_order(entities), "zones", zones, "effects", effects(), "request", this.request(request));
        }

        /// <summary>Members that are numbers in their order, as every engine has them.</summary>
        private static Bag in_order(Bag held)
        {
            List<string> names = new List<string>(held.Keys);
            Bag made = new Bag();
            foreach (string name in Sorting.sorted(names, (a, b) => a.Length != b.Length ? a.Length - b.Length
                : string.CompareOrdinal(a, b))) made[name] = held[name];
            return made;
        }

        /// <summary>Whether it stands among the entities; a status is told with its bearer.</summary>
        public bool is_row(long id)
        {
            return !game.code.traits.ContainsKey(rows.get(id)._kind);
        }

        public string name_of(long id)
        {
            return Values.digits(given.get(id));
        }

        public Bag board()
        {
            Grid grid = game.grid;
            if (grid == null) return null;
            Seq squares = game.squares.map(one =>
            {
                Square square = (Square)one;
                Seq terrain = Seq.of_texts(Sorting.texts(grid.terrain[square.index].texts()));
                return Bag.of("at", square.name, "terrain", terrain, "elevation", grid.elevation[square.index]);
            });
            List<int[]> walls = Sorting.sorted(grid.walls, (a, b) => a[0] != b[0] ? a[0] - b[0] : a[1] - b[1]);
            Seq names = Seq.from(walls.ConvertAll(wall =>
            {
                return (object)Seq.of(grid.square_name(wall[0]), grid.square_name(wall[1]));
            }));
            Bag board = Bag.of(
                "width", (long)grid.width, "height", (long)grid.height, "squares", squares, "walls", names);
            Seq vacant = grid.vacant().map(square => ((Square)square).name);
            if (vacant.Count > 0) board["vacant_squares"] = vacant;
            return board;
        }

        /// <summary>The zones of an entity, each under its key. Of a zone that its owner alone sees, others know no
        /// order.</summary>
        public Bag zones_of(long id)
        {
            Entity entity = rows.get(id);
            Bag made = new Bag();
            foreach (FieldCode field in holding_of(entity._kind))
            {
                if (!field.zone) continue;
                Seq items = ((Zone)entity.get(field.field)).items.map(one =>
                {
                    long item = ((Entity)one).number;
                    return is_seen(item) ? name_of(item) : null;
                });
                if (is_jumbled(field.visible, id)) items = jumbled(items);
                made[name_of(id) + "." + field.name] = Bag.of("count", (long)items.Count, "entities", items);
            }
            return made;
        }

        private static Seq jumbled(Seq items)
        {
            Seq known = items.filter(item => item != null);
            known = Sorting.sorted(known, (a, b) => number(a).CompareTo(number(b)));
            return known.and(Seq.of(new object[items.Count - known.Count]));
        }

        private static long number(object name)
        {
            return long.Parse((string)name, System.Globalization.CultureInfo.InvariantCulture);
        }

        private bool is_jumbled(object visible, long owner)
        {
            return "owner".Equals(visible) && (player == null || owner != player.number) && !is_referee;
        }

        /// <summary>Whether an entity lies in a zone of which the asker knows no order.</summary>
        private bool is_jumbled_away(long id)
        {
            Lying place = lying.get(id);
            return place != null && is_jumbled(place.visible, place.owner);
        }

        public Bag entity(long id)
        {
            Entity entity = rows.get(id);
            Lying place = lying.get(id);
            Bag fields = new Bag();
            foreach (FieldCode field in game.code.kinds[entity._kind].fields)
            {
                if (!field.zone) fields[field.name] = value(entity.get(field.field));
            }
            bool is_placed = place != null && !is_jumbled_away(id);
            bool is_standing = entity.layout.figure && entity.at != null;
            return Bag.of(
                "kind", entity._kind, "card", entity._card != null ? entity._card._id : null,
                "zone", place != null ? name_of(place.owner) + "." + place.zone : null,
                "place", is_placed ? (object)place.place : null, "at", is_standing ? entity.at.name : null,
                "fields", fields, "statuses", entity._statuses.map(one => status((Entity)one)),
                "keywords", entity._keywords.map(one => trait((Entity)one)));
        }

        private Bag status(Entity status)
        {
            Duration lasts = null;
            foreach (Effect effect in game.effects)
            {
                if (effect.status != status) continue;
                lasts = effect.duration;
                break;
            }
            Bag made = Bag.of("name", name_of(status.number));
            trait(status).copy_to(made);
            made["until"] = until(lasts);
            return made;
        }

        public Bag trait(Entity trait)
        {
            TraitCode code = game.code.traits[trait._kind];
            Bag values = new Bag();
            for (int i = 0; i < code.fields.Length; i++) values[code.names[i]] = value(trait.get(code.fields[i]));
            return Bag.of("kind", trait._kind, "values", values);
        }

        private static Bag until(Duration lasts)
        {
            return lasts == null ? null : Bag.of("edge", lasts.edge, "skip", lasts.skip, "verbs", lasts.verbs);
        }

        public Seq effects()
        {
            List<object> made = new List<object>();
            foreach (Effect effect in game.effects) if (effect.status == null) made.Add(this.effect(effect));
            return Seq.from(made);
        }

        private Bag effect(Effect effect)
        {
            Bag values = new Bag();
            if (effect.env != null)
            {
                foreach (string name in effect.env.Keys)
                {
                    if (effect.env[name] != null) values[name] = value(effect.env[name]);
                }
            }
            Seq places = effect.modifiers.map(i => Game.place_of(game, game.code.lasting[(long)i].at));
            return Bag.of("until", until(effect.duration), "places", places, "values", values);
        }

        /// <summary>What is asked; who is not asked knows only who is.</summary>
        public Bag request(Choose request)
        {
            if (request == null) return null;
            object who = value(request.who);
            if (!is_referee && player != request.who) return Bag.of("who", who);
            return Bag.of(
                "who", who, "kind", request.kind, "prompt", request.prompt, "options", request.options.map(value),
                "least", request.least, "most", request.most, "judged", request.such_that != null,
                "place", Game.place_of(game, request.at));
        }

        // ---- values
        public object value(object value)
        {
            if (value == null || value is string || value is ValueType) return value;
            Entity entity = value as Entity;
            if (entity != null) return reference(entity);
            Seq items = value as Seq;
            if (items is Roll) return Bag.of("roll", items.map(this.value));
            if (items != null) return items.map(this.value);
            Square square = value as Square;
            if (square != null) return Bag.of("square", square.name);
            Zone zone = value as Zone;
            if (zone != null)
            {
                Bag owner = reference(zone.owner);
                return owner.has("entity") ? Bag.of("zone", owner["entity"] + "." + zone.name) : HIDDEN;
            }
            Face face = value as Face;
            if (face != null) return Bag.of("die", face.die, "face", face.index);
            Event ev = value as Event;
            if (ev != null) return Bag.of("event", ev._verb);
            Duration lasts = value as Duration;
            if (lasts != null) return Bag.of("until", until(lasts));
            Usable use = value as Usable;
            return use != null ? usable(use.ability, use.me, use.self) : value;
        }

        /// <summary>An ability; who does not know its carrier knows nothing of it.</summary>
        public Bag usable(int ability, object me, Entity self)
        {
            object of = value(me), by = value(self);
            if (of == HIDDEN || by == HIDDEN) return HIDDEN;
            return Bag.of("ability", game.code.abilities[ability].id, "of", of, "by", by);
        }

        private bool is_card(Entity entity)
        {
            return game.code.card_named(entity._id) == entity;
        }

        /// <summary>An entity by its name. What is not in the game any more is known by the name that it had.</summary>
        private Bag reference(Entity entity)
        {
            if (is_card(entity)) return Bag.of("card", entity._id);
            TraitCode code;
            if (game.code.traits.TryGetValue(entity._kind, out code) && !code.is_status)
            {
                Bag of = reference(entity.bearer);
                if (of == HIDDEN) return HIDDEN;
                Bag made = trait(entity);
                made["of"] = of;
                return made;
            }
            bool is_named = entity._id is long && given.has(entity.number);
            return is_named ? Bag.of("entity", name_of(entity.number)) : HIDDEN;
        }
    }
}

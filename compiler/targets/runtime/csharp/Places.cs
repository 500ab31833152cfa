// Places: where entities are: in a zone, on the board, or out of the game.
//
// Job: put entities into zones, onto squares and out of the game. Reads: zones and the board. Changes: zones, squares,
// and who knows what lies hidden. What was removed from the game is nowhere, and goes nowhere.

using System;
using System.Collections.Generic;
using System.Globalization;

namespace Cardwright
{
    public static class Places
    {
        /// <summary>Takes an entity out of the zone where it lies.</summary>
        public static void take(State rt, Entity entity)
        {
            if (!entity._alive) return;
            leave_zone(rt, entity);
            Changes.tell(rt, "move", entity);
        }

        private static void leave_zone(State rt, Entity entity)
        {
            Zone zone = entity._zone;
            if (zone == null) return;
            Spending.count_change(rt, zone.items.Count);
            rt.set_items(zone, zone.items.without(entity));
            rt.set_zone(entity, null);
            forget(rt, new HashSet<long> { entity.number });
            Changes.touch(rt, zone.name);
        }

        /// <summary>Moves an entity into a zone; it leaves the board and the zone where it was.</summary>
        private static void put(State rt, Entity entity, Zone zone, Func<Seq, int> where)
        {
            if (!entity._alive) return;
            if (zone.is_within(entity)) throw new Fault(Values.label(entity) + " cannot lie within itself");
            leave_zone(rt, entity);
            leave_board(rt, entity);
            Spending.count_change(rt, zone.items.Count);
            rt.set_items(zone, zone.items.with_at(where(zone.items), entity));
            rt.set_zone(entity, zone);
            Changes.touch(rt, zone.name);
            Changes.tell(rt, "move", entity);
        }

        public static void put_top(State rt, Entity entity, Zone zone)
        {
            put(rt, entity, zone, items => 0);
        }

        public static void put_bottom(State rt, Entity entity, Zone zone)
        {
            put(rt, entity, zone, items => items.Count);
        }

        public static void put_before(State rt, Entity entity, Entity other, int step = 0)
        {
            if (other._zone == null) throw new Fault(Values.label(other) + " is in no zone");
            if (entity != other) put(rt, entity, other._zone, items => items.index_of(other) + step);
        }

        public static void put_after(State rt, Entity entity, Entity other)
        {
            put_before(rt, entity, other, 1);
        }

        /// <summary>Lets a player know an entity for as long as it stays where it lies; a shuffle hides it
        /// again.</summary>
        public static void reveal(State rt, Entity entity, Entity player)
        {
            string known = Values.label(entity._id) + " " + Values.label(player._id);
            if (rt.revealed.has(known)) return;
            Spending.count_change(rt);
            rt.set_revealed(new OrderedSet<string>(rt.revealed).add(known));
            Changes.tell(rt, "reveal", entity, player);
        }

        /// <summary>Whether a player may know it: it lies in no zone, in one that this player sees, or was revealed
        /// there.</summary>
        public static bool is_known_to(State rt, Entity entity, Entity player)
        {
            Zone zone = entity._zone;
            if (zone == null || "all".Equals(zone.visible)) return true;
            if ("owner".Equals(zone.visible) && zone.owner == player) return true;
            return rt.revealed.has(Values.label(entity._id) + " " + Values.label(player._id));
        }

        private static void forget(State rt, HashSet<long> ids)
        {
            if (rt.revealed.Count == 0) return;
            OrderedSet<string> kept = new OrderedSet<string>();
            foreach (string known in rt.revealed)
            {
                string id = known.Substring(0, known.IndexOf(' '));
                if (!ids.Contains(long.Parse(id, CultureInfo.InvariantCulture))) kept.add(known);
            }
            if (kept.Count != rt.revealed.Count) rt.set_revealed(kept);
        }

        public static void reorder(State rt, Zone zone, Seq order)
        {
            Seq old = zone.items;
            Spending.count_change(rt, old.Count);
            rt.set_items(zone, order.map(i => old.held[(long)i]));
            HashSet<long> ids = new HashSet<long>();
            foreach (object entity in old.held) ids.Add(((Entity)entity).number);
            forget(rt, ids);
            Changes.tell(rt, "shuffle", zone);
        }

        /// <summary>The squares that a figure or a drawing takes, or would, with its upper left on a square; null off
        /// the board.</summary>
        public static Seq footprint(State rt, object held, Square square)
        {
            string text = held as string;
            if (text != null)
            {
                List<int> taken = Drawings.taken(rt.grid, drawing_of(rt, text), square.index);
                return taken == null ? null : rt.grid.named(taken);
            }
            Entity entity = (Entity)held;
            object size = entity.layout.sized ? entity.get(Fields.size) : null;
            int side = size != null ? (int)(long)size : 0;
            if (side <= 1) return rt.grid.exists[square.index] ? Seq.of(new object[] { square }) : null;
            int[] found = rt.grid.footprint(square.index, side, side);
            return found == null ? null : rt.grid.named(found);
        }

        /// <summary>Puts a figure onto a square; or lays a drawing, with its upper left corner there.</summary>
        public static void place(State rt, object moved, Square square)
        {
            if (moved is string)
            {
                lay(rt, (string)moved, square);
                return;
            }
            Entity entity = (Entity)moved;
            if (!entity._alive) return;
            Seq squares = footprint(rt, entity, square);
            if (squares == null) throw new Fault(Values.label(entity) + " does not fit at " + square);
            leave_zone(rt, entity);
            leave_board(rt, entity);
            Spending.count_change(rt, squares.Count);
            foreach (object held in squares.held)
            {
                Square s = (Square)held;
                Seq there = rt.standing.get(s);
                if (there != null && there.Count >= rt.bounds.crowd)
                {
                    throw new Exhausted("more than " + Values.digits(rt.bounds.crowd) + " figures stand on " + s);
                }
                Changes.insert(rt, rt.standing, s, entity);
            }
            rt.set(entity, Fields.at, square);
            Changes.touch(rt, "at");
            Changes.tell(rt, "move", entity);
        }

        /// <summary>Takes a figure off the board.</summary>
        public static void lift(State rt, Entity entity)
        {
            if (!entity._alive) return;
            leave_board(rt, entity);
            Changes.tell(rt, "move", entity);
        }

        private static void leave_board(State rt, Entity entity)
        {
            if (!entity.layout.figure || entity.at == null) return;
            Spending.count_change(rt);
            Seq squares = footprint(rt, entity, entity.at) ?? Seq.Nothing;
            foreach (object s in squares.held) Changes.extract(rt, rt.standing, (Square)s, entity);
            rt.set(entity, Fields.at, null);
            Changes.touch(rt, "at");
        }

        /// <summary>A drawing, which costs as much work as it has squares.</summary>
        public static BoardDrawing drawing_of(State rt, object text)
        {
            BoardDrawing found = BoardDrawing.read((string)text);
            if (found == null) throw new Fault("this is no drawing");
            rt.work -= found.width * found.height;
            return found;
        }

        private static void lay(State rt, string text, Square square)
        {
            Map<string, string> terrain = new Map<string, string>();
            Bag legend = rt.code.data.bag("terrain");
            foreach (string name in legend.Keys)
            {
                string symbol = legend[name] as string;
                if (!string.IsNullOrEmpty(symbol)) terrain.set(symbol, name);
            }
            Grid made = Drawings.laid(rt.grid, drawing_of(rt, text), square.index, terrain);
            if (made == null) throw new Fault("the drawing does not fit at " + square);
            Spending.count_change(rt, rt.grid.count);
            rt.set_grid(made);
            Changes.tell(rt, "board");
        }

        /// <summary>Gives the game the board of a position.</summary>
        public static void set_board(State rt, Grid grid)
        {
            rt.drawn = grid;
            rt.grid = grid;
            rt.squares = grid.squares;
            rt.eyes.Clear();
        }

        /// <summary>Takes an entity out of the game, with all that lies on it.</summary>
        public static void remove(State rt, Entity entity)
        {
            if (entity == null || !entity._alive) return;
            foreach (object status in entity._statuses.held) Statuses.drop(rt, status);
            leave_board(rt, entity);
            leave_zone(rt, entity);
            Spending.count_change(rt);
            rt.set_dead(entity);
            if (entity.is_a("player")) rt.set_removed_players(rt.removed_players.with(entity));
            Changes.extract(rt, rt.kinds, entity._kind, entity);
            if (entity._card != null) Changes.extract(rt, rt.by_card, (string)entity._card._id, entity);
            foreach (object instance in entity._keywords.held)
            {
                Changes.extract(rt, rt.by_keyword, ((Entity)instance)._kind, Seq.of(entity, instance));
            }
            Changes.touch(rt, "all " + entity._kind);
            Changes.touch(rt, "*");
            Changes.tell(rt, "remove", entity);
        }
    }
}

// The functions of the core, for generated code: entities, squares, walks, lines, shapes.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static partial class Core
    {
        private const long FAR = 1000000; // what stands off the board is farther than anything on it

        // ---- entities
        public static bool has(State rt, object owner, object name)
        {
            return Calls.has(rt, owner, name);
        }

        public static Seq instances(State rt, object owner, object name)
        {
            return Modifiers.instances(rt, owner, (string)name);
        }

        /// <summary>What is left of the time of a status; none if nothing ends it.</summary>
        public static Duration remaining(State rt, object status)
        {
            rt.work -= rt.effects.Length;
            foreach (Effect effect in rt.effects) if (effect.status == status) return effect.duration;
            return null;
        }

        public static long stacks(State rt, object entity, object name)
        {
            long found = 0;
            foreach (object status in ((Entity)entity)._statuses.held)
            {
                if (((Entity)status)._kind == (string)name) found += 1;
            }
            return found;
        }

        /// <summary>Whether two statuses or keywords are equal; one without values equals each of its name.</summary>
        public static bool same_name(State rt, object a, object b)
        {
            Seq one = a as Seq, other = b as Seq;
            if (a == null || b == null || (one == null) == (other == null)) return Values.eq(a, b);
            return one != null ? Values.eq(one[0], b) : Values.eq(a, other[0]);
        }

        public static bool is_kind(State rt, object value, string kind)
        {
            Entity entity = value as Entity;
            return entity != null && entity.is_a(kind);
        }

        public static bool in_play(State rt, object value)
        {
            Entity entity = (Entity)value;
            if (entity == null || !entity._alive) return false;
            return entity.layout.stands ? entity.at != null : entity._zone == null;
        }

        public static object card_of(State rt, object entity)
        {
            return ((Entity)entity)._card;
        }

        public static Entity game(State rt)
        {
            return rt.game;
        }

        // ---- squares
        /// <summary>The squares of a figure or square; a figure off the board has none.</summary>
        public static Seq squares_of(State rt, object place)
        {
            if (place is Square) return Seq.of(new[] { place });
            Entity figure = (Entity)place;
            if (figure == null || figure.at == null) return Seq.Nothing;
            return Places.footprint(rt, figure, figure.at) ?? Seq.Nothing;
        }

        private static int[] indexes(Seq squares)
        {
            return Array.ConvertAll(squares.held, square => ((Square)square).index);
        }

        public static Seq footprint(State rt, object figure, object square)
        {
            return Places.footprint(rt, figure, (Square)square) ?? Seq.Nothing;
        }

        public static bool fits(State rt, object held, object square)
        {
            if (!(held is string)) return Places.footprint(rt, held, (Square)square) != null;
            return Drawings.fits(rt.grid, Places.drawing_of(rt, held), ((Square)square).index);
        }

        public static bool edges_match(State rt, object text, object square)
        {
            return Drawings.edges_match(rt.grid, Places.drawing_of(rt, text), ((Square)square).index);
        }

        public static string rotated(State rt, object text, object quarters)
        {
            return Places.drawing_of(rt, text).rotated((long)quarters);
        }

        /// <summary>The squares that may still come onto the board.</summary>
        public static Seq vacant_squares(State rt)
        {
            rt.work -= rt.grid.count;
            return rt.grid.vacant();
        }

        public static object square(State rt, object name)
        {
            int found = rt.grid != null ? rt.grid.square_named((string)name) : -1;
            if (found < 0) throw new Fault("the board has no square " + Values.label(name));
            return rt.grid.square_at[found];
        }

        public static long column(State rt, object square)
        {
            return ((Square)square).index % rt.grid.width;
        }

        public static long row(State rt, object square)
        {
            return ((Square)square).index / rt.grid.width;
        }

        public static long elevation(State rt, object square)
        {
            return rt.grid.elevation[((Square)square).index];
        }

        public static Seq neighbours(State rt, object square)
        {
            return rt.grid.named(rt.grid.neighbours(((Square)square).index));
        }

        public static bool step_blocked(State rt, object a, object b)
        {
            return rt.grid.step_blocked(((Square)a).index, ((Square)b).index);
        }

        public static Seq standing_on(State rt, object square)
        {
            return rt.standing.get((Square)square) ?? Seq.Nothing;
        }

        // ---- distances
        public static long distance(State rt, object a, object b)
        {
            Seq first = squares_of(rt, a), second = squares_of(rt, b);
            if (first.Count == 0 || second.Count == 0 || rt.grid == null) return FAR;
            if (first.Count == 1 && second.Count == 1)
            {
                return rt.grid.distance(((Square)first[0]).index, ((Square)second[0]).index);
            }
            return rt.grid.distance_of_footprints(indexes(first), indexes(second));
        }

        public static object path_distance(State rt, object a, object b, Fn1 passable)
        {
            Seq sources = squares_of(rt, a), targets = squares_of(rt, b);
            if (sources.Count == 0 || targets.Count == 0) return null;
            return rt.grid.path_distance(indexes(sources), indexes(targets), s =>
            {
                rt.work -= 1;
                return rt.grid.square_at[s] != null && yes(passable(rt, rt.grid.square_at[s]));
            }, FAR);
        }

        // ---- walks
        private static object price(State rt, object figure, Fn3 cost, Square from, Square to)
        {
            object price = cost(rt, figure, from, to);
            if (price == null || (long)price >= 0) return price;
            string step = "the step from " + from.name + " to " + to.name;
            throw new Fault(step + " costs " + Values.label(price) + ", and none costs less than nothing");
        }

        /// <summary>What is known under a key by numbers.</summary>
        private static Dictionary<long, Cost> numbered(Known known, object key)
        {
            object found = known.get(key);
            if (found == null) known.set(key, found = new Dictionary<long, Cost>());
            return (Dictionary<long, Cost>)found;
        }

        /// <summary>How a figure walks. What a step costs is asked once while the board stays: the way is sought after
        /// the reach.</summary>
        private static Walk walk(State rt, object figure, object budget, Fn3 cost, Fn2 stop)
        {
            object size = ((Entity)figure).get(Fields.size);
            Dictionary<long, Cost> prices = numbered(rt.known.under("prices").under(figure), cost);
            Dictionary<long, Cost> halts = numbered(rt.known.under("stops").under(figure), stop);
            Grid grid = rt.grid;
            Func<int, int, long?> priced = (a, b) =>
            {
                Cost found;
                long step = (long)a * grid.count + b;
                if (!prices.TryGetValue(step, out found) || !is_known(rt, found))
                {
                    long before = rt.work;
                    rt.work -= 1;
                    object told = price(rt, figure, cost, grid.square_at[a], grid.square_at[b]);
                    prices[step] = found = new Cost(told, before - rt.work);
                }
                return found.value == null ? (long?)null : (long)found.value;
            };
            Func<int, bool> stops = s =>
            {
                Cost found;
                if (!halts.TryGetValue(s, out found) || !is_known(rt, found))
                {
                    long before = rt.work;
                    rt.work -= 1;
                    object told = stop(rt, figure, grid.square_at[s]);
                    halts[s] = found = new Cost(told, before - rt.work);
                }
                return yes(found.value);
            };
            int side = (int)Math.Max(size != null ? (long)size : 1, 1);
            return new Walk { size = side, budget = (long)budget, cost = priced, stops = stops };
        }

        public static Seq reachable(State rt, object figure, object budget, Fn3 cost, Fn2 stop)
        {
            Square start = ((Entity)figure).at;
            if (start == null || rt.grid == null) return Seq.Nothing;
            Known known = rt.known.under("reach").under(figure).under(budget).under(cost);
            return (Seq)Spending.charged(rt, known, stop, () =>
            {
                Walk walked = walk(rt, figure, budget, cost, stop);
                List<int> found = new List<int>(rt.grid.reachable(start.index, walked).Keys);
                found.Sort();
                return rt.grid.named(found);
            });
        }

        public static Seq route(State rt, object figure, object goal, object budget, Fn3 cost, Fn2 stop)
        {
            Square start = ((Entity)figure).at;
            if (start == null || rt.grid == null) return Seq.Nothing;
            Func<Ways> sought = () => rt.grid.ways(start.index, walk(rt, figure, budget, cost, stop), () => -rt.work);
            Known known = rt.known.under("ways").under(figure).under(budget).under(cost);
            object ways = known.get(stop);
            if (ways == null) known.set(stop, ways = sought());
            long before = rt.work, spent;
            int target = ((Square)goal).index;
            Way way = null;
            try
            {
                way = ((Ways)ways).to(target, out spent);
            }
            catch (Exhausted)
            {
                spent = before + 1;
            }
            rt.work = before;
            // Sought anew, so that the work ends where it does without what is known.
            if (spent > before) way = sought().to(target, out spent);
            else rt.work -= spent;
            return way != null ? rt.grid.named(way.squares()) : Seq.Nothing;
        }

        // ---- lines
        public static Seq corners(State rt, object place)
        {
            Seq corners = Spending.over(rt, squares_of(rt, place)).map(s => rt.grid.corners(((Square)s).index));
            if (corners.Count == 1) return (Seq)corners[0];
            List<object> found = new List<object>();
            foreach (object four in corners.held) found.AddRange(((Seq)four).held);
            return Values.unique(Seq.from(found));
        }

        public static Seq centre(State rt, object square)
        {
            return rt.grid.centre(((Square)square).index);
        }

        /// <summary>The lines of the board, for one of some length.</summary>
        private static Lines along(State rt, Seq p, Seq q)
        {
            rt.work -= Math.Abs((long)p[0] - (long)q[0]) + Math.Abs((long)p[1] - (long)q[1]);
            return rt.grid.lines;
        }

        public static Seq crossed(State rt, object p, object q)
        {
            return rt.grid.named(along(rt, (Seq)p, (Seq)q).crossed_squares((Seq)p, (Seq)q));
        }

        public static Seq touched(State rt, object p, object q)
        {
            return rt.grid.named(along(rt, (Seq)p, (Seq)q).touched_squares((Seq)p, (Seq)q));
        }

        public static bool crosses_wall(State rt, object p, object q)
        {
            return along(rt, (Seq)p, (Seq)q).crosses_wall((Seq)p, (Seq)q);
        }

        public static bool touches_wall(State rt, object p, object q)
        {
            return along(rt, (Seq)p, (Seq)q).touches_wall((Seq)p, (Seq)q);
        }

        // ---- shapes
        public static Shape rectangle(State rt, object x, object y, object facing, object width, object depth)
        {
            return Table.made((long)x, (long)y, (long)facing, (long)width, (long)depth, 0, 0);
        }

        public static Shape disc(State rt, object x, object y, object radius)
        {
            return Table.made((long)x, (long)y, 0, 0, 0, 0, (long)radius);
        }

        public static Shape shape_of(State rt, object figure)
        {
            return Table.shape_of(figure);
        }

        public static long measure(State rt, object shape, string name)
        {
            return Table.measure((Shape)shape, name);
        }

        public static Shape moved(State rt, object shape, object ahead, object right)
        {
            return Table.moved(Table.shape_of(shape), (long)ahead, (long)right);
        }

        public static Shape turned(State rt, object shape, object degrees)
        {
            return Table.turned(Table.shape_of(shape), (long)degrees);
        }

        public static Shape resized(State rt, object shape, object width, object depth)
        {
            return Table.resized(Table.shape_of(shape), (long)width, (long)depth);
        }

        public static Shape lane(State rt, object shape, object ahead)
        {
            return Table.lane(Table.shape_of(shape), (long)ahead);
        }

        public static Shape arc(State rt, object shape, object angle, object reach)
        {
            return Table.arc(Table.shape_of(shape), (long)angle, (long)reach);
        }

        public static long gap(State rt, object a, object b, long limit = -1)
        {
            return Table.gap(Table.shape_of(a), Table.shape_of(b), limit);
        }

        public static bool meets(State rt, object a, object b)
        {
            return Table.meets(Table.shape_of(a), Table.shape_of(b));
        }

        public static bool in_arc(State rt, object viewer, object point, object half_angle)
        {
            return Table.in_arc(Table.shape_of(viewer), Table.shape_of(point), (long)half_angle);
        }

        public static long bearing(State rt, object start, object end)
        {
            return Table.bearing(Table.shape_of(start), Table.shape_of(end));
        }

        public static long sine(State rt, object degrees)
        {
            return round_near(rt, Table.sine((long)degrees), 1000L, 1L);
        }

        public static long cosine(State rt, object degrees)
        {
            return round_near(rt, Table.sine((long)degrees + 90), 1000L, 1L);
        }
    }
}

// Geometry of a board of squares: distances, steps, footprints, walks.
//
// Job: answer questions about places. Input: the shape of the board: which squares are there, where walls stand.
// Output: squares, whole numbers, truths. It never holds pieces and never knows a rule of a game.
//
// A square is the number row * width + column. Points are pairs [x, y] in half units, x to the right and y down: the
// corners of the square in column c, row r are [2c, 2r] to [2c + 2, 2r + 2], and its centre is [2c + 1, 2r + 1].

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>The least first.</summary>
    public sealed class Heap<T>
    {
        private readonly List<T> items = new List<T>();
        private readonly Func<T, T, bool> before;

        public Heap(Func<T, T, bool> before)
        {
            this.before = before;
        }

        public int Count
        {
            get { return items.Count; }
        }

        public T least
        {
            get { return items[0]; }
        }

        public void push(T item)
        {
            int i = items.Count;
            items.Add(item);
            while (i > 0)
            {
                int above = (i - 1) >> 1;
                if (!before(item, items[above])) break;
                items[i] = items[above];
                i = above;
            }
            items[i] = item;
        }

        public T pop()
        {
            T first = items[0], item = items[items.Count - 1];
            items.RemoveAt(items.Count - 1);
            int size = items.Count;
            if (size == 0) return first;
            int i = 0;
            for (;;)
            {
                int below = 2 * i + 1;
                if (below >= size) break;
                if (below + 1 < size && before(items[below + 1], items[below])) below += 1;
                if (!before(items[below], item)) break;
                items[i] = items[below];
                i = below;
            }
            items[i] = item;
            return first;
        }
    }

    /// <summary>How a figure walks: its size, its budget, what a step costs (null: it is none), where it
    /// stops.</summary>
    public sealed class Walk
    {
        public int size;
        public long budget;
        public Func<int, int, long?> cost;
        public Func<int, bool> stops;
    }

    /// <summary>A step to a neighbouring anchor.</summary>
    public struct Step
    {
        public int other;
        public bool diagonal;
    }

    /// <summary>Geometry of a board of squares. Shape and walls never change.</summary>
    public sealed class Grid
    {
        public readonly int width, height, count;
        public readonly string metric;
        public readonly bool[] exists;
        public readonly Seq[] terrain;
        public readonly long[] elevation;
        public readonly List<int[]> walls; // each once, the lower square first
        // Null where there is none. Also those that may come onto a board that is made of this one: they are vacant.
        public readonly Square[] square_at;
        public readonly Seq squares;
        public readonly Known remembered = new Known(); // what follows from the board alone
        public readonly Lines lines;
        private readonly HashSet<long> wall_pairs = new HashSet<long>();
        private readonly HashSet<long> cut_steps = new HashSet<long>();
        private readonly int[][] near, orthogonal;
        private readonly Dictionary<long, int[]> footprints = new Dictionary<long, int[]>();
        private readonly Dictionary<int, Step[][]> steps = new Dictionary<int, Step[][]>();
        private readonly Seq[] corners_of, centres;

        public Grid(
            int width, int height, string metric, bool[] exists, Seq[] terrain, IEnumerable<int[]> walls,
            Square[] named = null)
        {
            this.width = width;
            this.height = height;
            count = width * height;
            this.metric = metric ?? "chebyshev";
            this.exists = exists;
            this.terrain = terrain;
            elevation = new long[count];
            corners_of = new Seq[count];
            centres = new Seq[count];
            Map<long, int[]> edges = new Map<long, int[]>();
            foreach (int[] wall in walls)
            {
                int a = Math.Min(wall[0], wall[1]), b = Math.Max(wall[0], wall[1]);
                edges.set(pair(a, b), new[] { a, b });
            }
            this.walls = edges.values();
            foreach (int[] wall in this.walls)
            {
                wall_pairs.Add(pair(wall[0], wall[1]));
                wall_pairs.Add(pair(wall[1], wall[0]));
            }
            near = new int[count][];
            orthogonal = new int[count][];
            square_at = named ?? new Square[count];
            for (int i = 0; i < count; i++)
            {
                if (named == null && exists[i]) square_at[i] = new Square(i, square_name(i));
                near[i] = adjacent(i, true);
                orthogonal[i] = adjacent(i, false);
            }
            for (int a = 0; a < count; a++)
            {
                foreach (int b in near[a]) if (is_cut(a, b)) cut_steps.Add(pair(a, b));
            }
            squares = Seq.of(Array.FindAll<object>(square_at, held => held != null && exists[((Square)held).index]));
            lines = new Lines(this);
        }

        /// <summary>Whether a square is on the board, or may come onto it.</summary>
        public bool known(int square)
        {
            return square_at[square] != null;
        }

        public Seq vacant()
        {
            return Seq.of(Array.FindAll<object>(square_at, held => held != null && !exists[((Square)held).index]));
        }

        /// <summary>A board of which some vacant squares have a name.</summary>
        public Grid with_vacant(Predicate<int> vacant)
        {
            Square[] named = (Square[])square_at.Clone();
            for (int i = 0; i < count; i++) if (vacant(i)) named[i] = new Square(i, square_name(i));
            return new Grid(width, height, metric, exists, terrain, walls, named);
        }

        /// <summary>Another board with the same names, on which these squares are, each with its terrain; it has these
        /// walls.</summary>
        public Grid with_squares(Dictionary<int, Seq> changed, List<int[]> edges)
        {
            bool[] there = (bool[])exists.Clone();
            Seq[] carried = (Seq[])terrain.Clone();
            foreach (KeyValuePair<int, Seq> square in changed)
            {
                there[square.Key] = true;
                carried[square.Key] = square.Value;
            }
            return new Grid(width, height, metric, there, carried, edges, square_at);
        }

        private long pair(int a, int b)
        {
            return (long)a * count + b;
        }

        // ---- names
        public string square_name(int square)
        {
            int column = square % width + 1;
            string letters = "";
            while (column > 0)
            {
                letters = (char)(97 + (column - 1) % 26) + letters;
                column = (column - 1) / 26;
            }
            return letters + Values.digits(square / width + 1);
        }

        /// <summary>The square of that name; -1 when the text is no name or names no square of this board.</summary>
        public int square_named(string text)
        {
            int i = 0;
            long column = 0, row = 0;
            while (i < text.Length && text[i] >= 'a' && text[i] <= 'z') column = column * 26 + text[i++] - 96;
            int letters = i;
            if (letters < 1 || letters > 3 || i >= text.Length || text[i] == '0' || text.Length - i > 4) return -1;
            while (i < text.Length && text[i] >= '0' && text[i] <= '9') row = row * 10 + text[i++] - 48;
            if (i < text.Length || column > width || row > height) return -1;
            long square = (row - 1) * width + column - 1;
            return known((int)square) ? (int)square : -1;
        }

        /// <summary>The squares of these numbers.</summary>
        public Seq named(IEnumerable<int> numbers)
        {
            List<object> found = new List<object>();
            foreach (int s in numbers) if (s >= 0 && s < count && square_at[s] != null) found.Add(square_at[s]);
            return Seq.from(found);
        }

        // ---- neighbours and walls
        public int[] neighbours(int square)
        {
            return near[square];
        }

        public bool edge_wall(int a, int b)
        {
            return wall_pairs.Contains(pair(a, b));
        }

        /// <summary>Whether a wall cuts the step between two neighbouring squares; a diagonal step goes through the
        /// shared corner.</summary>
        public bool step_blocked(int a, int b)
        {
            return cut_steps.Contains(pair(a, b));
        }

        // ---- distances and areas
        /// <summary>Squares from a to b under the board's metric, walls and voids ignored.</summary>
        public long distance(int a, int b)
        {
            return length(Math.Abs(a % width - b % width), Math.Abs(a / width - b / width));
        }

        /// <summary>The least distance from a square of the one footprint to a square of the other; each has one or
        /// more.</summary>
        public long distance_of_footprints(int[] a, int[] b)
        {
            int first_a = a[0], last_a = a[a.Length - 1], first_b = b[0], last_b = b[b.Length - 1];
            return length(
                apart(first_a % width, last_a % width, first_b % width, last_b % width),
                apart(first_a / width, last_a / width, first_b / width, last_b / width));
        }

        private static int apart(int first_a, int last_a, int first_b, int last_b)
        {
            return Math.Max(0, Math.Max(first_b - last_a, first_a - last_b));
        }

        private long length(int across, int down)
        {
            if (metric == "chebyshev") return Math.Max(across, down);
            if (metric == "manhattan") return across + down;
            return Math.Max(across, down) + Math.Min(across, down) / 2;
        }

        /// <summary>The squares of a rectangle, the anchor its upper left, in ascending order; null if some are off the
        /// board.</summary>
        public int[] footprint(int anchor, int wide, int high)
        {
            if (wide > width || high > height) return null;
            long key = ((long)anchor * 4096 + wide) * 4096 + high;
            int[] found;
            if (!footprints.TryGetValue(key, out found))
            {
                footprints.Add(key, found = lay_footprint(anchor, wide, high));
            }
            return found;
        }

        private int[] lay_footprint(int anchor, int wide, int high)
        {
            int row = anchor / width, column = anchor % width;
            if (wide < 1 || high < 1 || anchor < 0 || column + wide > width || row + high > height) return null;
            int[] found = new int[wide * high];
            for (int i = 0; i < found.Length; i++)
            {
                found[i] = (row + i / wide) * width + column + i % wide;
                if (!exists[found[i]]) return null;
            }
            return found;
        }

        // ---- walks
        /// <summary>Length of the shortest way around walls from a source to a target; null when it is longer than
        /// `limit`.</summary>
        public long? path_distance(int[] sources, int[] targets, Func<int, bool> passable, long limit)
        {
            if (limit < 0) return null;
            HashSet<int> goals = new HashSet<int>(targets);
            Walk walk = new Walk { size = 1, budget = limit, stops = square => false };
            walk.cost = (a, b) => step_blocked(a, b) || !(goals.Contains(b) || passable(b)) ? (long?)null : 1;
            Dictionary<int, long> found = settle(Array.FindAll(sources, square => exists[square]), walk, goals);
            long? least = null;
            foreach (int square in targets)
            {
                long length;
                if (found.TryGetValue(square, out length) && (least == null || length < least)) least = length;
            }
            return least;
        }

        /// <summary>The least cost of each anchor that the walk reaches from `start`.</summary>
        public Dictionary<int, long> reachable(int start, Walk walk)
        {
            if (walk.budget < 0) return new Dictionary<int, long>();
            return settle(new[] { start }, walk, new HashSet<int>());
        }

        /// <summary>The routes from one square, for who asks for several; `meter` counts up what they cost.</summary>
        public Ways ways(int start, Walk walk, Func<long> meter)
        {
            return new Ways(start, walk, steps_of(walk.size), metric == "alternating", meter);
        }

        // ---- points
        public Seq corners(int square)
        {
            if (corners_of[square] == null)
            {
                long x = 2 * (square % width), y = 2 * (square / width);
                corners_of[square] = Seq.of(point(x, y), point(x + 2, y), point(x, y + 2), point(x + 2, y + 2));
            }
            return corners_of[square];
        }

        public Seq centre(int square)
        {
            if (centres[square] == null) centres[square] = point(2 * (square % width) + 1, 2 * (square / width) + 1);
            return centres[square];
        }

        private static Seq point(long x, long y)
        {
            return Seq.of(x, y);
        }

        // ---- inside
        private bool is_straight(int a, int b)
        {
            return a % width == b % width || a / width == b / width;
        }

        private int[] adjacent(int square, bool diagonal)
        {
            List<int> found = new List<int>();
            if (!known(square)) return found.ToArray();
            int row = square / width, column = square % width;
            for (int r = Math.Max(0, row - 1); r < Math.Min(height, row + 2); r++)
            {
                for (int c = Math.Max(0, column - 1); c < Math.Min(width, column + 2); c++)
                {
                    if ((r == row && c == column) || !(diagonal || r == row || c == column)) continue;
                    if (exists[r * width + c]) found.Add(r * width + c);
                }
            }
            return found.ToArray();
        }

        private bool is_cut(int a, int b)
        {
            if (is_straight(a, b)) return edge_wall(a, b);
            int rows = (b / width - a / width) * width, beside = b - rows, beyond = a + rows;
            return edge_wall(a, beside) || edge_wall(a, beyond) || edge_wall(b, beside) || edge_wall(b, beyond);
        }

        /// <summary>Per anchor, the anchors one step away where a footprint of that size fits.</summary>
        private Step[][] steps_of(int size)
        {
            Step[][] found;
            if (steps.TryGetValue(size, out found)) return found;
            found = new Step[count][];
            for (int a = 0; a < count; a++)
            {
                List<Step> fits = new List<Step>();
                foreach (int b in metric == "manhattan" ? orthogonal[a] : near[a])
                {
                    if (footprint(b, size, size) == null) continue;
                    fits.Add(new Step { other = b, diagonal = !is_straight(a, b) });
                }
                found[a] = fits.ToArray();
            }
            steps.Add(size, found);
            return found;
        }

        /// <summary>Dijkstra's algorithm, ended at the first goal: a state is 2 * anchor + (1 after an odd number of
        /// diagonals), a queue entry cost * span + state, so that equal costs are settled in the order of
        /// squares.</summary>
        private Dictionary<int, long> settle(int[] starts, Walk walk, HashSet<int> goals)
        {
            Step[][] around = steps_of(walk.size);
            bool alternating = metric == "alternating";
            long span = 2 * count;
            long[] best = new long[span]; // the least cost of each state
            for (int i = 0; i < best.Length; i++) best[i] = long.MaxValue;
            Heap<long> queue = new Heap<long>((a, b) => a < b);
            HashSet<int> roots = new HashSet<int>();
            foreach (int start in starts) if (roots.Add(2 * start)) queue.push(2 * start);
            foreach (int root in roots) best[root] = 0;
            Dictionary<int, long> found = new Dictionary<int, long>();
            while (queue.Count > 0)
            {
                long entry = queue.pop(), spent = entry / span;
                int state = (int)(entry % span), anchor = state >> 1, odd = state & 1;
                if (best[state] < spent) continue;
                if (!found.ContainsKey(anchor)) found.Add(anchor, spent);
                if (goals.Contains(anchor)) break;
                if (!roots.Contains(state) && walk.stops(anchor)) continue;
                foreach (Step step in around[anchor])
                {
                    int turns = alternating && step.diagonal ? 1 : 0, after = 2 * step.other + (odd ^ turns);
                    if (best[after] <= spent) continue;
                    long? price = walk.cost(anchor, step.other);
                    if (price == null) continue;
                    long total = spent + price.Value + (odd & turns);
                    if (total > walk.budget) continue;
                    if (price < 0) throw Ways.negative(anchor, step.other, price.Value);
                    if (total >= best[after]) continue;
                    best[after] = total;
                    queue.push(total * span + after);
                }
            }
            return found;
        }
    }
}

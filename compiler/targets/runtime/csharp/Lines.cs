// Lines over a board of squares: which squares they cross and touch, and whether they meet walls.
//
// Job: answer questions about segments between points. Output: squares and truths; each is worked out once.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public sealed class Lines
    {
        private readonly Grid grid;
        private readonly List<long[]> wall_ends = new List<long[]>(); // x, y of both ends
        private readonly Dictionary<long, int[]> crossed = new Dictionary<long, int[]>();
        private readonly Dictionary<long, int[]> touched = new Dictionary<long, int[]>();
        private readonly Dictionary<long, bool[]> met = new Dictionary<long, bool[]>();

        public Lines(Grid grid)
        {
            this.grid = grid;
            foreach (int[] wall in grid.walls) wall_ends.Add(ends_of_wall(wall[0], wall[1]));
            wall_ends = Sorting.sorted(wall_ends, compared);
        }

        private static int compared(long[] a, long[] b)
        {
            for (int i = 0; i < a.Length; i++) if (a[i] != b[i]) return a[i].CompareTo(b[i]);
            return 0;
        }

        /// <summary>The end points of the common edge of two squares given in ascending order.</summary>
        private long[] ends_of_wall(int a, int b)
        {
            Seq corners = grid.corners(a);
            Seq first = (Seq)corners[b - a == 1 && grid.width > 1 ? 1 : 2], second = (Seq)corners[3];
            return new[] { (long)first[0], (long)first[1], (long)second[0], (long)second[1] };
        }

        private static long[] segment(Seq p, Seq q)
        {
            return new[] { (long)p[0], (long)p[1], (long)q[0], (long)q[1] };
        }

        private static long key(long[] s)
        {
            return ((s[0] * 4096 + s[1]) * 4096 + s[2]) * 4096 + s[3];
        }

        /// <summary>The squares whose interior meets the segment from p to q, its ends included, in order; void ones
        /// too.</summary>
        public int[] crossed_squares(Seq p, Seq q)
        {
            long[] line = segment(p, q);
            int[] found;
            if (!crossed.TryGetValue(key(line), out found)) crossed.Add(key(line), found = find_crossed(line));
            return found;
        }

        /// <summary>The squares whose closed area meets the segment, its ends included, in order; void ones
        /// too.</summary>
        public int[] touched_squares(Seq p, Seq q)
        {
            long[] line = segment(p, q);
            int[] found;
            if (!touched.TryGetValue(key(line), out found)) touched.Add(key(line), found = find_touched(line));
            return found;
        }

        private bool[] walls_met(Seq p, Seq q)
        {
            long[] line = segment(p, q);
            bool[] found;
            if (!met.TryGetValue(key(line), out found)) met.Add(key(line), found = meet_walls(line));
            return found;
        }

        /// <summary>Whether a wall runs from one side of the segment to the other, through a point of it that is not
        /// its end.</summary>
        public bool crosses_wall(Seq p, Seq q)
        {
            return walls_met(p, q)[0];
        }

        /// <summary>Whether a point of the segment other than its ends lies on a wall (its ends and joints
        /// included).</summary>
        public bool touches_wall(Seq p, Seq q)
        {
            return walls_met(p, q)[1];
        }

        private int[] find_crossed(long[] s)
        {
            long left = Math.Min(s[0], s[2]), right = Math.Max(s[0], s[2]);
            long top = Math.Min(s[1], s[3]), bottom = Math.Max(s[1], s[3]);
            long[] columns = { least(left), most(grid.width, right - 1) };
            long[] rows = { least(top), most(grid.height, bottom - 1) };
            long reach = right - left + bottom - top;
            return along(s, rows, columns, reach != 0 ? reach - 1 : 0);
        }

        private int[] find_touched(long[] s)
        {
            long left = Math.Min(s[0], s[2]), right = Math.Max(s[0], s[2]);
            long top = Math.Min(s[1], s[3]), bottom = Math.Max(s[1], s[3]);
            long[] columns = { least(left - 1), most(grid.width, right) };
            long[] rows = { least(top - 1), most(grid.height, bottom) };
            return along(s, rows, columns, right - left + bottom - top);
        }

        private static long least(long start)
        {
            return Math.Max(0, Values.floor_div(start, 2));
        }

        private static long most(int size, long end)
        {
            return Math.Min(size, Values.floor_div(end, 2) + 1);
        }

        /// <summary>The squares of these rows and columns whose centre is at most `reach` (an area) off the line, in
        /// order.</summary>
        private int[] along(long[] s, long[] rows, long[] columns, long reach)
        {
            long px = s[0], py = s[1], dx = s[2] - px, dy = s[3] - py;
            List<long> found = new List<long>(); // by how far, then by the square
            for (long row = rows[0]; row < rows[1]; row++)
            {
                long y = 2 * row + 1 - py, first = columns[0], last = columns[1];
                if (dy != 0) // the columns where the line is near, and one more on both sides
                {
                    double middle = ((double)(dx * y) / dy + px) / 2, half = Math.Abs((double)reach / dy) / 2;
                    first = Math.Max(first, (long)Math.Floor(middle - half) - 2);
                    last = Math.Min(last, (long)Math.Floor(middle + half) + 3);
                }
                for (long column = first; column < last; column++)
                {
                    long x = 2 * column + 1 - px;
                    if (Math.Abs(dx * y - dy * x) > reach) continue;
                    found.Add((dx * x + dy * y) * grid.count + row * grid.width + column);
                }
            }
            found.Sort();
            return found.ConvertAll(place => (int)Values.modulo(place, grid.count)).ToArray();
        }

        /// <summary>Whether the segment without its ends [crosses, touches] walls.</summary>
        private bool[] meet_walls(long[] s)
        {
            bool crosses = false, touches = false, is_point = s[0] == s[2] && s[1] == s[3];
            List<long[]> runs = new List<long[]>();
            // By joint, the sides on which walls came: 1 for the one, 2 for the other, 3 for both.
            Dictionary<long, int> sides = new Dictionary<long, int>();
            bool forward = s[0] != s[2] ? s[0] < s[2] : s[1] <= s[3];
            long[] first = forward ? new[] { s[0], s[1] } : new[] { s[2], s[3] };
            long[] last = forward ? new[] { s[2], s[3] } : new[] { s[0], s[1] };
            foreach (long[] wall in wall_ends)
            {
                long[] u = { wall[0], wall[1] }, v = { wall[2], wall[3] };
                long off_p = side(wall, s[0], s[1]), off_q = side(wall, s[2], s[3]);
                long side_u = side(s, u[0], u[1]), side_v = side(s, v[0], v[1]);
                if (off_p == 0 && off_q == 0 && side_u == 0 && side_v == 0)
                {
                    if (!is_point && compared(first, v) < 0 && compared(u, last) < 0) runs.Add(wall);
                }
                else if (off_p * off_q < 0 && side_u * side_v <= 0)
                {
                    touches = true;
                    if (side_u != 0 && side_v != 0) crosses = true;
                    else came(sides, side_u != 0 ? v : u, side_u + side_v > 0 ? 1 : 2);
                }
            }
            // Where a wall runs along the segment, the sides on which it came are handed on to its last joint.
            foreach (long[] wall in runs)
            {
                int sides_of_u;
                sides.TryGetValue(joint(wall[0], wall[1]), out sides_of_u);
                came(sides, new[] { wall[2], wall[3] }, sides_of_u);
            }
            foreach (int both in sides.Values) if (both == 3) crosses = true;
            return new[] { crosses, touches || runs.Count > 0 };
        }

        private static long joint(long x, long y)
        {
            return x * 4096 + y;
        }

        private static void came(Dictionary<long, int> sides, long[] point, int on)
        {
            int before;
            sides.TryGetValue(joint(point[0], point[1]), out before);
            sides[joint(point[0], point[1])] = before | on;
        }

        /// <summary>Positive on the one side of the line of a segment, negative on the other, 0 on it.</summary>
        private static long side(long[] line, long x, long y)
        {
            return (line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0]);
        }
    }
}

// Convex shapes by their corners: whether they meet, and how far they are apart.
//
// Job: compare sides of shapes. Input: corners in order. Output: truths and whole numbers.

using System;
using System.Numerics;

namespace Cardwright
{
    public static class Sides
    {
        private const long EXACT_ROOT = 3037000499; // the square of a number up to this is held by 64 bits

        /// <summary>The shortest distance, rounded down, without the rims of the shapes; 0 where they meet.</summary>
        public static long apart(Vector[] a, Vector[] b, long rims)
        {
            return meet(a, b) ? 0 : whole_root(Math.Min(nearest(a, b), nearest(b, a))) - rims;
        }

        /// <summary>The least squared distance of points from the sides of a shape, rounded down.</summary>
        private static long nearest(Vector[] points, Vector[] shape)
        {
            long least = long.MaxValue;
            for (int i = 0; i < shape.Length; i++)
            {
                foreach (Vector point in points)
                {
                    least = Math.Min(least, off_segment(point, shape[i], shape[(i + 1) % shape.Length]));
                }
            }
            return least;
        }

        private static long whole_root(long squared)
        {
            long root = (long)Math.Floor(Math.Sqrt(squared));
            while (root * root > squared) root -= 1;
            while ((root + 1) * (root + 1) <= squared) root += 1;
            return root;
        }

        /// <summary>Whether a point is within a radius of a side of a shape.</summary>
        public static bool near(Vector[] points, Vector[] shape, long radius)
        {
            foreach (Vector point in points)
            {
                for (int i = 0; i < shape.Length; i++)
                {
                    if (is_within(point, shape[i], shape[(i + 1) % shape.Length], radius)) return true;
                }
            }
            return false;
        }

        /// <summary>The squared distance of a point from a closed segment, rounded down.</summary>
        private static long off_segment(Vector point, Vector p, Vector q)
        {
            Vector line = Vector.from(p, q), to = Vector.from(p, point), from_end = Vector.from(q, point);
            long length = line.dot(line), along = line.dot(to);
            if (along <= 0) return to.dot(to);
            if (along >= length) return from_end.dot(from_end);
            long area = Math.Abs(line.cross(to));
            if (area <= EXACT_ROOT) return area * area / length;
            return (long)(BigInteger.Pow(area, 2) / length);
        }

        /// <summary>Whether a point is within a radius of a closed segment.</summary>
        private static bool is_within(Vector point, Vector p, Vector q, long radius)
        {
            Vector line = Vector.from(p, q), to = Vector.from(p, point), from_end = Vector.from(q, point);
            long length = line.dot(line), along = line.dot(to);
            if (along <= 0) return to.dot(to) <= radius * radius;
            if (along >= length) return from_end.dot(from_end) <= radius * radius;
            long area = Math.Abs(line.cross(to));
            return BigInteger.Pow(area, 2) <= BigInteger.Pow(radius, 2) * length;
        }

        /// <summary>Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside
        /// the other.</summary>
        public static bool meet(Vector[] a, Vector[] b)
        {
            if (are_apart(a, b)) return false;
            for (int i = 0; i < a.Length; i++)
            {
                for (int j = 0; j < b.Length; j++)
                {
                    if (segments_meet(a[i], a[(i + 1) % a.Length], b[j], b[(j + 1) % b.Length])) return true;
                }
            }
            return is_inside(a[0], b) || is_inside(b[0], a);
        }

        /// <summary>Whether two shapes have no x, or no y, in common.</summary>
        private static bool are_apart(Vector[] a, Vector[] b)
        {
            Vector least_a = least(a), most_a = most(a), least_b = least(b), most_b = most(b);
            return most_a.x < least_b.x || most_b.x < least_a.x || most_a.y < least_b.y || most_b.y < least_a.y;
        }

        private static Vector least(Vector[] shape)
        {
            Vector found = shape[0];
            foreach (Vector p in shape) found = new Vector(Math.Min(found.x, p.x), Math.Min(found.y, p.y));
            return found;
        }

        private static Vector most(Vector[] shape)
        {
            Vector found = shape[0];
            foreach (Vector p in shape) found = new Vector(Math.Max(found.x, p.x), Math.Max(found.y, p.y));
            return found;
        }

        private static bool segments_meet(Vector p, Vector q, Vector r, Vector s)
        {
            Vector line = Vector.from(p, q), other = Vector.from(r, s);
            int off_r = Math.Sign(line.cross(Vector.from(p, r))), off_s = Math.Sign(line.cross(Vector.from(p, s)));
            int off_p = Math.Sign(other.cross(Vector.from(r, p))), off_q = Math.Sign(other.cross(Vector.from(r, q)));
            if (off_r != 0 || off_s != 0 || off_p != 0 || off_q != 0) return off_r * off_s <= 0 && off_p * off_q <= 0;
            return overlap(p.x, q.x, r.x, s.x) && overlap(p.y, q.y, r.y, s.y);
        }

        private static bool overlap(long p, long q, long r, long s)
        {
            return Math.Min(p, q) <= Math.Max(r, s) && Math.Min(r, s) <= Math.Max(p, q);
        }

        /// <summary>Whether a point is strictly inside a convex shape: the corners of a segment or a point enclose
        /// nothing.</summary>
        private static bool is_inside(Vector point, Vector[] shape)
        {
            bool left = true, right = true;
            for (int i = 0; i < shape.Length; i++)
            {
                long off = Vector.from(shape[i], shape[(i + 1) % shape.Length]).cross(Vector.from(shape[i], point));
                left = left && off > 0;
                right = right && off < 0;
            }
            return left || right;
        }
    }
}

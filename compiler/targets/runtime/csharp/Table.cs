// Geometry of a table without squares: shapes that stand and face somewhere, gaps, arcs.
//
// Job: answer questions about free placement. Input and output: whole numbers, points and shapes. It never knows a rule
// of a game.
//
// A shape is [x, y, facing, width, depth, angle, radius]: all within the radius of the box of that width and depth
// about x, y. An arc is a box whose front is wider than its rear: its sides lean outwards by so many degrees.
//
// Lengths are hundredths of an inch, x to the right and y down. A facing is in whole degrees, clockwise from 0 =
// towards smaller y. Points between two hundredths are rounded to the nearest one, halves up.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A point, or what leads from one point to another.</summary>
    public struct Vector
    {
        public long x, y;

        public Vector(long x, long y)
        {
            this.x = x;
            this.y = y;
        }

        public static Vector from(Vector p, Vector q)
        {
            return new Vector(q.x - p.x, q.y - p.y);
        }

        public long cross(Vector other)
        {
            return x * other.y - y * other.x;
        }

        public long dot(Vector other)
        {
            return x * other.x + y * other.y;
        }
    }

    public static class Table
    {
        private const long UNIT = 1000000;
        private const long FARTHEST = 1000000; // no shape measures or stands farther than this
        private const long WIDEST = 80; // degrees to each side of an arc, whose sides would be too long otherwise
        private const int REMEMBERED = 16384; // so many shapes, and gaps between them, are remembered

        /// <summary>The sines of 0 to 90 degrees times UNIT.</summary>
        private static readonly long[] QUARTER =
        {
            0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434, 173648, 190809, 207912, 224951,
            241922, 258819, 275637, 292372, 309017, 325568, 342020, 358368, 374607, 390731, 406737, 422618, 438371,
            453990, 469472, 484810, 500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320,
            642788, 656059, 669131, 681998, 694658, 707107, 719340, 731354, 743145, 754710, 766044, 777146, 788011,
            798636, 809017, 819152, 829038, 838671, 848048, 857167, 866025, 874620, 882948, 891007, 898794, 906308,
            913545, 920505, 927184, 933580, 939693, 945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148,
            981627, 984808, 987688, 990268, 992546, 994522, 996195, 997564, 998630, 999391, 999848, 1000000,
        };

        public static long sine(long degrees)
        {
            long turn = Values.modulo(degrees, 360), half = turn % 180;
            long found = QUARTER[half <= 90 ? half : 180 - half];
            return turn < 180 ? found : -found;
        }

        /// <summary>The vector of length UNIT in which a facing looks.</summary>
        private static Vector direction(long degrees)
        {
            return new Vector(sine(degrees), -sine(degrees + 90));
        }

        /// <summary>The facing that looks from one point to another: the nearest whole degree, and 0 where they are the
        /// same.</summary>
        public static long bearing(Shape start, Shape end)
        {
            Vector to_end = new Vector(end.x - start.x, end.y - start.y);
            long found = 0, best = long.MinValue;
            for (long degrees = 0; degrees < 360; degrees++)
            {
                long ahead = direction(degrees).dot(to_end);
                if (ahead <= best) continue;
                best = ahead;
                found = degrees;
            }
            // Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
            if (middle(found, found + 1).cross(to_end) > 0) return (found + 1) % 360;
            return middle(found - 1, found).cross(to_end) < 0 ? (found + 359) % 360 : found;
        }

        /// <summary>A vector that looks halfway between two facings.</summary>
        private static Vector middle(long first, long second)
        {
            Vector one = direction(first), other = direction(second);
            return new Vector(one.x + other.x, one.y + other.y);
        }

        /// <summary>What was made and worked out of shapes by a thread: shapes by two numbers that tell one, their
        /// corners, and their gaps to others.</summary>
        private sealed class Memory
        {
            public readonly Dictionary<long, Dictionary<long, Shape>> shapes =
                new Dictionary<long, Dictionary<long, Shape>>();
            public readonly Dictionary<Shape, Vector[]> corners = new Dictionary<Shape, Vector[]>();
            public readonly Dictionary<Shape, Dictionary<Shape, long>> gaps =
                new Dictionary<Shape, Dictionary<Shape, long>>();
            public int held;
        }

        [ThreadStatic]
        private static Memory kept;

        /// <summary>The memory of this thread, a new one when it is full.</summary>
        private static Memory memory()
        {
            if (kept == null || kept.held > REMEMBERED) kept = new Memory();
            return kept;
        }

        /// <summary>A shape with a facing of 0 to 359, if all of its measures are possible.</summary>
        public static Shape made(long x, long y, long facing, long width, long depth, long angle, long radius)
        {
            long turn = Values.modulo(facing, 360);
            long place = unchecked((x * 4194304 + y) * 512 + turn);
            long form = unchecked((width * 1048576 + depth) * 128 + angle);
            Memory own = memory();
            Dictionary<long, Shape> forms;
            if (!own.shapes.TryGetValue(place, out forms)) own.shapes.Add(place, forms = new Dictionary<long, Shape>());
            Shape found;
            bool is_known = radius == 0 && forms.TryGetValue(form, out found) && found.x == x && found.y == y
                && found.width == width && found.depth == depth;
            if (is_known) return forms[form];
            foreach (long number in new[] { x, y, width, depth, angle, radius })
            {
                if (Math.Abs(number) <= FARTHEST) continue;
                string most = Values.digits(FARTHEST);
                throw new Fault("a shape measures at most " + most + ", and here it is " + Values.digits(number));
            }
            long least = Math.Min(Math.Min(width, depth), radius);
            if (least < 0) throw new Fault("no shape measures " + Values.digits(least));
            Shape shape = new Shape(x, y, turn, width, depth, angle, radius);
            if (radius != 0) return shape;
            own.held += 1;
            forms[form] = shape;
            return shape;
        }

        /// <summary>A shape, or that of a figure where it stands.</summary>
        public static Shape shape_of(object value)
        {
            Shape shape = value as Shape;
            if (shape != null) return shape;
            Entity figure = (Entity)value;
            return made(
                (long)figure.get(Fields.x), (long)figure.get(Fields.y), (long)figure.get(Fields.facing),
                (long)figure.get(Fields.width), (long)figure.get(Fields.depth), 0, 0);
        }

        public static long measure(Shape shape, string name)
        {
            if (name == "x") return shape.x;
            if (name == "y") return shape.y;
            if (name == "facing") return shape.facing;
            return name == "width" ? shape.width : shape.depth;
        }

        public static Shape turned(Shape s, long degrees)
        {
            return made(s.x, s.y, s.facing + Values.modulo(degrees, 360), s.width, s.depth, s.angle, s.radius);
        }

        public static Shape resized(Shape s, long width, long depth)
        {
            return made(s.x, s.y, s.facing, width, depth, s.angle, s.radius);
        }

        /// <summary>The same shape so far ahead of where it stands, and so far to its right.</summary>
        public static Shape moved(Shape shape, long ahead, long right)
        {
            return shifted(shape, 2 * ahead, 2 * right, shape.depth, shape.angle, shape.radius);
        }

        /// <summary>What a shape passes over as it goes so far ahead, with the place where it stands.</summary>
        public static Shape lane(Shape shape, long ahead)
        {
            without_arc(shape);
            return shifted(shape, ahead, 0, shape.depth + ahead, 0, shape.radius);
        }

        /// <summary>What lies ahead of the front of a box, up to so far, between lines that lean outwards from its
        /// front corners.</summary>
        public static Shape arc(Shape shape, long angle, long reach)
        {
            if (angle < 0 || angle > WIDEST)
            {
                throw new Fault("an arc of " + Values.digits(angle) + " degrees to each side");
            }
            without_arc(shape);
            return shifted(shape, shape.depth + reach, 0, reach, angle, 0);
        }

        private static void without_arc(Shape shape)
        {
            if (shape.angle != 0) throw new Fault("an arc has no front of its own");
        }

        /// <summary>A shape elsewhere and of another depth and angle; it goes by halves of a hundredth.</summary>
        private static Shape shifted(Shape s, long ahead, long right, long depth, long angle, long radius)
        {
            if (Math.Max(Math.Abs(ahead), Math.Abs(right)) > 4 * FARTHEST)
            {
                throw new Fault("nothing goes as far as that");
            }
            long along = sine(s.facing), down = -sine(s.facing + 90);
            long x = s.x + rounded(along * ahead - down * right, 2 * UNIT);
            long y = s.y + rounded(down * ahead + along * right, 2 * UNIT);
            return made(x, y, s.facing, s.width, depth, angle, radius);
        }

        private static long rounded(long over, long under)
        {
            return Values.floor_div(2 * over + under, 2 * under);
        }

        /// <summary>The corners of a shape without its radius: front left, front right, rear right, rear left; of a
        /// disc its centre.</summary>
        private static Vector[] corners_of(Shape shape)
        {
            Memory own = memory();
            Vector[] found;
            if (own.corners.TryGetValue(shape, out found)) return found;
            own.held += 1;
            own.corners.Add(shape, found = corners_now(shape));
            return found;
        }

        private static Vector[] corners_now(Shape s)
        {
            if (s.width == 0 && s.depth == 0) return new[] { new Vector(s.x, s.y) };
            long wider = s.angle != 0 ? rounded(2 * s.depth * sine(s.angle), sine(s.angle + 90)) : 0;
            long front = s.width + wider;
            return new[] { corner(s, 1, -front), corner(s, 1, front), corner(s, -1, s.width), corner(s, -1, -s.width) };
        }

        private static Vector corner(Shape s, long forward, long right)
        {
            Vector ahead = direction(s.facing);
            return new Vector(
                s.x + rounded(ahead.x * s.depth * forward - ahead.y * right, 2 * UNIT),
                s.y + rounded(ahead.y * s.depth * forward + ahead.x * right, 2 * UNIT));
        }

        /// <summary>Whether two boxes are sure to be farther apart than a limit: no point of a box is farther from its
        /// centre than half of its width and half of its depth together.</summary>
        private static bool far(Shape a, Shape b, long limit)
        {
            if (a.angle != 0 || b.angle != 0) return false;
            long sides = (a.width + a.depth + b.width + b.depth) / 2;
            long reach = limit + sides + a.radius + b.radius + 4; // 4: what rounding adds
            long across = a.x - b.x, down = a.y - b.y;
            return across * across + down * down > reach * reach;
        }

        /// <summary>The shortest distance between two shapes, rounded down; 0 when they touch or overlap. Beyond a
        /// limit it may be any greater number; a negative one is none.</summary>
        public static long gap(Shape shape_a, Shape shape_b, long limit)
        {
            if (limit >= 0 && far(shape_a, shape_b, limit)) return limit + 1;
            Memory own = memory();
            Dictionary<Shape, long> known;
            if (!own.gaps.TryGetValue(shape_a, out known))
            {
                own.gaps.Add(shape_a, known = new Dictionary<Shape, long>());
            }
            long found;
            if (!known.TryGetValue(shape_b, out found))
            {
                found = Sides.apart(corners_of(shape_a), corners_of(shape_b), shape_a.radius + shape_b.radius);
                own.held += 1;
                known[shape_b] = found;
            }
            return Math.Max(found, 0);
        }

        /// <summary>Whether two shapes have a point in common; their rims count.</summary>
        public static bool meets(Shape shape_a, Shape shape_b)
        {
            Vector[] a = corners_of(shape_a), b = corners_of(shape_b);
            long radius = shape_a.radius + shape_b.radius;
            if (Sides.meet(a, b)) return true;
            return radius != 0 && (Sides.near(a, b, radius) || Sides.near(b, a, radius));
        }

        /// <summary>Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer
        /// faces.</summary>
        public static bool in_arc(Shape viewer, Shape point, long half_angle)
        {
            if (half_angle < 0 || half_angle > 180)
            {
                throw new Fault("half an arc of " + Values.digits(half_angle) + " degrees");
            }
            Vector to_target = new Vector(point.x - viewer.x, point.y - viewer.y);
            bool right_of_left = direction(viewer.facing - half_angle).cross(to_target) >= 0;
            bool left_of_right = to_target.cross(direction(viewer.facing + half_angle)) >= 0;
            if (half_angle * 4 > 360) return right_of_left || left_of_right;
            return right_of_left && left_of_right && direction(viewer.facing).dot(to_target) >= 0;
        }
    }
}

// What functions of a game have answered: while nothing changes, or for as long as the board stays.
//
// Job: look answers up instead of working them out again; knowing one costs what it cost. Written for each number of
// values, since no function takes a row of them.

using System;

namespace Cardwright
{
    public static partial class Core
    {
        /// <summary>What a map keeps under a key, or the answer of a function, with what it cost.</summary>
        private static object asked(State rt, Known known, object key, Func<object> work)
        {
            return Spending.charged(rt, known, key, work);
        }

        /// <summary>What is remembered of a board under a key; it is forgotten when it is too much.</summary>
        private static object kept(State rt, Known known, object key, Func<object> work)
        {
            if (known.Count > Spending.MOST_REMEMBERED) known.clear();
            return Spending.charged(rt, known, Values.as_key(key), work);
        }

        private static Known under(Known known, object key)
        {
            return known.under(Values.as_key(key));
        }

        // ---- functions of the game that cost more than looking their answers up: each stays until something changes
        public static Fn0 known(Fn0 work)
        {
            object name = new object();
            return rt => asked(rt, rt.known.under(name), null, () => work(rt));
        }

        public static Fn1 known(Fn1 work)
        {
            object name = new object();
            return (rt, a) =>
            {
                Known known = rt.known.under(name);
                Cost found = (Cost)known.get(a);
                if (found != null && found.cost <= rt.work)
                {
                    rt.work -= found.cost;
                    return found.value;
                }
                long before = rt.work;
                object value = work(rt, a);
                known.set(a, new Cost(value, before - rt.work));
                return value;
            };
        }

        public static Fn2 known(Fn2 work)
        {
            object name = new object();
            return (rt, a, b) =>
            {
                Known known = rt.known.under(name).under(a);
                Cost found = (Cost)known.get(b);
                if (found != null && found.cost <= rt.work)
                {
                    rt.work -= found.cost;
                    return found.value;
                }
                long before = rt.work;
                object value = work(rt, a, b);
                known.set(b, new Cost(value, before - rt.work));
                return value;
            };
        }

        public static Fn3 known(Fn3 work)
        {
            object name = new object();
            return (rt, a, b, c) =>
                asked(rt, rt.known.under(name).under(a).under(b), c, () => work(rt, a, b, c));
        }

        public static Fn4 known(Fn4 work)
        {
            object name = new object();
            return (rt, a, b, c, d) =>
                asked(
                    rt, rt.known.under(name).under(a).under(b).under(c), d,
                    () => work(rt, a, b, c, d));
        }

        public static Fn5 known(Fn5 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e) =>
                asked(
                    rt, rt.known.under(name).under(a).under(b).under(c).under(d), e,
                    () => work(rt, a, b, c, d, e));
        }

        public static Fn6 known(Fn6 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f) =>
                asked(
                    rt, rt.known.under(name).under(a).under(b).under(c).under(d).under(e), f,
                    () => work(rt, a, b, c, d, e, f));
        }

        public static Fn7 known(Fn7 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g) =>
                asked(
                    rt, rt.known.under(name).under(a).under(b).under(c).under(d).under(e).under(f), g,
                    () => work(rt, a, b, c, d, e, f, g));
        }

        public static Fn8 known(Fn8 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g, h) =>
                asked(
                    rt, rt.known.under(name).under(a).under(b).under(c).under(d).under(e).under(f).under(g), h,
                    () => work(rt, a, b, c, d, e, f, g, h));
        }

        // ---- functions of the game whose answers follow from the board alone; each is worked out once for a board
        public static Fn0 remembered(Fn0 work)
        {
            object name = new object();
            return rt => rt.grid == null
                ? work(rt) : kept(rt, rt.grid.remembered.under(name), null, () => work(rt));
        }

        public static Fn1 remembered(Fn1 work)
        {
            object name = new object();
            return (rt, a) =>
            {
                if (rt.grid == null) return work(rt, a);
                Known known = rt.grid.remembered.under(name);
                return kept(rt, known, a, () => work(rt, a));
            };
        }

        public static Fn2 remembered(Fn2 work)
        {
            object name = new object();
            return (rt, a, b) =>
            {
                if (rt.grid == null) return work(rt, a, b);
                Known known = under(rt.grid.remembered.under(name), a);
                return kept(rt, known, b, () => work(rt, a, b));
            };
        }

        public static Fn3 remembered(Fn3 work)
        {
            object name = new object();
            return (rt, a, b, c) =>
            {
                if (rt.grid == null) return work(rt, a, b, c);
                Known known = under(under(rt.grid.remembered.under(name), a), b);
                return kept(rt, known, c, () => work(rt, a, b, c));
            };
        }

        public static Fn4 remembered(Fn4 work)
        {
            object name = new object();
            return (rt, a, b, c, d) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d);
                Known known = under(under(under(rt.grid.remembered.under(name), a), b), c);
                return kept(rt, known, d, () => work(rt, a, b, c, d));
            };
        }

        public static Fn5 remembered(Fn5 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e);
                Known known = under(under(under(under(rt.grid.remembered.under(name), a), b), c), d);
                return kept(rt, known, e, () => work(rt, a, b, c, d, e));
            };
        }

        public static Fn6 remembered(Fn6 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f);
                Known known = under(under(under(under(under(rt.grid.remembered.under(name), a), b), c), d), e);
                return kept(rt, known, f, () => work(rt, a, b, c, d, e, f));
            };
        }

        public static Fn7 remembered(Fn7 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f, g);
                Known board = rt.grid.remembered.under(name);
                Known known = under(under(under(under(under(under(board, a), b), c), d), e), f);
                return kept(rt, known, g, () => work(rt, a, b, c, d, e, f, g));
            };
        }

        public static Fn8 remembered(Fn8 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g, h) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f, g, h);
                Known board = rt.grid.remembered.under(name);
                Known known = under(under(under(under(under(under(under(board, a), b), c), d), e), f), g);
                return kept(rt, known, h, () => work(rt, a, b, c, d, e, f, g, h));
            };
        }
    }
}

// What functions of a game have answered: while nothing changes, or for as long as the board stays.
//
// Job: look answers up instead of working them out again; knowing one costs what it cost. Written for each number of
// values, since no function takes a row of them.

namespace Cardwright
{
    public static partial class Core
    {
        /// <summary>Whether an answer is known for which there is work left: it costs what it cost.</summary>
        private static bool is_known(State rt, Cost found)
        {
            if (found == null || found.cost > rt.work) return false;
            rt.work -= found.cost;
            return true;
        }

        /// <summary>Remembers an answer, with the work that it took since there was so much left.</summary>
        private static object noted(State rt, Known known, object key, long before, object value)
        {
            known.set(key, new Cost(value, before - rt.work));
            return value;
        }

        private static Known under(Known known, object key)
        {
            return known.under(Values.as_key(key));
        }

        /// <summary>What is remembered of a board; it is forgotten when it is too much.</summary>
        private static Known kept(Known known)
        {
            if (known.Count > Spending.MOST_REMEMBERED) known.clear();
            return known;
        }

        // ---- functions of the game that cost more than looking their answers up: each stays until something changes
        public static Fn0 known(Fn0 work)
        {
            object name = new object();
            return rt =>
            {
                Known known = rt.known.under(name);
                Cost found = (Cost)known.get(null);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, null, before, work(rt));
            };
        }

        public static Fn1 known(Fn1 work)
        {
            object name = new object();
            return (rt, a) =>
            {
                Known known = rt.known.under(name);
                Cost found = (Cost)known.get(a);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, a, before, work(rt, a));
            };
        }

        public static Fn2 known(Fn2 work)
        {
            object name = new object();
            return (rt, a, b) =>
            {
                Known known = rt.known.under(name).under(a);
                Cost found = (Cost)known.get(b);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, b, before, work(rt, a, b));
            };
        }

        public static Fn3 known(Fn3 work)
        {
            object name = new object();
            return (rt, a, b, c) =>
            {
                Known known = rt.known.under(name).under(a).under(b);
                Cost found = (Cost)known.get(c);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, c, before, work(rt, a, b, c));
            };
        }

        public static Fn4 known(Fn4 work)
        {
            object name = new object();
            return (rt, a, b, c, d) =>
            {
                Known known = rt.known.under(name).under(a).under(b).under(c);
                Cost found = (Cost)known.get(d);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, d, before, work(rt, a, b, c, d));
            };
        }

        public static Fn5 known(Fn5 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e) =>
            {
                Known known = rt.known.under(name).under(a).under(b).under(c).under(d);
                Cost found = (Cost)known.get(e);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, e, before, work(rt, a, b, c, d, e));
            };
        }

        public static Fn6 known(Fn6 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f) =>
            {
                Known known = rt.known.under(name).under(a).under(b).under(c).under(d).under(e);
                Cost found = (Cost)known.get(f);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, f, before, work(rt, a, b, c, d, e, f));
            };
        }

        public static Fn7 known(Fn7 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g) =>
            {
                Known known = rt.known.under(name).under(a).under(b).under(c).under(d).under(e).under(f);
                Cost found = (Cost)known.get(g);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, g, before, work(rt, a, b, c, d, e, f, g));
            };
        }

        public static Fn8 known(Fn8 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g, h) =>
            {
                Known known = rt.known.under(name).under(a).under(b).under(c).under(d).under(e).under(f).under(g);
                Cost found = (Cost)known.get(h);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, h, before, work(rt, a, b, c, d, e, f, g, h));
            };
        }

        // ---- functions of the game whose answers follow from the board alone; each is worked out once for a board
        public static Fn0 remembered(Fn0 work)
        {
            object name = new object();
            return rt =>
            {
                if (rt.grid == null) return work(rt);
                Known known = rt.grid.remembered.under(name);
                object key = null;
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt));
            };
        }

        public static Fn1 remembered(Fn1 work)
        {
            object name = new object();
            return (rt, a) =>
            {
                if (rt.grid == null) return work(rt, a);
                Known known = rt.grid.remembered.under(name);
                object key = Values.as_key(a);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a));
            };
        }

        public static Fn2 remembered(Fn2 work)
        {
            object name = new object();
            return (rt, a, b) =>
            {
                if (rt.grid == null) return work(rt, a, b);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                object key = Values.as_key(b);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b));
            };
        }

        public static Fn3 remembered(Fn3 work)
        {
            object name = new object();
            return (rt, a, b, c) =>
            {
                if (rt.grid == null) return work(rt, a, b, c);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                object key = Values.as_key(c);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c));
            };
        }

        public static Fn4 remembered(Fn4 work)
        {
            object name = new object();
            return (rt, a, b, c, d) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                known = under(known, c);
                object key = Values.as_key(d);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c, d));
            };
        }

        public static Fn5 remembered(Fn5 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                known = under(known, c);
                known = under(known, d);
                object key = Values.as_key(e);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c, d, e));
            };
        }

        public static Fn6 remembered(Fn6 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                known = under(known, c);
                known = under(known, d);
                known = under(known, e);
                object key = Values.as_key(f);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c, d, e, f));
            };
        }

        public static Fn7 remembered(Fn7 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f, g);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                known = under(known, c);
                known = under(known, d);
                known = under(known, e);
                known = under(known, f);
                object key = Values.as_key(g);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c, d, e, f, g));
            };
        }

        public static Fn8 remembered(Fn8 work)
        {
            object name = new object();
            return (rt, a, b, c, d, e, f, g, h) =>
            {
                if (rt.grid == null) return work(rt, a, b, c, d, e, f, g, h);
                Known known = rt.grid.remembered.under(name);
                known = under(known, a);
                known = under(known, b);
                known = under(known, c);
                known = under(known, d);
                known = under(known, e);
                known = under(known, f);
                known = under(known, g);
                object key = Values.as_key(h);
                Cost found = (Cost)kept(known).get(key);
                if (is_known(rt, found)) return found.value;
                long before = rt.work;
                return noted(rt, known, key, before, work(rt, a, b, c, d, e, f, g, h));
            };
        }
    }
}

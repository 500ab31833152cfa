// Routes over a board of squares.
//
// Job: seek the cheapest ways from one square, as far as somebody asks. Input: a walk. Output: ways.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A way: its last square, the way before it, its cost, the number of its steps, and whether its diagonals
    /// are odd.</summary>
    public sealed class Way
    {
        public readonly int anchor, count, odd;
        public readonly Way before;
        public readonly long spent;
        public long cost; // what it cost to be sure of it

        public Way(int anchor, Way before, long spent, int odd)
        {
            this.anchor = anchor;
            this.before = before;
            this.spent = spent;
            this.odd = odd;
            count = before == null ? 0 : before.count + 1;
        }

        /// <summary>Its squares, without the first one.</summary>
        public int[] squares()
        {
            int[] found = new int[count];
            for (Way way = this; way.before != null; way = way.before) found[way.count - 1] = way.anchor;
            return found;
        }

        /// <summary>The cheaper, then the one of fewer steps, then the one whose squares come first.</summary>
        public static bool is_before(Way a, Way b)
        {
            if (a.spent != b.spent) return a.spent < b.spent;
            if (a.count != b.count) return a.count < b.count;
            bool first = false;
            for (; a != b && a != null; a = a.before, b = b.before)
            {
                if (a.anchor != b.anchor) first = a.anchor < b.anchor;
            }
            return first;
        }
    }

    /// <summary>Routes from one square, sought as far as somebody has asked.</summary>
    public sealed class Ways
    {
        private readonly Walk walk;
        private readonly Step[][] steps;
        private readonly bool alternating;
        private readonly Func<long> meter;
        private long spent; // what all that was settled has cost
        private readonly Dictionary<int, Way> found = new Dictionary<int, Way>(); // by square
        private readonly HashSet<int> settled = new HashSet<int>();
        private readonly Heap<Way> queue = new Heap<Way>(Way.is_before);

        public Ways(int start, Walk walk, Step[][] steps, bool alternating, Func<long> meter)
        {
            this.walk = walk;
            this.steps = steps;
            this.alternating = alternating;
            this.meter = meter;
            if (walk.budget >= 0) queue.push(new Way(start, null, 0, 0));
        }

        /// <summary>The way to a square, or null when there is none within the budget; what a search for it alone
        /// costs.</summary>
        public Way to(int goal, out long cost)
        {
            while (!found.ContainsKey(goal) && queue.Count > 0)
            {
                Way next = queue.least;
                if (!found.ContainsKey(next.anchor))
                {
                    found.Add(next.anchor, next);
                    next.cost = spent;
                }
                if (next.anchor == goal) continue;
                long before = meter();
                settle_next();
                spent += meter() - before;
            }
            Way way;
            if (!found.TryGetValue(goal, out way)) way = null;
            cost = way == null ? spent : way.cost;
            return way;
        }

        /// <summary>Changes nothing before all prices are known: a price that cannot be told is asked for
        /// again.</summary>
        private void settle_next()
        {
            Way way = queue.least;
            List<Way> onward = new List<Way>();
            int state = 2 * way.anchor + way.odd;
            bool ends = settled.Contains(state) || (way.count > 0 && walk.stops(way.anchor));
            foreach (Step step in ends ? new Step[0] : steps[way.anchor])
            {
                int turns = alternating && step.diagonal ? 1 : 0, after = way.odd ^ turns;
                if (settled.Contains(2 * step.other + after)) continue;
                long? price = walk.cost(way.anchor, step.other);
                if (price == null) continue;
                if (price < 0) throw negative(way.anchor, step.other, price.Value);
                long total = way.spent + price.Value + (way.odd & turns);
                if (total <= walk.budget) onward.Add(new Way(step.other, way, total, after));
            }
            queue.pop();
            settled.Add(state);
            foreach (Way further in onward) queue.push(further);
        }

        public static Exception negative(int a, int b, long price)
        {
            return new InvalidOperationException(
                "the step from " + Values.digits(a) + " to " + Values.digits(b) + " costs " + Values.digits(price));
        }
    }
}

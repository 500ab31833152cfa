// Triggers: which abilities answer an event, in which order, and how often they are used.
//
// Job: find the abilities that match an event now, order those that happen at once, tell whether limits and costs let
// them be used. Reads: what is live, whose turn it is. Changes: the counts of uses, and what has replaced an event.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Triggers
    {
        public static bool has_replaced(Event ev, AbilityCode ability, Entity self)
        {
            return ev._replaced != null && ev._replaced.has(use_key(ability, self));
        }

        public static void note_replaced(Event ev, AbilityCode ability, Entity self)
        {
            if (ev._replaced == null) ev._replaced = new OrderedSet<string>();
            ev._replaced.add(use_key(ability, self));
        }

        /// <summary>The abilities that answer an event now, oldest carrier first: lists of an ability, `self` and
        /// `this`.</summary>
        public static Seq matches(State rt, Seq abilities, Event ev)
        {
            List<object> found = new List<object>();
            foreach (object held in abilities.held)
            {
                AbilityCode ability = (AbilityCode)held;
                foreach (object pair in Modifiers.carriers(rt, ability).held)
                {
                    object me = ((Seq)pair)[0];
                    Entity self = (Entity)((Seq)pair)[1];
                    if (Modifiers.holds(rt, ability, me, self, ev)) found.Add(Seq.of(ability, me, self));
                }
            }
            return Seq.from(found);
        }

        /// <summary>Whether an ability that waited for its turn is live and holds still, after what others
        /// did.</summary>
        public static bool still_answers(State rt, AbilityCode ability, object me, Entity self, Event ev)
        {
            bool live = false;
            foreach (object pair in Modifiers.carriers(rt, ability).held)
            {
                Entity carrier = (Entity)((Seq)pair)[1];
                if (((Seq)pair)[0] == me && Values.same(carrier._id, self._id)) live = true;
            }
            return live && Modifiers.holds(rt, ability, me, self, ev) && is_free(rt, ability, me, self, ev);
        }

        /// <summary>By the order of the players who control them, then by age.</summary>
        public static Seq in_order(State rt, Seq found)
        {
            if (found.Count < 2) return found;
            Seq order = player_order(rt);
            List<Seq> ranked = new List<Seq>();
            foreach (object match in found.held)
            {
                Entity player = controller_of(((Seq)match)[1]);
                int seat = player != null ? order.index_of(player) : -1;
                string age = Values.label(((Entity)((Seq)match)[2])._id).PadLeft(8, '0');
                ranked.Add(Seq.of((long)(seat >= 0 ? seat : order.Count), age, match));
            }
            ranked = Sorting.sorted(ranked, by_rank);
            return Seq.of(ranked.ConvertAll(rank => rank[2]).ToArray());
        }

        private static int by_rank(Seq a, Seq b)
        {
            int seats = ((long)a[0]).CompareTo((long)b[0]);
            return seats != 0 ? seats : Values.compare_texts((string)a[1], (string)b[1]);
        }

        /// <summary>Those among which a player decides which is next; none where the first one is.</summary>
        public static Seq tied(State rt, Seq found)
        {
            Entity who = found.Count > 1 ? decider(rt, found) : null;
            if (who == null) return Seq.Nothing;
            Seq mine = found.filter(match => is_decided_by(rt, who, (Seq)match));
            return mine.Count > 1 ? mine : Seq.Nothing;
        }

        /// <summary>Who says which of several simultaneous abilities is next: whose they are, or for all the first in
        /// the order.</summary>
        private static Entity decider(State rt, Seq found)
        {
            if (rt.code.ties == "first_player")
            {
                Seq order = player_order(rt);
                return order.Count > 0 ? (Entity)order[0] : null;
            }
            return rt.code.ties == "choose" ? controller_of(((Seq)found[0])[1]) : null;
        }

        /// <summary>Whether a player says when an ability has its turn: nobody is asked of others' that lie
        /// hidden.</summary>
        private static bool is_decided_by(State rt, Entity who, Seq match)
        {
            Entity player = controller_of(match[1]);
            if (rt.code.ties == "choose") return player == who;
            return player != null && may_know(rt, match[1], who) && may_know(rt, match[2], who);
        }

        private static bool may_know(State rt, object one, Entity player)
        {
            Entity entity = one as Entity;
            return entity == null || Places.is_known_to(rt, entity, player);
        }

        /// <summary>Asks which of several simultaneous abilities is next.</summary>
        public static Asking ordering(State rt, Seq mine)
        {
            Seq options = mine.map(match =>
            {
                AbilityCode ability = (AbilityCode)((Seq)match)[0];
                return new Usable(ability.index, ability.label, ((Seq)match)[1], (Entity)((Seq)match)[2]);
            });
            Seq first = (Seq)mine[0];
            return new Asking(decider(rt, mine), "order", options, ((AbilityCode)first[0]).at);
        }

        /// <summary>The players in the order in which they are asked: the ruleset's own, else by seat.</summary>
        public static Seq player_order(State rt)
        {
            string named = rt.code.order;
            if (!string.IsNullOrEmpty(named)) return Values.listed(((Fn0)rt.code.functions[named])(rt));
            return rt.code.kinds.ContainsKey("player") ? Entities.of_kind(rt, "player") : Seq.Nothing;
        }

        private static Entity controller_of(object me)
        {
            Entity entity = me as Entity;
            if (entity == null) return null;
            return entity.is_a("player") ? entity : entity.get(Fields.controller) as Entity;
        }

        /// <summary>Whether an ability's limits and requirements let it be used.</summary>
        public static bool is_free(State rt, AbilityCode ability, object me, Entity self, Event ev)
        {
            foreach (string frame in ability.limits) if (!limit_free(rt, frame, ability, self)) return false;
            if (is_spent(rt, ability, self)) return false;
            return ability.requires == null || ability.requires(rt, me, self, ev) == null;
        }

        public static bool is_spent(State rt, AbilityCode ability, Entity self)
        {
            return ability.uses > 0 && rt.used.get(use_key(ability, self)) >= ability.uses;
        }

        /// <summary>`once per FRAME`: free when not used since the frame's verb last began.</summary>
        public static bool limit_free(State rt, string frame, AbilityCode ability, Entity self)
        {
            return rt.used.get(use_key(ability, self, frame), -1) != rt.started.get(frame);
        }

        public static void record_use(State rt, AbilityCode ability, Entity self)
        {
            foreach (string frame in ability.limits)
            {
                rt.set_aside(rt.used, use_key(ability, self, frame), rt.started.get(frame));
            }
            if (ability.uses == 0) return;
            string key = use_key(ability, self);
            rt.set_aside(rt.used, key, rt.used.get(key) + 1);
        }

        /// <summary>What has happened gives back the uses of the abilities that wait for it.</summary>
        public static void recharge(State rt, Event ev)
        {
            List<AbilityCode> waiting;
            if (!rt.code.recharges.TryGetValue(ev._verb, out waiting)) return;
            foreach (AbilityCode ability in waiting)
            {
                foreach (object pair in Modifiers.carriers(rt, ability).held)
                {
                    object me = ((Seq)pair)[0];
                    Entity self = (Entity)((Seq)pair)[1];
                    string key = use_key(ability, self);
                    if (rt.used.get(key) == 0) continue;
                    Fn3 asks = ability.recharged_if;
                    if (asks == null || Core.yes(asks(rt, me, self, ev))) rt.set_aside(rt.used, key, 0);
                }
            }
        }

        /// <summary>What counts the uses of an ability by what carries it, or in a frame.</summary>
        private static string use_key(AbilityCode ability, Entity self, string frame = "")
        {
            return ability.id + "\n" + Values.label(self._id) + "\n" + frame;
        }

        public static bool can_pay(State rt, AbilityCode ability, object me, Entity self, Event trigger)
        {
            if (rt.nested >= Spending.MOST_NESTED) return false; // paying it asks whether it can be paid, and so on
            rt.nested += 1;
            try
            {
                return DryRuns.attempt(
                    rt, () => new Body(ability.costs, locals_of(me, self, trigger)), result => true);
            }
            finally
            {
                rt.nested -= 1;
            }
        }

        /// <summary>The locals with which the body of an ability begins.</summary>
        public static Locals locals_of(object me, Entity self, Event trigger)
        {
            Locals v = new Locals();
            v["self"] = me;
            v["this"] = self;
            v["trigger"] = trigger;
            return v;
        }
    }
}

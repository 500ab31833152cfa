// Offers: what players may do.
//
// Job: find the abilities that someone may use now, and tell why one cannot be used. Reads: what is live, limits,
// costs. Changes nothing but the work that is left. Never chooses for a player.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Offers
    {
        public static object chooser_of(State rt, AbilityCode ability, object me, Entity self)
        {
            return ability.chooser != null ? ability.chooser(rt, me, self, null) : null;
        }

        /// <summary>Whether costs can be paid; `paid` has the answers of one moment, by number of the costs and
        /// bearer. The same costs of abilities that are the bearer's own are tried once.</summary>
        private static bool can_be_paid(
            State rt, AbilityCode ability, object me, Entity self, Event trigger, Known paid)
        {
            if (me != self) return Triggers.can_pay(rt, ability, me, self, trigger);
            return (bool)Spending.charged(
                rt, paid.under(ability.costs_number), me, () => Triggers.can_pay(rt, ability, me, self, trigger));
        }

        /// <summary>Why an ability cannot be used now, or null.</summary>
        private static Refusal obstacle(
            State rt, AbilityCode ability, object me, Entity self, Event trigger, Known paid)
        {
            Spending.spend(rt, Spending.CHANGE, ability.at);
            foreach (string frame in ability.limits)
            {
                if (Triggers.limit_free(rt, frame, ability, self)) continue;
                return refused(ability, "it was used already (once per " + frame + ")");
            }
            if (Triggers.is_spent(rt, ability, self)) return refused(ability, "it has no uses left");
            object failed = ability.requires != null ? ability.requires(rt, me, self, trigger) : null;
            if (failed != null) return Refusal.of(failed);
            Through through = ability.live != null ? ability.live.through : null;
            if (through != null)
            {
                Refusal why = Legality.why_not(rt, through.verb, (Bag)through.values(rt, me, self));
                if (why != null) return why;
            }
            if (ability.costs != null && !can_be_paid(rt, ability, me, self, trigger, paid))
            {
                return refused(ability, "its cost cannot be paid");
            }
            if (ability.feasible != null && !Core.yes(ability.feasible(rt, me, self, trigger)))
            {
                return refused(ability, "nothing of it could be done");
            }
            return null;
        }

        private static Refusal refused(AbilityCode ability, string message)
        {
            return new Refusal(message, ability.at, ability.rows);
        }

        /// <summary>The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in
        /// all.</summary>
        private static Seq carriers_for(State rt, AbilityCode ability, object subject)
        {
            if (ability.carrier_form != "every")
            {
                return Modifiers.carriers(rt, ability).filter(pair => ((Seq)pair)[0] == subject);
            }
            Entity entity = subject as Entity;
            bool is_there = entity != null && entity.is_a(ability.carrier_name) && Modifiers.is_present(rt, entity);
            return is_there ? new Seq(new object[] { Seq.of(entity, entity) }) : Seq.Nothing;
        }

        /// <summary>What a player may use now (of one subject, where it is given), in the order of the rules and then
        /// of age.</summary>
        public static Seq usable_abilities(State rt, Offered offer)
        {
            List<object> found = new List<object>();
            Known paid = new Known();
            foreach (object held in offer.abilities.held)
            {
                AbilityCode ability = (AbilityCode)held;
                Seq carriers = offer.subject == null
                    ? Modifiers.carriers(rt, ability)
                    : carriers_for(rt, ability, offer.subject);
                foreach (object pair in carriers.held)
                {
                    object me = ((Seq)pair)[0];
                    Entity self = (Entity)((Seq)pair)[1];
                    if (chooser_of(rt, ability, me, self) != offer.player) continue;
                    if (offer.trigger != null && !Modifiers.holds(rt, ability, me, self, offer.trigger)) continue;
                    if (obstacle(rt, ability, me, self, offer.trigger, paid) != null) continue;
                    found.Add(new Usable(ability.index, ability.label, me, self, offer.trigger));
                }
            }
            Seq usable = Seq.from(found);
            if (rt.watcher != null && rt.dry_run == 0) rt.watcher.offered(offer, usable);
            return usable;
        }

        /// <summary>What of an offer may not be used now, and why: lists of a usable and a refusal.</summary>
        public static Seq refused_of(State rt, Offered offer)
        {
            List<object> found = new List<object>();
            Known paid = new Known();
            foreach (object held in offer.abilities.held)
            {
                AbilityCode ability = (AbilityCode)held;
                foreach (object pair in Modifiers.carriers(rt, ability).held)
                {
                    object me = ((Seq)pair)[0];
                    Entity self = (Entity)((Seq)pair)[1];
                    if (chooser_of(rt, ability, me, self) != offer.player) continue;
                    if (offer.subject != null && me != offer.subject) continue;
                    if (offer.trigger != null && !Modifiers.holds(rt, ability, me, self, offer.trigger)) continue;
                    Refusal why = obstacle(rt, ability, me, self, offer.trigger, paid);
                    if (why == null) continue;
                    Usable usable = new Usable(ability.index, ability.label, me, self, offer.trigger);
                    found.Add(Seq.of(usable, why));
                }
            }
            return Seq.from(found);
        }

        /// <summary>What the condition of the waiting `choose` leaves out, and why: what it asks last with `can`.
        /// </summary>
        public static Seq left_out(State rt)
        {
            int count = rt.frames.Count;
            Asking asking = count > 1 ? rt.frames[count - 1] as Asking : null;
            if (asking == null || asking.kind != "one") return Seq.Nothing;
            Body below = (Body)rt.frames[count - 2];
            Seq row = (Seq)below.code.rows[(int)below.pc - 1];
            Fn2 such_that = (Fn2)row[4];
            if (such_that == null || row[5] != null) return Seq.Nothing;
            List<object> found = new List<object>();
            Known known = rt.known;
            rt.known = new Known(); // what is remembered would not be asked again
            try
            {
                foreach (object option in Values.listed(((Seq)((Fn1)row[3])(rt, below.v))[0]).held)
                {
                    rt.refusals = new List<Refusal>();
                    bool is_chosen = Core.yes(such_that(rt, below.v, option)) || rt.refusals.Count == 0;
                    if (!is_chosen) found.Add(Seq.of(option, rt.refusals[rt.refusals.Count - 1]));
                }
            }
            finally
            {
                rt.known = known;
                rt.refusals = null;
            }
            return Seq.from(found);
        }
    }
}

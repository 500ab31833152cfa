// What is true of an entity now: live abilities, stats, keywords, prohibitions.
//
// Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what
// an entity has and what is forbidden. Reads: entities, effects. Changes nothing but what is remembered.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Modifiers
    {
        private static readonly Bag NO_ENV = new Bag();

        // ---- liveness
        /// <summary>Every [`self`, `this`] for which an ability is live, oldest carrier first. Remembered, so nobody
        /// changes it.</summary>
        public static Seq carriers(State rt, AbilityCode ability)
        {
            Cost found = (Cost)rt.known.get(ability);
            if (found != null && found.cost <= rt.work)
            {
                rt.work -= found.cost;
                return (Seq)found.value;
            }
            Known known = rt.known;
            long before = rt.work;
            Seq value = carriers_now(rt, ability);
            known.set(ability, new Cost(value, before - rt.work));
            return value;
        }

        private static Seq carriers_now(State rt, AbilityCode ability)
        {
            string name = ability.carrier_name;
            List<object> found = new List<object>();
            if (ability.carrier_form == "card")
            {
                Seq held = rt.by_card.get(name);
                if (held == null || ability.live == null) return Seq.Nothing;
                rt.work -= held.Count;
                foreach (object entity in held.held)
                {
                    foreach (object me in live_selves(rt, ability.live, entity).held) found.Add(Seq.of(me, entity));
                }
                return Seq.from(found);
            }
            if (ability.carrier_form == "every")
            {
                foreach (object entity in Spending.over(rt, Entities.of_kind(rt, name)).held)
                {
                    if (is_present(rt, (Entity)entity)) found.Add(Seq.of(entity, entity));
                }
                return Seq.from(found);
            }
            if (ability.carrier_form == "status")
            {
                return Spending.over(rt, rt.kinds.get(name)).map(status => Seq.of(((Entity)status).bearer, status));
            }
            return Spending.over(rt, keyword_bearers(rt, name)).filter(pair => is_present(rt, (Entity)((Seq)pair)[0]));
        }

        /// <summary>Who `self` is in the live text of a carrier.</summary>
        private static Seq live_selves(State rt, Live live, object self)
        {
            Fn2 condition = live.condition;
            if (condition != null && !live.needs_self && !Core.yes(condition(rt, null, self))) return Seq.Nothing;
            object found = live.subject(rt, self);
            Seq many = live.each ? Values.listed(Spending.over(rt, found)) : Seq.of(new[] { found });
            many = many.filter(me => me != null);
            if (condition == null || !live.needs_self) return many;
            return many.filter(me => Core.yes(condition(rt, me, self)));
        }

        /// <summary>Whether an entity takes part: its kind's `live` line holds, or it lies in no zone.</summary>
        public static bool is_present(State rt, Entity entity)
        {
            Live live = rt.code.kinds[entity._kind].live;
            if (live == null || live.needs_self) return entity._zone == null;
            return live.condition == null || Core.yes(live.condition(rt, null, entity));
        }

        /// <summary>Who has a keyword, printed or granted, with the instance that holds its values.</summary>
        private static Seq keyword_bearers(State rt, string name)
        {
            Seq printed = rt.by_keyword.get(name) ?? Seq.Nothing;
            if (!may_be_granted(rt, name)) return printed;
            List<object> found = new List<object>(printed.held);
            foreach (object entity in Spending.over(rt, Entities.of_kind(rt, rt.code.traits[name].kind)).held)
            {
                each_granted(rt, (Entity)entity, name, granted =>
                {
                    found.Add(Seq.of(entity, granted));
                    return false;
                });
            }
            return Seq.from(found);
        }

        public static bool holds(State rt, AbilityCode ability, object me, Entity self, Event trigger)
        {
            return ability.condition == null || Core.yes(ability.condition(rt, me, self, trigger));
        }

        // ---- modifiers
        /// <summary>Told of a live modifier: itself, `self`, `this`, the values of what lasts, its age; says whether it
        /// is enough.</summary>
        private delegate bool Visit(ModifierCode modifier, object me, Entity self, Bag env, long age);

        /// <summary>Live modifiers of a form on a stat or trait are visited, until it is enough.</summary>
        private static void each_modifier(State rt, int form, string stat, Visit visit)
        {
            List<Filed> filed;
            if (rt.code.modifiers[form].TryGetValue(stat, out filed))
            {
                for (int i = 0; i < filed.Count; i++)
                {
                    AbilityCode ability = filed[i].ability;
                    foreach (object pair in carriers(rt, ability).held)
                    {
                        object me = ((Seq)pair)[0];
                        Entity self = (Entity)((Seq)pair)[1];
                        if (!holds(rt, ability, me, self, null)) continue;
                        if (visit(filed[i].modifier, me, self, NO_ENV, age(self))) return;
                    }
                }
            }
            List<Filed> lasts = lasting(rt, form, stat);
            if (lasts == null) return;
            rt.work -= lasts.Count;
            for (int i = 0; i < lasts.Count; i++)
            {
                Effect effect = lasts[i].effect;
                if (!effect_holds(rt, effect.duration)) continue;
                if (visit(lasts[i].modifier, null, null, effect.env, effect.number)) return;
            }
        }

        /// <summary>What was added for a while, whether or not it holds now; null for nothing.</summary>
        private static List<Filed> lasting(State rt, int form, string stat)
        {
            if (rt.effects.Length == 0) return null;
            if (rt.filed_effects != rt.effects) file(rt);
            List<Filed> found;
            return rt.lasting_by[form].TryGetValue(stat, out found) ? found : null;
        }

        /// <summary>Sorts what lasts by what it changes, so that a read need not look at all of it.</summary>
        private static void file(State rt)
        {
            rt.filed_effects = rt.effects;
            rt.lasting_by = Code.by_form();
            foreach (Effect effect in rt.effects)
            {
                foreach (object index in effect.modifiers.held)
                {
                    ModifierCode modifier = rt.code.lasting[(long)index];
                    if (modifier.form == "forbid") continue;
                    Code.push(rt.lasting_by[Forms.of(modifier.form)], modifier.stat, new Filed(null, effect, modifier));
                }
            }
        }

        public static bool effect_holds(State rt, Duration duration)
        {
            if (duration == null || duration.edge != "while" || duration.until == null) return true;
            return Core.yes(rt.code.untils[(long)duration.until](rt, null, duration.env));
        }

        private static bool affects(State rt, ModifierCode modifier, object it, object me, Entity self, Bag env)
        {
            if (modifier.scope == null)
            {
                if (it != (me ?? env["self"])) return false;
            }
            else if (!Core.yes(modifier.scope(rt, it, null, me, self, env))) return false;
            return modifier.condition == null || Core.yes(modifier.condition(rt, it, null, me, self, env));
        }

        /// <summary>A stat with all modifiers.</summary>
        public static object stat(State rt, object owner, string name)
        {
            if (owner == null) throw new Fault("`" + name + "` of none is not known");
            Known known = rt.known;
            Known own = (Known)known.get(owner);
            Cost found = own != null ? (Cost)own.get(name) : null;
            if (found != null && found.cost <= rt.work)
            {
                rt.work -= found.cost;
                return found.value;
            }
            Entity entity = owner as Entity;
            if (entity == null) return Core.get(owner, Field.of(name));
            StatCode declared = rt.code.stat(entity._kind, name);
            if (declared == null || !entity._alive || !(entity._id is long)) return printed(rt, entity, declared, name);
            long before = rt.work;
            object value;
            rt.nested += 1;
            try
            {
                check_nesting(rt, name);
                object first = printed(rt, entity, declared, name);
                value = Values.past(modified(rt, (long)first, declared.stacking, entity, name));
                if (!Values.same(value, first)) Marks.mark(rt, declared.rows);
            }
            finally
            {
                rt.nested -= 1;
            }
            if (known == rt.known) known.under(owner).set(name, new Cost(value, before - rt.work));
            return value;
        }

        private static void check_nesting(State rt, string name)
        {
            if (rt.nested <= Spending.MOST_NESTED) return;
            throw new Exhausted("`" + name + "` depends on itself through modifiers");
        }

        private static object printed(State rt, Entity owner, StatCode declared, string name)
        {
            return declared != null && declared.value != null ? declared.value(rt, owner) : owner.get(Field.of(name));
        }

        /// <summary>Since when a text is there. A granted keyword has no number of its own: it is as old as who has
        /// it.</summary>
        private static long age(Entity self)
        {
            return self._id is long ? (long)self._id : self.bearer.number;
        }

        /// <summary>What a modifier gives, since when, and from which source.</summary>
        private sealed class Given
        {
            public long value, age;
            public string source;
        }

        private static long modified(State rt, long value, string stacking, Entity owner, string name)
        {
            long since = 0;
            Given latest = null;
            foreach (Given given in values(rt, Forms.OVERRIDE, owner, name))
            {
                if (latest == null || given.age > latest.age) latest = given;
            }
            if (latest != null)
            {
                value = latest.value;
                if (rt.code.bonuses == "later") since = latest.age;
            }
            value += stacked(values(rt, Forms.ADJUST, owner, name).FindAll(given => given.age >= since), stacking);
            foreach (Given least in values(rt, Forms.LEAST, owner, name)) value = Math.Max(value, least.value);
            foreach (Given most in values(rt, Forms.MOST, owner, name)) value = Math.Min(value, most.value);
            return value;
        }

        private static List<Given> values(State rt, int form, Entity owner, string name)
        {
            List<Given> found = new List<Given>();
            each_modifier(rt, form, name, (modifier, me, self, env, since) =>
            {
                if (!affects(rt, modifier, owner, me, self, env)) return false;
                long value = (long)modifier.value(rt, owner, null, me, self, env);
                Marks.mark(rt, modifier.rows);
                found.Add(new Given { value = value, age = since, source = source(modifier, self) });
                return false;
            });
            return found;
        }

        // ---- traits
        /// <summary>Whether an entity has a keyword or status, or a square a terrain.</summary>
        public static bool has(State rt, object owner, string name)
        {
            if (owner == null) return false;
            Square square = owner as Square;
            if (square != null) return rt.grid.terrain[square.index].includes(name);
            Entity entity = (Entity)owner;
            if (lies(entity._statuses, name) || lies(entity._keywords, name))
            {
                Marks.mark(rt, rt.code.traits[name].rows);
                return true;
            }
            if (!(entity._id is long)) return printed_keywords(entity, name).Count > 0;
            return may_be_granted(rt, name) && each_granted(rt, entity, name, granted => true);
        }

        /// <summary>Whether an entity has what a card prints with values, with them all.</summary>
        public static bool has_values(State rt, object owner, Seq printed)
        {
            string name = (string)printed[0];
            if (!(owner is Entity)) return false;
            foreach (object held in instances(rt, owner, name).held)
            {
                if (Values.eq(Statuses.status_values(rt, (Entity)held), printed[1])) return true;
            }
            return false;
        }

        private static bool lies(Seq held, string name)
        {
            for (int i = 0; i < held.held.Length; i++) if (((Entity)held.held[i])._kind == name) return true;
            return false;
        }

        /// <summary>What is printed on a card itself: pairs of a keyword and its values.</summary>
        private static Seq printed_keywords(Entity card, string name)
        {
            Seq printed = card.get(Fields.keywords) as Seq ?? Seq.Nothing;
            return printed.filter(keyword => name.Equals(((Seq)keyword)[0]));
        }

        /// <summary>A keyword or status as often as an entity has it: each instance holds its values.</summary>
        public static Seq instances(State rt, object owner, string name)
        {
            if (owner == null) return Seq.Nothing;
            Entity entity = (Entity)owner;
            if (!(entity._id is long))
            {
                Seq printed = printed_keywords(entity, name);
                return printed.map(keyword => granted_instance(rt, name, (Seq)((Seq)keyword)[1], entity));
            }
            List<object> found = new List<object>();
            foreach (object held in entity._statuses.held) if (((Entity)held)._kind == name) found.Add(held);
            foreach (object held in entity._keywords.held) if (((Entity)held)._kind == name) found.Add(held);
            if (may_be_granted(rt, name))
            {
                each_granted(rt, entity, name, granted =>
                {
                    found.Add(granted);
                    return false;
                });
            }
            if (found.Count > 0) Marks.mark(rt, rt.code.traits[name].rows);
            return Seq.from(found);
        }

        /// <summary>Whether any modifier grants a keyword at all.</summary>
        private static bool may_be_granted(State rt, string name)
        {
            return rt.code.modifiers[Forms.GRANT].ContainsKey(name) || lasting(rt, Forms.GRANT, name) != null;
        }

        /// <summary>The instances of a keyword that modifiers grant, one for all grants of the same values, go to
        /// `found` until it is content with one; gives whether it was.</summary>
        private static bool each_granted(State rt, Entity owner, string name, Func<Entity, bool> found)
        {
            List<Seq> told = new List<Seq>();
            bool done = false;
            rt.nested += 1;
            try
            {
                check_nesting(rt, name);
                each_modifier(rt, Forms.GRANT, name, (modifier, me, self, env, since) =>
                {
                    if (!affects(rt, modifier, owner, me, self, env)) return false;
                    Seq given = values_of(rt, modifier, owner, null, me, self, env);
                    if (told.Exists(other => Values.eq(other, given))) return false;
                    told.Add(given);
                    Marks.mark(rt, modifier.rows);
                    done = found(granted_instance(rt, name, given, owner));
                    return done;
                });
            }
            finally
            {
                rt.nested -= 1;
            }
            return done;
        }

        private static Seq values_of(
            State rt, ModifierCode modifier, object it, Event then, object me, Entity self, Bag env)
        {
            return Seq.of(Array.ConvertAll(modifier.values, value => value(rt, it, then, me, self, env)));
        }

        /// <summary>Its id is no number, for it is no card, and the same each time, so that limits of use
        /// hold.</summary>
        public static Entity granted_instance(State rt, string name, Seq values, Entity owner)
        {
            string held = values.Count > 0 ? "(" + Values.joined(values, ", ") + ")" : "";
            Entity made = rt.code.bare(name, name + held + " of " + Values.label(owner._id));
            return Entities.filled_trait(rt, made, values, owner);
        }

        // ---- prohibitions
        /// <summary>The prohibition that an event meets, if any: `cannot` beats everything.</summary>
        public static Refusal prohibition(State rt, Event ev)
        {
            rt.work -= rt.effects.Length;
            List<Filed> filed;
            if (rt.code.forbids.TryGetValue(ev._verb, out filed))
            {
                foreach (Filed one in filed)
                {
                    foreach (object pair in carriers(rt, one.ability).held)
                    {
                        object me = ((Seq)pair)[0];
                        Entity self = (Entity)((Seq)pair)[1];
                        if (!holds(rt, one.ability, me, self, null)) continue;
                        if (!Core.yes(one.modifier.condition(rt, null, ev, me, self, NO_ENV))) continue;
                        return told(rt, one.modifier, ev, me, self, NO_ENV);
                    }
                }
            }
            foreach (Effect effect in rt.effects)
            {
                foreach (object index in effect.modifiers.held)
                {
                    ModifierCode modifier = rt.code.lasting[(long)index];
                    if (modifier.form != "forbid" || Array.IndexOf(modifier.verbs, ev._verb) < 0) continue;
                    if (!effect_holds(rt, effect.duration)) continue;
                    if (!Core.yes(modifier.condition(rt, null, ev, null, null, effect.env))) continue;
                    return told(rt, modifier, ev, null, null, effect.env);
                }
            }
            return null;
        }

        /// <summary>The refusal of a prohibition: in its own sentence where it has one.</summary>
        private static Refusal told(State rt, ModifierCode modifier, Event ev, object me, Entity self, Bag env)
        {
            Seq parts = values_of(rt, modifier, null, ev, me, self, env);
            if (parts.Count == 0) parts = Seq.of(ev._verb + " is forbidden");
            return new Refusal(parts, modifier.at, modifier.rows);
        }

        /// <summary>What counts as one source: the same line of the same named card, keyword or status.</summary>
        private static string source(ModifierCode modifier, Entity self)
        {
            string line = Values.digits(modifier.at);
            if (self == null) return line;
            return line + " " + (self._card != null ? Values.label(self._card._id) : self._kind);
        }

        /// <summary>Bonuses together: all, the best, the worst, one, or the best of each source; penalties
        /// likewise.</summary>
        private static long stacked(List<Given> values, string stacking)
        {
            if (values.Count == 0) return 0;
            long highest = long.MinValue, lowest = long.MaxValue, total = 0;
            foreach (Given given in values)
            {
                highest = Math.Max(highest, given.value);
                lowest = Math.Min(lowest, given.value);
                total += given.value;
            }
            if (stacking == "highest") return Math.Max(0, highest) + Math.Min(0, lowest);
            if (stacking == "lowest") return lowest;
            if (stacking == "none") return values[0].value;
            if (stacking != "source") return Values.past(total);
            Map<string, long> best = new Map<string, long>();
            foreach (Given given in values)
            {
                long old;
                bool there = best.try_get(given.source, out old);
                if (!there || Math.Abs(given.value) > Math.Abs(old)) best.set(given.source, given.value);
            }
            long sum = 0;
            foreach (long value in best.values()) sum += value;
            return Values.past(sum);
        }
    }
}
